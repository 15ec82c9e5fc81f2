/**
 * `lint`, `open` and a strict load agree about level and counter, lint fails where nothing was loaded, and
 * has one finding for empty cells that matter.
 */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lint } from "../../../src/commons/with-files.ts";
import { type Diagnostic, open } from "../../../src/index.ts";
import { projectRoot } from "../../tidy/source-tree.ts";
import { withFolder } from "../load/load-texts.ts";
import { lintTexts } from "./lint-texts.ts";

const template = (place: string, table = "t"): string =>
  `Node: E:t->E0
typeOf: dcs:StatVarObservation
variableMeasured: C:t->variable
observationAbout: C:t->${place}
observationDate: C:t->date
value: C:t->value
unit: C:t->unit
`.replaceAll("t->", `${table}->`);

const header = "place,variable,date,value,unit";
const row = "shop/1,Count_Sale,2024,5,";

interface Agreement {
  /** `level counter`, of the load. */
  readonly found: readonly string[];
  readonly fails: boolean;
  readonly messages: string;
}

/** What both find; lint has findings of its own besides. */
async function agreed(texts: Readonly<Record<string, string>>): Promise<Agreement> {
  return await withFolder(texts, async (folder) => {
    const { info } = await open(folder);
    const report = await lint(folder);
    const loaded = info.diagnostics.counters.map(({ level, counter }) => `${level} ${counter}`);
    const linted = new Set(report.counters.map(({ level, counter }) => `${level} ${counter}`));
    // Of the notes about one empty cell, lint keeps one.
    expect(loaded.filter((one) => !linted.has(one) && !one.startsWith("info"))).toEqual([]);
    const { error, fatal } = report.levels;
    const isStrict = open(folder, { strict: true });
    if (info.diagnostics.levels.error + info.diagnostics.levels.fatal > 0) {
      await expect(isStrict).rejects.toThrow();
    } else await isStrict;
    const messages = report.findings.map(({ message }) => message).join("\n");
    return { found: loaded, fails: error + fatal > 0, messages };
  });
}

describe("nothing or the wrong thing is loaded, and lint fails", () => {
  test("of a template whose column the header lacks: the column and its slip are named", async () => {
    const { found, fails, messages } = await agreed({
      "t.tmcf": template("Place"),
      "t.csv": `${header}\n${row}\n`,
    });
    expect(found).toEqual(["error Sanity_TmcfMissingColumn", "fatal CSV_TmcfCheckFailure"]);
    expect(messages).toContain("column 'Place' is not in the header");
    expect(messages).toContain("is 'place' meant?");
    expect(fails).toBe(true);
  });

  test("of a template's table with a header only", async () => {
    const texts = { "t.tmcf": template("place"), "t.csv": `${header}\n` };
    expect(await agreed(texts)).toMatchObject({ found: ["error CSV_NoRows"], fails: true });
    const { found } = await agreed({ "o.csv": "entity,variable,date,value\n" });
    expect(found).toEqual(["info CSV_NoRows"]);
  });

  test("of a table beside others that no template reads", async () => {
    const texts = {
      "t.tmcf": template("place"),
      "t.csv": `${header}\n${row}\n`,
      "other.csv": "a,b\n1,2\n",
    };
    expect(await agreed(texts)).toMatchObject({
      found: ["error Source_UnrecognisedFile"],
      fails: true,
    });
  });

  test("of semicolons and tabs in a table of observations", async () => {
    const texts = {
      "a.mcf": "Node: dcid:a\ntypeOf: dcs:City\n",
      "o.csv": "entity;variable;date;value\nx;V;2020;1\n",
    };
    const { fails, messages } = await agreed(texts);
    expect(messages).toContain("its cells are parted by ';' and not by commas");
    expect(fails).toBe(true);
  });
});

test("a table of a template may have tabs or semicolons", async () => {
  for (const delimiter of ["\t", ";"]) {
    const table = `${header}\n${row}\n`.replaceAll(",", delimiter);
    const texts = { "t.tmcf": template("place"), "t.csv": table };
    expect(await agreed(texts)).toMatchObject({ found: [], fails: false });
  }
});

test("a table belongs to the template whose terms name it, whatever the template is called", async () => {
  const texts = {
    "first.tmcf": template("place"),
    "second.tmcf": template("place", "u"),
    "t.csv": `${header}\n${row}\n`,
    "u.csv": `${header}\nshop/2,Count_Sale,2024,7,\n`,
  };
  expect(await agreed(texts)).toMatchObject({ found: [], fails: false });
  await withFolder(texts, async (folder) => {
    expect((await open(folder)).info.observationCount).toBe(2);
  });
});

test("an empty value is a note, and an empty unit nothing", async () => {
  const rows = `${header}\nshop/1,Count_Sale,2024,,\nshop/1,Count_Sale,2025,1,\n`;
  const { found } = await agreed({ "t.tmcf": template("place"), "t.csv": rows });
  expect(found).toContain("info StrSplit_EmptyToken_value");
  expect(found.filter((one) => !one.startsWith("info"))).toEqual([]);
});

const custom = { "config.json": '{"inputFiles":{}}' };

