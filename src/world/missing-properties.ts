/**
 * Properties by which observations are about entities, of variables that name none: those of most of
 * their observations. What is loaded names a variable's properties, or an observation's; a world
 * names them for all variables whose observations need it.
 */

import type { AdoptedObservations } from "../stats/build/freeze-input.ts";
import { DateLists } from "../stats/build/run-table.ts";
import { Uint32Slabs } from "../store/columns/growing-columns.ts";
import { type CollectedTriples, GraphBuilder } from "../store/graph/graph-builder.ts";
import type { GivenFacet } from "./given-facets.ts";

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
