/** SDMX REST 3 as the service has it, and how its instances ask each other. */

import type { Commons } from "../index.ts";
import { json, text } from "../router/fields.ts";
import { isObject } from "../router/read-fields.ts";
import { cutUrl } from "../router/route-paths.ts";
import { componentsFor, dataflow } from "../sdmx/components.ts";
import {
  type ComponentFilter,
  checkFilters,
  checkListed,
  type Filters,
  invalid,
  type PropertyFilter,
  quoted,
  unimplemented,
  variablesOf,
} from "../sdmx/filters.ts";
import { requestFor } from "../sdmx/request.ts";
import { readRest, readStructureQuery } from "./rest-request.ts";
import {
  type Route,
  type RouteAnswer,
  type RouteContext,
  type RouteRequest,
  rowsIn,
} from "./route.ts";
import { isStructure, structureMessage } from "./sdmx-structure.ts";
import { sdmx, unlisted } from "./styles.ts";

// Filters as instances of the service send them to each other: messages in JSON.

/** @throws CommonsError for what is no map of constraints, and for operators */
function filtersIn(constraints: unknown): Filters {
  const filters = new Map<string, ComponentFilter>();
  for (const [id, constraint] of membersOf(constraints, "constraints")) {
    const properties = new Map<string, PropertyFilter>();
    const wanted = memberOf(constraint, "propertyConstraints");
    for (const [name, property] of membersOf(wanted, "propertyConstraints")) {
      const isTransitive = memberOf(property, "transitive") === true;
      properties.set(name, { values: valuesIn(property), isTransitive });
    }
    filters.set(id, { values: valuesIn(constraint), properties });
  }
  return filters;
}

/** @throws CommonsError */
function membersOf(value: unknown, name: string): [string, unknown][] {
  if (value === undefined || value === null) return [];
  if (isObject(value)) return Object.entries(value);
  throw invalid(`${name}: an object`);
}

/** By its name in either spelling. */
function memberOf(holder: unknown, name: string): unknown {
  if (!isObject(holder)) return undefined;
  const other = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const own = [name, other].find((one) => Object.hasOwn(holder, one));
  return own === undefined ? undefined : holder[own];
}

/** The one operator, by its name and number. */
const equals: readonly unknown[] = [undefined, null, "SDMX_OPERATOR_EQ", 0];

/** @throws CommonsError */
function valuesIn(constraint: unknown): string[] {
  const predicates = memberOf(constraint, "predicates") ?? [];
  if (!Array.isArray(predicates)) throw invalid("predicates: a list");
  return predicates.map((predicate: unknown) => {
    if (!equals.includes(memberOf(predicate, "operator"))) {
      throw unimplemented("SDMX operators other than EQ are not implemented yet");
    }
    const value = memberOf(predicate, "value") ?? "";
    if (typeof value === "string") return value;
    throw invalid("value: a text");
  });
}

// A text that is made piece by piece: whole where it is short.

/** Longer texts are sent as they are made. */
const wholeMax = 1 << 20;

/** A text, or its beginning and what comes after. */
interface TextInPieces {
  readonly body: string;
  /** Pieces that are made when they are asked for. */
  readonly rest?: Iterable<string>;
}

/** Makes the beginning, and so what may go wrong there. */
export function textInPieces(pieces: Iterable<string>): TextInPieces {
  const iterator = pieces[Symbol.iterator]();
  let body = "";
  for (;;) {
    const { done, value } = iterator.next();
    if (done === true) return { body };
    body += value;
    if (body.length > wholeMax) break;
  }
  return { body, rest: { [Symbol.iterator]: () => iterator } };
}

// The values of a component as a structure message of SDMX-JSON 2.0.

const id = `${dataflow.id}_AVAILABILITY`;

/** The message (behaviour: sdmx 8). @param values ascending */
function availabilityMessage(component: string, values: readonly string[], now: Date): object {
  const listed = values.map((value) => ({ value }));
  const keyValues = [{ id: component, include: true, values: listed }];
  return {
    meta: {
      schema: "https://json.sdmx.org/2.0.0/sdmx-json-structure-schema.json",
      id,
      prepared: `${now.toISOString().slice(0, "2000-01-01T00:00:00".length)}Z`,
      sender: { id: dataflow.agency },
    },
    data: {
      dataConstraints: [
        {
          id,
          agencyID: dataflow.agency,
          version: dataflow.version,
          name: `Available ${dataflow.id} data`,
          role: "Actual",
          ...(values.length > 0 && { cubeRegions: [{ include: true, keyValues }] }),
        },
      ],
    },
  };
}

// Media types of SDMX: what a client accepts, and what is sent.

