/** The lines of a catalog: which of them are wanted, and what a line about a node holds. */

import type { ObservationTable } from "../stats/read/observations.ts";
import { factWords, roomForFacts } from "../stats/read/series-facts.ts";
import { type ColumnSource, step } from "../store/columns/column-source.ts";
import { lowerBound } from "../store/columns/kernels.ts";
import type { Graph } from "../store/graph/graph.ts";
import { StoredList } from "../store/stored/stored-lists.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import type { CatalogSearch, CatalogVariable } from "./entries.ts";
import { countAscending, spanOf } from "./tallies.ts";

/** Far away, so many are fetched before others are looked at. */
export const nodesPerPage = 1024;

/** The nodes that have a type, ascending. */
export function* nodesOfType(graph: Graph, type: string): Generator<TermId> {
  const node = graph.dictionary.nodeOf(type);
  const typeOf = graph.predicateOf("typeOf");
  if (node === undefined || typeOf === undefined) return;
  const { start, end } = graph.in.rowsOf(node, typeOf);
  let last = -1;
  for (let first = start; first < end; first += nodesPerPage) {
    const pageEnd = Math.min(end, first + nodesPerPage);
    const terms = graph.in.termsIn({ start: first, end: pageEnd });
    for (let row = first; row < pageEnd; row++) {
      // Several provenances may say it. What is not here yet counts as other nodes.
      if (terms[row] === last && graph.in.hasTerm(row)) continue;
      last = terms[row]!;
      yield last;
    }
  }
}

const linesPerStep = 64;

/** Lines about nodes that ascend, so many in one step. Nodes that do not ascend are not here yet. */
export function linesInSteps<Line extends object>(
  source: ColumnSource,
  name: string,
  nodes: readonly TermId[],
  lineOf: (node: TermId) => Line,
): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < nodes.length; start += linesPerStep) {
    const all = nodes.slice(start, start + linesPerStep);
    const some = all.filter((node, at) => at === 0 || node > all[at - 1]!);
    const made = () => some.map(lineOf);
    lines.push(...step(source, () => `${name} ${some}`, made));
  }
  return lines;
}

export function textsOf({ dictionary }: Graph, terms: readonly TermId[]): string[] {
  return terms.map((term) => dictionary.textOf(term));
}

/** Per set of types: 1 when the type is in it. */
export function setsOf(graph: Graph, type: string): Uint8Array {
  const node = graph.dictionary.nodeOf(type);
  return Uint8Array.from({ length: graph.typeSetCount }, (_, set) =>
    Number(node !== undefined && graph.typesOfSet(set).includes(node)),
  );
}

/** Variables with observations about nodes whose set of types is wanted. */
function* aboutSome(
  graph: Graph,
  observations: ObservationTable,
  variables: Iterable<TermId>,
  isWanted: Uint8Array,
): Generator<TermId> {
  for (const variable of variables) {
    const { start, end } = observations.seriesOfVariable(variable);
    const isAbout = (entity: TermId) => isWanted[graph.typeSetOf(entity)] === 1;
    let series = start;
    while (series < end && !isAbout(observations.entityOf(series))) series++;
    const further = () => observations.further.ofRange({ start, end }) as ArrayLike<TermId>;
    if (series < end || Array.from(further()).some(isAbout)) yield variable;
  }
}

/** The items whose text a search finds, in their order. */
export function* found<Item>(
  items: Iterable<Item>,
  textOf: (item: Item) => string,
  { search = "", offset = 0, limit = Number.POSITIVE_INFINITY }: CatalogSearch,
): Generator<Item> {
  if (search === "" && offset === 0 && limit === Number.POSITIVE_INFINITY) return yield* items;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const end = offset + limit;
  let at = 0;
  for (const item of items) {
    if (at >= end) return;
    if (words.length > 0 && !holdsAll(textOf(item), words)) continue;
    if (at++ >= offset) yield item;
  }
}

function holdsAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

export const variablesList = "far.variables";

const noVariable: CatalogVariable = {
  dcid: "",
  entityCount: 0,
  seriesCount: 0,
  observationCount: 0,
  firstDate: "",
  lastDate: "",
  entityTypes: [""],
  units: [""],
  facetIds: [""],
};

export type Writable<Line> = { -readonly [Member in keyof Line]: Line[Member] };

/**
 * Makes the lines about variables, or reads them. Many variables share types and facets: these lists are
 * made once.
 */
export class VariableLines {
  readonly #graph: Graph;
  readonly #stored: StoredList<CatalogVariable> | undefined;
  readonly #observations: ObservationTable;
  #facts: Uint32Array = new Uint32Array(0);
  #sets: Uint32Array = new Uint32Array(0);
  readonly #ofFacets: MadeOfNumbers<Pick<CatalogVariable, "units" | "facetIds">>;
  readonly #ofTypeSets: MadeOfNumbers<readonly string[]>;

