/** A Commons as a server of HTTP. */
import { disposingLater } from "../errors/errors.ts";
import { type AskedCommons, Commons, open, type Source } from "../index.ts";
import { openedFor, requireSource } from "../options/required-options.ts";
import { ExplorerPage } from "./explorer-page.ts";
import { Gate, nameInUrl } from "./gate.ts";
import { Service, type TestDouble } from "./http-service.ts";
import { KeptAnswers } from "./kept-answers.ts";
import { limitsOf, servedBy } from "./served-by.ts";
import { HttpServer } from "./server.ts";
import { checkOptions, rulesOf, type ServeOptions } from "./server-options.ts";
import { Metrics, type VersionFacts } from "./watch/metrics.ts";
import { WatchedFiles } from "./watch/watched-files.ts";
import { startAnswerThread, WorkerPool } from "./worker-pool.ts";

/** A server that listens. */
export interface Serving<World = Commons> {
  /** Its address: `http://127.0.0.1:8080/`. */
  readonly url: string;
  /** The port that it listens on. */
  readonly port: number;
  /** The world that answers now. */
  readonly commons: World;
  /** Loads the source again; requests are answered from the old world until the new one is there. */
  reload(): Promise<void>;
  /**
   * Takes no more connections. Resolves when all requests that had arrived are answered and the answers
   * are sent, or when `closeTimeout` has passed: what is left then is cut.
   */
  close(): Promise<Closed>;
  /** As `close`. */
  readonly [disposingLater]: () => Promise<void>;
}

/** How a server ended. */
export interface Closed {
  /** Requests that got no answer and answers that were not wholly sent; the access log names them. */
  readonly cut: number;
}

/** A Commons, what `open` takes, or what loads a Commons. */
export type Served = Source | (() => Promise<Commons>);
/** A world that may lie elsewhere, or what opens one. */
export type ServedElsewhere = AskedCommons | (() => Promise<AskedCommons>);

const cacheBytesDefault = 1 << 24;

/**
 * Answers every endpoint over HTTP, at the paths of the public service and below `/core/api`, and
 * `/healthz` and `/metrics` besides.
 *
 * @param source what answers. No key is asked for unless `keys` or `requireKey` says so
 * @throws TypeError (rejects) for a host that other machines reach, unless `allowRemote` is set, and
 * for `watch` or `reload` of what is no path
 * @throws TypeError (rejects) for a number of workers that there cannot be, for workers over a world that threads
 * cannot open, for `faults` that are no plan, and for `strict` and `faults` over a world that lies elsewhere
 * @throws what `open` throws (rejects), and Node's error when the port is taken
 */
export function serve(source: Served, options?: ServeOptions): Promise<Serving>;
export function serve(
  source: ServedElsewhere,
  options?: ServeOptions,
): Promise<Serving<AskedCommons>>;
export async function serve(
  source: Served | ServedElsewhere,
  options: ServeOptions = {},
): Promise<Serving<AskedCommons>> {
  requireSource("serve", source);
  checkOptions(options);
  const { host = "127.0.0.1", workers = 0 } = options;
  const load = async (): Promise<AskedCommons> => {
    if (typeof source === "function") return await source();
    if (isWorld(source)) throw new TypeError("a Commons cannot be loaded again");
    return await openedFor("serve", open(source));
  };
  const double = await doubleOf(options);
  // A change while the source is loaded counts.
  const files = new WatchedFiles(watchedPaths(source, options.watch ?? false));
  let commons = isWorld(source) ? source : await load();
  files.requireAll();
  checkSilence(options, commons.version as VersionFacts | undefined);
  if (!(commons instanceof Commons) && double !== undefined) {
    throw new TypeError("strict and faults need a world in this process");
  }
  if (workers > 0 && !(commons instanceof Commons) && commons.source === undefined) {
    throw new TypeError("workers need a world in this process, or one that openRemote opened");
  }
  const gate = new Gate({ host, allowedHosts: options.allowedHosts, cors: listed(options.cors) });
  const metrics = new Metrics(
    () => commons.info,
    () => commons.traffic,
    () => commons.version,
  );
  const limits = limitsOf(options);
  const rules = rulesOf(options);
  const pool = workers > 0 ? new WorkerPool(workers, rules, limits, startAnswerThread) : undefined;
  let asked = servedBy(options, commons);
  pool?.use(asked);
  const explorer = explorerOf(source, options);
  // What goes wrong depends on how often the same was asked.
  const cacheBytes = double === undefined ? (options.maxCacheBytes ?? cacheBytesDefault) : 0;
  const kept = new KeptAnswers(cacheBytes);
  const world = { commons: () => asked, maxStoreSilence: options.maxStoreSilence };
  const parts = { ...world, gate, metrics, rules, pool, kept, double, explorer };
  const service = new Service(parts);
  const server = new HttpServer({
    service,
    metrics,
    limits: serverLimits(options),
    onAccess: options.onAccess,
  });
  const reload = async () => {
    commons = await load();
    asked = servedBy(options, commons);
  };
  const port = await server.listen(options.port ?? 0, host).catch(async (error: unknown) => {
    await pool?.stop();
    throw error;
  });
  const unwatch = watched(files, reload, options.onReload);
  const close = async (): Promise<Closed> => {
    unwatch();
    const cut = await server.close();
    await service.endConversations();
    await pool?.stop();
    return { cut };
  };
  return {
    url: `http://${nameInUrl(host)}:${port}/`,
    port,
    get commons() {
      return commons;
    },
    reload,
    close,
    [disposingLater]: async () => void (await close()),
  };
}

