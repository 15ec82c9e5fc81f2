/** `/v2/agent/get_variable_metadata`: what variables are, who measured them, when and of which places. */

import type { Commons } from "../../index.ts";
import { entityPropertiesOf } from "../../stats/read/entity-properties.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import type { ArcEntry } from "../../wire.ts";
import { arcsOf, present, textsOf } from "../node-values.ts";
import { refused } from "../route.ts";
import { summariesOf, type VariableSummary } from "../unlisted/variable-info.ts";

const listMax = 10;

/** Said by other members, or of no use to a reader. */
const leftOut: ReadonlySet<string> = new Set([
  ...["name", "description", "typeOf", "provenance", "definition", "memberOf"],
  ...["linkedMemberOf", "linkedMember"],
]);

/** Properties that are listed of a provenance and of its source. */
const ofDatasets: ReadonlySet<string> = new Set([
  ...["url", "license", "licenseType", "lastDataRefreshDate", "nextDataRefreshDate"],
  ...["nextSourceReleaseDate", "sourceReleaseFrequency", "latestObservationDate"],
  ...["earliestObservationDate", "isPartOf", "source", "domain", "description", "descriptionUrl"],
]);

export function getVariableMetadata(
  commons: Commons,
  { variables, entities }: { readonly variables: Dcids; readonly entities: Dcids },
) {
  checkLength(variables, "variable_dcids");
  checkLength(entities, "entity_dcids");
  const { byVariable = {} } = commons.v2.observation({
    select: ["variable", "entity", "facet"],
    variable: { dcids: variables },
    entity: { dcids: entities },
  });
  const nodes = arcsOf(commons, variables, "->*");
  const known = new Map(commons.engine.observations.facets.map((facet) => [facet.facetId, facet]));
  const summaries = summariesOf(commons, variables);
  const provenances = new Set<string>();
  const described = variables.map((variable) => {
    const byEntity = Object.hasOwn(byVariable, variable)
      ? (byVariable[variable]?.byEntity ?? {})
      : {};
    const granularity = granularityOf(summaries.get(variable));
    const stats = new Map<string, FacetStats>();
    const add = (facetId: string, about: readonly string[], extent: Extent) => {
      const ofFacet = stats.get(facetId) ?? new FacetStats();
      stats.set(facetId, ofFacet);
      ofFacet.add(about, extent);
    };
    const shared = seriesOfSeveral(commons, variable, entities);
    for (const { facetId, about, ...extent } of shared ?? []) add(facetId, about, extent);
    for (const [entity, { orderedFacets = [] }] of Object.entries(shared ? {} : byEntity)) {
      for (const { facetId, ...extent } of orderedFacets) add(facetId, [entity], extent);
    }
    const ids = [...stats.keys()].sort(compareUtf8);
    const written = ids.map((id) => {
      const facet: Partial<Facet> = known.get(id) ?? {};
      const {
        provenanceId = "",
        measurementMethod,
        observationPeriod,
        unit,
        scalingFactor,
      } = facet;
      if (provenanceId !== "") provenances.add(provenanceId);
      return {
        id,
        ...present({ provenanceId }),
        ...(stats.get(id) as FacetStats).written(entities, granularity.get(provenanceId) ?? []),
        properties: present({ measurementMethod, observationPeriod, unit, scalingFactor }),
      };
    });
    return [
      variable,
      { id: variable, ...aboutNode(nodes.get(variable)), facets: written },
    ] as const;
  });
  return {
    status: "SUCCESS",
    variables: Object.fromEntries(described),
    provenances: provenancesOf(commons, [...provenances]),
  };
}

type Dcids = readonly string[];
type Facet = Commons["engine"]["observations"]["facets"][number];

/** @throws CommonsError where there is none, or more than ten */
function checkLength(dcids: Dcids, name: string): void {
  if (dcids.length === 0) throw refused("invalidArgument", `${name} cannot be empty`);
  if (dcids.length > listMax) {
    throw refused("invalidArgument", `${name} cannot exceed ${listMax}`);
  }
}

/** How many observations there are, and from when to when. */
interface Extent {
  readonly obsCount?: number;
  readonly earliestDate?: string;
  readonly latestDate?: string;
}

interface SharedSeries extends Extent {
  readonly facetId: string;
  /** Those of the wanted entities that it is about, by whichever property. */
  readonly about: readonly string[];
}

