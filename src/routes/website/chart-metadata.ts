/** `/api/metadata` and `/api/metadata/facets`: what the sources of a chart are, in words. */

import { sourceFactsOf } from "../../adapters/reads/source-facts.ts";
import type { Commons } from "../../index.ts";
import { json, type ParamsOf, text, texts } from "../../router/fields.ts";
import type { ArcEntry, Facet, V2ObservationResponse } from "../../wire.ts";
import { entriesOf, firstTexts, present, textsOf } from "../node-values.ts";
import { Refusal } from "../route.ts";
import { ask, type Entities } from "./compact-observations.ts";

/** A facet, with the provenance that it is from where that is known. */
type SourcedFacet = Facet & { readonly provenanceId?: string };

interface DateRange {
  readonly earliestDate: string;
  readonly latestDate: string;
}

/** The first and the last date of each facet, over all variables and entities. */
function dateRangesOf({ byVariable = {} }: V2ObservationResponse): Map<string, DateRange> {
  const ranges = new Map<string, DateRange>();
  const series = Object.values(byVariable).flatMap(({ byEntity = {} }) =>
    Object.values(byEntity).flatMap(({ orderedFacets = [] }) => orderedFacets),
  );
  for (const { facetId, earliestDate = "", latestDate = "" } of series) {
    const known = ranges.get(facetId) ?? { earliestDate, latestDate };
    // Dates are texts, and compare as such.
    const [first = ""] = [earliestDate, known.earliestDate].sort();
    const last = [latestDate, known.latestDate].sort().at(-1) ?? "";
    ranges.set(facetId, { earliestDate: first, latestDate: last });
  }
  return ranges;
}

/** Methods of these provenances mean nothing to a reader. */
const meaninglessMethods: ReadonlySet<string> = new Set(["WikipediaStatsData"]);

/** Looks up the names of the facets' sources, methods and units. */
class Sources {
  readonly #commons: Commons;
  readonly #methods: ReadonlyMap<string, readonly ArcEntry[]>;
  readonly #units: ReadonlyMap<string, string>;

  constructor(commons: Commons, facets: readonly SourcedFacet[]) {
    this.#commons = commons;
    const methods = known(facets.map(({ measurementMethod }) => measurementMethod));
    this.#methods = entriesOf(commons, methods, "->", "description");
    this.#units = firstTexts(commons, known(facets.map(({ unit }) => unit)));
  }

