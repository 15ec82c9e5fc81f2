/** Which files are read, as what, and whose they are. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { load } from "../../../src/load/index.ts";
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
      const { files } = await load([folder], sink);
      expect(files).toBe(2);
      expect(sink.lines).toEqual(['a name "n"']);
    });
  });

  test("unknown files of a folder are told", async () => {
    const { diagnostics, sink } = await loadTexts({
      "a.mcf": mcf("a"),
      "b.txt": "?",
      "c.csv": "some,columns\n1,2",
      "d.csv": "entity,variable,date,value,other\n",
      "e.csv": "entity,entity,variable,date,value\n",
      "f.csv": "",
      "manifest.json": "{}",
    });
    expect(sink.lines).toEqual(['a name "n"']);
    expect(diagnostics).toEqual(
      ["b.txt", "c.csv", "d.csv", "e.csv", "f.csv", "manifest.json"].map(
        (name) => `info Source_UnrecognisedFile ${name}`,
      ),
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
    const kind = "load";
    if (sources[0] === "/dev/null") {
      await expect(load([...sources], new RecordingSink())).rejects.toMatchObject({ kind });
    } else await expect(loadTexts(texts, {}, sources)).rejects.toMatchObject({ kind });
  });

  test("a broken link is an error", async () => {
    await withFolder({ "a.mcf": mcf("a") }, async (folder) => {
      symlinkSync("nowhere", join(folder, "b.mcf"));
      await expect(load([folder], new RecordingSink())).rejects.toThrow(/b\.mcf: cannot be read/);
    });
  });

  test("a folder named like a file is a folder", async () => {
    await withFolder({ "x.mcf/a.mcf": mcf("a") }, async (folder) => {
      mkdirSync(join(folder, "empty.mcf"));
      const sink = new RecordingSink();
      await load([folder], sink);
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
    expect(diagnostics).toEqual([]);
  });

  test("two others serve nobody, which is told", async () => {
    const { sink, diagnostics } = await loadTexts({
      "a.tmcf": template("one"),
      "b.tmcf": template("two"),
      "c.csv": "entity\ny",
      "b.csv": "entity\nz",
    });
    expect(sink.lines).toEqual(['z two "yes"']);
    expect(diagnostics).toEqual([
      "warning Source_UnusedTemplate a.tmcf",
      "info Source_UnrecognisedFile c.csv",
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
      ["none", ""],
      ["open", "mine"],
    ]);
    expect(sink.observations.map(({ provenance }) => provenance)).toEqual(["mine"]);
    expect(diagnostics).toEqual([]);
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
    ["a graph that is no list", '{"graph": {}}'],
    ["an entry that is no file", '{"graph": [1]}'],
    ["a file that is not there", '{"graph": [{"file": "nope.mcf"}]}'],
    ["a file outside of the folder", '{"graph": [{"file": "../a.mcf"}]}'],
    ["a file outside of the folder, hidden", '{"graph": [{"file": "g/../../a.mcf"}]}'],
    ["an absolute path", '{"graph": [{"file": "/etc/passwd"}]}'],
    ["a provenance that is no text", '{"graph": [{"file": "g/a.mcf", "provenanceId": 1}]}'],
    ["observations that are none", '{"observations": "facets.csv"}'],
    ["nothing", '{"graph": []}'],
  ])("%s is an error", async (_name, text) => {
    const loading = loadTexts({ ...texts, "manifest.json": text });
    await expect(loading).rejects.toMatchObject({ kind: "load" });
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
