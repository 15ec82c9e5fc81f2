/** The files of a source: what is known of each before it is read, and what is said about it. */
import { describe, expect, test } from "vitest";
import { LoadError } from "../../../../src/errors/errors.ts";
import { MemoryTree, memoryRoot } from "../../../../src/load/bytes/memory-tree.ts";
import type { SourceFile } from "../../../../src/load/sources/source-file.ts";
import {
  type ConfiguredFolders,
  type PlaceFiles,
  sourceFiles,
} from "../../../../src/load/sources/source-files.ts";
import { FindingTexts } from "../finding-texts.ts";
import { data, n, row, t, xlsx, zipped } from "../sheets/workbook-files.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Fails as a file system does. */
class FaultyTree extends MemoryTree {
  readonly #faults: Readonly<Record<string, "stat" | "entries" | "realpath">>;

  constructor(
    files: Iterable<readonly [string, Uint8Array]>,
    faults: Readonly<Record<string, "stat" | "entries" | "realpath">>,
  ) {
    super(files);
    this.#faults = faults;
  }

  override async stat(path: string) {
    this.#fail(path, "stat");
    return await super.stat(path);
  }

  override async entries(path: string) {
    this.#fail(path, "entries");
    // Whatever the order of the file system is.
    return [...(await super.entries(path))].reverse();
  }

  override async realpath(path: string) {
    this.#fail(path, "realpath");
    return await super.realpath(path);
  }

  #fail(path: string, call: string): void {
    if (this.#faults[path] !== call) return;
    throw Object.assign(new Error(`EACCES: denied, ${call}`), { code: "EACCES" });
  }
}

const places: PlaceFiles<string> = async (files, folder) =>
  files.map((file) => (file.findings === undefined ? { ...file, place: `in ${folder}` } : file));

/** A config that says `ours` gives places, and one that says `broken` cannot be read. */
const configured: ConfiguredFolders<string> = {
  configName: "config.json",
  open: async (tree, path) => {
    const text = await tree.text(path);
    if (text === "broken") throw new LoadError("is broken", { file: path });
    return text === "ours" ? places : undefined;
  },
};

function treeOf(files: Files, faults: ConstructorParameters<typeof FaultyTree>[1] = {}) {
  const contents = Object.entries(files).map(([name, content]) => {
    return [
      name,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    ] as const;
  });
  return new FaultyTree(contents, faults);
}

async function found(
  files: Files,
  from = memoryRoot,
  faults: ConstructorParameters<typeof FaultyTree>[1] = {},
  goesOn = true,
) {
  const tree = treeOf(files, faults);
  const log = new FindingTexts({ goesOn });
  const all = await sourceFiles(from, { tree, configured, log, allowsOutside: false });
  return [...all.flatMap(linesOf), ...log.texts];
}

/** The path with what else is known of the file, and a line for each finding. */
function linesOf(file: SourceFile<string>): string[] {
  const { path, listed, provenance, isNamed, held, place, findings } = file;
  const known = [
    path,
    ...(isNamed ? ["named"] : []),
    ...(listed === undefined ? [] : [JSON.stringify(listed)]),
    ...(provenance === undefined ? [] : [provenance.dcid]),
    ...(held === undefined ? [] : [`from ${held.file} ${held.name}`]),
    ...(place === undefined ? [] : [place]),
  ].join(" ");
  return [
    known,
    ...(findings ?? []).map(
      ({ level, counter, line, message }) => `  ${level} ${counter}:${line ?? ""} ${message()}`,
    ),
  ];
}

describe("a folder", () => {
  test("has its files and those below it in the order of their bytes", async () => {
    const files = { "b.mcf": "", "a/z.csv": "", "a/y/x.mcf": "", "B.mcf": "", ".h.mcf": "" };
    expect(await found(files)).toEqual(["B.mcf", "a/y/x.mcf", "a/z.csv", "b.mcf"]);
    expect(await found(files, "a")).toEqual(["a/y/x.mcf", "a/z.csv"]);
    expect(await found(files, "b.mcf")).toEqual(["b.mcf named"]);
  });

  test("that is not there is an error", async () => {
    await expect(found({ "a.mcf": "" }, "gone")).rejects.toThrow(
      "gone: cannot be read (ENOENT: no such file or directory, stat 'gone')",
    );
  });

  test("has folders of tools, which are passed over in the order of their names", async () => {
    const files = { "node_modules/a.mcf": "", ".git/a.mcf": "", "e/pyvenv.cfg": "", "e/a.mcf": "" };
    const skipped = (path: string) =>
      `info Source_SkippedFolder ${path}: is a folder of a tool, or hidden, and is not loaded; name it as a source to load it`;
    expect(await found(files)).toEqual([".git", "node_modules", "e"].map(skipped));
  });

  test.each([
    ["entries", "sub"],
    ["realpath", "sub"],
    ["stat", "sub/b.mcf"],
  ] as const)("of which something cannot be read has the rest: %s of %s", async (call, path) => {
    const files = { "a.mcf": "", "sub/b.mcf": "" };
    const problem = `cannot be read (EACCES: denied, ${call})`;
    expect(await found(files, memoryRoot, { [path]: call })).toEqual([
      "a.mcf",
      `fatal Source_Unreadable ${path}: ${problem}`,
    ]);
    await expect(found(files, memoryRoot, { [path]: call }, false)).rejects.toThrow(
      `${path}: ${problem}`,
    );
  });
});

