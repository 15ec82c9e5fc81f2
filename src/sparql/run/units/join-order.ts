/**
 * Which unit comes next. Greedy, by what the indexes count for the bindings at hand: for constants
 * that is exact, and for variables that earlier units bind it is exact for some sample rows, which
 * are made by matching those units a few times.
 */

import type { VariableId } from "../../plan/index.ts";
import type { Search, Unit } from "../search.ts";

const samplesMax = 8;
/** Calls of `count` per step are bounded, however many patterns there are. */
const countsMax = 2000;
/** Without a sample each variable that is bound by then is taken to cut the count by so much. */
const guessedShare = 100;

/**
 * The units in the order in which they are joined. They learn how often they will be asked. The
 * row is left as it was.
 */
export function joinOrder(search: Search, units: readonly Unit[]): Unit[] {
  const remaining = new Set(units);
  if (remaining.size < 2) return [...remaining];
  const entry = search.row.slice();
  const samplesWanted = Math.max(1, Math.min(samplesMax, Math.floor(countsMax / units.length)));
  let samples: readonly Float64Array[] = [entry];
  /** Variables that are bound by then though no sample tells to what. */
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
