/** Migration between three countries by ways of travel, and numbers of people in these countries. */

const names = { USA: "United States", CAN: "Canada", FRA: "France" } as const;

type Code = keyof typeof names;

const flow = (
  variable: string,
  date: string,
  value: number,
  from: Code,
  to: Code,
  way?: string,
) => {
  const entities = {
    sourceCountry: `country/${from}`,
    destinationCountry: `country/${to}`,
    ...(way === undefined ? {} : { transportMode: way }),
  };
  const properties = JSON.stringify(entities).replaceAll('"', '""');
  return `,${variable},${date},${value},dc/base/Borders,"${properties}"`;
};

export const flowWorld: Readonly<Record<string, string>> = {
  "graph.mcf": [
    ...Object.entries(names).map(
      ([code, name]) =>
        `Node: dcid:country/${code}\ntypeOf: dcs:Country\nname: "${name}"\ncontainedInPlace: dcid:Earth\n`,
    ),
    'Node: dcid:People\ntypeOf: dcs:StatisticalVariable\nname: "People"\n',
    `Node: dcid:Migrants
typeOf: dcs:StatisticalVariable
name: "Migrants"
observationProperties: dcid:sourceCountry, dcid:destinationCountry
`,
    `Node: dcid:Travellers
typeOf: dcs:StatisticalVariable
name: "Travellers by way"
observationProperties: dcid:sourceCountry, dcid:destinationCountry, dcid:transportMode
`,
    'Node: dcid:sourceCountry\ntypeOf: dcs:Property\nname: "From"\n',
  ].join("\n"),
  "flows.csv": [
    "entity,variable,date,value,provenance,properties",
    flow("Migrants", "2019", 800, "FRA", "CAN"),
    flow("Migrants", "2020", 1000, "FRA", "CAN"),
    flow("Migrants", "2020", 2500, "FRA", "USA"),
    flow("Migrants", "2018", 4000, "CAN", "USA"),
    flow("Travellers", "2020", 10, "FRA", "CAN", "Air"),
    flow("Travellers", "2021", 12, "FRA", "CAN", "Air"),
    flow("Travellers", "2021", 3, "FRA", "CAN", "Sea"),
    flow("Travellers", "2021", 70, "CAN", "USA", "Air"),
    flow("Travellers", "2021", 90, "USA", "CAN", "Air"),
    "country/CAN,People,2020,38000000,dc/base/Census,",
    "",
  ].join("\n"),
};
