/** Newer paths: those of documented endpoints, which the service's servers use among themselves, and others. */

import { refused, rpcBodyOf } from "../../errors/rpc.ts";
import type { Commons } from "../../index.ts";
import { json, type ParamsOf, required, text, texts } from "../../router/fields.ts";
import { isObject } from "../../router/read-fields.ts";
import { version } from "../../snapshot/version.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import { entriesOf, firstTexts, textsOf } from "../node-values.ts";
import { present } from "../present.ts";
import { jsonAnswer, type RouteAnswer, type RouteContext, rowsIn } from "../route.ts";
import { unlisted } from "../styles.ts";
import { parentsOf, typesOf } from "../website/website-places.ts";
import { eventFields, eventsAt } from "./events.ts";
import { recognizeEntities, recognizePlaces } from "./recognition.ts";

// `/v1/internal/page/place`: what lies in a place and around it, and how many people live there.

const noCategory = { code: "invalidArgument", message: "category should not be empty" } as const;

const placePageFields = {
  category: required(text("category"), noCategory),
  node: required(text("node")),
};

/** Places that are shown of those in a place. */
const shownMax = 5;

const population = "Count_Person";

function placePage(commons: Commons, { node }: ParamsOf<typeof placePageFields>): object {
  const children = textsOf(entriesOf(commons, [node], "<-", "containedInPlace").get(node));
  const types = typesOf(commons, children);
  const names = firstTexts(commons, children);
  const parentPlaces = (parentsOf(commons, [node]).get(node) ?? []).map(({ dcid }) => dcid);
  const people = populationsOf(commons, [...new Set([node, ...parentPlaces, ...children])]);
  const peopleIn = (dcid: string) => people.get(dcid)?.value ?? 0;
  const byType = new Map<string, string[]>();
  for (const child of children) {
    const type = types.get(child) ?? "";
    byType.set(type, [...(byType.get(type) ?? []), child]);
  }
  const [most] = [...byType].sort(([a, x], [b, y]) => y.length - x.length || compareUtf8(a, b));
  const [childPlacesType, ofType = []] = most ?? [];
  const childPlaces = ofType.toSorted((a, b) => peopleIn(b) - peopleIn(a)).slice(0, shownMax);
  const allChildPlaces = [...byType].map(([type, dcids]) => {
    const places = dcids.map((dcid) =>
      present({ dcid, name: names.get(dcid), pop: peopleIn(dcid) }),
    );
    return [type, { places }] as const;
  });
  const shown = [node, ...parentPlaces, ...childPlaces];
  const latestPopulation = shown.flatMap((dcid) => {
    const point = people.get(dcid);
    return point === undefined ? [] : [[dcid, point] as const];
  });
  return present({
    ...(children.length > 0 && { allChildPlaces: Object.fromEntries(allChildPlaces) }),
    childPlacesType,
    childPlaces,
    parentPlaces,
    ...(latestPopulation.length > 0 && { latestPopulation: Object.fromEntries(latestPopulation) }),
  });
}

/** The latest number of people of places that have one. */
function populationsOf(commons: Commons, entities: readonly string[]) {
  const answer = commons.v1.bulkObservationPoint({ entities, variables: [population] });
  const found = answer.observationsByVariable?.[0]?.observationsByEntity ?? [];
  return new Map(
    found.flatMap(({ entity, pointsByFacet: [point] = [] }) =>
      point === undefined ? [] : [[entity, { date: point.date, value: point.value }] as const],
    ),
  );
}

// `/v3/node_search`: nodes by words of their names.

const nodeSearchFields = { query: text("query"), types: texts("types") };

const resultsMax = 100;

interface NamedNode {
  readonly name: string;
  readonly node: number;
}

/**
 * Nodes whose name has all words of the query: first those whose name is the query, then by name and by dcid.
 */
function nodeSearch(commons: Commons, { query, types }: ParamsOf<typeof nodeSearchFields>): object {
  const wanted = [...wordsOf(query)];
  if (wanted.length === 0) return {};
  const { dictionary } = commons.engine.graph;
  const found = namedSo(commons, wanted, new Set(types)).sort(
    (a, b) =>
      Number(b.name === query) - Number(a.name === query) ||
      compareUtf8(a.name, b.name) ||
      a.node - b.node,
  );
  const dcids = new Map(
    found.slice(0, resultsMax).map(({ name, node }) => [dictionary.textOf(node), name]),
  );
  const typesOf = entriesOf(commons, [...dcids.keys()], "->", "typeOf");
  const results = [...dcids].map(([dcid, name]) => ({
    node: present({ name, types: textsOf(typesOf.get(dcid)), dcid }),
  }));
  return present({ results });
}

