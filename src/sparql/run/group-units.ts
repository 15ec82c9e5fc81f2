/** Units that are made of units: conjunctions, alternatives, optional parts, conditions. */

import type { VariableId } from "../plan.ts";
import {
  type CellId,
  type Next,
  type NodeTest,
  type Search,
  type Unit,
  unbound,
} from "./search.ts";

/** A condition that is tested once everything that can bind its variables has matched. */
export class ConditionUnit implements Unit {
  readonly variables: readonly VariableId[];
  readonly #holds: () => boolean;

  constructor(variables: readonly VariableId[], holds: () => boolean) {
    this.variables = variables;
    this.#holds = holds;
  }

  count(): number {
    return 1;
  }

  each(next: Next): boolean {
    return this.#holds() ? next() : true;
  }
}

/** A match of the unit if there is any, else the row as it is. */
export class OptionalUnit implements Unit {
  readonly variables: readonly VariableId[];
  readonly #search: Search;
  readonly #unit: Unit;
  readonly #anchor: VariableId | undefined;

  /** `anchor`: a variable that must be bound before. */
  constructor(search: Search, unit: Unit, anchor?: VariableId) {
    this.#search = search;
    this.#unit = unit;
    this.#anchor = anchor;
    this.variables = unit.variables;
  }

  count(): number {
    const isEarly = this.#anchor !== undefined && this.#search.at(this.#anchor) === unbound;
    return isEarly ? Number.POSITIVE_INFINITY : 1;
  }

  each(next: Next): boolean {
    let isFound = false;
    const goOn = this.#unit.each(() => {
      isFound = true;
      return next();
    });
    return goOn && !isFound ? next() : goOn;
  }
}

/** The matches of each branch, one branch after the other. */
export class UnionUnit implements Unit {
  readonly variables: readonly VariableId[];
  readonly #branches: readonly Unit[];

  constructor(branches: readonly Unit[]) {
    this.#branches = branches;
    this.variables = [...new Set(branches.flatMap((branch) => branch.variables))];
  }

  count(): number {
    return this.#branches.reduce((sum, branch) => sum + branch.count(), 0);
  }

  each(next: Next): boolean {
    return this.#branches.every((branch) => branch.each(next));
  }
}

/** Units joined in the order given. */
export class Sequence implements Unit {
  readonly variables: readonly VariableId[];
  readonly #units: readonly Unit[];
  readonly #chain: Chain;

  constructor(search: Search, units: readonly Unit[]) {
    this.#units = units;
    this.#chain = new Chain(search, units, units.length);
    this.variables = [...new Set(units.flatMap((unit) => unit.variables))];
  }

  count(): number {
    // What comes later is optional or a condition: it says little about how much there is.
    return this.#units[0]?.count() ?? 1;
  }

  each(next: Next): boolean {
    return this.#chain.run(next);
  }
}

/** What a conjunction must find; without it, every match is a row. */
interface Needed {
  /** Rows that differ in no variable of these are one row. */
  readonly variables: ReadonlySet<VariableId>;
  /** Variables that every match of a unit binds; all of its own, where it is not listed. */
  readonly certain: ReadonlyMap<Unit, ReadonlySet<VariableId>>;
}

/** Units joined in the order that costs least, which is found when the first row comes in. */
export class Conjunction implements Unit {
  readonly variables: readonly VariableId[];
  readonly #search: Search;
  readonly #units: readonly Unit[];
  readonly #conditions: readonly ConditionUnit[];
  readonly #needed: Needed | undefined;
  #chain: Chain | undefined;

  constructor(
    search: Search,
    units: readonly Unit[],
    conditions: readonly ConditionUnit[] = [],
    needed?: Needed,
  ) {
    this.#search = search;
    this.#units = units;
    this.#conditions = conditions;
    this.#needed = needed;
    this.variables = [...new Set(units.flatMap((unit) => unit.variables))];
  }

