/** Which files are read, as what, and whose they are. */
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { onDisk } from "../../../src/disk/disk-tree.ts";
import { load } from "../../../src/load/load.ts";
import { loadTexts, type Texts, withFolder } from "./load-texts.ts";
import { RecordingSink } from "./recording-sink.ts";

const mcf = (dcid: string): string => `Node: dcid:${dcid}\nname: "n"`;

/** Subjects in the order in which they were loaded. */
const subjectsOf = async (texts: Texts, sources?: readonly string[]): Promise<string[]> =>
  (await loadTexts(texts, {}, sources)).sink.triples.map(({ subject }) => subject);

describe("sources", () => {
  const texts = {
    "b.mcf": mcf("b"),
    "a/z.mcf": mcf("a/z"),
    "a/a.mcf": mcf("a/a"),
    "a.MCF": mcf("a"),
    "ä.mcf": mcf("ä"),
    "a/.hidden.mcf": mcf("hidden"),
    ".hidden/x.mcf": mcf("hidden"),
  };

  test("a folder is read with its subfolders, in byte order of the path", async () => {
    expect(await subjectsOf(texts)).toEqual(["a", "a/a", "a/z", "b", "ä"]);
  });

  test("a list is read in its order, each file once", async () => {
    const sources = ["b.mcf", "a", "a/z.mcf", "b.mcf", "."];
    expect(await subjectsOf(texts, sources)).toEqual(["b", "a/a", "a/z", "a", "ä"]);
  });

  test("links are followed, but not in circles", async () => {
    await withFolder({ "a/a.mcf": mcf("a") }, async (folder) => {
      symlinkSync(folder, join(folder, "a", "up"));
      symlinkSync(join(folder, "a"), join(folder, "b"));
      const sink = new RecordingSink();
      const { fileCount } = await load(onDisk(folder), sink);
      expect(fileCount).toBe(2);
      expect(sink.lines).toEqual(['a name "n"']);
    });
  });

  test("unknown files of a folder are reported", async () => {
    const { diagnostics, sink } = await loadTexts({
      "a.mcf": mcf("a"),
      "b.txt": "?",
      "c.csv": "some,columns\n1,2",
      "d.csv": "entity,variable,date,value,other\n",
      "e.csv": "entity,entity,variable,date,value\n",
      "f.csv": "",
      "g.tsv.gz": gzipSync("entity\tvariable\n"),
      "manifest.json": "{}",
    });
    expect(sink.lines).toEqual(['a name "n"']);
    expect(diagnostics).toEqual([
      "info Source_UnrecognisedFile b.txt",
      ...["c.csv", "d.csv", "e.csv", "f.csv", "g.tsv.gz", "manifest.json"].map(
        (name) => `error Source_UnrecognisedFile ${name}`,
      ),
    ]);
  });

  test.each([
    ["a.csv", "entity,variable,dat,value\n"],
    ["a.tsv", "entity\tvariable\tdate\tvalue\n"],
    ["manifest.json", '{"graphs": [{"file": "a.mcf"}]}'],
    ["manifest.json", "[]"],
  ])("a strict load does not leave out %s silently", async (name, text) => {
    const loading = loadTexts({ "b.mcf": mcf("b"), [name]: text }, { strict: true });
    await expect(loading).rejects.toMatchObject({ code: "LOAD" });
    await expect(loading).rejects.toThrow(`${name}: `);
  });

  test("a strict load leaves out other files", async () => {
    const texts = { "b.mcf": mcf("b"), "README.md": "", "c.json": "{}", "d.txt": "x" };
    const { diagnostics } = await loadTexts(texts, { strict: true });
    expect(diagnostics).toEqual(
      ["README.md", "c.json", "d.txt"].map((name) => `info Source_UnrecognisedFile ${name}`),
    );
  });

  test.each([
    ["no source", {}, []],
    ["a file that is not there", {}, ["nope.mcf"]],
    ["a named file of no known kind", { "a.txt": "?" }, ["a.txt"]],
    ["a named CSV with unknown columns", { "a.csv": "x,y\n" }, ["a.csv"]],
    ["an empty folder", {}, ["."]],
    ["a folder with nothing to load", { "a.txt": "?", "a.tmcf": "" }, ["."]],
    ["one folder of two with nothing to load", { "a/a.mcf": mcf("a"), "b/b.txt": "" }, ["a", "b"]],
    ["a template alone", { "a.tmcf": "Node: E:T->E\nname: a" }, ["a.tmcf"]],
    ["something that is neither", {}, ["/dev/null"]],
  ])("%s is an error", async (_name, texts: Texts, sources: readonly string[]) => {
    const code = "LOAD";
    if (sources[0] === "/dev/null") {
      await expect(load(onDisk(...sources), new RecordingSink())).rejects.toMatchObject({ code });
    } else await expect(loadTexts(texts, {}, sources)).rejects.toMatchObject({ code });
  });

  test("a socket in a folder is not read", async () => {
    await withFolder({ "a.mcf": mcf("a") }, async (folder) => {
      const server = createServer().listen(join(folder, "b.mcf"));
      await once(server, "listening");
      const sink = new RecordingSink();
      const { diagnostics } = await load(onDisk(folder), sink);
      server.close();
      expect(sink.lines).toEqual(['a name "n"']);
      expect(diagnostics.counters).toMatchObject([
        { counter: "Source_UnrecognisedFile", count: 1 },
      ]);
    });
  });

  test("a broken link is an error", async () => {
    await withFolder({ "a.mcf": mcf("a") }, async (folder) => {
      symlinkSync("nowhere", join(folder, "b.mcf"));
      await expect(load(onDisk(folder), new RecordingSink())).rejects.toThrow(
        /b\.mcf: cannot be read/,
      );
    });
  });

  test("a folder named like a file is a folder", async () => {
    await withFolder({ "x.mcf/a.mcf": mcf("a") }, async (folder) => {
      mkdirSync(join(folder, "empty.mcf"));
      const sink = new RecordingSink();
      await load(onDisk(folder), sink);
      expect(sink.lines).toEqual(['a name "n"']);
    });
  });
});

