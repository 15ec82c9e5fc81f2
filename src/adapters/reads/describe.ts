/**
 * From ids to the entries and facets of answers. The order of their fields is that of the real
 * service (behaviour: http 7.2).
 */

import type { Governor } from "../../governor/index.ts";
import type { FacetEntry } from "../../stats/index.ts";
import { derived, type Graph, type TermId, termTest } from "../../store/index.ts";
import type { ArcEntry, Facet } from "../shapes.ts";
import type { ArcRun } from "./lowered-arc.ts";

/** Values of an arc by row. */
interface EntryRows {
  readonly run: Pick<ArcRun, "terms" | "provenances">;
  readonly rows: readonly number[];
  /** Whether nodes come with their types. */
  readonly hasTypes: boolean;
}

/** Bytes of an entry without its texts, about. */
const bytesPerEntry = 160;

/** Describes the terms of one graph. */
export class Describer {
  readonly #graph: Graph;
  readonly #governor: Governor;

  constructor(graph: Graph, governor: Governor) {
    this.#graph = graph;
    this.#governor = governor;
  }

  entries({ run: { terms, provenances }, rows, hasTypes }: EntryRows): ArcEntry[] {
    // A list that grows keeps room for sixteen more elements, and most lists have one.
    const entries = new Array<ArcEntry>(rows.length);
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      entries[at] = this.entry(terms[row] as TermId, hasTypes, provenances?.[row]);
    }
    return entries;
  }

  /**
   * One value of an arc: a literal or a node reference. `provenance` is a number of the graph's.
   */
  entry(term: TermId, hasTypes: boolean, provenance?: number): ArcEntry {
    const { dictionary } = this.#graph;
    const isNode = dictionary.isNode(term);
    const text = dictionary.textOf(term);
    this.#governor.rows(1);
    this.#governor.bytes(bytesPerEntry + text.length);
    const entry: ArcEntry = {};
    if (isNode) {
      const name = nameOf(this.#graph, term);
      if (name !== undefined) entry.name = name;
      const types = hasTypes ? typesOfNode(this.#graph, term) : noTypes;
      if (types.length > 0) entry.types = types.slice();
      entry.dcid = text;
    }
    const provenanceId =
      provenance === undefined ? undefined : this.#graph.provenanceDcid(provenance);
    if (provenanceId !== undefined) entry.provenanceId = provenanceId;
    if (!isNode) entry.value = text;
    return entry;
  }
}

/**
 * Dcids of a node's types, ascending. A node that is only ever referred to, and defined nowhere, is
 * a `Thing` (behaviour: node 2.3). Answers get copies: their callers may change them.
 */
function typesOfNode(graph: Graph, node: TermId): readonly string[] {
  const types = typesOfSet(graph, graph.typeSetOf(node));
  return types.length === 0 && !isDefined(graph, node) ? ofUndefined : types;
}

/** Types are kept ready by the number of their set, but not for more numbers than these. */
const readyMax = 0x1_0000;
const readyTypes = derived((_: Graph): (readonly string[])[] => []);

function typesOfSet(graph: Graph, set: number): readonly string[] {
  const ready = readyTypes(graph);
  const known = ready[set];
  if (known !== undefined) return known;
  const { dictionary } = graph;
  const nodes = graph.typesOfSet(set).filter((type) => dictionary.isNode(type));
  const types = nodes.map((type) => dictionary.textOf(type));
  if (set < readyMax) ready[set] = types;
  return types;
}

const noTypes: readonly string[] = [];
const ofUndefined: readonly string[] = ["Thing"];

/** Is a node the subject of a triple? */
function isDefined({ out }: Graph, node: TermId): boolean {
  const { start, end } = out.rows(node);
  return start < end;
}

/** The name that answers give to a node. */
export function nameOf(graph: Graph, node: TermId): string | undefined {
  return graph.nameTextOf(node);
}

/** A test for terms that are nodes of a type, by the types that entries give. */
export function typeTest(graph: Graph, type: string): (term: TermId) => boolean {
  const { dictionary } = graph;
  const node = dictionary.nodeOf(type);
  const predicate = graph.predicateOf("typeOf");
  const isOfType = termTest(graph, [
    { predicate, values: new Set(node === undefined ? [] : [node]) },
  ]);
  return (term) =>
    dictionary.isNode(term) &&
    (isDefined(graph, term) ? isOfType?.(term) === true : type === "Thing");
}

/** The metadata of a facet; unset members are left out. */
export function describeFacet(facet: FacetEntry): Facet {
  // Spelled out: a loop over the fields takes five times as long, and small answers feel that.
  const described: Facet = {};
  if (facet.importName !== "") described.importName = facet.importName;
  if (facet.provenanceUrl !== "") described.provenanceUrl = facet.provenanceUrl;
  if (facet.measurementMethod !== "") described.measurementMethod = facet.measurementMethod;
  if (facet.observationPeriod !== "") described.observationPeriod = facet.observationPeriod;
  if (facet.scalingFactor !== "") described.scalingFactor = facet.scalingFactor;
  if (facet.unit !== "") described.unit = facet.unit;
  if (facet.isDcAggregate) described.isDcAggregate = true;
  return described;
}

/**
 * An object for keys of which there are many, such as dcids, as `JSON.parse` makes it. It is a
 * table of its members from the start: an object literal would get a hidden class for each new key.
 */
export function newRecord<T>(): Record<string, T> {
  return Object.setPrototypeOf(Object.create(null), Object.prototype) as Record<string, T>;
}

/**
 * Sets a member of an object whose keys come from data: `__proto__` is a key like any other. The
 * object is as `JSON.parse` makes it. Read one whose key comes from data with `Object.hasOwn`:
 * `constructor` and its like are found on every object.
 */
export function setMember<T>(record: Record<string, T>, key: string, value: T): void {
  if (key !== "__proto__") record[key] = value;
  else {
    const isOwn = { value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(record, key, isOwn);
  }
}
