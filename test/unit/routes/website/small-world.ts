/** A small world that tests of the website's routes ask. */
import type { Commons } from "../../../../src/index.ts";
import { type RouteAnswer, type RouteRequest, RouteTable } from "../../../../src/routes/route.ts";
import { websiteRoutes } from "../../../../src/routes/website/website-routes.ts";

export const table = new RouteTable(websiteRoutes);

/** All of these answer at once, with a text. */
export const answerWebsite = (commons: Commons, request: RouteRequest) =>
  table.answer(commons, request) as (RouteAnswer & { readonly body: string }) | undefined;

/** A ring around a square of one degree. */
export const square = (west: number, south: number) => [
  [west, south],
  [west + 1, south],
  [west + 1, south + 1],
  [west, south + 1],
  [west, south],
];
const shape = (west: number) =>
  JSON.stringify({ type: "Polygon", coordinates: [square(west, 0)] }).replaceAll('"', '\\"');

export const graph = `Node: dcid:country/USA
typeOf: dcs:Country
name: "United States"

Node: dcid:geoId/06
typeOf: dcs:State
name: "California"
isoCode: "US-CA"
containedInPlace: dcid:country/USA
geoJsonCoordinatesDP3: "${shape(0)}"

Node: dcid:geoId/48
typeOf: dcs:AdministrativeArea1, dcs:State
name: "Texas"
isoCode: "US-TX"
containedInPlace: dcid:country/USA
geoJsonCoordinates: "${shape(5)}"

Node: dcid:geoId/06001
typeOf: dcs:County
name: "Alameda County"
nameWithLanguage: "Alameda County@en", "Condado de Alameda@es"
containedInPlace: dcid:geoId/06

Node: dcid:geoId/06003
typeOf: dcs:County
name: "Alpine County"
containedInPlace: dcid:geoId/06

Node: dcid:USDollar
typeOf: dcs:UnitOfMeasure
name: "US dollar"
shortDisplayName: "$"

Node: dcid:Years
typeOf: dcs:UnitOfMeasure
name: "years"
`;

const header = "entity,variable,date,value,import_name,unit";
const rows = [
  "geoId/06,Income,2020,10,A,USDollar",
  "geoId/06,Income,2021,11,A,USDollar",
  "geoId/06,Income,2022,12,B,",
  "geoId/48,Income,2020,20,A,USDollar",
  "geoId/48,Income,2021,21,A,USDollar",
  "geoId/06,Age,2021,37,A,[Years 10]",
];

/** Some statistics of the states. */
export const observations = [header, ...rows].join("\n");
