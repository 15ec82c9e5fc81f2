/** Files that cannot be read: each is one finding, and all others are checked. */
import { rmSync } from "node:fs";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { lint, open } from "../../../src/commons/with-files.ts";
import { type Texts, withFolder } from "../load/load-texts.ts";
import { lintTexts } from "./lint-texts.ts";

const header = "entity,variable,date,value\n";
const sound = "Node: dcid:a/1\ntypeOf: dcs:City\n";
const untyped = "Node: dcid:z/1\nname: x\n";
const template =
  "Node: E:t->E0\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcs:V\n" +
  "observationAbout: C:t->place\nobservationDate: C:t->date\nvalue: C:t->value\n";
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le");
const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");
const unreadable = "fatal Source_Unreadable";

/** The findings beside one about an untyped node, which must be found in any case. */
async function beside(texts: Texts): Promise<readonly string[]> {
  const { found } = await lintTexts({
    ...texts,
    "y.csv": `${header}q,W,2000,5\n`,
    "z.mcf": untyped,
  });
  const other = "error Sanity_MissingOrEmpty_typeOf z.mcf:1";
  expect(found).toContain(other);
  return found.filter((finding) => finding !== other && !finding.startsWith("info Graph"));
}

describe("a file that cannot be read is a finding, and the others are checked", () => {
  const config = {
    inputFiles: { "o.csv": { provenance: "P" } },
    sources: { S: { url: "https://s.org", provenances: { P: "https://p.org" } } },
  };
  test.each<[string, Texts, string]>([
    ["UTF-16", { "a.mcf": utf16(sound) }, "a.mcf:"],
    ["a table in UTF-16", { "a.csv": utf16(header) }, "a.csv:"],
    [
      "a header in Latin-1",
      { "a.tmcf": template, "a.csv": latin1("place,date,value,Größe\np,2000,1,1\n") },
      "a.csv:1",
    ],
    [
      "a header with an open quote",
      { "a.tmcf": template, "a.csv": 'place,date,"value\np,2000,1\n' },
      "a.csv:1",
    ],
    ["Turtle in Latin-1", { "a.ttl": latin1('<dcid:a> <dcid:b> "Zürich" .\n') }, "a.ttl:1"],
    [
      "a template in UTF-16",
      { "a.tmcf": utf16(template), "a.csv": "place,date,value\np,2000,1\n" },
      "a.tmcf:",
    ],
    [
      "a template in Latin-1",
      { "a.tmcf": latin1(`${template}note: "ü"\n`), "a.csv": "place,date,value\np,2000,1\n" },
      "a.tmcf:7",
    ],
    [
      "a comma too many in JSON",
      { "c/config.json": '{"inputFiles":\n{"o.csv": {},}}' },
      "c/config.json:2",
    ],
    [
      "a manifest that is no JSON",
      { "c/manifest.json": "{", "c/b.mcf": sound },
      "c/manifest.json:1",
    ],
    [
      "a manifest that names nothing",
      { "c/manifest.json": '{"graph": [{"file": "gone.mcf"}]}' },
      "c/gone.mcf:",
    ],
    [
      "a manifest that leaves the folder",
      { "c/manifest.json": '{"graph": [{"file": "../z.mcf"}]}' },
      "c/manifest.json:",
    ],
    ["JSON-LD", { "a.jsonld": '{"@graph": [\n{"@id": "x",}]}' }, "a.jsonld:2"],
    ["a SQL dump", { "a.sql": "INSERT INTO triples VALUES('a','b" }, "a.sql:1"],
    ["a gzip that is cut", { "a.mcf.gz": gzipSync(sound.repeat(9)).subarray(0, 30) }, "a.mcf.gz:"],
    ["a gzip that is none", { "a.mcf.gz": "Node: x\n" }, "a.mcf.gz:"],
    ["an empty gzip", { "a.mcf.gz": "" }, "a.mcf.gz:"],
    [
      "a custom table in UTF-16",
      { "c/config.json": JSON.stringify(config), "c/o.csv": utf16("dcid,date,V\n") },
      "c/o.csv:",
    ],
  ])("%s", async (_name, texts, place) => {
    expect(await beside(texts)).toEqual([`${unreadable} ${place}`]);
  });

  test("with its problem, and not its place, as message", async () => {
    const { report, messages } = await lintTexts({ "a.mcf": utf16(sound) });
    expect(messages).toEqual(["is UTF-16; convert the file to UTF-8 first"]);
    expect(report).toMatchObject({ levels: { fatal: 1 }, fileCount: 1, rowCount: 0 });
  });

  test("also if it is the only one, or a folder holds nothing", async () => {
    expect((await lintTexts({ "a.csv": utf16(header) })).found).toEqual([`${unreadable} a.csv:`]);
    for (const config of ["", "{}"]) {
      const { found, messages } = await lintTexts({ "config.json": config });
      expect(found).toEqual([`${unreadable} config.json:`]);
      expect(messages[0]).toContain("is empty; name the tables");
    }
    expect((await lintTexts({ "a.txt": "x" })).messages.join("\n")).toContain("nothing to load");
    const { messages } = await lintTexts({ "a.csv": "x,y\n1,2\n" });
    expect(messages.filter((message) => message.includes("is of no known kind"))).toHaveLength(1);
    expect(messages[0]).toMatch(/^there is nothing to load, for the reasons that are reported/);
  });

  test("a config that cannot be read is reported once, and its tables and nodes are not read by other rules", async () => {
    const { found, messages } = await lintTexts({
      "config.json": '{ "inputFiles": { "a.csv": {}, } }',
      "a.csv": "dcid,date,v\nx,2020,1\n",
      "a.mcf": 'Node: dcid:x\ntypeOf: dcs:City\nname: "The ""old"" one"\n',
    });
    expect(found).toEqual([
      "info Source_UnreadFile a.csv:",
      "info Source_UnreadFile a.mcf:",
      `${unreadable} config.json:1`,
    ]);
    expect(messages[2]).toContain("take out the comma");
  });

  test("what was read of it before counts, and its local names are its own", async () => {
    const texts = {
      "a.mcf": latin1(
        'Node: x\ndcid: a/1\ntypeOf: dcs:City\n\nNode: dcid:q\ntypeOf: dcs:City\nname: "\0"\n',
      ),
      "b.mcf": "Node: dcid:b/1\ntypeOf: dcs:City\nnear: l:y\n",
    };
    expect(await beside(texts)).toEqual([
      `${unreadable} a.mcf:7`,
      "error Resolution_OrphanLocalReference_near b.mcf:3",
    ]);
  });

  test("among the files that are referred to it is counted there", async () => {
    await withFolder(
      { "a.mcf": sound, "w/b.mcf": utf16(sound), "w/c.mcf": sound },
      async (folder) => {
        const report = await lint(join(folder, "a.mcf"), { with: join(folder, "w") });
        expect(report.levels).toMatchObject({ error: 0, fatal: 0 });
        expect(report.others).toMatchObject({ fileCount: 2, levels: { fatal: 1 } });
      },
    );
  });
});

