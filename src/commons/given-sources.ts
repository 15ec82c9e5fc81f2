/** What a caller gives to `open`, and what the place where it runs does with it. */

import { describeArgument } from "../errors/excerpts.ts";
import type { LoadHost } from "../load/bytes/file-tree.ts";
import { MemoryTree, memoryRoot } from "../load/bytes/memory-tree.ts";
import type { ChunkReader } from "../load/chunks/chunk-format.ts";
import type { LoadSource } from "../load/load-plan.ts";
import { isSnapshot } from "../snapshot/format.ts";
import type { SnapshotHost } from "../snapshot/host.ts";
import type { SnapshotBytes } from "../snapshot/snapshot-bytes.ts";
import {
  type BlobContent,
  bytesIn,
  bytesOf,
  isBlob,
  isNameless,
  isShared,
  isUrl,
} from "../store/columns/foreign-values.ts";
import type { Freeze, FreezeOptions, WorldBuilder } from "../world/world.ts";
import { Commons } from "./commons.ts";

/** What a file in memory holds: its text, its bytes, or a `Blob`. */
export type FileContent = string | ArrayBuffer | SharedArrayBuffer | ArrayBufferView | BlobContent;

/**
 * Files in memory, by name. They are loaded as a folder of these files would be: the name decides
 * the format. It may be a path with slashes, and diagnostics name the file by it. Bytes must not
 * change while they are loaded.
 */
export type MemoryFiles = Readonly<Record<string, FileContent>>;

/** What was given, in two kinds; the order within a kind is that of the caller. */
interface GivenSources {
  /** What was loaded before: snapshots, in files or in memory, and opened worlds. */
  readonly bases: readonly Base[];
  /** What is to be loaded. */
  readonly sources: readonly LoadSource[];
}

/** A snapshot in memory or its path, or a Commons. */
export type Base = Uint8Array | string | Commons;

/**
 * Bytes alone are a snapshot, whatever they hold. Paths stay what they are. All files in memory are
 * one folder, whichever of the sources they are in, which stands where the first of them stood.
 *
 * @throws TypeError for what is no source, and for two files in memory of one name
 */
export async function sourcesOf(source: unknown, host: OpenHost): Promise<GivenSources> {
  const alone = isNameless(source) ? await bytesIn(source) : bytesOf(source);
  if (alone !== undefined) return { bases: [alone], sources: [] };
  const kinds = new GivenKinds(host);
  for (const one of Array.isArray(source) ? source : [source]) await kinds.add(one);
  return kinds.sources;
}

/** Sorts what is given into its kinds. */
class GivenKinds {
  readonly #bases: Base[] = [];
  readonly #files = new Map<string, Uint8Array>();
  /** Undefined for the place of all files in memory. */
  readonly #sources: (LoadSource | undefined)[] = [];

  readonly #host: OpenHost;

  constructor(host: OpenHost) {
    this.#host = host;
  }

  get sources(): GivenSources {
    const memory = { tree: new MemoryTree(this.#files, this.#host.formats), path: memoryRoot };
    return { bases: this.#bases, sources: this.#sources.map((one) => one ?? memory) };
  }

  async add(one: unknown): Promise<void> {
    const bytes = isNameless(one) ? await bytesIn(one) : bytesOf(one);
    if (bytes !== undefined && isSnapshot(bytes)) this.#bases.push(bytes);
    else if (one instanceof Commons) this.#bases.push(one);
    else {
      const named = namedContents(one);
      if (named === undefined) this.#addPaths(one);
      else for (const [name, content] of named) await this.#addFile(name, content);
    }
  }

  #addPaths(one: unknown): void {
    const { snapshots, sources } = this.#host.paths(one);
    for (const path of snapshots) this.#bases.push(path);
    for (const source of sources) this.#sources.push(source);
  }

  async #addFile(name: string, content: unknown): Promise<void> {
    const path = pathOf(name);
    const files = this.#files;
    if (files.has(path)) throw new TypeError(`two files in memory have the name '${path}'`);
    const bytes = await contentOf(path, content);
    if (isSnapshot(bytes)) {
      this.#bases.push(bytes);
      return;
    }
    if (files.size === 0) this.#sources.push(undefined);
    files.set(path, bytes);
  }
}

/** Undefined for what is no file in memory. */
function namedContents(source: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof source !== "object" || source === null || isUrl(source)) return undefined;
  if (isBlob(source)) return [["name" in source ? String(source.name) : "", source]];
  const prototype: unknown = Object.getPrototypeOf(source);
  const isRecord = prototype === null || Object.getPrototypeOf(prototype) === null;
  const entries = isRecord ? Object.entries(source) : [];
  return entries.length === 0 ? undefined : entries;
}

/** @throws TypeError for a name that is no path within a folder */
function pathOf(name: string): string {
  const parts = name.split("/").filter((part) => part !== ".");
  if (parts.some((part) => part === "" || part === "..") || name.includes("\0")) {
    throw new TypeError(
      `a file in memory needs a name, which is a path within a folder, as in { "a.mcf": text }; not '${name}'`,
    );
  }
  return parts.join("/");
}

async function contentOf(path: string, content: unknown): Promise<Uint8Array> {
  if (typeof content === "string") return new TextEncoder().encode(content);
  const bytes = isBlob(content) ? await bytesIn(content) : bytesOf(content);
  // Decoders of browsers refuse shared memory.
  if (bytes !== undefined) return isShared(bytes.buffer) ? new Uint8Array(bytes) : bytes;
  const given = describeArgument(content);
  throw new TypeError(`the file '${path}' needs a text, bytes or a Blob, not ${given}`);
}

/** What opening a world needs of Node, or of a page. */
export interface OpenHost {
  readonly snapshots: SnapshotHost;
  /** For files in memory; those on disk have it with them. */
  readonly formats: LoadHost;
  /** The message when no source is given. */
  readonly nothingGiven: string;
  /** @throws TypeError for what is no path, and for every path where there are no files */
  paths(source: unknown): GivenPaths;
  /** A snapshot in a file. */
  snapshotAt(path: string, isWhole: boolean): SnapshotBytes;
  /**
   * Undefined if this thread does all.
   * @throws TypeError for a number of threads that is none
   */
  threads(builder: WorldBuilder, threads: number | undefined): LoadThreads | undefined;
}

interface GivenPaths {
  readonly snapshots: readonly string[];
  readonly sources: readonly LoadSource[];
}

/** Threads that read chunks of tables into a builder, and freeze it. */
interface LoadThreads extends ChunkReader {
  freeze(options: FreezeOptions): Promise<Freeze>;
  stop(): Promise<void>;
}
