/** A small world that tests of SDMX ask. */

import { type Commons, open } from "../../../src/index.ts";

const graph = `Node: dcid:Earth
typeOf: dcs:Place

Node: dcid:country/CAN
typeOf: dcs:Country
containedInPlace: dcid:northamerica

Node: dcid:country/USA
typeOf: dcs:Country, dcs:AdministrativeArea
containedInPlace: dcid:northamerica

Node: dcid:northamerica
typeOf: dcs:Continent
containedInPlace: dcid:Earth

Node: dcid:geoId/06
typeOf: dcs:State
containedInPlace: dcid:country/USA

Node: dcid:Migration
typeOf: dcs:StatisticalVariable
observationProperties: dcid:sourceCountry, dcid:destinationCountry

Node: dcid:Refugees
typeOf: dcs:StatisticalVariable
observationProperties: dcid:destinationCountry, dcid:sourceCountry

Node: dcid:ByMode
typeOf: dcs:StatisticalVariable
observationProperties: dcid:sourceCountry, dcid:destinationCountry, dcid:mode

Node: dcid:Explicit
typeOf: dcs:StatisticalVariable
observationProperties: dcid:observationAbout

Node: dcid:TooMany
typeOf: dcs:StatisticalVariable
observationProperties: dcid:a, dcid:b, dcid:c, dcid:d

Node: dcid:Reserved
typeOf: dcs:StatisticalVariable
observationProperties: dcid:unit, dcid:z
`;

const observations = `entity,variable,date,value,provenance,unit,scaling_factor,measurement_method,observation_period
country/USA,People,2020,1,dc/base/A,,,,
country/USA,People,2020-01,2.50,dc/base/A,,,,
country/USA,People,2021-12,"many, or few",dc/base/A,,,,
country/CAN,People,2019,-1,dc/base/A,Kilogram,1000,Survey,P1M
country/CAN,People,2020,4.5,dc/base/A,Kilogram,1000,Survey,P1M
country/CAN,People,2022,7,dc/base/B,Kilogram,,Survey,P1M
geoId/06,People,2020,9,dc/base/A,,,,
geoId/06,Houses,2020,50,dc/base/B,,,,
geoId/06,Explicit,2020,3,dc/base/B,,,,
`;

const properties = (values: Readonly<Record<string, string>>) =>
  `"${JSON.stringify(values).replaceAll('"', '""')}"`;
const flow = (sourceCountry: string, destinationCountry: string) =>
  properties({ sourceCountry, destinationCountry });

/** In the form of an importer's table. */
const flows = `entity,variable,date,value,provenance,unit,scaling_factor,measurement_method,observation_period,properties
,Migration,2020,10,dc/base/A,,,,,${flow("country/USA", "country/CAN")}
,Migration,2021,11,dc/base/A,,,,,${flow("country/USA", "country/CAN")}
,Migration,2020,12,dc/base/B,Thousand,,,,${flow("country/USA", "country/CAN")}
,Migration,2019,20,dc/base/A,,,,,${flow("country/CAN", "country/USA")}
,Migration,2020,30,dc/base/A,,,,,${flow("country/USA", "country/USA")}
,Migration,2020,40,dc/base/A,,,,,${flow("country/MEX", "a,b")}
,Refugees,2020,50,dc/base/A,,,,,${flow("country/CAN", "country/USA")}
,ByMode,2020,60,dc/base/A,,,,,${properties({ sourceCountry: "country/USA", destinationCountry: "country/CAN", mode: "Air" })}
,ByMode,2020,61,dc/base/A,,,,,${properties({ sourceCountry: "country/USA", destinationCountry: "country/CAN", mode: "Sea" })}
,ByMode,2020,62,dc/base/A,,,,,${properties({ sourceCountry: "country/CAN", destinationCountry: "country/USA", mode: "country/USA" })}
`;

export const smallWorld = (): Promise<Commons> =>
  open({ "graph.mcf": graph, "observations.csv": observations, "flows.csv": flows });