test.each<[string, Readonly<Record<string, string>>, number]>([
  ["MCF", { "a.mcf": "Node: dcid:a/1\nname: A\n\nnode: dcid:a/2\nname: B, C\n" }, 4],
  [
    "MCF of a custom folder",
    { ...custom, "a.mcf": "Node: dcid:a/1\nname: A\n\nnode: dcid:a/2\n" },
    4,
  ],
  [
    "a template",
    { "t.tmcf": `${template("place")}node: E:t->E1\n`, "t.csv": `${header}\n${row}Day\n` },
    8,
  ],
])(
  "a node that begins with a small letter is said once, by open and lint: %s",
  async (_, texts, line) => {
    await withFolder(texts, async (folder) => {
      const loaded: Diagnostic[] = [];
      await open(folder, { onDiagnostic: (one) => loaded.push(one) });
      const { findings } = await lint(folder);
      for (const all of [loaded, findings]) {
        const said = all.filter(({ counter }) => counter === "MCF_UnexpectedProperty");
        const message =
          "'node' is a property; a new node begins with 'Node:', so this line and those below it belong to the node above";
        expect(said).toEqual([expect.objectContaining({ level: "error", line, message })]);
      }
    });
  },
);

const columnNode = (name: string, value: string, ...lines: string[]): string =>
  [
    `Node: E:t->${name}`,
    "typeOf: dcs:StatVarObservation",
    `variableMeasured: dcs:${name}`,
    "observationAbout: C:t->place",
    "observationDate: C:t->date",
    `value: C:t->${value}`,
    ...lines,
    "",
    "",
  ].join("\n");

async function cellsOf(tmcf: string, csv: string): Promise<readonly string[]> {
  const { found } = await lintTexts({ "t.tmcf": tmcf, "t.csv": csv }, { maxExamples: 100 });
  return found.filter((finding) => !/Graph_NotLoaded|TMCF_SameObservation/.test(finding));
}

describe("an empty cell of a template's table", () => {
  const several = columnNode("A", "a") + columnNode("B", "b") + columnNode("C", "b");

  test("without a value is one note for each column, with their number", async () => {
    const csv = "place,date,a,b\np,2020,1,1\np,2021,,1\np,2022,1,\np,2023,,\n";
    expect(await cellsOf(several, csv)).toEqual([
      "info StrSplit_EmptyToken_value t.csv:3",
      "info StrSplit_EmptyToken_value t.csv:4",
    ]);
    const { messages, report } = await lintTexts({ "t.tmcf": several, "t.csv": csv });
    expect(messages.slice(0, 2)).toEqual([
      "empty cell: column 'a', property 'value' of 'E:t->A'; 2 cells of it are empty",
      "empty cell: column 'b', property 'value' of 'E:t->B'; 2 cells of it are empty",
    ]);
    expect(report.levels.info).toBe(5);
  });

  test("that all observations of the row need is one error", async () => {
    const csv = "place,date,a,b\n,2020,1,1\np,,1,1\n";
    expect(await cellsOf(several, csv)).toEqual([
      "error Sanity_MissingOrEmpty_observationAbout t.csv:2",
      "error Sanity_MissingOrEmpty_observationDate t.csv:3",
    ]);
  });

  test("that an observation may do without is nothing", async () => {
    const optional = ["unit", "scalingFactor", "measurementMethod", "observationPeriod"];
    const tmcf = columnNode(
      "A",
      "a",
      ...optional.map((property) => `${property}: C:t->${property}`),
    );
    const csv = `place,date,a,${optional.join(",")}\np,2020,1,,,,\n`;
    expect(await cellsOf(tmcf, csv)).toEqual([]);
  });

  test("that is a dcid is one error, at the observation that refers to it", async () => {
    const place = "Node: E:t->P\ntypeOf: dcs:City\ndcid: C:t->place\nname: C:t->name\n\n";
    const tmcf = place + columnNode("A", "a").replace("C:t->place", "E:t->P");
    const csv = "place,name,date,a\np,One,2020,1\n,Two,2020,1\nq,,2020,1\n";
    expect(await cellsOf(tmcf, csv)).toEqual([
      "error Sanity_MissingOrEmpty_observationAbout t.csv:3",
      "warning StrSplit_EmptyToken_name t.csv:4",
    ]);
  });
});

test("an empty value in a table of observations is a note", async () => {
  const csv = "entity,variable,date,value,unit\np,V,2020,,\np,V,,1,\n";
  const { found } = await lintTexts({ "o.csv": csv });
  expect(found.filter((finding) => finding.includes("Empty"))).toEqual([
    "info Sanity_MissingOrEmpty_value o.csv:2",
    "error Sanity_MissingOrEmpty_observationDate o.csv:3",
  ]);
});

test("a value that a block of MCF lacks stays a warning", async () => {
  const block =
    "Node: o\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcs:V\n" +
    'observationAbout: dcid:p\nobservationDate: "2020"\n';
  const { found } = await lintTexts({ "a.mcf": block });
  expect(found[0]).toBe("warning Sanity_MissingOrEmpty_value a.mcf:1");
});

test("the shipped sample has no warning about empty cells", async () => {
  const { counters } = await lint(join(projectRoot, "data-samples/us-states"));
  const warned = counters.filter(({ level }) => level !== "info").map(({ counter }) => counter);
  expect(warned.filter((counter) => !counter.startsWith("StatsCheck_"))).toEqual([]);
  const empty = counters.filter(({ counter }) => counter.includes("Empty"));
  expect(empty.map(({ counter, count }) => [counter, count])).toEqual([
    ["StrSplit_EmptyToken_value", 388],
  ]);
});
