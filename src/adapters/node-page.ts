/**
 * One page of values over several nodes, ordered by node, label, value and provenance (facts V2
 * §2.5).
 */

import { TokenError } from "../errors.ts";
import { compareUtf8, type Graph, type TermId } from "../store/index.ts";
import type { ArcRun } from "./arc-run.ts";
import { fits, type LoweredFilter } from "./lower.ts";
import { decodePageToken, encodePageToken, type PageKey } from "./page-token.ts";

/** Rows of a page over all of its nodes. */
export const pageRowsMax = 500;

export class NodePage {
  /** Queried nodes that the page may hold values of: distinct and ascending. */
  readonly nodes: readonly string[];
  readonly #graph: Graph;
  /** Text that is equal for equal requests. */
  readonly #request: string;
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
    rowsMax = pageRowsMax,
  ) {
    this.#graph = graph;
    this.#rowsMax = rowsMax;
    const queried = [...new Set(nodes)].sort(compareUtf8);
    this.#request = JSON.stringify([endpoint, question.replaceAll(/[ \t\r\n]/g, ""), queried]);
    this.#after = decodePageToken(this.#request, token);
    const first = this.#after?.node ?? "";
    this.nodes = queried.filter((node) => compareUtf8(node, first) >= 0);
  }

  /**
   * Adds the values of one label, as far as they belong on this page; false as soon as one is left
   * over. Labels of a node must come in ascending order.
   */
  addRun(
    node: string,
    { label, filter }: { readonly label: string; readonly filter: LoweredFilter },
    run: ArcRun,
    add: (term: TermId, provenance: number | undefined) => void,
  ): boolean {
    for (let at = this.#firstPosition(node, label, run); at < run.length; at++) {
      const term = run.termAt(at);
      if (!fits(this.#graph, term, filter)) continue;
      if (this.#rows === this.#rowsMax) return false;
      const provenance = run.provenanceAt(at);
      add(term, provenance);
      this.#rows++;
      if (this.#rows === this.#rowsMax) this.#last = this.#keyOf(node, label, term, provenance);
    }
    return true;
  }

  /** The token of the page after a full one. */
  nextToken(): string {
    if (this.#last === undefined) throw new Error("a page that is not full has no successor");
    return encodePageToken(this.#request, this.#last);
  }

  #firstPosition(node: string, label: string, run: ArcRun): number {
    const after = this.#after;
    if (after === undefined || node !== after.node) return 0;
    const order = compareUtf8(label, after.label);
    if (order !== 0) return order < 0 ? run.length : 0;
    const { dictionary } = this.#graph;
    const term = after.isNode ? dictionary.nodeOf(after.text) : dictionary.literalOf(after.text);
    if (term === undefined) throw ofOtherData();
    return run.after(term, this.#provenanceNumber(after.provenance));
  }

  #provenanceNumber(dcid: string): number {
    if (dcid === "") return 0;
    const node = this.#graph.dictionary.nodeOf(dcid);
    const provenance = node === undefined ? -1 : this.#graph.provenances.indexOf(node);
    if (provenance < 0) throw ofOtherData();
    return provenance;
  }

  #keyOf(node: string, label: string, term: TermId, provenance: number | undefined): PageKey {
    const { dictionary } = this.#graph;
    return {
      node,
      label,
      isNode: dictionary.isNode(term),
      text: dictionary.textOf(term),
      provenance: (provenance !== undefined && this.#graph.provenanceDcid(provenance)) || "",
    };
  }
}

function ofOtherData(): TokenError {
  return new TokenError("invalid pagination token: it belongs to other data");
}