const serverLimits = (options: ServeOptions) => ({
  maxBodyBytes: options.maxBodyBytes ?? 1 << 25,
  maxConcurrent: options.maxConcurrent ?? 1024,
  headersTimeout: options.headersTimeout ?? 10_000,
  requestTimeout: options.requestTimeout ?? 60_000,
  closeTimeout: options.closeTimeout ?? 10_000,
});

/** @throws TypeError for a world whose store nobody asks again */
function checkSilence({ maxStoreSilence }: ServeOptions, version: VersionFacts | undefined): void {
  if (maxStoreSilence === undefined || version?.follow !== undefined) return;
  throw new TypeError("serve: 'maxStoreSilence' needs a world that was opened with 'follow'");
}

/** @throws TypeError for a plan that is none, before anything is loaded */
async function doubleOf(options: ServeOptions): Promise<TestDouble | undefined> {
  const { strict = false, faults } = options;
  if (!strict && faults === undefined) return undefined;
  const { servedDouble } = await import("../testing.ts");
  const { today } = rulesOf(options).settings;
  return servedDouble({ faults, missing: strict ? "error" : "empty", today });
}

function isWorld(source: Served | ServedElsewhere): source is AskedCommons {
  return typeof source === "object" && "ask" in source && typeof source.ask === "function";
}

/** @throws TypeError when the source is no path and no paths are given */
function watchedPaths(
  source: Served | ServedElsewhere,
  watch: boolean | readonly string[],
): readonly string[] {
  if (watch === false) return [];
  if (watch !== true) return watch;
  const sources: readonly unknown[] = Array.isArray(source) ? source : [source];
  const paths = sources.filter((one): one is string => typeof one === "string");
  if (paths.length < sources.length) throw new TypeError("watch needs paths as source");
  return paths;
}

function explorerOf(
  source: Served | ServedElsewhere,
  { explorer, keys, requireKey = keys !== undefined }: ServeOptions,
): ExplorerPage | undefined {
  if (explorer === false || (explorer === undefined && requireKey)) return undefined;
  if (typeof explorer === "object") return new ExplorerPage(explorer);
  const sources: readonly unknown[] = Array.isArray(source) ? source : [source];
  return new ExplorerPage(sources.filter((one): one is string => typeof one === "string"));
}

/** Loads again after each change, one load after the other. */
function watched(
  files: WatchedFiles,
  reload: () => Promise<void>,
  onReload: (error: unknown) => void = () => undefined,
): () => void {
  let loading = Promise.resolve();
  return files.watch(() => {
    loading = loading.then(reload).then(() => onReload(undefined), onReload);
  });
}

function listed(origins: string | readonly string[] | undefined): readonly string[] {
  if (origins === undefined) return [];
  return typeof origins === "string" ? [origins] : origins;
}
