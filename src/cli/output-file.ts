/** The file of `-o`: it is written whole, or not at all. */

import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import type { CliIo } from "./io.ts";

export class OutputFile {
  /** Standard output is this file. */
  readonly io: CliIo;
  readonly #path: string;
  readonly #part: string;
  #descriptor: number | undefined;

  /** @throws an error of the file system when no file can be made there */
  constructor(path: string, io: CliIo) {
    this.#path = path;
    this.#part = `${path}.${process.pid}.part`;
    this.#descriptor = openSync(this.#part, "w");
    this.io = { ...io, stdout: (written) => this.#write(written), isTerminal: false };
  }

  /** Puts what was written in its place. */
  keep(): void {
    this.#close();
    renameSync(this.#part, this.#path);
  }

  /** Removes what was not kept. */
  end(): void {
    this.#close();
    rmSync(this.#part, { force: true });
  }

  #write(written: string | Uint8Array): void {
    if (this.#descriptor === undefined) return;
    const bytes = typeof written === "string" ? new TextEncoder().encode(written) : written;
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
  }

  #close(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
