/** Files that a caller has in memory. */

import { Commons } from "../commons/index.ts";
import { describeArgument } from "../errors/index.ts";
import { type LoadSource, MemoryTree, pathsOf } from "../load/index.ts";
import { isSnapshot } from "../snapshot/index.ts";
import { isSnapshotFile } from "../snapshot-file/index.ts";
import { bytesOf, isUrl } from "../store/index.ts";

/** What a `Blob` has that is needed here; one of any realm will do. */
export interface BlobContent {
  /** In bytes. */
  readonly size: number;
  /** All of its bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A `File`, which is a `Blob` with a name. */
export interface NamedBlob extends BlobContent {
  readonly name: string;
}

/** What a file in memory holds: its text, its bytes, or a `Blob`. */
export type FileContent = string | ArrayBuffer | SharedArrayBuffer | ArrayBufferView | BlobContent;

/**
 * Files in memory, by name. They are loaded as a folder of these files would be: a name tells the
 * format, it may be a path with slashes, and it is what diagnostics call the file. Bytes must not
 * be changed while they are loaded.
 */
export type MemoryFiles = Readonly<Record<string, FileContent>>;

/** What was given, in two kinds; the order within a kind is that of the caller. */
export interface GivenSources {
  /** What was loaded before: snapshots, in files or in memory, and opened worlds. */
  readonly bases: readonly Base[];
  /** What is to be loaded. */
  readonly sources: readonly LoadSource[];
}

/** A snapshot in memory or its path, or a Commons. */
export type Base = Uint8Array | string | Commons;

/**
 * Bytes alone are a snapshot, whatever they hold. Paths stay what they are. All files in memory are one folder,
 * whichever of the sources they are in, which stands where the first of them stood.
 *
 * @throws TypeError for what is no source, and for two files in memory of one name
 */
export async function sourcesOf(source: unknown, caller: string): Promise<GivenSources> {
  const alone = isNameless(source) ? await bytesIn(source) : bytesOf(source);
  if (alone !== undefined) return { bases: [alone], sources: [] };
  const kinds = new GivenKinds();
  for (const one of Array.isArray(source) ? source : [source]) await kinds.add(one, caller);
  return kinds.sources;
}

/** Sorts what is given into its kinds. */
class GivenKinds {
  readonly #bases: Base[] = [];
  readonly #files = new Map<string, Uint8Array>();
  /** Undefined for the place of all files in memory. */
  readonly #sources: (LoadSource | undefined)[] = [];

  get sources(): GivenSources {
    const tree = new MemoryTree(this.#files);
    return { bases: this.#bases, sources: this.#sources.map((one) => one ?? tree) };
  }

  async add(one: unknown, caller: string): Promise<void> {
    const bytes = isNameless(one) ? await bytesIn(one) : bytesOf(one);
    if (bytes !== undefined && isSnapshot(bytes)) this.#bases.push(bytes);
    else if (one instanceof Commons) this.#bases.push(one);
    else {
      const named = namedContents(one);
      if (named === undefined) this.#addPaths(pathsOf(one, caller));
      else for (const [name, content] of named) await this.#addFile(name, content);
    }
  }

  #addPaths(paths: readonly string[]): void {
    for (const path of paths) (isSnapshotFile(path) ? this.#bases : this.#sources).push(path);
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
  if (bytes !== undefined) return bytes;
  const given = describeArgument(content);
  throw new TypeError(`the file '${path}' needs a text, bytes or a Blob, not ${given}`);
}

async function bytesIn(blob: BlobContent): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

function isNameless(value: unknown): value is BlobContent {
  return isBlob(value) && !("name" in value);
}

function isBlob(value: unknown): value is BlobContent {
  if (typeof value !== "object" || value === null) return false;
  const { size, arrayBuffer } = value as Partial<BlobContent>;
  return typeof size === "number" && typeof arrayBuffer === "function";
}
