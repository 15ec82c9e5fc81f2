/** Parts of the engine that only some rows need, and that pages load when they first need them. */

/** Loaded once for all worlds: it is code, and knows none of them. */
export class EnginePart<Part extends object> {
  readonly #name: string;
  readonly #import: () => Promise<Part>;
  #part: Part | undefined;

  /** @param name what an error calls it. */
  constructor(name: string, load: () => Promise<Part>) {
    this.#name = name;
    this.#import = load;
  }

  /** For those who have it anyway, as Node's door has. */
  provide(part: Part): void {
    this.#part = part;
  }

  async load(): Promise<void> {
    this.#part ??= await this.#import();
  }

  /** @throws TypeError before it is loaded. */
  require(): Part {
    if (this.#part !== undefined) return this.#part;
    throw new TypeError(
      `${this.#name} is a part that is not loaded yet: await commons.ready() once, or use commons.fetch`,
    );
  }
}
