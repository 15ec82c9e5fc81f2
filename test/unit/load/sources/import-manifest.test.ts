/** Folders with the official manifest of imports. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { onDisk } from "../../../../src/disk/disk-tree.ts";
import { load } from "../../../../src/load/load.ts";
import { loadTexts, withFolder } from "../load-texts.ts";
import { RecordingSink } from "../recording-sink.ts";

const templateEnding = `Node: E:T->E
typeOf: dcs:StatVarObservation
variableMeasured: dcid:V
observationAbout: C:T->place
observationDate: C:T->date
value: C:T->value
`;
const table = (date: string) => `place,date,value\ndcid:e,${date},1\n`;
const specification = (name: string, ...inputs: object[]) => ({
  import_name: name,
  curator_emails: ["someone@example.org"],
  provenance_url: `https://example.org/${name.trim()}`,
  provenance_description: `About ${name}.`,
  scripts: ["process.py"],
  import_inputs: inputs,
  cron_schedule: "0 3 * * 1",
});
const manifest = (...specifications: object[]) => ({
  "manifest.json": JSON.stringify({ import_specifications: specifications }),
});
const found = ({ observations }: RecordingSink) =>
  observations.map(({ date, provenance }) => `${date} ${provenance}`);

describe("imports", () => {
  test("are read with their templates, tables and nodes, and have their provenance", async () => {
    const input = { template_mcf: "o.tmcf", cleaned_csv: "out/o.csv", node_mcf: "n.mcf" };
    const { sink, diagnostics } = await loadTexts({
      ...manifest(specification("Survey", input)),
      "o.tmcf": templateEnding,
      "out/o.csv": table("2020"),
      "n.mcf": "Node: dcid:V\ntypeOf: dcs:StatisticalVariable\n",
    });
    expect(diagnostics).toEqual([]);
    expect(found(sink)).toEqual(["2020 dc/base/Survey"]);
    expect(sink.lines).toEqual([
      "V typeOf StatisticalVariable",
      'dc/base/Survey description "About Survey."',
      'dc/base/Survey name "Survey"',
      "dc/base/Survey typeOf Provenance",
      'dc/base/Survey url "https://example.org/Survey"',
    ]);
    const ofVariable = sink.triples.find(({ subject }) => subject === "V");
    expect(ofVariable?.provenance).toBe("dc/base/Survey");
  });

  test("name the nearest file for one that is not there, with the line of the manifest", async () => {
    const texts = (input: object) => ({
      "manifest.json": JSON.stringify(
        { import_specifications: [specification("A", input)] },
        null,
        1,
      ),
      "libraries.tmcf": templateEnding,
      "libraries.csv": table("2020"),
      "n.mcf": "Node: dcid:V\ntypeOf: dcs:StatisticalVariable\n",
    });
    const of = async (input: object) => {
      const loaded = await loadTexts(texts({ ...input, node_mcf: "n.mcf" }));
      const said = loaded.diagnostics.map((one, at) => `${one}: ${loaded.messages[at]}`);
      return [...found(loaded.sink), ...said];
    };
    // A table is not read by a template that the manifest does not name for it.
    expect(await of({ template_mcf: "library.tmcf", cleaned_csv: "libraries.csv" })).toEqual([
      "info Source_UnreadFile libraries.csv: is not read: manifest.json lists it with template_mcf 'library.tmcf', which is not there",
      "info Source_UnreadFile libraries.tmcf: is not read: manifest.json does not list it",
      "error Manifest_NoSuchFile manifest.json:15: template_mcf of import 'A' names 'library.tmcf', and there is no such file; the folder has 'libraries.tmcf'",
    ]);
    expect(await of({ template_mcf: "libraries.tmcf", cleaned_csv: "librarys.csv" })).toEqual([
      "info Source_UnreadFile libraries.csv: is not read: manifest.json does not list it",
      "info Source_UnreadFile libraries.tmcf: is not read: manifest.json lists it with cleaned_csv 'librarys.csv', which is not there",
      "error Manifest_NoSuchFile manifest.json:16: cleaned_csv of import 'A' names 'librarys.csv', and there is no such file; is 'libraries.csv' meant?",
    ]);
  });

  test("of one manifest keep their own provenances, and share a template", async () => {
    const { sink } = await loadTexts({
      ...manifest(
        specification("A", { template_mcf: "o.tmcf", cleaned_csv: "1.csv" }),
        specification("B", { template_mcf: "o.tmcf", cleaned_csv: "2.csv" }),
      ),
      "o.tmcf": templateEnding,
      "1.csv": table("2020"),
      "2.csv": table("2021"),
    });
    expect(found(sink)).toEqual(["2020 dc/base/A", "2021 dc/base/B"]);
  });

  test.each([
    ["a pattern", "out/*.csv", ["2020", "2021"]],
    ["a pattern across folders", "**/*.csv", ["2019", "2020", "2021"]],
    ["a pattern of the folder itself", "*.csv", ["2019"]],
    ["a list", ["out/1.csv", "z.csv"], ["2020", "2019"]],
    ["commas", "out/1.csv, out/2.csv", ["2020", "2021"]],
    ["a path from here", "./out/1.csv", ["2020"]],
  ])("name tables by %s", async (_name, cleaned, dates) => {
    const { sink, diagnostics } = await loadTexts({
      ...manifest(specification("A", { template_mcf: "o.tmcf", cleaned_csv: cleaned })),
      "o.tmcf": templateEnding,
      "out/1.csv": table("2020"),
      "out/2.csv": table("2021"),
      "z.csv": table("2019"),
    });
    expect(found(sink).sort()).toEqual(dates.map((date) => `${date} dc/base/A`).sort());
    expect(diagnostics.filter((line) => !line.startsWith("info Source_UnreadFile"))).toEqual([]);
  });

  test("read a table through each template that lists it and whose columns it has", async () => {
    const nodes = "Node: E:T->P\ntypeOf: dcs:City\ndcid: C:T->place\n";
    const { sink } = await loadTexts({
      ...manifest(
        specification(
          "A",
          { template_mcf: "o.tmcf", cleaned_csv: "1.csv" },
          { template_mcf: "p.tmcf", cleaned_csv: "1.csv" },
        ),
      ),
      "o.tmcf": templateEnding,
      "p.tmcf": nodes,
      "1.csv": table("2020"),
    });
    expect(found(sink)).toEqual(["2020 dc/base/A"]);
    expect(sink.lines).toContain("e typeOf City");
  });

  test("without a template name files that say themselves what they are", async () => {
    const { sink } = await loadTexts({
      ...manifest(specification("A", { cleaned_csv: "t.csv" })),
      "t.csv": "entity,variable,date,value\ne,V,2020,1\n",
    });
    expect(found(sink)).toEqual(["2020 dc/base/A"]);
  });

  test("below a folder of imports are read too", async () => {
    const input = { template_mcf: "o.tmcf", cleaned_csv: "o.csv" };
    const { sink } = await loadTexts({
      ...manifest(specification("Top", input)),
      "o.tmcf": templateEnding,
      "o.csv": table("2020"),
      "sub/manifest.json": manifest(specification("Sub", input))["manifest.json"],
      "sub/o.tmcf": templateEnding,
      "sub/o.csv": table("2021"),
    });
    expect(found(sink)).toEqual(["2020 dc/base/Top", "2021 dc/base/Sub"]);
  });
});

