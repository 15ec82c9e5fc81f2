/** The v2 rows of the endpoint table. */

import { CommonsError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import type { Arc } from "../../expr-parser/ast.ts";
import { required, text } from "../../router/fields.ts";
import { type AnyEndpoint, endpoint } from "../edge/endpoint.ts";
import { nilMarshal } from "../edge/rpc-error.ts";
import { readRelation } from "../reads/lowered-arc.ts";
import type { V2SparqlRequest } from "../shapes.ts";
import type { V2NodeRequest, V2ObservationRequest, V2ResolveRequest } from "../v2-shapes.ts";
import { nodeParams, type V2NodeParams, v2Node } from "./v2-node.ts";
import {
  observationParams,
  type V2ObservationParams,
  v2Observation,
  v2ObservationText,
} from "./v2-observation.ts";
import {
  readResolveQuestion,
  resolveParams,
  resolvePart,
  type V2ResolveParams,
  v2Resolve,
} from "./v2-resolve.ts";
import { sparql, sparqlPart } from "./v2-sparql.ts";

// What self-hosted instances refuse (behaviour: http 9.2).

/** Chains and filters only for children of places and generalizations; filters only by type. */
function nodeRule({ property }: V2NodeParams): void {
  for (const arc of readRelation(property).arcs) {
    const labels = arc.labels.kind === "some" ? arc.labels.items : [];
    const filters = [arc.filter, ...labels.map(({ filter }) => filter)].flat();
    if ((arc.transitive || filters.length > 0) && !isHierarchy(arc)) {
      throw new CommonsError(
        "REQUEST",
        `self-hosted instances chain and filter only <-containedInPlace and ->specializationOf, not ${excerpt(property)}`,
      );
    }
    const other = filters.find(({ key }) => key !== "typeOf");
    if (other !== undefined) {
      throw new CommonsError(
        "REQUEST",
        `self-hosted instances filter only by typeOf, not by ${excerpt(other.key)}`,
      );
    }
  }
}

function isHierarchy({ direction, labels }: Arc): boolean {
  const [label, ...others] = labels.kind === "some" ? labels.items : [];
  if (others.length > 0) return false;
  return label?.name === (direction === "in" ? "containedInPlace" : "specializationOf");
}

/** Every variable of a loaded world is one of the instance's own, which it does not filter. */
function observationRule({ select, facetIds, domains }: V2ObservationParams): void {
  if (!select.includes("date") || !select.includes("value")) {
    throw new CommonsError(
      "REQUEST",
      "self-hosted instances require select to hold date and value",
    );
  }
  if (facetIds.length > 0 || domains.length > 0) {
    throw new CommonsError("REQUEST", "self-hosted instances do not filter custom variables");
  }
}

const resolvable: ReadonlySet<string> = new Set([
  "description",
  "geoCoordinate",
  "geoCoordinates",
  "wikidataId",
  "unDataCode",
  "isoCode",
  "nutsCode",
  "lgdCode",
  "udiseCode",
]);

/** Places by a few properties; indicators as everywhere. */
function resolveRule(params: V2ResolveParams): void {
  const { kind, input } = readResolveQuestion(params);
  if (kind !== "indicator" && !resolvable.has(input)) {
    throw new CommonsError(
      "REQUEST",
      `self-hosted instances do not resolve places by ${excerpt(input)}`,
    );
  }
}

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
