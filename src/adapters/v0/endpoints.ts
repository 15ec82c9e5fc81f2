/** The rows of the endpoint table without a version in their paths. */
import {
  choice,
  date,
  dcid,
  dcids,
  type Fault,
  filled,
  integer,
  records,
  required,
  text,
} from "../../router/fields.ts";
import { EnginePart } from "../../world/engine-part.ts";
import { type AnyEndpoint, endpoint } from "../edge/endpoint.ts";
import type {
  V0DcidsRequest,
  V0PlaceObsRequest,
  V0PlacesInRequest,
  V0PopObsRequest,
  V0PropertyValue,
  V0PropertyValuesRequest,
  V0TriplesRequest,
} from "../v0-shapes.ts";
import { queryEndpoint } from "../v2/v2-sparql.ts";
import type {
  v0PlacesIn,
  v0PropertyLabels,
  v0PropertyValues,
  v0StatVars,
  v0Triples,
} from "./v0-nodes.ts";
import type { v0PlaceObs, v0PopObs } from "./v0-populations.ts";

export const v0Part = new EnginePart<typeof import("./v0-part.ts")>(
  "the code of the endpoints without a version",
  async () => await import("./v0-part.ts"),
);

/** Missing arguments: the documented errors are of several years (behaviour: http 8.4). */
const invalid = (message: string): Fault => ({ code: "invalidArgument", message });
const unknown = (message: string): Fault => ({ code: "unknown", message });
const missing = invalid("Missing required arguments");
const missingDcid = invalid("Missing required arguments: dcid");
const missingPlaceObs = unknown("missing required arguments");

export const v0Endpoints = {
  "v0.triples": endpoint<V0TriplesRequest, typeof v0Triples>({
    path: "/node/triples",
    about: "all triples of nodes",
    type: "datacommons.GetTriplesRequest",
    envelope: "payload",
    params: {
      dcids: filled(dcids("dcids"), unknown("must provide DCIDs")),
      limit: integer("limit"),
    },
    example: { dcids: ["geoId/06", "country/USA"], limit: 100 },
    part: v0Part,
    handle: (world, params, governor) => v0Part.require().v0Triples(world, params, governor),
  }),
  "v0.propertyValues": endpoint<V0PropertyValuesRequest, typeof v0PropertyValues>({
    path: "/node/property-values",
    about: "values of one property",
    type: "datacommons.GetPropertyValuesRequest",
    envelope: "payload",
    params: {
      dcids: filled(dcids("dcids"), missing),
      property: required(text("property"), missing),
      valueType: text("value_type"),
      direction: choice("direction", ["in", "out"], invalid("direction can only be in or out")),
      limit: integer("limit"),
    },
    example: { dcids: ["geoId/06"], property: "containedInPlace", direction: "in", limit: 100 },
    part: v0Part,
    handle: (world, params, governor) => v0Part.require().v0PropertyValues(world, params, governor),
  }),
  "v0.propertyLabels": endpoint<V0DcidsRequest, typeof v0PropertyLabels>({
    path: "/node/property-labels",
    about: "labels in both directions",
    type: "datacommons.GetPropertyLabelsRequest",
    envelope: "payload",
    params: { dcids: filled(dcids("dcids"), missingDcid) },
    example: { dcids: ["geoId/06"] },
    part: v0Part,
    handle: (world, params, governor) => v0Part.require().v0PropertyLabels(world, params, governor),
  }),
  "v0.placesIn": endpoint<V0PlacesInRequest, typeof v0PlacesIn>({
    path: "/node/places-in",
    about: "places inside places",
    type: "datacommons.GetPlacesInRequest",
    envelope: "payload",
    params: {
      dcids: filled(dcids("dcids"), missing),
      placeType: required(text("place_type"), missing),
    },
    example: { dcids: ["country/USA"], placeType: "State" },
    part: v0Part,
    handle: (world, params, governor) => v0Part.require().v0PlacesIn(world, params, governor),
  }),
  "v0.statVars": endpoint<V0DcidsRequest, typeof v0StatVars>({
    path: "/place/stat-vars",
    about: "variables with data about places",
    aliases: ["/place/stat-var"],
    type: "datacommons.GetPlaceStatVarsRequest",
    params: { dcids: filled(dcids("dcids"), missingDcid) },
    example: { dcids: ["country/USA"] },
    part: v0Part,
    handle: (world, params, governor) => v0Part.require().v0StatVars(world, params, governor),
  }),
  "v0.popObs": endpoint<V0PopObsRequest, typeof v0PopObs>({
    methods: ["GET"],
    path: "/bulk/pop-obs",
    about: "populations and observations of a node",
    type: "datacommons.GetPopObsRequest",
    envelope: "payload",
    params: { dcid: required(dcid("dcid"), unknown("must provide a DCID")) },
    example: { dcid: "geoId/06" },
    part: v0Part,
    handle: (world, params, governor) => v0Part.require().v0PopObs(world, params, governor),
  }),
  "v0.placeObs": endpoint<V0PlaceObsRequest, typeof v0PlaceObs>({
    methods: ["POST"],
    path: "/bulk/place-obs",
    about: "observations of a population in all places of a type",
    key: "optional",
    type: "datacommons.GetPlaceObsRequest",
    envelope: "deflated",
    params: {
      placeType: required(text("place_type"), missingPlaceObs),
      populationType: required(text("population_type"), missingPlaceObs),
      observationDate: required(date("observation_date"), missingPlaceObs),
      pvs: records<V0PropertyValue>("pvs", "datacommons.PropertyValue", {
        property: text("property"),
        value: text("value"),
      }),
      key: text("key"),
    },
    example: {
      placeType: "State",
      populationType: "Person",
      observationDate: "2011",
      pvs: [{ property: "gender", value: "Male" }],
    },
    part: v0Part,
    handle: (world, params, governor) => v0Part.require().v0PlaceObs(world, params, governor),
  }),
  "v0.query": queryEndpoint("/query"),
} as const satisfies Readonly<Record<string, AnyEndpoint>>;
