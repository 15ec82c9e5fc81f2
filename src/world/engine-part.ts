/** Code that pages load when they first need it. */

/**
 * A part of the engine that only some questions need, and that pages load when they first need it. It is
 * code, loaded once for all worlds.
 */
export class EnginePart<Part extends object> {
  readonly #name: string;
  readonly #import: () => Promise<Part>;
  #part: Part | undefined;
  #here: (() => Part) | undefined;

  /** @param name what an error calls it. */
  constructor(name: string, load: () => Promise<Part>) {
    this.#name = name;
    this.#import = load;
  }

  /** For callers that have it at once, as Node's door has: `here` is called when it is first needed. */
  provide(here: () => Part): void {
    this.#here = here;
  }

  async load(): Promise<void> {
    this.#part ??= this.#here?.() ?? (await this.#import());
  }

  /** @throws TypeError before it is loaded. */
  require(): Part {
    this.#part ??= this.#here?.();
    if (this.#part !== undefined) return this.#part;
    throw new TypeError(
      `${this.#name} is a part that is not loaded yet: await commons.ready() once, open without 'lazy', or use commons.fetch`,
    );
  }
}
