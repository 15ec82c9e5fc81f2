/** Routes of the service that its documentation does not list, made of what the listed ones answer. */

import { type Fault, filled, required, text, texts } from "../router/fields.ts";
import { agentRoutes } from "./agent/agent-routes.ts";
import { type Route, rowsIn } from "./route.ts";
import { sdmxRoutes } from "./sdmx-routes.ts";
import { unlisted } from "./styles.ts";
import { newerPaths } from "./unlisted/newer-paths.ts";
import {
  bulkStats,
  oneSeries,
  seriesFilter,
  statAll,
  statSeries,
  statValue,
} from "./unlisted/older-statistics.ts";
import { placeRoutes } from "./unlisted/places.ts";
import { reconciliationRoutes } from "./unlisted/reconciliation.ts";
import { importTable, serverVersion } from "./unlisted/server-info.ts";
import {
  constrained,
  GroupTree,
  groupFields,
  variableGroupInfo,
} from "./unlisted/variable-groups.ts";
import { summariesOf, variableInfo } from "./unlisted/variable-info.ts";
import { variableRoutes } from "./unlisted/variable-search.ts";

const route = rowsIn(unlisted);

const post = ["POST"] as const;
const both = ["GET", "POST"] as const;

const invalid = (message: string): Fault => ({ code: "invalidArgument", message });
const missing = (name: string): Fault => invalid(`Missing required argument: ${name}`);
const noNodes = invalid("Missing required arguments: nodes");

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
