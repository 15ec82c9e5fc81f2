/** A world with names that have several meanings: for the questions in `expected/understand-small-world.txt`. */
import { open } from "../../../src/index.ts";

/** dcid | types | name | within. */
const places = `
Earth | Place | World |
europe | Continent | Europe | Earth
country/USA | Country | United States | Earth
country/GEO | Country | Georgia | europe
country/GBR | Country | United Kingdom | europe
country/CZE | Country | Czechia | europe
country/NLD | Country | Netherlands | europe
country/ARE | Country | United Arab Emirates | Earth
country/MDV | Country | Maldives | Earth
geoId/13 | State | Georgia | country/USA
geoId/48 | State | Texas | country/USA
geoId/36 | State | New York | country/USA
geoId/11 | State | District of Columbia | country/USA
geoId/3651000 | City | New York | geoId/36
geoId/36061 | County | New York | geoId/36
geoId/48201 | County | Harris County | geoId/48
geoId/48113 | County | Dallas County | geoId/48
geoId/4835000 | City | Houston | geoId/48201
geoId/4819000 | City | Dallas | geoId/48113
most | City | Most | country/CZE
reading | City | Reading | country/GBR
male | City | Male | country/MDV
ten | City | 10 | country/CZE
brno | AdministrativeArea1 | Moravia | country/CZE
brno-city | AdministrativeArea2 | Brno District | brno
zip/77001 | CensusZipCodeTabulationArea | 77001 | geoId/48201
metro/26420 | CensusCoreBasedStatisticalArea | Houston Metro | geoId/48
usc/south | CensusRegion | South | country/USA
usc/wsc | CensusDivision | West South Central | usc/south
paris | City | Paris | geoId/48113
paris-old | City | Paris | geoId/13
lima | City | Lima |
oshea | City | O'Shea | geoId/13
yeras | City | Yeras | geoId/13`;

/** dcid | name | for whom: all, or these. */
const variables = `
Count_Person | Number of inhabitants | all
Count_Person_Male | Male population | all
Count_Person_Urban | Urban population | none
Count_Person_Employed | Employed people | all
Count_Person_NotInLaborForce | People not in the labor force | all
Count_Person_Uninsured | People without health insurance | all
Count_Person_ReadingBooks | People reading books | all
MeanIncome | Mean income | all
MedianIncome | Median income | all
Income_PerCapita | | country/USA country/GBR geoId/48 geoId/13
Homicides | Homicides | all
HomicideRate | Homicide rate | country/USA country/GBR geoId/48 geoId/13 geoId/36
BirthsAndDeaths | Births and deaths | all
Births | Births | all
Deaths | Deaths | all
GiniIndex | Gini index | all`;

const rowsOf = (table: string) =>
  table
    .trim()
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()));

/** These have no numbers at all. */
const without = new Set(["Earth", "country/GEO", "paris"]);
const entities = rowsOf(places).flatMap(([dcid = ""]) => (without.has(dcid) ? [] : [dcid]));

const triples = [
  ...rowsOf(places).flatMap(([dcid, type, name, within]) => [
    `${dcid},typeOf,${type},`,
    `${dcid},name,,${name}`,
    ...(within ? [`${dcid},containedInPlace,${within},`] : []),
  ]),
  ...rowsOf(variables).flatMap(([dcid, name]) => [
    `${dcid},typeOf,StatisticalVariable,`,
    ...(name ? [`${dcid},name,,${name}`] : []),
  ]),
];

const observations = rowsOf(variables).flatMap(([dcid, , whom = ""], variable) => {
  const own = whom === "all" ? entities : whom === "none" ? [] : whom.split(" ");
  return own.flatMap((entity, at) =>
    [2019, 2020].map((year) => `${entity},${dcid},${year},${1000 * variable + 10 * at + year}`),
  );
});

export const smallWorld = await open({
  "graph.csv": ["subject_id,predicate,object_id,object_value", ...triples].join("\n"),
  "observations.csv": ["entity,variable,date,value", ...observations].join("\n"),
});
