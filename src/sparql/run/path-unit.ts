/** Repetitions of paths, `a+`, `a*` and `a?`, as walks over stored triples. */

import type { PredicateId } from "../../store/graph/arc-table.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { Path, PatternEnd, RepeatedPath, VariableId } from "../plan.ts";
import { type CellId, type Next, type Search, type Unit, unbound } from "./search.ts";
import { size } from "./triple-unit.ts";

/** Bytes of a node in the sets of a walk. */
const bytesPerNode = 40;

export class PathUnit implements Unit {
  readonly variables: readonly VariableId[];
  readonly #search: Search;
  readonly #path: RepeatedPath;
  readonly #subject: PathEnd;
  readonly #object: PathEnd;
  readonly #walks: Walks;

  constructor(search: Search, subject: PatternEnd, path: RepeatedPath, object: PatternEnd) {
    this.#search = search;
    this.#path = path;
    this.#subject = new PathEnd(search, subject, true);
    this.#object = new PathEnd(search, object, false);
    this.#walks = new Walks(search);
    const ends = [this.#subject.variable, this.#object.variable];
    this.variables = [...new Set(ends.filter((variable) => variable >= 0))];
  }

  count(): number {
    const { graph, terms } = this.#search;
    const [from, to] = [this.#subject.now(), this.#object.now()];
    if (from !== undefined && to !== undefined) return 1;
    // How far a walk goes is known when it has ended.
    if (from !== undefined || to !== undefined) return Math.min(graph.tripleCount, guessedReach);
    return terms.nodeCount * guessedReach;
  }

  each(next: Next): boolean {
    const [from, to] = [this.#subject.now(), this.#object.now()];
    if (from !== undefined) return this.#from(from, to, next);
    if (to !== undefined) {
      const found = this.#reached(to, this.#object.first(to), false);
      return this.#subject.bindEach(found, next);
    }
    return this.#fromAnywhere(next);
  }

  #from(from: readonly CellId[], to: readonly CellId[] | undefined, next: Next): boolean {
    const found = this.#reached(from, this.#subject.first(from), true);
    if (to === undefined) return this.#object.bindEach(found, next);
    return to.some((id) => found.has(id)) ? next() : true;
  }

  /** Every term of a triple is a beginning. */
  #fromAnywhere(next: Next): boolean {
    const { terms } = this.#search;
    const isSame = this.#subject.variable === this.#object.variable;
    for (let id = 0; id < terms.termCount; id++) {
      this.#search.work(1);
      if (!this.#walks.isThere(id)) continue;
      const found = this.#reached([id], id, true);
      const goOn = isSame
        ? !found.has(id) || this.#subject.bindEach([id], next)
        : this.#subject.bindEach([id], () => this.#object.bindEach(found, next));
      if (!goOn) return false;
    }
    return true;
  }

  /** What the path leads to, each once. `first`: what it leads to if it is left out. */
  #reached(from: readonly CellId[], first: CellId, isAhead: boolean): Set<CellId> {
    const found = this.#walks.repeated(this.#path, from, isAhead);
    if (this.#path.isOptional && this.#walks.isThere(first)) found.add(first);
    return found;
  }
}

/** A guess at the number of nodes that a walk reaches. */
const guessedReach = 100;

/** One end of a path: a variable or a constant. */
class PathEnd {
  readonly variable: VariableId;
  readonly #search: Search;
  /** Terms that a constant can be. */
  readonly #constants: readonly CellId[];

  constructor(search: Search, end: PatternEnd, isSubject: boolean) {
    this.#search = search;
    this.variable = end.kind === "variable" ? end.variable : -1;
    const texts = end.kind === "variable" ? [] : end.texts;
    // The first one of a text is what an empty path leads to.
    this.#constants = texts.flatMap((text) => {
      const known = [...search.terms.constants([text])];
      return isSubject ? known.slice(0, 1) : known;
    });
  }

  /** What the end is at the moment; undefined when it may be anything. */
  now(): readonly CellId[] | undefined {
    if (this.variable < 0) return this.#constants;
    const id = this.#search.at(this.variable);
    return id === unbound ? undefined : [id];
  }

