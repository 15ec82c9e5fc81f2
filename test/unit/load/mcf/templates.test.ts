import { describe, expect, test } from "vitest";
import { diskHost } from "../../../../src/disk/disk-tree.ts";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { MemoryTree } from "../../../../src/load/bytes/memory-tree.ts";
import { readTemplates, Templates, templateForm } from "../../../../src/load/mcf/templates.ts";
import { type SourceFile, sourceFile } from "../../../../src/load/sources/source-file.ts";
import { loadTexts } from "../load-texts.ts";

/** A file of a load: its path and text, whether it was named, and what a manifest says it is. */
interface Written {
  readonly path: string;
  readonly text: string;
  readonly isNamed?: boolean;
  readonly listed?: NonNullable<SourceFile["listed"]>;
}

/** Paths of the templates that the first of the files is read by; a reason where there is none. */
async function formOf(files: readonly Written[], isDumpTable = false, log = new DiagnosticLog()) {
  const tree = new MemoryTree(
    files.map(({ path, text }) => [path, Buffer.from(text)] as const),
    diskHost,
  );
  const sources = files.map(({ path, text, isNamed = false, listed }) => {
    const stats = { size: text.length, isFile: () => true, isDirectory: () => false };
    return sourceFile(tree, path, stats, isNamed, listed);
  });
  const isDump = async () => await Promise.resolve(isDumpTable);
  const form = await templateForm(sources[0]!, new Templates(sources), log, isDump);
  if (form === undefined) return undefined;
  return "templates" in form ? form.templates.map(({ path }) => path) : form;
}

describe("a table is read by", () => {
  const node = (table: string, ...columns: string[]) =>
    [`Node: E:${table}->E`, ...columns.map((one) => `dcid: C:${table}->${one}`)].join("\n");
  const table = (path: string, text = "id,name\n") => ({ path, text });
  const ofId = (path: string, name = "T") => ({ path, text: node(name, "id") });
  const ofOther = (path: string) => ({ path, text: node("T", "other") });
  const named = (file: Written): Written => ({ ...file, isNamed: true });

  test.each<[string, Written[], string[] | undefined]>([
    ["its own template", [table("a.csv"), ofId("a.tmcf")], ["a.tmcf"]],
    ["its own template, whatever its columns", [table("a.csv"), ofOther("a.tmcf")], ["a.tmcf"]],
    [
      "its own and a further one",
      [table("a.csv"), ofId("a.tmcf"), ofId("b.tmcf"), ofOther("c.tmcf")],
      ["a.tmcf", "b.tmcf"],
    ],
    [
      "its own alone beside another table",
      [table("a.csv"), ofId("a.tmcf"), ofId("b.tmcf"), table("b.csv")],
      ["a.tmcf"],
    ],
    [
      "the only one, if it has its columns",
      [table("a.csv"), ofId("b.tmcf"), table("c.csv")],
      ["b.tmcf"],
    ],
    [
      "none, if the only one has others",
      [table("a.csv"), ofOther("b.tmcf"), table("c.csv")],
      undefined,
    ],
    [
      "the only one that was named, whatever its columns",
      [named(table("a.csv")), named(ofOther("t/b.tmcf"))],
      ["t/b.tmcf"],
    ],
    [
      "several, if it is the only table",
      [table("a.csv"), ofId("b.tmcf"), ofId("c.tmcf")],
      ["b.tmcf", "c.tmcf"],
    ],
    [
      "those that speak of it, among several tables",
      [table("a.csv"), ofId("b.tmcf", "a"), ofId("c.tmcf"), table("c.csv")],
      ["b.tmcf"],
    ],
    [
      "none that speaks of others",
      [table("a.csv"), ofId("b.tmcf", "b"), ofId("c.tmcf"), table("c.csv")],
      undefined,
    ],
    ["none where there is none", [table("a.csv")], undefined],
    ["none, if it is no table", [{ path: "a.mcf", text: "" }, ofId("a.tmcf")], undefined],
  ])("%s", async (_name, files, templates) => {
    expect(await formOf(files)).toEqual(templates);
  });

  test("its own template before what its header says, and by no other", async () => {
    expect(await formOf([table("a.csv"), ofId("a.tmcf")], true)).toEqual(["a.tmcf"]);
    expect(await formOf([table("a.csv"), ofId("b.tmcf")], true)).toBe(undefined);
  });

  test("a template alone is unused", async () => {
    expect(await formOf([ofId("a.tmcf")])).toMatchObject({ mayWait: true });
  });
});

test("each template is read once, for whichever table needs it first", async () => {
  const tree = new MemoryTree(
    ["a", "b"].map((name) => [`${name}.tmcf`, Buffer.from(`Node: E:${name}->E\ndcid: x`)] as const),
    diskHost,
  );
  const inputs = ["a.tmcf", "b.tmcf"].map((path) => ({ path, size: 9, isGzip: false, tree }));
  const run = { log: new DiagnosticLog(), progress: new Progress(0), templates: new Map() };
  const first = await readTemplates({ templates: [inputs[1]!] }, run);
  const both = await readTemplates({ templates: inputs }, run);
  expect(both.map(({ file }) => file)).toEqual(["a.tmcf", "b.tmcf"]);
  expect(both[1]).toBe(first[0]);
  expect([...run.templates.keys()]).toEqual(["b.tmcf", "a.tmcf"]);
});

describe("the only template of a folder", () => {
  const template = `Node: E:T->E
typeOf: dcs:City
dcid: C:T->id
name: C:T->name
`;

  test("is for the tables that have its columns, and for no others", async () => {
    const { sink, diagnostics, messages } = await loadTexts({
      "cities.tmcf": template,
      "a.csv": "id,name,more\na,A,x\n",
      "b.csv": "key,label\nb,B\n",
      "c.csv": "id,label\nc,C\n",
    });
    expect(sink.lines).toEqual(['a name "A"', "a typeOf City"]);
    expect(diagnostics).toEqual([
      "error Source_UnrecognisedFile b.csv",
      "error Source_UnrecognisedFile c.csv",
      "info CSV_UnreadColumns a.csv:1",
    ]);
    expect(messages[0]).toContain(
      "'cities.tmcf' has its name, 'b.tmcf', or speaks of its columns only",
    );
  });

  test("is for a table of its own name, or named with it, whose missing columns are reported", async () => {
    const texts = { "b.tmcf": template, "b.csv": "key,label\nb,B\n", "c.csv": "id,label\nc,C\n" };
    const { diagnostics } = await loadTexts(texts);
    expect(diagnostics.slice(0, 3)).toEqual([
      "error Source_UnrecognisedFile c.csv",
      "error Sanity_TmcfMissingColumn b.csv:1",
      "error Sanity_TmcfMissingColumn b.csv:1",
    ]);
    const named = await loadTexts(texts, {}, ["b.tmcf", "c.csv"]);
    expect(named.diagnostics).toContain("error Sanity_TmcfMissingColumn c.csv:1");
  });
});