  of(facet: SourcedFacet) {
    const facts = sourceFactsOf(this.#commons.engine.graph, facet);
    const { measurementMethod: method = "", unit = "" } = facet;
    const isMeant = method !== "" && !meaninglessMethods.has(facts.provenanceName);
    return {
      ...facts,
      unit: unit === "" ? undefined : this.#units.get(unit) || unit.replaceAll("_", " "),
      methodDescription: isMeant
        ? (textsOf(this.#methods.get(method))[0] ?? inWords(method))
        : undefined,
    };
  }
}

const known = (texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.filter((text): text is string => text !== undefined && text !== "")),
];

/** `census_of_people` as `Census Of People`. */
const inWords = (text: string): string =>
  text
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ");

/** The group above all others is no category. */
const rootGroup = "dc/g/Root";

/** Names of the groups without a group above them that a variable is in, at any depth. */
function categoriesOf(commons: Commons, variable: string): string[] {
  const seen = new Set([variable]);
  const top: string[] = [];
  for (const node of seen) {
    const above = ["memberOf", "specializationOf"].flatMap((property) =>
      textsOf(entriesOf(commons, [node], "->", property).get(node)),
    );
    const groups = above.filter((group) => group !== rootGroup);
    if (groups.length === 0 && node !== variable) top.push(node);
    for (const group of groups) seen.add(group);
  }
  const names = firstTexts(commons, top);
  return top.map((group) => names.get(group) || (group.split("/").at(-1) as string));
}

/** Facets by id, with their provenances, which answers about observations leave out. */
function sourcedFacets(
  commons: Commons,
  facets: Readonly<Record<string, Facet>>,
): Map<string, SourcedFacet> {
  const provenances = new Map(
    commons.engine.observations.facets.map(({ facetId, provenanceId }) => [facetId, provenanceId]),
  );
  return new Map(
    Object.entries(facets).map(([id, facet]) => {
      const provenanceId = provenances.get(id) ?? "";
      return [id, provenanceId === "" ? facet : { ...facet, provenanceId }];
    }),
  );
}

export const metadataFields = {
  entities: texts("entities"),
  variables: texts("statVars"),
  facets: texts("facets"),
  /** Lists of facets by variable. */
  wanted: json("statVarToFacets"),
};

/** A line for each variable and each facet of it that the entities have. */
export function metadata(commons: Commons, params: ParamsOf<typeof metadataFields>): object {
  const { entities, variables, wanted } = params;
  if (entities.length === 0 || variables.length === 0) return { metadata: {}, statVarList: [] };
  const answer = ask(commons, {
    entities: { dcids: entities },
    variables,
    facetIds: params.facets,
    isAboutFacets: true,
  });
  const facets = sourcedFacets(commons, answer.facets ?? {});
  const sources = new Sources(commons, [...facets.values()]);
  const ranges = dateRangesOf(answer);
  const names = firstTexts(commons, variables);
  const nameOf = (variable: string) => names.get(variable) || variable;
  const lines = variables.map((variable) => {
    const found = Object.values(answer.byVariable?.[variable]?.byEntity ?? {}).flatMap(
      ({ orderedFacets = [] }) => orderedFacets.map(({ facetId }) => facetId),
    );
    const categories = categoriesOf(commons, variable);
    const ids = new Set(listOf(wanted, variable) ?? found);
    const ofFacets = [...ids].flatMap((id) => {
      const facet = facets.get(id) ?? {};
      const { isKnown, ...source } = sources.of(facet);
      if (!isKnown) return [];
      const range = ranges.get(id);
      return [
        {
          statVarId: variable,
          statVarName: nameOf(variable),
          categories,
          sourceName: source.sourceName ?? null,
          provenanceUrl: source.provenanceUrl ?? null,
          provenanceName: source.provenanceName,
          dateRangeStart: range?.earliestDate ?? null,
          dateRangeEnd: range?.latestDate ?? null,
          unit: source.unit ?? null,
          observationPeriod: facet.observationPeriod ?? null,
          license: source.license ?? null,
          licenseDcid: source.licenseDcid ?? null,
          measurementMethod: facet.measurementMethod ?? null,
          measurementMethodDescription: source.methodDescription ?? null,
        },
      ];
    });
    return [variable, ofFacets] as const;
  });
  return {
    metadata: Object.fromEntries(lines.filter(([, ofFacets]) => ofFacets.length > 0)),
    statVarList: variables.map((dcid) => ({ dcid, name: nameOf(dcid) })),
  };
}

/** The texts under a name; undefined where there are none. */
function listOf(lists: unknown, name: string): readonly string[] | undefined {
  if (typeof lists !== "object" || lists === null || !Object.hasOwn(lists, name)) return undefined;
  const list: unknown = (lists as Readonly<Record<string, unknown>>)[name];
  if (!Array.isArray(list) || list.length === 0) return undefined;
  return list.filter((text) => typeof text === "string");
}

type FacetsByVariable = Readonly<Record<string, Readonly<Record<string, SourcedFacet>>>>;

export const namedFacetFields = {
  /** Facets by variable and id. */
  facets: json("facets"),
  variables: texts("statVars"),
  entities: texts("entities"),
  parent: text("parentPlace"),
  childType: text("enclosedPlaceType"),
};
type NamedFacetsParams = ParamsOf<typeof namedFacetFields>;

/** The facets that were sent, by variable and id, with dates and names added. */
export function namedFacets(commons: Commons, params: NamedFacetsParams): object {
  const sent = facetsOf(params.facets);
  const { variables } = params;
  const entities = entitiesOf(params);
  const ids = [...new Set(Object.values(sent).flatMap((facets) => Object.keys(facets)))];
  if (ids.length === 0) return {};
  const answer =
    variables.length > 0 && entities !== undefined
      ? ask(commons, { entities, variables, facetIds: ids, isAboutFacets: true })
      : {};
  const ranges = dateRangesOf(answer);
  const all = Object.values(sent).flatMap((facets) => Object.values(facets));
  const sources = new Sources(commons, all);
  const byVariable = Object.entries(sent).map(([variable, facets]) => {
    const named = Object.entries(facets).map(([id, facet]) => {
      const { isKnown, sourceName, provenanceName, unit, methodDescription } = sources.of(facet);
      const range = ranges.get(id);
      const added = {
        ...(range !== undefined && {
          dateRangeStart: range.earliestDate,
          dateRangeEnd: range.latestDate,
        }),
        ...(isKnown && { sourceName: sourceName ?? null }),
        ...present({
          provenanceName,
          measurementMethodDescription: methodDescription,
          unitDisplayName: unit,
        }),
      };
      return [id, { ...facet, ...added }] as const;
    });
    return [variable, Object.fromEntries(named)] as const;
  });
  return Object.fromEntries(byVariable);
}

function entitiesOf({ parent, childType, entities }: NamedFacetsParams): Entities | undefined {
  if (parent !== "" && childType !== "") return { parent, childType };
  return entities.length > 0 ? { dcids: entities } : undefined;
}

/** @throws Refusal for what is no object of objects of facets */
function facetsOf(value: unknown): FacetsByVariable {
  if (value === undefined || value === null) return {};
  const isObject = (one: unknown): one is object =>
    typeof one === "object" && one !== null && !Array.isArray(one);
  const isTable =
    isObject(value) &&
    Object.values(value).every(
      (facets) => isObject(facets) && Object.values(facets).every(isObject),
    );
  if (!isTable) throw new Refusal(400, "error: facets must be an object by variable and id");
  return value as FacetsByVariable;
}
