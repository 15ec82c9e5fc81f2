/**
 * The routes of the website that the npm client and the web components ask for, made of what the
 * documented endpoints answer.
 */
import type { Commons } from "../index.ts";
import { chainedValues, triples } from "./chains.ts";
import { observationDates, widestPoints } from "./dates.ts";
import { nodeShapes, placeShapes } from "./geo-json.ts";
import { metadata, namedFacets } from "./metadata-routes.ts";
import { descendants, entriesOf, firstTexts } from "./nodes.ts";
import {
  allPoints,
  allSeries,
  ask,
  type Entities,
  onePoint,
  oneSeries,
  withUnitNames,
} from "./observations.ts";
import { displayNames, parentsOf, shownAround, typesOf } from "./places.ts";
import { type Fields, WebsiteError } from "./request.ts";

export type WebsiteMethod = "GET" | "POST";

export interface WebsiteRoute {
  /** `{name}` stands for the rest of the path. */
  readonly path: string;
  readonly methods: readonly WebsiteMethod[];
  /** For the documentation. */
  readonly takes: readonly string[];
  /** A text is sent as it is, all else as JSON. */
  readonly answer: (commons: Commons, fields: Fields, rest: string) => unknown;
}

const get: readonly WebsiteMethod[] = ["GET"];
const post: readonly WebsiteMethod[] = ["POST"];
const both: readonly WebsiteMethod[] = ["GET", "POST"];

const named = (fields: Fields): Entities => ({ dcids: fields.requiredTexts("entities") });
const within = (fields: Fields): Entities => ({
  parent: fields.required("parentEntity"),
  childType: fields.required("childType"),
});
const variables = (fields: Fields) => fields.requiredTexts("variables");

function points(entitiesOf: (fields: Fields) => Entities, hasAllFacets: boolean) {
  return (commons: Commons, fields: Fields) => {
    const facetIds = [...fields.texts("facetIds"), ...fields.texts("facetId")];
    const question = { entities: entitiesOf(fields), variables: variables(fields), facetIds };
    const date = fields.text("date") ?? "LATEST";
    const isList = hasAllFacets || fields.text("facetId") !== undefined;
    if (date === "HIGHEST_COVERAGE") return widestPoints(commons, question, isList);
    const answer = ask(commons, { ...question, date });
    return (isList ? allPoints : onePoint)(answer, withUnitNames(commons));
  };
}

function series(entitiesOf: (fields: Fields) => Entities, hasAllFacets: boolean) {
  return (commons: Commons, fields: Fields) => {
    const facetIds = fields.texts("facetIds");
    const question = { entities: entitiesOf(fields), variables: variables(fields), facetIds };
    const convert = hasAllFacets ? allSeries : oneSeries;
    return convert(ask(commons, question), withUnitNames(commons));
  };
}

function propertyValues(arrow: "->" | "<-") {
  return (commons: Commons, fields: Fields) =>
    Object.fromEntries(
      entriesOf(commons, fields.requiredTexts("dcids"), arrow, fields.required("prop")),
    );
}

function existence(commons: Commons, fields: Fields): object {
  const [asked, entities] = [fields.texts("variables"), fields.texts("entities")];
  if (asked.length === 0 || entities.length === 0) {
    return Object.fromEntries(asked.map((variable) => [variable, {}]));
  }
  const { byVariable = {} } = commons.observation({
    select: ["variable", "entity"],
    entity: { dcids: entities },
    variable: { dcids: asked },
  });
  return Object.fromEntries(
    asked.map((variable) => {
      const found = Object.hasOwn(byVariable, variable) ? byVariable[variable]?.byEntity : {};
      return [
        variable,
        Object.fromEntries(entities.map((dcid) => [dcid, Object.hasOwn(found ?? {}, dcid)])),
      ];
    }),
  );
}

const wantsWithin = ["parentEntity", "childType", "variables"];
const wantsNamed = ["entities", "variables"];

