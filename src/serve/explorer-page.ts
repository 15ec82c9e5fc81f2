/** The explorer: files of a page that was built beside the server, and the routes that it asks. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import type { AskedCommons, Commons } from "../index.ts";
import { lint } from "../lint.ts";
import type { Checked } from "../routes/route.ts";
import { explorerAnswer } from "./answer-of.ts";
import type { ServerAnswer, ServerRequest } from "./plain-http.ts";

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Nothing but this origin, no frames, and no script or style inside of the page. It makes pictures itself. */
const policy =
  "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Findings that are kept of each kind. */
const examples = 200;

/** What is wrong with the sources, and whether there are some. */
const aboutSources = new Set(["/explorer/api/diagnostics", "/explorer/api/findings"]);

export class ExplorerPage {
  readonly #files: ReadonlyMap<string, ServerAnswer>;
  /** Paths that can be checked; undefined where the world came from elsewhere. */
  readonly #sources: readonly string[] | undefined;
  readonly #checked = new WeakMap<Commons, Promise<Checked>>();

  /**
   * @param sources paths of what is shown; snapshots among them were loaded before, and are not checked
   * @param folder where `index.html` is; without one, the page is not there and its routes are
   */
  constructor(sources: readonly string[], folder = builtFolder()) {
    this.#files = folder === undefined ? new Map() : filesOf(folder).set(...meaningsBeside(folder));
    const texts = sources.filter((path) => !path.endsWith(".pocket"));
    this.#sources = texts.length === 0 ? undefined : texts;
  }

  /** Whether a path, without its query, is one of the page's. */
  has(path: string): boolean {
    return path === "/" || path.startsWith("/explorer/") || this.#files.has(path);
  }

  async answer(world: AskedCommons, request: ServerRequest): Promise<ServerAnswer> {
    const path = request.url.split("?", 1)[0] as string;
    const file = this.#files.get(path === "/" ? "/index.html" : path);
    if (file !== undefined && request.method === "GET") return file;
    const sources = this.#sources;
    const check =
      sources === undefined ? undefined : (commons: Commons) => this.#check(commons, sources);
    return await world.ask((commons) => explorerAnswer(commons, request, check));
  }

  /** Whether this thread alone can answer: with a file of the page, or about the sources. */
  isOnlyHere(path: string): boolean {
    return !path.startsWith("/explorer/api/") || aboutSources.has(path);
  }

  /** Once for each world: a check reads all files. */
  #check(commons: Commons, sources: readonly string[]): Promise<Checked> {
    const known = this.#checked.get(commons) ?? lint(sources, { maxExamples: examples });
    this.#checked.set(commons, known);
    return known;
  }
}

/** Beside the built server, or where a build put it beside the source. */
function builtFolder(): URL | undefined {
  const places = ["./explorer/", "../../dist/explorer/"].map(
    (place) => new URL(place, import.meta.url),
  );
  return places.find((place) => existsSync(new URL("index.html", place)));
}

function filesOf(folder: URL): Map<string, ServerAnswer> {
  const names = readdirSync(folder).filter((name) => extname(name) in contentTypes);
  return new Map(
    names.map((name) => {
      const text = readFileSync(new URL(name, folder), "utf8");
      const isPage = name === "index.html";
      const headers = {
        "content-type": contentTypes[extname(name)] as string,
        // Names of all other files change with what is in them.
        "cache-control": isPage ? "no-cache" : "public, max-age=31536000, immutable",
        ...(isPage ? { "content-security-policy": policy, "referrer-policy": "no-referrer" } : {}),
      };
      // The page asks this server, and does not look for a snapshot beside it.
      const body = isPage ? text.replace("<html", '<html data-backend="http"') : text;
      return [`/${name}`, { status: 200, headers, body }];
    }),
  );
}

/** The file of meanings, which is read when the page first asks for it. It lies beside the page's folder. */
function meaningsBeside(folder: URL): [string, ServerAnswer] {
  let bytes: Uint8Array | undefined;
  const headers = { "content-type": "application/octet-stream", "cache-control": "no-cache" };
  const answer = {
    status: 200,
    headers,
    get body() {
      bytes ??= readFileSync(new URL("../meaning.bin", folder));
      return bytes;
    },
  };
  return ["/meaning.bin", answer];
}
