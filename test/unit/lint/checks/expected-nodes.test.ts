/** Which names sources should describe, and where the public ones are looked up. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../../tidy/source-tree.ts";
import { lintTexts } from "../lint-texts.ts";

describe("the public schema", () => {
  const text =
    'Node: dcid:shop/1\ntypeOf: dcs:CensusTrakt\nname: "x"\n\nNode: o\ntypeOf: dcs:StatVarObservation\n' +
    "variableMeasured: dcs:Count_Of_Mine\nobservationAbout: dcid:shop/1\nobservationDate: 2020\nvalue: 5\n" +
    "unit: dcs:USDollar\nmeasurementMethod: dcs:CensusACS5yrSurvy\n";

  test("is named where names of the schema are not checked", async () => {
    const { messages } = await lintTexts({ "a.mcf": text });
    expect(messages.join("\n")).toContain("--schema, looks them up in the public schema");
  });

  test("has classes, properties, units and methods, and no variables", async () => {
    const { found, messages, report } = await lintTexts({ "a.mcf": text }, { schema: true });
    expect(found).toEqual([
      "warning Existence_MissingReference_typeOf a.mcf:2",
      "warning Graph_MisspeltName_typeOf a.mcf:2",
      "warning Existence_MissingReference_measurementMethod a.mcf:12",
      "info Graph_NotLoaded -",
    ]);
    // Not looked up is not found.
    expect(messages[3]).toMatch(
      /^variables of observations, such as 'Count_Of_Mine': 1 without a description, 0 described; /,
    );
    expect(messages[1]).toContain("is 'CensusTract' meant?");
    expect(report.others).toMatchObject({ fileCount: 1, levels: { error: 0, fatal: 0 } });
  });

  test("has no note on variables where the sources describe half of them, or all", async () => {
    const variable = "Node: dcid:Count_Of_Mine\ntypeOf: dcs:StatisticalVariable\n";
    const other = text.replace("Node: o\n", "Node: o2\n").replaceAll("Count_Of_Mine", "Other");
    for (const files of [
      { "a.mcf": text, "v.mcf": variable },
      { "a.mcf": text, "b.mcf": other, "v.mcf": variable },
    ]) {
      const { found } = await lintTexts(files, { schema: true });
      expect(found).not.toContain("info Graph_NotLoaded -");
    }
  });

  test("is a small file of facts: no names and no descriptions", () => {
    const bytes = readFileSync(join(projectRoot, "schema/public-schema.mcf.gz"));
    expect(bytes.length).toBeLessThan(1_500_000);
    const lines = gunzipSync(bytes).toString().split("\n");
    const properties = new Set(lines.map((line) => /^\w+(?=:)/.exec(line)?.[0]));
    expect([...properties].sort()).toEqual([
      "Node",
      "domainIncludes",
      "rangeIncludes",
      "subClassOf",
      "subPropertyOf",
      "typeOf",
      undefined,
    ]);
    expect(lines.filter((line) => /"|^typeOf: .*\bStatisticalVariable\b/.test(line))).toEqual([]);
  });
});

describe("an observed entity without a slash", () => {
  const place = (dcid: string) => `Node: dcid:${dcid}\ntypeOf: dcs:Country\nname: "${dcid}"\n`;
  const rows = (...dcids: string[]) =>
    `entity,variable,date,value\n${dcids.map((dcid) => `${dcid},V,2020,1\n`).join("")}`;
  const missing = async (described: readonly string[], ...observed: string[]) => {
    const { report } = await lintTexts({
      "a.mcf": described.map(place).join("\n"),
      "o.csv": rows(...observed),
    });
    return report.findings.flatMap(({ counter, level, message }) =>
      counter.startsWith("Existence_MissingReference_observationAbout")
        ? `${level} ${message}`
        : [],
    );
  };
  const of = (dcid: string) =>
    `error observationAbout of observations refers to '${dcid}', which nothing describes`;

  test("is missing where most of the others are described", async () => {
    const countries = ["country/AUT", "country/CHE", "country/DEU"];
    expect(await missing(countries, "country/AUT", "country/CHE", "DE")).toEqual([of("DE")]);
    expect(await missing(countries, "country/AUT", "country/DEU")).toEqual([]);
    expect(await missing(countries, ...countries, "Earth", "europe")).toEqual([]);
    // As many as are described may well lie elsewhere.
    expect(await missing(countries, "country/AUT", "country/CHE", "DE", "FR")).toEqual([]);
    expect(await missing(["country/AUT"], "DE")).toEqual([]);
    expect(await missing(["country/AUT", "country/CHE", "DE"], "country/AUT", "DE")).toEqual([]);
  });
});