describe("what a manifest of imports cannot mean", () => {
  test("is reported, and the rest is read", async () => {
    const { sink, diagnostics, messages } = await loadTexts({
      ...manifest(
        specification("A", { template_mcf: "o.tmcf", cleaned_csv: "o.csv" }),
        specification("B", { template_mcf: "o.tmcf", cleaned_csv: "missing.csv" }),
        specification("C", { node_mcf: "none*.mcf" }, { node_mcf: 7 }),
        specification("D"),
        { import_inputs: [] },
      ),
      "o.tmcf": templateEnding,
      "o.csv": table("2020"),
      "raw.csv": "a,b\n1,2\n",
    });
    expect(found(sink)).toEqual(["2020 dc/base/A"]);
    expect(diagnostics).toEqual([
      "error Manifest_NoSuchFile manifest.json:1",
      "error Manifest_NoSuchFile manifest.json:1",
      "error Manifest_BadValue manifest.json",
      "info Manifest_NoInputs manifest.json",
      "error Manifest_NoImportName manifest.json",
      "info Manifest_NoInputs manifest.json",
      "info Source_UnreadFile raw.csv",
    ]);
    expect(messages[0]).toContain("import 'B' names 'missing.csv', and there is no such file");
  });

  test("leaves its folder to be read like any other, if nothing of it is there", async () => {
    const { sink, diagnostics } = await loadTexts({
      ...manifest(specification("A", { template_mcf: "out/a.tmcf", cleaned_csv: "out/a.csv" })),
      "o.tmcf": templateEnding,
      "o.csv": table("2020"),
    });
    expect(found(sink)).toEqual(["2020 dc/base/o"]);
    expect(diagnostics).toEqual(Array(2).fill("error Manifest_NoSuchFile manifest.json:1"));
  });

  test("is no input, if its tables are missing: the folder's own pair is read", async () => {
    const { sink, diagnostics } = await loadTexts({
      ...manifest(specification("A", { template_mcf: "o.tmcf", cleaned_csv: "out/missing.csv" })),
      "o.tmcf": templateEnding,
      "o.csv": table("2020"),
    });
    expect(found(sink)).toEqual(["2020 dc/base/o"]);
    expect(diagnostics).toEqual(["error Manifest_NoSuchFile manifest.json:1"]);
  });

  test.each(["../up.csv", "sub/../../up.csv", "../*.csv"])(
    "%s leaves the folder: it is refused unless that is allowed",
    async (path) => {
      const texts = {
        ...manifest(specification("A", { template_mcf: "o.tmcf", cleaned_csv: ["o.csv", path] })),
        "o.tmcf": templateEnding,
        "o.csv": table("2020"),
      };
      await withFolder({ "up.csv": table("2021") }, async (folder) => {
        const own = join(folder, "import");
        mkdirSync(own);
        for (const [name, text] of Object.entries(texts)) writeFileSync(join(own, name), text);
        const refused = new RecordingSink();
        const report = await load(onDisk(own), refused);
        expect(found(refused)).toEqual(["2020 dc/base/A"]);
        expect(report.diagnostics.counters).toMatchObject([
          { level: "error", counter: "Manifest_PathOutside", count: 1 },
        ]);
        const allowed = new RecordingSink();
        const { diagnostics } = await load(onDisk(own), allowed, { allowOutside: true });
        expect(found(allowed).sort()).toEqual(["2020 dc/base/A", "2021 dc/base/A"]);
        expect(diagnostics.counters).toEqual([]);
      });
    },
  );

  test.each(["gs://bucket/o.csv", "https://example.org/o.csv"])(
    "%s is no file of this machine, whatever is allowed",
    async (path) => {
      const { diagnostics } = await loadTexts(
        {
          ...manifest(specification("A", { template_mcf: "o.tmcf", cleaned_csv: ["o.csv", path] })),
          "o.tmcf": templateEnding,
          "o.csv": table("2020"),
        },
        { allowOutside: true },
      );
      expect(diagnostics).toEqual(["error Manifest_PathOutside manifest.json:1"]);
    },
  );

  test("says it where nothing else can be read", async () => {
    const texts = manifest(specification("A", { cleaned_csv: "out/a.csv" }));
    await expect(loadTexts(texts)).rejects.toThrow(/manifest\.json.*'out\/a\.csv'.*no such file/);
  });
});