  first(now: readonly CellId[]): CellId {
    return now[0] ?? unbound;
  }

  /** Calls `next` with the variable, which is free, bound to each of them. */
  bindEach(ids: Iterable<CellId>, next: Next): boolean {
    const { row } = this.#search;
    let goOn = true;
    for (const id of ids) {
      row[this.variable] = id;
      this.#search.work(1);
      goOn = next();
      if (!goOn) break;
    }
    row[this.variable] = unbound;
    return goOn;
  }
}

/** Steps over the stored triples, from sets of terms to sets of terms. */
class Walks {
  readonly #search: Search;

  constructor(search: Search) {
    this.#search = search;
  }

  /** Whether a triple has the term at one of its ends: only such terms are on a path. */
  isThere(id: CellId): boolean {
    const { graph, terms } = this.#search;
    if (id === unbound || id >= terms.termCount) return false;
    return (id < terms.nodeCount && size(graph.out.rows(id)) > 0) || size(graph.in.rows(id)) > 0;
  }

  /** What one or more steps lead to, or for `a?` one. */
  repeated({ of, isEndless }: RepeatedPath, from: Iterable<CellId>, isAhead: boolean): Set<CellId> {
    const found = new Set<CellId>();
    let edge: Iterable<CellId> = from;
    for (;;) {
      const reached: CellId[] = [];
      for (const id of this.#step(of, edge, isAhead)) {
        if (found.has(id)) continue;
        found.add(id);
        reached.push(id);
      }
      this.#search.bytes(reached.length * bytesPerNode);
      if (!isEndless || reached.length === 0) return found;
      edge = reached;
    }
  }

  #step(path: Path, from: Iterable<CellId>, isAhead: boolean): Iterable<CellId> {
    switch (path.kind) {
      case "property": {
        const predicate = this.#search.graph.predicateOf(path.name);
        return predicate === undefined ? [] : this.#along(from, isAhead, () => [predicate]);
      }
      case "other":
        return this.#along(from, isAhead, (id) => this.#othersOf(id, isAhead, path.names));
      case "inverse":
        return this.#step(path.of, from, !isAhead);
      case "sequence": {
        const steps = isAhead ? path.steps : [...path.steps].reverse();
        return steps.reduce((reached, step) => this.#step(step, reached, isAhead), from);
      }
      case "alternative": {
        const starts = [...from];
        return union(path.steps.map((one) => this.#step(one, starts, isAhead)));
      }
      case "repeated": {
        const starts = [...from];
        const found = this.repeated(path, starts, isAhead);
        return path.isOptional ? union([found, starts.filter((id) => this.isThere(id))]) : found;
      }
    }
  }

  #along(
    from: Iterable<CellId>,
    isAhead: boolean,
    predicatesOf: (id: TermId) => readonly PredicateId[],
  ): Set<CellId> {
    const { graph, terms } = this.#search;
    const arcs = isAhead ? graph.out : graph.in;
    const most = isAhead ? terms.nodeCount : terms.termCount;
    const found = new Set<CellId>();
    for (const id of from) {
      this.#search.work(1);
      if (id >= most) continue;
      for (const predicate of predicatesOf(id)) {
        const range = arcs.rowsOf(id, predicate);
        const reached = arcs.termsIn(range);
        this.#search.work(range.end - range.start);
        for (let at = range.start; at < range.end; at++) found.add(reached[at] as TermId);
      }
    }
    this.#search.bytes(found.size * bytesPerNode);
    return found;
  }

  #othersOf(id: TermId, isAhead: boolean, names: readonly string[]): PredicateId[] {
    const { graph } = this.#search;
    const all = [...graph.predicatesOf(id, isAhead ? "out" : "in")];
    return all.filter((one) => {
      const node = graph.predicates[one] as TermId;
      return !names.includes(graph.dictionary.textOf(node));
    });
  }
}

function union(sets: readonly Iterable<CellId>[]): Set<CellId> {
  const all = new Set<CellId>();
  for (const ids of sets) for (const id of ids) all.add(id);
  return all;
}
