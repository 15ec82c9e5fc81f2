/** What callers give as a source, as loaded worlds and files to load; and from these to a Commons. */

import { LoadError } from "../../errors/errors.ts";
import { describeArgument } from "../../errors/excerpts.ts";
import type { FileTree, LoadHost } from "../../load/bytes/file-tree.ts";
import { MemoryTree, memoryRoot } from "../../load/bytes/memory-tree.ts";
import type { LoadSource, TableProposer } from "../../load/load-plan.ts";
import { isPage, isSnapshot, page } from "../../snapshot/format.ts";
import { BufferBytes } from "../../snapshot/snapshot-bytes.ts";
import { bytesIn, bytesOf, isBlob, isNameless, isUrl } from "../../store/columns/foreign-values.ts";
import { Commons } from "../commons.ts";
import type { OpenSettings } from "../reopen.ts";
import {
  isResponse,
  isStream,
  type NamedContent,
  nameAsRead,
  nameOfContent,
  readContent,
} from "../source-content.ts";
import type { WorldMaker } from "../world-maker.ts";
import type { StartThreads } from "./load-files.ts";
import { openStored, type StoredHost } from "./open-stored.ts";

/** What opening a world needs of Node, or of a page. */
export interface OpenHost extends SourceHost, StoredHost {
  /** The message when no source is given. */
  readonly nothingGiven: string;
  /** @throws TypeError for a number of threads that is none */
  threads(count: number | undefined): StartThreads;
}

/** Options of both. */
export interface AnyOptions extends OpenSettings {
  readonly threads?: number | undefined;
}

/** `open`, in Node and in a page. */
export async function openSources(
  source: unknown,
  options: AnyOptions,
  host: OpenHost,
): Promise<Commons> {
  const { bases, sources } = await sourcesOf(source, host, "open", options.signal);
  const [base] = bases;
  if (sources.length > 0 || bases.length > 1 || base instanceof Commons) {
    return await openFiles(bases, sources, options, host);
  }
  if (base === undefined) throw new TypeError(host.nothingGiven);
  return await openStored(base, options, host);
}

async function openFiles(
  bases: readonly Base[],
  sources: readonly LoadSource[],
  options: AnyOptions,
  host: OpenHost,
): Promise<Commons> {
  const { loadFiles } = await import("./load-files.ts");
  const opened = await Promise.all(bases.map((base) => openBase(base, options, host)));
  const loaded = await loadFiles(opened, sources, options, host.threads(options.threads));
  // Their columns were copied. What the caller opened stays the caller's.
  for (const commons of opened) if (!bases.includes(commons)) commons.close();
  return new Commons({ ...loaded, host: host.snapshots });
}

/** Checks what it reads of a base as if the base was opened alone. */
export async function openBase(base: Base, options: AnyOptions, host: OpenHost): Promise<Commons> {
  if (base instanceof Commons) return base;
  const { read, verify, signal } = options;
  return await openStored(base, { read, verify, signal }, host);
}

/** What was given, in two kinds; the order within a kind is that of the caller. */
interface GivenSources {
  /** What was loaded before: snapshots, in files or in memory, and opened worlds. */
  readonly bases: readonly Base[];
  /** What is to be loaded. */
  readonly sources: readonly LoadSource[];
}

/** A snapshot in memory or its path, or a Commons. */
export type Base = BufferBytes | string | Commons;

/** What reading sources needs of Node, or of a page. */
interface SourceHost {
  /** For files in memory; those on disk have it with them. */
  readonly formats: LoadHost;
  /** Undefined where there are no files. */
  readonly disk:
    | {
        readonly tree: FileTree;
        /** Undefined for what is neither a text nor a file URL. */
        pathOf(source: unknown): string | undefined;
        isSnapshot(path: string): boolean;
      }
    | undefined;
}

/**
 * All files in memory are one folder, whichever of the sources they are in, which stands where the
 * first of them stood. What has no name is a snapshot: if it is given alone, whatever it holds.
 *
 * @param caller what errors name
 * @throws TypeError (rejects) for what is no source, and for two files in memory of one name
 * @throws CommonsError `LOAD` (rejects) for a stream or an answer that cannot be read
 */