  count(): number {
    return leastOf(this.#units);
  }

  each(next: Next): boolean {
    this.#chain ??= this.#planned();
    return this.#chain.run(next);
  }

  #planned(): Chain {
    const ordered = this.#withConditions(joinOrder(this.#search, this.#units));
    const needed = this.#needed;
    if (needed === undefined) return new Chain(this.#search, ordered, ordered.length);
    for (const unit of this.#units) {
      const others = ordered.filter((other) => other !== unit);
      unit.keep?.(new Set([...needed.variables, ...others.flatMap((other) => other.variables)]));
    }
    return new Chain(this.#search, ordered, lastNeeded(ordered, needed) + 1);
  }

  /** Each condition right after the last unit that can bind one of its variables. */
  #withConditions(units: readonly Unit[]): readonly Unit[] {
    if (this.#conditions.length === 0) return units;
    const all: Unit[] = [];
    const waiting = new Set(this.#conditions);
    for (let at = 0; at <= units.length; at++) {
      const later = new Set(units.slice(at).flatMap((unit) => unit.variables));
      for (const condition of waiting) {
        if (condition.variables.some((variable) => later.has(variable))) continue;
        waiting.delete(condition);
        all.push(condition);
      }
      const unit = units[at];
      if (unit !== undefined) all.push(unit);
    }
    return all;
  }
}

/** Place of the last unit that may be the first to bind a needed variable; -1 when none is. */
function lastNeeded(units: readonly Unit[], { variables, certain }: Needed): number {
  const bound = new Set<VariableId>();
  let last = -1;
  for (const [at, unit] of units.entries()) {
    if (unit.variables.some((one) => variables.has(one) && !bound.has(one))) last = at;
    for (const one of certain.get(unit) ?? unit.variables) bound.add(one);
  }
  return last;
}

function leastOf(units: readonly Unit[]): number {
  if (units.length === 0) return 1;
  return units.reduce((least, unit) => Math.min(least, unit.count()), Number.POSITIVE_INFINITY);
}

/** Asks one test after the other, without a call into each other, if their variable is bound. */
function tested(search: Search, tests: readonly NodeTest[], after: Next, otherwise: Next): Next {
  const { row, terms } = search;
  const { variable } = tests[0] as NodeTest;
  return () => {
    const node = row[variable] as CellId;
    if (!(node >= 0 && node < terms.nodeCount)) return otherwise();
    for (let at = 0; at < tests.length; at++) {
      search.countRow();
      if (!(tests[at] as NodeTest).holds(node)) return true;
    }
    return after();
  };
}

/**
 * Units nested into each other. From place `existsFrom` on they only decide whether there is a
 * match at all: their first one ends the look.
 */
class Chain {
  readonly #first: Next;
  #next: Next = () => true;

  constructor(search: Search, units: readonly Unit[], existsFrom: number) {
    const nested = (from: number, to: number, last: Next): Next => {
      let link = last;
      // Tests of one variable that follow each other, and what comes after them.
      let tests: readonly NodeTest[] = [];
      let afterTests = last;
      for (const unit of units.slice(from, to).reverse()) {
        const after = link;
        link = () => {
          search.countRow();
          return unit.each(after);
        };
        const { test } = unit;
        if (test === undefined || test.variable !== tests[0]?.variable) {
          tests = [];
          afterTests = after;
        }
        if (test === undefined) continue;
        tests = [test, ...tests];
        link = tested(search, tests, afterTests, link);
      }
      return link;
    };
    let last: Next = () => {
      search.countRow();
      return this.#next();
    };
    if (existsFrom < units.length) {
      let isFound = false;
      const probe = nested(existsFrom, units.length, () => {
        isFound = true;
        return false;
      });
      const emit = last;
      last = () => {
        isFound = false;
        probe();
        return isFound ? emit() : true;
      };
    }
    this.#first = nested(0, existsFrom, last);
  }

  run(next: Next): boolean {
    const outer = this.#next;
    this.#next = next;
    const goOn = this.#first();
    this.#next = outer;
    return goOn;
  }
}

const samplesMax = 8;
/** Calls of `count` per step are bounded, however many patterns there are. */
const countsMax = 2000;
/** Without a sample each variable that is bound by then is taken to cut the count by so much. */
const guessedShare = 100;

/**
 * The units in the order in which they are joined. Greedy, by what the indexes count for the
 * bindings at hand. That is exact for constants. For variables that earlier units bind it is exact
 * for some sample rows, which are made by matching those units a few times.
 *
 * Each unit receives how many rows it will be matched with. The row is left as it was.
 */
function joinOrder(search: Search, units: readonly Unit[]): Unit[] {
  const remaining = new Set(units);
  if (remaining.size < 2) return [...remaining];
  const entry = search.row.slice();
  const samplesWanted = Math.max(1, Math.min(samplesMax, Math.floor(countsMax / units.length)));
  let samples: readonly Float64Array[] = [entry];
  /** Variables that are bound by then, without a sample of their values. */
  const guessed = new Set<VariableId>();
  const ordered: Unit[] = [];
  let rows = 1;
  while (remaining.size > 0) {
    const { unit, matches } = cheapest(search, remaining, samples, guessed);
    remaining.delete(unit);
    ordered.push(unit);
    unit.expect?.(rows);
    rows *= matches;
    if (remaining.size === 0) break;
    const extended = extend(search, samples, unit, samplesWanted);
    if (extended.length > 0) samples = extended;
    else for (const variable of unit.variables) guessed.add(variable);
  }
  search.row.set(entry);
  return ordered;
}

function cheapest(
  search: Search,
  units: ReadonlySet<Unit>,
  samples: readonly Float64Array[],
  guessed: ReadonlySet<VariableId>,
): { readonly unit: Unit; readonly matches: number } {
  const sums = new Map<Unit, number>();
  for (const sample of samples) {
    search.row.set(sample);
    for (const unit of units) sums.set(unit, (sums.get(unit) ?? 0) + unit.count());
  }
  let best: Unit | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [unit, sum] of sums) {
    const known = unit.variables.filter((variable) => guessed.has(variable)).length;
    const cost = sum / guessedShare ** known;
    if (best !== undefined && cost >= least) continue;
    best = unit;
    least = cost;
  }
  return { unit: best as Unit, matches: least / samples.length };
}

/** A few rows that match one unit more. */
function extend(
  search: Search,
  samples: readonly Float64Array[],
  unit: Unit,
  wanted: number,
): Float64Array[] {
  const extended: Float64Array[] = [];
  const perSample = Math.ceil(wanted / samples.length);
  for (const sample of samples) {
    search.row.set(sample);
    let found = 0;
    unit.each(() => {
      extended.push(search.row.slice());
      return ++found < perSample && extended.length < wanted;
    });
    if (extended.length >= wanted) break;
  }
  return extended;
}
