/** A small world that tests of the unlisted routes ask. */
import { expect } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { type RouteAnswer, type RouteRequest, RouteTable } from "../../../src/routes/route.ts";
import { unlistedRoutes } from "../../../src/routes/unlisted-routes.ts";

export const graph = `Node: dcid:country/USA
typeOf: dcs:Country
name: "United States"

Node: dcid:geoId/06
typeOf: dcs:State
name: "California"
containedInPlace: dcid:country/USA

Node: dcid:geoId/48
typeOf: dcs:State
name: "Texas"
containedInPlace: dcid:country/USA

Node: dcid:Income
typeOf: dcs:StatisticalVariable
name: "Income of people"
description: "What people earn in a year."
memberOf: dcid:dc/g/Economy
populationType: dcs:Person
measuredProperty: dcs:income
statType: dcs:medianValue
gender: dcs:Female

Node: dcid:Age
typeOf: dcs:StatisticalVariable
name: "Age of people"
memberOf: dcid:dc/g/People
populationType: dcs:Person
measuredProperty: dcs:age
statType: dcs:measuredValue

Node: dcid:Height
typeOf: dcs:StatisticalVariable
name: "Height of people"
memberOf: dcid:dc/g/People

Node: dcid:dc/g/Economy
typeOf: dcs:StatVarGroup
name: "Economy"

Node: dcid:dc/g/People
typeOf: dcs:StatVarGroup
name: "People"
specializationOf: dcid:dc/g/Economy

Node: dcid:dc/topic/Money
typeOf: dcs:Topic
name: "Money"
relevantVariable: dcid:Income, dcid:dc/topic/Inner

Node: dcid:dc/topic/Inner
typeOf: dcs:Topic
name: "Inner"
relevantVariable: dcid:Age, dcid:dc/topic/Money

Node: dcid:prov/A
typeOf: dcs:Provenance
name: "A"
url: "https://a.example/"
source: dcid:source/S

Node: dcid:source/S
typeOf: dcs:Source
name: "S"
domain: "a.example"
url: "https://s.example/"
`;

/** Some statistics of the states. */
export const rows = [
  "entity,variable,date,value,import_name,unit,measurement_method,provenance,provenance_url",
  "geoId/06,Income,2020,10,A,USDollar,Census,prov/A,https://a.example/",
  "geoId/06,Income,2021,11,A,USDollar,Census,prov/A,https://a.example/",
  "geoId/06,Income,2022,12,B,,,,",
  "geoId/48,Income,2020,20,A,USDollar,Census,prov/A,https://a.example/",
  "geoId/48,Income,2021-06,0,A,USDollar,Census,prov/A,https://a.example/",
  "geoId/06,Age,2021,37,A,,,prov/A,",
  "geoId/06,Age,2022,unknown,A,,,prov/A,",
];

export const smallWorld = (): Promise<Commons> =>
  open({ "graph.mcf": graph, "observations.csv": rows.join("\n") });

const table = new RouteTable(unlistedRoutes);

/** All of these answer at once, in JSON. */
export const answerUnlisted = (commons: Commons, request: RouteRequest) =>
  table.answer(commons, request) as (RouteAnswer & { readonly body: string }) | undefined;

/** The answer to a question that is posted, or to a query. */
export function answerTo(commons: Commons, url: string, body?: object): unknown {
  const { status, body: text } = statusAndBody(commons, url, body);
  expect(status, text).toBe(200);
  return JSON.parse(text);
}

/** Status and message of what is refused. */
export function refusalOf(commons: Commons, url: string, body?: object) {
  const { status, body: text } = statusAndBody(commons, url, body);
  const { code, message } = JSON.parse(text) as { readonly code: number; readonly message: string };
  return { status, code, message };
}

function statusAndBody(commons: Commons, url: string, body: object | undefined) {
  const method = body === undefined ? "GET" : "POST";
  const answer = answerUnlisted(commons, {
    method,
    url,
    body: body === undefined ? "" : JSON.stringify(body),
  });
  return answer ?? { status: 0, body: "{}" };
}
