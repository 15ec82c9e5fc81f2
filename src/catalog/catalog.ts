/** What a world holds, as lists. Each call reads them from the columns. */

import type { Governor } from "../options/governor.ts";
import { requireOptions } from "../options/required-options.ts";
import { subjectLines, subjectsList } from "../search/subject-texts.ts";
import { fieldText, tableFields } from "../stats/facet-fields.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import { roomForFacts } from "../stats/read/series-facts.ts";
import type { Graph } from "../store/graph/graph.ts";
import { StoredList } from "../store/stored/stored-lists.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { EnginePart } from "../world/engine-part.ts";
import type { World } from "../world/world.ts";
import {
  found,
  linesInSteps,
  nodesOfType,
  nodesPerPage,
  setsOf,
  textsOf,
  VariableLines,
  variablesList,
  type Writable,
} from "./catalog-lines.ts";
import type {
  CatalogEntity,
  CatalogFacet,
  CatalogList,
  CatalogProperty,
  CatalogSearch,
  CatalogType,
  CatalogVariable,
  Coverage,
  Observed,
  TypedCatalogSearch,
  VariableSearch,
} from "./entries.ts";
import { searchRows, typedSearchRows, variableSearchRows } from "./entries.ts";
import type { EverythingSearch, FoundPage } from "./everything.ts";
import { countYears, type Start, startOf, type YearCounts } from "./start.ts";
import type { Suggestion, SuggestionSearch } from "./suggestions.ts";
import { addByFacet, addSeries, countNodes, observedIn, tallyWords } from "./tallies.ts";

/** @internal */
export const searchPart = new EnginePart<typeof import("./search-part.ts")>(
  "catalog.search",
  async () => await import("./search-part.ts"),
);

const typesList = "far.types";
const facetsList = "far.facets";
const yearsList = "far.years";
const startList = "far.start";

const nothing: Observed = { seriesCount: 0, observationCount: 0, firstDate: "", lastDate: "" };
const noType: CatalogType = { dcid: "", nodeCount: 0, observedCount: 0 };
const noFacet: FacetTally = { place: 0, variableCount: 0, ...nothing };
const noYears: YearCounts[number] = { types: [""], years: [0], counts: [0] };
const noStart: Start = { place: "", type: "", variable: "", places: [""] };

/** How much was observed of the facet at a place. */
interface FacetTally extends Observed {
  readonly place: number;
  readonly variableCount: number;
}

/**
 * Lists of what is in a world, each ascending by dcid. Every method makes a list of its own; lists
 * inside of its lines may be shared with other lines, and are frozen.
 */
export class Catalog {
  readonly #graph: Graph;
  readonly #observations: ObservationTable;
  readonly #world: World;
  readonly #meaning: boolean;

  /** @param meaning whether searches compare meanings, unless they say so themselves */
  constructor(world: World, meaning = true) {
    this.#meaning = meaning;
    this.#graph = world.graph;
    this.#observations = world.observations;
    this.#world = world;
  }

  /**
   * Places, variables, types and all other nodes by words, as somebody types them: words of names, other
   * names, descriptions and dcids, in any order and with slips. The best come first. The first search
   * makes an index.
   *
   * @throws TypeError in a page that opened its world lazily and did not await `ready`
   */
  search(wanted: EverythingSearch): FoundPage {
    return this.searchWithin(wanted);
  }

