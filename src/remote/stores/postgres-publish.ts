/** Writes snapshots into PostgreSQL. Readers see a snapshot whole or not at all. */

import { SnapshotError } from "../../errors/errors.ts";
import { describeArgument } from "../../errors/excerpts.ts";
import { type OptionRows, requireOptions } from "../../options/required-options.ts";
import { isSnapshot, preludeBytes, readPrelude } from "../../snapshot/format.ts";
import { slicingCrc32 } from "../../store/columns/crc32.ts";
import type { PostgresClient } from "./postgres-blocks.ts";

/** Options of `publish`. */
export interface PublishOptions {
  /** Bytes of a row, at most 1 MiB. Default: 16 KiB. */
  readonly blockBytes?: number | undefined;
  /** Called with the number of bytes written so far. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** The bytes of a snapshot: at once, or piece by piece, as a stream of a file gives them. */
export type PublishSource = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const blockBytesDefault = 1 << 14;
const blockBytesMax = 1 << 20;

export const publishRows = {
  blockBytes: { is: ["whole"], min: preludeBytes, max: blockBytesMax },
  onProgress: { is: ["function"] },
} satisfies OptionRows<PublishOptions>;

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
const blockText =
  "INSERT INTO pocket_block (world, number, bytes)" +
  " SELECT $1, t.number, t.bytes FROM unnest($2::int[], $3::bytea[]) AS t (number, bytes)";
const worldText =
  "INSERT INTO pocket_world (name, id, length, block_bytes) VALUES ($1, $2, $3, $4)" +
  " ON CONFLICT (name) DO UPDATE SET id = excluded.id, length = excluded.length," +
  " block_bytes = excluded.block_bytes";
const oldText = "SELECT id FROM pocket_world WHERE name = $1";
const removeText = "DELETE FROM pocket_block WHERE world = $1";

/**
 * Writes a snapshot into a database under a name, for `postgresBlocks`. The row that makes it
 * visible is written last. It takes the place of an older world of that name, whose blocks are then
 * deleted: readers of that world get the fault `replaced`.
 *
 * @throws CommonsError `SNAPSHOT` (rejects) `foreign` or `truncated` when the bytes are no whole snapshot
 * @throws TypeError (rejects) for an empty name, and for a length of blocks outside of the limits
 */
export async function publish(
  client: PostgresClient,
  name: string,
  source: PublishSource,
  options: PublishOptions = {},
): Promise<void> {
  requireOptions("publish", options, publishRows);
  const { blockBytes = blockBytesDefault, onProgress } = options;
  if (typeof name !== "string" || name === "") {
    throw new TypeError(`publish needs a name, not ${describeArgument(name)}`);
  }
  for (const text of tables) await client.query(text, []);
  const old = (await client.query(oldText, [name])).rows as readonly { readonly id: string }[];
  const id = crypto.randomUUID();
  try {
    const length = await putBlocks(client, id, blocksOf(source, blockBytes), onProgress);
    await client.query(worldText, [name, id, length, blockBytes]);
  } catch (error) {
    await client.query(removeText, [id]).catch(() => {});
    throw error;
  }
  for (const row of old) await client.query(removeText, [row.id]);
}

/** Writes all blocks. @returns their bytes, which are those of a whole snapshot */
async function putBlocks(
  client: PostgresClient,
  id: string,
  blocks: AsyncIterable<Uint8Array>,
  onProgress: PublishOptions["onProgress"],
): Promise<number> {
  let length = 0;
  let fileBytes = 0;
  let first = 0;
  let batch: Uint8Array[] = [];
  const put = async () => {
    const numbers = batch.map((_, at) => first + at);
    await client.query(blockText, [id, numbers, batch]);
    first += batch.length;
    batch = [];
    onProgress?.(length);
  };
  for await (const block of blocks) {
    if (length === 0) fileBytes = fileBytesOf(block);
    length += block.length;
    batch.push(block);
    if (batch.length * block.length >= batchBytes) await put();
  }
  if (batch.length > 0) await put();
  if (length === 0) throw new SnapshotError("foreign", "is empty, not a snapshot");
  if (length === fileBytes) return length;
  const message = `has ${length} bytes, not ${fileBytes}: save it again from the data`;
  throw new SnapshotError(length < fileBytes ? "truncated" : "damaged", message);
}

function fileBytesOf(block: Uint8Array): number {
  if (!isSnapshot(block)) throw new SnapshotError("foreign", "is not a snapshot");
  return readPrelude(block.subarray(0, preludeBytes), slicingCrc32, undefined).fileBytes;
}

/** Copies of one length; the last one may be shorter. */
async function* blocksOf(source: PublishSource, blockBytes: number): AsyncIterable<Uint8Array> {
  let block = new Uint8Array(blockBytes);
  let filled = 0;
  for await (const piece of source instanceof Uint8Array ? [source] : source) {
    for (let at = 0; at < piece.length; ) {
      const bytes = piece.subarray(at, at + blockBytes - filled);
      block.set(bytes, filled);
      filled += bytes.length;
      at += bytes.length;
      if (filled < blockBytes) continue;
      yield block;
      block = new Uint8Array(blockBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield block.subarray(0, filled);
}
