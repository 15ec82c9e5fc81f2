/** What each file of a custom folder is, or why it is none. */
import { describe, expect, test } from "vitest";
import { MemoryTree } from "../../../../src/load/bytes/memory-tree.ts";
import { convertedNames } from "../../../../src/load/custom/converted-names.ts";
import { type CustomFile, openCustomFolder } from "../../../../src/load/custom/custom-folder.ts";
import { type SourceFile, sourceFile } from "../../../../src/load/sources/source-file.ts";

const bytes = new TextEncoder();

/** For each file `path kind pattern`, or `path level counter:line message` for each finding. */
async function placed(
  config: unknown,
  names: readonly string[],
  more: Readonly<Record<string, Partial<SourceFile<CustomFile>>>> = {},
): Promise<string[]> {
  const text = JSON.stringify(config, undefined, 1);
  const contents = [...names, "f/config.json"].map(
    (name) => [name, bytes.encode(name === "f/config.json" ? text : "")] as const,
  );
  const tree = new MemoryTree(contents);
  const place = await openCustomFolder(tree, "f/config.json");
  const files = await Promise.all(
    contents.map(async ([path]) => ({
      ...sourceFile<CustomFile>(tree, path, await tree.stat(path), false, undefined),
      ...more[path],
    })),
  );
  return (await place!(files, "f")).flatMap(({ path, place: own, findings }) => [
    ...(own === undefined ? [] : [`${path} ${own.kind} ${own.entry?.pattern ?? "-"} ${own.name}`]),
    ...(findings ?? []).map(
      ({ level, counter, line, message }) =>
        `${path} ${level} ${counter}:${line ?? ""} ${message()}`,
    ),
    ...(own === undefined && findings?.length === 0 ? [`${path} nothing`] : []),
  ]);
}

const list = (...patterns: string[]) => ({
  inputFiles: patterns.map((pattern) => ({ pattern })),
});
const named = (...patterns: string[]) => ({
  inputFiles: Object.fromEntries(patterns.map((pattern) => [pattern, {}])),
});

describe("the entry of a file", () => {
  test.each<[file: string, patterns: readonly string[], expected: string]>([
    ["f/a.csv", ["*.csv", "a.csv"], "a.csv"],
    ["f/a.csv", ["*.csv", "a.*"], "*.csv"],
    ["f/a.csv.gz", ["*.csv.gz", "a.csv"], "a.csv"],
    ["f/a.csv.GZ", ["a.csv"], "a.csv"],
    ["f/a.csv.gz", ["b.csv", "a.csv.gz"], "a.csv.gz"],
    ["f/a.csv.gz", ["b.csv", "*.csv"], "*.csv"],
    ["f/s/a.csv", ["s/a.csv", "a.csv"], "a.csv"],
    ["f/s/a.csv", ["*.csv", "s/a.csv"], "s/a.csv"],
    ["f/s/a.csv", ["x/*", "**/a.csv"], "**/a.csv"],
  ])(
    "%s is the one of its name, else of its path, else the first pattern of %j",
    async (file, patterns, expected) => {
      const found = await placed({ ...named(...patterns), includeInputSubdirs: true }, [file]);
      expect(found.filter((one) => one.startsWith(`${file} `))).toEqual([
        `${file} table ${expected} ${file.slice(2)}`,
      ]);
    },
  );
});

