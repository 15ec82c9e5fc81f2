/**
 * What a variable can be bound to while a query runs, as numbers:
 *
 *   0 … termCount           nodes and literals of the dictionary, nodes first
 *   pointBase + point       the observation itself, a node that nothing stores
 *   valueBase + point       the value of an observation, where nobody asks which others equal it
 *   overlayBase + n         texts that the dictionary has not, numbered as this query meets them
 *
 * Sums go beyond 32 bits, so these numbers are doubles and live in Float64Arrays.
 */

import { observationId } from "../../ids/index.ts";
import { foldAggregate, type ObservationTable } from "../../stats/index.ts";
import { compareUtf8, type Dictionary, type TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";

/** Is told what a query takes, before it does. */
export interface Meter {
  /** Steps of work. */
  work(steps: number): void;
  bytes(count: number): void;
}

/** Making and hashing the id of an observation, in steps. */
const stepsPerObservationId = 40;
/** Bytes of an entry of a map without its text. */
const bytesPerEntry = 64;

/** A number of one of the kinds above, or `unbound`. */
export type CellId = number;

export const unbound = -1;

const lightMax = 1000;

export class QueryTerms {
  readonly pointBase: number;
  readonly valueBase: number;
  readonly #overlayBase: number;
  readonly #dictionary: Dictionary;
  readonly #observations: ObservationTable;
  readonly #texts: string[] = [];
  readonly #nodes = new Map<string, CellId>();
  readonly #literals = new Map<string, CellId>();
  readonly #dates = new Map<number, CellId>();
  readonly #printed = new Map<CellId | string, CellId>();

  readonly #meter: Meter;

  constructor({ graph, observations }: World, meter: Meter) {
    this.#meter = meter;
    this.#dictionary = graph.dictionary;
    this.#observations = observations;
    this.pointBase = this.#dictionary.termCount;
    this.valueBase = this.pointBase + observations.pointCount;
    this.#overlayBase = this.valueBase + observations.pointCount;
  }

  get nodeCount(): number {
    return this.#dictionary.nodeCount;
  }

  get termCount(): number {
    return this.#dictionary.termCount;
  }

  /** Few texts were met that the dictionary has not, or that had to be told apart. */
  get isLight(): boolean {
    return this.#texts.length + this.#printed.size < lightMax;
  }

  /** Is this an observation? Then `id - pointBase` is its point. */
  isPoint(id: CellId): boolean {
    return id >= this.pointBase && id < this.valueBase;
  }

  /** The node with this dcid, even if nothing but this query knows it. */
  nodeOf(dcid: string): CellId {
    return this.#dictionary.nodeOf(dcid) ?? this.#added(this.#nodes, dcid);
  }

  /** The same for a literal. */
  literalOf(text: string): CellId {
    return this.#dictionary.literalOf(text) ?? this.#added(this.#literals, text);
  }

  /** The literal that a date code means. */
  dateOf(code: number): CellId {
    const known = this.#dates.get(code);
    if (known !== undefined) return known;
    const id = this.literalOf(this.#observations.dateOfCode(code));
    this.#dates.set(code, id);
    return id;
  }

  /** Nodes and literals of the dictionary with one of these texts, ascending. */
  constants(texts: readonly string[]): Uint32Array {
    const found: TermId[] = [];
    for (const text of texts) {
      const node = this.#dictionary.nodeOf(text);
      if (node !== undefined) found.push(node);
      const literal = this.#dictionary.literalOf(text);
      if (literal !== undefined) found.push(literal);
    }
    return Uint32Array.from(found).sort();
  }

  /** The text that is printed; empty for `unbound`. */
  textOf(id: CellId): string {
    if (id === unbound) return "";
    if (id < this.pointBase) return this.#dictionary.textOf(id);
    if (id < this.valueBase) return this.observationIdOf(id - this.pointBase);
    if (id < this.#overlayBase) return this.#observations.textOf(id - this.valueBase);
    return this.#texts[id - this.#overlayBase] as string;
  }

  observationIdOf(point: number): string {
    this.#meter.work(stepsPerObservationId);
    const dictionary = this.#dictionary;
    const observations = this.#observations;
    const series = observations.seriesOfPoint(point);
    return observationId({
      ...foldAggregate(observations.facetOf(series)),
      observationAbout: dictionary.textOf(observations.entityOf(series)),
      variableMeasured: dictionary.textOf(observations.variableOf(series)),
      observationDate: observations.dateOf(point),
      value: observations.textOf(point),
    });
  }

  /** One id for all that print the same text: what DISTINCT and GROUP BY compare. */
  printedAs(id: CellId): CellId {
    if (id < this.nodeCount) return id;
    const known = id < this.termCount ? this.#printed.get(id) : undefined;
    if (known !== undefined) return known;
    const text = this.textOf(id);
    let printed = this.#printed.get(text);
    if (printed === undefined) {
      // An empty text prints as nothing does.
      printed = text === "" ? unbound : (this.#dictionary.nodeOf(text) ?? this.literalOf(text));
      this.#meter.bytes(bytesPerEntry + text.length);
      this.#printed.set(text, printed);
    }
    if (id < this.termCount) {
      this.#meter.bytes(bytesPerEntry);
      this.#printed.set(id, printed);
    }
    return printed;
  }

  /** Order of the printed texts, by their UTF-8 bytes. */
  compare(a: CellId, b: CellId): number {
    if (a === b) return 0;
    const { nodeCount, termCount } = this;
    // Ids of one kind ascend with their texts.
    const areOrdered = a < termCount && b < termCount && a < nodeCount === b < nodeCount;
    if (areOrdered && a >= 0 && b >= 0) return a - b;
    return compareUtf8(this.textOf(a), this.textOf(b));
  }

  #added(known: Map<string, CellId>, text: string): CellId {
    let id = known.get(text);
    if (id === undefined) {
      this.#meter.bytes(bytesPerEntry + text.length);
      id = this.#overlayBase + this.#texts.push(text) - 1;
      known.set(text, id);
    }
    return id;
  }
}
