/** Who finds entities that files describe without a dcid: the loader asks and does not know how. */
import type { Sink } from "./sink.ts";

/** What a file states about an entity that it does not name by a dcid. */
export interface EntityQuestion {
  /**
   * `description` for its name, `geoCoordinate` for a coordinate `37.4#-122.1`, `dcid` for whether
   * it is there; else a property that has the text as its value.
   */
  readonly property: string;
  /** "" for any. */
  readonly type: string;
  readonly text: string;
  /** Dcid of a place that it lies in, however many places are between. Default: anywhere. */
  readonly within?: string;
}

/** Finds entities among everything else that the load brings. */
export interface EntityResolver {
  /** Dcids, best first. */
  resolve(question: EntityQuestion): readonly string[];
}

/** Makes a resolver over the world that `fill` loads. */
export type ResolverMaker = (fill: (sink: Sink) => Promise<void>) => Promise<EntityResolver>;

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
