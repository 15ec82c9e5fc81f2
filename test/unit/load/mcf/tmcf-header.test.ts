/** What the header line of a table shows: its delimiter, and whether a template is for it. */
import { describe, expect, test } from "vitest";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { delimiterOf, fits, readTemplate, type Template } from "../../../../src/load/mcf/tmcf.ts";
import { memoryInput } from "../inputs.ts";
import { loadTexts } from "../load-texts.ts";

async function templateOf(...lines: readonly string[]): Promise<Template> {
  const input = memoryInput("t.tmcf", Buffer.from(["Node: E:t->E", ...lines].join("\n")));
  return await readTemplate(input, new DiagnosticLog(), new Progress(0));
}

const table = (text: string, path = "a.csv") => memoryInput(path, Buffer.from(text));
const two = ["dcid: C:t->id", "name: C:t->name"];

describe("the delimiter", () => {
  test.each([
    ["a.csv", ","],
    ["a.tsv", "\t"],
    ["a.TSV", "\t"],
    ["a.tsv.csv", ","],
    ["tsv", ","],
  ])("of %s is %j where all do alike", async (path, delimiter) => {
    const template = await templateOf(...two);
    expect(await delimiterOf(table("id\n", path), [template])).toBe(delimiter);
    expect(await delimiterOf(table("other\n", path), [template])).toBe(delimiter);
    expect(await delimiterOf(table("", path), [template])).toBe(delimiter);
    expect(await delimiterOf(table("\n \n", path), [template])).toBe(delimiter);
  });

  test("is the one under which most columns are there", async () => {
    const template = await templateOf(...two);
    for (const delimiter of [",", "\t", ";"]) {
      const header = ["id", "name", "more"].join(delimiter);
      for (const path of ["a.csv", "a.tsv"]) {
        expect(await delimiterOf(table(`${header}\n`, path), [template])).toBe(delimiter);
      }
    }
    // One column stands alone between semicolons, and two between commas.
    expect(await delimiterOf(table("id;x,id,name,y;z\n"), [template])).toBe(",");
    expect(await delimiterOf(table("x;id;y,name;z\n"), [template])).toBe(";");
  });

  test("is found by the columns of all templates", async () => {
    const templates = [await templateOf("dcid: C:t->id"), await templateOf("dcid: C:t->name")];
    expect(await delimiterOf(table("id,x;name;id\n"), templates)).toBe(";");
    expect(await delimiterOf(table("id,x;name;id\n"), [templates[0]!])).toBe(",");
  });

  test("is not told by a column that stands there twice", async () => {
    const template = await templateOf(...two);
    expect(await delimiterOf(table("x;id;id;id;z,id,name,y\n"), [template])).toBe(",");
  });
});

describe("a template is for a table", () => {
  test.each([
    ["that has its columns", "id,name\n", true],
    ["in another order, with more between them", "more,name,x,id\n", true],
    ["in quotes and blanks", '\ufeff "id" , name\r\n', true],
    ["behind blank lines", "\n \r\nid;name\n", true],
    ["with one of them only", "id,nam\n", false],
    ["with one of them twice", "id,id\n", false],
    ["with them in the second line", "x,y\nid,name\n", false],
    ["that is empty", "", false],
    ["that has blank lines only", "\n\n", false],
  ])("%s", async (_name, text, isFor) => {
    expect(await fits(table(text), await templateOf(...two))).toBe(isFor);
  });

  test("unless it has no columns", async () => {
    expect(await fits(table("id,name\n"), await templateOf("dcid: dcid:x"))).toBe(false);
  });

  test("unless it has mistakes", async () => {
    const broken = await templateOf("dcid: C:t->id", "near: E:t->Other");
    expect(broken.isSound).toBe(false);
    expect(await fits(table("id,name\n"), broken)).toBe(false);
  });
});

const place = "Node: E:t->P\ntypeOf: dcs:City\ndcid: C:t->kreis\nname: C:t->kreis\n";
const observed = `Node: E:t->O
typeOf: dcs:StatVarObservation
variableMeasured: dcid:V
observationAbout: E:t->P
observationDate: C:t->jahr
value: C:t->wert
`;

describe("a header that stands again below is named once, and is no row", () => {
  const rows = 'a;2020;1\nkreis;jahr;wert\nb;2021;2\n kreis ;"jahr";wert\n';
  const said = [3, 5].map((line) => [
    `warning CSV_UnexpectedRow a.csv:${line}`,
    `the header stands again in line ${line}, which is no row: 'kreis, jahr, wert'`,
  ]);

  test.each([
    ["places and observations", { "a.tmcf": place + observed }],
    ["nodes alone", { "a.tmcf": `${place}year: C:t->jahr\nnote: C:t->wert\n` }],
    ["two templates", { "a.tmcf": `${place}year: C:t->jahr\n`, "b.tmcf": place + observed }],
    [
      "an observation in which the value alone is a cell",
      { "a.tmcf": observed.replace("E:t->P", "dcid:p").replace("C:t->jahr", '"2020"') },
    ],
  ])("of %s", async (_name, templates) => {
    const { sink, diagnostics, messages } = await loadTexts({
      ...templates,
      "a.csv": `kreis;jahr;wert\n${rows}`,
    });
    expect(JSON.stringify([sink.lines, sink.observations])).not.toMatch(/kreis|jahr|wert/);
    const found = diagnostics.map((one, at) => [one, messages[at]]);
    expect(found.filter(([one]) => !one?.includes("CSV_UnreadColumns"))).toEqual(said);
  });

  test("a row with one name of the header is a row", async () => {
    const { sink, diagnostics } = await loadTexts({
      "a.tmcf": place + observed,
      "a.csv": "kreis;jahr;wert\nkreis;2020;1\nkreis;2021;2\n",
    });
    expect(sink.observations).toMatchObject([{ entity: "kreis", value: "1" }, { value: "2" }]);
    expect(diagnostics).toEqual([]);
  });
});
