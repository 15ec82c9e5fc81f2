/** Cells that a load has to look up. */
import type { EntityQuestion, EntityResolver } from "./entity-resolver.ts";

/** Everything that a load asks, each once, and what was found. */
export class EntityQuestions {
  readonly #asked = new Map<string, EntityQuestion>();
  #found: ReadonlyMap<string, readonly string[]> = new Map();

  get size(): number {
    return this.#asked.size;
  }

  ask(question: EntityQuestion): void {
    this.#asked.set(keyOf(question), question);
  }

  answer(resolver: EntityResolver, checkCancelled: () => void): void {
    const found = new Map<string, readonly string[]>();
    for (const [key, question] of this.#asked) {
      checkCancelled();
      found.set(key, resolver.resolve(question));
    }
    this.#found = found;
  }

  found(question: EntityQuestion): readonly string[] {
    return this.#found.get(keyOf(question)) ?? [];
  }
}

function keyOf({ property, type, text, within = "" }: EntityQuestion): string {
  return [property, type, within, text].join("\n");
}
