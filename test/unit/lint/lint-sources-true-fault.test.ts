/** A finding stands where the fault is, and names it. */
import { describe, expect, test } from "vitest";
import { fix } from "../../../src/commons/with-files.ts";
import { lintTexts } from "./lint-texts.ts";

interface Config {
  readonly entry?: object;
  readonly source?: string;
  readonly variable?: object;
}

function config({ entry = {}, source = "https://x.org", variable }: Config): string {
  return JSON.stringify(
    {
      inputFiles: {
        "sales.csv": { format: "variablePerRow", provenance: "Office", ...entry },
      },
      ...(variable === undefined ? {} : { variables: { Count_Sale: variable } }),
      sources: { Office: { url: source, provenances: { Office: "https://x.org" } } },
    },
    null,
    1,
  );
}

const table = "entity,variable,date,value\nshop/1,Count_Sale,2024-01,5\n";

async function found(given: Config, csv = table) {
  const { found: lines, messages } = await lintTexts({
    "config.json": config(given),
    "sales.csv": csv,
  });
  const counters = lines.filter((line) => !line.startsWith("info"));
  return { counters, messages: messages.join("\n") };
}

describe("a config", () => {
  test("has a misspelt provenance of a wide table: its blanks are not blamed, too", async () => {
    const { counters, messages } = await found(
      {
        entry: { format: "variablePerColumn", entityType: "Shop", provenance: "Office of Sale" },
        source: "https://x.org",
      },
      "dcid,year,Count_Sale\nshop/1,2024,5\n",
    );
    expect(counters).toEqual(["warning Config_UnknownProvenance config.json:5"]);
    expect(messages).not.toContain("a space");
  });

  test("has a misspelt provenance: no row is blamed for it", async () => {
    const { counters } = await found({ entry: { provenance: "Stats Ofice" } });
    expect(counters).toEqual(["warning Config_UnknownProvenance config.json:5"]);
  });

  test("has an entry with errors: the table is not said to have none", async () => {
    const { counters, messages } = await found({ entry: { importType: "observation" } });
    expect(counters).toContain("error Config_UnlistedFile sales.csv:");
    expect(messages).toContain("is not loaded: its entry of inputFiles has errors");
    expect(messages).toContain("is 'observations' meant?");
    expect(messages).not.toContain("no entry of inputFiles");
  });

  test("lacks a table's entry: the command names the file", async () => {
    const { messages } = await lintTexts({
      "config.json": config({}),
      "sales.csv": table,
      "other.csv": table,
    });
    expect(messages.join("\n")).toMatch(/"npx pocket-commons import \S*other\.csv --add"/);
  });

  test("has exchanged keys and values of columnMappings: they are recognised", async () => {
    const turned = { shop: "entity", month: "date", what: "variable", amount: "value" };
    const csv = "shop,month,what,amount\nshop/1,2024-01,Count_Sale,5\n";
    const { counters } = await found({ entry: { columnMappings: turned } }, csv);
    expect(counters).toEqual(["warning Config_TurnedMappings config.json:7"]);
  });

  test("misspells a key or a column: the near one is named", async () => {
    const columns = { entity: "entity", date: "date", variable: "variable" };
    const key = await found({ entry: { columnMappings: { ...columns, valu: "value" } } });
    expect(key.messages).toContain("the key 'valu' of columnMappings is not read");
    expect(key.messages).toContain("is 'value' meant?");
    const cell = await found({ entry: { columnMappings: { ...columns, value: "valeu" } } });
    expect(cell.messages).toContain("'valeu' (is 'value' meant?)");
  });

  test("reads a table with a value per row by columns: variablePerRow is named", async () => {
    const { counters, messages } = await found({ entry: { format: "variablePerColumn" } });
    expect(counters).toEqual(["fatal Config_MissingColumn sales.csv:1"]);
    expect(messages).toContain('a table with one value per row has "format": "variablePerRow"');
  });

  test("names one column twice: the keys are named", async () => {
    const columns = { entity: "entity", date: "date", variable: "variable", value: "value" };
    const { counters, messages } = await found({
      entry: { columnMappings: { ...columns, unit: "date" } },
    });
    expect(counters).toContain("warning Config_BadValue config.json:11");
    expect(messages).toContain("names column 'date' as 'date' and as 'unit'");
  });

  test("misspells a type, an address or a scaling factor", async () => {
    const typed = await found({ entry: { entityType: "Contry" } });
    expect(typed.counters).toContain("warning Config_UnusualType config.json:6");
    expect(typed.messages).toContain("is 'Country' meant?");
    const source = await found({ source: "not a url" });
    expect(source.counters).toEqual(["warning Config_BadUrl config.json:10"]);
    const scaled = await found({ variable: { scalingFactor: "thousand" } });
    expect(scaled.counters).toContain("warning Config_BadValue config.json:10");
    const sound = await found({ entry: { entityType: "Shop" }, variable: { scalingFactor: 100 } });
    expect(sound.messages).not.toMatch(/Shop|scalingFactor is/);
  });
});

