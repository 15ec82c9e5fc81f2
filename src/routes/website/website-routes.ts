/**
 * The routes of the website that the npm client and the web components ask for, made of what the
 * documented endpoints answer.
 */

import type { Commons } from "../../index.ts";
import { filled, type ParamsOf, required, text, texts } from "../../router/fields.ts";
import type { ArcEntry } from "../../wire.ts";
import { arcsOf, descendants, entriesOf, firstTexts } from "../node-values.ts";
import { Refusal, type Route, rowsIn } from "../route.ts";
import { website } from "../styles.ts";
import { metadata, metadataFields, namedFacetFields, namedFacets } from "./chart-metadata.ts";
import {
  allPoints,
  allSeries,
  ask,
  type Entities,
  onePoint,
  oneSeries,
  withUnitNames,
} from "./compact-observations.ts";
import { observationDates, widestPoints } from "./date-counts.ts";
import { nodeShapes, placeShapes } from "./drawn-shapes.ts";
import { displayNames, parentsOf, shownAround, typesOf } from "./website-places.ts";

// Values at the end of several properties, and all arcs of a node.

/** A chain of arrows and properties, each with filters or none: `->name`, `<-typeOf{typeOf:Class}`. */
const link = /(->|<-)(\w+)((?:\{\w+:\w+\})*)/g;

/** The values at the end of a chain, of each node at its beginning. */
function chainedValues(
  commons: Commons,
  { dcids, expression }: { readonly dcids: readonly string[]; readonly expression: string },
): object {
  let reached = new Map<string, readonly ArcEntry[]>(dcids.map((dcid) => [dcid, [{ dcid }]]));
  const links = [...expression.matchAll(link)];
  if (links.length === 0) return {};
  for (const [, arrow, property = "", filter = ""] of links) {
    const nodes = [...new Set([...reached.values()].flat().map(({ dcid }) => dcid ?? ""))];
    const known = nodes.filter((dcid) => dcid !== "");
    const values = entriesOf(commons, known, arrow as "->" | "<-", property, filter);
    reached = new Map(
      [...reached].map(([dcid, entries]) => [
        dcid,
        entries.flatMap((entry) => values.get(entry.dcid ?? "") ?? []),
      ]),
    );
  }
  return Object.fromEntries(reached);
}

/**
 * All arcs of a node, by property.
 *
 * @param rest the direction, a slash and a dcid
 */
export function triples(commons: Commons, { rest }: { readonly rest: string }): object {
  const [, direction, dcid = ""] = /^(in|out)\/(.+)/su.exec(rest) ?? [];
  if (direction === undefined) {
    throw new Refusal(400, "Invalid direction provided, please use 'in' or 'out'");
  }
  const arcs = arcsOf(commons, [dcid], direction === "out" ? "->*" : "<-*").get(dcid);
  return Object.fromEntries(arcs ?? []);
}

const route = rowsIn(website);

const entities = filled(texts("entities"));
const variables = filled(texts("variables"));
const parent = required(text("parentEntity"));
const childType = required(text("childType"));
const facetIds = texts("facetIds");
const dcids = filled(texts("dcids"));

const named = { entities, variables };
const within = { parent, childType, variables };
const dated = { date: text("date", "LATEST"), facetIds, facetId: texts("facetId") };

type Wanted = ParamsOf<typeof named> | ParamsOf<typeof within>;

const entitiesOf = (params: Wanted): Entities =>
  "parent" in params ? params : { dcids: params.entities };

function points(hasAllFacets: boolean) {
  return (commons: Commons, params: Wanted & ParamsOf<typeof dated>) => {
    const { date, facetId } = params;
    const asked = {
      entities: entitiesOf(params),
      variables: params.variables,
      facetIds: [...params.facetIds, ...facetId],
    };
    const isList = hasAllFacets || facetId.length > 0;
    if (date === "HIGHEST_COVERAGE") return widestPoints(commons, asked, isList);
    const answer = ask(commons, { ...asked, date });
    return (isList ? allPoints : onePoint)(answer, withUnitNames(commons));
  };
}

