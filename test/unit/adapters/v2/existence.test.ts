import { describe, expect, test } from "vitest";
import { invoke } from "../../../../src/adapters/endpoint-methods.ts";
import { v2Endpoints } from "../../../../src/adapters/v2/endpoints.ts";
import type { V2ObservationRequest } from "../../../../src/adapters/v2-shapes.ts";
import { worldOf } from "../../../oracle/small-world.ts";

const world = worldOf(
  [
    ["dc/g/Top", "typeOf", "StatVarGroup"],
    ["dc/g/Inner", "specializationOf", "dc/g/Top"],
    ["dc/g/Top", "specializationOf", "dc/g/Inner"],
    ["Age", "memberOf", "dc/g/Inner"],
    ["Mood", "memberOf", "dc/g/Top"],
    ["dc/topic/All", "relevantVariable", "dc/svpg/Peers"],
    ["dc/topic/All", "relevantVariable", "dc/topic/Part"],
    ["dc/topic/All", "relevantVariable", "=a text"],
    ["dc/svpg/Peers", "member", "Age"],
    ["dc/topic/Part", "relevantVariable", "dc/g/Top"],
    ["MyGroup", "typeOf", "StatVarGroup"],
    ["Age", "memberOf", "MyGroup"],
    ["dc/base/Census", "isPartOf", "dc/d/People"],
    ["dc/d/People", "isPartOf", "dc/s/Office"],
    ["prov/X", "source", "dc/s/Other"],
    ["geoId/06", "containedInPlace", "country/USA"],
    ["geoId/06", "typeOf", "State"],
    ["geoId/48", "containedInPlace", "country/USA"],
    ["geoId/48", "typeOf", "State"],
  ],
  [
    ["Age", "geoId/06", "2020", "36", { importName: "Census" }],
    ["Mood", "geoId/48", "2020", "3", { importName: "Survey" }],
    ["Mood", "geoId/06", "2020", "good", { importName: "Census" }],
    ["Size", "dc/s/Office", "2020", "3", { importName: "Survey" }],
  ],
);

function existing(variables: string[], entity: NonNullable<V2ObservationRequest["entity"]>) {
  const request: V2ObservationRequest = { variable: { dcids: variables }, entity };
  const { byVariable = {} } = invoke(v2Endpoints["v2.observation"], world, request);
  return Object.fromEntries(
    Object.entries(byVariable).map(([variable, { byEntity = {} }]) => [
      variable,
      Object.keys(byEntity),
    ]),
  );
}

const places = { dcids: ["geoId/48", "geoId/06", "nowhere"] };

describe("groups and topics", () => {
  test("have data of a place that any variable below has, at any depth", () => {
    const asked = ["dc/g/Top", "dc/g/Inner", "dc/topic/All", "MyGroup", "Age", "dc/g/None"];
    expect(existing(asked, places)).toEqual({
      "dc/g/Top": ["geoId/48", "geoId/06"],
      "dc/g/Inner": ["geoId/48", "geoId/06"],
      "dc/topic/All": ["geoId/48", "geoId/06"],
      MyGroup: ["geoId/06"],
      Age: ["geoId/06"],
      "dc/g/None": [],
    });
  });

  test("the places may be those of an expression", () => {
    const states = { expression: "country/USA<-containedInPlace{typeOf:State}" } as const;
    expect(existing(["MyGroup"], states)).toEqual({ MyGroup: ["geoId/06"] });
  });
});

describe("sources and datasets", () => {
  test("have data of the variables that one of their imports has", () => {
    const entity = { dcids: ["dc/d/People", "dc/s/Other", "geoId/06"] };
    expect(existing(["Age", "Mood", "dc/g/Top"], entity)).toEqual({
      Age: ["dc/d/People", "geoId/06"],
      Mood: [],
      "dc/g/Top": ["dc/d/People", "geoId/06"],
    });
  });
});

test("an entity counts in any of the places that an observation has", () => {
  const world = worldOf(
    [
      ["Migrants", "observationProperties", "fromPlace"],
      ["Migrants", "observationProperties", "toPlace"],
      ["Migrants", "memberOf", "dc/g/Top"],
      ["dc/g/Top", "typeOf", "StatVarGroup"],
    ],
    [["Migrants", { fromPlace: "country/MEX", toPlace: "country/USA" }, "2020", "10"]],
  );
  const entity = { dcids: ["country/USA", "country/MEX", "country/FRA"] };
  const variable = { dcids: ["Migrants", "dc/g/Top"] };
  const { byVariable = {} } = invoke(v2Endpoints["v2.observation"], world, { variable, entity });
  const both = { byEntity: { "country/USA": {}, "country/MEX": {} } };
  expect(byVariable).toEqual({ Migrants: both, "dc/g/Top": both });
});