describe("files", () => {
  test("of nodes need no entry in the documented dialect, and one in the others", async () => {
    expect(await placed(named("a.csv"), ["f/a.csv", "f/b.mcf"])).toEqual([
      "f/config.json nothing",
      "f/a.csv table a.csv a.csv",
      "f/b.mcf nodes - b.mcf",
    ]);
    expect(await placed(list("a.mcf", "c.csv"), ["f/a.mcf", "f/b.mcf", "f/c.csv"])).toEqual([
      "f/config.json nothing",
      "f/a.mcf nodes a.mcf a.mcf",
      "f/b.mcf warning Config_UnlistedFile: is not loaded: no pattern of inputFiles selects it, and this config needs one",
      "f/c.csv table c.csv c.csv",
    ]);
  });

  test("that are tables without an entry are refused, with the command that writes one", async () => {
    const cure = (name: string) =>
      `is not loaded: no entry of inputFiles is for it; "npx pocket-commons import ${name} --add" writes one`;
    expect(await placed(named("a.csv"), ["f/a.csv", "f/b.csv", "f/my own.csv"])).toEqual([
      "f/config.json nothing",
      "f/a.csv table a.csv a.csv",
      `f/b.csv error Config_UnlistedFile: ${cure("f/b.csv")}`,
      `f/my own.csv error Config_UnlistedFile: ${cure("'f/my own.csv'")}`,
    ]);
  });

  test("of which one may be the only table that the config lists and that is not there are asked about", async () => {
    const cure = `"npx pocket-commons import f/staff_2023.csv --add" writes one`;
    const found = async (...listed: string[]) =>
      (await placed(named("a.csv", ...listed), ["f/a.csv", "f/staff_2023.csv"])).join();
    expect(await found("staff.csv")).toContain(
      `is for it; is 'staff.csv' of inputFiles, which is no file, meant to be 'staff_2023.csv'? If not, ${cure}`,
    );
    const packed = await placed(named("a.csv"), ["f/a.csv.gz", "f/staff_2023.csv"]);
    expect(packed.join()).toContain(`is for it; ${cure}`);
    for (const listed of [
      ["nodes.mcf"],
      ["staff.csv", "wages.csv"],
      ["s*.tsv"],
      ["staff.observations.csv"],
    ]) {
      expect(await found(...listed)).toContain(`is for it; ${cure}`);
    }
  });

  test("that are named in another folder or in other capitals are asked about", async () => {
    expect(
      await placed({ ...named("s/b.csv", "A.csv"), includeInputSubdirs: true }, [
        "f/t/b.csv",
        "f/a.csv",
      ]),
    ).toEqual([
      "f/config.json error Config_NoSuchFile:3 no file of the folder is 's/b.csv'; is 't/b.csv' meant?",
      "f/config.json error Config_NoSuchFile:4 no file of the folder is 'A.csv'; is 'a.csv' meant?",
      "f/t/b.csv error Config_UnlistedFile: is not loaded: no entry of inputFiles is for it; is 's/b.csv' of inputFiles meant to be 't/b.csv'?",
      "f/a.csv error Config_UnlistedFile: is not loaded: no entry of inputFiles is for it; is 'A.csv' of inputFiles meant to be 'a.csv'?",
    ]);
  });

  test("that an entry may name with a slip are asked about, and not offered for import", async () => {
    const found = await placed(named("budgets.csv", "sales_2019.csv", "roads.csv"), [
      "f/budget.csv",
      "f/sales_2020.csv",
      "f/road.csv",
      "f/roads.csv",
    ]);
    const of = (file: string) => found.filter((one) => one.startsWith(`f/${file} `)).join();
    expect(of("budget.csv")).toContain(
      "; is 'budgets.csv' of inputFiles meant to be 'budget.csv'?",
    );
    // Files of other years are no slips, and what is there is named as it is.
    expect(of("sales_2020.csv")).toContain("--add");
    expect(of("road.csv")).toContain("--add");
  });

  test("whose entry has errors say so, by name and by pattern", async () => {
    const wrong = { importType: "none" };
    const config = { inputFiles: { "a.csv": wrong, "b*.csv": wrong, "c.csv": {} } };
    const reason = "is not loaded: its entry of inputFiles has errors";
    const found = await placed(config, ["f/a.csv", "f/b1.csv", "f/c.csv"]);
    expect(found.filter((one) => !one.startsWith("f/config.json"))).toEqual([
      `f/a.csv error Config_UnlistedFile: ${reason}`,
      `f/b1.csv error Config_UnlistedFile: ${reason}`,
      "f/c.csv table c.csv c.csv",
    ]);
  });

  test("of other kinds are named as far as they are meant", async () => {
    const found = await placed(named("a.csv", "notes.txt", "*.md"), [
      "f/a.csv",
      "f/notes.txt",
      "f/more.txt",
      "f/x.md",
      "f/v.mfc",
    ]);
    const reason = "is neither a .csv nor an .mcf, which is what a custom folder is made of";
    expect(found).toEqual([
      "f/config.json nothing",
      "f/a.csv table a.csv a.csv",
      `f/notes.txt error Config_OtherFile: ${reason}`,
      `f/more.txt info Config_OtherFile: ${reason}`,
      `f/x.md info Config_OtherFile: ${reason}`,
      `f/v.mfc warning Config_OtherFile: ${reason}; is '.mcf' meant?`,
    ]);
  });

  test("of sub-folders are read if the config says so, and else are out of reach", async () => {
    const names = ["f/s/a.csv", "f/s/b.csv", "f/s/n.mcf", "f/s/x.txt", "f/s/y.txt", "f/c.csv"];
    const reason = "is not loaded: it lies in a sub-folder, and includeInputSubdirs is not true";
    expect(await placed(named("s/a.csv", "c.csv", "y.txt", "s/*.md"), names)).toEqual([
      "f/config.json error Config_OutOfReach:3 's/a.csv' lies in a sub-folder, and includeInputSubdirs is not true",
      "f/config.json error Config_OutOfReach:5 'y.txt' lies in a sub-folder, and includeInputSubdirs is not true",
      "f/config.json warning Config_NoSuchFile:6 no file of the folder is 's/*.md'",
      `f/s/a.csv warning Config_OutOfReach: ${reason}`,
      `f/s/b.csv warning Config_OutOfReach: ${reason}`,
      `f/s/n.mcf warning Config_OutOfReach: ${reason}`,
      `f/s/x.txt info Config_OutOfReach: ${reason}`,
      `f/s/y.txt warning Config_OutOfReach: ${reason}`,
      "f/c.csv table c.csv c.csv",
    ]);
    const reached = { ...named("s/a.csv", "b.csv"), includeInputSubdirs: true };
    expect(await placed(reached, names.slice(0, 3))).toEqual([
      "f/config.json nothing",
      "f/s/a.csv table s/a.csv s/a.csv",
      "f/s/b.csv table b.csv s/b.csv",
      "f/s/n.mcf nodes - s/n.mcf",
    ]);
  });

  test("that another folder has a place for keep it", async () => {
    const finding = { level: "info", counter: "X", line: 1, message: () => "x" } as const;
    const found = await placed(
      { ...named("*.csv"), includeInputSubdirs: true },
      ["f/s/a.csv", "f/s/b.csv", "f/c.csv"],
      {
        "f/s/a.csv": { listed: { as: "graph" } },
        "f/s/b.csv": { findings: [finding] },
      },
    );
    expect(found).toEqual([
      "f/config.json nothing",
      "f/s/b.csv info X:1 x",
      "f/c.csv table *.csv c.csv",
    ]);
  });

  test("with the rules of groups are nothing else; that they are missing is an error", async () => {
    const specs = (name: string) => ({ ...named("*.csv"), verticalSpecsFile: name });
    const missing = (name: string) =>
      `f/config.json error Config_NoSuchFile: no file of the folder is '${name}', the verticalSpecsFile`;
    const names = ["f/a.csv", "f/specs.json", "f/s/deep.json"];
    expect(await placed(specs("specs.json"), names.slice(0, 2))).toEqual([
      "f/config.json nothing",
      "f/a.csv table *.csv a.csv",
      "f/specs.json nothing",
    ]);
    expect((await placed(specs("sp?cs.*"), names.slice(0, 2)))[2]).toBe("f/specs.json nothing");
    expect(await placed(specs("gone.json"), names.slice(0, 1))).toEqual([
      missing("gone.json"),
      "f/a.csv table *.csv a.csv",
    ]);
    expect((await placed(specs("s/deep.json"), names))[0]).toBe(missing("s/deep.json"));
    const deep = { ...specs("s/deep.json"), includeInputSubdirs: true };
    expect((await placed(deep, names)).at(-1)).toBe("f/s/deep.json nothing");
  });
});