describe("a config", () => {
  const files = { "c/a.csv": "", "c/s/b.mcf": "", "o.csv": "" };

  test("gives the files of its folder their places", async () => {
    expect(await found({ ...files, "c/config.json": "ours" })).toEqual([
      "c/a.csv in c",
      "c/config.json in c",
      "c/s/b.mcf in c",
      "o.csv",
    ]);
  });

  test("of something else is a file like any other", async () => {
    expect(await found({ ...files, "c/config.json": "other" })).toEqual([
      "c/a.csv",
      "c/config.json",
      "c/s/b.mcf",
      "o.csv",
    ]);
  });

  test("that is named means its folder, whatever its name is, and no other config of it", async () => {
    const both = { ...files, "c/mine.json": "ours", "c/config.json": "broken" };
    expect(await found(both, "c/mine.json")).toEqual([
      "c/a.csv in c",
      "c/config.json in c",
      "c/mine.json in c",
      "c/s/b.mcf in c",
    ]);
    expect(await found({ ...files, "c/mine.json": "other" }, "c/mine.json")).toEqual([
      "c/mine.json named",
    ]);
    // Files of other kinds are not asked.
    expect(await found({ "c/mine.txt": "ours" }, "c/mine.txt")).toEqual(["c/mine.txt named"]);
  });

  test("that cannot be read leaves out the tables and nodes that no other one has a place for", async () => {
    const broken = {
      "c/config.json": "broken",
      "c/a.csv": "",
      "c/b.tsv": "",
      "c/n.mcf": "",
      "c/in/config.json": "ours",
      "c/in/a.csv": "",
      "c/m/manifest.json": '{"graph": [{"file": "t.csv"}]}',
      "c/m/t.csv": "",
      "c/m/u.csv": "",
    };
    const unread =
      "  info Source_UnreadFile: is not read: c/config.json, which says what it is, cannot be read";
    expect(await found(broken)).toEqual([
      "c/a.csv",
      unread,
      "c/b.tsv",
      unread,
      "c/config.json",
      "c/in/a.csv in c/in",
      "c/in/config.json in c/in",
      "c/m/manifest.json",
      'c/m/t.csv named {"as":"graph"}',
      "c/m/u.csv",
      "  info Source_UnreadFile: is not read: c/m/manifest.json does not list it",
      "c/n.mcf",
      unread,
      "fatal Source_Unreadable c/config.json: is broken",
    ]);
    await expect(found(broken, memoryRoot, {}, false)).rejects.toThrow("c/config.json: is broken");
  });
});

