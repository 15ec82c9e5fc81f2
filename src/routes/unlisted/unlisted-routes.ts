/** Routes of the service that its documentation does not list, made of what the listed ones answer. */

import { type Fault, filled, required, text, texts } from "../../router/fields.ts";
import { type Route, rowsIn } from "../route.ts";
import { sdmxRoutes } from "../sdmx-rest/sdmx-routes.ts";
import { unlisted } from "../styles.ts";
import { indicatorFields, searchIndicators } from "./agent-indicators.ts";
import { getVariableMetadata } from "./agent-metadata.ts";
import { getObservations, observationFields } from "./agent-observations.ts";
import { placeFields, resolvePlaces } from "./agent-places.ts";
import { importTable, newerPaths, serverVersion } from "./newer-paths.ts";
import {
  bulkStats,
  oneSeries,
  seriesFilter,
  statAll,
  statSeries,
  statValue,
} from "./older-statistics.ts";
import { placeRoutes } from "./places.ts";
import { reconciliationRoutes } from "./reconciliation.ts";
import { constrained, GroupTree, groupFields, variableGroupInfo } from "./variable-groups.ts";
import { summariesOf, variableInfo } from "./variable-info.ts";
import { variableRoutes } from "./variable-search.ts";

const route = rowsIn(unlisted);

const post = ["POST"] as const;
const both = ["GET", "POST"] as const;

const invalid = (message: string): Fault => ({ code: "invalidArgument", message });
const missing = (name: string): Fault => invalid(`Missing required argument: ${name}`);
const noNodes = invalid("Missing required arguments: nodes");

/** What tools of agents ask. */
export const agentRoutes = {
  resolvePlaces: route({
    path: "/v2/agent/resolve_places",
    methods: both,
    about: "places by name",
    fields: placeFields,
    answer: resolvePlaces,
  }),
  searchIndicators: route({
    path: "/v2/agent/search_indicators",
    methods: both,
    about: "variables and topics for some words, with data about places",
    fields: indicatorFields,
    answer: searchIndicators,
  }),
  getObservations: route({
    path: "/v2/agent/get_observations",
    methods: post,
    about: "values of one variable for places, from one source",
    fields: observationFields,
    answer: getObservations,
  }),
  getVariableMetadata: route({
    path: "/v2/agent/get_variable_metadata",
    methods: both,
    about: "what variables mean, who measured them, when and where",
    fields: {
      variables: filled(texts("variable_dcids"), invalid("variable_dcids cannot be empty")),
      entities: filled(texts("entity_dcids"), invalid("entity_dcids cannot be empty")),
    },
    answer: getVariableMetadata,
  }),
};

export const unlistedRoutes: readonly Route[] = [
  ...Object.values(agentRoutes),
  ...newerPaths,
  ...([1, 2, 3] as const).map((version) =>
    route({
      path: `/v${version}/bulk/info/variable`,
      methods: both,
      about: "who supplied variables, for which types of places, and when",
      fields: { nodes: version === 3 ? texts("nodes") : filled(texts("nodes"), noNodes) },
      answer: variableInfo(version),
    }),
  ),
  ...([1, 2, 3] as const).map((version) =>
    route({
      path: `/v${version}/bulk/info/variable-group`,
      methods: both,
      about: "contents of groups of variables",
      fields: groupFields,
      answer: variableGroupInfo(version),
    }),
  ),
  route({
    path: "/api/variable/info",
    about: "the answer of `/v2/bulk/info/variable`, by dcid",
    fields: { dcids: texts("dcids") },
    answer: (commons, { dcids }) => Object.fromEntries(summariesOf(commons, dcids)),
  }),
  route({
    path: "/api/variable-group/info",
    methods: post,
    about: "contents of one group",
    fields: { dcid: required(text("dcid")), ...constrained("entities") },
    answer: (commons, { dcid, ...constraint }) => new GroupTree(commons, constraint).infoOf(dcid),
  }),
  route({
    path: "/stat/value",
    methods: both,
    about: "one value of a variable and a place",
    fields: { ...oneSeries, date: text("date") },
    answer: statValue,
  }),
  route({
    path: "/stat/series",
    methods: both,
    about: "the series of the best facet",
    fields: oneSeries,
    answer: statSeries,
  }),
  route({
    path: "/stat/all",
    methods: both,
    about: "all series of places and variables",
    fields: {
      places: filled(texts("places"), missing("place")),
      variables: filled(texts("stat_vars"), missing("stat_var")),
    },
    answer: statAll,
  }),
  route({
    path: "/bulk/stats",
    methods: both,
    about: "the best series of each place, as a text of JSON in `payload`",
    fields: {
      places: filled(texts("place")),
      variables: filled(texts("stats_var"), missing("stat_var")),
      ...seriesFilter,
    },
    answer: bulkStats,
  }),
  ...reconciliationRoutes,
  ...placeRoutes,
  ...variableRoutes,
  route({
    path: "/version",
    about: "which library answers",
    fields: {},
    answer: serverVersion,
  }),
  route({
    path: "/custom/import-table",
    methods: both,
    about: "what the importer noted of its runs, of a dump with its table `imports`",
    fields: {},
    answer: importTable,
  }),
  ...sdmxRoutes,
];
