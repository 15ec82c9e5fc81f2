/**
 * Pages of values over several nodes, ordered by node, label, value and provenance (behaviour: node
 * 5). A page is first found in ids and rows. Then what is on it is described.
 */

import { CommonsError } from "../../errors/errors.ts";
import type { Governor } from "../../options/governor.ts";
import type { FacetEntry } from "../../stats/facets.ts";
import { derived } from "../../store/columns/column-source.ts";
import type { Graph } from "../../store/graph/graph.ts";
import { termTest } from "../../store/graph/walk.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import type { ArcEntry, Facet } from "../shapes.ts";
import type { V1Facet } from "../v1-shapes.ts";
import {
  ArcRun,
  arcRun,
  type LoweredArc,
  type LoweredLabel,
  reach,
  visibleLabels,
} from "./lowered-arc.ts";
import { decodePageToken, encodePageToken, type PageKey } from "./page-token.ts";

/** Rows of a page over all of its nodes. */
export const pageRowsMax = 500;

export class NodePage {
  /** Queried nodes that the page may hold values of: distinct and ascending. */
  readonly nodes: readonly string[];
  /** The page is full and a value did not fit: further values belong on other pages. */
  isOver = false;
  readonly #graph: Graph;
  readonly #endpoint: string;
  readonly #question: string;
  readonly #queried: readonly string[];
  /** Last row of the page before. */
  readonly #after: PageKey | undefined;
  #last: PageKey | undefined;
  readonly #rowsMax: number;
  #rows = 0;