export async function sourcesOf(
  source: unknown,
  host: SourceHost,
  caller: string,
  signal?: AbortSignal,
): Promise<GivenSources> {
  const alone = await snapshotAlone(source);
  if (alone !== undefined) return { bases: [new BufferBytes(alone)], sources: [] };
  const kinds = new GivenKinds(host, caller, signal);
  for (const one of Array.isArray(source) ? source : [source]) await kinds.add(one);
  return kinds.sources;
}

/** Bytes, or a `Blob` without a name. */
async function snapshotAlone(source: unknown): Promise<Uint8Array | undefined> {
  if (typeof source === "string" || Array.isArray(source)) return undefined;
  return isNameless(source) ? await bytesIn(source) : bytesOf(source);
}

/** Sorts what is given into its kinds. */
class GivenKinds {
  readonly #bases: Base[] = [];
  readonly #files = new Map<string, Uint8Array>();
  /** Undefined for the place of all files in memory. */
  readonly #sources: (LoadSource | undefined)[] = [];
  readonly #host: SourceHost;
  readonly #caller: string;
  readonly #signal: AbortSignal | undefined;
  #worlds = 0;
  #additions = 0;
  /** Where files in memory go: what is added to a world may have the names of other files. */
  #folder = "";

  constructor(host: SourceHost, caller: string, signal: AbortSignal | undefined) {
    this.#host = host;
    this.#caller = caller;
    this.#signal = signal;
  }