test("a table whose header is no text, or no CSV, is an error", async () => {
  const texts = {
    "a.mcf": sound,
    "b.csv": "PK\u0003\u0004\u0000\u0000",
    "c.csv": latin1("Größe,x\n1,2\n"),
    "d.csv": '"x,y\n1,2\n',
  };
  expect((await lintTexts(texts)).found).toEqual([
    "fatal Source_Unreadable b.csv:1",
    "error Source_UnreadFile c.csv:",
    "error Source_UnreadFile d.csv:",
    "info Graph_NotLoaded -",
  ]);
});

test("a file that nothing reads is a note, and a table of which nobody says what it holds an error", async () => {
  const texts = { "a.mcf": sound, "b.csv": "x,y\n1,2\n", "c.txt": "x", "d/manifest.json": "{}" };
  expect((await lintTexts(texts)).found).toEqual([
    "error Source_UnrecognisedFile b.csv:",
    "info Source_UnrecognisedFile c.txt:",
    "error Source_UnrecognisedFile d/manifest.json:",
    "info Graph_NotLoaded -",
  ]);
});

describe("a record that cannot be read is left out, and all others are checked", () => {
  const config = {
    inputFiles: { "o.csv": { provenance: "P" } },
    sources: { S: { url: "https://s.org", provenances: { P: "https://p.org" } } },
  };
  const notUtf8 = "error Source_NotUtf8";
  const openQuote = "error StrSplit_BadQuotesInToken";
  // The last record has a mistake of its own.
  test.each<[string, Texts, string, string]>([
    [
      "Latin-1 in MCF",
      { "a.mcf": latin1(`${sound}name: "Zürich"\n\n${sound}nme: "\n`) },
      `${notUtf8} a.mcf:3`,
      "error StrSplit_BadQuotesInToken_nme a.mcf:7",
    ],
    [
      "Latin-1 in the name of a node",
      { "a.mcf": latin1(`Node: dcid:ü\nname: "\n\n${sound}nme: "\n`) },
      `${notUtf8} a.mcf:1`,
      "error StrSplit_BadQuotesInToken_nme a.mcf:6",
    ],
    [
      "Latin-1 in a table",
      { "a.csv": latin1(`${header}Zürich,V,2000,1\np,V,x,1\n`) },
      `${notUtf8} a.csv:2`,
      "error Sanity_InvalidObsDate a.csv:3",
    ],
    [
      "Latin-1 in a quoted cell of two lines",
      { "a.csv": latin1(`${header}"Z\nür",V,2000,1\np,V,x,1\n`) },
      `${notUtf8} a.csv:3`,
      "error Sanity_InvalidObsDate a.csv:4",
    ],
    [
      "Latin-1 in RDF",
      { "a.nt": latin1('<a> <b> "Zürich" .\n<a> b\n') },
      `${notUtf8} a.nt:1`,
      "error RDF_MalformedStatement a.nt:2",
    ],
    [
      "Latin-1 in a blank node of RDF",
      {
        "a.nt": latin1(
          '_:o <typeOf> <StatVarObservation> .\n_:o <value> "1" .\n_:o <unit> "ü" .\n<a> b\n',
        ),
      },
      `${notUtf8} a.nt:3`,
      "error RDF_MalformedStatement a.nt:4",
    ],
    [
      "Latin-1 in the MCF of a custom folder",
      {
        "c/config.json": JSON.stringify({ inputFiles: {} }),
        "c/n.mcf": latin1(`${sound}name: "ü"\n\n${sound}b\n`),
      },
      `${notUtf8} c/n.mcf:3`,
      "error MCF_MalformedColonLessLine c/n.mcf:7",
    ],
    [
      "Latin-1 in the table of a template",
      { "a.tmcf": template, "a.csv": latin1("place,date,value\nü,2000,1\np,x,1\n") },
      `${notUtf8} a.csv:2`,
      "error Sanity_InvalidObsDate a.csv:3",
    ],
    [
      "an open quote in a table",
      { "a.csv": `${header}p,V,2000,1\n"q,V,2000,1\np,V,x,1\n` },
      `${openQuote} a.csv:3`,
      "error Sanity_InvalidObsDate a.csv:4",
    ],
    [
      "an open quote before other quotes",
      { "a.csv": `${header}"q,V,2000,1\n"p",V,x,1\n"q",V,2000,1\n` },
      `${openQuote} a.csv:2`,
      "error Sanity_InvalidObsDate a.csv:3",
    ],
    [
      "an open quote in the table of a template",
      { "a.tmcf": template, "a.csv": 'place,date,value\n"q,2000,1\np,x,1\n' },
      `${openQuote} a.csv:2`,
      "error Sanity_InvalidObsDate a.csv:3",
    ],
    [
      "an open quote in a table of a custom folder",
      {
        "c/config.json": JSON.stringify(config),
        "c/o.csv": 'dcid,date,V\n"b,2000,1\na,x,1\n',
      },
      `${openQuote} c/o.csv:2`,
      "error Sanity_InvalidObsDate c/o.csv:3",
    ],
  ])("%s", async (_name, texts, bad, other) => {
    const found = await beside(texts);
    expect(found).toEqual(expect.arrayContaining([bad, other]));
    expect(found.filter((finding) => /NotUtf8|BadQuotes|Unreadable|NoRows/.test(finding))).toEqual([
      ...new Set([bad, ...(other.includes("BadQuotes") ? [other] : [])]),
    ]);
  });

  test("with byte, column and cure", async () => {
    const texts = {
      "a.csv": latin1(`${header}p,V,2000,1\np,Vä,2000,1\n`),
      "b.csv": `${header}p,"V,2000,1\np,V,2001,"1"\n`,
    };
    const { messages } = await lintTexts(texts);
    expect(messages).toEqual(
      expect.arrayContaining([
        "is not UTF-8: byte E4 in column 4, byte 42 of the file; convert the file to UTF-8 first, as with iconv -f WINDOWS-1252 -t UTF-8, or from 1250 or another encoding, if it is in that one; the row, node or statement of this line is left out",
        "the quote in column 3 is not closed in its line, and text follows the closing quote of a cell in the next line; a quote within a cell is written twice; row not loaded",
      ]),
    );
  });

  test("a strict load stops at it", async () => {
    const texts = { "a.csv": latin1(`${header}Zürich,V,2000,1\n`), "b.csv": `${header}"p,V,2,1\n` };
    for (const [name, content] of Object.entries(texts)) {
      const opening = open({ name, content }, { strict: true });
      await expect(opening).rejects.toMatchObject({ code: "LOAD", line: 2 });
      const commons = await open({ name, content });
      expect(commons.info.diagnostics.levels.error).toBe(1);
    }
  });
});

