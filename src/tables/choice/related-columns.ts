/** Columns from the graph: what a relation leads to from the entities of a table. */

import { lowerArc, reach, readRelation } from "../../adapters/reads/lowered-arc.ts";
import { excerpt } from "../../errors/excerpts.ts";
import type { Arc } from "../../expr-parser/ast.ts";
import type { Governor } from "../../options/governor.ts";
import type { Graph } from "../../store/graph/graph.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import { type TableColumn, type TextColumn, takeRows } from "../column-data.ts";
import type { JoinedRelation, ReadQuestion } from "../table-question.ts";
import type { Frame } from "../verbs/frame.ts";

/**
 * The columns of a table, and after them those that the question joins.
 *
 * @throws ExpressionError for a path that is no relation
 * @throws TypeError for a column that is not there, and for several values where the question wants one
 */
export function withRelated(
  graph: Graph,
  frame: Frame,
  { join, names }: ReadQuestion,
  governor: Governor,
): Frame {
  let { columns, length } = frame;
  for (const [name, joined] of Object.entries(join)) {
    const from = columns.find((column) => column.name === joined.of);
    if (from?.kind !== "text") {
      throw new TypeError(
        `'join.${excerpt(name)}.of' names no column of dcids: '${excerpt(joined.of)}'`,
      );
    }
    let terms = relatedTerms(graph, from, name, joined, governor);
    let own = from;
    if (joined.several === "rows") {
      ({ columns, length, from: own } = inRows(columns, from, terms));
      terms = terms.flatMap((list) => (list.length === 0 ? [list] : list.map((term) => [term])));
    }
    // Of several values each has its place, also where it has no name.
    const column = (title: string, textOf: (term: TermId) => string | null): TextColumn => ({
      ...own,
      name: title,
      texts: terms.map((list) => list.map(textOf).join("; ") || null),
    });
    columns = [...columns, column(name, (term) => graph.dictionary.textOf(term))];
    if (names) columns = [...columns, column(`${name}_name`, (term) => nameOf(graph, term))];
  }
  return { columns, length };
}

/** A literal is its own name. */
function nameOf(graph: Graph, term: TermId): string | null {
  if (!graph.dictionary.isNode(term)) return graph.dictionary.textOf(term);
  return graph.nameTextOf(term) ?? null;
}

/** By code of the column: the terms that the path leads to, nodes and literals each ascending. */
function relatedTerms(
  graph: Graph,
  { texts }: TextColumn,
  name: string,
  { path, several }: JoinedRelation,
  governor: Governor,
): (readonly TermId[])[] {
  const { arcs } = readRelation(path);
  if (arcs.some(({ labels }) => labels.kind !== "some" || labels.items.length !== 1)) {
    throw new TypeError(
      `'join.${excerpt(name)}' names one property in each arc, not '${excerpt(path)}'`,
    );
  }
  const stepsOf = arcs.map((arc) => stepOf(graph, arc, governor));
  return texts.map((text) => {
    const node = text === null ? undefined : graph.dictionary.nodeOf(text);
    const terms = node === undefined ? [] : reachedBy(stepsOf, node);
    if (terms.length < 2 || several === "list" || several === "rows") return terms;
    if (several === "first") return terms.slice(0, 1);
    const [one, other] = terms.map((term) => excerpt(graph.dictionary.textOf(term)));
    throw new TypeError(
      `'join.${excerpt(name)}': '${excerpt(String(text))}' has several values ('${one}', '${other}'): narrow the path by a filter such as {typeOf:State}, or set several: "first", "list" or "rows"`,
    );
  });
}

function reachedBy(
  steps: readonly ((from: TermId) => readonly TermId[])[],
  node: TermId,
): readonly TermId[] {
  let terms = [node];
  for (const step of steps) terms = [...new Set(terms.flatMap(step))];
  return terms.sort((a, b) => a - b);
}

function stepOf(graph: Graph, arc: Arc, governor: Governor): (from: TermId) => readonly TermId[] {
  const lowered = lowerArc(graph, arc);
  const [label] = lowered.labels ?? [];
  if (label === undefined) return () => [];
  if (lowered.transitive) {
    return (from) => {
      governor.work(16);
      return graph.dictionary.isNode(from) ? [...reach(graph, from, lowered, label, governor)] : [];
    };
  }
  const arcs = graph.arcs(lowered.direction);
  const { fits } = label.filter ?? lowered.filter;
  return (from) => {
    governor.work(4);
    if (!graph.dictionary.isNode(from)) return [];
    const range = arcs.rowsOf(from, label.predicate);
    const terms = arcs.termsIn(range);
    const found: TermId[] = [];
    for (let row = range.start; row < range.end; row++) {
      const term = terms[row]!;
      if (fits === undefined || fits(term)) found.push(term);
    }
    return found;
  };
}

/** A row for each term of its cell; rows without a term stay. */
function inRows(
  columns: readonly TableColumn[],
  from: TextColumn,
  terms: readonly (readonly TermId[])[],
): Frame & { readonly from: TextColumn } {
  // Of each code the first of its new codes.
  const firsts: number[] = [];
  let count = 0;
  for (const list of terms) {
    firsts.push(count);
    count += Math.max(list.length, 1);
  }
  const picks: number[] = [];
  const codes: number[] = [];
  for (let row = 0; row < from.codes.length; row++) {
    const code = from.codes[row]!;
    for (let one = 0; one < Math.max(terms[code]!.length, 1); one++) {
      picks.push(row);
      codes.push(firsts[code]! + one);
    }
  }
  const taken = takeRows(columns, Uint32Array.from(picks));
  return {
    columns: taken,
    length: picks.length,
    from: { ...from, codes: Uint32Array.from(codes) },
  };
}
