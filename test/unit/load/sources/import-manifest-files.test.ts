/** Which files a manifest of imports lists, as what, and what is wrong with its entries. */
import { describe, expect, test } from "vitest";
import { MemoryTree } from "../../../../src/load/bytes/memory-tree.ts";
import {
  isImportManifest,
  readImportManifest,
} from "../../../../src/load/sources/import-manifest.ts";
import { misspeltIn } from "../../../../src/load/sources/manifest-keys.ts";

const importOf = (name: string, ...inputs: object[]) => ({
  import_name: name,
  import_inputs: inputs,
});

/** `path as provenance [templates] unread` of each file, and `level counter:line message` of each finding. */
async function read(specifications: unknown, names: string, options: object = {}) {
  const tree = new MemoryTree(
    names.split(" ").map((name) => [`d/${name}`, new Uint8Array(0)] as const),
  );
  const value = { import_specifications: specifications };
  const text = JSON.stringify(value, undefined, 1);
  const lookup = { folder: "d", tree, text, allowsOutside: false, ...options };
  const { files, findings } = await readImportManifest(value, lookup);
  return {
    files: files.map(({ path, as, provenance, templates, unread }) =>
      [
        path,
        as,
        provenance?.dcid ?? "-",
        ...(templates.length === 0 ? [] : [templates.join("+")]),
        ...(unread === undefined ? [] : [`${unread.level} ${unread.counter} ${unread.message()}`]),
      ].join(" "),
    ),
    told: findings.map(
      ({ level, counter, line, message }) => `${level} ${counter}:${line ?? ""} ${message()}`,
    ),
  };
}

describe("files", () => {
  test("are templates, their tables, and others, with the facts of their import", async () => {
    const value = {
      import_specifications: [
        {
          import_name: " I ",
          provenance_url: " https://i.org ",
          provenance_description: 7,
          import_inputs: [{ template_mcf: "t.tmcf", cleaned_csv: "1.csv", node_mcf: "n.mcf" }],
        },
      ],
    };
    const names = ["t.tmcf", "1.csv", "n.mcf"];
    const tree = new MemoryTree(names.map((name) => [name, new Uint8Array(0)] as const));
    const lookup = { folder: ".", tree, text: JSON.stringify(value), allowsOutside: false };
    const provenance = { dcid: "dc/base/I", name: "I", url: "https://i.org", description: "" };
    expect(await readImportManifest(value, lookup)).toEqual({
      files: [
        { path: "t.tmcf", as: "template", templates: [], provenance },
        { path: "1.csv", as: "table", templates: ["t.tmcf"], provenance },
        { path: "n.mcf", as: "other", templates: [], provenance },
      ],
      findings: [],
    });
  });

  test("of two imports are read for the first, and by the templates of both", async () => {
    const both = [
      importOf("A", { template_mcf: "s.tmcf", cleaned_csv: "1.csv" }),
      importOf("B", { template_mcf: "s.tmcf", cleaned_csv: "2.csv" }),
      importOf("C", { template_mcf: "t.tmcf", cleaned_csv: "1.csv" }),
    ];
    expect(await read(both, "s.tmcf t.tmcf 1.csv 2.csv")).toEqual({
      files: [
        "d/s.tmcf template dc/base/A",
        "d/1.csv table dc/base/A d/s.tmcf+d/t.tmcf",
        "d/2.csv table dc/base/B d/s.tmcf",
        "d/t.tmcf template dc/base/C",
      ],
      told: [
        "warning Manifest_DoubledInput: 'd/1.csv' is an input of two imports; it is read for 'A' only",
      ],
    });
    const nameless = [
      { import_inputs: [{ node_mcf: "n.mcf" }] },
      importOf("A", { node_mcf: "n.mcf" }),
    ];
    expect((await read(nameless, "n.mcf")).told).toEqual([
      "error Manifest_NoImportName: an import has no import_name",
      "warning Manifest_DoubledInput: 'd/n.mcf' is an input of two imports; it is read for '' only",
    ]);
  });

  test("that are a table once and something else elsewhere are the table", async () => {
    const table = importOf("A", { template_mcf: "t.tmcf", cleaned_csv: "1.csv" });
    const other = importOf("B", { cleaned_csv: "1.csv" });
    const files = (...all: object[]) => read(all, "t.tmcf 1.csv");
    expect(await files(table, other)).toEqual({
      files: ["d/t.tmcf template dc/base/A", "d/1.csv table dc/base/A d/t.tmcf"],
      told: [],
    });
    expect(await files(other, table)).toEqual({
      files: ["d/1.csv table dc/base/A d/t.tmcf", "d/t.tmcf template dc/base/A"],
      told: [],
    });
  });

  test("whose partner is not there are not read, unless another input has one", async () => {
    const lone = importOf("A", { template_mcf: "t.tmcf", cleaned_csv: ["x.csv", "y.csv"] });
    const whole = importOf("B", { template_mcf: "t.tmcf", cleaned_csv: "1.csv" });
    const found = "d/t.tmcf template dc/base/B";
    const table = "d/1.csv table dc/base/B d/t.tmcf";
    expect((await read([lone, whole], "t.tmcf 1.csv")).files).toEqual([found, table]);
    expect((await read([whole, lone], "t.tmcf 1.csv")).files).toEqual([found, table]);
    const node = { node_mcf: "n.mcf" };
    expect((await read([lone, importOf("B", node)], "t.tmcf n.mcf")).files).toEqual([
      "d/t.tmcf template dc/base/A info Source_UnreadFile is not read: manifest.json lists it with cleaned_csv 'x.csv, y.csv', which is not there",
      "d/n.mcf other dc/base/B",
    ]);
    const bare = importOf("A", { template_mcf: "gone.tmcf", cleaned_csv: "1.csv" });
    expect((await read([bare], "1.csv")).files).toEqual([
      "d/1.csv other dc/base/A info Source_UnreadFile is not read: manifest.json lists it with template_mcf 'gone.tmcf', which is not there",
    ]);
    // A template alone is no input.
    expect((await read([lone], "t.tmcf 1.csv")).files).toEqual([]);
  });

  test("of templates without a table are reported", async () => {
    const tableless = [
      importOf("A", { template_mcf: ["t.tmcf", "u.tmcf"] }, { node_mcf: "n.mcf" }),
    ];
    const unread =
      "template dc/base/A info Source_UnreadFile is not read: manifest.json lists it without a cleaned_csv";
    expect(await read(tableless, "t.tmcf u.tmcf n.mcf")).toEqual({
      files: [`d/t.tmcf ${unread}`, `d/u.tmcf ${unread}`, "d/n.mcf other dc/base/A"],
      told: ["error Manifest_NoTable:8 import 'A' has template_mcf 't.tmcf' without a cleaned_csv"],
    });
  });
});

