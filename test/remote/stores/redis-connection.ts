/** One connection to a node of Redis, as far as the tests use its protocol. */

import { connect, type Socket } from "node:net";

/** Null: there is no such key. */
export type RedisReply = Buffer | string | number | null | readonly RedisReply[];

interface Waiting {
  resolve(reply: RedisReply): void;
  reject(error: Error): void;
}

export class RedisConnection {
  readonly #socket: Socket;
  readonly #waiting: Waiting[] = [];
  #bytes = Buffer.alloc(0);
  isEnded = false;

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.setNoDelay();
    this.#socket.on("data", (bytes: Buffer) => this.#take(bytes));
    this.#socket.on("error", (error) => this.#fail(error));
    this.#socket.on("close", () => this.#fail(new Error("the connection was closed")));
  }

  command(parts: readonly (string | Uint8Array)[]): Promise<RedisReply> {
    const chunks: Buffer[] = [Buffer.from(`*${parts.length}\r\n`)];
    for (const part of parts) {
      const bytes = Buffer.from(part as string);
      chunks.push(Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from("\r\n"));
    }
    return new Promise((resolve, reject) => {
      if (this.isEnded) reject(new Error("the connection was closed"));
      else {
        this.#waiting.push({ resolve, reject });
        this.#socket.write(Buffer.concat(chunks));
      }
    });
  }

  end(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    for (;;) {
      const read = replyAt(this.#bytes, 0);
      if (read === undefined) return;
      this.#bytes = this.#bytes.subarray(read.end);
      const waiting = this.#waiting.shift();
      if (read.reply instanceof Error) waiting?.reject(read.reply);
      else waiting?.resolve(read.reply);
    }
  }

  #fail(error: Error): void {
    this.isEnded = true;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

interface Read {
  readonly reply: RedisReply | Error;
  readonly end: number;
}

/** The reply that begins at a place; undefined while its end has not come. */
function replyAt(bytes: Buffer, start: number): Read | undefined {
  const lineEnd = bytes.indexOf("\r\n", start);
  if (lineEnd < 0) return undefined;
  const line = bytes.toString("utf8", start + 1, lineEnd);
  const end = lineEnd + 2;
  switch (String.fromCharCode(bytes[start] ?? 0)) {
    case "+":
      return { reply: line, end };
    case "-":
      return { reply: new Error(line), end };
    case ":":
      return { reply: Number(line), end };
    case "$": {
      if (line === "-1") return { reply: null, end };
      const last = end + Number(line);
      // A copy: what was read is let go.
      const reply = Buffer.from(bytes.subarray(end, last));
      return bytes.length < last + 2 ? undefined : { reply, end: last + 2 };
    }
    default:
      throw new Error(`a reply begins with ${bytes[start]}`);
  }
}