  /** @throws CommonsError `TOKEN` */
  constructor(
    graph: Graph,
    endpoint: string,
    question: string,
    nodes: readonly string[],
    token: string,
    governor: Governor,
    rowsMax = pageRowsMax,
  ) {
    this.#graph = graph;
    this.#endpoint = endpoint;
    this.#question = question;
    this.#rowsMax = rowsMax;
    this.#queried = nodes.length < 2 ? nodes : sorted(nodes, governor);
    const after = token === "" ? undefined : decodePageToken(this.#request(), token);
    this.#after = after;
    this.nodes =
      after === undefined
        ? this.#queried
        : this.#queried.filter((node) => compareUtf8(node, after.node) >= 0);
  }

  /** Did the pages before show all values of this label? Labels of a node ascend. */
  isPast(node: string, label: string): boolean {
    const after = this.#after;
    return after !== undefined && node === after.node && compareUtf8(label, after.label) < 0;
  }

  /**
   * Takes the values of one label that belong on this page, and returns their rows in the run. The
   * page is over when one does not fit. Labels of a node must come in ascending order, without
   * those that are past.
   */
  take(node: string, label: string, run: ArcRun, fits?: (term: TermId) => boolean): number[] {
    const rows: number[] = [];
    for (let at = this.#firstPosition(node, label, run); at < run.length; at++) {
      const row = run.rowAt(at);
      if (fits !== undefined && !fits(run.terms[row] as TermId)) continue;
      if (this.#rows === this.#rowsMax) {
        this.isOver = true;
        return rows;
      }
      rows.push(row);
      if (++this.#rows === this.#rowsMax) this.#last = this.#keyOf(node, label, run, row);
    }
    return rows;
  }

  /** The token of the next page; empty on the last page. */
  nextToken(): string {
    return this.isOver && this.#last !== undefined
      ? encodePageToken(this.#request(), this.#last)
      : "";
  }

  /** Text that is equal for equal requests. */
  #request(): string {
    const question = this.#question.replaceAll(/[ \t\r\n]/g, "");
    return JSON.stringify([this.#endpoint, question, this.#queried]);
  }

  #firstPosition(node: string, label: string, run: ArcRun): number {
    const after = this.#after;
    if (after === undefined || node !== after.node || label !== after.label) return 0;
    const { dictionary } = this.#graph;
    const { text, isNode } = after;
    const term = isNode ? dictionary.nodeOf(text) : dictionary.literalOf(text);
    if (term === undefined) throw ofOtherData();
    return run.after(term, isNode, this.#provenanceNumber(after.provenance));
  }

  #provenanceNumber(dcid: string): number {
    if (dcid === "") return 0;
    const node = this.#graph.dictionary.nodeOf(dcid);
    const provenance = node === undefined ? -1 : this.#graph.provenances.indexOf(node);
    if (provenance < 0) throw ofOtherData();
    return provenance;
  }

  #keyOf(node: string, label: string, { terms, provenances }: ArcRun, row: number): PageKey {
    const { dictionary } = this.#graph;
    const term = terms[row] as TermId;
    const provenance = provenances?.[row];
    return {
      node,
      label,
      isNode: dictionary.isNode(term),
      text: dictionary.textOf(term),
      provenance: (provenance !== undefined && this.#graph.provenanceDcid(provenance)) || "",
    };
  }
}

function sorted(nodes: readonly string[], governor: Governor): string[] {
  return [...new Set(nodes)].sort((a, b) => {
    governor.work(1);
    return compareUtf8(a, b);
  });
}

function ofOtherData(): CommonsError {
  return new CommonsError("TOKEN", "invalid pagination token: it belongs to other data");
}

/** Values of one label of one node that are on a page. */
export interface FoundArc {
  readonly label: string;
  readonly run: ArcRun;
  /** Rows of the run, in answer order; never empty. */
  readonly rows: readonly number[];
  readonly hasTypes: boolean;
}

export interface FoundPage {
  /** By queried node; a node without values on this page is absent. */
  readonly arcs: ReadonlyMap<string, readonly FoundArc[]>;
  /** Empty on the last page. */
  readonly nextToken: string;
}

/** Finding a node, or the arcs of one label. */
const stepsPerNode = 4;

/** One page of the values that an arc leads to. */
export function findArcPage(
  graph: Graph,
  arc: LoweredArc,
  page: NodePage,
  governor: Governor,
): FoundPage {
  const arcs = new Map<string, readonly FoundArc[]>();
  for (const dcid of page.nodes) {
    governor.work(stepsPerNode);
    const node = graph.dictionary.nodeOf(dcid);
    if (node === undefined) continue;
    const found = arcsOnPage(graph, arc, dcid, node, page, governor);
    if (found.length > 0) arcs.set(dcid, found);
    if (page.isOver) break;
  }
  return { arcs, nextToken: page.nextToken() };
}

function arcsOnPage(
  graph: Graph,
  arc: LoweredArc,
  dcid: string,
  node: TermId,
  page: NodePage,
  governor: Governor,
): FoundArc[] {
  const found: FoundArc[] = [];
  for (const item of arc.labels ?? visibleLabels(graph, node, arc.direction)) {
    const { label } = item;
    if (page.isPast(dcid, label)) continue;
    const { fits } = item.filter ?? arc.filter;
    const run = arc.transitive
      ? closureRun(graph, node, arc, item, governor)
      : arcRun(graph, node, arc.direction, item);
    governor.work(run.length * (fits === undefined ? 0 : 1) + stepsPerNode);
    const rows = page.take(dcid, label, run, arc.transitive ? undefined : fits);
    if (rows.length > 0) found.push({ label, run, rows, hasTypes: hasTypes(arc, label) });
    if (page.isOver) break;
  }
  return found;
}

function closureRun(
  graph: Graph,
  node: TermId,
  arc: LoweredArc,
  label: LoweredLabel,
  governor: Governor,
): ArcRun {
  // A walk may take long: check the deadline before each.
  governor.look();
  const terms = reach(graph, node, arc, label, governor);
  return new ArcRun(graph, { start: 0, end: terms.length }, terms, undefined);
}

/** Places reached over several hops come without types (behaviour: node 4.2). */
function hasTypes({ transitive }: LoweredArc, label: string): boolean {
  return !(transitive && label === "containedInPlace+");
}

/** By label; a label without values is absent. */
type ArcRecord = Record<string, { nodes: ArcEntry[] }>;

/** What was found of one node. */
export function describeArcs(describer: Describer, arcs: readonly FoundArc[]): ArcRecord {
  const record: ArcRecord = {};
  for (const arc of arcs) setMember(record, arc.label, { nodes: describer.entries(arc) });
  return record;
}

// From ids to the entries and facets of answers. The order of their fields is that of the real
// service (behaviour: http 7.2).

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
  readonly #hasAllTypes: boolean;

  /** @param hasAllTypes whether nodes have types also where an answer that is documented has none */
  constructor(graph: Graph, governor: Governor, hasAllTypes = false) {
    this.#graph = graph;
    this.#governor = governor;
    this.#hasAllTypes = hasAllTypes;
  }

  entries({ run: { terms, provenances }, rows, ...arc }: EntryRows): ArcEntry[] {
    const hasTypes = arc.hasTypes || this.#hasAllTypes;
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

/** The same with the provenance. */
export function describeSource(facet: FacetEntry): V1Facet {
  const described: V1Facet = describeFacet(facet);
  if (facet.provenanceId !== "") described.provenanceId = facet.provenanceId;
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
