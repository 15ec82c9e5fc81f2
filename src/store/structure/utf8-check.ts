/** Is a text well-formed UTF-8? Its bytes come in runs, as they lie in pages. */

export class Utf8Check {
  /** Continuation bytes that are still to come. */
  #pending = 0;
  /** The next one is between these. */
  #least = 0x80;
  #most = 0xbf;

  /** Takes bytes [start, end); the place of the first one that cannot be, -1 if there is none. */
  run(bytes: Uint8Array, start: number, end: number): number {
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte < 0x80 && this.#pending === 0) continue;
      if (this.#pending === 0 ? !this.#begin(byte) : !this.#goOn(byte)) return at;
    }
    return -1;
  }

  /** May the text end here? */
  get isWhole(): boolean {
    return this.#pending === 0;
  }

  #begin(byte: number): boolean {
    if (byte < 0xc2 || byte > 0xf4) return false;
    this.#pending = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    // No longer form than needed, no surrogates, nothing above U+10FFFF.
    this.#least = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
    this.#most = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
    return true;
  }

  #goOn(byte: number): boolean {
    if (byte < this.#least || byte > this.#most) return false;
    this.#pending--;
    this.#least = 0x80;
    this.#most = 0xbf;
    return true;
  }
}
