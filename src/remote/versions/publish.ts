/** Worlds published as versions: written, made current, listed and removed. */

import { SnapshotError } from "../../errors/errors.ts";
import { describeArgument } from "../../errors/excerpts.ts";
import { type OptionRows, requireOptions } from "../../options/required-options.ts";
import { endsInIndex } from "../../parts/divide-index.ts";
import { checkPart } from "../../parts/index-of-parts.ts";
import { type Piece, piecesOf, type StoredObject } from "../../parts/stored-pieces.ts";
import {
  isAddress,
  isVersionName,
  versionIn,
  type WorldPointer,
  type WorldVersion,
} from "../../parts/world-pointer.ts";
import {
  isSnapshot,
  type Prelude,
  preludeBytes,
  readPrelude,
  tagOfPrelude,
} from "../../snapshot/format.ts";
import { decodeHeader } from "../../snapshot/header.ts";
import { Snapshot } from "../../snapshot/snapshot.ts";
import { BufferBytes } from "../../snapshot/snapshot-bytes.ts";
import { checkContents, type WorldContents } from "../../snapshot/world-contents.ts";
import { slicingCrc32 } from "../../store/columns/crc32.ts";
import { failing } from "../stores/block-store.ts";
import { changePointer, Lease, leaseMax, objectsOf, packsOf, pointerOf } from "./held-pointer.ts";
import type { PublishTarget } from "./publish-target.ts";
import { type SharedObject, sharedWith } from "./shared-pieces.ts";

/** The bytes of a snapshot; of a file by `openAsBlob` of `node:fs`. */
export type PublishSource = Uint8Array | Blob;

/** Options of calls that write to a target. */
export interface OperateOptions {
  /** Milliseconds after which another publisher may take the place of one that is silent. Default: 60,000. */
  readonly lease?: number | undefined;
}

/** Options of `publish`. */
export interface PublishOptions extends OperateOptions {
  /** Name of the version: letters, digits, `_ - . ~`. Default: the time. */
  readonly version?: string | undefined;
  /** Beside the graph of a world in parts: the index, and the parts in its order. Default: none. */
  readonly parts?: readonly PublishSource[] | undefined;
  /** How many versions there are afterwards, at most; the oldest ones are removed. Default: all stay. */
  readonly keep?: number | undefined;
  /** Writes nothing, and reports what would be written. Default: false. */
  readonly dryRun?: boolean | undefined;
  /** Called with the number of bytes written so far. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
  /** Stops before the pointer changes: it rejects with the reason of the signal, and no version is added. */
  readonly signal?: AbortSignal | undefined;
}

const leaseRow = { is: ["number"], min: 100, max: leaseMax } as const;

export const operateRows = { lease: leaseRow } satisfies OptionRows<OperateOptions>;

export const publishRows = {
  lease: leaseRow,
  version: { is: ["text"] },
  parts: { is: ["list"] },
  keep: { is: ["whole"], min: 1 },
  dryRun: { is: ["flag"] },
  onProgress: { is: ["function"] },
  signal: { is: ["signal"] },
} satisfies OptionRows<PublishOptions>;

const leaseDefault = 60_000;

/** What `publish` wrote, or would write. */
export interface PublishReport {
  readonly version: string;
  /** Each object of the version, and whether bytes of it go to the store. All others are there already. */
  readonly objects: readonly (StoredObject & { readonly isMoved: boolean })[];
  /** Bytes that go to the store. */
  readonly movedBytes: number;
  /** Bytes of all objects in the store afterwards. */
  readonly storedBytes: number;
  /** Names of versions that are removed. */
  readonly removed: readonly string[];
}

/**
 * Publishes a snapshot as a new version of a world. Its objects are written first and the pointer last, so readers
 * see the new version whole or not at all. Objects that an older version has are not written again.
 *
 * @throws CommonsError `SNAPSHOT` (rejects) for bytes that are no whole snapshot, and for parts that do not belong
 * together
 * @throws RemoteError (rejects) `unavailable` while another publisher is at work
 * @throws TypeError (rejects) for a name that there is already, and one that no store takes
 */
