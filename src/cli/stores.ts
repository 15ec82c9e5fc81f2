/** Stores of worlds by what a command line names, and the file with their options. */

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type {
  BlockStore,
  HttpOptions,
  PostgresClient,
  PublishTarget,
  RemoteOptions,
  WorldPointer,
} from "../remote.ts";
import { type CliIo, UsageError } from "./io.ts";

/** Options of the store, of a remote world, and stores of one's own. */
interface StoreOptions extends HttpOptions, RemoteOptions {
  /** Where the headers go: `https://data.example.org`. Other addresses get none. */
  readonly origin?: string | undefined;
  /** A folder for what was read of stores; processes may share it. */
  readonly cacheDir?: string | undefined;
  /** Bytes that its files may have. Default: 4 GiB. */
  readonly maxDiskBytes?: number | undefined;
  /** A store of one's own, by the source that a command names. */
  readonly blocks?: ((source: string) => BlockStore | Promise<BlockStore>) | undefined;
  /** The same, to publish into. */
  readonly target?: ((target: string) => PublishTarget | Promise<PublishTarget>) | undefined;
}

/** The environment variable with the path of the file, where no option names one. */
const fileVariable = "POCKET_COMMONS_STORE";

/**
 * What the file of `--store` holds: JSON, or a module whose default export is the options. In a text of JSON, `${NAME}`
 * is a variable of the environment.
 *
 * @throws UsageError for a file that cannot be read
 */
export async function storeOptions(given: string | undefined, io: CliIo): Promise<StoreOptions> {
  const file = given ?? (io.env[fileVariable] || undefined);
  if (file === undefined) return {};
  try {
    if (/\.[cm]?js$/.test(file)) {
      const module = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown };
      return objectIn(module.default);
    }
    const read = (_: string, value: unknown) =>
      typeof value === "string" ? filledIn(value, io) : value;
    return objectIn(parsed(await readFile(file, "utf8"), read));
  } catch (error) {
    throw new UsageError(`--store ${file}: ${error instanceof Error ? error.message : error}`);
  }
}

/** The message of the engine would quote the text, and so secrets. */
function parsed(text: string, read: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, read);
  } catch (error) {
    throw error instanceof SyntaxError ? new UsageError("it is no JSON") : error;
  }
}

function objectIn(given: unknown): StoreOptions {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new UsageError("it holds no object with options");
  }
  const { headers, origin } = given as StoreOptions;
  if (headers !== undefined && origin === undefined) {
    const how = "say where they go, so that no other host gets them";
    throw new UsageError(`'headers' need 'origin', such as https://data.example.org: ${how}`);
  }
  if (origin !== undefined && !(URL.canParse(origin) && new URL(origin).origin === origin)) {
    throw new UsageError("'origin' is the beginning of an address: https://data.example.org");
  }
  return given;
}

function filledIn(text: string, { env }: CliIo): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = env[name];
    if (value === undefined) throw new UsageError(`the environment has no ${name}`);
    return value;
  });
}

/** The options of `httpBlocks` among those of the file, for an address. */
function httpOptions(
  { headers, origin, sign, maxConcurrent, redirects, fetch }: StoreOptions,
  address: string,
): HttpOptions {
  const isTheirs = URL.canParse(address) && new URL(address).origin === origin;
  return { ...(isTheirs ? { headers } : {}), sign, maxConcurrent, redirects, fetch };
}

const httpNames: readonly string[] = ["headers", "sign", "maxConcurrent", "redirects", "fetch"];

/** The options of `openRemote` among them, and whatever is none, which it refuses. */
export function remoteOptions(options: StoreOptions): RemoteOptions {
  const own = ["origin", "blocks", "target", "cacheDir", "maxDiskBytes", ...httpNames];
  return Object.fromEntries(Object.entries(options).filter(([name]) => !own.includes(name)));
}

/**
 * Whether a source is a world that lies elsewhere. A folder of versions is opened at `world.json`. One question about
 * a world in parts reads files.
 *
 * @param isServed whether many questions are asked, of the version that is there by then
 */
