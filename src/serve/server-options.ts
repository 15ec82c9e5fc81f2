/** The options of a server, and what they mean: rules and limits, which hold for whatever it serves. */
import type { ServiceOptions } from "../index.ts";
import { serviceRows } from "../options/request-rows.ts";
import { type OptionRows, requireOptions } from "../options/required-options.ts";
import type { AgentOptions } from "../routes/tools/agent-options.ts";
import { agentRows } from "../routes/tools/agent-options.ts";
import type { FaultPlan } from "../testing.ts";
import { isLoopback } from "./gate.ts";
import type { ServiceRules } from "./http-service.ts";

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

/**
 * How a server answers, whatever it serves. With `keys`, every answer from the world needs one of them;
 * `/healthz` and `/metrics` need none.
 */
export interface ServeOptions extends ServiceOptions {
  /** The port to listen on. Default: 0, which is any free one. */
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
   * components ask for. With `keys` they need one, too. Default: true, unless `keys` are given.
   */
  readonly website?: boolean | undefined;
  /**
   * Whether `/` is the explorer, a page to look at the world with. It sends no key, so it cannot be there
   * with `keys`. A list names the files and folders in which it looks for mistakes. Default: true, unless
   * `keys` are given; looks in the source where that is paths.
   */
  readonly explorer?: boolean | readonly string[] | undefined;
  /**
   * Whether `/mcp` has tools for language models, by the Model Context Protocol. With `keys`
   * they need one, too. They need the package `@modelcontextprotocol/sdk`. An object says how they are served.
   * Default: true, unless `keys` are given.
   */
  readonly agents?: boolean | AgentOptions | undefined;
  /**
   * Refuses, with 400, requests of documented endpoints for a dcid, a property, a type or a variable that the
   * world lacks; the message has the nearest names. It refuses loops without an end, too, as `faults` does. For tests of programs in any language. Default: false.
   */
  readonly strict?: boolean | undefined;
  /** Delays answers of endpoints and lets them go wrong, by the rules of a mock. Default: none. */
  readonly faults?: FaultPlan | undefined;
  /**
   * Threads that answer, all from one world. They pay for long answers and on several
   * processors: a short answer takes longer to hand over than to make. A heavy question moves to further threads, so
   * that others need not wait for it. Default: 0, the thread that listens answers.
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
  /**
   * Milliseconds after which `/healthz` answers 503, when the store of a world that lies elsewhere could not be
   * asked for its version all the time. The world must be opened with `follow`. Default: never.
   */
  readonly maxStoreSilence?: number | undefined;
  /** Called after the source was loaded again, or after this failed; the old world stays then. */
  readonly onReload?: ((error: unknown) => void) | undefined;
}

/** More threads than that are a mistake on any machine of today. */
const workersMax = 256;

export const serveRows = {
  ...serviceRows,
  port: { is: ["whole"], max: 65_535 },
  host: { is: ["text"] },
  allowRemote: { is: ["flag"] },
  allowedHosts: { is: ["texts"] },
  cors: { is: ["text", "texts"] },
  watch: { is: ["flag", "texts"] },
  exact: { is: ["flag"] },
  website: { is: ["flag"] },
  explorer: { is: ["flag", "texts"] },
  agents: { is: ["flag", "object"] },
  workers: { is: ["whole"], max: workersMax },
  maxCacheBytes: { is: ["number"] },
  maxConcurrent: { is: ["number"] },
  headersTimeout: { is: ["number"] },
  requestTimeout: { is: ["number"] },
  closeTimeout: { is: ["number"] },
  onAccess: { is: ["function"] },
  maxStoreSilence: { is: ["number"] },
  onReload: { is: ["function"] },
  strict: {
    is: ["flag"],
  },
  faults: { is: ["object"] },
} satisfies OptionRows<ServeOptions>;

/** @throws TypeError for what cannot hold */
export function checkOptions(options: ServeOptions): void {
  requireOptions("serve", options, serveRows);
  const { host = "127.0.0.1", allowRemote = false } = options;
  if (!(allowRemote || isLoopback(host))) {
    throw new TypeError(
      `${JSON.stringify(host)} can be reached from other machines: allowRemote (of the command: --allow-remote) allows that`,
    );
  }
  const { keys, requireKey, explorer = false, agents } = options;
  if (typeof agents === "object") requireOptions("serve", agents, agentRows, "agents");
  if (keys === undefined) return;
  if (requireKey === false) {
    throw new TypeError("serve: keys are given, and requireKey is false: leave out one of them");
  }
  if (explorer !== false) {
    throw new TypeError("serve: keys are given, and the explorer is a page that sends none");
  }
}

/** What asks for no key is there unless keys are asked for. */
export function rulesOf({ exact = false, ...options }: ServeOptions): ServiceRules {
  const settings = settingsOf({ today: !exact, ...options });
  const isOpen = settings.requireKey === false;
  const { website = isOpen, agents = isOpen } = options;
  const served = typeof agents === "object" ? agents : agents ? {} : undefined;
  return { isExact: exact, hasWebsite: website, agents: served, settings };
}

/** What threads get, too: plain data. Keys may come but once. */
function settingsOf(options: ServeOptions): ServiceOptions {
  const { keys, requireKey = keys !== undefined, dialect, maxBodyBytes } = options;
  const { ignoreUnknownFields, reasons, selfHostedRules, envelopes } = options;
  const { calculations, meaning, today } = options;
  return {
    dialect,
    maxBodyBytes,
    ignoreUnknownFields,
    reasons,
    selfHostedRules,
    envelopes,
    calculations,
    meaning,
    today,
    keys: keys === undefined || typeof keys === "string" ? keys : [...keys],
    requireKey,
  };
}