function series(hasAllFacets: boolean) {
  const convert = hasAllFacets ? allSeries : oneSeries;
  return (commons: Commons, params: Wanted & { readonly facetIds: readonly string[] }) => {
    const asked = { entities: entitiesOf(params), variables: params.variables };
    const answer = ask(commons, { ...asked, facetIds: params.facetIds });
    return convert(answer, withUnitNames(commons));
  };
}

function propertyValues(arrow: "->" | "<-") {
  return (commons: Commons, params: { readonly dcids: readonly string[]; readonly prop: string }) =>
    Object.fromEntries(entriesOf(commons, params.dcids, arrow, params.prop));
}

const existing = { variables: texts("variables"), entities: texts("entities") };

function existence(commons: Commons, asked: ParamsOf<typeof existing>): object {
  if (asked.variables.length === 0 || asked.entities.length === 0) {
    return Object.fromEntries(asked.variables.map((variable) => [variable, {}]));
  }
  const { byVariable = {} } = commons.v2.observation({
    select: ["variable", "entity"],
    entity: { dcids: asked.entities },
    variable: { dcids: asked.variables },
  });
  return Object.fromEntries(
    asked.variables.map((variable) => {
      const found = Object.hasOwn(byVariable, variable) ? byVariable[variable]?.byEntity : {};
      return [
        variable,
        Object.fromEntries(asked.entities.map((dcid) => [dcid, Object.hasOwn(found ?? {}, dcid)])),
      ];
    }),
  );
}

const post = ["POST"] as const;
const both = ["GET", "POST"] as const;

