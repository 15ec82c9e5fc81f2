/** Files that hold the same observations: copies beside what they are copies of. */
import { describe, expect, test } from "vitest";
import type { Texts } from "../load/load-texts.ts";
import { lintTexts } from "./lint-texts.ts";

const template = (table: string, ...more: string[]) =>
  [
    `Node: E:${table}->E0`,
    "typeOf: dcs:StatVarObservation",
    "variableMeasured: dcs:V",
    `observationAbout: C:${table}->place`,
    `observationDate: C:${table}->date`,
    `value: C:${table}->value`,
    ...more,
    "",
  ].join("\n");
const rows = (...values: number[]) =>
  `place,date,value\n${values.map((value, at) => `p/${at},2020,${value}\n`).join("")}`;
const mcf = (...values: number[]) =>
  values
    .map(
      (value, at) =>
        `Node: o${at}\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcs:V\nobservationAbout: dcid:p/${at}\nobservationDate: "2020"\nvalue: ${value}\n`,
    )
    .join("\n");

/** `level file:line message`, without the folder. */
async function copies(texts: Texts): Promise<string[]> {
  const { report, found } = await lintTexts(texts);
  return report.findings.flatMap(({ counter, level, message, file = "" }, at) => {
    if (counter !== "Source_CopiedFile") return [];
    const folder = file.slice(0, file.lastIndexOf("/") + 1);
    return `${level} ${found[at]?.split(" ")[2]} ${message.replaceAll(folder, "")}`;
  });
}

describe("a file that holds what another one holds", () => {
  test("is named with what differs, as two tables of one template", async () => {
    const tables = { "t.tmcf": template("t"), "t_new.csv": rows(1, 2, 3) };
    expect(await copies({ ...tables, "t_old.csv": rows(1, 5, 7) })).toEqual([
      "warning t_old.csv:3 3 observations of this file stand in 't_new.csv', too, 2 of them with another value, as 5 beside " +
        "2 there; both are loaded, as two facets: is 't_old.csv' or the other one a copy?",
    ]);
    expect(await copies({ ...tables, "t_old.csv": rows(1) })).toEqual([
      "warning t_old.csv:2 1 observation of this file stands in 't_new.csv', too, with the same values; both are loaded, " +
        "as two facets: is 't_old.csv' or the other one a copy?",
    ]);
  });

  test("is named of any kind where half of it stands in the other one, most of it with its values", async () => {
    const own = (...values: number[]) =>
      copies({ "a.mcf": mcf(1, 2, 3, 4), "b.mcf": mcf(...values) });
    expect(await own(1, 2, 3, 5)).toEqual([
      "warning b.mcf:27 4 observations of this file stand in 'a.mcf', too, 1 of them with another value, as 5 beside 4 there; " +
        "both are loaded, as two facets: is 'b.mcf' or the other one a copy?",
    ]);
    // Two sources that measure the same have other values.
    expect(await own(1, 2, 5, 6)).toEqual([]);
    // Less than half of either file.
    const few = mcf(1).replaceAll("2020", "2021");
    const others = mcf(6, 7, 8, 9).replaceAll("2020", "2022");
    expect(await copies({ "a.mcf": mcf(1, 2, 3) + few, "b.mcf": `${few}\n${others}` })).toEqual([]);
  });

  test("is the smaller one in a larger one, and no table of another template that shares less", async () => {
    const all = Array.from({ length: 9 }, (_, at) => at + 1);
    expect(await copies({ "a.mcf": mcf(...all), "b.mcf": mcf(1) })).toHaveLength(1);
    const others = rows(0, 6, 7).replace("p/1", "q/1").replace("p/2", "q/2");
    const two = { "a.tmcf": template("a"), "b.tmcf": template("b") };
    expect(await copies({ ...two, "a.csv": rows(0, 2, 3), "b.csv": others })).toEqual([]);
    const one = { "t.tmcf": template("t"), "t_a.csv": rows(0, 2, 3), "t_b.csv": others };
    expect(await copies(one)).toHaveLength(1);
  });

  test("is one with exactly half in common, and each pair of three has its own finding", async () => {
    const more = (at: number) =>
      mcf(1, 2, 3, 4).split("\n\n").slice(2).join("\n\n").replaceAll("2020", `${at}`);
    const half = { "a.mcf": `${mcf(1, 2)}\n${more(2021)}`, "b.mcf": `${mcf(1, 2)}\n${more(2022)}` };
    expect(await copies(half)).toHaveLength(1);
    const three = { "a.mcf": mcf(1, 2), "b.mcf": mcf(1, 2), "c.mcf": mcf(1, 2) };
    expect(await copies(three)).toEqual(
      ["b.mcf", "c.mcf"].map((copy) =>
        expect.stringContaining(
          `'a.mcf', too, with the same values; both are loaded, as two facets: is '${copy}'`,
        ),
      ),
    );
  });

  test("is none where a manifest names each file as an import of its own", async () => {
    const of = (name: string) => ({
      import_name: name,
      provenance_url: `https://example.org/${name}`,
      import_inputs: [{ template_mcf: "t.tmcf", cleaned_csv: `t_${name}.csv` }],
    });
    const manifest = JSON.stringify({ import_specifications: ["a", "b"].map(of) });
    const texts = { "manifest.json": manifest, "t.tmcf": template("t_a") };
    expect(await copies({ ...texts, "t_a.csv": rows(1, 2), "t_b.csv": rows(1, 2) })).toEqual([]);
  });

  test("is found whichever of the two a place ranks first", async () => {
    const places = Array.from({ length: 6 }, (_, at) => at + 1);
    // Each file has a later date of half of the places.
    const later = (...at: number[]) =>
      mcf(...places)
        .split("\n\n")
        .filter((_, one) => at.includes(one))
        .join("\n\n")
        .replaceAll("2020", "2021");
    const texts = {
      "a.mcf": `${mcf(...places)}\n${later(0, 1, 2)}`,
      "b.mcf": `${mcf(...places)}\n${later(3, 4, 5)}`,
    };
    expect(await copies(texts)).toEqual([
      expect.stringContaining("6 observations of this file stand in 'a.mcf'"),
    ]);
  });

  test.each<[why: string, texts: Texts]>([
    [
      "other dates",
      { "t_2020.csv": rows(1, 2), "t_2021.csv": rows(1, 2).replaceAll("2020", "2021") },
    ],
    ["other places", { "t_a.csv": rows(1, 2), "t_b.csv": rows(1, 2).replaceAll("p/", "q/") }],
  ])("is none with %s", async (_, texts) => {
    expect(await copies({ "t.tmcf": template("t"), ...texts })).toEqual([]);
  });

  test("is none with another method, unit or period", async () => {
    for (const field of [
      "measurementMethod: dcs:M",
      "unit: dcs:Percent",
      "observationPeriod: P1Y",
    ]) {
      const texts = { "a.tmcf": template("a"), "b.tmcf": template("b", field) };
      expect(await copies({ ...texts, "a.csv": rows(1, 2), "b.csv": rows(1, 2) })).toEqual([]);
    }
  });

  test("is none where somebody names the import", async () => {
    const texts = { "t.tmcf": template("t"), "t_a.csv": rows(1, 2), "t_b.csv": rows(1, 2) };
    const { found } = await lintTexts(texts, { provenance: "dc/base/Own" });
    expect(found.filter((one) => one.includes("Source_CopiedFile"))).toEqual([]);
    expect(found.join()).toContain("Graph_RepeatedObservation");
  });
});