export function isRemote(source: string, isServed = false): boolean {
  if (/^(?:https?|postgres):/i.test(source)) return true;
  return /(?:^|[\\/])world\.json$/.test(source) && (isServed || !hasParts(source));
}

/** Whether the current version of a pointer in a file has parts. */
function hasParts(path: string): boolean {
  try {
    const { current, versions } = JSON.parse(readFileSync(path, "utf8")) as WorldPointer;
    return versions.some(({ name, parts = [] }) => name === current && parts.length > 0);
  } catch {
    return false;
  }
}

export interface Opened<Store> {
  readonly store: Store;
  /** Ends the connections of the store. */
  readonly end: () => Promise<void>;
}

const nothing = async () => {};

/** The store of a source, with a cache on disk where one is asked for. */
export async function blocksOf(source: string, options: StoreOptions): Promise<Opened<BlockStore>> {
  const opened = await storeOf(source, options);
  const { cacheDir: folder, maxDiskBytes } = options;
  if (folder === undefined) return opened;
  const { diskCache } = await import("../operate.ts");
  return { ...opened, store: diskCache(opened.store, { folder, maxDiskBytes }) };
}

async function storeOf(source: string, options: StoreOptions): Promise<Opened<BlockStore>> {
  const { httpBlocks, postgresBlocks } = await import("../remote.ts");
  if (options.blocks !== undefined) return { store: await options.blocks(source), end: nothing };
  const name = postgresName(source);
  if (name !== undefined) {
    const client = await postgresClient();
    return { store: postgresBlocks(client, name), end: () => client.end() };
  }
  if (/^https?:/i.test(source)) {
    return { store: httpBlocks(source, httpOptions(options, source)), end: nothing };
  }
  const { fileBlocks } = await import("../operate.ts");
  return { store: fileBlocks(source), end: nothing };
}

/** Where a world is published. */
export async function targetOf(
  target: string,
  options: StoreOptions,
): Promise<Opened<PublishTarget>> {
  const { httpTarget, postgresTarget } = await import("../remote.ts");
  if (options.target !== undefined) return { store: await options.target(target), end: nothing };
  const name = postgresName(target);
  if (name === "") throw new UsageError("the target is postgres:NAME, and the name is missing");
  if (name !== undefined) {
    const client = await postgresClient();
    return { store: postgresTarget(client, name), end: () => client.end() };
  }
  const folder = target.replace(/(?:^|[\\/])world\.json$/, "");
  if (/^https?:/i.test(target)) {
    const address = `${folder.replace(/\/$/, "")}/world.json`;
    return { store: httpTarget(address, httpOptions(options, address)), end: nothing };
  }
  if (/^[a-z]{2,}:/i.test(target) || /\.pocket$/i.test(target)) {
    const forms = "a folder, https://…/world.json or postgres:NAME";
    throw new UsageError(`the target is ${forms}, not '${target}'`);
  }
  const { folderTarget } = await import("../operate.ts");
  return { store: folderTarget(folder || "."), end: nothing };
}

/**
 * `postgres:NAME`, as readers and `publish` spell it. Undefined for anything else.
 * @throws UsageError for an address with a user, whose password no message may show
 */
function postgresName(source: string): string | undefined {
  const name = /^postgres:(?:\/\/)?(.*)$/i.exec(source)?.[1];
  if (name?.includes("@") !== true) return name;
  const how = "PGHOST, PGUSER, PGPASSWORD and PGDATABASE lead to the database";
  throw new UsageError(`a world in PostgreSQL is postgres:NAME, without user and host: ${how}`);
}

/** Whatever the environment (`PGHOST`, `PGUSER` and the others) leads to. */
async function postgresClient(): Promise<PostgresClient & { end(): Promise<void> }> {
  const { Pool } = await import("pg").catch(() => {
    throw new UsageError("this needs the package 'pg': npm install pg");
  });
  // Idle connections do not keep the command alive.
  const pool = new Pool({ allowExitOnIdle: true });
  // A connection that ends while it is idle is no error of a question.
  pool.on("error", () => {});
  return pool;
}
