/** Clients of SDMX, unchanged, against a server: data about one entity, two and three. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { csvRow } from "../../src/export/csv-text.ts";
import { serve } from "../../src/serve.ts";
import { pythonWith, reportOf, skipped } from "./environment.ts";

const shapes = {
  Residents: ["observationAbout"],
  Migrants: ["destinationCountry", "sourceCountry"],
  Travellers: ["destinationCountry", "sourceCountry", "transportMode"],
} as const;
const countries = ["country/CAN", "country/DEU", "country/FRA", "country/USA"];
const entitiesOf = (property: string) =>
  property === "transportMode" ? ["Air", "Sea"] : countries;
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
        ["2019", "2020-06"].map((date) => {
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

const graph = Object.entries(shapes).map(([variable, properties]) => {
  const named = properties.map((property) => `dcid:${property}`).join(", ");
  return `Node: dcid:${variable}\ntypeOf: dcs:StatisticalVariable\nobservationProperties: ${named}\n`;
});

const python = await pythonWith("sdmx", ["pysdmx[data]==1.21.0", "sdmx1==2.28.0"]);
if (typeof python !== "string") skipped(python);

test.skipIf(typeof python !== "string")(
  "pysdmx and sdmx1 read every value",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "sdmx-clients-"));
    writeFileSync(join(folder, "graph.mcf"), graph.join("\n"));
    writeFileSync(join(folder, "observations.csv"), tableOf());
    const server = await serve(folder);
    try {
      const program = ["test/clients/python/sdmx_clients.py", server.url, folder];
      const report = await reportOf(python as string, program, "about several entities");
      expect(report.differences).toEqual([]);
      expect(report.compared).toBeGreaterThan(500);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true });
    }
  },
  240_000,
);
