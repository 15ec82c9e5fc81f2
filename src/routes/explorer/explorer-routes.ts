/**
 * What the explorer asks beside the documented endpoints: lists, tables, explanations, findings. It is
 * a function of world and request, so that a server and a worker of a page answer alike.
 */

import type { Citation, Commons, Understanding, UnderstandOptions } from "../../index.ts";
import { count, dcids, filled, json, required, text } from "../../router/fields.ts";
import { descendants } from "../node-values.ts";
import {
  type Checks,
  jsonAnswer,
  type Route,
  type RouteAnswer,
  type RouteRequest,
  RouteTable,
  rowsIn,
} from "../route.ts";
import { explorer } from "../styles.ts";
import { type Shapes, shapesOf } from "../website/drawn-shapes.ts";
import { websiteRoutes } from "../website/website-routes.ts";
import { diagnosticsOf, findingsOf } from "./check.ts";
import { childTypesOf } from "./child-types.ts";
import { datesOf } from "./dates.ts";
import { flowsOf } from "./flows.ts";
import { homeOf, startOf } from "./home.ts";
import { groupsOf, namesOf, observedOf, pageMax, searchOf, variablesOf, wordsOf } from "./lists.ts";
import { eventsOf, eventTypesOf } from "./shown-events.ts";
import { explained, tableOf, worldOf } from "./table-answers.ts";

// A question in somebody's own words: how it was read, its answer, and where that comes from.

export interface Understood extends Understanding {
  /** Of the answer. */
  readonly citations: readonly Citation[];
}

/** `corrections` are those of `commons.understand`. */
async function understoodOf(
  commons: Commons,
  { text, corrections }: { readonly text: string; readonly corrections: unknown },
): Promise<Understood> {
  await commons.ready({ meaning: true });
  const understood = await commons.understand(text, (corrections ?? {}) as UnderstandOptions);
  const { answer } = understood;
  return { ...understood, citations: answer === undefined ? [] : await commons.cite(answer) };
}

// What a map is drawn with.

/** Boundaries of the places of a type inside a place, and how many of them cannot be read. */
const boundariesOf = (
  commons: Commons,
  { place, type }: { readonly place: string; readonly type: string },
): Shapes =>
  shapesOf(commons, descendants(commons, place, type), {
    type,
    property: "geoJsonCoordinates",
    nameProperty: "",
  });

const route = rowsIn(explorer);

const post = ["POST"] as const;

const offset = count("offset", 0);
const search = { text: text("q"), type: text("type"), limit: count("limit", 10, 50) };

export const explorerRoutes: readonly Route[] = [
  route({
    path: "/explorer/api/home",
    about: "how much is loaded, by type and year",
    fields: {},
    answer: homeOf,
  }),
  route({
    path: "/explorer/api/start",
    about: "the place and the variable with which the map begins",
    fields: {},
    answer: startOf,
  }),
  route({
    path: "/explorer/api/search",
    about: "nodes and variables by words of their names, descriptions and dcids",
    fields: { ...search, kind: text("kind") },
    answer: searchOf,
  }),
  route({
    path: "/explorer/api/variables",
    about: "variables with data, those of some dcids, or pages of all",
    fields: {
      text: text("q"),
      type: text("type"),
      dcids: dcids("dcid"),
      offset,
      limit: count("limit", 100, pageMax),
    },
    answer: variablesOf,
  }),
  route({
    path: "/explorer/api/names",
    about: "names of nodes",
    fields: { dcids: filled(dcids("dcid")) },
    answer: namesOf,
  }),
  route({
    path: "/explorer/api/groups",
    about: "contents of a group of variables",
    fields: { parent: text("parent") },
    answer: groupsOf,
  }),
  route({
    path: "/explorer/api/children",
    about: "types of the places inside a place",
    fields: { place: required(text("place")) },
    answer: childTypesOf,
  }),
  route({
    path: "/explorer/api/shapes",
    about: "boundaries of the places of a type inside a place, and how many cannot be read",
    fields: { place: required(text("place")), type: required(text("type")) },
    answer: boundariesOf,
  }),
  route({
    path: "/explorer/api/event-types",
    about: "types of events at a place",
    fields: { place: required(text("place")) },
    answer: eventTypesOf,
  }),
  route({
    path: "/explorer/api/events",
    about: "events of a type at a place in a month, and months that have some",
    fields: { place: required(text("place")), type: required(text("type")), month: text("month") },
    answer: eventsOf,
  }),
  route({
    path: "/explorer/api/dates",
    about: "dates of a variable, and years that all variables share, with their numbers of places",
    fields: {
      place: required(text("place")),
      type: required(text("type")),
      variables: filled(dcids("variables")),
    },
    answer: datesOf,
  }),
  route({
    path: "/explorer/api/words",
    about: "words that complete what a user types",
    fields: { ...search, kind: required(text("kind")) },
    answer: wordsOf,
  }),
  route({
    path: "/explorer/api/observed",
    about:
      "variables of an entity, each with its latest value and the line of its longest series; pages",
    fields: { dcid: required(text("dcid")), offset, limit: count("limit", 20, 100) },
    answer: observedOf,
  }),
  route({
    path: "/explorer/api/flows",
    about:
      "observations about several entities: properties of a variable with their entities; variables with a node as entity",
    fields: { dcid: required(text("dcid")) },
    answer: flowsOf,
  }),
  route({
    path: "/explorer/api/diagnostics",
    about: "what loading reported",
    fields: {},
    answer: diagnosticsOf,
  }),
  route({
    path: "/explorer/api/findings",
    about: "findings of a check of the files; pages",
    fields: { level: text("level"), offset, limit: count("limit", 20, 500) },
    answer: findingsOf,
  }),
  route({
    path: "/explorer/api/world",
    about: "the whole world as a snapshot, up to 64 MiB: a page lays files of its user over it",
    fields: {},
    answer: worldOf,
  }),
  route({
    path: "/explorer/api/table",
    methods: post,
    about: "observations as rows: JSON, CSV or Parquet",
    fields: { question: required(json("question")), format: text("format", "json") },
    answer: tableOf,
  }),
  route({
    path: "/explorer/api/understand",
    methods: post,
    about: "how a question in somebody's own words was read, its answer, and citations of it",
    fields: { text: required(text("text")), corrections: json("corrections") },
    answer: understoodOf,
  }),
  route({
    path: "/explorer/api/explain",
    methods: post,
    about: "why an answer is empty; the body is what `commons.explain` takes",
    fields: {},
    answer: explained,
  }),
];

const own = new RouteTable(explorerRoutes);
/** The website's routes are below `/explorer`, too: the page asks no others. */
const website = new RouteTable(websiteRoutes);

/**
 * Answers are JSON, except tables as CSV and Parquet. Lists are pages with `total`.
 *
 * @param checks looks for mistakes in the sources, where there are any
 * @returns undefined where the path is none of the explorer's
 */
export async function answerExplorer(
  commons: Commons,
  request: RouteRequest,
  checks?: Checks,
): Promise<RouteAnswer | undefined> {
  const { url } = request;
  if (!url.startsWith("/explorer/api/")) return undefined;
  return await (own.answer(commons, request, { checks }) ??
    website.answer(commons, { ...request, url: url.slice("/explorer".length) }) ??
    jsonAnswer(404, { message: "the explorer has no such route" }));
}
