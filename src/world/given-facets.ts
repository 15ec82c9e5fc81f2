/** Facets as loaders give them, and what becomes of them in a world. */

import { LimitError } from "../errors/errors.ts";
import { type FacetSource, noId } from "../load/statements/sink.ts";
import type { AdoptedObservations, FrozenContext } from "../stats/build/freeze-input.ts";
import { DateLists } from "../stats/build/run-table.ts";
import { numberKinds } from "../stats/build/series-kinds.ts";
import { entityProperties, type Facet, fieldsOf, sourceFields } from "../stats/facet-fields.ts";
import {
  compareFacets,
  type FacetEntry,
  facetId,
  facetKey,
  unfoldAggregate,
} from "../stats/facets.ts";
import type { Ranking } from "../stats/ranking.ts";
import { namedProperties } from "../stats/read/entity-properties.ts";
import { Uint32Slabs } from "../store/columns/growing-columns.ts";
import type { Graph } from "../store/graph/graph.ts";
import { type CollectedTriples, GraphBuilder } from "../store/graph/graph-builder.ts";
import type { TermId } from "../store/texts/dictionary.ts";

const facetsMax = 1 << 20;
/** Facets, each with further entities of observations about several. */
const facetsAboutMax = 1 << 23;
const baseProvenance = "dc/base/";

/** A facet as loaders give it; with others' entities, where observations are about several. */
export type GivenFacet = FacetSource | FacetAbout;

interface FacetAbout {
  /** Number of the facet itself, which comes before. */
  readonly facet: number;
  readonly properties: readonly number[];
  readonly others: readonly number[];
}

/** Facets of loading by number: equal ones have one. */
export class GivenFacets {
  readonly all: GivenFacet[] = [];
  readonly #sources = new Map<string, number>();
  readonly #abouts = new Map<string, number>();

  add(source: FacetSource): number {
    const key = sourceKey(source);
    const known = this.#sources.get(key);
    if (known !== undefined) return known;
    if (this.#sources.size === facetsMax) {
      throw new LimitError(`a world holds at most ${facetsMax} facets`);
    }
    this.#sources.set(key, this.all.length);
    return this.all.push({ ...source }) - 1;
  }

  addAbout({ facet, properties, others }: FacetAbout): number {
    const key = [facet, ...properties, ...others].join(" ");
    const known = this.#abouts.get(key);
    if (known !== undefined) return known;
    if (this.#abouts.size === facetsAboutMax) {
      const what = "facets with further entities of observations about several";
      throw new LimitError(`a world holds at most ${facetsAboutMax} ${what}`);
    }
    this.#abouts.set(key, this.all.length);
    return this.all.push({ facet, properties: [...properties], others: [...others] }) - 1;
  }

  /** Adds those of another builder, whose nodes count from `firstNode` here; their numbers. */
  adopt(given: readonly GivenFacet[], firstNode: number): number[] {
    const numbers: number[] = [];
    const moved = (nodes: readonly number[]) => nodes.map((node) => node + firstNode);
    for (const one of given) {
      if ("others" in one) {
        const [properties, others] = [moved(one.properties), moved(one.others)];
        numbers.push(this.addAbout({ facet: numbers[one.facet]!, properties, others }));
      } else {
        const provenance = one.provenance === noId ? noId : one.provenance + firstNode;
        numbers.push(this.add({ ...one, provenance }));
      }
    }
    return numbers;
  }
}

/** The order in which an object got its fields is no part of a source. */
function sourceKey(source: FacetSource): string {
  return JSON.stringify([source.provenance, ...sourceFields.map((field) => source[field])]);
}

/**
 * The facet of a source in a world: import name and URL are read from the provenance node where the
 * source has neither.
 * @param provenance dcid of the node; "" for none.
 */
export function facetOf(source: FacetSource, provenance: string, graph: Graph): Facet {
  const unfolded = unfoldAggregate(source.measurementMethod);
  const isGiven = provenance === "" || source.importName !== "" || source.provenanceUrl !== "";
  const importName = isGiven ? source.importName : importNameOf(provenance, graph);
  return {
    ...fieldsOf(sourceFields, (field) => source[field]),
    importName,
    provenanceUrl: isGiven ? source.provenanceUrl : urlOf(provenance, graph),
    measurementMethod: unfolded.measurementMethod,
    isDcAggregate: source.isDcAggregate || unfolded.isDcAggregate,
    provenanceId: provenance !== "" || importName === "" ? provenance : baseProvenance + importName,
  };
}

