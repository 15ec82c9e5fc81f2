/** Who may ask: names of the host, origins of pages. */

/** Names by which this machine calls itself. */
const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a server that listens there can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** A name as it stands in `Host`: an address of version 6 has brackets. */
export const nameInUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

interface GateOptions {
  /** The address that is listened on. */
  readonly host: string;
  /** Further names in `Host`; undefined: only those of loopback, or any on another address. */
  readonly allowedHosts: readonly string[] | undefined;
  /** Origins of pages that may ask; `"*"` for any. */
  readonly cors: readonly string[];
}

const corsHeaders =
  "Authorization, Content-Type, Accept, Origin, X-Requested-With, X-Api-Key, X-Surface, Mcp-Session-Id, Mcp-Protocol-Version";

/** Of a server that no page of another origin may ask. */
export const noCors: Readonly<Record<string, string>> = Object.freeze({});

/** The rules for one server. */
export class Gate {
  readonly #names: ReadonlySet<string> | undefined;
  readonly #origins: ReadonlySet<string>;
  /** The name that was admitted last: most clients say the same one each time. */
  #admitted: string | symbol | undefined = Symbol("none");

  constructor({ host, allowedHosts, cors }: GateOptions) {
    const isOpen = allowedHosts === undefined && !isLoopback(host);
    const names = [...loopbackNames, nameInUrl(host), ...(allowedHosts ?? [])];
    this.#names = isOpen ? undefined : new Set(names.map((name) => name.toLowerCase()));
    this.#origins = new Set(cors);
  }

  /**
   * Whether a request is meant for this server. A page whose name was made to lead to this machine
   * (DNS rebinding) sends that name here.
   *
   * @param host the header `Host`, with or without a port
   */
  admitsHost(host: string | undefined): boolean {
    if (this.#names === undefined || host === this.#admitted) return true;
    const name = host?.replace(/:\d*$/, "").toLowerCase();
    if (name === undefined || !this.#names.has(name)) return false;
    this.#admitted = host;
    return true;
  }

  /** What a page of this origin needs to read an answer; nothing for others. */
  corsOf(origin = ""): Readonly<Record<string, string>> {
    if (this.#origins.size === 0) return noCors;
    if (this.#origins.has("*")) return { "access-control-allow-origin": "*" };
    const varies = { vary: "Origin" };
    return this.#origins.has(origin)
      ? { "access-control-allow-origin": origin, ...varies }
      : varies;
  }

  /** The answer to a page that asks whether it may ask. */
  preflightOf(origin: string | undefined): Readonly<Record<string, string>> {
    const cors = this.corsOf(origin);
    if (cors["access-control-allow-origin"] === undefined) return cors;
    return {
      ...cors,
      "access-control-allow-methods": "GET, HEAD, POST, DELETE, OPTIONS",
      "access-control-allow-headers": corsHeaders,
      "access-control-max-age": "3600",
    };
  }
}