describe("paths", () => {
  const nodes = async (paths: unknown, names: string, options?: object) =>
    await read([importOf("A", { node_mcf: paths })], names, options);

  test.each<[paths: unknown, found: string]>([
    ["a.mcf", "a.mcf"],
    [" ./s//b.mcf ,, a.mcf", "s/b.mcf a.mcf"],
    [["a.mcf", "s/b.mcf,z.mcf"], "a.mcf s/b.mcf z.mcf"],
    ["*.mcf", "a.mcf z.mcf"],
    ["./*.mcf", "a.mcf z.mcf"],
    ["s/*.mcf", "s/b.mcf"],
    ["s//./*.mcf", "s/b.mcf"],
    ["**/*.mcf", "a.mcf s/b.mcf s/t/c.mcf z.mcf"],
    ["s/**/c.mcf", "s/t/c.mcf"],
    [["z.mcf", "?.mcf"], "z.mcf a.mcf"],
    ["{z,a}.mcf,s/{b,c}.mcf", "a.mcf z.mcf s/b.mcf"],
    ["a.mcf,{z,s/b}.mcf", "a.mcf s/b.mcf z.mcf"],
    [undefined, ""],
    ["", ""],
  ])("%j are %j", async (paths, found) => {
    const names = "z.mcf a.mcf s/b.mcf s/t/c.mcf .h.mcf .g/h.mcf node_modules/i.mcf s/.k/l.mcf";
    const { files, told } = await nodes(paths, names);
    const expected = found.split(" ").filter((one) => one !== "");
    expect(files).toEqual(expected.map((path) => `d/${path} other dc/base/A`));
    expect(told).toEqual([]);
  });

  test.each([
    ["gs://b/n.mcf", "only files of this machine are read"],
    ["https://e.org/n.mcf", "only files of this machine are read"],
    ["s3+x.y-1:n.mcf", "only files of this machine are read"],
    ["C:/n.mcf", "it leads out of the folder, which the option allowOutside allows"],
    ["/n.mcf", "it leads out of the folder, which the option allowOutside allows"],
    ["../n.mcf", "it leads out of the folder, which the option allowOutside allows"],
    ["s/../../*.mcf", "it leads out of the folder, which the option allowOutside allows"],
  ])("%s are not read", async (path, cure) => {
    expect(await nodes(path, "n.mcf")).toEqual({
      files: [],
      told: [`error Manifest_PathOutside:7 node_mcf '${path}' is not read: ${cure}`],
    });
  });

  test.each<[path: string, names: string, hint: string]>([
    ["nodes.mcf", "noeds.mcf x.mcf", "; is 'noeds.mcf' meant?"],
    ["nodes.mcf", "x.mcf out/nodes.mcf", "; the folder has 'out/nodes.mcf'"],
    ["nodes.mcf", "x.mcf t.tmcf 1.csv", "; the folder has 'x.mcf'"],
    ["nodes.mcf", "x.mcf.gz", "; the folder has 'x.mcf.gz'"],
    ["nodes.mcf", "x.mcf y.mcf", "; its scripts may have to make it first"],
    ["nodes.mcf", "x.mcf.txt", "; its scripts may have to make it first"],
    ["no*.mcf", "x.csv", "; its scripts may have to make it first"],
  ])("%s that are not there, among %s, have a hint: %s", async (path, names, hint) => {
    const problem = `node_mcf of import 'A' names '${path}', and there is no such file`;
    expect((await nodes(path, names)).told).toEqual([
      `error Manifest_NoSuchFile:7 ${problem}${hint}`,
    ]);
  });

  test("of folders are no files", async () => {
    const [first] = (await nodes("s.mcf", "s.mcf/a.mcf")).told;
    expect(first).toMatch(/^error Manifest_NoSuchFile:7 /);
  });

  test("have the line where they are quoted, else the first that has them, else none", async () => {
    const line = async (text: string) =>
      (await nodes("n.mcf", "a.csv", { text })).told[0]!.split(" ")[1];
    expect(await line('a n.mcf\n"n.mcf"')).toBe("Manifest_NoSuchFile:2");
    expect(await line('a\nb, n.mcf"')).toBe("Manifest_NoSuchFile:2");
    expect(await line("a")).toBe("Manifest_NoSuchFile:");
  });

  test("are texts", async () => {
    expect(await nodes(["a.mcf", 7], "a.mcf")).toEqual({
      files: [],
      told: ["error Manifest_BadValue: expected a path as node_mcf"],
    });
  });
});

