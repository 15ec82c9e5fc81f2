/** Bodies of requests: read within a limit, and decompressed within it. */
import type { IncomingMessage } from "node:http";
import type { Readable, Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

export const isGone = Symbol("the client went away");

/** Why a body is not read. */
export interface BodyRefusal {
  readonly status: 400 | 413 | 415;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** By the name that `Content-Encoding` has for it (RFC 9110, 8.4.1). */
const decoders: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ["gzip", () => createGunzip()],
  ["x-gzip", () => createGunzip()],
  ["deflate", () => createInflate()],
  ["br", () => createBrotliDecompress()],
]);

const plain = "identity";
const codingOf = ({ headers }: IncomingMessage): string =>
  (headers["content-encoding"] ?? plain).trim().toLowerCase();

const tooLong = (bytesMax: number): BodyRefusal => ({
  status: 413,
  message: `a body has at most ${bytesMax} bytes`,
});

/** Why a body is refused before any of it is read; undefined: it may be read. */
export function bodyRefusalOf(request: IncomingMessage, bytesMax: number): BodyRefusal | undefined {
  const coding = codingOf(request);
  if (coding !== plain && !decoders.has(coding)) {
    return {
      status: 415,
      message: "a body is sent as it is, or as gzip, deflate or br",
      headers: { "accept-encoding": "gzip, deflate, br" },
    };
  }
  const length = Number(request.headers["content-length"] ?? 0);
  return length > bytesMax ? tooLong(bytesMax) : undefined;
}

/**
 * The text of a body that was not refused. It is read by hand: leaving an iteration would end the
 * connection before the answer is there.
 *
 * @param bytesMax of the body as it is sent, and of what is in it
 * @returns (resolves) why it is refused, where the rest is not read; `isGone` when the client went away
 */
export function bodyOf(
  request: IncomingMessage,
  bytesMax: number,
): Promise<string | BodyRefusal | typeof isGone> {
  const coding = codingOf(request);
  const decoder = decoders.get(coding)?.();
  return new Promise((resolve) => {
    const end = (outcome: string | BodyRefusal | typeof isGone) => {
      request.unpipe();
      request.removeAllListeners("data");
      decoder?.destroy();
      resolve(outcome);
    };
    const chunks: Buffer[] = [];
    const limited = (source: Readable, take: (chunk: Buffer) => void) => {
      let bytes = 0;
      source.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= bytesMax) return take(chunk);
        request.pause();
        end(tooLong(bytesMax));
      });
    };
    const text = decoder === undefined ? request : request.pipe(decoder);
    limited(text, (chunk) => chunks.push(chunk));
    if (decoder !== undefined) {
      limited(request, () => undefined);
      decoder.once("error", () => end({ status: 400, message: `the body is not ${coding}` }));
    }
    text.once("end", () => end(Buffer.concat(chunks).toString("utf8")));
    request.once("error", () => end(isGone));
    request.once("close", () => {
      if (!request.complete) end(isGone);
    });
  });
}
