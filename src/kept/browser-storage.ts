/** The storage of a browser: a folder for each snapshot, with its bytes and what is known of them. */
import type { Commons } from "../commons/commons.ts";
import { CommonsError } from "../errors/errors.ts";
import { describeArgument } from "../errors/excerpts.ts";
import { requireCommons } from "../options/required-options.ts";
import type { NamedBlob } from "../store/columns/foreign-values.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";

/** A snapshot that the browser keeps: a `File`, which `open` takes. */
export interface KeptFile extends NamedBlob {
  /** When it was kept, in milliseconds since 1970. */
  readonly lastModified: number;
}

/** What is used of the storage of a browser. */
interface Folder {
  getDirectoryHandle(name: string, options?: { readonly create: boolean }): Promise<Folder>;
  getFileHandle(name: string, options?: { readonly create: boolean }): Promise<Handle>;
  removeEntry(name: string, options?: { readonly recursive: boolean }): Promise<void>;
  keys(): AsyncIterable<string>;
}

interface Handle {
  getFile(): Promise<Blob & KeptFile>;
  createWritable(): Promise<WritableStream<Uint8Array>>;
}

interface Storage {
  getDirectory(): Promise<Folder>;
  estimate(): Promise<{ readonly usage?: number; readonly quota?: number }>;
}

interface Browser {
  readonly storage?: Storage;
  readonly locks?: { request<Value>(name: string, act: () => Promise<Value>): Promise<Value> };
}

/** What is known of a kept snapshot. It is written last, so a snapshot without it is not whole. */
export interface About {
  readonly name: string;
  readonly etag?: string | null | undefined;
  readonly modified?: string | null | undefined;
}

export interface Kept {
  readonly about: About;
  readonly file: Blob & KeptFile;
}

const browser = (): Browser => (Reflect.get(globalThis, "navigator") ?? {}) as Browser;

/**
 * Keeps a world in the storage of the browser under a name, in place of one that has it.
 *
 * @throws CommonsError `SNAPSHOT` (rejects) when the storage is full, or the browser gives none
 * @throws TypeError (rejects) for a name that is no text, and for what is no Commons
 */
export async function keep(name: string, commons: Commons): Promise<void> {
  if (typeof name !== "string") {
    throw new TypeError(`keep needs a name, not ${describeArgument(name)}`);
  }
  requireCommons("keep", commons, "save");
  await alone(name, () => written({ name }, (to) => commons.save(to)));
}

/** The snapshots that the browser keeps, with their names; none where it gives no storage. */
export async function keptFiles(): Promise<readonly KeptFile[]> {
  const kept = [...(await allKept())];
  kept.sort((one, other) => compareUtf8(one.about.name, other.about.name));
  return kept.map(({ file, about: { name } }) => {
    return new File([file], name, { lastModified: file.lastModified });
  });
}

/** Forgets a snapshot; whether there was one. */
export async function removeKept(name: string): Promise<boolean> {
  return await alone(name, () => removed(name));
}

/** Pages and workers write a snapshot one after the other. */
export async function alone<Value>(name: string, act: () => Promise<Value>): Promise<Value> {
  const { locks } = browser();
  return locks === undefined ? await act() : await locks.request(`pocket-commons ${name}`, act);
}

async function rootOf(create: boolean): Promise<Folder> {
  const { storage } = browser();
  if (storage?.getDirectory === undefined) throw new DOMException("", "SecurityError");
  const all = await storage.getDirectory();
  return await all.getDirectoryHandle("pocket-commons", { create });
}

/** Any text can be a name, and an address is longer than names of files may be. */
async function keyOf(name: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(name));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function keptAt(name: string): Promise<Kept> {
  return await readIn(await (await rootOf(false)).getDirectoryHandle(await keyOf(name)));
}

async function readIn(folder: Folder): Promise<Kept> {
  const about = await (await folder.getFileHandle("about.json")).getFile();
  const file = await (await folder.getFileHandle("world.pocket")).getFile();
  return { about: JSON.parse(await about.text()) as About, file };
}

export async function written(
  about: About,
  write: (to: WritableStream<Uint8Array>) => Promise<void>,
): Promise<void> {
  try {
    const folder = await (await rootOf(true)).getDirectoryHandle(await keyOf(about.name), {
      create: true,
    });
    await folder.removeEntry("about.json").catch(() => undefined);
    const to = async (file: string) =>
      await (await folder.getFileHandle(file, { create: true })).createWritable();
    await write(await to("world.pocket"));
    await new Blob([JSON.stringify(about)]).stream().pipeTo(await to("about.json"));
  } catch (error) {
    await removed(about.name);
    const message = await refusalOf(error);
    const details = { fault: "unwritable", file: about.name, cause: error };
    throw new CommonsError("SNAPSHOT", `${about.name}: ${message}`, details);
  }
}

/** Whether there was one. */
async function removed(name: string): Promise<boolean> {
  const root = await rootOf(false).catch(() => undefined);
  const done = root?.removeEntry(await keyOf(name), { recursive: true });
  return (await done?.then(() => true).catch(() => false)) ?? false;
}

/** All that are whole. */
async function allKept(): Promise<readonly Kept[]> {
  const root = await rootOf(false).catch(() => undefined);
  const found: Kept[] = [];
  for await (const key of root?.keys() ?? []) {
    const kept = await root
      ?.getDirectoryHandle(key)
      .then(readIn)
      .catch(() => undefined);
    if (kept !== undefined) found.push(kept);
  }
  return found;
}

/** What a user can do about storage that takes nothing. */
async function refusalOf(error: unknown): Promise<string> {
  const names = [error, (error as { readonly cause?: unknown }).cause].map(
    (one) => (one as { readonly name?: string } | undefined)?.name,
  );
  if (names.includes("QuotaExceededError")) {
    const { usage = 0, quota = 0 } = (await browser().storage?.estimate()) ?? {};
    const used = `${(usage / 1e6).toFixed(1)} of ${(quota / 1e6).toFixed(1)} MB are used`;
    return `the storage of this browser is full (${used}): it is not kept; remove what is kept of this site, or free the disk`;
  }
  if (names.includes("SecurityError") || names.includes("NotAllowedError")) {
    return "this browser gives the page no storage: it is not kept; open the page by https: or from localhost, and not in a private window";
  }
  return `it is not kept: ${messageOf(error)}`;
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : `${error}`;