describe("templates", () => {
  const template = (property: string): string =>
    `Node: E:T->E\ndcid: C:T->entity\n${property}: yes`;
  const table = "entity,variable,date,value\nx,v,2020,1";

  test("of the same name come first, then the header, then a folder's only template", async () => {
    const { sink, diagnostics } = await loadTexts({
      "1/a.tmcf": template("one"),
      "1/a.csv": table,
      "1/b.csv": table,
      "1/c.csv": "entity\ny",
      "2/d.csv": table,
    });
    expect(sink.lines).toEqual(['x one "yes"', 'y one "yes"']);
    expect(sink.observations.map(({ provenance }) => provenance)).toEqual([
      "dc/base/b",
      "dc/base/d",
    ]);
    expect(diagnostics).toEqual(["info CSV_UnreadColumns 1/a.csv:1"]);
  });

  test("and their tables may be compressed", async () => {
    const { sink } = await loadTexts({
      "a.tmcf.gz": gzipSync(template("one")),
      "a.TSV.gz": gzipSync("entity\tname\nx\ty"),
      "b.csv.gz": gzipSync("entity,variable,date,value\nE,V,2020,1"),
    });
    expect(sink.lines).toEqual(['x one "yes"']);
    expect(sink.observations).toMatchObject([{ entity: "E", provenance: "dc/base/b" }]);
  });

  test("two others are of no use, which is reported", async () => {
    const { sink, diagnostics } = await loadTexts({
      "a.tmcf": template("one"),
      "b.tmcf": template("two"),
      "c.csv": "entity\ny",
      "b.csv": "entity\nz",
    });
    expect(sink.lines).toEqual(['z two "yes"']);
    expect(diagnostics).toEqual([
      "warning Source_UnusedTemplate a.tmcf",
      "error Source_UnrecognisedFile c.csv",
    ]);
  });

  test("named ones serve named tables of other folders", async () => {
    const texts = {
      "t/a.tmcf": template("one"),
      "d/b.csv": "entity\ny",
    };
    const { sink } = await loadTexts(texts, {}, ["d/b.csv", "t/a.tmcf"]);
    expect(sink.lines).toEqual(['y one "yes"']);
  });
});

