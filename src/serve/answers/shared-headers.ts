/** Headers that are made of others: once where many answers share the same ones. */

type Headers = Readonly<Record<string, string>>;

export class SharedHeaders {
  readonly #make: (given: Headers) => Headers;
  readonly #made = new WeakMap<Headers, Headers>();

  constructor(make: (given: Headers) => Headers) {
    this.#make = make;
  }

  /** What nobody can change is remembered. */
  of(given: Headers): Headers {
    if (!Object.isFrozen(given)) return this.#make(given);
    const known = this.#made.get(given);
    if (known !== undefined) return known;
    const headers = Object.freeze(this.#make(given));
    this.#made.set(given, headers);
    return headers;
  }
}
