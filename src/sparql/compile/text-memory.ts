/** What was made of texts lately. */

/** So many texts are remembered at least, twice as many at most. */
const textsMin = 128;

export class TextMemory<Made> {
  #young = new Map<string, Made>();
  #old = new Map<string, Made>();

  get(text: string): Made | undefined {
    const known = this.#young.get(text);
    if (known !== undefined) return known;
    const old = this.#old.get(text);
    if (old !== undefined) this.set(text, old);
    return old;
  }

  set(text: string, made: Made): void {
    if (this.#young.size === textsMin) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, made);
  }
}
