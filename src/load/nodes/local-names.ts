/** Which dcid the local names of nodes mean. */

import { ownCopy } from "../bytes/index.ts";

// A Map takes 2^24 entries and then throws.
const mapEntriesMax = 2 ** 23;

/** More than one dcid was given under the name. */
export const ambiguous = "";

export class LocalNames {
  readonly #entriesMax: number;
  #maps: Map<string, string>[] = [new Map()];

  constructor(entriesMax: number = mapEntriesMax) {
    this.#entriesMax = entriesMax;
  }

  /** The dcid, AMBIGUOUS, or undefined for a name without one. */
  dcidOf(name: string): string | undefined {
    for (const map of this.#maps) {
      const dcid = map.get(name);
      if (dcid !== undefined) return dcid;
    }
    return undefined;
  }

  /**
   * Gives a name its dcid; a second, different dcid makes it AMBIGUOUS.
   * @returns the dcid it had before.
   */
  add(name: string, dcid: string): string | undefined {
    for (const map of this.#maps) {
      const known = map.get(name);
      if (known === undefined) continue;
      if (known !== dcid) map.set(name, ambiguous);
      return known;
    }
    let last = this.#maps.at(-1)!;
    if (last.size >= this.#entriesMax) {
      last = new Map();
      this.#maps.push(last);
    }
    const ownName = ownCopy(name);
    last.set(ownName, dcid === name ? ownName : ownCopy(dcid));
    return undefined;
  }

  clear(): void {
    this.#maps = [new Map()];
  }
}