describe("mistakes of an import are reported", () => {
  const told = async (specifications: unknown[]) => {
    const { diagnostics, messages } = await loadTexts({
      "manifest.json": JSON.stringify({ import_specifications: specifications }),
      "o.tmcf": templateEnding,
      "o.csv": table("2020"),
    });
    return diagnostics.map((line, at) => `${line}: ${messages[at]}`);
  };
  const input = { template_mcf: "o.tmcf", cleaned_csv: "o.csv" };
  const good = specification("A", input);

  test.each([
    [
      "no name",
      { import_inputs: [] },
      "error Manifest_NoImportName",
      "an import has no import_name",
    ],
    ["a name of blanks", { import_name: " " }, "error Manifest_NoImportName", "an import has no"],
    ["a text", "A", "error Manifest_NoImportName", "an import has no import_name"],
    ["null", null, "error Manifest_NoImportName", "an import has no import_name"],
    ["a list", [[]], "error Manifest_NoImportName", "an import has no import_name"],
    [
      "no inputs",
      specification("B"),
      "info Manifest_NoInputs",
      "import 'B' lists no import_inputs",
    ],
    [
      "a path that is a number",
      specification("B", { cleaned_csv: [1] }),
      "error Manifest_BadValue",
      "expected a path as cleaned_csv",
    ],
    [
      "a path of another machine",
      specification("B", { node_mcf: "gs://b/n.mcf" }),
      "error Manifest_PathOutside",
      "node_mcf 'gs://b/n.mcf' is not read: only files of this machine are read",
    ],
    [
      "a path above",
      specification("B", { template_mcf: "../t.tmcf" }),
      "error Manifest_PathOutside",
      "template_mcf '../t.tmcf' is not read: it leads out of the folder, which the option allowOutside allows",
    ],
    [
      "the same table",
      specification("B", input),
      "warning Manifest_DoubledInput",
      "o.csv' is an input of two imports; it is read for 'A' only",
    ],
  ])("%s", async (_what, other, counter, message) => {
    const found = await told([good, other]);
    expect(found).toContainEqual(expect.stringContaining(`${counter} manifest.json`));
    expect(found).toContainEqual(expect.stringContaining(message));
  });

  test("a table that one import lists twice is no mistake", async () => {
    expect(await told([specification("A", input, input)])).toEqual([]);
  });

  test("a path has no blanks around it, and nothing between two commas", async () => {
    expect(await told([specification(" A ", { ...input, cleaned_csv: " o.csv ,, " })])).toEqual([]);
  });
});