/**
 * `dc/base/<ImportName>` names its import; other provenance nodes do so by their name, and without
 * one by the last part of their dcid (behaviour: observation 8.1).
 */
function importNameOf(provenance: string, graph: Graph): string {
  if (provenance.startsWith(baseProvenance)) return provenance.slice(baseProvenance.length);
  const { name } = graph.named(graph.dictionary.nodeOf(provenance)!);
  return name || provenance.slice(provenance.lastIndexOf("/") + 1);
}

/** Of several URLs the first in byte order, whatever the order of loading. */
function urlOf(provenance: string, graph: Graph): string {
  const [first] = graph.linked(graph.dictionary.nodeOf(provenance), "url");
  return first === undefined ? "" : graph.dictionary.textOf(first);
}

/**
 * Facets and kinds of series in their order, and the number of the kind of each given facet.
 * @param facts what says how a provenance is called. Default: the graph
 */
export function numberFacets(
  given: readonly GivenFacet[],
  graph: Graph,
  nodeRanks: Uint32Array,
  ranking: Ranking,
  facts: Graph = graph,
): Pick<FrozenContext, "facets" | "kinds" | "kindNumbers"> {
  const sources = given.filter((one): one is FacetSource => !("others" in one));
  const { facets, facetNumbers: ofSources } = distinctFacets(
    sources.map((source) => {
      const { provenance } = source;
      const node = nodeRanks[provenance] as TermId;
      const dcid = provenance === noId ? "" : graph.dictionary.textOf(node);
      const isKnown = facts.dictionary.nodeOf(dcid) !== undefined;
      return facetOf(source, dcid, isKnown ? facts : graph);
    }),
    ranking,
  );
  const named = graph.predicateOf(entityProperties);
  if (named === undefined && sources.length === given.length) {
    return { facets, kinds: undefined, kindNumbers: ofSources };
  }
  let source = 0;
  const facetNumbers = new Uint32Array(given.length);
  for (const [at, one] of given.entries()) {
    facetNumbers[at] = "others" in one ? facetNumbers[one.facet]! : ofSources[source++]!;
  }
  const ranked = (nodes: readonly number[]) => nodes.map((node) => nodeRanks[node]!);
  const { kinds, numbers } = numberKinds(
    given.map((one, at) => {
      const facet = facetNumbers[at]!;
      if (!("others" in one)) return { facet, about: undefined };
      const { properties, others } = one;
      return { facet, about: { properties: ranked(properties), others: ranked(others) } };
    }),
    (variable) => namedProperties(graph, variable as TermId),
  );
  return { facets, kinds, kindNumbers: numbers };
}

/** The distinct facets in their order, and the number of each given one. */
function distinctFacets(
  given: readonly Facet[],
  ranking: Ranking,
): { facets: readonly FacetEntry[]; facetNumbers: Uint32Array } {
  const distinct = new Map(given.map((facet) => [facetKey(facet), facet]));
  const sorted = [...distinct.entries()].sort(([, a], [, b]) => compareFacets(a, b));
  const numbers = new Map(sorted.map(([key], number) => [key, number]));
  const facets = sorted.map(([, facet]) =>
    Object.freeze({ ...facet, facetId: facetId(facet), score: ranking.score(facet) }),
  );
  return {
    facets: Object.freeze(facets),
    facetNumbers: Uint32Array.from(given, (facet) => numbers.get(facetKey(facet))!),
  };
}

/** What one builder collected. Its nodes count from `firstNode` among those of all. */
interface CollectedPart extends Pick<AdoptedObservations, "observations" | "firstNode"> {
  readonly triples: CollectedTriples;
  readonly facets: readonly GivenFacet[];
}

/** Observations of a variable by a list of properties, as nodes among those of all builders. */
interface Usage {
  readonly variable: number;
  /** None for `observationAbout` alone. */
  readonly properties: readonly number[];
  readonly provenances: Map<number, number>;
  count: number;
}

/** Are there observations about other entities than by `observationAbout`? */
export function hasSeveral(facets: readonly GivenFacet[]): boolean {
  return facets.some((facet) => "others" in facet);
}

/**
 * @param ranks of all nodes: equal nodes of two builders have one
 * @param predicate the node of `observationProperties`, among those of all builders
 */
