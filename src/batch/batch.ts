/**
 * What a thread read of a part of a table: statements in the order of the part, under numbers of
 * its own. Batches that are added in the order of the parts make the same world as reading them in turn.
 */

import { type FacetSource, NONE, type Sink } from "../load/sink.ts";
import { type BatchTexts, BatchTextsBuilder, longer } from "./batch-texts.ts";

export interface Batch {
  readonly nodes: BatchTexts;
  readonly literals: BatchTexts;
  readonly dates: BatchTexts;
  readonly facets: readonly FacetSource[];
  /** Subject, predicate, object and provenance of each triple; see `literalBit`. */
  readonly triples: Uint32Array;
  /** Variable, entity, facet, date and the end of the value in `values`, of each observation. */
  readonly observations: Uint32Array;
  readonly values: Uint8Array;
}

/** Marks an object as a literal. */
const literalBit = 0x8000_0000;
/** Stands for "no provenance". */
const none = 0xffff_ffff;
const tripleWidth = 4;
const observationWidth = 5;

/** Collects one batch after the other. */
export class BatchSink implements Sink {
  readonly #nodes = new BatchTextsBuilder();
  readonly #literals = new BatchTextsBuilder();
  readonly #dates = new BatchTextsBuilder();
  #facets: FacetSource[] = [];
  readonly #facetNumbers = new Map<string, number>();
  #triples = new Uint32Array(1 << 12);
  #triplesUsed = 0;
  #observations = new Uint32Array(1 << 12);
  #observationsUsed = 0;
  #values = new Uint8Array(1 << 12);
  #valuesUsed = 0;

  node(dcid: string): number {
    return this.#nodes.add(dcid);
  }

  literal(text: string): number {
    return this.#literals.add(text);
  }

  date(text: string): number {
    return this.#dates.add(text);
  }

  nodeOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#nodes.addBytes(bytes, start, end);
  }

  literalOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#literals.append(bytes, start, end);
  }

  dateOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#dates.addBytes(bytes, start, end);
  }

  facet(source: FacetSource): number {
    const key = JSON.stringify(Object.entries(source).sort());
    const known = this.#facetNumbers.get(key);
    if (known !== undefined) return known;
    this.#facetNumbers.set(key, this.#facets.length);
    return this.#facets.push(source) - 1;
  }

  link(subject: number, predicate: number, object: number, provenance: number): void {
    this.#triple(subject, predicate, object, provenance);
  }

  attribute(subject: number, predicate: number, literal: number, provenance: number): void {
    this.#triple(subject, predicate, (literal | literalBit) >>> 0, provenance);
  }

  observation(variable: number, entity: number, facet: number, date: number, value: string): void {
    const bytes = Buffer.from(value, "utf8");
    this.observationOf(variable, entity, facet, date, bytes, 0, bytes.length);
  }

  observationOf(
    variable: number,
    entity: number,
    facet: number,
    date: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    const used = this.#observationsUsed;
    if (used + observationWidth > this.#observations.length) {
      this.#observations = longer(this.#observations, Uint32Array, used);
    }
    const valuesUsed = this.#valuesUsed + end - start;
    if (valuesUsed > this.#values.length) {
      this.#values = longer(this.#values, Uint8Array, valuesUsed);
    }
    let to = this.#valuesUsed;
    for (let from = start; from < end; from++) this.#values[to++] = bytes[from] as number;
    this.#valuesUsed = to;
    const columns = this.#observations;
    columns[used] = variable;
    columns[used + 1] = entity;
    columns[used + 2] = facet;
    columns[used + 3] = date;
    columns[used + 4] = to;
    this.#observationsUsed = used + observationWidth;
  }

  /** Gives away what was collected and begins anew. */
  take(): Batch {
    const batch = {
      nodes: this.#nodes.take(),
      literals: this.#literals.take(),
      dates: this.#dates.take(),
      facets: this.#facets,
      triples: this.#triples.slice(0, this.#triplesUsed),
      observations: this.#observations.slice(0, this.#observationsUsed),
      values: this.#values.slice(0, this.#valuesUsed),
    };
    this.#facets = [];
    this.#facetNumbers.clear();
    this.#triplesUsed = this.#observationsUsed = this.#valuesUsed = 0;
    return batch;
  }

  #triple(subject: number, predicate: number, object: number, provenance: number): void {
    const used = this.#triplesUsed;
    if (used + tripleWidth > this.#triples.length) {
      this.#triples = longer(this.#triples, Uint32Array, used);
    }
    const columns = this.#triples;
    columns[used] = subject;
    columns[used + 1] = predicate;
    columns[used + 2] = object;
    columns[used + 3] = provenance === NONE ? none : provenance;
    this.#triplesUsed = used + tripleWidth;
  }
}

/** Adds the statements of a batch, in their order. */
export function addBatch(batch: Batch, sink: Sink): void {
  const nodes = idsOf(batch.nodes, (bytes, start, end) => sink.nodeOf(bytes, start, end));
  const literals = idsOf(batch.literals, (bytes, start, end) => sink.literalOf(bytes, start, end));
  addTriples(batch.triples, nodes, literals, sink);
  if (batch.observations.length > 0) addObservations(batch, nodes, sink);
}

function addTriples(
  triples: Uint32Array,
  nodes: Uint32Array,
  literals: Uint32Array,
  sink: Sink,
): void {
  for (let at = 0; at < triples.length; at += tripleWidth) {
    const subject = nodes[triples[at]!]!;
    const predicate = nodes[triples[at + 1]!]!;
    const object = triples[at + 2]!;
    const from = triples[at + 3]!;
    const provenance = from === none ? NONE : nodes[from]!;
    if (object < literalBit) sink.link(subject, predicate, nodes[object]!, provenance);
    else sink.attribute(subject, predicate, literals[object - literalBit]!, provenance);
  }
}

function addObservations(batch: Batch, nodes: Uint32Array, sink: Sink): void {
  const { observations, values } = batch;
  const dates = idsOf(batch.dates, (bytes, start, end) => sink.dateOf(bytes, start, end));
  const facets = batch.facets.map((source) => {
    const { provenance } = source;
    return sink.facet({ ...source, provenance: provenance === NONE ? NONE : nodes[provenance]! });
  });
  let start = 0;
  for (let at = 0; at < observations.length; at += observationWidth) {
    const variable = nodes[observations[at]!]!;
    const entity = nodes[observations[at + 1]!]!;
    const facet = facets[observations[at + 2]!]!;
    const date = dates[observations[at + 3]!]!;
    const end = observations[at + 4]!;
    sink.observationOf(variable, entity, facet, date, values, start, end);
    start = end;
  }
}

function idsOf(
  { bytes, ends }: BatchTexts,
  idOf: (bytes: Uint8Array, start: number, end: number) => number,
): Uint32Array {
  const ids = new Uint32Array(ends.length);
  let start = 0;
  for (let text = 0; text < ends.length; text++) {
    const end = ends[text]!;
    ids[text] = idOf(bytes, start, end);
    start = end;
  }
  return ids;
}
