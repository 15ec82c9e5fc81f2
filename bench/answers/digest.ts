/** What was loaded, as one short text that does not depend on the order of loading. */

import type { Source } from "../data/sources.ts";
import type { Statements } from "../data/statements.ts";

/**
 * Digest of a set of statements: the sum of the hashes of its members, so that it can be taken
 * while they pass by, at any size. A missing, further or altered statement changes it.
 */
export class StatementDigest implements Statements {
  readonly #triples = new HashSum();
  readonly #observations = new HashSum();

  get triples(): string {
    return this.#triples.text;
  }

  get observations(): string {
    return this.#observations.text;
  }

  link(subject: string, predicate: string, object: string, provenance: string): void {
    this.#triples.add(subject, predicate, "node", object, provenance);
  }

  attribute(subject: string, predicate: string, value: string, provenance: string): void {
    this.#triples.add(subject, predicate, "text", value, provenance);
  }

  observation(variable: string, entity: string, source: Source, date: string, value: string): void {
    this.#observations.add(variable, entity, describeSource(source), date, value);
  }
}

/** Equal for equal sources. */
export function describeSource(source: Source): string {
  const { importName, url, method, period, unit, scalingFactor, isAggregate } = source;
  return [importName, url, method, period, unit, scalingFactor, isAggregate].join("|");
}

class HashSum {
  #count = 0;
  #low = 0;
  #high = 0;

  get text(): string {
    const [low, high] = [this.#low, this.#high].map((half) => (half >>> 0).toString(16));
    return `${this.#count}:${high!.padStart(8, "0")}${low!.padStart(8, "0")}`;
  }

  /** Texts of one member; none of them contains a NUL. */
  add(...texts: readonly string[]): void {
    let low = 0x811c9dc5;
    let high = 0x9e3779b9;
    for (const text of texts) {
      for (let at = 0; at < text.length; at++) {
        const unit = text.charCodeAt(at);
        low = Math.imul(low ^ unit, 0x01000193);
        high = Math.imul(high + unit, 0x85ebca6b) ^ (high >>> 13);
      }
      low = Math.imul(low, 0x01000193);
      high = Math.imul(high ^ 0xff, 0xc2b2ae35);
    }
    this.#count++;
    this.#low = (this.#low + (low ^ (low >>> 15))) | 0;
    this.#high = (this.#high + (high ^ (high >>> 16))) | 0;
  }
}