export async function publish(
  target: PublishTarget,
  snapshot: PublishSource,
  options: PublishOptions = {},
): Promise<PublishReport> {
  requireOptions("publish", options, publishRows);
  const { version = timeName(), parts = [], lease: milliseconds = leaseDefault } = options;
  if (!isVersionName(version)) {
    const given = describeArgument(version);
    throw new TypeError(`publish: 'version' has letters, digits, _ - . and ~, not ${given}`);
  }
  const files = await Promise.all([snapshot, ...parts].map((one) => fileOf(one, version)));
  await checkParts(files);
  const [, index] = files;
  if (index !== undefined) files[1] = { ...index, pieces: await piecesOfIndex(index) };
  const before = await pointerOf(target);
  if (options.dryRun === true) return planOf(before, version, files, options).report;
  // Before anything is taken.
  planOf(before, version, files, options);
  options.signal?.throwIfAborted();
  const lease = await Lease.take(target, milliseconds);
  try {
    const addresses = files.map(({ stored }) => stored.address);
    const now = await lease.change((pointer) => pointer, addresses);
    const plan = planOf(now, version, files, options);
    const signals = [lease.lost.signal, options.signal].filter((one) => one !== undefined);
    const signal = AbortSignal.any(signals);
    await putAll(target, plan.moved, signal, options.onProgress);
    signal.throwIfAborted();
    const dropped = addressesOf(plan.dropped);
    await lease.change((pointer) => planOf(pointer, version, files, options).next, dropped);
    await lease.clean();
    await lease.release();
    return plan.report;
  } catch (error) {
    await lease.abandon();
    throw lease.lost.signal.aborted ? lease.lost.signal.reason : error;
  }
}

/** The versions of a world and the one that is current. */
export async function versionsOf(target: PublishTarget): Promise<WorldPointer> {
  return await pointerOf(target);
}

/**
 * Makes another version the current one, for readers that follow and for later ones: to roll back, and to undo that.
 *
 * @throws RemoteError (rejects) `missing` when there is no such version
 */
export async function makeCurrent(target: PublishTarget, version: string): Promise<WorldPointer> {
  return await changePointer(target, (pointer) => {
    const { name } = versionIn(pointer, version, failing(target.name));
    return { ...pointer, current: name };
  });
}

/**
 * Removes versions, their objects, and what killed publishers left.
 *
 * @param versions names; none: only what was left is removed
 * @throws TypeError (rejects) for the current version
 * @throws RemoteError (rejects) `missing` when there is no such version, `unavailable` while another publisher is at
 * work
 */
export async function removeVersions(
  target: PublishTarget,
  versions: readonly string[] = [],
  options: OperateOptions = {},
): Promise<void> {
  requireOptions("removeVersions", options, operateRows);
  const lease = await Lease.take(target, options.lease ?? leaseDefault);
  try {
    const dropped: WorldVersion[] = [];
    const drop = (pointer: WorldPointer): WorldPointer => {
      dropped.length = 0;
      dropped.push(...versions.map((name) => versionIn(pointer, name, failing(target.name))));
      if (versions.includes(pointer.current ?? "")) {
        const given = describeArgument(pointer.current);
        throw new TypeError(
          `removeVersions: ${given} is the current version: make another current`,
        );
      }
      return { ...pointer, versions: pointer.versions.filter((one) => !dropped.includes(one)) };
    };
    // Two steps: what is to be removed is named before no version names it.
    drop(await pointerOf(target));
    await lease.change((pointer) => pointer, addressesOf(dropped));
    await lease.change(drop);
    await lease.clean();
    await lease.release();
  } catch (error) {
    await lease.abandon();
    throw error;
  }
}

const timeName = (): string => new Date().toISOString().replaceAll(":", "");

interface SourceFile extends SharedObject {
  readonly prelude: Prelude;
  /** Of an index: the next one has most of them, too. */
  readonly pieces?: readonly Piece[];
}

/** @throws SnapshotError for what is no whole snapshot */
async function fileOf(snapshot: PublishSource, version: string): Promise<SourceFile> {
  const blob = snapshot instanceof Uint8Array ? new Blob([new Uint8Array(snapshot)]) : snapshot;
  const head = new Uint8Array(await blob.slice(0, preludeBytes).arrayBuffer());
  if (!isSnapshot(head)) throw new SnapshotError("foreign", "is not a snapshot");
  const prelude = readPrelude(head, slicingCrc32, undefined);
  if (blob.size !== prelude.fileBytes) {
    const message = `has ${blob.size} bytes, not ${prelude.fileBytes}: save it again from the data`;
    throw new SnapshotError(blob.size < prelude.fileBytes ? "truncated" : "damaged", message);
  }
  const tag = tagOfPrelude(prelude);
  const address = `${version}-${tag}.pocket`;
  if (!isAddress(address)) {
    throw new TypeError(`publish: 'version' is too long: its objects cannot be named '${address}'`);
  }
  return { blob, stored: { address, bytes: blob.size, tag }, prelude };
}

