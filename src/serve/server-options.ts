import type { OpenOptions, ServiceOptions } from "../index.ts";

/** One line of the access log. */
export interface AccessLine {
  /** When the request was there, ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** Path and query; the value of `key` is left out. */
  readonly url: string;
  /** 0: the connection ended before there was an answer. */
  readonly status: number;
  /** Bytes of the answer's body, compressed where it was. */
  readonly bytes: number;
  /** Until the system had taken all of the answer, or the connection ended. */
  readonly milliseconds: number;
  /** The connection ended before all of the answer was taken. */
  readonly cut?: true;
}

export interface ServeOptions extends Omit<OpenOptions, "signal">, ServiceOptions {
  /** Default: 0, which is any free port. */
  readonly port?: number | undefined;
  /** Address to listen on. Default: `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Allows a host that other machines reach. Default: false. */
  readonly allowRemote?: boolean | undefined;
  /**
   * Names by which clients call this server, beyond those of loopback. Default: none on loopback; on
   * another host any name.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins of pages that may ask, as `https://example.org`; `"*"` for any. Default: none. */
  readonly cors?: string | readonly string[] | undefined;
  /**
   * Loads again when a file of the source changes, or one of these files and folders. Without a list
   * the source must be paths. Default: false.
   */
  readonly watch?: boolean | readonly string[] | undefined;
  /**
   * Whether answers are those of `commons.fetch` to the letter. Otherwise routes that the service's
   * documentation does not list are answered too, and requests and answers are what real clients send
   * and can read. Default: false.
   */
  readonly exact?: boolean | undefined;
  /**
   * Whether the routes of datacommons.org's website are answered too, which the npm client and the web
   * components ask for. They ask for no key. Default: true, unless `keys` are given.
   */
  readonly website?: boolean | undefined;
  /**
   * Whether `/` is the explorer, a page to look at the world with. It asks for no key. A list names the
   * files and folders in which it looks for mistakes. Default: true, unless `keys` are given; looks in
   * the source where that is paths.
   */
  readonly explorer?: boolean | readonly string[] | undefined;
  /**
   * Whether `/mcp` has tools for language models, by the Model Context Protocol. They ask for no key.
   * They need the package `@modelcontextprotocol/sdk`. Default: true, unless `keys` are given.
   */
  readonly agents?: boolean | undefined;
  /**
   * Threads that answer, all from one world in shared memory. They pay for long answers and on several
   * processors: a short answer takes longer to hand over than to make. Default: 0, the thread that
   * listens answers.
   */
  readonly workers?: number | undefined;
  /**
   * Bytes of answers to GET that are kept, those asked for last: a world does not change, and clients
   * ask the same again. Default: 16 MiB; 0 keeps none.
   */
  readonly maxCacheBytes?: number | undefined;
  /** Requests that are answered at once; others get 503. Default: 1024. */
  readonly maxConcurrent?: number | undefined;
  /** Milliseconds in which the headers of a request must arrive. Default: 10,000. */
  readonly headersTimeout?: number | undefined;
  /** Milliseconds in which all of a request must arrive. Default: 60,000. */
  readonly requestTimeout?: number | undefined;
  /** Milliseconds that `close` waits for requests that were started. Default: 10,000. */
  readonly closeTimeout?: number | undefined;
  /** Takes a line for each answer. */
  readonly onAccess?: ((line: AccessLine) => void) | undefined;
  /** Called after the source was loaded again, or after this failed; the old world stays then. */
  readonly onReload?: ((error: unknown) => void) | undefined;
}