describe("what is not there", () => {
  test("below a folder is a finding: a link that leads nowhere", async () => {
    await withFolder({ "a.mcf": sound }, async (folder) => {
      await symlink(join(folder, "gone"), join(folder, "b.mcf"));
      const { findings } = await lint(folder);
      expect(findings[0]).toMatchObject({
        counter: "Source_Unreadable",
        file: join(folder, "b.mcf"),
      });
    });
  });

  test.runIf(process.getuid?.() !== 0)("a folder without permission is a finding", async () => {
    await withFolder({ "a.mcf": sound }, async (folder) => {
      const closed = join(folder, "closed");
      await mkdir(closed, { mode: 0o000 });
      const { findings } = await lint(folder);
      await chmod(closed, 0o700);
      expect(findings[0]).toMatchObject({ counter: "Source_Unreadable", file: closed });
    });
  });

  test("any more after a first look is a finding", async () => {
    await withFolder(
      { "a.mcf": untyped, "b.mcf": untyped.replace("z/1", "z/2") },
      async (folder) => {
        const gone = join(folder, "b.mcf");
        let isFirst = true;
        const report = await lint(folder, {
          onProgress: ({ file }) => {
            if (!isFirst || file.endsWith("b.mcf")) return;
            isFirst = false;
            // Between the first look at the folder and the reading of the file.
            rmSync(gone);
          },
        });
        await writeFile(gone, "");
        const counters = report.findings.map(({ counter }) => counter);
        expect(counters).toContain("Source_Unreadable");
        expect(counters).toContain("Sanity_MissingOrEmpty_typeOf");
      },
    );
  });
});
