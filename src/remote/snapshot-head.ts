/** The bytes before and after the sections of a snapshot in a store: what it is opened from. */

import { SnapshotError } from "../errors/errors.ts";
import {
  endBytes,
  endMarkOf,
  preludeBytes,
  readPrelude,
  tagOfPrelude,
} from "../snapshot/format.ts";
import { nearEndOf } from "../snapshot/header.ts";
import { slicingCrc32 } from "../store/columns/crc32.ts";
import type { HeldBytes, RemoteBytes } from "./remote-bytes.ts";
import { RemoteError } from "./stores/block-store.ts";
import type { WorldObject } from "./world-objects.ts";

/** Enough for the header of most worlds. */
const headBytes = 1 << 16;
/** The near sections of a world that this library saved are shorter. */
const nearBytesMax = 1 << 18;
/** A longer header is a damaged number. */
const headerBytesMax = 1 << 25;

/** The bytes before and after the sections of an object. */
export interface ObjectHead {
  readonly name: string;
  readonly length: number;
  readonly version: string;
  readonly tag: string;
  readonly held: readonly HeldBytes[];
  readonly hasNear: boolean;
}

/** @throws SnapshotError (rejects), and RemoteError */
export async function readHead(object: WorldObject, pastCaches: boolean): Promise<ObjectHead> {
  const { start: first, reader } = object;
  const { traffic } = reader;
  // Rounds of several objects are the same ones.
  const isCounted = first === 0;
  if (isCounted && (pastCaches || !object.isDescribed)) traffic.rounds++;
  const { length, version, head: given } = await object.describe(pastCaches);
  const read = async (start: number, end: number): Promise<HeldBytes> => {
    const [bytes = new Uint8Array()] =
      start < end ? await reader.read([{ start, end }], version, pastCaches) : [];
    return { start, bytes };
  };
  let head = pastCaches ? undefined : given;
  if (head === undefined) {
    if (isCounted) traffic.rounds++;
    head = (await read(0, Math.min(headBytes, length))).bytes;
  }
  const { tag, rest, hasNear, isWhole } = headOf(head, length, object);
  const held: HeldBytes[] = [{ start: 0, bytes: head }];
  // If not, the check of the length throws.
  if (isWhole) {
    if (isCounted) traffic.rounds++;
    const last = read(length - endBytes, length);
    held.push(...(await Promise.all([read(head.length, Math.max(head.length, rest)), last])));
  }
  return { name: object.name, length, version, tag, held, hasNear };
}

/**
 * What the first bytes of an object say: its tag, where what is read with the header ends, and whether the near
 * sections lie before that.
 *
 * @throws SnapshotError when they are not those of a snapshot, or of another one than a pointer names
 */
function headOf(head: Uint8Array, length: number, { expected, name }: WorldObject) {
  const prelude = readPrelude(head.subarray(0, preludeBytes), slicingCrc32, name);
  const { headerBytes, fileBytes } = prelude;
  const tag = tagOfPrelude(prelude);
  if (expected?.tag !== undefined && expected.tag !== tag) {
    const message = `is not the snapshot that the pointer names: its tag is ${tag}, not ${expected.tag}`;
    throw new SnapshotError("damaged", message, { file: name });
  }
  if (headerBytes > headerBytesMax) {
    throw new RemoteError("damaged", `${name}: its header cannot be so long`);
  }
  const isWhole = fileBytes === length && preludeBytes + headerBytes + endBytes <= length;
  const near = isWhole ? nearEndOf(head, prelude) : 0;
  const hasNear = near > preludeBytes + headerBytes && near - head.length <= nearBytesMax;
  return { tag, rest: hasNear ? near : preludeBytes + headerBytes, hasNear, isWhole };
}

/** Where the blocks that `headHere` reads begin. */
export function headPositions({ start, expected }: WorldObject): readonly number[] {
  return [start, start + Math.min(headBytes, expected?.bytes ?? 0)];
}

/**
 * The same of a part, out of the blocks of a question; undefined, and wanted, while they are not here. The mark of its
 * end is not read: the store has the length that the pointer names, and blocks have checksums. This saves a round.
 */
export function headHere(
  object: WorldObject,
  all: RemoteBytes,
): Omit<ObjectHead, "version"> | undefined {
  const { start, name, expected } = object;
  const length = expected?.bytes ?? 0;
  const head = all.block(start, Math.min(headBytes, length));
  if (head === undefined) return undefined;
  const { tag, rest, hasNear } = headOf(head, length, object);
  const held = [{ start: 0, bytes: head }];
  if (rest > head.length) {
    const bytes = all.block(start + head.length, rest - head.length);
    if (bytes === undefined) return undefined;
    held.push({ start: head.length, bytes });
  }
  held.push({ start: length - endBytes, bytes: endMarkOf(length) });
  return { name, length, tag, held, hasNear };
}
