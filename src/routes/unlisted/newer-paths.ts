/** Newer paths: those of documented endpoints, and others that the service's servers use among themselves. */

import { refused, rpcBodyOf } from "../../errors/rpc.ts";
import type { Commons } from "../../index.ts";
import { json, texts } from "../../router/fields.ts";
import { isObject } from "../../router/read-fields.ts";
import { jsonAnswer, type RouteAnswer, type RouteContext, rowsIn } from "../route.ts";
import { unlisted } from "../styles.ts";
import { eventFields, eventsAt } from "./events.ts";
import { nodeSearch, nodeSearchFields } from "./node-search.ts";
import { placePage, placePageFields } from "./place-page.ts";
import { recognizeEntities, recognizePlaces } from "./recognition.ts";

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
