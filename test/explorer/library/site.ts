/** A page that uses the built library, bundled as its users bundle it, on a server of its own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, extname, join, resolve } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import type { Browser } from "playwright-core";
import { WatchedPage } from "../chromium.ts";

const kinds: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
};

/** The sources give the types; what runs is the package. */
const builtDoors: Plugin = {
  name: "built-doors",
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/src\/\w+\.ts$/ }, ({ path }) => ({
      path: resolve("dist", basename(path).replace(/\.ts$/, ".js")),
    }));
    onResolve({ filter: /^pocket-commons$/ }, () => ({ path: resolve("dist/browser.js") }));
  },
};

export class Site {
  readonly metafile: Metafile;
  readonly #folder: string;
  readonly #server: Server;

  private constructor(folder: string, metafile: Metafile, server: Server) {
    this.#folder = folder;
    this.metafile = metafile;
    this.#server = server;
  }

  /** @param entries modules, each a script of its own; the first one is that of the page. */
  static async of(
    entries: Readonly<Record<string, string>>,
    files: Readonly<Record<string, string | Uint8Array>> = {},
  ): Promise<Site> {
    const folder = mkdtempSync(join(tmpdir(), "site-"));
    const { metafile } = await build({
      entryPoints: entries,
      outdir: folder,
      bundle: true,
      splitting: true,
      minify: true,
      format: "esm",
      platform: "browser",
      external: ["@uwdata/flechette", "hyparquet-writer", "sql.js"],
      plugins: [builtDoors],
      metafile: true,
      logLevel: "silent",
    });
    const [page] = Object.keys(entries);
    const script = `<script type="module" src="./${page}.js"></script>`;
    writeFileSync(
      join(folder, "index.html"),
      `<!doctype html><title>A page</title><link rel="icon" href="data:,">${script}`,
    );
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const server = createServer(({ url = "/" }, response) => {
      const name = url === "/" ? "index.html" : basename(url);
      try {
        const bytes = readFileSync(join(folder, name));
        response.setHeader("content-type", kinds[extname(name)] ?? "application/octet-stream");
        response.end(bytes);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    return new Site(folder, metafile, server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async open(browser: Browser): Promise<WatchedPage> {
    return await WatchedPage.open(browser, this.url);
  }

  /** Files of ours of which something is in a script of the page: paths from the project's folder. */
  partsOf(script: string): readonly string[] {
    const found = Object.entries(this.metafile.outputs).find(([path]) => path.endsWith(script));
    return Object.keys(found?.[1].inputs ?? {});
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((ended) => this.#server.close(ended));
    rmSync(this.#folder, { recursive: true });
  }
}