/** Of a variable whose observations are about several entities; undefined for any other. */
function seriesOfSeveral(
  { engine: { graph, observations } }: Commons,
  variable: string,
  entities: Dcids,
): readonly SharedSeries[] | undefined {
  const { dictionary } = graph;
  const node = dictionary.nodeOf(variable);
  if (node === undefined || entityPropertiesOf(graph, node).length === 1) return undefined;
  const range = observations.seriesOfVariable(node);
  const wanted = entities.flatMap((entity) => dictionary.nodeOf(entity) ?? []);
  const found = wanted.flatMap((entity) => {
    const { start, end } = observations.seriesOf(node, entity);
    const first = Array.from({ length: end - start }, (_, at) => start + at);
    return [...first, ...observations.further.seriesWith(entity, range)];
  });
  return [...new Set(found)].flatMap((series) => {
    const dates = observations
      .historyOf(series)
      .flatMap(([date, value]) => (typeof value === "number" ? [date] : []));
    if (dates.length === 0) return [];
    const about = observations.allEntitiesOf(series).filter((entity) => wanted.includes(entity));
    return {
      facetId: observations.facetOf(series).facetId,
      about: about.map((entity) => dictionary.textOf(entity)),
      obsCount: dates.length,
      earliestDate: dates[0] ?? "",
      latestDate: dates.at(-1) ?? "",
    };
  });
}

class FacetStats {
  #count = 0;
  #start = "";
  #end = "";
  readonly #entities = new Set<string>();

  /** @param about entities of observations that are counted once */
  add(about: readonly string[], extent: Extent): void {
    const { obsCount = 0, earliestDate = "", latestDate = "" } = extent;
    for (const entity of about) this.#entities.add(entity);
    this.#count += obsCount;
    if (this.#start === "" || earliestDate < this.#start) this.#start = earliestDate;
    if (latestDate > this.#end) this.#end = latestDate;
  }

  written(asked: readonly string[], entityGranularity: readonly string[]) {
    const entityCoverage = asked.filter((entity) => this.#entities.has(entity));
    return {
      obsCount: this.#count,
      dateRange: { start: this.#start, end: this.#end },
      scope: { entityCoverage, ...present({ entityGranularity }) },
    };
  }
}

/** By provenance, the types of places that it has data of, ascending. */
function granularityOf({
  provenanceSummary = {},
}: VariableSummary = {}): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(provenanceSummary).map(([provenance, { seriesSummary }]) => [
      provenance,
      [...new Set(seriesSummary.flatMap((series) => Object.keys(series.placeTypeSummary)))].sort(
        compareUtf8,
      ),
    ]),
  );
}

type Arcs = ReadonlyMap<string, readonly ArcEntry[]>;

function aboutNode(arcs: Arcs = new Map()) {
  const firstOf = (property: string) => valuesOf(arcs.get(property))[0];
  const [name, description] = [firstOf("name") ?? firstOf("label"), firstOf("description")];
  const properties = [...arcs]
    .filter(([property]) => !leftOut.has(property))
    .map(([property, entries]) => [property, alone(valuesOf(entries))] as const);
  return {
    ...present({ name, description }),
    properties: Object.fromEntries(properties),
  };
}

/** Texts, or names of nodes, or their dcids; each once. */
const valuesOf = (entries: readonly ArcEntry[] = []): readonly string[] => [
  ...new Set(
    entries
      .map(({ value, name, dcid }) => value || name || dcid || "")
      .filter((text) => text !== ""),
  ),
];

const alone = (values: readonly string[]): string | readonly string[] | undefined =>
  values.length > 1 ? values : values[0];

/** Properties of a source, and those of its provenance, which count first. */
function provenancesOf(commons: Commons, provenances: readonly string[]) {
  const nodes = arcsOf(commons, provenances, "->*");
  const sourceOf = (provenance: string) => textsOf(nodes.get(provenance)?.get("source"))[0] ?? "";
  const sources = new Set(provenances.map(sourceOf).filter((source) => source !== ""));
  const ofSources = arcsOf(commons, [...sources], "->*");
  const listed = (arcs: Arcs = new Map()) =>
    [...arcs]
      .filter(([property, entries]) => ofDatasets.has(property) && valuesOf(entries).length > 0)
      .map(([property, entries]) => [property, alone(valuesOf(entries))] as const);
  return Object.fromEntries(
    provenances.map((id) => {
      const properties = [...listed(ofSources.get(sourceOf(id))), ...listed(nodes.get(id))];
      return [id, { id, properties: Object.fromEntries(properties) }];
    }),
  );
}
