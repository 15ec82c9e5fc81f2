/**
 * The table of contents of the service. Routing, decoding, key rule, error texts, typed methods
 * and documentation come from these rows and from nowhere else.
 */
import { type AnyEndpoint, endpoint } from "./endpoint.ts";
import { date, ids, integer, pageToken, required, text, texts } from "./params.ts";
import { nilMarshal } from "./rpc-error.ts";
import { v2Node } from "./v2/node.ts";
import { v2Observation } from "./v2/observation.ts";
import type {
  V2NodeParams,
  V2NodeRequest,
  V2NodeResponse,
  V2ObservationParams,
  V2ObservationRequest,
  V2ObservationResponse,
} from "./wire/v2.ts";

const both = ["GET", "POST"] as const;

export const endpoints = {
  "v2.node": endpoint<V2NodeRequest, V2NodeParams, V2NodeResponse>({
    methods: both,
    path: "/v2/node",
    key: "required",
    type: "datacommons.v2.NodeRequest",
    params: {
      nodes: required(texts("nodes"), nilMarshal),
      property: required(text("property"), nilMarshal),
      nextToken: pageToken("nextToken"),
      limit: integer("limit"),
    },
    example: { nodes: ["country/USA", "country/CAN"], property: "->[name, typeOf]" },
    handle: v2Node,
  }),
  "v2.observation": endpoint<V2ObservationRequest, V2ObservationParams, V2ObservationResponse>({
    methods: both,
    path: "/v2/observation",
    key: "required",
    type: "datacommons.v2.ObservationRequest",
    parts: {
      variable: "datacommons.v2.DcidOrExpression",
      entity: "datacommons.v2.DcidOrExpression",
      filter: "datacommons.v2.FacetFilter",
    },
    params: {
      date: date("date"),
      variables: ids("variable.dcids"),
      entities: ids("entity.dcids"),
      entityExpression: text("entity.expression"),
      select: ids("select"),
      facetIds: ids("filter.facet_ids"),
      domains: ids("filter.domains", "filter.facet_domains"),
    },
    example: {
      date: "LATEST",
      variable: { dcids: ["Count_Person"] },
      entity: { expression: "country/USA<-containedInPlace+{typeOf:State}" },
      select: ["date", "value"],
      filter: { facet_ids: ["2176550201"] },
    },
    handle: v2Observation,
  }),
} as const satisfies Readonly<Record<string, AnyEndpoint>>;