export function missingProperties(
  parts: readonly CollectedPart[],
  ranks: Uint32Array,
  predicate: number,
): CollectedTriples {
  const links = new GraphBuilder();
  const named = new Set(parts.flatMap((part) => namedIn(part, ranks, ranks[predicate]!)));
  for (const usages of usagesOf(parts, ranks).values()) {
    const ofVariable = [...usages.values()];
    if (named.has(ranks[ofVariable[0]!.variable]!)) continue;
    const { variable, properties, provenances } = ofVariable.reduce(mostUsed);
    for (const provenance of provenances.values()) {
      for (const property of properties) links.addLink(variable, predicate, property, provenance);
    }
  }
  return links.take();
}

/** Ranks of the variables that name properties. */
function namedIn({ triples, firstNode }: CollectedPart, ranks: Uint32Array, rank: number) {
  const { kinds, runStarts, runSubjects } = triples;
  const isNaming = kinds.predicates.map((predicate) => ranks[predicate + firstNode] === rank);
  if (!isNaming.includes(true)) return [];
  const rowKinds = new Uint32Slabs().adopt(triples.rowKinds);
  const [starts, subjects] = [
    new Uint32Slabs().adopt(runStarts),
    new Uint32Slabs().adopt(runSubjects),
  ];
  const found: number[] = [];
  for (let run = 0; run < starts.length; run++) {
    const end = run + 1 < starts.length ? starts.at(run + 1) : rowKinds.length;
    let row = starts.at(run);
    while (row < end && isNaming[rowKinds.at(row)] !== true) row++;
    if (row < end) found.push(ranks[subjects.at(run) + firstNode]!);
  }
  return found;
}

/** By rank of the variable: its observations by list of properties. */
function usagesOf(parts: readonly CollectedPart[], ranks: Uint32Array) {
  const variables = new Map<number, Map<string, Usage>>();
  const count = (
    part: CollectedPart,
    isWanted: (facet: GivenFacet, variable: number) => boolean,
  ) => {
    const { observations, facets, firstNode } = part;
    const column = (name: "variables" | "facets" | "dateLists") =>
      new Uint32Slabs().adopt(observations.runs[name]);
    const [ofVariables, ofFacets, ofDates] = [
      column("variables"),
      column("facets"),
      column("dateLists"),
    ];
    const lists = new DateLists(observations.lists);
    for (let run = 0; run < ofVariables.length; run++) {
      const facet = facets[ofFacets.at(run)]!;
      const variable = ofVariables.at(run) + firstNode;
      if (!isWanted(facet, ranks[variable]!)) continue;
      const list = ofDates.at(run);
      add(variables, ranks, {
        part,
        facet,
        variable,
        count: lists.endOf(list) - lists.startOf(list),
      });
    }
  };
  for (const part of parts) count(part, (facet) => "others" in facet);
  for (const part of parts) {
    count(part, (facet, variable) => !("others" in facet) && variables.has(variable));
  }
  return variables;
}

interface Counted {
  readonly part: CollectedPart;
  readonly facet: GivenFacet;
  readonly variable: number;
  readonly count: number;
}

function add(
  variables: Map<number, Map<string, Usage>>,
  ranks: Uint32Array,
  { part: { facets, firstNode }, facet, variable, count }: Counted,
): void {
  const isAbout = "others" in facet;
  const properties = isAbout ? facet.properties.map((node) => node + firstNode) : [];
  const source = isAbout ? facets[facet.facet]! : facet;
  const own = "others" in source ? -1 : source.provenance;
  const provenance = own < 0 ? own : own + firstNode;
  const rank = ranks[variable]!;
  const usages = variables.get(rank) ?? new Map<string, Usage>();
  variables.set(rank, usages);
  const key = properties.map((node) => ranks[node]!).join(" ");
  const usage = usages.get(key) ?? { variable, properties, provenances: new Map(), count: 0 };
  usages.set(key, usage);
  usage.count += count;
  usage.provenances.set(provenance < 0 ? -1 : ranks[provenance]!, provenance);
}

/** Of two lists, the one of more observations; of equals, the longer one, and then the first. */
function mostUsed(one: Usage, other: Usage): Usage {
  const difference = other.count - one.count || other.properties.length - one.properties.length;
  return difference > 0 ? other : one;
}
