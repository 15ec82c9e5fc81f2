/** Code that pages load when they first need it. */

/**
 * A part of the engine that only some questions need, and that pages load when they first need it. It is
 * code, loaded once for all worlds.
 */
export class EnginePart<Part extends object> {
  readonly #name: string;
  readonly #import: () => Promise<Part>;
  #part: Part | undefined;

  /** @param name what an error calls it. */
  constructor(name: string, load: () => Promise<Part>) {
    this.#name = name;
    this.#import = load;
  }

  /** For callers that have it anyway, as Node's door has. */
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
      `${this.#name} is a part that is not loaded yet: await commons.ready() once, open without 'lazy', or use commons.fetch`,
    );
  }
}
