/**
 * Series of one variable and entity differ in their facets, or in the further entities of
 * observations about several. While a world is loaded, both have one number. Most worlds have no such
 * observations: the number of a kind is then the number of its facet, and nothing here is used.
 */

import type { FrozenColumns, Range } from "../../store/columns/column-source.ts";
import { Uint32Builder } from "../../store/columns/growing-columns.ts";
import { radixSort } from "../../store/columns/kernels.ts";
import type { DateLists, Runs } from "./run-table.ts";

/** An observation is about one entity by this property, unless its variable names others. */
const oneEntity = -1;

/** Kinds by number: ascending by facet, and then by further entities. */
export interface SeriesKinds {
  /** Number of the facet of each. */
  readonly facets: Uint32Array;
  /** Further entities of each, as nodes: none, one or two. */
  readonly others: readonly (readonly number[])[];
  /** Which of `properties` each has; -1 for `observationAbout` alone. */
  readonly lists: Int32Array;
  /** Lists of properties as nodes, ascending, that observations are about entities by. */
  readonly properties: readonly (readonly number[])[];
  /** The properties that the graph gives to a variable; none for `observationAbout` alone. */
  readonly propertiesOf: (variable: number) => readonly number[];
}

/** A facet of loading. */
interface GivenKind {
  readonly facet: number;
  /** Undefined for observations by `observationAbout` alone. */
  readonly about:
    | { readonly properties: readonly number[]; readonly others: readonly number[] }
    | undefined;
}

/** Numbers the distinct kinds. @returns them, and the number of each given one */
export function numberKinds(
  given: readonly GivenKind[],
  propertiesOf: SeriesKinds["propertiesOf"],
): { readonly kinds: SeriesKinds; readonly numbers: Uint32Array } {
  const lists = new Map<string, number>();
  const properties: (readonly number[])[] = [];
  const found = given.map(({ facet, about }, at) => {
    if (about === undefined) return { facet, others: [], list: oneEntity, at };
    const key = about.properties.join(" ");
    const list = lists.get(key) ?? properties.push(about.properties) - 1;
    lists.set(key, list);
    return { facet, others: about.others, list, at };
  });
  const compare = (a: (typeof found)[number], b: (typeof found)[number]): number =>
    a.facet - b.facet ||
    (a.others[0] ?? -1) - (b.others[0] ?? -1) ||
    (a.others[1] ?? -1) - (b.others[1] ?? -1) ||
    a.list - b.list;
  found.sort(compare);
  const numbers = new Uint32Array(given.length);
  const distinct: (typeof found)[number][] = [];
  for (const one of found) {
    const before = distinct.at(-1);
    if (before === undefined || compare(before, one) !== 0) distinct.push(one);
    numbers[one.at] = distinct.length - 1;
  }
  const kinds = {
    facets: Uint32Array.from(distinct, ({ facet }) => facet),
    others: distinct.map(({ others }) => others),
    lists: Int32Array.from(distinct, ({ list }) => list),
    properties,
    propertiesOf,
  };
  return { kinds, numbers };
}

/** Observations that are not about one entity by each property of their variable. */
export interface Incomplete {
  readonly variable: number;
  /** Which of the lists of properties they have; -1 for `observationAbout` alone. */
  readonly list: number;
}

/** Runs, and the order in which they were loaded. */
interface LoadedRuns {
  readonly runs: Runs;
  readonly chunkRuns: readonly Range[];
}

interface CompleteRuns extends LoadedRuns {
  /** Observations that were left out, and each list of properties that they have. */
  readonly incompletePoints: number;
  readonly incomplete: readonly Incomplete[];
}

/** Leaves out runs whose entities are not those that their variable's properties ask for. */
export function completeRuns(
  loaded: LoadedRuns,
  kinds: SeriesKinds | undefined,
  lists: DateLists,
): CompleteRuns {
  if (kinds === undefined) return { ...loaded, incompletePoints: 0, incomplete: [] };
  const { runs, chunkRuns } = loaded;
  const wanted = new Map<number, number>();
  const wantedOf = (variable: number): number => {
    const known = wanted.get(variable);
    if (known !== undefined) return known;
    const list = listOf(kinds.propertiesOf(variable), kinds.properties);
    wanted.set(variable, list);
    return list;
  };
  const incomplete = new Map<string, Incomplete>();
  let incompletePoints = 0;
  /** By run: how many before it are left out. */
  const before = new Uint32Array(runs.count + 1);
  for (let run = 0, last = -1, list = 0; run < runs.count; run++) {
    const variable = runs.variables[run]!;
    if (variable !== last) list = wantedOf(variable);
    last = variable;
    const own = kinds.lists[runs.facets[run]!]!;
    const isLeft = own !== list;
    before[run + 1] = before[run]! + Number(isLeft);
    if (!isLeft) continue;
    const dates = runs.dateLists[run]!;
    incompletePoints += lists.endOf(dates) - lists.startOf(dates);
    incomplete.set(`${variable} ${own}`, { variable, list: own });
  }
  if (incompletePoints === 0) return { ...loaded, incompletePoints, incomplete: [] };
  return {
    runs: without(runs, before),
    chunkRuns: chunkRuns.map(({ start, end }) => {
      return { start: start - before[start]!, end: end - before[end]! };
    }),
    incompletePoints,
    incomplete: [...incomplete.values()],
  };
}

