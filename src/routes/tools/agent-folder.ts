/** The folder that large answers are written to: nothing is written outside of it, or over a file. */
import { lstat, mkdir, open, readdir, realpath, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "../route.ts";

/** What is written, in pieces. */
export interface FileContent {
  /** Without ending. Of another file's name, one with a number is taken. */
  readonly name: string;
  readonly ending: string;
  readonly pieces: Iterable<string | Uint8Array>;
}

interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** A name that somebody asked for. @throws Refusal for a path, and for what no file should be called */
export function checkName(name: string): string {
  if (namePattern.test(name)) return name;
  throw new Refusal(
    400,
    `file_name ${JSON.stringify(name.slice(0, 40))} must be a name of letters, digits, '.', '_' and '-', without a folder: the operator chose the folder`,
  );
}

/** A name made of dcids. */
export const nameOf = (...parts: readonly string[]): string =>
  parts
    .join("-")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+/, "")
    .slice(0, 80) || "answer";

export class AgentFolder {
  readonly #path: string;
  readonly #maxBytes: number;
  /** Where it lay when the first file was written. */
  #real: string | undefined;
  /** One file at a time: each counts the bytes of those before. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string, maxBytes: number) {
    this.#path = path;
    this.#maxBytes = maxBytes;
  }

  /**
   * Writes a file that was not there before.
   *
   * @throws Refusal (rejects) where the folder is full, or leads to another place than before
   * @throws the reason of the signal (rejects); the file is gone then
   */
  write(content: FileContent, signal?: AbortSignal): Promise<WrittenFile> {
    const written = this.#last.then(() => this.#write(content, signal));
    this.#last = written.catch(() => undefined);
    return written;
  }

  async #write(content: FileContent, signal: AbortSignal | undefined): Promise<WrittenFile> {
    signal?.throwIfAborted();
    const folder = await this.#folder();
    const left = this.#maxBytes - (await bytesIn(folder));
    const { path, file } = await created(folder, content);
    let bytes = 0;
    try {
      // Somebody may have put a link in place of the folder meanwhile.
      if ((await realpath(path)) !== path) throw moved();
      for (const piece of content.pieces) {
        signal?.throwIfAborted();
        const chunk = typeof piece === "string" ? Buffer.from(piece) : piece;
        bytes += chunk.byteLength;
        if (bytes > left) throw this.#full(left);
        await file.writeFile(chunk);
      }
    } catch (error) {
      await file.close();
      await unlink(path);
      throw error;
    }
    await file.close();
    return { path, bytes };
  }

  async #folder(): Promise<string> {
    if (this.#real === undefined) {
      await mkdir(this.#path, { recursive: true });
      this.#real = await realpath(this.#path);
    }
    const now = await realpath(this.#path).catch(() => undefined);
    if (now !== this.#real) throw moved();
    return this.#real;
  }

  #full(left: number): Refusal {
    return new Refusal(
      400,
      `the folder may hold ${this.#maxBytes} bytes, and ${Math.max(left, 0)} are left: ask for fewer dates or places, or for the format parquet; the operator can remove files or raise maxFolderBytes`,
    );
  }
}

const moved = () =>
  new Refusal(400, "the folder for answers leads to another place now: ask the operator");

/** A new file: what is there already is never opened, whatever it is a link to. */
async function created(folder: string, { name, ending }: FileContent) {
  for (let number = 1; ; number++) {
    const path = join(folder, `${name}${number === 1 ? "" : `-${number}`}.${ending}`);
    try {
      return { path, file: await open(path, "wx") };
    } catch (error) {
      if ((error as { readonly code?: string }).code !== "EEXIST") throw error;
    }
  }
}

/** Of the files in it, links included as what they are. */
async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder)) {
    const about = await lstat(join(folder, name)).catch(() => undefined);
    if (about?.isFile()) bytes += about.size;
  }
  return bytes;
}