describe("a config", () => {
  const sized = (size: number) =>
    new (class extends MemoryTree {
      override async stat(path: string) {
        return { ...(await super.stat(path)), size };
      }
    })([["config.json", bytes.encode('{"inputFiles": {}}')]]);

  test("that cannot be read or is larger than 64 MiB is refused", async () => {
    await expect(openCustomFolder(new MemoryTree([]), "config.json")).rejects.toThrow(
      "config.json: cannot be read (ENOENT: no such file or directory, stat 'config.json')",
    );
    const limit = 64 * 1024 * 1024;
    await expect(openCustomFolder(sized(limit), "config.json")).resolves.toBeDefined();
    await expect(openCustomFolder(sized(limit + 1), "config.json")).rejects.toThrow(
      "config.json: is too large for a config",
    );
  });
});

describe("entries without a file", () => {
  test.each<[pattern: string, names: readonly string[], hint: string]>([
    ["population.csv", ["f/populatoin.csv"], "; is 'populatoin.csv' meant?"],
    ["people_2020.csv", ["f/people_2021.csv"], ""],
    ["ab.csv", ["f/abc.csv"], ""],
    ["abc.csv", ["f/abcd.csv"], "; is 'abcd.csv' meant?"],
    ["gone.csv", ["f/other.csv"], ""],
  ])("name the file that is nearly of that name: %s", async (pattern, names, hint) => {
    const [first] = await placed(named(pattern), names);
    expect(first).toBe(
      `f/config.json error Config_NoSuchFile:3 no file of the folder is '${pattern}'${hint}`,
    );
  });

  test("are not meant to be a file that has an entry", async () => {
    const [first] = await placed(named("population.csv", "populatoin.csv"), ["f/populatoin.csv"]);
    expect(first).toBe(
      "f/config.json error Config_NoSuchFile:3 no file of the folder is 'population.csv'",
    );
  });
});