/** @throws SnapshotError for a part of another graph, or another part than the index was made of */
async function checkParts([graph, index, ...parts]: readonly SourceFile[]): Promise<void> {
  if (graph === undefined) return;
  const { tag } = graph.stored;
  if (index === undefined) {
    if ((await inPartsOf(graph)) === undefined) return;
    const message = "is a file of a world in parts: publish the world.json that names it";
    throw new SnapshotError("foreign", message);
  }
  const made = await inPartsOf(index);
  const fail = (message: string) =>
    new SnapshotError("foreign", message, { file: "the index of the parts" });
  if (made?.parts === undefined || made.graph !== tag) {
    throw fail("was made with another graph: join the parts again");
  }
  if (made.parts.length !== parts.length) {
    throw fail(`is of ${made.parts.length} parts, and ${parts.length} are given`);
  }
  for (const [at, part] of parts.entries()) {
    const found = { tag: part.stored.tag, graph: (await inPartsOf(part))?.graph };
    checkPart(`part ${at}`, found, { tag: made.parts[at] ?? "", graph: tag });
  }
}

/** The world in parts that a file belongs to. */
async function inPartsOf({ blob, prelude }: SourceFile): Promise<WorldContents["inParts"]> {
  const { headerBytes, headerCheck } = prelude;
  const read = blob.slice(preludeBytes, preludeBytes + headerBytes);
  const bytes = new Uint8Array(await read.arrayBuffer());
  if (slicingCrc32(bytes) !== headerCheck) {
    throw new SnapshotError("damaged", "its header is damaged: save it again from the data");
  }
  const { contents } = decodeHeader(bytes, prelude, undefined);
  checkContents(contents, undefined);
  return contents.inParts;
}

/** @throws SnapshotError for one that is damaged */
async function piecesOfIndex({ blob, prelude }: SourceFile): Promise<readonly Piece[]> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const columns = new Snapshot(new BufferBytes(bytes, "the index of the parts"), slicingCrc32);
  const { sections } = decodeHeader(headerIn(bytes, prelude), prelude, undefined);
  return await piecesOf(bytes, endsInIndex(sections, columns, bytes.length));
}

const headerIn = (bytes: Uint8Array, { headerBytes }: Prelude): Uint8Array =>
  bytes.subarray(preludeBytes, preludeBytes + headerBytes);

/** What publishing makes of a pointer. */
function planOf(
  pointer: WorldPointer,
  name: string,
  files: readonly SourceFile[],
  { keep = Number.POSITIVE_INFINITY }: PublishOptions,
) {
  if (pointer.versions.some((one) => one.name === name)) {
    throw new TypeError(`publish: there is a version ${describeArgument(name)} already`);
  }
  const objects = pointer.versions.flatMap(objectsOf);
  const known = new Map(objects.map((one) => [keyOf(one), one]));
  const found = files.map((file) => {
    const same = known.get(keyOf(file.stored));
    if (same !== undefined) return { ...file, stored: same, isMoved: false };
    const { pieces } = file;
    return { ...(pieces ? sharedWith(objects, file, pieces) : file), isMoved: true };
  });
  const [snapshot, ...parts] = found.map(({ stored }) => stored);
  const version: WorldVersion = {
    name,
    published: new Date().toISOString(),
    snapshot: snapshot as StoredObject,
    ...(parts.length > 0 ? { parts } : {}),
  };
  const versions = [version, ...pointer.versions];
  const next: WorldPointer = { ...pointer, current: name, versions: versions.slice(0, keep) };
  const dropped = versions.slice(keep);
  const all = new Map(next.versions.flatMap(packsOf).map((one) => [one.address, one.bytes]));
  const moved = found.filter(({ isMoved }) => isMoved);
  const report: PublishReport = {
    version: name,
    objects: found.map(({ stored, isMoved }) => ({ ...stored, isMoved })),
    movedBytes: moved.reduce((sum, { blob }) => sum + blob.size, 0),
    storedBytes: [...all.values()].reduce((sum, bytes) => sum + bytes, 0),
    removed: dropped.map((one) => one.name),
  };
  return { next, dropped, moved, report };
}

const keyOf = ({ tag, bytes }: StoredObject): string => `${tag} ${bytes}`;

async function putAll(
  target: PublishTarget,
  moved: readonly SharedObject[],
  signal: AbortSignal,
  onProgress: PublishOptions["onProgress"],
): Promise<void> {
  let written = 0;
  const onBytes = (bytes: number) => {
    written += bytes;
    onProgress?.(written);
  };
  for (const { blob, stored } of moved) {
    signal.throwIfAborted();
    const before = written;
    await target.put(stored.address, blob, { onBytes, signal });
    if (written === before) onBytes(blob.size);
  }
}

const addressesOf = (versions: readonly WorldVersion[]): readonly string[] =>
  versions.flatMap(packsOf).map(({ address }) => address);