test("a period and a scaling factor in MCF are reported at their own lines", async () => {
  const lines = [
    "Node: dcid:o1",
    "typeOf: dcs:StatVarObservation",
    "variableMeasured: dcs:Rate",
    "observationAbout: dcid:shop/1",
    'observationDate: "2024"',
    'scalingFactor: "thousand"',
    'observationPeriod: "P1Q"',
    "value: 5",
    "",
  ];
  const { found: all } = await lintTexts({ "o.mcf": lines.join("\n") });
  expect(all.filter((one) => one.startsWith("warning"))).toEqual([
    "warning Graph_InvalidScalingFactor o.mcf:6",
    "warning Graph_InvalidPeriod o.mcf:7",
  ]);
});

test("a number without quotes is named where it makes a row too wide", async () => {
  const csv = "entity,variable,date,value\nshop/1,Count_Sale,2024,1,234\n";
  const { messages } = await lintTexts({ "o.csv": csv });
  expect(messages.join("\n")).toContain(
    "expected 4 columns, found 5; row not loaded; is '1,234' one number?",
  );
});

describe("MCF", () => {
  const observation = (id: string, more: string) =>
    `Node: dcid:o/${id}\n${more}variableMeasured: dcs:V\nobservationAbout: dcid:p/1\nobservationDate: "2020"\n`;
  const typed = "typeOf: dcs:StatVarObservation\n";

  test("an observation without a type is reported by the load, too, since its value is lost", async () => {
    const text = `${observation("1", typed)}value: 1\n\n${observation("2", "")}value: 2\n`;
    const { found: lines, messages } = await lintTexts({ "a.mcf": text });
    expect(lines).toContain("warning Sanity_MissingOrEmpty_typeOf a.mcf:8");
    expect(messages.join("\n")).toContain(
      `its value is not loaded as an observation; an observation has the line "typeOf: dcs:StatVarObservation"`,
    );
  });

  test("the commas of a number without quotes are named, and a fix takes them out", async () => {
    const text = `${observation("1", typed)}value: 1,010\n`;
    const { messages } = await lintTexts({ "a.mcf": text });
    expect(messages.join("\n")).toContain("is '1,010' one number? Write 1010");
    const { files } = await fix({ "a.mcf": text });
    expect(files[0]?.after).toBe(text.replace("1,010", "1010"));
    const other = await lintTexts({ "a.mcf": `${observation("1", typed)}value: 1, 2\n` });
    expect(other.messages.join("\n")).not.toContain("one number");
  });

  test("a prefix that stands twice has one cure", async () => {
    const text = `Node: dcid:dcid:town/1\ntypeOf: dcs:City\ncontainedInPlace: dcid:dcs:geoId/06\n`;
    const { files } = await fix({ "a.mcf": text });
    expect(files[0]?.after).toBe(
      "Node: dcid:town/1\ntypeOf: dcs:City\ncontainedInPlace: dcid:geoId/06\n",
    );
  });

  test("a blank after a prefix has one cure", async () => {
    const text = "Node: dcid: town/1\ntypeOf: dcs:City\n";
    const { messages } = await lintTexts({ "a.mcf": text });
    expect(messages.join("\n")).toContain("write 'town/1' without blanks around it");
    const { files } = await fix({ "a.mcf": text });
    expect(files[0]?.after).toBe("Node: dcid:town/1\ntypeOf: dcs:City\n");
  });

  test("a year as value beside a number as date asks whether both are exchanged", async () => {
    const text = `${observation("1", typed).replace("2020", "10")}value: 2021\n`;
    const { messages } = await lintTexts({ "a.mcf": text });
    expect(messages.join("\n")).toContain("the value is '2021': are date and value exchanged?");
    const other = await lintTexts({ "a.mcf": text.replace("2021", "7") });
    expect(other.messages.join("\n")).not.toContain("exchanged");
  });

  test("another sign than a colon after a property is named in its line", async () => {
    const { found: lines } = await lintTexts({ "a.mcf": "Node: dcid:town/1\ntypeOf;dcs:City\n" });
    expect(lines).toContain("error MCF_UnexpectedProperty a.mcf:2");
  });
});

