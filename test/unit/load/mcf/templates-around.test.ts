/** Which templates of a load are a table's own, the only ones, further ones, and around it. */
import { describe, expect, test } from "vitest";
import { Templates } from "../../../../src/load/mcf/templates.ts";
import type { SourceFile } from "../../../../src/load/sources/source-file.ts";
import { sourceFile } from "../../../../src/load/sources/source-file.ts";
import { memoryInput } from "../inputs.ts";

const { tree } = memoryInput("x", new Uint8Array());
const stats = { size: 1, isFile: () => true, isDirectory: () => false };

function fileOf(path: string, isNamed = false, as?: "template" | "table"): SourceFile {
  const listed = as === undefined ? undefined : { as };
  return sourceFile(tree, path, stats, isNamed, listed);
}

const files = (...paths: readonly string[]) => paths.map((path) => fileOf(path));
const named = (...paths: readonly string[]) => paths.map((path) => fileOf(path, true));
const pathOf = (file: SourceFile | undefined) => file?.path;
const pathsOf = (some: readonly SourceFile[]) => some.map(({ path }) => path);

describe("a table's own template", () => {
  test("lies beside it under its name", () => {
    const all = files("/t/a.tmcf", "/t/b.tmcf", "/u/a.tmcf", "/t/a.csv", "/t/c.csv", "/u/b.csv.gz");
    const templates = new Templates(all);
    expect(all.slice(3).map((table) => pathOf(templates.ownOf(table)))).toEqual([
      "/t/a.tmcf",
      undefined,
      undefined,
    ]);
    expect(pathOf(new Templates(files("/t/a.tmcf.gz")).ownOf(all[3]!))).toBe("/t/a.tmcf.gz");
    expect(pathOf(new Templates(files("/t/a.mcf")).ownOf(all[3]!))).toBe(undefined);
  });

  test("is the first of two of one name", () => {
    const templates = new Templates(files("/t/a.tmcf", "/t/a.tmcf.gz"));
    expect(pathOf(templates.ownOf(fileOf("/t/a.csv")))).toBe("/t/a.tmcf");
    expect(pathsOf(templates.all)).toEqual(["/t/a.tmcf"]);
    expect(pathsOf(templates.around(fileOf("/t/b.csv")))).toEqual(["/t/a.tmcf"]);
  });
});

describe("the only template", () => {
  test("of a folder is for tables of that folder", () => {
    const templates = new Templates(files("/t/a.tmcf", "/u/a.tmcf", "/u/b.tmcf"));
    expect(pathOf(templates.onlyOneFor(fileOf("/t/x.csv")))).toBe("/t/a.tmcf");
    expect(pathOf(templates.onlyOneFor(fileOf("/u/x.csv")))).toBe(undefined);
    expect(pathOf(templates.onlyOneFor(fileOf("/v/x.csv")))).toBe(undefined);
    expect(pathOf(templates.onlyOneFor(fileOf("/v/x.csv", true)))).toBe(undefined);
  });

  test("of those that were named is for tables that were named, wherever they lie", () => {
    const one = new Templates(named("/t/a.tmcf"));
    expect(pathOf(one.onlyOneFor(fileOf("/v/x.csv", true)))).toBe("/t/a.tmcf");
    expect(pathOf(one.onlyOneFor(fileOf("/v/x.csv")))).toBe(undefined);
    const two = new Templates(named("/t/a.tmcf", "/u/b.tmcf"));
    expect(pathOf(two.onlyOneFor(fileOf("/v/x.csv", true)))).toBe(undefined);
    // Its name decides.
    expect(pathOf(two.onlyOneFor(fileOf("/v/b.csv", true)))).toBe("/u/b.tmcf");
    expect(pathOf(two.onlyOneFor(fileOf("/v/b.csv")))).toBe(undefined);
  });
});

describe("further templates", () => {
  const templates = files("/t/a.tmcf", "/t/b.tmcf", "/t/c.tmcf");

  test("are those beside a folder's only table, but for its own", () => {
    const [a, x] = files("/t/a.csv", "/t/x.csv");
    expect(pathsOf(new Templates([...templates, a!]).furtherOf(a!))).toEqual([
      "/t/b.tmcf",
      "/t/c.tmcf",
    ]);
    expect(pathsOf(new Templates([...templates, x!]).furtherOf(x!))).toEqual(pathsOf(templates));
    expect(new Templates([...templates, a!, x!]).furtherOf(x!)).toEqual([]);
  });

  test("are told by the tables of that folder alone, and a table that is there twice is one", () => {
    const [x, other] = files("/t/x.csv", "/u/x.csv");
    const all = new Templates([...templates, x!, other!, fileOf("/t/x.csv")]);
    expect(pathsOf(all.furtherOf(x!))).toEqual(pathsOf(templates));
  });

  test("are those that were named, for the only table that was", () => {
    const two = named("/t/a.tmcf", "/u/b.tmcf");
    const [x, y] = named("/v/x.csv", "/v/y.csv");
    expect(pathsOf(new Templates([...two, x!]).furtherOf(x!))).toEqual(pathsOf(two));
    expect(new Templates([...two, x!, y!]).furtherOf(x!)).toEqual([]);
    // Tables that nobody named do not count.
    expect(pathsOf(new Templates([...two, x!, fileOf("/w/z.csv")]).furtherOf(x!))).toEqual(
      pathsOf(two),
    );
    const beside = fileOf("/v/x.csv");
    expect(new Templates([...two, beside]).furtherOf(beside)).toEqual([]);
  });
});

describe("all templates", () => {
  test("are each there once, listed or found", () => {
    const listed = fileOf("/t/a.tmcf", true, "template");
    const strange = fileOf("/t/template.txt", true, "template");
    const all = new Templates([listed, strange, ...files("/t/a.tmcf", "/t/b.tmcf", "/t/c.mcf")]);
    expect(pathsOf(all.all)).toEqual(["/t/a.tmcf", "/t/template.txt", "/t/b.tmcf"]);
    expect(pathOf(all.at("/t/template.txt"))).toBe("/t/template.txt");
    expect(pathOf(all.at("/t/b.tmcf"))).toBe(undefined);
  });
});

describe("why no template is for a table", () => {
  const whyNot = (count: number) =>
    new Templates(files(...Array.from({ length: count }, (_, at) => `/t/${at}.tmcf`))).missingFor(
      fileOf("/t/table.csv"),
    );

  test("is told by the names of five", () => {
    const five = "'0.tmcf', '1.tmcf', '2.tmcf', '3.tmcf', '4.tmcf'";
    const end = "has its name, 'table.tmcf', or speaks of its columns only";
    expect(whyNot(2)).toBe(`none of the templates '0.tmcf', '1.tmcf' ${end}`);
    expect(whyNot(5)).toBe(`none of the templates ${five} ${end}`);
    expect(whyNot(6)).toBe(`none of the templates ${five} and 1 more ${end}`);
    expect(whyNot(8)).toBe(`none of the templates ${five} and 3 more ${end}`);
  });

  test("is told where there are none", () => {
    const message = "a table for a template is loaded together with its .tmcf";
    expect(whyNot(0)).toBe(message);
    // Those that were named are around tables that were named.
    const templates = new Templates(named("/u/a.tmcf"));
    expect(templates.missingFor(fileOf("/t/x.csv"))).toBe(message);
    expect(templates.missingFor(fileOf("/t/x.csv", true))).toContain("'a.tmcf'");
  });
});
