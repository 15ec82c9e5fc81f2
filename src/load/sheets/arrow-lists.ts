/**
 * Arrow's own description is checked before its package reads it: of a forged length of a list the package makes a loop
 * of thousands of millions, and a forged size of a message leads it back to where it was.
 */

import { isBomb } from "../bytes/byte-blocks.ts";

const damaged = (what: string) => new Error(what);

/** Fields within fields. */
const depthMost = 64;
const unionType = 14;

/** Where a field of a table lies; undefined if the table does not have it. */
type FieldAt = (field: number) => number | undefined;

class Lists {
  readonly #bytes: Uint8Array;
  /** Entries of all lists together: each takes bytes of the file. */
  #left: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#left = bytes.length;
  }

  file(): void {
    const footer = this.#bytes.length - 10;
    const get = this.#table(footer - this.#int(footer));
    this.#schema(get(6));
    for (const field of [8, 10]) {
      this.#list(get(field), 24, (at) => this.#message(this.#long(at)));
    }
    this.#list(get(12), 4);
  }

  stream(): void {
    for (let at: number | undefined = 0; at !== undefined; ) at = this.#message(at);
  }

  /** @returns where the next one begins */
  #message(start: number): number | undefined {
    const isLong = this.#int(start) === -1;
    const at = start + (isLong ? 8 : 4);
    const size = this.#int(at - 4);
    if (size === 0) return undefined;
    if (size < 0 || at + size > this.#bytes.length) throw damaged("a message has no such size");
    const get = this.#table(at);
    const [kind, header, body] = [get(6), get(8), get(10)];
    const bodySize = body === undefined ? 0 : this.#long(body);
    if (bodySize < 0) throw damaged("a message has no such size");
    const type = kind === undefined ? 0 : this.#bytes[kind];
    if (type === 1) this.#schema(header);
    else if (type === 2 && header !== undefined) this.#batch(this.#table(header)(6));
    else if (type === 3) this.#batch(header);
    return at + size + bodySize;
  }

  #batch(at: number | undefined): void {
    if (at === undefined) return;
    const get = this.#table(at);
    // A value takes a bit at least; what is compressed may expand.
    const isPacked = get(10) !== undefined;
    this.#list(get(6), 16, (node) => {
      const bytes = this.#long(node) / 8;
      if (isPacked ? isBomb(bytes, this.#bytes.length) : bytes > this.#bytes.length) {
        throw damaged("says more rows than it can hold");
      }
    });
    this.#list(get(8), 16);
    this.#list(get(12), 8);
  }

  #schema(at: number | undefined): void {
    if (at === undefined) return;
    const get = this.#table(at);
    this.#list(get(6), 4, (field) => this.#field(field, 0));
    this.#list(get(8), 4);
  }

  #field(at: number, depth: number): void {
    if (depth > depthMost) throw damaged("fields are too deep");
    const get = this.#table(at);
    const [kind, type] = [get(8), get(10)];
    const isUnion = kind !== undefined && this.#bytes[kind] === unionType;
    if (isUnion && type !== undefined) this.#list(this.#table(type)(6), 4);
    this.#list(get(14), 4, (child) => this.#field(child, depth + 1));
    this.#list(get(16), 4);
  }

  #list(at: number | undefined, size: number, visit?: (entry: number) => unknown): void {
    if (at === undefined) return;
    const base = at + this.#int(at);
    const count = this.#int(base);
    this.#left -= Math.max(count, 0);
    if (base + 4 + count * size > this.#bytes.length || this.#left < 0)
      throw damaged("a list is longer than its file");
    for (let entry = 0; visit !== undefined && entry < count; entry++)
      visit(base + 4 + entry * size);
  }

  #table(at: number): FieldAt {
    const start = at + this.#int(at);
    const fields = start - this.#int(start);
    const size = this.#short(fields);
    return (field) => {
      const offset = field < size ? this.#short(fields + field) : 0;
      return offset === 0 ? undefined : start + offset;
    };
  }

  #short(at: number): number {
    return ((this.#bytes[at]! | (this.#bytes[at + 1]! << 8)) << 16) >> 16;
  }

  #long(at: number): number {
    return (this.#int(at) >>> 0) + this.#int(at + 4) * 2 ** 32;
  }

  /** As the package reads it: bytes that are not there are zeros. */
  #int(at: number): number {
    const bytes = this.#bytes;
    return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  }
}

/** @throws Error if a list or a message is not as long as it says. */
export function requireSoundLists(bytes: Uint8Array, isFile: boolean): void {
  const lists = new Lists(bytes);
  if (isFile) lists.file();
  else lists.stream();
}
