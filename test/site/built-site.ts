/** The site as a host of files serves it, below a path. `npm run suite site` builds it before. */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { projectRoot } from "../tidy/source-tree.ts";

export const folder = join(projectRoot, "site/out");

const kinds: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
};

export class ServedSite {
  readonly #server: Server;
  /** Paths in the site that are answered as if they were not there. */
  readonly lost = new Set<string>();

  private constructor(server: (site: () => ServedSite) => Server) {
    this.#server = server(() => this);
  }

  static async start(base = "/below/a/path/"): Promise<ServedSite> {
    if (!existsSync(folder)) throw new Error("there is no site: npm run docs builds it");
    const site = new ServedSite((own) =>
      createServer(({ url = "/" }, response) => {
        const path = decodeURIComponent(new URL(url, "http://a").pathname);
        const name = path.slice(base.length);
        try {
          if (!path.startsWith(base) || own().lost.has(name)) throw new Error("not there");
          const bytes = readFileSync(join(folder, name));
          response.setHeader("content-type", kinds[extname(name)] ?? "application/octet-stream");
          response.end(bytes);
        } catch {
          response.writeHead(404).end();
        }
      }),
    );
    await new Promise<void>((ready) => site.#server.listen(0, "127.0.0.1", ready));
    site.url = `http://127.0.0.1:${(site.#server.address() as AddressInfo).port}${base}`;
    return site;
  }

  url = "";

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((ended) => this.#server.close(ended));
  }
}
