/** Worlds published into PostgreSQL. Readers see each object whole or not at all. */

import { deniedByDatabase, type PostgresClient } from "../stores/postgres-blocks.ts";
import type { HeldPointer, PublishTarget, PutOptions } from "./publish-target.ts";

/** Bytes of a row. */
const blockBytes = 1 << 14;
/** Of the rows of one statement. */
const batchBytes = 1 << 20;

/**
 * The tables, for PostgreSQL; docs/remote.md has the additions for distributed databases. Blocks
 * are not compressed: they would hardly shrink.
 */
const tables: readonly string[] = [
  "CREATE TABLE IF NOT EXISTS pocket_block" +
    " (world text NOT NULL, number int NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (world, number))",
  "CREATE TABLE IF NOT EXISTS pocket_world" +
    " (name text PRIMARY KEY, id text NOT NULL, length bigint NOT NULL, block_bytes int NOT NULL)",
];
/** The state of SQL for a table that is not there. */
const undefinedTable = "42P01";

const pointerText =
  "SELECT w.id, b.bytes FROM pocket_world w JOIN pocket_block b ON b.world = w.id AND b.number = 0" +
  " WHERE w.name = $1";
const blockText =
  "INSERT INTO pocket_block (world, number, bytes)" +
  " SELECT $1, t.number, t.bytes FROM unnest($2::int[], $3::bytea[]) AS t (number, bytes)";
/** What an object will be: who cleans after a killed publisher finds its blocks by it. */
const planText =
  "INSERT INTO pocket_world (name, id, length, block_bytes) VALUES ($1 || ':plan', $2, $3, $4)";
const worldText = "UPDATE pocket_world SET name = $1 WHERE name = $1 || ':plan' AND id = $2";
/** One statement each, so that a process that is killed leaves nothing half. */
const firstPointerText =
  "WITH made AS (INSERT INTO pocket_world (name, id, length, block_bytes) VALUES ($1, $2, $3::int, $3::int)" +
  " ON CONFLICT (name) DO NOTHING RETURNING id)" +
  " INSERT INTO pocket_block (world, number, bytes) SELECT id, 0, $4::bytea FROM made RETURNING number";
const nextPointerText =
  "WITH moved AS (UPDATE pocket_world SET id = $2, length = $3::int, block_bytes = $3::int" +
  " WHERE name = $1 AND id = $5 RETURNING id)," +
  " gone AS (DELETE FROM pocket_block WHERE world = $5 AND EXISTS (SELECT 1 FROM moved))" +
  " INSERT INTO pocket_block (world, number, bytes) SELECT id, 0, $4::bytea FROM moved RETURNING number";
const removeText =
  "WITH gone AS (DELETE FROM pocket_world WHERE name IN ($1, $1 || ':plan') RETURNING id)" +
  " DELETE FROM pocket_block WHERE world IN (SELECT id FROM gone)";

/**
 * A world in a database, for `postgresBlocks` with the same name. The tables are made where they are missing; where
 * they are there, the right to read and write their rows is enough.
 */
export function postgresTarget(client: PostgresClient, name: string): PublishTarget {
  if (typeof name !== "string" || name === "") {
    throw new TypeError("postgresTarget needs the name of a world");
  }
  return new PostgresTarget(client, name);
}

class PostgresTarget implements PublishTarget {
  readonly name: string;
  readonly #client: PostgresClient;
  readonly #world: string;
  #madeTables = false;

  constructor(client: PostgresClient, world: string) {
    this.#client = client;
    this.#world = world;
    this.name = `postgres:${world}`;
  }

  async readPointer(): Promise<HeldPointer | undefined> {
    const [row] = await this.#query(pointerText, [this.#world]);
    const { id, bytes } = (row ?? {}) as Readonly<Record<string, unknown>>;
    return bytes instanceof Uint8Array ? { bytes, mark: String(id) } : undefined;
  }

  async writePointer(bytes: Uint8Array, mark: string | undefined): Promise<boolean> {
    const given = [this.#world, `${this.#world}@${crypto.randomUUID()}`, bytes.length, bytes];
    const rows =
      mark === undefined
        ? await this.#query(firstPointerText, given)
        : await this.#query(nextPointerText, [...given, mark]);
    return rows.length > 0;
  }

  async put(address: string, object: Blob, { onBytes, signal }: PutOptions): Promise<void> {
    const name = `${this.#world}/${address}`;
    const id = `${name}@${crypto.randomUUID()}`;
    await this.remove(address);
    await this.#query(planText, [name, id, object.size, blockBytes]);
    let first = 0;
    for (let at = 0; at < object.size; at += batchBytes) {
      signal?.throwIfAborted();
      const bytes = new Uint8Array(await object.slice(at, at + batchBytes).arrayBuffer());
      const blocks: Uint8Array[] = [];
      for (let from = 0; from < bytes.length; from += blockBytes) {
        blocks.push(bytes.subarray(from, from + blockBytes));
      }
      await this.#query(blockText, [id, blocks.map((_, block) => first + block), blocks]);
      first += blocks.length;
      onBytes?.(bytes.length);
    }
    await this.#query(worldText, [name, id]);
  }

  async remove(address: string): Promise<void> {
    await this.#query(removeText, [`${this.#world}/${address}`]);
  }

  /** Makes the tables first where they are missing. */
  async #query(text: string, given: unknown[]): Promise<readonly object[]> {
    try {
      return (await this.#client.query(text, given)).rows;
    } catch (error) {
      if ((error as { readonly code?: unknown }).code === undefinedTable && !this.#madeTables) {
        this.#madeTables = true;
        for (const table of tables) await this.#query(table, []);
        return await this.#query(text, given);
      }
      throw deniedByDatabase(error, this.name) ?? error;
    }
  }
}
