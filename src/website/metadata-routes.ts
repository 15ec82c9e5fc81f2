/** What `/api/metadata` and `/api/metadata/facets` answer. */
import type { Commons, Facet } from "../index.ts";
import { categoriesOf, dateRangesOf, type SourcedFacet, Sources } from "./metadata.ts";
import { firstTexts } from "./nodes.ts";
import { ask, type Entities } from "./observations.ts";
import { type Fields, WebsiteError } from "./request.ts";

/** Facets by id, with their provenances, which answers about observations leave out. */
function sourcedFacets(
  commons: Commons,
  facets: Readonly<Record<string, Facet>>,
): Map<string, SourcedFacet> {
  const provenances = new Map(
    commons.observations.facets.map(({ id, provenanceId }) => [id, provenanceId]),
  );
  return new Map(
    Object.entries(facets).map(([id, facet]) => {
      const provenanceId = provenances.get(id) ?? "";
      return [id, provenanceId === "" ? facet : { ...facet, provenanceId }];
    }),
  );
}

/** A line for each variable and each facet of it that the entities have. */
export function metadata(commons: Commons, fields: Fields): object {
  const [entities, variables] = [fields.texts("entities"), fields.texts("statVars")];
  if (entities.length === 0 || variables.length === 0) return { metadata: {}, statVarList: [] };
  const answer = ask(commons, {
    entities: { dcids: entities },
    variables,
    facetIds: fields.texts("facets"),
    isAboutFacets: true,
  });
  const facets = sourcedFacets(commons, answer.facets ?? {});
  const sources = new Sources(commons, [...facets.values()]);
  const ranges = dateRangesOf(answer);
  const names = firstTexts(commons, variables);
  const nameOf = (variable: string) => names.get(variable) || variable;
  const wanted = fields.member("statVarToFacets");
  const lines = variables.map((variable) => {
    const found = Object.values(answer.byVariable?.[variable]?.byEntity ?? {}).flatMap(
      ({ orderedFacets = [] }) => orderedFacets.map(({ facetId }) => facetId),
    );
    const categories = categoriesOf(commons, variable);
    const ids = new Set(listOf(wanted, variable) ?? found);
    const ofFacets = [...ids].flatMap((id) => {
      const facet = facets.get(id);
      if (facet === undefined || !sources.knows(facet)) return [];
      const { unit, methodDescription, ...source } = sources.of(facet);
      const range = ranges.get(id);
      return [
        {
          statVarId: variable,
          statVarName: nameOf(variable),
          categories,
          sourceName: source.sourceName ?? null,
          provenanceUrl: source.provenanceUrl ?? null,
          provenanceName: source.provenanceName ?? "",
          dateRangeStart: range?.earliestDate ?? null,
          dateRangeEnd: range?.latestDate ?? null,
          unit: unit ?? null,
          observationPeriod: facet.observationPeriod ?? null,
          license: source.license ?? null,
          licenseDcid: source.licenseDcid ?? null,
          measurementMethod: facet.measurementMethod ?? null,
          measurementMethodDescription: methodDescription ?? null,
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

/** The facets that were sent, by variable and id, with dates and names added. */
export function namedFacets(commons: Commons, fields: Fields): object {
  const sent = facetsOf(fields.member("facets"));
  const variables = fields.texts("statVars");
  const entities = entitiesOf(fields);
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
      const { sourceName, provenanceName, unit, methodDescription } = sources.of(facet);
      const range = ranges.get(id);
      const added = {
        ...(range !== undefined && {
          dateRangeStart: range.earliestDate,
          dateRangeEnd: range.latestDate,
        }),
        ...(sources.knows(facet) && { sourceName: sourceName ?? null }),
        ...(provenanceName && { provenanceName }),
        ...(methodDescription && { measurementMethodDescription: methodDescription }),
        ...(unit && { unitDisplayName: unit }),
      };
      return [id, { ...facet, ...added }] as const;
    });
    return [variable, Object.fromEntries(named)] as const;
  });
  return Object.fromEntries(byVariable);
}

function entitiesOf(fields: Fields): Entities | undefined {
  const [parent, childType] = [fields.text("parentPlace"), fields.text("enclosedPlaceType")];
  if (parent !== undefined && childType !== undefined) return { parent, childType };
  const dcids = fields.texts("entities");
  return dcids.length > 0 ? { dcids } : undefined;
}

/** @throws WebsiteError for what is no object of objects of facets */
function facetsOf(value: unknown): FacetsByVariable {
  if (value === undefined || value === null) return {};
  const isObject = (one: unknown): one is object =>
    typeof one === "object" && one !== null && !Array.isArray(one);
  const isTable =
    isObject(value) &&
    Object.values(value).every(
      (facets) => isObject(facets) && Object.values(facets).every(isObject),
    );
  if (!isTable) throw new WebsiteError(400, "error: facets must be an object by variable and id");
  return value as FacetsByVariable;
}
