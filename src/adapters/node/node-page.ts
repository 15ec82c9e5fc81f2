/**
 * One page of values over several nodes, ordered by node, label, value and provenance (behaviour:
 * node 5).
 */

import { TokenError } from "../../errors/index.ts";
import type { Governor } from "../../governor/index.ts";
import { compareUtf8, type Graph, type TermId } from "../../store/index.ts";
import type { ArcRun } from "../graph/index.ts";
import { decodePageToken, encodePageToken, type PageKey } from "./page-token.ts";

/** Rows of a page over all of its nodes. */
export const pageRowsMax = 500;

export class NodePage {
  /** Queried nodes that the page may hold values of: distinct and ascending. */
  readonly nodes: readonly string[];
  /** A value was left over: the rest belongs on other pages. */
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
   * Takes the values of one label, as far as they belong on this page: their rows in the run. The
   * page is over as soon as one is left over. Labels of a node must come in ascending order,
   * without those that are past.
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
