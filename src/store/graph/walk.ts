/** Steps over the graph in ids: neighbours, filters and bounded closures. */

import type { IdColumn, Range } from "../columns/column-source.ts";
import { type Bitmap, IdSet } from "../columns/id-sets.ts";
import type { TermId } from "../texts/dictionary.ts";
import type { PredicateId } from "./arc-table.ts";
import type { Direction, Graph } from "./graph.ts";
import { type WalkMemory, walkMemory } from "./walk-memory.ts";

/**
 * A test of a node: for every key there is an out arc to one of the key's values (behaviour: node
 * 3). `values` are terms, nodes and literals; a key that no triple has (`undefined`) fits nothing.
 */
export type TermFilter = readonly {
  readonly predicate: PredicateId | undefined;
  readonly values: ReadonlySet<TermId>;
}[];

/** Does a term pass a filter? Literals have no arcs and pass only the empty filter. */
export function passes(graph: Graph, term: TermId, filter: TermFilter): boolean {
  for (const { predicate, values } of filter) {
    if (predicate === undefined || !graph.dictionary.isNode(term)) return false;
    if (!leadsToOneOf(graph, term, predicate, values)) return false;
  }
  return true;
}

/** Looks up the arcs in the values or the values in the arcs, whichever are fewer. */
function leadsToOneOf(
  graph: Graph,
  term: TermId,
  predicate: PredicateId,
  values: ReadonlySet<TermId>,
): boolean {
  const range = graph.out.rowsOf(term, predicate);
  const { start, end } = range;
  if (end - start > values.size) {
    for (const value of values) if (graph.has(term, predicate, value)) return true;
    return false;
  }
  const terms = graph.out.termsIn(range);
  for (let row = start; row < end; row++) if (values.has(terms[row]!)) return true;
  return false;
}

/** The same test, prepared for many terms; undefined where all of them pass. */
export function termTest(
  graph: Graph,
  filter: TermFilter,
): ((term: TermId) => boolean) | undefined {
  if (filter.length === 0) return undefined;
  const { wanted, rest } = byTypeSet(graph, filter);
  if (wanted === undefined) return (term) => passes(graph, term, filter);
  const { nodeCount } = graph.dictionary;
  return (term) =>
    term < nodeCount && wanted[graph.typeSetOf(term)] === 1 && passes(graph, term, rest);
}

/** A filter in two parts: what it wants of types, by set of types, and the rest. */
interface SplitFilter {
  /** 1 for sets that are wanted; undefined where types do not matter. */
  readonly wanted: Uint8Array | undefined;
  readonly rest: TermFilter;
}

function byTypeSet(graph: Graph, filter: TermFilter): SplitFilter {
  const memory = walkMemory(graph);
  const isType = ({ predicate }: TermFilter[number]) =>
    predicate !== undefined && predicate === memory.typeOf;
  const [first, ...others] = filter.filter(isType).map(({ values }) => memory.setsWith(values));
  return {
    wanted: first?.map((is, set) => (others.every((other) => other[set] === 1) ? is : 0)),
    rest: filter.filter((key) => !isType(key)),
  };
}

/** Gets the progress of a walk every few thousand steps. It ends the walk if it throws. */
export interface Pace {
  /** Counts steps since the last call. */
  work(steps: number): void;
}

/**
 * Terms reachable over one predicate in 1 … `hopsMax` steps, ascending and without repetition; the
 * start itself only if a cycle leads back to it. The filter tests what is reached, not the path.
 */
export function closure(
  graph: Graph,
  start: TermId,
  direction: Direction,
  predicate: PredicateId,
  hopsMax: number,
  filter: TermFilter = [],
  pace?: Pace,
): Uint32Array {
  const { wanted, rest } = byTypeSet(graph, filter);
  const isHopeless = rest.some((key) => key.predicate === undefined);
  if (isHopeless || wanted?.includes(1) === false) return new Uint32Array(0);
  const reached = new Arrivals(graph);
  const walk = { graph, direction, predicate, hopsMax, start, pace };
  try {
    if (wanted === undefined) reachAll(walk, reached);
    else reachTyped(walk, wanted, reached);
    return reached.ordered(passing(graph, reached.terms, rest, pace));
  } catch (error) {
    reached.clear();
    throw error;
  }
}

interface Walk {
  readonly graph: Graph;
  readonly direction: Direction;
  readonly predicate: PredicateId;
  readonly hopsMax: number;
  readonly start: TermId;
  readonly pace: Pace | undefined;
}

/** Adds everything in reach. */
function reachAll(walk: Walk, reached: Arrivals): void {
  eachStep(walk, reached, (terms, start, end) => {
    for (let row = start; row < end; row++) reached.add(terms[row]!);
  });
}

/** Nodes whose types are fetched together: so many lie in a few blocks of a column. */
const nearIds = 1 << 16;

/** A walk over so many nodes pays for knowing which types lead to which. */
const plainMax = 1000;

/**
 * Adds nodes of wanted types in reach. Nodes whose types lead to none of them are not entered. That
 * leaves out no way to a wanted node: all that lies on one leads to it.
 */
function reachTyped(walk: Walk, wanted: Uint8Array, reached: Arrivals): void {
  const { graph, direction, predicate } = walk;
  const memory = walkMemory(graph);
  const { nodeCount } = graph.dictionary;
  const entered = new Arrivals(graph);
  let isPlain = !memory.hasLeads(predicate);
  let leading = isPlain ? undefined : memory.leadsOf(predicate)?.leadingTo(wanted, direction);
  const visit: Visit = (terms, start, end) => {
    if (isPlain && entered.terms.length > plainMax) {
      isPlain = false;
      leading = memory.leadsOf(predicate)?.leadingTo(wanted, direction);
    }
    const typesOf = new NearTypes(graph, terms, start, end);
    for (let row = start; row < end; row++) {
      const term = terms[row]!;
      // Literals have no types and lead nowhere.
      if (term >= nodeCount) continue;
      const set = typesOf.setOf(term);
      if (wanted[set] === 1) reached.add(term);
      if (leading === undefined || leading[set] === 1) entered.add(term);
    }
  };
  try {
    eachStep(walk, entered, visit);
  } finally {
    entered.clear();
  }
}