/** Runs without those at which the count of what is left out rises; in the same columns. */
function without(runs: Runs, before: Uint32Array): Runs {
  const count = runs.count - before[runs.count]!;
  const kept = (column: Uint32Array) => {
    for (let run = 0; run < runs.count; run++) {
      if (before[run + 1] === before[run]) column[run - before[run]!] = column[run]!;
    }
    return column.subarray(0, count);
  };
  return {
    count,
    variables: kept(runs.variables),
    entities: kept(runs.entities),
    facets: kept(runs.facets),
    dateLists: kept(runs.dateLists),
    firstRows: kept(runs.firstRows),
  };
}

/** The list of some properties; -1 for `observationAbout` alone, -2 where no series has them. */
function listOf(properties: readonly number[], lists: readonly (readonly number[])[]): number {
  if (properties.length === 0) return oneEntity;
  const isSame = (list: readonly number[]) =>
    list.length === properties.length && list.every((node, at) => node === properties[at]);
  const found = lists.findIndex(isSame);
  return found < 0 ? -2 : found;
}

/** A piece of series in their final order. */
interface OrderedSeries {
  readonly count: number;
  readonly order: Uint32Array;
  readonly variablePlaces: Uint32Array;
  readonly facets: Uint32Array;
}

/**
 * Writes the further entities of series, and in which series each is one. Series of a variable have
 * equally many.
 */
export function writeFurtherEntities(
  pieces: readonly OrderedSeries[],
  kinds: SeriesKinds | undefined,
  columns: FrozenColumns,
): void {
  const found = new FurtherRows();
  let first = 0;
  for (const { count, order, variablePlaces, facets } of kinds === undefined ? [] : pieces) {
    for (let at = 0; at < count; at++) {
      const group = order[at]!;
      const others = kinds!.others[facets[group]!]!;
      if (others.length > 0) found.add(variablePlaces[group]!, first + at, others);
    }
    first += count;
  }
  found.write(columns);
}

class FurtherRows {
  readonly #variables = new Uint32Builder();
  readonly #offsets = new Uint32Builder();
  readonly #entities = new Uint32Builder();
  /** Pairs of a further entity and a series, ascending by series. */
  readonly #nodes = new Uint32Builder();
  readonly #series = new Uint32Builder();
  #last = -1;

  add(variable: number, series: number, others: readonly number[]): void {
    if (variable !== this.#last) {
      this.#last = variable;
      this.#variables.push(variable);
      this.#offsets.push(this.#entities.length);
    }
    for (const [place, entity] of others.entries()) {
      this.#entities.push(entity);
      if (place > 0 && others[0] === entity) continue;
      this.#nodes.push(entity);
      this.#series.push(series);
    }
  }

  write(columns: FrozenColumns): void {
    this.#offsets.push(this.#entities.length);
    const { values: nodes, length } = this.#nodes;
    const order = Uint32Array.from({ length }, (_, at) => at);
    radixSort(order, 0, length, nodes, new Uint32Array(length));
    const [distinct, starts] = [new Uint32Builder(), new Uint32Builder()];
    for (let at = 0; at < length; at++) {
      if (at > 0 && nodes[order[at]!] === nodes[order[at - 1]!]) continue;
      distinct.push(nodes[order[at]!]!);
      starts.push(at);
    }
    starts.push(length);
    const write = (name: string, rows: Pick<Uint32Builder, "values" | "length">) => {
      const column = columns.make(`observations.further${name}`, Uint32Array, rows.length);
      column.set(rows.values.subarray(0, rows.length));
    };
    write("Variables", this.#variables);
    write("Offsets", this.#offsets);
    write("Entities", this.#entities);
    write("Nodes", distinct);
    write("NodeOffsets", starts);
    write("Series", { values: order.map((at) => this.#series.values[at]!), length });
  }
}
