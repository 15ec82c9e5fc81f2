/** Files → chunks of bytes: progress, cancellation and what cannot be read. */
import { excerpt, LoadError } from "../../errors/index.ts";
import type { InputFile } from "./file-tree.ts";
import type { Progress } from "./load-progress.ts";

/** So many times its size a `.gz` may expand, beyond these bytes: ordinary tables expand far less. */
const expansionMax = 200;
const expansionFree = 256 * 1024 * 1024;

/**
 * The content of a file, decompressed if it is a `.gz`, chunk by chunk.
 * @throws LoadError if the file cannot be read, is damaged or is UTF-16.
 */
export async function* readBytes(
  input: InputFile,
  progress: Progress,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { path, tree, isGzip } = input;
  if (isGzip && input.size === 0) throw new LoadError("is an empty .gz", { file: path });
  let isFirst = true;
  let expanded = 0;
  try {
    const raw = tree.chunks(input);
    for await (const chunk of isGzip ? tree.gunzip(raw, path, progress.signal) : raw) {
      progress.checkCancelled();
      if (isFirst) refuseUtf16(chunk, path);
      isFirst = false;
      expanded += chunk.length;
      if (isGzip) refuseBomb(input, expanded, raw.bytesRead);
      progress.reached(input, raw.bytesRead);
      yield chunk;
    }
  } catch (error) {
    throw unreadable(error, path);
  }
}

/**
 * All of a file as it lies there, for small ones.
 * @throws LoadError if the file cannot be read.
 */
export async function readText({ path, tree }: InputFile): Promise<string> {
  try {
    return await tree.text(path);
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** A few kilobytes can expand to a full memory. */
function refuseBomb({ path }: InputFile, expanded: number, read: number): void {
  if (expanded <= expansionFree || expanded <= read * expansionMax) return;
  const message = `expands more than ${expansionMax} times: decompress it to load it all the same`;
  throw new LoadError(message, { file: path });
}

/** An error of the file system or of zlib in our words; others stay as they are. */
export function unreadable(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") {
    return error;
  }
  const { code, message } = error;
  const problem = code.startsWith("Z_") ? "is damaged or cut off" : "cannot be read";
  // The file system begins its messages with the code, zlib does not.
  const reason = message.startsWith(`${code}:`) ? message : `${code}: ${message}`;
  return new LoadError(`${problem} (${excerpt(reason)})`, { file }, { cause: error });
}

/** @throws LoadError for the first bytes of a file in UTF-16. */
export function refuseUtf16(chunk: Uint8Array, file: string): void {
  const [first, second] = chunk;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new LoadError("is UTF-16; convert the file to UTF-8 first", { file });
  }
}
