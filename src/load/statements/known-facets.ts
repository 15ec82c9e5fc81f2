/** Facets that were met, by what their rows say of them. */

/** Of so many at most, so that what is remembered of the input has an end. */
const facetsMax = 100_000;

export class KnownFacets {
  readonly #ids = new Map<string, number>();

  /**
   * Id of the facet with a key.
   * @param make it, if it was not met lately
   */
  of(key: string, make: () => number): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = make();
    if (this.#ids.size >= facetsMax) this.#ids.clear();
    this.#ids.set(key, id);
    return id;
  }
}
