/** The command lint, as a user types it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Texts, withFolder } from "../../load/load-texts.ts";
import { run } from "../running.ts";

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** `lint` of a folder; the folder is left out of what is printed. */
async function lintOf(
  texts: Texts,
  argv: readonly string[] = [],
  isTerminal = false,
): Promise<Ran> {
  return await withFolder(texts, async (folder) => {
    const { code, out, err } = await run(["lint", folder, ...argv], { isTerminal });
    return { code, out: out.replaceAll(folder, "."), err: err.replaceAll(folder, ".") };
  });
}

const shops = {
  "places.mcf": "Node: dcid:shop/1\ntypeOf: dcid:Shop\n\nNode: dcid:shop/2\nname: x\n",
  "sales.csv":
    "entity,variable,date,value,observation_period\n" +
    "shop/1,Sales,2024-01,10,P1M\nshop/3,Sales,2024,7,P1M\n",
};

describe("in words", () => {
  test("grouped by file, with the lines, and a summary", async () => {
    const { code, out, err } = await lintOf(shops);
    expect(out.split("\n")).toEqual([
      "./places.mcf",
      "  4: error Sanity_MissingOrEmpty_typeOf: node 'shop/2' has no typeOf",
      "      | Node: dcid:shop/2",
      "",
      "./sales.csv",
      expect.stringMatching(/^ {2}3: error Existence_MissingReference_observationAbout: /),
      "      | shop/3,Sales,2024,7,P1M",
      expect.stringMatching(/^ {2}3: warning Graph_DateDoesNotFitPeriod: 'Sales' of 'shop\/3': /),
      "      | shop/3,Sales,2024,7,P1M",
      "",
      "the sources as a whole",
      expect.stringMatching(/^ {2}info Graph_NotLoaded: names of the schema/),
      "",
      "2 errors, 1 warning, 1 info in 2 files of 4 nodes and rows",
      "",
    ]);
    expect([code, err]).toEqual([1, ""]);
  });

  test("says how many more there are", async () => {
    const text = Array.from({ length: 7 }, (_, at) => `Node: dcid:a/${at}\nname: x\n\n`).join("");
    const { out } = await lintOf({ "a.mcf": text }, ["--examples", "2"]);
    expect(out.match(/has no typeOf/g)).toHaveLength(2);
    expect(out).toMatch(/\n +7 error +Sanity_MissingOrEmpty_typeOf \(2 shown\)\n/);
    expect(out).toMatch(/\n7 errors, 1 info in 1 file of 7 nodes and rows\n$/);
  });

  test("what the input says cannot drive the terminal or look like a finding", async () => {
    const text =
      'Node: dcid:a\ntypeOf: dcs:City\nnear: "dcid:\u001b[31m\u009b"\nDo: dcid:x\u2028y\n';
    const { out } = await lintOf({ "a.mcf": `${text}near: dcid:\u001b[31m\n` }, [], true);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there.
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u0080-\u009f\u2028]/);
    expect(out).toContain("\u241b[31m");
  });
});

describe("for machines", () => {
  test("our JSON and the official tool's", async () => {
    const ours = await lintOf(shops, ["--json"]);
    expect(JSON.parse(ours.out)).toMatchObject({
      levels: { info: 1, warning: 1, error: 2, fatal: 0 },
      fileCount: 2,
      findings: [{ counter: "Sanity_MissingOrEmpty_typeOf", line: 4 }, {}, {}, {}],
    });
    expect(ours.code).toBe(1);
    const official = await lintOf(shops, ["--report-json"]);
    expect(JSON.parse(official.out)).toMatchObject({
      levelSummary: { LEVEL_ERROR: { counters: { Sanity_MissingOrEmpty_typeOf: "1" } } },
      entries: [{ location: { file: "places.mcf", lineNumber: "4" } }, {}, {}, {}],
    });
  });

  test("CSV", async () => {
    const { out } = await lintOf(shops, ["--csv", "--level", "error"]);
    expect(out).toBe(
      "level,counter,file,line,message\n" +
        "error,Sanity_MissingOrEmpty_typeOf,./places.mcf,4,node 'shop/2' has no typeOf\n" +
        "error,Existence_MissingReference_observationAbout,./sales.csv,3," +
        "\"observationAbout of observations refers to 'shop/3', which nothing describes\"\n",
    );
  });
});

