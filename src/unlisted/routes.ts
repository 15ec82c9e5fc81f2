/** Routes of the service that its documentation does not list, made of what the listed ones answer. */
import type { Commons } from "../index.ts";
import {
  getObservations,
  getVariableMetadata,
  resolvePlaces,
  searchIndicators,
} from "./agent/index.ts";
import type { Fields } from "./fields.ts";
import { bulkStats, statAll, statSeries, statValue } from "./stat.ts";
import { groupTreeOf, variableGroupInfo } from "./variable-groups.ts";
import { summariesOf, variableInfo } from "./variable-info.ts";

export interface UnlistedRoute {
  readonly path: string;
  readonly methods: readonly ("GET" | "POST")[];
  /** For the documentation: names in snake_case, those that must be there in bold. */
  readonly takes: readonly string[];
  readonly answer: (commons: Commons, fields: Fields) => object;
}

const post = ["POST"] as const;
const get = ["GET"] as const;
const both = ["GET", "POST"] as const;

const ofSeries = ["measurement_method", "observation_period", "unit"];

export const unlistedRoutes: readonly UnlistedRoute[] = [
  {
    path: "/v2/agent/resolve_places",
    methods: post,
    takes: ["places", "target"],
    answer: resolvePlaces,
  },
  {
    path: "/v2/agent/search_indicators",
    methods: post,
    takes: [
      ...["query", "place_dcids", "places", "parent_place"],
      ...["per_search_limit", "include_topics", "target"],
    ],
    answer: searchIndicators,
  },
  {
    path: "/v2/agent/get_observations",
    methods: post,
    takes: [
      ...["**variable_dcid**", "entities", "place_dcid", "child_place_type"],
      ...["source_override", "date", "date_range_start", "date_range_end"],
    ],
    answer: getObservations,
  },
  {
    path: "/v2/agent/get_variable_metadata",
    methods: post,
    takes: ["**variable_dcids**", "**entity_dcids**"],
    answer: getVariableMetadata,
  },
  ...["/v2", "/v1"].map(
    (version): UnlistedRoute => ({
      path: `${version}/bulk/info/variable`,
      methods: both,
      takes: ["**nodes**"],
      answer: variableInfo,
    }),
  ),
  ...["/v2", "/v1"].map(
    (version): UnlistedRoute => ({
      path: `${version}/bulk/info/variable-group`,
      methods: both,
      takes: ["nodes", "constrained_entities", "num_entities_existence"],
      answer: variableGroupInfo,
    }),
  ),
  {
    path: "/api/variable/info",
    methods: get,
    takes: ["dcids"],
    answer: (commons, fields) => Object.fromEntries(summariesOf(commons, fields.texts("dcids"))),
  },
  {
    path: "/api/variable-group/info",
    methods: post,
    takes: ["**dcid**", "entities", "num_entities_existence"],
    answer: (commons, fields) => {
      const group = fields.required("dcid");
      return groupTreeOf(commons, fields, "entities").infoOf(group);
    },
  },
  {
    path: "/stat/value",
    methods: both,
    takes: ["**place**", "**stat_var**", "date", ...ofSeries, "scaling_factor"],
    answer: statValue,
  },
  {
    path: "/stat/series",
    methods: both,
    takes: ["**place**", "**stat_var**", ...ofSeries, "scaling_factor"],
    answer: statSeries,
  },
  {
    path: "/stat/all",
    methods: both,
    takes: ["**places**", "**stat_vars**"],
    answer: statAll,
  },
  {
    path: "/bulk/stats",
    methods: both,
    takes: ["**place**", "**stats_var**", ...ofSeries],
    answer: bulkStats,
  },
];
