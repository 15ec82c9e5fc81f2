/** Files that a caller has in memory. */

import { describeArgument } from "../errors/index.ts";
import { type LoadSource, MemoryTree, pathsOf } from "../load/index.ts";
import { isSnapshot } from "../snapshot/index.ts";
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

/** Sources as the loader takes them, or one snapshot in memory. */
export type GivenSources =
  | { readonly sources: readonly LoadSource[] }
  | { readonly snapshot: Uint8Array };

/**
 * Bytes alone are a snapshot. Paths stay what they are. All files in memory are one folder,
 * whichever of the sources they are in, which stands where the first of them stood.
 *
 * @throws TypeError for what is no source, and for two files in memory of one name
 */
export async function sourcesOf(source: unknown, caller: string): Promise<GivenSources> {
  const bytes = isNameless(source) ? await bytesIn(source) : bytesOf(source);
  if (bytes !== undefined) return { snapshot: bytes };
  const given: readonly unknown[] = Array.isArray(source) ? source : [source];
  const files = new Map<string, Uint8Array>();
  const sources: (LoadSource | undefined)[] = [];
  for (const one of given) {
    const named = namedContents(one);
    if (named === undefined) {
      sources.push(...pathsOf(one, caller));
      continue;
    }
    if (files.size === 0) sources.push(undefined);
    for (const [name, content] of named) await addFile(files, name, content);
  }
  const [snapshot] = [...files].filter(([, content]) => isSnapshot(content));
  if (snapshot === undefined) {
    const tree = new MemoryTree(files);
    return { sources: sources.map((one) => one ?? tree) };
  }
  if (files.size === 1 && sources.length === 1) return { snapshot: snapshot[1] };
  throw new TypeError(
    `${snapshot[0]} is a snapshot and cannot be loaded with others: open it alone`,
  );
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

async function addFile(
  files: Map<string, Uint8Array>,
  name: string,
  content: unknown,
): Promise<void> {
  const path = pathOf(name);
  if (files.has(path)) throw new TypeError(`two files in memory have the name '${path}'`);
  files.set(path, await contentOf(path, content));
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