  constructor(graph: Graph, observations: ObservationTable) {
    this.#graph = graph;
    this.#observations = observations;
    this.#stored = StoredList.readFrom(observations.source, variablesList, noVariable);
    const { facets } = observations;
    this.#ofFacets = new MadeOfNumbers(facets.length, (members) => {
      const used = Array.from(members, (number) => facets[number]!);
      const units = [...new Set(used.map(({ unit }) => unit))].sort(compareUtf8);
      const facetIds = [...new Set(used.map(({ facetId }) => facetId))];
      return { units: Object.freeze(units), facetIds: Object.freeze(facetIds) };
    });
    this.#ofTypeSets = new MadeOfNumbers(graph.typeSetCount, (members) => {
      const types = new Set([...members].flatMap((set) => graph.typesOfSet(set)));
      return Object.freeze(
        textsOf(
          graph,
          [...types].sort((a, b) => a - b),
        ),
      );
    });
  }

  /** Of those with observations about nodes of a type; of all where none is said. */
  *about(variables: Uint32Array, type: string | undefined): Generator<TermId> {
    if (type === undefined) yield* variables;
    else if (this.#stored === undefined) {
      yield* aboutSome(this.#graph, this.#observations, variables, setsOf(this.#graph, type));
    } else {
      for (const [at, line] of [...this.#stored.slice()].entries()) {
        if (line.entityTypes.includes(type)) yield variables[at]!;
      }
    }
  }

  /** What a search for words looks at. */
  textOf(node: TermId): string {
    const { dcid, name } = this.#stored === undefined ? this.#graph.named(node) : this.lineOf(node);
    return name === undefined ? dcid : `${dcid}\n${name}`;
  }

  lineOf(node: TermId): CatalogVariable {
    if (this.#stored === undefined) return this.#made(node);
    const { variables } = this.#observations;
    return this.#stored.at(lowerBound(variables, node, 0, variables.length));
  }

  #made(node: TermId): CatalogVariable {
    const [graph, observations] = [this.#graph, this.#observations];
    const range = observations.seriesOfVariable(node);
    const series = range.end - range.start;
    this.#facts = roomForFacts(this.#facts, series);
    observations.reader.readFacts(range, this.#facts);
    const [first, last] = spanOf(this.#facts, series);
    let entities = observations.entitiesOf(range);
    const further = observations.further.ofRange(range);
    if (further.length > 0) entities = Uint32Array.from([...entities, ...further]).sort();
    if (this.#sets.length < entities.length) this.#sets = new Uint32Array(2 * entities.length);
    graph.writeTypeSets(entities, this.#sets);
    const points = observations.pointsOfSeries(range);
    const { units, facetIds } = this.#ofFacets.of(this.#facts, factWords, series);
    // Member by member: spreading one object into another takes ten times as long.
    const line: Partial<Writable<CatalogVariable>> = graph.named(node);
    line.entityCount = countAscending(entities);
    line.seriesCount = series;
    line.observationCount = points.end - points.start;
    line.firstDate = observations.dateOfCode(first);
    line.lastDate = observations.dateOfCode(last);
    line.entityTypes = this.#ofTypeSets.of(this.#sets, 1, entities.length);
    line.units = units;
    line.facetIds = facetIds;
    return line as CatalogVariable;
  }
}

// What is made of the distinct numbers in a column.

/**
 * Writes each of the small numbers at 0, stride, 2 × stride … once.
 *
 * @param rounds by number: the round in which it was last seen
 * @returns how many were written
 */
function writeDistinct(
  numbers: Uint32Array,
  stride: number,
  count: number,
  rounds: Uint32Array,
  round: number,
  distinct: Uint32Array,
): number {
  let found = 0;
  for (let at = 0; at < count * stride; at += stride) {
    const number = numbers[at]!;
    if (rounds[number] === round) continue;
    rounds[number] = round;
    distinct[found++] = number;
  }
  return found;
}

/** Makes something of sets of small numbers, once for the same numbers. */
class MadeOfNumbers<Made> {
  readonly #make: (numbers: Uint32Array) => Made;
  readonly #known = new Map<number, { readonly numbers: Uint32Array; readonly made: Made }[]>();
  readonly #rounds: Uint32Array;
  readonly #distinct: Uint32Array;
  #round = 0;

  /**
   * @param count all numbers are below this
   * @param make gets them ascending
   */
  constructor(count: number, make: (numbers: Uint32Array) => Made) {
    this.#make = make;
    this.#rounds = new Uint32Array(count);
    this.#distinct = new Uint32Array(count);
  }

  /** Of the numbers at 0, stride, 2 × stride … of a column. */
  of(numbers: Uint32Array, stride: number, count: number): Made {
    const [distinct, rounds] = [this.#distinct, this.#rounds];
    this.#round++;
    const found = writeDistinct(numbers, stride, count, rounds, this.#round, distinct);
    // The same for the same numbers, in whatever order they came; seldom the same for others.
    let hash = found;
    for (let at = 0; at < found; at++) {
      hash = (hash + Math.imul(distinct[at]! + 1, 0x9e37_79b1)) | 0;
    }
    const alike = this.#known.get(hash) ?? [];
    for (const { numbers: all, made } of alike) {
      if (all.length === found && all.every((one) => rounds[one] === this.#round)) return made;
    }
    const ascending = distinct.slice(0, found).sort();
    const made = this.#make(ascending);
    alike.push({ numbers: ascending, made });
    this.#known.set(hash, alike);
    return made;
  }
}
