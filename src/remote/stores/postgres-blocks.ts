/** A snapshot in PostgreSQL, or in a database with the same protocol. */

import {
  type BlockStore,
  type ByteRange,
  isBlockLength,
  RemoteError,
  reasonOf,
  type StoredSnapshot,
} from "./block-store.ts";

/** The used part of a client such as `pg`: a pool, or one connection. */
export interface PostgresClient {
  /** Runs one statement with parameters `$1` and on. */
  query(text: string, params: unknown[]): Promise<{ readonly rows: readonly object[] }>;
}

/** All statements of readers; data are parameters. */
const describeText =
  "SELECT w.id, w.length, w.block_bytes, b.bytes FROM pocket_world w" +
  " LEFT JOIN pocket_block b ON b.world = w.id AND b.number = 0 WHERE w.name = $1";
const readText =
  "SELECT number, bytes FROM pocket_block WHERE world = $1 AND number = ANY($2::int[])";
const versionText = "SELECT id FROM pocket_world WHERE name = $1";

/**
 * A snapshot that `publish` wrote into a database. Each round of a question is one statement.
 *
 * @param name under which it was published
 */
export function postgresBlocks(client: PostgresClient, name: string): BlockStore {
  return new PostgresBlocks(client, name);
}

class PostgresBlocks implements BlockStore {
  readonly name: string;
  readonly #client: PostgresClient;
  readonly #world: string;
  /** By version: the length of its blocks. */
  readonly #blockBytes = new Map<string, number>();

  constructor(client: PostgresClient, world: string) {
    this.#client = client;
    this.#world = world;
    this.name = `postgres:${world}`;
  }

  async describe(): Promise<StoredSnapshot> {
    const rows = await this.#query(describeText, [this.#world]);
    const [row] = rows as readonly Readonly<Record<string, unknown>>[];
    if (row === undefined) {
      throw new RemoteError("missing", `${this.name}: there is no world of that name`);
    }
    const version = String(row["id"]);
    const [length, blockBytes] = [Number(row["length"]), Number(row["block_bytes"])];
    // A pointer is one short block.
    if (!isBlockLength(blockBytes) && !(blockBytes > 0 && blockBytes === length)) {
      throw new RemoteError("damaged", `${this.name}: its blocks cannot be so short`);
    }
    this.#blockBytes.set(version, blockBytes);
    const head = row["bytes"];
    return { length, version, ...(isBytes(head) ? { head } : {}) };
  }

  async read(ranges: readonly ByteRange[], version: string): Promise<readonly Uint8Array[]> {
    const blockBytes = this.#blockBytes.get(version) ?? 1;
    const numbers = new Set<number>();
    for (const { start, end } of ranges) {
      for (let at = Math.floor(start / blockBytes); at * blockBytes < end; at++) numbers.add(at);
    }
    const rows = await this.#query(readText, [version, [...numbers]]);
    const blocks = new Map<number, Uint8Array>();
    for (const row of rows as readonly Readonly<Record<string, unknown>>[]) {
      const bytes = row["bytes"];
      if (isBytes(bytes)) blocks.set(Number(row["number"]), bytes);
    }
    if (blocks.size < numbers.size) await this.#refuse(version);
    return ranges.map((range) => rangeOf(range, blocks, blockBytes));
  }

  beside(address: string): BlockStore {
    return new PostgresBlocks(this.#client, `${this.#world}/${address}`);
  }

  async #query(text: string, params: unknown[]): Promise<readonly object[]> {
    try {
      return (await this.#client.query(text, params)).rows;
    } catch (error) {
      throw deniedByDatabase(error, this.name) ?? error;
    }
  }

  /** Missing blocks: `publish` deletes them when another world takes their place. */
  async #refuse(version: string): Promise<never> {
    const rows = await this.#query(versionText, [this.#world]);
    const [row] = rows as readonly Readonly<Record<string, unknown>>[];
    if (row === undefined || String(row["id"]) !== version) {
      throw new RemoteError("replaced", `${this.name}: it was replaced: open it again`);
    }
    throw new RemoteError("truncated", `${this.name}: blocks are missing: publish it again`);
  }
}

/** States of SQL for a reader that is not admitted, and for rights that it lacks. */
const deniedStates: readonly unknown[] = ["28P01", "28000", "42501", "3D000"];

/** The error for a statement that a database refuses to this user; undefined for any other reason. */
export function deniedByDatabase(error: unknown, name: string): RemoteError | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (!deniedStates.includes(code)) return undefined;
  const message = `${name}: the database refuses: ${reasonOf(error)}`;
  return new RemoteError(
    "denied",
    `${message} (PGHOST, PGUSER, PGPASSWORD and PGDATABASE lead to it)`,
  );
}

/** The bytes of a range; too few when a block is too short. */
function rangeOf(
  { start, end }: ByteRange,
  blocks: ReadonlyMap<number, Uint8Array>,
  blockBytes: number,
): Uint8Array {
  const joined = new Uint8Array(end - start);
  let filled = 0;
  for (let at = start; at < end; ) {
    const number = Math.floor(at / blockBytes);
    const from = number * blockBytes;
    const bytes = blocks.get(number)?.subarray(at - from, end - from) ?? new Uint8Array();
    joined.set(bytes, at - start);
    filled += bytes.length;
    at = from + blockBytes;
  }
  return filled === joined.length ? joined : joined.subarray(0, filled);
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}