describe("a slip in a config is named with what is meant", () => {
  test("a key", async () => {
    const { messages } = await found({ entry: { entitytype: "City" } });
    expect(messages).toContain("is 'entityType' meant?");
  });

  test("a provenance", async () => {
    const { messages } = await found({ entry: { provenance: "Ofice" } });
    expect(messages).toContain("is 'Office' meant?");
  });

  test("the path of a table: no second entry is proposed", async () => {
    const { messages } = await lintTexts(
      {
        "config.json": config({}).replace("sales.csv", "data/sales.csv"),
        "sales.csv": table,
      },
      { with: { name: "b.mcf", content: "Node: dcid:shop/1\ntypeOf: dcs:Shop\n" } },
    );
    expect(messages.join("\n")).toContain("is 'sales.csv' meant?");
    expect(messages.join("\n")).toContain(
      "is 'data/sales.csv' of inputFiles meant to be 'sales.csv'?",
    );
    expect(messages.join("\n")).not.toContain("--add");
  });

  test("a variable and the column that it is not", async () => {
    const { messages } = await lintTexts({
      "config.json": config({
        entry: { format: "variablePerColumn", entityType: "Shop" },
        variable: {},
      }),
      "sales.csv": "dcid,date,Count_Sales\nshop/1,2024,5\n",
    });
    expect(messages.join("\n")).toContain("is the column 'Count_Sales' meant?");
  });
});

describe("a title above the header is named", () => {
  test("in a custom folder", async () => {
    const { messages } = await found({}, `Sales of our shops,,,\n${table}`);
    expect(messages).toContain("'Sales of our shops' alone; the first line names the columns");
  });

  test("in the table of a template", async () => {
    const template = "Node: E:a->E0\ntypeOf: dcs:City\ndcid: C:a->place\nname: C:a->name\n";
    const { messages } = await lintTexts({
      "a.tmcf": template,
      "a.csv": "Our towns\nplace,name\ntown/1,A\n",
    });
    expect(messages.join("\n")).toContain("line 1 holds a title");
  });
});

test.each([
  ["\r", true],
  ["\n", false],
])("a table whose lines end with %j is told by its line ends: %s", async (end, isTold) => {
  const { messages } = await lintTexts({
    "a.tmcf": "Node: E:a->E0\ntypeOf: dcs:City\ndcid: C:a->place\nname: C:a->title\n",
    "a.csv": ["place,name", "town/1,A", ""].join(end),
  });
  expect(messages.some((message) => message.includes("end with CR alone"))).toBe(isTold);
});

test("what the checked sources lack is not said of others", async () => {
  const { report } = await lintTexts(
    { "config.json": config({}).replace("sales.csv", "data/sales.csv"), "sales.csv": table },
    { with: { name: "b.mcf", content: "Node: dcid:shop/1\ntypeOf: dcs:Shop\n" } },
  );
  expect(report.others?.levels).toEqual({ info: 0, warning: 0, error: 0, fatal: 0 });
  expect(report.levels.fatal).toBe(1);
});

test.each([
  ["dose1,dose_2", "dose2", "; is 'dose_2' meant?"],
  ["dose1,amount", "dose2", ""],
  ["dose1,dose_2", "dose_1", "; is 'dose1' meant?"],
  ["dose1,amount", "dosee1", "; is 'dose1' meant?"],
])(
  "of a table with %s, the column that is meant by %s has its numbers, and is one that nothing reads, if there is one",
  async (columns, name, hint) => {
    const observation = (node: string, value: string) =>
      `Node: E:t->${node}\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:${node}\n` +
      `observationAbout: C:t->place\nobservationDate: C:t->year\nvalue: C:t->${value}\n\n`;
    const { messages } = await lintTexts({
      "t.tmcf": observation("One", "dose1") + observation("Two", name),
      "t.csv": `place,year,${columns}\nnuts/DE1,2020,99000,88000\n`,
    });
    const missing = messages.find((message) => message.startsWith(`column '${name}' is not`));
    expect(missing).toMatch(new RegExp(`needs it${hint.replace("?", "\\?")}$`));
  },
);
