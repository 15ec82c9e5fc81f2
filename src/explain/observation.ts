/** Why `/v2/observation` finds nothing. */

import {
  FacetFilter,
  lowerArc,
  reach,
  readLinkedRelation,
  type V2ObservationParams,
} from "../adapters/index.ts";
import { noTerm, type TermId } from "../store/index.ts";
import { explainFilter } from "./filter.ts";
import { knownNodes, withoutFilters } from "./node.ts";
import { FoundSeries } from "./series.ts";
import { quoted } from "./story.ts";
import type { Telling } from "./telling.ts";

export function explainObservation(telling: Telling, params: V2ObservationParams): void {
  const isListed = params.entityExpression === "";
  const entities = isListed
    ? knownNodes(telling, params.entities)
    : entitiesOf(telling, params.entityExpression);
  if (entities === undefined) return;
  const variables = variablesOf(telling, params, entities);
  if (variables === undefined) return;
  const found = seriesOf(telling, params, isListed);
  for (const variable of variables) {
    for (const entity of entities) found.add(variable, entity);
  }
  if (!telling.story.step("pairs of variable and entity with observations", found.pairs)) {
    endWithoutPairs(telling, variables, entities);
  } else tellSeries(telling, params, found);
}

/** Whose filter and date count depends on what is selected, as in the answer itself. */
function seriesOf(
  { world: { observations }, governor }: Telling,
  { select, date, facetIds, domains }: V2ObservationParams,
  isListed: boolean,
): FoundSeries {
  const isAboutSeries =
    select.includes("facet") || (select.includes("date") && select.includes("value"));
  const filter = new FacetFilter(observations.facets, facetIds, domains);
  const isAnyDate = !isAboutSeries || date === "" || date === "LATEST";
  return new FoundSeries(
    observations,
    isAboutSeries || !isListed ? filter : undefined,
    isAnyDate ? undefined : date,
    governor,
  );
}

function tellSeries(
  { story }: Telling,
  { date, domains }: V2ObservationParams,
  found: FoundSeries,
): void {
  if (!story.step("series of numbers", found.numeric)) {
    story.end("noNumbers", "none of the values is a number, and the service leaves others out");
  } else if (!story.step("series that pass the facet filter", found.kept)) {
    const there = found.facets(domains.length > 0);
    story.end("filteredByFacet", "the facet filter lets no series of them pass", there);
  } else if (!story.step("series with a number at the date", found.dated)) {
    story.end("otherDates", `none of the series has a number at ${quoted([date])}`, found.dates());
  }
}

/** What an expression leads to, as `entitiesOfExpression` walks. */
function entitiesOf(telling: Telling, expression: string): Iterable<TermId> | undefined {
  const { story, governor } = telling;
  const { graph } = telling.world;
  const { subject, arcs } = readLinkedRelation(expression);
  const known = knownNodes(telling, [subject]);
  const [arc] = arcs;
  if (known === undefined || arc === undefined) return undefined;
  const inward = { ...arc, direction: "in" } as const;
  const walk = (way: typeof inward): Uint32Array => {
    governor.look();
    const lowered = lowerArc(graph, way);
    const [label] = lowered.labels ?? [];
    const [from = noTerm] = known;
    return label === undefined ? new Uint32Array(0) : reach(graph, from, lowered, label, governor);
  };
  const met = walk({ ...inward, ...withoutFilters(inward), direction: "in" });
  governor.rows(met.length);
  if (!story.step("nodes that the expression walks over", met.length)) {
    const reason = `no triple says that something lies in ${quoted([subject])}`;
    story.end("noMatch", reason);
    return undefined;
  }
  const left = walk(inward);
  if (story.step("of them pass the filter", left.length)) return left;
  explainFilter(telling, arc.filter, met);
  return undefined;
}

function variablesOf(
  { world: { graph, observations }, story, names, governor }: Telling,
  { variables: asked }: V2ObservationParams,
  entities: Iterable<TermId>,
): Iterable<TermId> | undefined {
  if (asked.length === 0) {
    const found = new Set<TermId>();
    for (const entity of entities) {
      const own = observations.variablesOf(entity);
      governor.work(1 + own.length);
      for (const variable of own) found.add(variable);
    }
    if (story.step("variables with observations about them", found.size)) return found;
    story.end("noData", "nothing was observed about the known entities");
    return undefined;
  }
  const texts = [...new Set(asked)];
  const nodes = texts.map((text) => {
    governor.work(8);
    return graph.dictionary.nodeOf(text);
  });
  const isObserved = (node: TermId | undefined): node is TermId => {
    if (node === undefined) return false;
    const { start, end } = observations.seriesOfVariable(node);
    return end > start;
  };
  const lost = texts.filter((_, at) => !isObserved(nodes[at]));
  if (story.step("variables with observations", texts.length - lost.length, lost)) {
    return nodes.filter(isObserved);
  }
  const reason = `there are no observations of the variable ${quoted(lost)}`;
  story.end("unknownVariable", reason, names.nearVariables(lost));
  return undefined;
}

const listedMax = 5;

function endWithoutPairs(
  { world: { observations }, story, names, governor }: Telling,
  variables: Iterable<TermId>,
  entities: Iterable<TermId>,
): void {
  const others = new Set<TermId>();
  for (const variable of variables) {
    governor.work(8);
    const { start, end } = observations.seriesOfVariable(variable);
    for (let at = start; at < Math.min(end, start + listedMax); at++) {
      others.add(observations.entityOf(at));
    }
    if (others.size >= listedMax) break;
  }
  const about = new Set<TermId>();
  for (const entity of entities) {
    governor.work(8);
    for (const variable of observations.variablesOf(entity)) about.add(variable);
    if (about.size >= listedMax) break;
  }
  const nothingElse = about.size === 0 ? "; nothing else was observed about them" : "";
  story.end(
    "noData",
    `no variable of the request was observed about an entity of it${nothingElse}`,
    [...names.nodes(about, "variable", listedMax), ...names.nodes(others, "dcid", listedMax)],
  );
}
