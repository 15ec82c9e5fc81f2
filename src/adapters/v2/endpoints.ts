/** The v2 rows of the endpoint table. */

import { required, text } from "../../router/fields.ts";
import { type AnyEndpoint, endpoint } from "../edge/endpoint.ts";
import { nilMarshal } from "../edge/rpc-error.ts";
import type { V2SparqlRequest } from "../shapes.ts";
import type { V2NodeRequest, V2ObservationRequest, V2ResolveRequest } from "../v2-shapes.ts";
import { nodeRule, observationRule, resolveRule } from "./self-hosted-rules.ts";
import { nodeParams, v2Node } from "./v2-node.ts";
import { observationParams, v2Observation, v2ObservationText } from "./v2-observation.ts";
import { resolveParams, resolvePart, v2Resolve } from "./v2-resolve.ts";
import { sparql, sparqlPart } from "./v2-sparql.ts";

export const v2Endpoints = {
  "v2.node": endpoint<V2NodeRequest, typeof v2Node>({
    path: "/v2/node",
    about: "labels, values, neighbours; filters; `+` chains; pages",
    type: "datacommons.v2.NodeRequest",
    params: nodeParams,
    example: { nodes: ["country/USA", "country/CAN"], property: "->[name, typeOf]" },
    selfHostedRule: nodeRule,
    handle: v2Node,
  }),
  "v2.observation": endpoint<V2ObservationRequest, typeof v2Observation>({
    path: "/v2/observation",
    about: "existence, facets, values",
    type: "datacommons.v2.ObservationRequest",
    parts: {
      variable: "datacommons.v2.DcidOrExpression",
      entity: "datacommons.v2.DcidOrExpression",
      filter: "datacommons.v2.FacetFilter",
    },
    params: observationParams,
    example: {
      date: "LATEST",
      variable: { dcids: ["Count_Person"] },
      entity: { expression: "country/USA<-containedInPlace+{typeOf:State}" },
      select: ["date", "value"],
      filter: { facet_ids: ["2176550201"] },
    },
    selfHostedRule: observationRule,
    handle: v2Observation,
    write: v2ObservationText,
  }),
  "v2.resolve": endpoint<V2ResolveRequest, typeof v2Resolve>({
    path: "/v2/resolve",
    about: "nodes by name, coordinate or identifier; variables by words",
    type: "datacommons.v2.ResolveRequest",
    params: resolveParams,
    example: {
      nodes: ["Mountain View, CA", "New York City"],
      property: "<-description{typeOf:City}->dcid",
    },
    part: resolvePart,
    selfHostedRule: resolveRule,
    handle: v2Resolve,
  }),
  "v2.sparql": endpoint<V2SparqlRequest, typeof sparql>({
    methods: ["POST"],
    path: "/v2/sparql",
    about: "queries over triples and observations",
    type: "datacommons.SparqlRequest",
    params: { query: required(text("query"), nilMarshal) },
    example: { query: "SELECT ?name WHERE { ?p typeOf State . ?p dcid geoId/06 . ?p name ?name }" },
    part: sparqlPart,
    handle: sparql,
  }),
} as const satisfies Readonly<Record<string, AnyEndpoint>>;