describe("a manifest", () => {
  const manifest = (value: unknown) => ({ "manifest.json": JSON.stringify(value) });

  test("lists what is read, with its provenance; other data of the folder are reported", async () => {
    const listing = {
      graph: [{ file: "g.ttl", provenanceId: "P" }],
      observations: "o.csv",
      templates: [
        { template: "t.tmcf", tables: ["1.csv", "2.csv"], provenanceId: "" },
        { template: "t.tmcf", tables: ["3.csv"] },
      ],
      world: "w.csv",
      distractors: ["d.mcf", 7],
      more: 1,
    };
    const names = "g.ttl o.csv t.tmcf 1.csv 2.csv 3.csv w.csv d.mcf e.mcf.gz f.nt h.txt sub/i.mcf";
    const files = Object.fromEntries(names.split(" ").map((name) => [name, ""]));
    const table = '"as":"table","templates":["t.tmcf"]';
    const unlisted = "  info Source_UnreadFile: is not read: manifest.json does not list it";
    expect(await found({ ...files, ...manifest(listing) })).toEqual([
      `1.csv named {${table},"provenance":""}`,
      `2.csv named {${table},"provenance":""}`,
      `3.csv named {${table}}`,
      "e.mcf.gz",
      unlisted,
      "f.nt",
      unlisted,
      'g.ttl named {"as":"graph","provenance":"P"}',
      "manifest.json",
      "  warning Source_UnknownManifestKey: the key 'more' is not read; files are listed by graph, observations, templates",
      'o.csv named {"as":"observations"}',
      't.tmcf named {"as":"template"}',
    ]);
  });

  test("whose files are not there is reported for each, and the rest is read", async () => {
    const listing = manifest({ graph: [{ file: "gone.mcf" }, { file: "a.mcf" }] });
    expect(await found({ "a.mcf": "", ...listing })).toEqual([
      'a.mcf named {"as":"graph"}',
      "manifest.json",
      "fatal Source_Unreadable gone.mcf: cannot be read (ENOENT: no such file or directory, stat 'gone.mcf'): manifest.json lists it",
    ]);
  });

  test("that cannot be read leaves the folder to be read like any other", async () => {
    expect(await found({ "a.mcf": "", "manifest.json": "{" })).toEqual([
      "a.mcf",
      "fatal Source_Unreadable manifest.json:1 is no JSON: expected a }, found the end",
    ]);
  });

  test("of something else is reported, with the key that is meant", async () => {
    expect(
      await found({ "a.mcf": "", ...manifest({ import_specification: [], name: 1 }) }),
    ).toEqual([
      "a.mcf",
      "manifest.json",
      "  error Source_UnrecognisedFile: lists no files by import_specifications, nor by the keys graph, observations, " +
        "templates; found 'import_specification, name'; is 'import_specifications' meant?",
    ]);
  });

  test("of imports has its files, and those of folders within that have places", async () => {
    const inputs = [
      { template_mcf: "t.tmcf", cleaned_csv: "1.csv" },
      { node_mcf: "n.mcf" },
      { template_mcf: "u.tmcf", cleaned_csv: "gone.csv" },
    ];
    const imports = manifest({
      import_specifications: [{ import_name: "I", import_inputs: inputs }],
    });
    const unlisted = "  info Source_UnreadFile: is not read: manifest.json does not list it";
    expect(
      await found({
        ...imports,
        "t.tmcf": "",
        "u.tmcf": "",
        "1.csv": "",
        "n.mcf": "",
        "x.csv": "",
        "c/config.json": "ours",
        "c/a.csv": "",
        "m/manifest.json": '{"graph": [{"file": "g.mcf"}]}',
        "m/g.mcf": "",
      }),
    ).toEqual([
      '1.csv named {"as":"table","templates":["t.tmcf"]} dc/base/I',
      "c/a.csv in c",
      "c/config.json in c",
      'm/g.mcf named {"as":"graph"}',
      "m/manifest.json",
      "manifest.json",
      "  error Manifest_NoSuchFile:1 cleaned_csv of import 'I' names 'gone.csv', and there is no such file; its scripts may have to make it first",
      "n.mcf dc/base/I",
      't.tmcf named {"as":"template","templates":[]} dc/base/I',
      "u.tmcf",
      "  info Source_UnreadFile: is not read: manifest.json lists it with cleaned_csv 'gone.csv', which is not there",
      "x.csv",
      unlisted,
    ]);
  });
});

describe("a file that holds others", () => {
  const sheet = data(row(1, t("A1", "a")), row(2, n("A2", "1")));
  const book = xlsx({ One: sheet, "Two/3": sheet });

  test("has a table for each sheet, named after file and sheet", async () => {
    const tree = treeOf({ "d/w.v1.xlsx": book, "d/x.xlsx": xlsx({ One: sheet }) });
    const log = new FindingTexts();
    const files = await sourceFiles("d", { tree, configured, log, allowsOutside: false });
    const form = { delimiter: ",", encoding: "utf-8", isTyped: true };
    expect(
      files.map(({ path, stem, extension, isGzip, isNamed, form: own, held }) => {
        return { path, stem, extension, isGzip, isNamed, own, held };
      }),
    ).toEqual(
      [
        ["d/w.v1.xlsx#One", "w.v1_One", { file: "d/w.v1.xlsx", name: "One" }] as const,
        ["d/w.v1.xlsx#Two_3", "w.v1_Two_3", { file: "d/w.v1.xlsx", name: "Two/3" }] as const,
        ["d/x.xlsx", "x", { file: "d/x.xlsx", name: "One" }] as const,
      ].map(([path, stem, held]) => {
        return { path, stem, extension: ".csv", isGzip: false, isNamed: false, own: form, held };
      }),
    );
    expect(log.texts).toEqual([]);
  });

  test("is named with its only table, and its tables are not", async () => {
    expect(await found({ "w.xlsx": book }, "w.xlsx")).toEqual([
      "w.xlsx#One from w.xlsx One",
      "w.xlsx#Two_3 from w.xlsx Two/3",
    ]);
    expect(await found({ "x.xlsx": xlsx({ One: sheet }) }, "x.xlsx")).toEqual([
      "x.xlsx named from x.xlsx One",
    ]);
  });

  test("is read like a folder if it is a zip, whose config and sheets are found", async () => {
    const zip = zipped({ "a.mcf": "", "c/config.json": "ours", "c/b.csv": "" });
    expect(await found({ "d/z.zip": zip, "e.mcf": "" })).toEqual([
      "d/z.zip/a.mcf from d/z.zip a.mcf",
      "d/z.zip/c/b.csv from d/z.zip c/b.csv in d/z.zip/c",
      "d/z.zip/c/config.json from d/z.zip c/config.json in d/z.zip/c",
      "e.mcf",
    ]);
  });

  test("is a file like any other if its content is of another kind", async () => {
    expect(await found({ "a.json": "{}", "b.xml": "<a/>" })).toEqual(["a.json", "b.xml"]);
  });
});
