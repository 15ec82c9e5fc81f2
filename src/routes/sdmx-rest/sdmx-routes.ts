/** SDMX REST 3 as the service has it, and how its instances ask each other. */

import type { Commons } from "../../index.ts";
import { json, text } from "../../router/fields.ts";
import { checkFilters, checkListed } from "../../sdmx/filters.ts";
import { requestFor } from "../../sdmx/request.ts";
import {
  type Route,
  type RouteAnswer,
  type RouteContext,
  type RouteRequest,
  rowsIn,
} from "../route.ts";
import { sdmx, unlisted } from "../styles.ts";
import { textInPieces } from "../text-in-pieces.ts";
import { availabilityMessage } from "./availability-message.ts";
import { filtersIn } from "./internal-filters.ts";
import {
  checkDataTypes,
  checkStructureTypes,
  csvType,
  jsonStatType,
  structureType,
} from "./media-types.ts";
import { readRest } from "./rest-request.ts";

const route = rowsIn(sdmx);
const internal = rowsIn(unlisted);

interface Tail {
  /** The path after that of the route; empty where there is none. */
  readonly tail: string;
}

async function data(
  commons: Commons,
  { tail }: Tail,
  { request }: RouteContext,
): Promise<RouteAnswer> {
  const formats = ["csv", "json-stat"];
  const { filters, format } = readRest("data", tail, queryOf(request), formats);
  if (format === "") checkDataTypes(acceptOf(request));
  const asked = requestFor(filters);
  if (format === "json-stat") {
    const body = JSON.stringify(await commons.sdmx.jsonStat(asked));
    return { status: 200, contentType: jsonStatType, body };
  }
  return {
    status: 200,
    contentType: csvType,
    headers: { "content-disposition": 'attachment; filename="dc_data.csv"' },
    ...textInPieces(await commons.sdmx.csv(asked)),
  };
}

async function availability(
  commons: Commons,
  { tail }: Tail,
  { request }: RouteContext,
): Promise<RouteAnswer> {
  checkStructureTypes(acceptOf(request));
  const { filters, component } = readRest("availability", tail, queryOf(request), []);
  const values = await commons.sdmx.availability({ component, ...requestFor(filters) });
  const body = JSON.stringify(availabilityMessage(component, values, new Date()));
  return { status: 200, contentType: structureType, body };
}

const acceptOf = (request: RouteRequest | undefined): string => request?.headers?.["accept"] ?? "";

function queryOf(request: RouteRequest | undefined): string {
  const [, ...query] = request?.url.split("?") ?? [];
  return query.join("?");
}

const kindPrefix = "SDMX_COMPONENT_KIND_";

/** `data` by another instance. */
async function internalData(commons: Commons, { constraints }: { readonly constraints: unknown }) {
  const filters = filtersIn(constraints);
  checkFilters(filters, "data");
  const { components, series } = await commons.sdmx.data(requestFor(filters));
  const shown = components.map(({ id, kind }) => ({ id, kind: kindPrefix + kind.toUpperCase() }));
  return { shape: { components: shown }, series };
}

/** `availability` by another instance. */
async function internalAvailability(
  commons: Commons,
  { component, constraints }: { readonly component: string; readonly constraints: unknown },
) {
  const filters = filtersIn(constraints);
  checkListed(component);
  checkFilters(filters, "availability");
  return { values: await commons.sdmx.availability({ component, ...requestFor(filters) }) };
}

const post = ["POST"] as const;

export const sdmxRoutes: readonly Route[] = [
  route({
    path: "/sdmx/v3/data/{tail...}",
    aliases: ["/sdmx/v3/data"],
    about: "observations about one entity or several, as SDMX-CSV 2.0 or JSON-stat 2.0",
    fields: { tail: text("tail") },
    answer: data,
  }),
  route({
    path: "/sdmx/v3/availability/{tail...}",
    aliases: ["/sdmx/v3/availability"],
    about: "the values that a component of such observations has",
    fields: { tail: text("tail") },
    answer: availability,
  }),
  internal({
    path: "/v2/internal/sdmx/data",
    methods: post,
    about: "what `/sdmx/v3/data` answers, between instances",
    fields: { constraints: json("constraints") },
    answer: internalData,
  }),
  internal({
    path: "/v2/internal/sdmx/availability",
    methods: post,
    about: "what `/sdmx/v3/availability` answers, between instances",
    fields: { component: text("component_id"), constraints: json("constraints") },
    answer: internalAvailability,
  }),
];