describe("levels", () => {
  const warned = { "sales.csv": shops["sales.csv"] };

  test("choose what is shown and what fails", async () => {
    const { code, out } = await lintOf(shops, ["--level", "warning", "--fail-on", "never"]);
    expect(code).toBe(0);
    expect(out).not.toContain("Graph_NotLoaded");
    expect(out).toContain("2 errors, 1 warning, 1 info in 2 files");
    expect((await lintOf(warned)).code).toBe(0);
    expect((await lintOf(warned, ["--fail-on", "warning"])).code).toBe(1);
  });

  test("of sources without findings", async () => {
    const { code, out } = await lintOf({ "a.mcf": "# nothing yet\n" });
    expect([code, out]).toEqual([0, "nothing found in 1 file of 0 nodes and rows\n"]);
  });
});

test("sources beside are referred to and decide nothing", async () => {
  const own = {
    "own.mcf": "Node: dcid:shop/1\ntypeOf: dcid:Shop\nnear: dcid:shop/2\n",
    "own.csv": "entity,variable,date,value\nshop/1,Sales,2024,10\n",
  };
  const lintBeside = async (texts: Texts, argv: readonly string[] = []): Promise<Ran> =>
    await withFolder(texts, (folder) => lintOf(own, ["--with", folder, ...argv]));
  const { code, out } = await lintBeside(shops, ["--fail-on", "info", "--level", "warning"]);
  expect(out).toBe(
    "1 info in 2 files of 2 nodes and rows\n2 files loaded with --with or --schema and not checked\n",
  );
  expect(code).toBe(1);
  expect((await lintBeside(shops)).code).toBe(0);
  const broken = await lintBeside({ "b.mcf": "Node: dcid:shop/2\nno colon\nname: x\n" });
  expect(broken.out).toMatch(
    /1 file loaded with --with or --schema and not checked; loading found 1 error there\n$/,
  );
  expect(broken.code).toBe(0);
  for (const form of ["--csv", "--report-json"]) {
    const { out: report, err } = await lintBeside(
      { "b.mcf": "Node: dcid:b\nno colon\nname: x\n" },
      [form],
    );
    expect(report).not.toContain("MalformedColon");
    expect(err).toMatch(/^1 file loaded with --with .* loading found 1 error there\n$/);
  }
  const json = JSON.parse((await lintBeside(shops, ["--json"])).out);
  expect(json.others).toEqual({
    fileCount: 2,
    levels: { info: 0, warning: 0, error: 0, fatal: 0 },
  });
});

test.each([
  [["--level", "loud"], /^error: .* Allowed choices are info, warning, error, fatal\.\n$/],
  [
    ["--fail-on", "x"],
    /^error: .*'--fail-on <level>'.* Allowed choices are info, warning, error, fatal, never\./,
  ],
  [["--examples", "-1"], /^error: --examples is a number from 0 to 999999, not "-1"\n$/],
  [["-w", "/nowhere.mcf"], /^error: \/nowhere\.mcf: cannot be read/],
])("mistakes are one line and exit code 2: %j", async (argv, message) => {
  const { code, out, err } = await lintOf(shops, argv);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(message);
});

test("a file that cannot be read is a finding, in JSON too, and the others are checked", async () => {
  const texts = { ...shops, "a.csv": 'entity,variable,date,value\n"open' };
  const { code, out } = await lintOf(texts, ["--json"]);
  const report = JSON.parse(out);
  const files = report.findings.map(({ file }: { readonly file?: string }) => file ?? "");
  expect(files).toContainEqual(expect.stringContaining("a.csv"));
  expect(files).toContainEqual(expect.stringContaining("places.mcf"));
  expect(code).toBe(1);
});

const damaged = 'entity,variable,date,value\r\na,V,2020,"1,200"\r\n';
const sound = "entity,variable,date,value\na,V,2020,1200\n";

