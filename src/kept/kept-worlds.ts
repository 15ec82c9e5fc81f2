/** Snapshots in the storage of a browser: a page opens them again without a download. */

import type { Commons } from "../commons/commons.ts";
import { type OpenOptions, open } from "../commons/without-files.ts";
import { CommonsError } from "../errors/errors.ts";
import { describeArgument } from "../errors/excerpts.ts";
import { type About, alone, type Kept, keptAt, messageOf, written } from "./browser-storage.ts";

/** A world that `openKept` opened, and whether the browser keeps it. */
export interface KeptWorld {
  readonly commons: Commons;
  /** Where its bytes came from. */
  readonly from: "network" | "storage";
  /** Why the browser does not keep it: the next time downloads it again. Undefined: it is kept. */
  readonly notKept: string | undefined;
  /** Why the server could not say whether there is a newer one. Undefined: it is the newest. */
  readonly notUpdated: string | undefined;
}

/**
 * Opens the snapshot at an address, and keeps it in the storage of the browser. The next time it comes from
 * there, if the server says that it has not changed (`ETag` or `Last-Modified`), or sends no snapshot. Without
 * storage it is in memory alone, and `notKept` says why. It works in pages and in workers.
 *
 * @throws CommonsError `LOAD` (rejects) when there is no answer, and nothing is kept
 * @throws CommonsError `SNAPSHOT` (rejects) when the answer is no snapshot, and nothing is kept
 * @throws TypeError (rejects) for what is no address, and for options that are none
 */
export async function openKept(url: string | URL, options: OpenOptions = {}): Promise<KeptWorld> {
  if (!(typeof url === "string" || url instanceof URL)) {
    throw new TypeError(`openKept needs an address, not ${describeArgument(url)}`);
  }
  const place = Reflect.get(globalThis, "location") as URL | undefined;
  const name = new URL(url, place?.href).href;
  await requireOpenOptions(options);
  return await alone(name, async () => {
    const kept = await keptAt(name).catch(() => undefined);
    if (kept === undefined) return await firstOpened(url, name, options);
    let notUpdated: string | undefined;
    try {
      const answer = await fetched(name, options, kept.about);
      if (answer.status !== 304) return await downloaded(answer, name, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      notUpdated = messageOf(error);
    }
    const commons = await openedAgain(kept, options);
    // The server has one that is not damaged, or is of this version.
    if (commons === undefined) return await downloaded(await fetched(name, options), name, options);
    return { commons, from: "storage", notKept: undefined, notUpdated };
  });
}

/** A name that `keep` took is not an address of a server. */
async function firstOpened(
  url: string | URL,
  name: string,
  options: OpenOptions,
): Promise<KeptWorld> {
  try {
    return await downloaded(await fetched(name, options), name, options);
  } catch (error) {
    const isOwn = await keptAt(`${url}`).then(
      () => true,
      () => false,
    );
    if (isOwn && error instanceof Error) error.message += "; open takes files of keptFiles()";
    throw error;
  }
}

/** Wrong options are refused before anything is downloaded: `open` holds them to their rows before it looks at bytes. */
async function requireOpenOptions(options: OpenOptions): Promise<void> {
  await open(new Uint8Array(0), options).catch((error: unknown) => {
    if (error instanceof TypeError) throw error;
  });
}

/** Undefined: it was damaged, or another version of the library wrote it. */
async function openedAgain({ file }: Kept, options: OpenOptions): Promise<Commons | undefined> {
  try {
    return await open(file, { verify: "checksums", read: "all", ...options });
  } catch (error) {
    if (error instanceof CommonsError && error.code === "SNAPSHOT") return undefined;
    throw error;
  }
}

async function downloaded(
  answer: Response,
  name: string,
  options: OpenOptions,
): Promise<KeptWorld> {
  const bytes = await answer.blob();
  const commons = await open(bytes, options).catch((error: unknown) => {
    throw error instanceof CommonsError && error.code === "SNAPSHOT"
      ? atAddress(error, name)
      : error;
  });
  const [etag, modified] = ["etag", "last-modified"].map((one) => answer.headers.get(one));
  const writing = written({ name, etag, modified }, (to) => bytes.stream().pipeTo(to));
  const notKept = await writing.then(() => undefined, messageOf);
  return { commons, from: "network", notKept, notUpdated: undefined };
}

/** Bytes have no name: the error of `open` does not say where they came from. */
function atAddress(error: CommonsError, file: string): CommonsError {
  const { fault, message } = error;
  const details = { fault, file, cause: error };
  return new CommonsError("SNAPSHOT", `${file} cannot be opened: ${message}`, details);
}

async function fetched(url: string, { signal }: OpenOptions, about?: About): Promise<Response> {
  const headers = new Headers();
  if (about?.etag) headers.set("if-none-match", about.etag);
  else if (about?.modified) headers.set("if-modified-since", about.modified);
  const failed = (why: string, cause?: unknown) =>
    new CommonsError("LOAD", `${url} cannot be loaded: ${why}`, { file: url, cause });
  const answer = await fetch(url, { headers, signal: signal ?? null }).catch((error: unknown) => {
    throw failed(messageOf(error), error);
  });
  if (!answer.ok && answer.status !== 304) throw failed(`status ${answer.status}`);
  return answer;
}