  get sources(): GivenSources {
    const sources = this.#sources.map((one) => ({ ...(one ?? this.#memory()), propose }));
    return { bases: this.#bases, sources };
  }

  #memory(): LoadSource {
    return { tree: new MemoryTree(this.#files, this.#host.formats), path: memoryRoot };
  }

  async add(one: unknown): Promise<void> {
    if (one instanceof Commons) this.#bases.push(one);
    else if (isWorldMaker(one)) await this.#addWorld(one);
    else if (typeof one === "string" || isUrl(one)) this.#addPath(one);
    else if (isContent(one)) await this.#addContent(one);
    else {
      const files = filesOf(one);
      if (isPosted(one)) throw new TypeError(`${this.#caller}: ${posted}`);
      if (files.length === 0) this.#refuse(one);
      for (const [name, content] of files) await this.#addFile(name, content);
    }
  }

  #addPath(one: string | URL): void {
    const { disk } = this.#host;
    refuseAddress(String(one), this.#caller);
    if (disk === undefined) noPath(one, this.#caller);
    if (typeof one === "string" && one.includes("\n")) {
      throw new TypeError(
        `${this.#caller} needs a path, not a text of several lines: give the text under the name of a file, ` +
          `as in { "town.mcf": text }`,
      );
    }
    const path = disk.pathOf(one);
    if (path === undefined) this.#refuse(one);
    if (disk.isSnapshot(path)) this.#bases.push(path);
    else this.#sources.push({ tree: disk.tree, path });
  }

  async #addContent(content: unknown): Promise<void> {
    const name = nameOfContent(content);
    if (name !== undefined) return await this.#addFile(name, content);
    const bytes = await readContent(content, "a source without a name", this.#signal);
    if (bytes !== undefined && isSnapshot(bytes)) this.#bases.push(new BufferBytes(bytes));
    else pathWithin("");
  }

  async #addFile(name: string, content: unknown): Promise<void> {
    const given = this.#folder + pathWithin(name);
    const files = this.#files;
    const bytes = await readContent(content, given, this.#signal);
    if (bytes === undefined) {
      if (content instanceof Promise) content.catch(() => undefined);
      const other = describeArgument(content);
      throw new TypeError(`the file '${given}' needs a text, bytes or a stream, not ${other}`);
    }
    const path = nameAsRead(given, content, bytes);
    if (files.has(path)) throw new TypeError(`two files in memory have the name '${path}'`);
    if (isPage(bytes)) throw new LoadError(`is ${page}`, { file: path });
    if (isSnapshot(bytes)) {
      this.#bases.push(new BufferBytes(bytes, path));
      return;
    }
    if (files.size === 0) this.#sources.push(undefined);
    files.set(path, bytes);
  }

  /** What was added to it comes first. Its own files have a folder of their own. */
  async #addWorld(world: WorldMaker): Promise<void> {
    const outside = this.#folder;
    for (const source of world.additions) {
      this.#additions += 1;
      this.#folder = `added-${this.#additions}/`;
      await this.add(source);
    }
    this.#folder = outside;
    this.#worlds += 1;
    const folder = this.#worlds === 1 ? "world()" : `world() ${this.#worlds}`;
    const files = new Map<string, Uint8Array>();
    for (const [name, text] of Object.entries(world.files)) {
      files.set(`${folder}/${name}`, new TextEncoder().encode(text));
    }
    const tables: Omit<LoadSource, "tree">[] = [];
    const { bytesOfRows, columnsOfRows } = await import("./row-tables.ts");
    for (const [at, table] of world.tables.entries()) {
      const path = `${folder}.rows/${at + 1}.csv`;
      const columns = columnsOfRows(table);
      files.set(path, await bytesOfRows(table, path, this.#signal));
      tables.push({ path, columns });
    }
    const tree = new MemoryTree(files, this.#host.formats);
    this.#sources.push({ tree, path: folder }, ...tables.map((table) => ({ tree, ...table })));
  }

  #refuse(one: unknown): never {
    // This error is the one to see, not that of a request whose answer nobody awaits.
    if (one instanceof Promise) one.catch(() => undefined);
    const given = describeArgument(one);
    const paths = this.#host.disk === undefined ? "" : "a path, a file URL, ";
    throw new TypeError(
      `${this.#caller} needs ${paths}files in memory, a snapshot or a Commons, or a list of them, not ${given}`,
    );
  }
}

const propose: TableProposer = async (file) => {
  const { proposeLaidFile } = await import("../../propose/propose-laid-file.ts");
  return await proposeLaidFile(file);
};

/** By its members: a page that writes no worlds does not load the class. */
function isWorldMaker(one: unknown): one is WorldMaker {
  const isObject = typeof one === "object" && one !== null;
  return isObject && "additions" in one && "tables" in one && "files" in one;
}

/** What may have a name of its own, or none. */
function isContent(one: unknown): boolean {
  return bytesOf(one) !== undefined || isBlob(one) || isResponse(one) || isStream(one);
}

/** The files of a plain object of any realm: content by name, or `{ name, content }`. */
function filesOf(one: unknown): readonly (readonly [string, unknown])[] {
  if (typeof one !== "object" || one === null) return [];
  const prototype: unknown = Object.getPrototypeOf(one);
  const isRecord = prototype === null || Object.getPrototypeOf(prototype) === null;
  const entries = isRecord ? Object.entries(one) : [];
  const { name, content } = one as Partial<NamedContent>;
  const isNamed = entries.length === 2 && typeof name === "string" && content !== undefined;
  return isNamed ? [[name, content]] : entries;
}

/** @throws TypeError for a name that is no path within a folder */
function pathWithin(name: string): string {
  const parts = name.split("/").filter((part) => part !== ".");
  if (parts.some((part) => part === "" || part === "..") || name.includes("\0")) {
    throw new TypeError(
      `a file in memory needs a name, which is a path within a folder, as in ` +
        `{ "a.mcf": text } or { name: "a.mcf", content: stream }; not '${name}'`,
    );
  }
  return parts.join("/");
}

/** @throws TypeError where there are no files: it names what is taken instead of a path */
export function noPath(given: unknown, caller: string): never {
  throw new TypeError(
    `${caller} needs files in memory or the bytes of a snapshot here, not ${describeArgument(given)}: no files; await fetch(address) gives a Response, which it takes`,
  );
}

/** @throws TypeError for an address: nothing is fetched unless a program fetches it */
function refuseAddress(address: string, caller: string): void {
  const [, scheme] = /^([a-z][a-z\d+.-]+):/i.exec(address) ?? [];
  const isAddress =
    /^(?:https?|postgres(?:ql)?):/i.test(address) || /^[a-z\d+.-]+:\/\//i.test(address);
  if (scheme === undefined || scheme.toLowerCase() === "file" || !isAddress) return;
  throw new TypeError(
    `${caller} reads files, and ${describeArgument(address)} is an address: openRemote of ` +
      "pocket-commons/remote asks a snapshot there; await fetch(address) gives a Response, which is a source",
  );
}

/** What a worker gets of a Commons that was posted to it. */
const posted =
  "this is a copy of an open Commons, which has lost its methods: post commons.share(), and give it to attach";

const isPosted = (one: unknown): boolean => {
  const { info } = (one ?? {}) as { readonly info?: { readonly nodeCount?: unknown } };
  return typeof info === "object" && typeof info?.nodeCount === "number";
};
