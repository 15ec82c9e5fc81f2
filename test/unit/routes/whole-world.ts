/** A world with something for every route: places, groups, topics, events, shapes, several entities. */
import { type Commons, open } from "../../../src/index.ts";
import { graph as groups, rows } from "./unlisted-world.ts";
import { graph as places, square } from "./website/small-world.ts";

const shape = JSON.stringify({ type: "Polygon", coordinates: [square(2, 1)] });

const further = `Node: dcid:Earth
typeOf: dcs:Place
name: "World"

Node: dcid:country/USA
containedInPlace: dcid:Earth
latitude: 39.8
longitude: -98.5
wikidataId: "Q30"

Node: dcid:geoId/06
geoJsonCoordinates: "${shape.replaceAll('"', '\\"')}"
wikidataId: "Q99"
latitude: 37.1
longitude: -119.4

Node: dcid:geoId/06001
geoJsonCoordinates: "no shape"

Node: dcid:Count_Person
typeOf: dcs:StatisticalVariable
name: "Total population"
memberOf: dcid:dc/g/People
populationType: dcs:Person
measuredProperty: dcs:count
statType: dcs:measuredValue

Node: dcid:Exports
typeOf: dcs:StatisticalVariable
name: "Exports"
observationProperties: dcid:exporter, dcid:importer

Node: dcid:dc/g/Root
typeOf: dcs:StatVarGroup
name: "All"

Node: dcid:dc/g/Economy
specializationOf: dcid:dc/g/Root

Node: dcid:fire/1
typeOf: dcs:FireEvent
name: "Great fire"
affectedPlace: dcid:geoId/06
startDate: "2020-08-01"
endDate: "2020-09-01"
area: [SquareKilometer 12.5]
startLocation: dcid:latLong/37_-119
provenance: dcid:prov/A

Node: dcid:fire/2
typeOf: dcs:FireEvent
affectedPlace: dcid:geoId/06
startDate: "2020-08-15"

Node: dcid:prov/C
typeOf: dcs:Provenance
name: "C"
url: "https://c.example/", "https://c2.example/"
licenseType: ""
source: dcid:source/T

Node: dcid:source/T
typeOf: dcs:Source
domain: "t.example"
description: ""

Node: dcid:Height
gender: dcs:Female, dcs:Male
description: ""

Node: dcid:State
typeOf: schema:Class
name: "State"

Node: dcid:County
typeOf: schema:Class
name: "County"
`;

const counts = [
  "geoId/06,Count_Person,2020,1000,Census,,,prov/A,https://a.example/",
  "geoId/06,Count_Person,2021,1100,Census,,,prov/A,https://a.example/",
  "geoId/48,Count_Person,2021,700,Census,,,prov/A,https://a.example/",
  "geoId/06001,Count_Person,2021,90,Census,,,prov/A,https://a.example/",
  "geoId/06003,Count_Person,2020,5,Census,,,prov/A,https://a.example/",
  "country/USA,Count_Person,2021,1800,Census,,,prov/A,https://a.example/",
  "geoId/06001,Income,2021,15,A,USDollar,Census,prov/A,https://a.example/",
  "geoId/06003,Income,2020,9,A,USDollar,Census,prov/A,https://a.example/",
];

/** Three sources of one variable, one of which has no number, and an empty cell beside each. */
const sources = [
  "geoId/48,Income,2022,31,C,,,prov/C,",
  "geoId/06001,Income,2022,32,C,,,prov/C,",
  "geoId/06003,Income,2022,none,D,,,prov/D,",
  "geoId/48,Age,2021,36,E,[Years 10],,prov/C,",
  "geoId/48,Age,2020,35,E,[Years 10],,prov/C,",
  "geoId/06,Age,2020,38,F,,Asked,prov/C,",
];

const flows = [
  "entity,variable,date,value,provenance,properties",
  ',Exports,2020,5,prov/A,"{""exporter"":""country/USA"",""importer"":""geoId/06""}"',
  ',Exports,2021,6,prov/A,"{""exporter"":""country/USA"",""importer"":""geoId/48""}"',
];

export const wholeWorld = (): Promise<Commons> =>
  open({
    "groups.mcf": groups,
    "places.mcf": places,
    "further.mcf": further,
    "rows.csv": [...rows, ...counts, ...sources].join("\n"),
    "flows.csv": flows.join("\n"),
  });