describe("what the command import made another file of", () => {
  const entries = (...made: (readonly [pattern: string, provenance: string])[]) => ({
    inputFiles: Object.fromEntries(made.map(([pattern, provenance]) => [pattern, { provenance }])),
  });
  const told = async (config: unknown, name: string, held?: { file: string; name: string }) => {
    const more = held === undefined ? {} : { [name]: { held } };
    const found = await placed(config, [name, "f/any.csv"], more);
    return found
      .filter((one) => one.startsWith(`${name} `))
      .map((one) => one.slice(name.length + 1));
  };
  const any = ["any.csv", "P"] as const;
  const isMade = (pattern: string) => [
    `info Config_ConvertedFile: is not read: ${pattern} is what the command import made of it, without the rows that it reported`,
  ];
  const unlisted = (name: string) => [
    `error Config_UnlistedFile: is not loaded: no entry of inputFiles is for it; "npx pocket-commons import ${name} --add" writes one`,
  ];

  test.each([
    ["t.observations.csv", "t.csv"],
    ["t.observations.csv", "Census"],
    ["t.observations.mcf", "t.csv"],
  ])("is not read: %s of the provenance %s", async (pattern, provenance) => {
    expect(await told(entries(any, [pattern, provenance]), "f/t.csv")).toEqual(isMade(pattern));
  });

  test("is read if that file is of another table of the same stem, or if it has an entry", async () => {
    const other = entries(any, ["t.observations.csv", "t.tsv"]);
    expect(await told(other, "f/t.csv")).toEqual(unlisted("f/t.csv"));
    const both = entries(["t.csv", "P"], ["t.observations.csv", "t.csv"]);
    expect(await told(both, "f/t.csv")).toEqual(["table t.csv t.csv"]);
    expect(await told(entries(any, ["t.observations.csv", "P"]), "f/t.mcf")).toEqual([
      "nodes - t.mcf",
    ]);
  });

  test("is said of a sheet of a workbook, and of another sheet how it is added", async () => {
    const config = entries(any, ["w.One.observations.csv", "w.xlsx"]);
    const sheet = (name: string) => ({ file: "f/w.xlsx", name });
    expect(await told(config, "f/w.xlsx#One", sheet("One"))).toEqual(
      isMade("w.One.observations.csv"),
    );
    expect(await told(config, "f/w.xlsx#Two", sheet("Two"))).toEqual([
      'info Config_ConvertedFile: is not read: another sheet was imported; "npx pocket-commons import f/w.xlsx --sheet Two --add" adds this one',
    ]);
    const whole = entries(any, ["w.observations.csv", "w.xlsx"]);
    expect(await told(whole, "f/w.xlsx#One", sheet("One"))).toEqual(isMade("w.observations.csv"));
    const [first] = await told(entries(any), "f/w.xlsx#One", sheet("One"));
    expect(first).toMatch(/^info Config_OtherFile: is neither/);
  });
});

test.each([
  ["a.csv", "", "a"],
  ["a.b.csv", "", "a.b"],
  ["a", "", "a"],
  ["w.xlsx", "One", "w.One"],
  ["z.zip", "in/side\\x.csv", "z.in_side_x.csv"],
])("files that are made of %s, sheet %j, have its stem", (file, sheet, stem) => {
  expect(convertedNames(file, sheet)).toEqual({
    table: `${stem}.observations.csv`,
    nodes: `${stem}.nodes.mcf`,
    observations: `${stem}.observations.mcf`,
  });
});