  /** @internal The same within the limits of a request. */
  searchWithin(wanted: EverythingSearch, governor?: Governor): FoundPage {
    const how = { meaning: this.#meaning, governor };
    return searchPart.require().searchEverything(this.#world, wanted, how);
  }

  /**
   * How the end of a text may go on while it is typed: names of variables and of places with data, as in
   * `population of cal`. A search of what is typed so far is `search`.
   *
   * @throws TypeError in a page that opened its world lazily and did not await `ready`
   */
  suggest(wanted: SuggestionSearch): Suggestion[] {
    return searchPart.require().suggest(this.#world, wanted);
  }

  /**
   * Every variable with data. A search lists the best first: those that mean something similar, then others that
   * have its words. A line takes time in proportion to the series of its variable.
   *
   * @throws TypeError for a search in a page that opened its world lazily and did not await `ready`
   */
  variables(given: VariableSearch = {}): CatalogVariable[] {
    requireOptions("catalog.variables", given, variableSearchRows);
    const lines = new VariableLines(this.#graph, this.#observations);
    return Array.from(this.#variables(given, lines), (node) => lines.lineOf(node));
  }

  #variables(
    { type, meaning = this.#meaning, ...page }: VariableSearch,
    lines: VariableLines,
  ): Iterable<TermId> {
    const wanted = lines.about(this.#observations.variables, type);
    const { search = "", offset = 0, limit } = page;
    const textOf = (node: TermId) => lines.textOf(node);
    if (!meaning || search.trim() === "") return found(wanted, textOf, page);
    const all = new Set(wanted);
    const nodes = new Set([
      ...searchPart.require().variablesLike(this.#world, search, all),
      ...found(all, textOf, { search }),
    ]);
    return [...nodes].slice(offset, limit === undefined ? undefined : offset + limit);
  }

  /** Every node that has a type or observations. */
  entities(given: TypedCatalogSearch = {}): CatalogEntity[] {
    requireOptions("catalog.entities", given, typedSearchRows);
    const { type, ...search } = given;
    const graph = this.#graph;
    const typesOf: (readonly string[])[] = [];
    const lineOf = (node: TermId): CatalogEntity => {
      const set = graph.typeSetOf(node);
      typesOf[set] ??= Object.freeze(textsOf(graph, graph.typesOfSet(set)));
      // Member by member: see `VariableLines`.
      const line: Partial<Writable<CatalogEntity>> = graph.named(node);
      line.types = typesOf[set];
      line.variableCount = this.#observations.variableCountOf(node);
      return line as CatalogEntity;
    };
    const nodes = [...this.#found(this.#entities(type), search)];
    return linesInSteps(graph.source, "entities", nodes, lineOf);
  }

  /** Every type that a node has. */
  types(search: CatalogSearch = {}): CatalogType[] {
    requireOptions("catalog.types", search, searchRows);
    const stored = this.#stored(typesList, noType);
    const lines = stored === undefined ? this.#types() : stored.slice();
    return [...found(lines, ({ dcid, name }) => [dcid, name].join("\n"), search)];
  }

  *#types(): Generator<CatalogType> {
    const graph = this.#graph;
    const { typeSets, typeSetCount } = graph;
    const nodes = new Uint32Array(typeSetCount);
    const observed = new Uint32Array(typeSetCount);
    countNodes(typeSets, this.#observations.observedNodes(), nodes, observed);
    const counts = new Map<TermId, { nodeCount: number; observedCount: number }>();
    for (let set = 1; set < typeSetCount; set++) {
      for (const type of graph.typesOfSet(set)) {
        const count = counts.get(type) ?? { nodeCount: 0, observedCount: 0 };
        count.nodeCount += nodes[set]!;
        count.observedCount += observed[set]!;
        counts.set(type, count);
      }
    }
    for (const type of [...counts.keys()].sort((a, b) => a - b)) {
      yield { ...graph.named(type), ...counts.get(type)! };
    }
  }

  /** Every property that a triple has. */
  properties(search: CatalogSearch = {}): CatalogProperty[] {
    requireOptions("catalog.properties", search, searchRows);
    const graph = this.#graph;
    const lineOf = (predicate: number) => graph.named(graph.predicates[predicate]!);
    const textOf = (predicate: number) => Object.values(lineOf(predicate)).join("\n");
    return Array.from(found(graph.predicates.keys(), textOf, search), (predicate) => {
      const { start, end } = graph.rowsByPredicate(predicate);
      return { ...lineOf(predicate), tripleCount: end - start };
    });
  }

  /**
   * Every facet of a series, in the order of their fields. The words of a search are looked for in
   * all fields. Walks all series once.
   */
  facets(search: CatalogSearch = {}): CatalogFacet[] {
    requireOptions("catalog.facets", search, searchRows);
    const stored = this.#stored(facetsList, noFacet);
    const { facets } = this.#observations;
    const tallies = stored === undefined ? this.#facets() : stored.slice();
    const lines = Array.from(tallies, ({ place, ...tally }): CatalogFacet => {
      const { facetId, score: _, ...facet } = facets[place] ?? facets[0]!;
      return { facetId, ...facet, ...tally };
    });
    const textOf = (line: CatalogFacet) =>
      [line.facetId, ...tableFields.map((field) => fieldText(line, field))].join("\n");
    return [...found(lines, textOf, search)];
  }

  *#facets(): Generator<FacetTally> {
    const observations = this.#observations;
    const tallies = new Float64Array(observations.facets.length * tallyWords);
    let facts: Uint32Array = new Uint32Array(0);
    for (const [place, variable] of observations.variables.entries()) {
      const range = observations.seriesOfVariable(variable);
      facts = roomForFacts(facts, range.end - range.start);
      observations.reader.readFacts(range, facts);
      addByFacet(tallies, facts, range.end - range.start, place);
    }
    for (let place = 0; place < observations.facets.length; place++) {
      const at = place * tallyWords;
      if (tallies[at] === 0) continue;
      yield { place, variableCount: tallies[at + 4]!, ...observedIn(observations, tallies, at) };
    }
  }

  /** @internal How many observations there are of each year, about nodes of each set of types. */
  years(): YearCounts {
    const stored = this.#stored(yearsList, noYears);
    return stored === undefined ? countYears(this.#world) : [...stored.slice()];
  }

  /** @internal Where a map begins; undefined where nothing was observed. */
  start(): Start | undefined {
    const stored = this.#stored(startList, noStart);
    if (stored !== undefined) return [...stored.slice()][0];
    return startOf(this.#world, this.types(), this.variables(), this.#entities(undefined));
  }

  /** @internal The lists that a snapshot has ready, made of the columns of this world. */
  lists(): ReadonlyMap<string, Iterable<unknown>> {
    const [variables, types] = [this.variables(), this.types()];
    const start = startOf(this.#world, types, variables, this.#entities(undefined));
    return new Map<string, Iterable<unknown>>([
      [variablesList, variables],
      [typesList, types],
      [facetsList, this.#facets()],
      [yearsList, this.years()],
      [startList, start === undefined ? [] : [start]],
      [subjectsList, subjectLines(this.#world)],
    ]);
  }

  /**
   * How many lines a list has: as many as a search finds, whatever its `offset` and
   * `limit`. Lines about variables and entities are not made for it.
   */
  count(list: CatalogList, given: VariableSearch = {}): number {
    requireOptions("catalog.count", given, variableSearchRows);
    const { type, search, meaning } = given;
    if (list !== "variables" && list !== "entities") return this[list]({ search }).length;
    const lines = new VariableLines(this.#graph, this.#observations);
    const nodes =
      list === "variables"
        ? this.#variables({ type, search, meaning }, lines)
        : this.#found(this.#entities(type), { search });
    return [...nodes].length;
  }

  /**
   * How many nodes of a type a variable was observed of. All counts are 0 for a variable or a type
   * that the world does not know.
   */
  coverage(variable: string, type: string): Coverage {
    const observations = this.#observations;
    const graph = this.#graph;
    const isWanted = setsOf(graph, type);
    const nodeCount = this.types().find(({ dcid }) => dcid === type)?.nodeCount ?? 0;
    const tallies = new Float64Array(tallyWords);
    const node = graph.dictionary.nodeOf(variable);
    const about = new Set<TermId>();
    const range = node === undefined ? undefined : observations.seriesOfVariable(node);
    for (let series = range?.start ?? 0; series < (range?.end ?? 0); series++) {
      const entities = observations.allEntitiesOf(series);
      const wanted = entities.filter((entity) => isWanted[graph.typeSetOf(entity)] === 1);
      if (wanted.length > 0) {
        const [first, last] = [observations.firstDateOf(series), observations.lastDateOf(series)];
        addSeries(tallies, 0, observations.pointCountOf(series), first, last);
      }
      for (const entity of wanted) about.add(entity);
    }
    return { entityCount: about.size, nodeCount, ...observedIn(observations, tallies) };
  }

  #stored<Line extends object>(name: string, pattern: Line): StoredList<Line> | undefined {
    return StoredList.readFrom(this.#observations.source, name, pattern);
  }

  *#entities(type: string | undefined): Generator<TermId> {
    const graph = this.#graph;
    if (type !== undefined) return yield* nodesOfType(graph, type);
    const { nodeCount } = graph.dictionary;
    for (let first = 0; first < nodeCount; first += nodesPerPage) {
      const end = Math.min(nodeCount, first + nodesPerPage);
      const sets = graph.typeSetsIn(first, end);
      for (let node = first; node < end; node++) {
        // What is not here yet counts as one with a type, so that nobody looks for such a node in vain.
        const isTyped = sets[node] !== 0 || !graph.hasTypeSetOf(node);
        if (isTyped || this.#observations.variableCountOf(node) > 0) yield node;
      }
    }
  }

  /** Nodes whose dcid or name a search finds. */
  #found(nodes: Iterable<TermId>, search: CatalogSearch): Iterable<TermId> {
    const textOf = (node: TermId) => Object.values(this.#graph.named(node)).join("\n");
    return found(nodes, textOf, search);
  }
}