describe("lint --fix", () => {
  test("writes the files, and reports what is left", async () => {
    await withFolder({ "o.csv": damaged, "p.csv": sound.replace("a,", "b,") }, async (folder) => {
      const path = join(folder, "o.csv");
      const { out, err, code } = await run(["lint", folder, "--fix", "--level", "warning"]);
      expect(readFileSync(path, "utf8")).toBe(sound);
      expect(err).toBe(`fixed: ${path}\n`);
      expect([out.split("\n")[0], code]).toEqual([
        expect.stringContaining("1 info in 2 files of 2 nodes and rows"),
        0,
      ]);
      const again = await run(["lint", folder, "--fix"]);
      expect(again.err).toBe("nothing to fix\n");
    });
  });

  test("with --dry-run prints the differences, and writes nothing", async () => {
    await withFolder({ "o.csv": damaged }, async (folder) => {
      const path = join(folder, "o.csv");
      const { out, err, code } = await run(["lint", folder, "--fix", "--dry-run"]);
      expect(readFileSync(path, "utf8")).toBe(damaged);
      expect(out).toContain(`--- ${path}\n+++ ${path}\n@@ -1,2 +1,2 @@\n`);
      expect(out).toContain('-a,V,2020,"1,200"\r\n+entity,variable,date,value\n+a,V,2020,1200\n');
      expect(err).toBe("1 file would change; then there is: 1 info\n");
      expect(code).toBe(0);
      const json = await run(["lint", folder, "--fix", "--dry-run", "--json"]);
      const after = "entity,variable,date,value\na,V,2020,1200\n";
      expect(JSON.parse(json.out)).toEqual([{ path, before: damaged, after }]);
    });
  });

  test("is not for --dry-run alone, nor for what is no file", async () => {
    await withFolder({ "o.csv": damaged }, async (folder) => {
      const alone = await run(["lint", folder, "--dry-run"]);
      expect([alone.err, alone.code]).toEqual(["error: --dry-run is for --fix\n", 2]);
      expect(readFileSync(join(folder, "o.csv"), "utf8")).toBe(damaged);
    });
  });
});

describe("--strict", () => {
  const variables = ["V", "W"].map(
    (name) =>
      `Node: dcid:${name}\ntypeOf: dcs:StatisticalVariable\npopulationType: dcs:Of${name}\nmeasuredProperty: dcs:count\nstatType: dcs:measuredValue\n\n`,
  );
  const places = ["p/1", "p/2"].map(
    (dcid) => `Node: dcid:${dcid}\ntypeOf: dcs:City\nname: "${dcid}"\n\n`,
  );
  const data = (header: string, ...rows: string[]) => ({
    "a.mcf": [...variables, ...places].join(""),
    "o.csv": `${header},date,value\n${rows.join("\n")}\n`,
  });
  const codes = async (texts: Texts) =>
    await withFolder(texts, async (folder) => {
      const codeOf = async (...argv: string[]) => (await run(argv)).code;
      const saved = join(folder, "x.pocket");
      return [
        await codeOf("lint", folder),
        await codeOf("lint", folder, "--strict"),
        await codeOf("save", folder, "-o", saved, "--strict"),
        existsSync(saved),
      ];
    });

  test("fails for what became something else, and save writes nothing", async () => {
    const exchanged = data("variable,entity", "p/1,V,2020,1", "p/2,W,2020,1");
    expect(await codes(exchanged)).toEqual([0, 1, 2, false]);
    const misspelt = data("entity,variable", "p/1,V,2020,1", "p/2,VV,2020,1", "p/2,W,2020,1");
    expect(await codes(misspelt)).toEqual([0, 1, 2, false]);
  });

  test("fails for data that is left out: by the name of a file, or a template without its table", async () => {
    const sound = data("entity,variable", "p/1,V,2020,1", "p/2,W,2020,1");
    expect(await codes({ ...sound, "more.mfc": places[0]! })).toEqual([0, 1, 2, false]);
    const template =
      "Node: E:t->E0\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcs:V\nobservationAbout: C:t->p\nobservationDate: C:t->d\nvalue: C:t->v\n";
    expect(await codes({ ...sound, "t.tmcf": template })).toEqual([0, 1, 2, false]);
  });

  test("fails for a table in a sub-folder that a config does not reach", async () => {
    const { "o.csv": table, "a.mcf": nodes } = data(
      "entity,variable",
      "p/1,V,2020,1",
      "p/2,W,2020,1",
    );
    const sources = { S: { url: "https://s.org", provenances: { P: "https://s.org/p" } } };
    const config = { inputFiles: { "o.csv": { provenance: "P" } }, sources };
    const folder = { "config.json": JSON.stringify(config), "o.csv": table, "a.mcf": nodes };
    expect(await codes(folder)).toEqual([0, 0, 0, true]);
    expect(await codes({ ...folder, "more/p.csv": table })).toEqual([0, 1, 2, false]);
  });

  test("passes what is right, and odd values", async () => {
    const odd = data("entity,variable", "p/1,V,2020,1", "p/1,V,2021,900", "p/2,W,2020,1");
    expect(await codes(odd)).toEqual([0, 0, 0, true]);
  });
});