describe("a table of no known kind", () => {
  const observations =
    "an observation table has entity, variable, date, value and may have provenance, import_name, ";
  const triples =
    "a triple table has subject_id, predicate, object_id, object_value and may have provenance; ";

  const messageOf = async (texts: Texts): Promise<string | undefined> =>
    (await loadTexts({ ...texts, "z.mcf": mcf("z") })).messages.at(-1);

  test("says in a folder what it has and what the nearest form is", async () => {
    const message = await messageOf({ "misspelt.csv": "entity,variable,dat,value\n" });
    const found = "is of no known kind: its columns are 'entity, variable, dat, value'; ";
    const nearest = "for an observation table missing: 'date', surplus: 'dat'; ";
    expect(message?.startsWith(`${found}${nearest}${triples}${observations}`)).toBe(true);
    const partner = "; a table for a template is loaded together with its .tmcf";
    const cure = '; "npx pocket-commons import misspelt.csv" proposes what its columns hold';
    expect(message?.endsWith(partner + cure)).toBe(true);
  });

  test("says the same if it is named", async () => {
    const texts = { "misspelt.csv": "entity,variable,dat,value\n" };
    const loading = loadTexts(texts, {}, ["misspelt.csv"]);
    await expect(loading).rejects.toThrow(
      /misspelt\.csv: is of no known kind: its columns are 'entity, variable, dat, value'; for an/,
    );
    const inFolder =
      /^\S+: there is nothing to load: \S+misspelt\.csv is of no known kind: its col/;
    await expect(loadTexts(texts)).rejects.toThrow(inFolder);
  });

  test.each([
    ["subject_id,predicate,object_id,x\n", "a triple table missing: 'object_value', surplus: 'x'"],
    ["date,entity,variable,date,value", "an observation table doubled: 'date'"],
    ["a,b\n", "its columns are 'a, b'; a triple table has"],
    ["\n", "its columns are ''; a triple table has"],
    ["", "is of no known kind: it is empty;"],
    ['entity,variable,date,value,"x\n', "its header has a quote that never ends"],
    [`a${",b".repeat(64)}\n`, "it has more than 64 columns"],
    [Buffer.from("entity,variable\n", "utf16le"), "it holds a NUL byte, .*; perhaps UTF-16"],
  ])("%j: %s", async (text, expected) => {
    expect(await messageOf({ "a.csv": text })).toMatch(new RegExp(expected));
  });

  test("is not read as a dump table if it is a .tsv", async () => {
    const message = await messageOf({ "a.tsv": "entity\tvariable\tdate\tvalue\n" });
    expect(message).toMatch(
      /a \.tsv is read through a template, or with the option columns; a table for a template is/,
    );
  });

  test("names the command for it as a shell takes it", async () => {
    const message = await messageOf({ "my towns.csv": "a,b\n" });
    expect(message).toMatch(/; "npx pocket-commons import 'my towns\.csv'" proposes what its/);
  });

  test("does not flood a message with its header", async () => {
    const message = await messageOf({ "a.csv": `${"x".repeat(100_000)},entity\n` });
    expect(message?.length).toBeLessThan(1_000);
  });
});

describe("partners that are missing", () => {
  const template = "Node: E:T->E\ndcid: C:T->entity\nname: yes";

  test("a table and two templates, none of which has its name or columns", async () => {
    const loading = loadTexts({ "a.tmcf": template, "b.tmcf": template, "c.csv": "other\ny" });
    await expect(loading).rejects.toThrow(
      /c\.csv is of no known kind: .*; none of the templates 'a\.tmcf', 'b\.tmcf' has its name, 'c\.tmcf', or speaks of its columns only; "npx pocket-commons import \S+c\.csv" proposes/,
    );
  });

  test("a named table and named templates of another folder", async () => {
    const names = Array.from({ length: 7 }, (_, index) => `t/${index}.tmcf`);
    const texts = Object.fromEntries(names.map((name) => [name, template]));
    const loading = loadTexts({ ...texts, "c.csv": "other\ny" }, {}, ["c.csv", ...names]);
    await expect(loading).rejects.toThrow(/'0\.tmcf', .*'4\.tmcf' and 2 more has its name/);
  });

  test("a template alone", async () => {
    const problem = /a\.tmcf is a template without a table; expected 'a\.csv' in the same folder$/;
    await expect(loadTexts({ "a.tmcf": template, "b.txt": "" })).rejects.toThrow(problem);
    await expect(loadTexts({ "a.tmcf": template }, {}, ["a.tmcf"])).rejects.toThrow(problem);
    const { messages } = await loadTexts({ "a.tmcf": template, "b.mcf": mcf("b") });
    expect(messages).toEqual([
      "is a template without a table; expected 'a.csv' in the same folder",
    ]);
  });
});

