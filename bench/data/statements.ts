/** What a generated world consists of, and who may want to know. */

import type { Source } from "./sources.ts";

/** Takes statements in the order in which files hold them. All names are dcids. */
export interface Statements {
  link(subject: string, predicate: string, object: string, provenance: string): void;
  attribute(subject: string, predicate: string, value: string, provenance: string): void;
  observation(variable: string, entity: string, source: Source, date: string, value: string): void;
}

/** Passes every statement on to several takers, and counts. */
export class StatementTee implements Statements {
  triples = 0;
  observations = 0;
  readonly #takers: readonly Statements[];

  constructor(takers: readonly Statements[]) {
    this.#takers = takers;
  }

  link(subject: string, predicate: string, object: string, provenance: string): void {
    this.triples++;
    for (const taker of this.#takers) taker.link(subject, predicate, object, provenance);
  }

  attribute(subject: string, predicate: string, value: string, provenance: string): void {
    this.triples++;
    for (const taker of this.#takers) taker.attribute(subject, predicate, value, provenance);
  }

  observation(variable: string, entity: string, source: Source, date: string, value: string): void {
    this.observations++;
    for (const taker of this.#takers) taker.observation(variable, entity, source, date, value);
  }
}
