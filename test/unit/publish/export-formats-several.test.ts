/** Observations about several entities, from each format that loads again. */
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { Export } from "../../../src/publish/export-formats.ts";

const files = {
  "g.mcf": `Node: dcid:Flow
typeOf: dcs:StatisticalVariable
observationProperties: dcid:from, dcid:to
`,
  "o.csv": `entity,variable,date,value,unit,properties
,Flow,2020,5,Ton,"{""from"": ""geo/a"", ""to"": ""Air""}"
,Flow,2021,7.5,Ton,"{""from"": ""geo/a"", ""to"": ""geo/b""}"
geo/a,People,2021,3,,{}
`,
};

test.each(["tables", "mcf", "nquads", "ntriples", "turtle", "sdmx-csv", "json-stat"] as const)(
  "as %s they are about the same entities",
  async (format) => {
    const texts = new Export((await open(files)).engine, format).files.map(
      ({ name, text }) => [name, [...text()].join("")] as const,
    );
    const again = await open(Object.fromEntries(texts));
    const filters = { variableMeasured: "Flow", from: "geo/a" };
    const { series } = await again.sdmx.data({ filters });
    expect(
      series.map(({ dimensions: { to, unit }, points }) => [
        to,
        unit,
        ...points.map(Object.values),
      ]),
    ).toEqual([
      ["geo/b", "Ton", ["2021", "7.5"]],
      ["Air", "Ton", ["2020", "5"]],
    ]);
    expect(again.info.observationCount).toBe(3);
    expect(again.latest("People", "geo/a")?.value).toBe(3);
  },
);