/** @param types of which a node must have one; of an empty set any will do */
function namedSo(
  commons: Commons,
  wanted: readonly string[],
  types: ReadonlySet<string>,
): NamedNode[] {
  const { graph } = commons.engine;
  const { dictionary } = graph;
  const predicate = graph.predicateOf("name");
  if (predicate === undefined) return [];
  const isWanted = (node: number) =>
    types.size === 0 ||
    graph.typesOfSet(graph.typeSetOf(node)).some((type) => types.has(dictionary.textOf(type)));
  return commons.governed((governor) => {
    const found = new Map<number, NamedNode>();
    for (const row of graph.rowsOfPredicate(predicate)) {
      governor.rows(1);
      const name = dictionary.textOf(graph.out.terms[row] as number);
      const words = wordsOf(name);
      if (!wanted.every((word) => words.has(word))) continue;
      const node = graph.subjectOf(row);
      if (!found.has(node) && isWanted(node)) found.set(node, { name, node });
    }
    return [...found.values()];
  });
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu));

const route = rowsIn(unlisted);

/** The row of a path that answers as a documented endpoint does. */
const sameAs = (path: string, endpoint: string) =>
  route({
    path,
    methods: ["GET", "POST"],
    about: `as \`${endpoint}\``,
    fields: {},
    answer: (_commons, _params, { ask }) => ask?.(endpoint),
  });

export const newerPaths = [
  sameAs("/v3/node", "/v2/node"),
  route({
    path: "/v3/observation",
    methods: ["GET", "POST"],
    about: "as `/v2/observation`",
    fields: { variable: json("variable") },
    answer: v3Observation,
  }),
  sameAs("/v3/resolve", "/v2/resolve"),
  sameAs("/v3/sparql", "/v2/sparql"),
  ...([2, 3] as const).map((version) =>
    route({
      path: `/v${version}/event`,
      methods: ["GET", "POST"],
      about: "events at a place in a month, or the months that have some",
      fields: eventFields,
      answer: eventsAt(version),
    }),
  ),
  route({
    path: "/v3/node_search",
    methods: ["GET", "POST"],
    about: "nodes whose name has all words",
    fields: nodeSearchFields,
    answer: nodeSearch,
  }),
  ...([2, 1] as const).map((version) =>
    route({
      path: `/v${version}/recognize/places`,
      methods: ["GET", "POST"],
      about: "places that texts mention",
      fields: { queries: texts("queries") },
      answer: recognizePlaces,
    }),
  ),
  route({
    path: "/v1/recognize/entities",
    methods: ["GET", "POST"],
    about: "nodes whose names texts mention",
    fields: { queries: texts("queries") },
    answer: recognizeEntities,
  }),
  route({
    path: "/v1/internal/page/place/{node...}",
    aliases: ["/v1/internal/page/place"],
    methods: ["GET", "POST"],
    about: "places in a place and around it, and their people",
    fields: placePageFields,
    answer: placePage,
  }),
];

/** What the endpoint refuses as wrong, and this path as if it had failed itself. */
const plainErrors: ReadonlySet<unknown> = new Set([
  "entity must be specified",
  "only one of entity.dcids and entity.expression should be specified",
  "variable must be specified for entity.expression",
]);

/** Nothing is known of variables by expression. */
function v3Observation(
  _commons: Commons,
  { variable }: { readonly variable: unknown },
  { ask }: RouteContext,
): RouteAnswer | object | undefined {
  if (isObject(variable) && variable["expression"]) return {};
  const answer = ask?.("/v2/observation");
  if (answer?.status !== 400) return answer;
  const { message } = JSON.parse(answer.body as string) as { readonly message: string };
  return plainErrors.has(message)
    ? jsonAnswer(500, rpcBodyOf(refused("unknown", message)))
    : answer;
}

// What an instance says about itself: `/version`, `/custom/import-table`.

export const serverVersion = () => ({
  gitHash: `pocket-commons ${version}`,
  featureFlags: "{}",
  dataSourceIds: ["pocket-commons"],
});

/** The rows of the importer's log, in the order of the table. */
export function importTable({ info: { imports = [] } }: Commons) {
  const data = imports.map(({ importedAt, status, metadata }) =>
    present({ importedAt: instantOf(importedAt), status, metadata: countsOf(metadata) }),
  );
  return present({ data });
}

/** As SQLite and MySQL write a time; one without a zone is of UTC. */
const timeInTable = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d*?)0*)?(Z|[+-]\d\d:\d\d)?$/;

/** What is no time stays as it is. */
function instantOf(text: string): string {
  const [, day, time, fraction, zone = "Z"] = timeInTable.exec(text) ?? [];
  if (day === undefined) return text;
  return `${day}T${time}${fraction ? `.${fraction}` : ""}${zone}`;
}

/** What the importer counted. */
function countsOf(metadata: string): { readonly numObs?: number; readonly numVars?: number } {
  const { numObs, numVars } = objectIn(metadata);
  const count = (value: unknown) => (typeof value === "number" ? value : 0);
  return present({ numObs: count(numObs), numVars: count(numVars) });
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
