/** Checks the answer of a server to a request for a range. */

import { type ByteRange, RemoteError } from "./block-store.ts";
import { TryAgain } from "./tries.ts";

/** A range of a file, with the length and the version of the file. */
export interface RangeAnswer {
  readonly bytes: Uint8Array;
  /** Of the whole file. */
  readonly length: number;
  readonly version: string;
}

const laterStatuses: readonly number[] = [408, 425, 429, 500, 502, 503, 504];
const deniedStatuses: readonly number[] = [401, 403, 407];
export const missingStatuses: readonly number[] = [404, 410];

/**
 * @param name of the file in messages
 * @param pinned the expected version; undefined for any, and then the range may end after the file
 * @throws TryAgain (rejects) when another try may help
 * @throws RemoteError (rejects) `unsuitable`, `denied`, `missing`, `replaced`
 */
export async function rangeAnswerOf(
  response: Response,
  { start, end }: ByteRange,
  name: string,
  pinned: string | undefined,
): Promise<RangeAnswer> {
  try {
    if (pinned !== undefined && response.status === 416) throw replaced(name);
    checkStatus(response, name);
    // A new length alone may show that the file was replaced.
    const place = placeOf(response, name);
    const version = versionOf(response, place.length, name);
    if (pinned !== undefined && version !== pinned) throw replaced(name);
    const until = pinned === undefined ? Math.min(end, place.length) : end;
    if (place.start !== start || place.end !== until) {
      const given = `bytes ${place.start} to ${place.end - 1}`;
      throw unsuitable(name, `it gives ${given} when it is asked for ${start} to ${until - 1}`);
    }
    const bytes = await bytesOf(response, until - start, name);
    return { bytes, length: place.length, version };
  } catch (error) {
    // Ends a long answer.
    await response.body?.cancel().catch(() => {});
    throw error;
  }
}

export function checkStatus({ status, type, headers }: Response, name: string): void {
  if (laterStatuses.includes(status)) {
    throw new TryAgain(`the server answers with status ${status}`, waitOf(headers));
  }
  if (deniedStatuses.includes(status)) {
    const how = "the options 'headers' and 'sign' say who asks";
    throw new RemoteError("denied", `${name}: the server refuses it (status ${status}): ${how}`);
  }
  if (missingStatuses.includes(status)) {
    throw new RemoteError("missing", `${name}: there is none (status ${status})`);
  }
  if (type === "opaqueredirect" || (status >= 300 && status < 400)) {
    const message = `${name}: the server sends readers elsewhere; set 'redirects', if you trust it`;
    throw new RemoteError("denied", message);
  }
  if (status === 416) throw unsuitable(name, "the file is empty (status 416)");
  if (status === 200) {
    const why = "it gives the whole file when it is asked for a range (status 200)";
    throw unsuitable(name, `${why}: let it serve ranges, and leave the file as it is`);
  }
  if (status !== 206) throw unsuitable(name, `it answers with status ${status}`);
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity") {
    throw unsuitable(name, `it compresses ranges (${encoding}): switch that off for this file`);
  }
}

/** Without it, a page of another origin cannot read these headers. */
const exposed =
  "; to pages of other origins it sends 'Access-Control-Expose-Headers: Content-Range, ETag'";

function placeOf({ headers }: Response, name: string) {
  const text = headers.get("content-range");
  if (text === null) {
    throw unsuitable(name, `it sends no Content-Range${exposed}`);
  }
  const [, first, last, length] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(text) ?? [];
  if (length === undefined) throw unsuitable(name, "its Content-Range has another form");
  return { start: Number(first), end: Number(last) + 1, length: Number(length) };
}

/**
 * The version: a strong `ETag`; without one, a weak one or the time of the last change, with the
 * length. They miss a change within one second that keeps the length. A mixture of such versions
 * fails its checksums.
 */
function versionOf({ headers }: Response, length: number, name: string): string {
  const tag = headers.get("etag") ?? "";
  if (tag.startsWith('"')) return tag;
  const changed = headers.get("last-modified") ?? "";
  if (tag !== "" || changed !== "") return `${tag} ${changed} ${length}`;
  const why = "it sends neither ETag nor Last-Modified, which tell that the file is the same";
  throw unsuitable(name, `${why}: let it send one of them${exposed}`);
}

/** Reads the expected number of bytes, and no more. */
async function bytesOf({ body }: Response, length: number, name: string): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let at = 0;
  if (body !== null) {
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (at + value.length > length) {
        await reader.cancel().catch(() => {});
        throw unsuitable(name, `it gives more than the ${length} bytes that it says`);
      }
      bytes.set(value, at);
      at += value.length;
    }
  }
  if (at < length) throw new TryAgain(`the server gives ${at} bytes of ${length}`);
  return bytes;
}

/** `Retry-After` in milliseconds: seconds, or a date. */
function waitOf(headers: Headers): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  return Number.isNaN(until) ? undefined : Math.max(0, until - Date.now());
}

function replaced(name: string): RemoteError {
  const message = `${name}: it was replaced while it was read: open it again`;
  return new RemoteError("replaced", message);
}

function unsuitable(name: string, what: string): RemoteError {
  return new RemoteError("unsuitable", `${name}: the server cannot be read from: ${what}`);
}
