/** Sinks for tests: one turns calls back into plain statements, one only counts them. */
import { type FacetSource, noId, type Sink } from "../../../src/load/statements/sink.ts";
import { isPlainNumber } from "../../../src/load/values/observation-parts.ts";

/** `object` of an attribute is its text in quotes, so that it differs from a node's dcid. */
export interface RecordedTriple {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
  /** "" for none. */
  readonly provenance: string;
}

export interface RecordedObservation extends Omit<FacetSource, "provenance"> {
  readonly variable: string;
  readonly entity: string;
  readonly date: string;
  readonly value: string;
  /** "" for none. */
  readonly provenance: string;
  /** Entities by property, where it is not about one by `observationAbout`. */
  readonly entities?: Readonly<Record<string, string>>;
}

/** Hands out ids per kind, as the real sink does: an id of one kind means nothing as another. */
class Ids {
  readonly texts: string[] = [];
  readonly #ids = new Map<string, number>();

  idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  textOf(id: number): string {
    const text = this.texts[id];
    if (text === undefined) throw new Error(`no such id: ${id}`);
    return text;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const utf8 = (bytes: Uint8Array, start: number, end: number): string =>
  decoder.decode(bytes.subarray(start, end));

export class RecordingSink implements Sink {
  readonly triples: RecordedTriple[] = [];
  readonly observations: RecordedObservation[] = [];
  readonly #nodes = new Ids();
  readonly #literals = new Ids();
  readonly #dates = new Ids();
  readonly #facets = new Ids();
  readonly #sources: FacetSource[] = [];
  readonly #abouts = new Map<
    number,
    { properties: readonly number[]; others: readonly number[] }
  >();

  /** Every dcid that was asked for, sorted. */
  get nodes(): string[] {
    return this.#nodes.texts.toSorted();
  }

  node(dcid: string): number {
    if (dcid === "") throw new Error("an empty dcid");
    return this.#nodes.idOf(dcid);
  }

  literal(text: string): number {
    return this.#literals.idOf(text);
  }

  date(text: string): number {
    return this.#dates.idOf(text);
  }

  facet(source: FacetSource): number {
    const id = this.#facets.idOf(JSON.stringify(source));
    this.#sources[id] ??= { ...source };
    return id;
  }

  facetAbout(facet: number, properties: readonly number[], others: readonly number[]): number {
    const id = this.#facets.idOf(JSON.stringify([facet, properties, others]));
    this.#sources[id] ??= this.#sources[facet]!;
    this.#abouts.set(id, { properties, others });
    return id;
  }

  nodeOf(bytes: Uint8Array, start: number, end: number): number {
    return this.node(utf8(bytes, start, end));
  }

  literalOf(bytes: Uint8Array, start: number, end: number): number {
    return this.literal(utf8(bytes, start, end));
  }

  dateOf(bytes: Uint8Array, start: number, end: number): number {
    return this.date(utf8(bytes, start, end));
  }

  link(subject: number, predicate: number, object: number, provenance: number): void {
    this.#add(subject, predicate, this.#nodes.textOf(object), provenance);
  }

  attribute(subject: number, predicate: number, literal: number, provenance: number): void {
    this.#add(subject, predicate, JSON.stringify(this.#literals.textOf(literal)), provenance);
  }

  observation(variable: number, entity: number, facet: number, date: number, value: string): void {
    if (value === "") throw new Error("an empty value");
    const source = this.#sources[facet];
    if (source === undefined) throw new Error(`no such facet: ${facet}`);
    const about = this.#abouts.get(facet);
    const entities = about?.properties.map((property, at) => [
      this.#nodes.textOf(property),
      this.#nodes.textOf(at === 0 ? entity : about.others[at - 1]!),
    ]);
    this.observations.push({
      ...source,
      variable: this.#nodes.textOf(variable),
      entity: this.#nodes.textOf(entity),
      date: this.#dates.textOf(date),
      value,
      provenance: this.#provenance(source.provenance),
      ...(entities === undefined ? {} : { entities: Object.fromEntries(entities) }),
    });
  }

  observationOf(
    variable: number,
    entity: number,
    facet: number,
    date: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): boolean {
    const text = utf8(bytes, start, end);
    if (!isPlainNumber(text)) return false;
    this.observation(variable, entity, facet, date, text);
    return true;
  }

  /** `subject predicate object` of each triple, sorted, each once. */
  get lines(): string[] {
    const lines = this.triples.map((triple) => lineOf(triple));
    return [...new Set(lines)].sort();
  }

  #add(subject: number, predicate: number, object: string, provenance: number): void {
    this.triples.push({
      subject: this.#nodes.textOf(subject),
      predicate: this.#nodes.textOf(predicate),
      object,
      provenance: this.#provenance(provenance),
    });
  }

  #provenance(id: number): string {
    return id === noId ? "" : this.#nodes.textOf(id);
  }
}

/** Knows what it got straight from bytes. */
export class BytesSink extends RecordingSink {
  /** Nodes, literals in quotes, and values of observations, in order. */
  readonly ofBytes: string[] = [];

  override nodeOf(bytes: Uint8Array, start: number, end: number): number {
    this.ofBytes.push(utf8(bytes, start, end));
    return super.nodeOf(bytes, start, end);
  }

  override literalOf(bytes: Uint8Array, start: number, end: number): number {
    this.ofBytes.push(JSON.stringify(utf8(bytes, start, end)));
    return super.literalOf(bytes, start, end);
  }

  override observationOf(...of: Parameters<RecordingSink["observationOf"]>): boolean {
    const isTaken = super.observationOf(...of);
    const [, , , , bytes, start, end] = of;
    if (isTaken) this.ofBytes.push(utf8(bytes, start, end));
    return isTaken;
  }
}

export function lineOf({ subject, predicate, object }: RecordedTriple): string {
  return `${subject} ${predicate} ${object}`;
}

/** Does next to nothing, for measuring the loader itself. */
export class CountingSink implements Sink {
  links = 0;
  attributes = 0;
  observationRows = 0;
  lookups = 0;

  #next(): number {
    this.lookups += 1;
    return this.lookups & 0xfffff;
  }

  node(_dcid: string): number {
    return this.#next();
  }

  literal(_text: string): number {
    return this.#next();
  }

  date(_text: string): number {
    return this.#next();
  }

  facet(_source: FacetSource): number {
    return this.#next();
  }

  facetAbout(): number {
    return this.#next();
  }

  nodeOf(_bytes: Uint8Array, _start: number, _end: number): number {
    return this.#next();
  }

  literalOf(_bytes: Uint8Array, _start: number, _end: number): number {
    return this.#next();
  }

  dateOf(_bytes: Uint8Array, _start: number, _end: number): number {
    return this.#next();
  }

  link(_subject: number, _predicate: number, _object: number, _provenance: number): void {
    this.links += 1;
  }

  attribute(_subject: number, _predicate: number, _literal: number, _provenance: number): void {
    this.attributes += 1;
  }

  observation(
    _variable: number,
    _entity: number,
    _facet: number,
    _date: number,
    _value: string,
  ): void {
    this.observationRows += 1;
  }

  observationOf(): boolean {
    this.observationRows += 1;
    return true;
  }
}