describe("misspelt keys are reported with their line and the key that is meant", () => {
  const told = async (from: string, to: string) => {
    const inputs = [{ template_mcf: "o.tmcf", cleaned_csv: "o.csv" }, { node_mcf: "n.mcf" }];
    const text = JSON.stringify(
      { import_specifications: [specification("A", ...inputs)] },
      null,
      1,
    );
    const { diagnostics, messages } = await loadTexts({
      "manifest.json": text.replace(`"${from}"`, `"${to}"`),
      "o.tmcf": templateEnding,
      "o.csv": table("2020"),
      "n.mcf": "Node: dcid:V\ntypeOf: dcs:StatisticalVariable\n",
    });
    return diagnostics.map((one, at) => `${one}: ${messages[at]}`);
  };
  const misspelt = (line: number, key: string, meant: string) =>
    `warning Manifest_UnknownKey manifest.json:${line}: the key '${key}' is not read; is '${meant}' meant?`;

  test.each([
    ["import_name", "importname", 4],
    ["provenance_url", "provenance_ur", 8],
    ["provenance_description", "provenance_desciption", 9],
    ["import_inputs", "import_input", 13],
    ["template_mcf", "template_mfc", 15],
    ["cleaned_csv", "clean_csv", 16],
    ["node_mcf", "node_mfc", 19],
  ])("%s as %s", async (meant, key, line) => {
    expect(await told(meant, key)).toContain(misspelt(line, key, meant));
  });

  test("a template whose tables have no key is an error", async () => {
    expect(await told("cleaned_csv", "clean_csv")).toContain(
      "error Manifest_NoTable manifest.json:15: import 'A' has template_mcf 'o.tmcf' without a cleaned_csv",
    );
  });

  test("keys for the service that runs imports are none", async () => {
    expect(await told("cron_schedule", "source_files")).toEqual([]);
  });

  test("import_specifications itself", async () => {
    const found = await told("import_specifications", "import_specification");
    expect(found[0]).toMatch(/^error .*is 'import_specifications' meant\?$/);
  });
});

test("a path in a wrong folder is answered with the file of its name", async () => {
  const { messages } = await loadTexts({
    ...manifest(specification("A", { template_mcf: "o.tmcf", cleaned_csv: "data/o.csv" })),
    "o.tmcf": templateEnding,
    "o.csv": table("2020"),
    "other.csv": "a,b\n1,2\n",
  });
  expect(messages.join()).toMatch(
    /names 'data\/o\.csv', and there is no such file; the folder has 'o\.csv'/,
  );
});

test("a pattern means no hidden files and no packages, and its files in order", async () => {
  const { sink } = await loadTexts({
    ...manifest(specification("A", { template_mcf: "o.tmcf", cleaned_csv: "./out//**/*.csv" })),
    "o.tmcf": templateEnding,
    "out/b.csv": table("2022"),
    "out/a/1.csv": table("2021"),
    "out/.hidden.csv": table("1991"),
    "out/a/.hidden/1.csv": table("1992"),
    "out/node_modules/1.csv": table("1993"),
    "out/a/node_modules/1.csv": table("1994"),
    "outer.csv": table("1995"),
  });
  expect(found(sink)).toEqual(["2021 dc/base/A", "2022 dc/base/A"]);
});

test("of a folder that is not there a pattern means nothing", async () => {
  const { diagnostics } = await loadTexts({
    ...manifest(specification("A", { template_mcf: "o.tmcf", cleaned_csv: ["no/*.csv", "o.csv"] })),
    "o.tmcf": templateEnding,
    "o.csv": table("2020"),
  });
  expect(diagnostics).toEqual(["error Manifest_NoSuchFile manifest.json:1"]);
});