describe("manifests", () => {
  const manifest = JSON.stringify({
    graph: [
      { file: "g/a.mcf", provenanceId: "dc/base/A" },
      { file: "g/none.mcf", provenanceId: "" },
      { file: "g/open.mcf" },
    ],
    observations: "o.csv",
    facets: "facets.csv",
    triples: 3,
  });
  const texts = {
    "manifest.json": manifest,
    "g/a.mcf": `Context:\nimportName: "Other"\n${mcf("a")}`,
    "g/none.mcf": mcf("none"),
    "g/open.mcf": mcf("open"),
    "g/more.mcf": mcf("more"),
    "o.csv": "entity,variable,date,value\nx,v,2020,1",
    "facets.csv": "x",
  };

  test("say exactly what is loaded and whose it is", async () => {
    const { sink, diagnostics } = await loadTexts(texts, { provenance: "mine" });
    expect(sink.triples.map(({ subject, provenance }) => [subject, provenance])).toEqual([
      ["a", "dc/base/A"],
      ["none", "mine"],
      ["open", "mine"],
    ]);
    expect(sink.observations.map(({ provenance }) => provenance)).toEqual(["mine"]);
    expect(diagnostics).toEqual([]);
  });

  test("may say that a file has no provenance", async () => {
    const { sink } = await loadTexts(texts);
    expect(sink.triples.map(({ provenance }) => provenance)).toEqual([
      "dc/base/A",
      "",
      "dc/base/open",
    ]);
  });

  test("report each key that nothing reads, once", async () => {
    const stray = '{"graph": [{"file": "g/a.mcf"}], "observation": "o.csv", "__proto__": 1}';
    const { diagnostics, messages } = await loadTexts({ ...texts, "manifest.json": stray }, {}, [
      ".",
      ".",
    ]);
    expect(diagnostics).toEqual([
      "info Source_UnreadFile facets.csv",
      "warning Source_UnknownManifestKey manifest.json",
      "warning Source_UnknownManifestKey manifest.json",
      "info Source_UnreadFile o.csv",
    ]);
    expect(messages[1]).toMatch(/'observation' is not read; .* graph, observations, templates$/);
    expect(messages[2]).toMatch(/'__proto__'/);
  });

  test("may describe their data", async () => {
    const keys = { world: "w", triples: 1, observation_rows: 1, distractors: [] };
    const text = JSON.stringify({ ...keys, facets: "facets.csv", observations: "o.csv" });
    const { diagnostics } = await loadTexts({ ...texts, "manifest.json": text });
    expect(diagnostics).toEqual([]);
  });

  test("of something else are reported with their keys", async () => {
    const { diagnostics, messages } = await loadTexts({
      "w/a.mcf": mcf("a"),
      "w/manifest.json": '{"graphs": []}',
    });
    expect(diagnostics).toEqual(["error Source_UnrecognisedFile w/manifest.json"]);
    expect(messages[0]).toMatch(/by the keys graph, observations, templates; found 'graphs'$/);
  });

  test("say why a file is not an observation table", async () => {
    const loadOf = (table: string) =>
      loadTexts({ "manifest.json": '{"observations": "o.csv"}', "o.csv": table });
    await expect(loadOf("entity,value\n")).rejects.toThrow(
      /o\.csv: is not the observation table that its manifest names: its columns are 'entity, value'/,
    );
    await expect(loadOf("subject_id,predicate,object_id,object_value\n")).rejects.toThrow(
      /that its manifest names: it is a triple table$/,
    );
  });

  test("count in subfolders as well", async () => {
    const inFolder = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [`w/${name}`, text]),
    );
    const subjects = await subjectsOf({ ...inFolder, "x.mcf": mcf("x") });
    expect(subjects).toEqual(["a", "none", "open", "x"]);
  });

  test.each([
    ["no JSON", "{"],
    ["a graph that is not a list", '{"graph": {}}'],
    ["an entry that is no file", '{"graph": [1]}'],
    ["a file that is not there", '{"graph": [{"file": "nope.mcf"}]}'],
    ["a file outside of the folder", '{"graph": [{"file": "../a.mcf"}]}'],
    ["a file outside of the folder, hidden", '{"graph": [{"file": "g/../../a.mcf"}]}'],
    ["an absolute path", '{"graph": [{"file": "/etc/passwd"}]}'],
    ["a provenance that is not a text", '{"graph": [{"file": "g/a.mcf", "provenanceId": 1}]}'],
    ["observations that are none", '{"observations": "facets.csv"}'],
    ["nothing", '{"graph": []}'],
  ])("%s is an error", async (_name, text) => {
    const loading = loadTexts({ ...texts, "manifest.json": text });
    await expect(loading).rejects.toMatchObject({ code: "LOAD" });
  });
});

describe("provenance", () => {
  test.each([
    ["the file's stem by default", {}, "dc/base/a.b"],
    ["the option", { provenance: "dc/base/mine" }, "dc/base/mine"],
  ])("%s", async (_name, options, provenance) => {
    const { sink } = await loadTexts({ "x/a.b.mcf": mcf("a") }, options);
    expect(sink.triples.map((triple) => triple.provenance)).toEqual([provenance]);
  });
});
