/**
 * Pages of values over several nodes, ordered by node, label, value and provenance (behaviour: node
 * 5). A page is first found in ids and rows. Then what is on it is described.
 */

import { TokenError } from "../../errors/index.ts";
import type { Governor } from "../../governor/index.ts";
import { compareUtf8, type Graph, type TermId } from "../../store/index.ts";
import type { ArcEntry } from "../shapes.ts";
import { type Describer, setMember } from "./describe.ts";
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

  /** @throws TokenError */
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

function ofOtherData(): TokenError {
  return new TokenError("invalid pagination token: it belongs to other data");
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
