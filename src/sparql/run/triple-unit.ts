/** A pattern over stored triples. A triple counts once, however many provenances supply it. */

import { lowerBound } from "../../store/columns/kernels.ts";
import type { PredicateId } from "../../store/graph/arc-table.ts";
import type { Graph } from "../../store/graph/graph.ts";
import { termTest } from "../../store/graph/walk.ts";
import { noTerm, type TermId } from "../../store/texts/dictionary.ts";
import type { VariableId } from "../plan.ts";
import {
  type CellId,
  type Ends,
  type Next,
  type NodeTest,
  type Search,
  type Unit,
  unbound,
} from "./search.ts";

/** An end that is constant with another number of possible terms than one. */
const several = -2;

interface TripleEnds {
  readonly subject: Ends;
  readonly predicate: PredicateId;
  readonly object: Ends;
  /** A subject counts once, however many of the objects it has. */
  readonly isOncePerSubject: boolean;
}

export class TripleUnit implements Unit, NodeTest {
  readonly variables: readonly VariableId[];
  readonly variable: VariableId;
  readonly #search: Search;
  readonly #subject: Ends;
  readonly #predicate: PredicateId;
  readonly #object: Ends;
  readonly #isOnce: boolean;
  #subjects = 1;
  /** Whether a subject has the one constant that the object is; made at its first use. */
  #test: SubjectTest | undefined;

  constructor(search: Search, { subject, predicate, object, isOncePerSubject }: TripleEnds) {
    this.#search = search;
    this.#subject = subject;
    this.#predicate = predicate;
    this.#object = this.#withArcs(object);
    this.#isOnce = isOncePerSubject;
    this.variables = [subject.variable, object.variable].filter((variable) => variable >= 0);
    this.variable = subject.variable;
  }

  /** A constant may be a node or a text. Mostly the predicate leads to one of both. */
  #withArcs({ variable, ids }: Ends): Ends {
    if (ids.length < 2) return { variable, ids };
    return { variable, ids: ids.filter((id) => this.#countOfObject(id) > 0) };
  }

  get test(): NodeTest | undefined {
    const isTest = this.#subject.variable >= 0 && this.#object.variable < 0;
    return isTest && this.#object.ids.length === 1 ? this : undefined;
  }

  /** Whether a node has the object, which is one constant. */
  holds(node: TermId): boolean {
    this.#test ??= subjectTest(
      this.#search.graph,
      this.#predicate,
      this.#object.ids[0] as TermId,
      this.#subjects,
    );
    return this.#test(node);
  }

  expect(rows: number): void {
    this.#subjects = rows;
  }

  count(): number {
    const { graph } = this.#search;
    const subject = this.#now(this.#subject);
    const object = this.#now(this.#object);
    if (subject === several) return 0;
    if (subject !== unbound) return this.#countOfSubject(subject, object);
    if (object === unbound) return size(graph.rowsByPredicate(this.#predicate));
    if (object !== several) return this.#countOfObject(object);
    let sum = 0;
    for (const id of this.#object.ids) sum += this.#countOfObject(id);
    return sum;
  }

  each(next: Next): boolean {
    const subject = this.#now(this.#subject);
    const object = this.#now(this.#object);
    // A constant subject that is not a node, or two of them: the dialect has no lists there.
    if (subject === several) return true;
    if (subject === unbound) {
      if (object === unbound) return this.#eachTriple(next);
      if (object !== several) return this.#eachSubject(object, next);
      return this.#eachSubjectOfSeveral(next);
    }
    if (!this.#isNode(subject)) return true;
    if (object === unbound) return this.#eachObject(subject, next);
    if (object === several) return this.#eachOfSeveral(subject, next);
    const has = this.#object.variable < 0 ? this.#hasConstant(subject) : this.#has(subject, object);
    return has ? next() : true;
  }

  #now({ variable, ids }: Ends): CellId {
    if (variable >= 0) return this.#search.at(variable);
    return ids.length === 1 ? (ids[0] as CellId) : several;
  }

  #isNode(id: CellId): boolean {
    return id < this.#search.terms.nodeCount;
  }

  #has(subject: TermId, object: CellId): boolean {
    this.#search.work(1);
    return (
      object < this.#search.terms.termCount &&
      this.#search.graph.has(subject, this.#predicate, object)
    );
  }

  #hasConstant(subject: TermId): boolean {
    this.#search.work(1);
    return this.holds(subject);
  }

