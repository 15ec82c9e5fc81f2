/** What the header line of a table shows: its delimiter, and whether a template is for it. */
import { describe, expect, test } from "vitest";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { delimiterOf, fits, readTemplate, type Template } from "../../../../src/load/mcf/tmcf.ts";
import { memoryInput } from "../inputs.ts";

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
