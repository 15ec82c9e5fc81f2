/** A world about loans and journeys: observations about one entity, two and three, from two sources. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { csvRow } from "../../src/export/csv-text.ts";

/** The properties of the entities of each variable; not in the order of answers, which is by name. */
const shapes = {
  Residents: ["observationAbout"],
  Loans: ["recipient", "donor"],
  Travellers: ["sourceCountry", "transportMode", "destinationCountry"],
} as const;
const countries = { CAN: "Canada", DEU: "Germany", FRA: "France", USA: "United States" };
const entitiesOf = (property: string) =>
  property === "transportMode"
    ? ["Air", "Sea"]
    : Object.keys(countries).map((code) => `country/${code}`);
const facets = [
  ["", "", "", "", "dc/base/Census"],
  ["Thousand", "1000", "Survey", "P1Y", "dc/base/Register"],
];

/** All combinations of the entities of some properties. */
function flows(properties: readonly string[]): Record<string, string>[] {
  const [first, ...others] = properties;
  if (first === undefined) return [{}];
  return flows(others).flatMap((rest) =>
    entitiesOf(first).map((entity) => ({ [first]: entity, ...rest })),
  );
}

function tableOf(): string {
  const head =
    "entity,variable,date,value,unit,scaling_factor,measurement_method,observation_period,provenance,properties";
  let value = 0;
  const rows = Object.entries(shapes).flatMap(([variable, properties]) =>
    flows(properties).flatMap((flow) =>
      facets.flatMap((facet) =>
        ["2019", "2020-06", "2021"].map((date) => {
          value += 1;
          const { observationAbout: about, ...further } = flow;
          const properties = JSON.stringify(about === undefined ? further : {});
          return csvRow([about ?? "", variable, date, `${value}.50`, ...facet, properties]);
        }),
      ),
    ),
  );
  return `${head}\n${rows.join("")}`;
}

const variables = Object.entries(shapes).map(([variable, properties]) => {
  const named = properties.map((property) => `dcid:${property}`).join(", ");
  return `Node: dcid:${variable}
typeOf: dcs:StatisticalVariable
name: "${variable} of countries"
observationProperties: ${named}
`;
});

const places = Object.entries(countries).map(
  ([code, name]) => `Node: dcid:country/${code}
typeOf: dcs:Country
name: "${name}"
containedInPlace: dcid:Earth
`,
);

const rest = `Node: dcid:Earth
typeOf: dcs:Place
name: "World"

Node: dcid:dc/topic/Journeys
typeOf: dcs:Topic
name: "Journeys of countries"
relevantVariable: dcid:Travellers
`;

/** @returns the folder with the files */
export function flowsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "flows-"));
  writeFileSync(join(folder, "graph.mcf"), [...variables, ...places, rest].join("\n"));
  writeFileSync(join(folder, "observations.csv"), tableOf());
  return folder;
}