const csvType = "application/vnd.sdmx.data+csv;version=2.0.0";
const jsonStatType = "application/json; charset=utf-8";
const structureXmlType = "application/vnd.sdmx.structure+xml;version=3.0.0";
const structureType = "application/vnd.sdmx.structure+json;version=2.0.0";

/** The version of both formats. */
const version = "2.0.0";

interface MediaType {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~\\w-]+";
const typeForm = new RegExp(`^${token}(?:/${token})?$`);
const parameterForm = new RegExp(`^(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")$`);

/** The media types of a header `Accept` that can be read, in their order. Weights do not count. */
function* acceptedTypes(accept: string): Generator<MediaType> {
  for (const item of accept.split(",")) {
    const [written = "", ...rest] = item.split(";").map((part) => part.trim());
    if (!typeForm.test(written)) continue;
    const found = rest.filter((part) => part !== "").map((part) => parameterForm.exec(part));
    const parameters = new Map<string, string>();
    for (const match of found) {
      const [, name = "", plain, inQuotes = ""] = match ?? [];
      parameters.set(name.toLowerCase(), plain ?? inQuotes.replace(/\\(.)/g, "$1"));
    }
    const isRead = !found.includes(null) && parameters.size === found.length;
    if (isRead) yield { type: written.toLowerCase(), parameters };
  }
}

/** Data go out as CSV, unless the first known type wants another form (behaviour: sdmx 6). @throws CommonsError */
export function checkDataTypes(accept: string): void {
  for (const { type, parameters } of acceptedTypes(accept)) {
    if (type === "application/vnd.sdmx.data+json") {
      throw unimplemented("SDMX JSON responses are not implemented yet");
    }
    if (type === "application/vnd.sdmx.data+csv" || type === "text/csv") {
      const refusal = refusalOf(parameters, "SDMX CSV", version);
      if (refusal !== undefined) throw unimplemented(refusal);
      return;
    }
  }
}

/** One type of the list must be what is sent, else the first one decides. @throws CommonsError */
export function checkStructureTypes(accept: string): void {
  let first: string | undefined;
  for (const accepted of acceptedTypes(accept)) {
    const refusal = structureRefusalOf(accepted);
    if (refusal === undefined) return;
    first ??= refusal;
  }
  if (first !== undefined) throw unimplemented(first);
}

function structureRefusalOf({ type, parameters }: MediaType): string | undefined {
  if (type === "*/*") return undefined;
  if (type === "application/vnd.sdmx.structure+json") {
    return refusalOf(parameters, "SDMX structure JSON", "");
  }
  if (type === "application/vnd.sdmx.structure+xml") {
    return "SDMX structure XML responses are not implemented yet";
  }
  return `SDMX availability response media type ${quoted(type)} is not implemented yet`;
}

/** @param assumed the version where none is named */
function refusalOf(
  parameters: MediaType["parameters"],
  format: string,
  assumed: string,
): string | undefined {
  for (const name of parameters.keys()) {
    if (name === "version" || name === "q") continue;
    return `${format} response option ${quoted(name)} is not implemented yet`;
  }
  const wanted = parameters.get("version") ?? assumed;
  if (wanted === version) return undefined;
  return `${format} version ${quoted(wanted)} is not implemented yet`;
}

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

/** Of variables whose observations are about entities by the same properties. */
async function structure(
  commons: Commons,
  { tail }: Tail,
  { request }: RouteContext,
): Promise<RouteAnswer> {
  if (!isStructure(tail)) throw unimplemented("unsupported SDMX structure");
  const filters = readStructureQuery(queryOf(request));
  const component = "variableMeasured";
  // It refuses variables that do not fit together.
  await commons.sdmx.availability({ component, ...requestFor(filters) });
  const [variable = ""] = variablesOf(filters);
  const nodes = [variable];
  const { data } = await commons.v2.node({ nodes, property: "->observationProperties" });
  const found = data?.[variable]?.arcs?.["observationProperties"]?.nodes ?? [];
  const properties = found.map(({ dcid = "" }) => dcid);
  const components = componentsFor(properties.length > 0 ? properties : ["observationAbout"]);
  const body = structureMessage(components, new Date());
  return { status: 200, contentType: structureXmlType, body };
}

const acceptOf = (request: RouteRequest | undefined): string => request?.headers?.["accept"] ?? "";

const queryOf = (request: RouteRequest | undefined): string => cutUrl(request?.url ?? "")[1] ?? "";

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
  route({
    path: "/sdmx/v3/structure/{tail...}",
    about:
      "the components of data about some variables, as SDMX-ML 3.0; the real service has no such route",
    fields: { tail: text("tail") },
    answer: structure,
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