test.each<[specification: unknown, told: readonly string[]]>([
  ["A", ["an import has no import_name", "import '' lists no import_inputs"]],
  [[], ["an import has no import_name", "import '' lists no import_inputs"]],
  [null, ["an import has no import_name", "import '' lists no import_inputs"]],
  [{ import_name: "A" }, ["import 'A' lists no import_inputs"]],
  [{ import_name: "A", import_inputs: {} }, ["import 'A' lists no import_inputs"]],
  [{ import_name: "A", import_inputs: ["n.mcf"] }, []],
])("an import that is %j says too little", async (specification, told) => {
  const found = await read([specification], "n.mcf");
  expect(found.told.map((one) => one.replace(/^\w+ Manifest_\w+: /, ""))).toEqual(told);
});

test("a manifest is one of imports by its list of them", () => {
  const is = (value: unknown) => isImportManifest({ import_specifications: value });
  expect([is([]), is({}), is(undefined), isImportManifest({})]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("addresses of imports that lead nowhere are reported with their lines", () => {
  const found = (url: string) =>
    misspeltIn(`{"import_specifications": [{\n"provenance_url":\n${url}}]}`, "manifest.json").map(
      ({ level, counter, line, message }) => `${level} ${counter}:${line} ${message()}`,
    );
  expect(found('"todo"')).toEqual([
    "warning Manifest_BadUrl:2 provenance_url is 'todo', which is no address, such as https://example.org/data",
  ]);
  expect([found('" https://e.org "'), found('""'), found("7")]).toEqual([[], [], []]);
});