export const websiteRoutes: readonly Route[] = [
  route({
    path: "/api/observations/point",
    about: "one point for each variable and entity",
    fields: { ...named, ...dated },
    answer: points(false),
  }),
  route({
    path: "/api/observations/point/all",
    about: "points of all facets",
    fields: { ...named, ...dated },
    answer: points(true),
  }),
  route({
    path: "/api/observations/point/within",
    about: "one point for each place inside a place",
    fields: { ...within, ...dated },
    answer: points(false),
  }),
  route({
    path: "/api/observations/point/within/all",
    about: "the same for all facets",
    fields: { ...within, ...dated },
    answer: points(true),
  }),
  route({
    path: "/api/observations/series",
    methods: both,
    about: "the series of the best facet",
    fields: { ...named, facetIds },
    answer: series(false),
  }),
  route({
    path: "/api/observations/series/all",
    methods: both,
    about: "series of all facets",
    fields: { ...named, facetIds },
    answer: series(true),
  }),
  route({
    path: "/api/observations/series/within",
    about: "one series for each place inside a place",
    fields: { ...within, facetIds },
    answer: series(false),
  }),
  route({
    path: "/api/observations/series/within/all",
    about: "the same for all facets",
    fields: { ...within, facetIds },
    answer: series(true),
  }),
  route({
    path: "/api/observation-dates",
    about: "for each date, how many places inside a place have a value",
    fields: { parent, childType, variable: required(text("variable")) },
    answer: (commons, { variable, ...places }) =>
      observationDates(commons, { entities: places, variables: [variable] }),
  }),
  route({
    path: "/api/observation-dates/entities",
    about: "for each date, how many entities have a value",
    fields: named,
    answer: (commons, { entities: places, variables: wanted }) =>
      observationDates(commons, { entities: { dcids: places }, variables: wanted }),
  }),
  route({
    path: "/api/observation/existence",
    methods: post,
    about: "which entities have values of which variables",
    fields: existing,
    answer: existence,
  }),
  route({
    path: "/api/facets",
    about: "facets without values",
    fields: named,
    answer: (commons, params) => {
      const asked = { entities: entitiesOf(params), variables: params.variables };
      return allSeries(ask(commons, { ...asked, isAboutFacets: true }), (facets) => facets);
    },
  }),
  route({
    path: "/api/facets/within",
    about: "facets of the places inside a place",
    fields: { ...within, date: text("date") },
    answer: (commons, params) => {
      const { date } = params;
      if (date !== "LATEST" && !/^(?:\d{4}(?:-\d\d){0,2})?$/.test(date)) {
        const forms = "LATEST or YYYY or YYYY-MM or YYYY-MM-DD";
        throw new Refusal(400, `error: date must be ${forms}`);
      }
      const asked = { entities: entitiesOf(params), variables: params.variables, date };
      return allPoints(ask(commons, { ...asked, isAboutFacets: true }), (facets) => facets);
    },
  }),
  route({
    path: "/api/node/propvals/out",
    methods: both,
    about: "values of a property",
    fields: { dcids, prop: required(text("prop")) },
    answer: propertyValues("->"),
  }),
  route({
    path: "/api/node/propvals/in",
    methods: both,
    about: "nodes that point to a node with a property",
    fields: { dcids, prop: required(text("prop")) },
    answer: propertyValues("<-"),
  }),
  route({
    path: "/api/node/propvals",
    methods: both,
    about: "values at the end of a chain of properties",
    fields: { dcids, expression: required(text("propExpr")) },
    answer: chainedValues,
  }),
  route({
    path: "/api/node/triples/{rest...}",
    about: "all arcs of a node; the rest of the path is `in` or `out`, a slash and a dcid",
    fields: { rest: text("rest") },
    answer: triples,
  }),
  route({
    path: "/api/metadata",
    methods: post,
    about: "a row for each variable and facet of a chart",
    fields: metadataFields,
    answer: metadata,
  }),
  route({
    path: "/api/metadata/facets",
    methods: post,
    about: "facets with names and dates added",
    fields: namedFacetFields,
    answer: namedFacets,
  }),
  route({
    path: "/api/place/name",
    methods: both,
    about: "names of nodes",
    fields: { dcids: texts("dcids"), prop: text("prop", "name") },
    answer: (commons, params) => Object.fromEntries(firstTexts(commons, params.dcids, params.prop)),
  }),
  route({
    path: "/api/place/displayname",
    methods: both,
    about: "names of places, with the state",
    fields: { dcids: texts("dcids") },
    answer: (commons, params) => Object.fromEntries(displayNames(commons, params.dcids)),
  }),
  route({
    path: "/api/place/parent",
    about: "the places around a place, the smallest first",
    fields: { dcid: required(text("dcid")) },
    answer: (commons, { dcid }) => parentsOf(commons, [dcid]).get(dcid),
  }),
  route({
    path: "/api/place/descendent",
    about: "places of a type inside places",
    fields: { type: required(text("descendentType")), dcids: texts("dcids") },
    answer: (commons, { type, dcids: places }) =>
      Object.fromEntries(places.map((dcid) => [dcid, descendants(commons, dcid, type)])),
  }),
  route({
    path: "/api/place/descendent/name",
    about: "the names of such places",
    fields: {
      dcid: required(text("dcid")),
      type: required(text("descendentType")),
      prop: text("prop"),
    },
    answer: (commons, { dcid, type, prop }) => {
      const places = descendants(commons, dcid, type);
      return Object.fromEntries(
        prop === "" ? displayNames(commons, places) : firstTexts(commons, places, prop),
      );
    },
  }),
  route({
    path: "/api/place/type/{dcid...}",
    about:
      "the type of a place, as a text; `Place` and administrative areas only if it has no other",
    fields: { dcid: text("dcid") },
    answer: (commons, { dcid }) => typesOf(commons, [dcid]).get(dcid),
  }),
  route({
    path: "/api/choropleth/geojson",
    about: "boundaries of the places inside a place",
    fields: {
      place: required(text("placeDcid")),
      type: text("placeType"),
      property: text("geoJsonProp", "geoJsonCoordinates"),
      nameProperty: text("placeNameProp"),
    },
    answer: (commons, { place, type, ...properties }) => {
      const shown = type === "" ? shownAround(commons, place) : { place, type };
      return shown === undefined ? {} : placeShapes(commons, shown, properties);
    },
  }),
  ...["/api/choropleth/node-geojson", "/node-geojson"].map((path) =>
    route({
      path,
      methods: post,
      about: "boundaries of nodes",
      fields: { property: required(text("geoJsonProp")), nodes: texts("nodes") },
      answer: (commons, { nodes, property }) => nodeShapes(commons, nodes, property),
    }),
  ),
];