  #countOfSubject(subject: CellId, object: CellId): number {
    if (!this.#isNode(subject)) return 0;
    if (object >= 0) return this.#has(subject, object) ? 1 : 0;
    return size(this.#search.graph.out.rowsOf(subject, this.#predicate));
  }

  #countOfObject(object: CellId): number {
    if (object >= this.#search.terms.termCount) return 0;
    return size(this.#search.graph.in.rowsOf(object, this.#predicate));
  }

  #eachObject(subject: TermId, next: Next): boolean {
    const { graph, row } = this.#search;
    const { variable } = this.#object;
    const range = graph.out.rowsOf(subject, this.#predicate);
    const terms = graph.out.termsIn(range);
    const { start, end } = range;
    let previous = noTerm;
    let at = start;
    let goOn = true;
    for (; at < end && goOn; at++) {
      const object = terms[at] as TermId;
      if (object === previous) continue;
      previous = object;
      row[variable] = object;
      goOn = next();
    }
    row[variable] = unbound;
    this.#search.work(at - start);
    return goOn;
  }

  #eachSubject(object: CellId, next: Next, before = 0): boolean {
    const { graph, row, terms: queryTerms } = this.#search;
    if (object >= queryTerms.termCount) return true;
    const { variable } = this.#subject;
    const range = graph.in.rowsOf(object, this.#predicate);
    const terms = graph.in.termsIn(range);
    const { start, end } = range;
    let previous = noTerm;
    let at = start;
    let goOn = true;
    for (; at < end && goOn; at++) {
      const subject = terms[at] as TermId;
      if (subject === previous) continue;
      previous = subject;
      if (before > 0 && this.#hasAnyOfFirst(subject, before)) continue;
      row[variable] = subject;
      goOn = next();
    }
    row[variable] = unbound;
    this.#search.work(at - start);
    return goOn;
  }

  #eachSubjectOfSeveral(next: Next): boolean {
    const { ids } = this.#object;
    for (let at = 0; at < ids.length; at++) {
      if (!this.#eachSubject(ids[at] as TermId, next, this.#isOnce ? at : 0)) return false;
    }
    return true;
  }

  /** Does the subject have one of the first `count` possible objects? */
  #hasAnyOfFirst(subject: TermId, count: number): boolean {
    return this.#object.ids.subarray(0, count).some((object) => this.#has(subject, object));
  }

  /** The objects of a subject that are among several constants. */
  #eachOfSeveral(subject: TermId, next: Next): boolean {
    const { ids } = this.#object;
    const { out } = this.#search.graph;
    const range = out.rowsOf(subject, this.#predicate);
    const terms = out.termsIn(range);
    const { start, end } = range;
    this.#search.work(end - start);
    for (let at = start; at < end; at++) {
      const object = terms[at] as TermId;
      if (at > start && terms[at - 1] === object) continue;
      if (ids[lowerBound(ids, object, 0, ids.length)] !== object) continue;
      if (!next()) return false;
      if (this.#isOnce) return true;
    }
    return true;
  }

  #eachTriple(next: Next): boolean {
    const { graph, row } = this.#search;
    const { offsets, terms } = graph.out;
    const [from, to] = [this.#subject.variable, this.#object.variable];
    const rows = graph.rowsOfPredicate(this.#predicate);
    let subject = -1;
    let lastOfSubject = 0;
    let previous = noTerm;
    let position = 0;
    let goOn = true;
    for (; position < rows.length && goOn; position++) {
      const at = rows[position] as number;
      if (at >= lastOfSubject) {
        // Rows ascend by subject, and mostly the next node is the next subject.
        subject = at < (offsets[subject + 2] as number) ? subject + 1 : graph.subjectOf(at);
        lastOfSubject = offsets[subject + 1] as number;
        previous = noTerm;
      }
      const object = terms[at] as TermId;
      if (object === previous) continue;
      previous = object;
      if (from === to && subject !== object) continue;
      row[from] = subject;
      row[to] = object;
      goOn = next();
    }
    row[from] = unbound;
    row[to] = unbound;
    this.#search.work(position);
    return goOn;
  }
}

export function size({ start, end }: { readonly start: number; readonly end: number }): number {
  return end - start;
}

/** Has a subject an arc to a constant? */
type SubjectTest = (subject: TermId) => boolean;

/** A list of this many times the subjects is not gone through with them: each is looked up. */
const rowsPerSubject = 32;

/** The test that suits about so many subjects, which mostly ascend. */
function subjectTest(
  graph: Graph,
  predicate: PredicateId,
  object: TermId,
  subjects: number,
): SubjectTest {
  if (graph.predicateOf("typeOf") === predicate) {
    const isOfType = termTest(graph, [{ predicate, values: new Set([object]) }]);
    if (isOfType !== undefined) return isOfType;
  }
  const range = graph.in.rowsOf(object, predicate);
  const { start, end } = range;
  return end - start > subjects * rowsPerSubject
    ? (subject) => graph.has(subject, predicate, object)
    : mergeTest(graph.in.termsIn(range), start, end);
}

/** Goes through ascending terms [start, end) along with the subjects, which mostly ascend. */
function mergeTest(terms: Uint32Array, start: number, end: number): SubjectTest {
  let at = start;
  return (subject) => {
    if (at > start && (terms[at - 1] as number) >= subject) {
      at = lowerBound(terms, subject, start, at);
    } else {
      let low = at;
      for (let step = 1; at < end && (terms[at] as number) < subject; step *= 2) {
        low = at + 1;
        at += step;
      }
      at = lowerBound(terms, subject, low, Math.min(at, end));
    }
    return at < end && terms[at] === subject;
  };
}
