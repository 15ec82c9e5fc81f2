/** What tools of agents ask. */

import { type Fault, filled, texts } from "../../router/fields.ts";
import { rowsIn } from "../route.ts";
import { unlisted } from "../styles.ts";
import { indicatorFields, searchIndicators } from "./agent-indicators.ts";
import { getVariableMetadata } from "./agent-metadata.ts";
import { getObservations, observationFields } from "./agent-observations.ts";
import { placeFields, resolvePlaces } from "./agent-places.ts";

const route = rowsIn(unlisted);

const empty = (name: string): Fault => ({
  code: "invalidArgument",
  message: `${name} cannot be empty`,
});

export const agentRoutes = {
  resolvePlaces: route({
    path: "/v2/agent/resolve_places",
    methods: ["GET", "POST"],
    about: "places by name",
    fields: placeFields,
    answer: resolvePlaces,
  }),
  searchIndicators: route({
    path: "/v2/agent/search_indicators",
    methods: ["GET", "POST"],
    about: "variables and topics for some words, with data about places",
    fields: indicatorFields,
    answer: searchIndicators,
  }),
  getObservations: route({
    path: "/v2/agent/get_observations",
    methods: ["POST"],
    about: "values of one variable for places, from one source",
    fields: observationFields,
    answer: getObservations,
  }),
  getVariableMetadata: route({
    path: "/v2/agent/get_variable_metadata",
    methods: ["GET", "POST"],
    about: "what variables mean, who measured them, when and where",
    fields: {
      variables: filled(texts("variable_dcids"), empty("variable_dcids")),
      entities: filled(texts("entity_dcids"), empty("entity_dcids")),
    },
    answer: getVariableMetadata,
  }),
};
