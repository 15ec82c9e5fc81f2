/** Each row of the table of layouts recognises its own example, and no other row does. */
import { describe, expect, test } from "vitest";
import { sampleTable } from "../../../../src/load/described/table-sample.ts";
import { type LayoutName, layoutNames, layouts } from "../../../../src/load/layouts/layouts.ts";
import { DiagnosticLog } from "../../../../src/load/report/diagnostics.ts";
import { memoryInput } from "../inputs.ts";

function sampled(text: string, name = "demo_pop.csv") {
  const input = memoryInput(name, Buffer.from(text));
  return sampleTable(input, {}, new DiagnosticLog(), { findsHeader: true });
}

test.each(layoutNames)("%s is recognised in its example", async (name) => {
  const { layout, broken, rows } = await sampled(layouts[name].example);
  expect(broken).toBeUndefined();
  expect(layout?.name).toBe(name);
  expect(rows.length).toBeGreaterThan(0);
});

test("an ordinary table has no layout", async () => {
  const { layout, broken } = await sampled("Country,Year,Population\nFrance,2020,67\n");
  expect([layout, broken]).toEqual([undefined, undefined]);
});

const rolesOf = async (text: string): Promise<string[]> => {
  const { layout } = await sampled(text);
  return (layout?.table.columns ?? []).map(({ heading, role, of }) =>
    of === undefined ? `${heading}: ${role}` : `${heading}: ${role} of ${of}`,
  );
};

describe("Eurostat", () => {
  test("the first cell is divided, blanks and flags are separated, ':' is no value", async () => {
    const { header, rows } = await sampled(
      "unit,geo\\time\t2020 \t2019 \nNR,FR\t5 bp\t: \nNR,DE\t: c\t7.5 \n",
    );
    expect(header).toEqual(["unit", "geo", "2020", "2019"]);
    expect(rows).toEqual([
      ["NR", "FR", "5", ""],
      ["NR", "DE", "", "7.5"],
    ]);
  });

  test("a table with one time is parted by tabs, though commas fit as well", async () => {
    const { delimiter, rows } = await sampled("freq,unit,geo\\TIME_PERIOD\t2020 \nA,NR,FR\t5 \n");
    expect([delimiter, rows]).toEqual(["\t", [["A", "NR", "FR", "5"]]]);
  });
});

describe("SDMX-CSV", () => {
  test("names beside codes have the role of labels", async () => {
    const text =
      "STRUCTURE,STRUCTURE_ID,ACTION,REF_AREA,Reference area,SEX,Sex,TIME_PERIOD,OBS_VALUE,OBS_STATUS\n" +
      "dataflow,A:B(1.0),I,FRA,France,F,Female,2020,5,A\n";
    expect(await rolesOf(text)).toEqual([
      "STRUCTURE: about",
      "STRUCTURE_ID: variable",
      "ACTION: about",
      "REF_AREA: entity",
      "Reference area: entity name",
      "SEX: dimension",
      "Sex: label of SEX",
      "TIME_PERIOD: date",
      "OBS_VALUE: value",
      "OBS_STATUS: note",
    ]);
  });

  test("codes and names in one cell become two cells", async () => {
    const { header, rows } = await sampled(
      "DATAFLOW,SEX: Sex,REF_AREA: Area,TIME_PERIOD: Time,OBS_VALUE: Value\nA:B(1.0): C,F: Female,FRA: France,2020,5\n",
    );
    const names = ["SEX", "SEX (name)", "REF_AREA", "REF_AREA (name)"];
    expect(header).toEqual(["DATAFLOW", ...names, "TIME_PERIOD", "OBS_VALUE"]);
    expect(rows).toEqual([["B", "F", "Female", "FRA", "France", "2020", "5"]]);
  });

  test("rows to be deleted are left out", async () => {
    const { rows } = await sampled(
      "STRUCTURE,STRUCTURE_ID,ACTION,REF_AREA,TIME_PERIOD,OBS_VALUE\n" +
        "dataflow,A:B(1.0),I,FRA,2020,5\ndataflow,A:B(1.0),D,FRA,2021,6\n",
    );
    expect(rows.map((row) => row.at(-1))).toEqual(["5"]);
  });
});

describe("US Census", () => {
  const table = "GEO_ID,NAME,B01003_001E\nGeography,Area,Estimate!!Total\n";

  test("labels name variables, and numbers in place of an estimate are no values", async () => {
    const { layout, rows } = await sampled(`${table}0400000US06,A,-666666666\n0400000US25,B,7\n`);
    expect(layout?.table.columns.at(-1)?.name).toBe("Estimate, Total");
    expect(rows.map((row) => row.at(-1))).toEqual(["", "7"]);
  });

  test("the name of the file says the year", async () => {
    const { layout } = await sampled(`${table}0400000US06,A,7\n`);
    expect(layout?.table.date?.("ACSDT5Y2022.B01003-Data")).toBe("2022");
    expect(layout?.table.date?.("download")).toBeUndefined();
  });
});

test.each<[LayoutName, string, string, string]>([
  [
    "sdmx-csv",
    "DATAFLOW,FREQ,REF_AREA,SEX,OBS_VALUE\nA:B(1.0),A,FRA,F,5\n",
    "the column TIME_PERIOD",
    "DATAFLOW, FREQ, REF_AREA, SEX, OBS_VALUE",
  ],
  ["eurostat", "freq,geo\\TIME_PERIOD\t2019 \tnote\nA,FR\t5 \tx\n", "times as headings", "note"],
  [
    "world-bank",
    "Country Name,Country Code,Indicator Code,2019,2018\nFrance,FRA,A,1,2\n",
    "years that ascend",
    "2018 after 2019",
  ],
  [
    "un-data",
    '"Country or Area","Year","Quantity"\n"France","2020","5"\n',
    "the column Value",
    "Country or Area, Year, Quantity",
  ],
  [
    "owid",
    "Entity,Code,Year,Deaths,Deaths\nFrance,FRA,2020,5,6\n",
    "each heading once",
    "'Deaths' twice",
  ],
])("a table of %s that breaks the layout says what was expected and found", async (...given) => {
  const [name, text, expected, found] = given;
  const { broken } = await sampled(text);
  expect(broken).toMatchObject({ name, expected, found });
});
