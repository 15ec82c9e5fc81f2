/**
 * One run of a query: bindings are found depth first, one row at a time, so that a query needs no
 * memory but for its answer, and a LIMIT ends it early.
 *
 * What a variable can be bound to is a number:
 *
 *   0 … termCount           nodes and literals of the dictionary, nodes first
 *   pointBase + point       the observation itself, a node that nothing stores
 *   valueBase + point       the value of an observation, if nothing compares it with other values
 *   overlayBase + n         texts that the dictionary lacks, numbered as this query meets them
 *
 * Sums go beyond 32 bits, so these numbers are doubles and live in Float64Arrays.
 */

import { observationId } from "../../ids/observation-id.ts";
import type { Governor } from "../../options/governor.ts";
import { foldAggregate } from "../../stats/facets.ts";
import type { ObservationTable } from "../../stats/read/observations.ts";
import type { Graph } from "../../store/graph/graph.ts";
import type { Dictionary, TermId } from "../../store/texts/dictionary.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import type { World } from "../../world/world.ts";
import type { PatternEnd, VariableId } from "../plan.ts";

/** Called for each match while the row holds it. False ends the search. */
export type Next = () => boolean;

/** Whether a node matches. */
export interface NodeTest {
  readonly variable: VariableId;
  holds(node: TermId): boolean;
}

/** Something that matches: a pattern, a group, a condition. */
export interface Unit {
  /** Variables that it looks at. */
  readonly variables: readonly VariableId[];
  /** About how many matches the bindings at hand have; exact where an index counts them. */
  count(): number;
  /**
   * Calls `next` for every match, with its bindings in the row, and takes them back. False when
   * `next` ended the search.
   */
  each(next: Next): boolean;
  /** Receives about how many rows it will be matched with. */
  expect?(rows: number): void;
  /** For a unit that binds nothing where its one variable is bound, and matches once at most. */
  readonly test?: NodeTest | undefined;
  /** Matches that differ in no variable of these may be left out but for one. */
  keep?(needed: ReadonlySet<VariableId>): void;
}

/**
 * Counting takes as long as what is counted: rows and steps are reported to the governor together.
 */
const rowsPerReport = 64;
const stepsPerReport = 1024;

export class Search {
  readonly graph: Graph;
  readonly observations: ObservationTable;
  readonly terms: QueryTerms;
  /** What each variable is bound to. */
  readonly row: Float64Array;
  #governor: Governor;
  /** Counted, and not yet reported to the governor. */
  #rows = 0;
  #steps = 0;

  constructor(world: World, variableCount: number, governor: Governor) {
    this.graph = world.graph;
    this.observations = world.observations;
    this.#governor = governor;
    this.terms = new QueryTerms(world, this);
    this.row = new Float64Array(variableCount).fill(unbound);
  }

  /** Begins a run under the governor of its request. */
  begin(governor: Governor): void {
    this.#governor = governor;
    this.#rows = 0;
    this.#steps = 0;
  }

  /** Reports to the governor what was counted. */
  report(): void {
    this.#governor.rows(this.#rows);
    this.#rows = 0;
    this.#governor.work(this.#steps);
    this.#steps = 0;
  }

  /** What a variable is bound to. */
  at(variable: VariableId): CellId {
    return this.row[variable] as CellId;
  }

  /** Counts a partial match. */
  countRow(): void {
    if (++this.#rows === rowsPerReport) this.report();
  }

  /** Counts steps of work, before they are done where they are many. */
  readonly work = (steps: number): void => {
    // Much work is reported at once: the governor refuses it before it begins.
    if (steps >= stepsPerReport) {
      this.#governor.work(steps);
      return;
    }
    this.#steps += steps;
    if (this.#steps >= stepsPerReport) this.report();
  };

  /** Counts bytes of memory. */
  bytes(count: number): void {
    this.#governor.bytes(count);
  }
}

/** One end of a pattern, ready to run: a variable, or the terms that its constants can be. */
export interface Ends {
  /** Negative for constants. */
  readonly variable: VariableId;
  /** Ascending. */
  readonly ids: Uint32Array;
}

export function endsOf(search: Search, end: PatternEnd): Ends {
  return end.kind === "variable"
    ? { variable: end.variable, ids: noIds }
    : { variable: -1, ids: search.terms.constants(end.texts) };
}

/** The same where only nodes can stand. */
export function nodeEndsOf(search: Search, end: PatternEnd): Ends {
  const { variable, ids } = endsOf(search, end);
  return { variable, ids: ids.filter((id) => id < search.terms.nodeCount) };
}

const noIds = new Uint32Array(0);

/** Receives what a query takes, before it takes it. */
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
  /** Rows of tables that units keep for their next run. */
  kept = 0;

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

  /** The query met few texts that the dictionary lacks, and few that had to be compared. */
  get isLight(): boolean {
    return this.#texts.length + this.#printed.size + this.kept < lightMax;
  }

  /** Is this an observation? Then `id - pointBase` is its point. */
  isPoint(id: CellId): boolean {
    return id >= this.pointBase && id < this.valueBase;
  }

  /** The node with this dcid, even if the world has none. */
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
      observationAbout: observations
        .allEntitiesOf(series)
        .map((entity) => dictionary.textOf(entity))
        .join("^"),
      variableMeasured: dictionary.textOf(observations.variableOf(series)),
      observationDate: observations.dateOf(point),
      value: observations.textOf(point),
    });
  }

  /** One id for each node and literal: a value that nothing compared becomes its literal. */
  storedAs(id: CellId): CellId {
    const isValue = id >= this.valueBase && id < this.#overlayBase;
    return isValue ? this.literalOf(this.textOf(id)) : id;
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