/** The first route whose path fits answers. */
export const websiteRoutes: readonly WebsiteRoute[] = [
  {
    path: "/api/observations/point",
    methods: get,
    takes: [...wantsNamed, "date", "facetId"],
    answer: points(named, false),
  },
  {
    path: "/api/observations/point/all",
    methods: get,
    takes: [...wantsNamed, "date"],
    answer: points(named, true),
  },
  {
    path: "/api/observations/point/within",
    methods: get,
    takes: [...wantsWithin, "date", "facetIds"],
    answer: points(within, false),
  },
  {
    path: "/api/observations/point/within/all",
    methods: get,
    takes: [...wantsWithin, "date"],
    answer: points(within, true),
  },
  {
    path: "/api/observations/series",
    methods: both,
    takes: [...wantsNamed, "facetIds"],
    answer: series(named, false),
  },
  {
    path: "/api/observations/series/all",
    methods: both,
    takes: wantsNamed,
    answer: series(named, true),
  },
  {
    path: "/api/observations/series/within",
    methods: get,
    takes: [...wantsWithin, "facetIds"],
    answer: series(within, false),
  },
  {
    path: "/api/observations/series/within/all",
    methods: get,
    takes: wantsWithin,
    answer: series(within, true),
  },
  {
    path: "/api/observation-dates",
    methods: get,
    takes: ["parentEntity", "childType", "variable"],
    answer: (commons, fields) =>
      observationDates(commons, {
        entities: within(fields),
        variables: [fields.required("variable")],
      }),
  },
  {
    path: "/api/observation-dates/entities",
    methods: get,
    takes: wantsNamed,
    answer: (commons, fields) =>
      observationDates(commons, { entities: named(fields), variables: variables(fields) }),
  },
  {
    path: "/api/observation/existence",
    methods: post,
    takes: wantsNamed,
    answer: existence,
  },
  {
    path: "/api/facets",
    methods: get,
    takes: wantsNamed,
    answer: (commons, fields) => {
      const question = { entities: named(fields), variables: variables(fields) };
      return allSeries(ask(commons, { ...question, isAboutFacets: true }), (facets) => facets);
    },
  },
  {
    path: "/api/facets/within",
    methods: get,
    takes: [...wantsWithin, "date"],
    answer: (commons, fields) => {
      const date = fields.text("date") ?? "";
      if (date !== "LATEST" && !/^(?:\d{4}(?:-\d\d){0,2})?$/.test(date)) {
        const forms = "LATEST or YYYY or YYYY-MM or YYYY-MM-DD";
        throw new WebsiteError(400, `error: date must be ${forms}`);
      }
      const question = { entities: within(fields), variables: variables(fields), date };
      return allPoints(ask(commons, { ...question, isAboutFacets: true }), (facets) => facets);
    },
  },
  {
    path: "/api/node/propvals/out",
    methods: both,
    takes: ["dcids", "prop"],
    answer: propertyValues("->"),
  },
  {
    path: "/api/node/propvals/in",
    methods: both,
    takes: ["dcids", "prop"],
    answer: propertyValues("<-"),
  },
  {
    path: "/api/node/propvals",
    methods: both,
    takes: ["dcids", "propExpr"],
    answer: chainedValues,
  },
  {
    path: "/api/node/triples/{direction and dcid}",
    methods: get,
    takes: [],
    answer: (commons, _fields, rest) => triples(commons, rest),
  },
  {
    path: "/api/metadata",
    methods: post,
    takes: ["entities", "statVars", "facets", "statVarToFacets"],
    answer: metadata,
  },
  {
    path: "/api/metadata/facets",
    methods: post,
    takes: ["facets", "statVars", "entities", "parentPlace", "enclosedPlaceType"],
    answer: namedFacets,
  },
  {
    path: "/api/place/name",
    methods: both,
    takes: ["dcids", "prop"],
    answer: (commons, fields) =>
      Object.fromEntries(firstTexts(commons, fields.texts("dcids"), fields.text("prop"))),
  },
  {
    path: "/api/place/displayname",
    methods: both,
    takes: ["dcids"],
    answer: (commons, fields) => Object.fromEntries(displayNames(commons, fields.texts("dcids"))),
  },
  {
    path: "/api/place/parent",
    methods: get,
    takes: ["dcid"],
    answer: (commons, fields) => {
      const dcid = fields.required("dcid");
      return parentsOf(commons, [dcid]).get(dcid);
    },
  },
  {
    path: "/api/place/descendent",
    methods: get,
    takes: ["dcids", "descendentType"],
    answer: (commons, fields) => {
      const type = fields.required("descendentType");
      const dcids = fields.texts("dcids");
      return Object.fromEntries(dcids.map((dcid) => [dcid, descendants(commons, dcid, type)]));
    },
  },
  {
    path: "/api/place/descendent/name",
    methods: get,
    takes: ["dcid", "descendentType", "prop"],
    answer: (commons, fields) => {
      const places = descendants(
        commons,
        fields.required("dcid"),
        fields.required("descendentType"),
      );
      const prop = fields.text("prop");
      return Object.fromEntries(
        prop === undefined ? displayNames(commons, places) : firstTexts(commons, places, prop),
      );
    },
  },
  {
    path: "/api/place/type/{dcid}",
    methods: get,
    takes: [],
    answer: (commons, _fields, dcid) => typesOf(commons, [dcid]).get(dcid),
  },
  {
    path: "/api/choropleth/geojson",
    methods: get,
    takes: ["placeDcid", "placeType", "geoJsonProp", "placeNameProp"],
    answer: (commons, fields) => {
      const place = fields.required("placeDcid");
      const type = fields.text("placeType");
      const shown = type === undefined ? shownAround(commons, place) : { place, type };
      if (shown === undefined) return {};
      const names = fields.text("placeNameProp");
      return placeShapes(commons, shown, fields.text("geoJsonProp"), names);
    },
  },
  ...["/api/choropleth/node-geojson", "/node-geojson"].map(
    (path): WebsiteRoute => ({
      path,
      methods: post,
      takes: ["nodes", "geoJsonProp"],
      answer: (commons, fields) =>
        nodeShapes(commons, fields.texts("nodes"), fields.required("geoJsonProp")),
    }),
  ),
];