/** Sets of types of ascending terms. Mostly these lie close together, and are fetched at once. */
class NearTypes {
  readonly #graph: Graph;
  readonly #sets: IdColumn | undefined;

  constructor(graph: Graph, terms: Uint32Array, start: number, end: number) {
    this.#graph = graph;
    if (start === end) return;
    const first = terms[start]!;
    // Literals come after the nodes.
    const stop = Math.min(terms[end - 1]! + 1, graph.dictionary.nodeCount);
    if (first < stop && stop - first <= nearIds) this.#sets = graph.typeSetsIn(first, stop);
  }

  setOf(node: TermId): number {
    return this.#sets === undefined ? this.#graph.typeSetOf(node) : this.#sets[node]!;
  }
}

/** The pace is called after so many nodes, each with some arcs, and after so many tested terms. */
const nodesPerPace = 512;
const testsPerPace = 4096;

/** The steps that the pace gets each time. */
const stepsPerPace = 4096;

/** Takes rows [start, end) of a column of terms. */
type Visit = (terms: Uint32Array, start: number, end: number) => void;

/** Visits the arcs of the start and then of all that was entered since, level by level. */
function eachStep(
  { graph, direction, predicate, hopsMax, start, pace }: Walk,
  entered: Arrivals,
  visit: Visit,
): void {
  const table = graph.arcs(direction);
  for (let hop = 0, from = -1; hop < hopsMax && from < entered.terms.length; hop++) {
    const levelEnd = entered.terms.length;
    while (from < levelEnd) {
      const end = Math.min(from + nodesPerPace, levelEnd);
      for (; from < end; from++) {
        const term = from < 0 ? start : entered.terms[from]!;
        const arcs = arcsOf(graph, term, direction, predicate);
        visit(table.termsIn(arcs), arcs.start, arcs.end);
      }
      pace?.work(stepsPerPace);
    }
  }
}

/** A literal has incoming arcs but none that leave it. */
function arcsOf(graph: Graph, term: TermId, direction: Direction, predicate: PredicateId): Range {
  const isEnd = direction === "out" && !graph.dictionary.isNode(term);
  return isEnd ? noRows : graph.arcs(direction).rowsOf(term, predicate);
}

const noRows: Range = { start: 0, end: 0 };

/** Words of a bitmap that are read in the time in which one term is sorted. */
const wordsPerTerm = 16;

/** Terms in the order of their arrival, each once. To be ended by `ordered` or `clear`. */
class Arrivals {
  readonly terms: TermId[] = [];
  readonly #memory: WalkMemory;
  readonly #seen: Bitmap;

  constructor(graph: Graph) {
    this.#memory = walkMemory(graph);
    this.#seen = this.#memory.borrow();
  }

  add(term: TermId): void {
    if (this.#seen.add(term)) this.terms.push(term);
  }

  clear(): void {
    for (const term of this.terms) this.#seen.delete(term);
    this.#memory.giveBack(this.#seen);
  }

  /** Some of the terms, ascending. */
  ordered(some: readonly TermId[]): Uint32Array {
    let first = Number.POSITIVE_INFINITY;
    let last = -1;
    let isAscending = true;
    for (let at = 0; at < some.length; at++) {
      const term = some[at]!;
      if (term < last) isAscending = false;
      else last = term;
      if (term < first) first = term;
    }
    const isDense = (last - first) >>> 5 <= some.length * wordsPerTerm;
    if (!isAscending && isDense && some === this.terms) {
      const ordered = this.#seen.drain(first, last, some.length);
      this.#memory.giveBack(this.#seen);
      return ordered;
    }
    this.clear();
    const ordered = new Uint32Array(some);
    return isAscending ? ordered : ordered.sort();
  }
}

/** Those of some terms that pass a filter whose keys are all known. */
function passing(
  graph: Graph,
  terms: readonly TermId[],
  filter: TermFilter,
  pace: Pace | undefined,
): readonly TermId[] {
  if (filter.length === 0) return terms;
  const tests = filter.map(({ predicate, values }) =>
    membership(graph, predicate!, values, terms.length),
  );
  return terms.filter((term, at) => {
    if (at % testsPerPace === 0) pace?.work(stepsPerPace);
    return tests.every((has) => has(term));
  });
}

/** Rows of a pass over all subjects of the values that cost what one search does. */
const rowsPerSearch = 16;

/** Tests which terms have an arc to one of the values, in the way that suits that many tests. */
function membership(
  graph: Graph,
  predicate: PredicateId,
  values: ReadonlySet<TermId>,
  tests: number,
): (term: TermId) => boolean {
  const members = new IdSet(graph.dictionary.termCount);
  let rowsLeft = tests * rowsPerSearch - values.size;
  for (const value of rowsLeft > 0 ? values : []) {
    const range = graph.in.rowsOf(value, predicate);
    const { start, end } = range;
    rowsLeft -= end - start;
    if (rowsLeft < 0) break;
    const terms = graph.in.termsIn(range);
    for (let row = start; row < end; row++) members.add(terms[row]!);
  }
  if (rowsLeft > 0) return (term) => members.has(term);
  return (term) => graph.dictionary.isNode(term) && leadsToOneOf(graph, term, predicate, values);
}
