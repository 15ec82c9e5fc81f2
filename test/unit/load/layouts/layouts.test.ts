/** Each row of the table of layouts recognises its own example, and no other row does. */
import { describe, expect, test } from "vitest";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { sampleTable, type TableForm } from "../../../../src/load/described/table-sample.ts";
import { type LayoutName, layoutNames, layouts } from "../../../../src/load/layouts/layouts.ts";
import { memoryInput } from "../inputs.ts";

function sampled(text: string, name = "demo_pop.csv", form: TableForm = {}) {
  const input = memoryInput(name, Buffer.from(text));
  return sampleTable(input, form, new DiagnosticLog(), { findsHeader: true });
}

test.each(layoutNames)("%s is recognised in its example", async (name) => {
  const form = "isAsked" in layouts[name] ? { layout: name } : {};
  const { layout, broken, rows } = await sampled(layouts[name].example, undefined, form);
  expect(broken).toBeUndefined();
  expect(layout?.name).toBe(name);
  expect(rows.length).toBeGreaterThan(0);
});

test("an ordinary table has no layout", async () => {
  const { layout, broken } = await sampled("Country,Year,Population\nFrance,2020,67\n");
  expect([layout, broken]).toEqual([undefined, undefined]);
});

test("titles, notes and dates of a publication stand above the header", async () => {
  const table = "Country,Year,Cats\nFrance,2020,5\nKenya,2020,6\n";
  const { header, headerLine, titles, lines } = await sampled(`Cats\n"in May, 2021"\n${table}`);
  expect({ header, headerLine, titles, lines }).toEqual({
    header: ["Country", "Year", "Cats"],
    headerLine: 3,
    titles: ["Cats", "in May, 2021"],
    lines: [4, 5],
  });
  expect(await sampled(table)).toMatchObject({ headerLine: 1, titles: [], lines: [2, 3] });
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

describe("two lines of headings", () => {
  const headerOf = async (lines: readonly string[]) => {
    const { layout, header } = await sampled(`${lines.join("\n")}\n`);
    return layout === undefined ? undefined : header;
  };
  const rows = ["France,1,2,3,4", "Kenya,5,6,7,8"];

  test.each<[how: string, upper: string, lower: string]>([
    ["left out above all but the first column", "Country,2019,,2020,", ",Male,Female,Male,Female"],
    ["written above each column", "Country,2019,2019,2020,2020", "Country,Male,Female,Male,Female"],
    [
      "below which the first column has its name",
      ",2019,,2020,",
      "Country,Male,Female,Male,Female",
    ],
  ])("%s become one", async (_, upper, lower) => {
    const expected = ["Country", "2019 Male", "2019 Female", "2020 Male", "2020 Female"];
    expect(await headerOf([upper, lower, ...rows])).toEqual(expected);
  });

  test.each<[why: string, upper: string, lower: string]>([
    ["may stand in the middle of their columns", "Country,,2019,,2020", ",Male,Female,Male,Female"],
    ["have other headings below", "Country,2019,,2020,", ",Male,Female,Total,Male"],
    ["have units below", "Country,2019,,2020,", ",%,$,%,$"],
    ["have no heading below", "Country,2019,,2020,", ",Male,Female,Male,"],
    ["are different ones", "Country,Births,Deaths,Jobs,Homes", ",number,number,number,number"],
    ["have numbers below", "Country,2019,,2020,", ",1,2,3,4"],
    ["may begin with any year", ",Population,,,", "Country,2019,2020,2021,2022"],
  ])("that %s stay apart", async (_, upper, lower) => {
    expect(await headerOf([upper, lower, ...rows])).toBeUndefined();
  });

  test("above a third line stay apart", async () => {
    const lines = ["Country,2019,,2020,", ",Male,Female,Male,Female", ",all,all,all,all", ...rows];
    expect(await headerOf(lines)).toBeUndefined();
  });

  test("that come twice are refused", async () => {
    const { broken } = await sampled(`Country,2019,,2019,\n,Male,Female,Male,Female\n${rows[0]}\n`);
    expect(broken).toMatchObject({ name: "two-headings", found: "'2019 Male' twice" });
  });
});

test("series of the Bundesbank whose power of ten is no known word are refused", async () => {
  const text = '"";A.B;A.B_FLAGS\n"";Kredite;\nEinheit;Euro;\nDimension;Dutzend;\n2024-05;1,5;\n';
  const { broken } = await sampled(text);
  expect(broken).toMatchObject({ name: "bundesbank", found: "Dimension, Dutzend, " });
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
