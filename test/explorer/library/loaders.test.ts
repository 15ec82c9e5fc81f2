/** Files of every format, loaded in a real browser: what the world says is what it says in Node. */

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenOptions, open, world } from "../../../src/index.ts";
import { launch, skipReason, type WatchedPage } from "../chromium.ts";
import { answersOf } from "./answers.ts";
import type { SentFile } from "./page.ts";
import { Site } from "./site.ts";

type Texts = Readonly<Record<string, string>>;

interface Example {
  readonly files: Texts;
  readonly options?: Pick<OpenOptions, "columns" | "provenance">;
}

const observation = [
  "Node: dcid:o/1",
  "typeOf: dcs:StatVarObservation",
  "variableMeasured: dcid:Count_Person",
  "observationAbout: dcid:geoId/06",
  'observationDate: "2020"',
  "value: 39538223",
  "",
];

/** One world per format; some of what they hold is wrong, and is reported. */
const examples: Readonly<Record<string, Example>> = {
  MCF: {
    files: {
      "town.mcf": `Node: dcid:geoId/06\ntypeOf: dcs:State\nname: "Calif\u00f6rnia \u{1f33b}"\n\n${observation.join("\n")}`,
      "more/local.mcf":
        'Node: l1\ntypeOf: dcs:City\nname: "A \\"city\\""\ncontainedInPlace: l:nowhere\n',
    },
  },
  "TMCF with CSV": {
    files: {
      "t.tmcf":
        "Node: E:t->E0\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:Count_Person\n" +
        "observationAbout: C:t->place\nobservationDate: C:t->year\nvalue: C:t->people\n",
      "t.csv": 'place,year,people\ngeoId/06,2020,"39,538,223"\ngeoId/48,2020,x\n',
    },
  },
  "a custom folder": {
    files: {
      "config.json": JSON.stringify({
        inputFiles: { "people.csv": { entityType: "State", provenance: "P" } },
        variables: { People: { group: "Persons/All", properties: { populationType: "Person" } } },
        groupStatVarsByProperty: true,
        sources: { S: { url: "http://s.org", provenances: { P: "http://p.org" } } },
      }),
      "people.csv": "dcid,date,People\ngeoId/06,2020,5\ngeoId/48,2020,7\n",
    },
  },
  "dump tables": {
    files: {
      "triples.csv":
        'subject_id,predicate,object_id,object_value\ngeoId/06,typeOf,State,\ngeoId/06,name,,"a, b"\nbroken\n',
      "observations.csv": "entity,variable,date,value\ngeoId/06,Count_Person,2020,5\n",
    },
  },
  "a database's export": {
    files: {
      "observations.csv":
        'entity,variable,date,value,provenance,properties\n,Trade,2020,9,dc/p,"{""exporter"": ""a"", ""importer"": ""b""}"\n',
    },
  },
  "SQL dump": {
    files: {
      "dump.sql":
        "CREATE TABLE triples (subject_id text, predicate text, object_id text, object_value text);\n" +
        "INSERT INTO triples VALUES ('a','name','','it''s'), ('a','typeOf','Thing',NULL);\n",
    },
  },
  "JSON-LD": {
    files: {
      "g.jsonld": '{"@graph": [{"@id": "a", "@type": "Thing", "name": ["x", {"@value": 2.50}]}]}',
    },
  },
  "N-Triples": {
    files: { "r.nt": '<a> <name> "x\\u00e9"@fr .\n<a> <typeOf> <Thing> .\nno triple\n' },
  },
  "N-Quads": { files: { "r.nq": '<a> <name> "x" <dc/p> .\n' } },
  "any CSV": {
    files: { "own.csv": "Place;Year;Cats\ngeoId/06;2020;1,5\ngeoId/48;2020;many\n" },
    options: { columns: { entity: "Place", date: "Year", variables: ["Cats"], decimal: "," } },
  },
  "a manifest": {
    files: {
      "manifest.json": '{"graph": [{"file": "in/a.mcf", "provenanceId": "dc/p"}]}',
      "in/a.mcf": "Node: dcid:a\ntypeOf: dcs:Thing\n",
      "unlisted.mcf": "Node: dcid:b\n",
    },
  },
};

/** Read by their own names only. */
const plainNames = new Set(["config.json", "manifest.json", "in/a.mcf"]);

const why = skipReason();

function sent(files: Readonly<Record<string, Uint8Array>>, as: SentFile["as"]): SentFile[] {
  return Object.entries(files).map(([name, bytes]) => {
    const base64 = Buffer.from(bytes).toString("base64");
    return { name, base64, as };
  });
}

describe.skipIf(why !== undefined)(`files in a page${why === undefined ? "" : ` (${why})`}`, () => {
  let browser: Browser;
  let site: Site;
  let watched: WatchedPage;

  beforeAll(async () => {
    browser = await launch();
    const chunks: Uint8Array[] = [];
    const saved = await open({ "a.mcf": 'Node: dcid:geoId/06\ntypeOf: dcs:State\nname: "C"\n' });
    await saved.save(
      new WritableStream({
        write(chunk: Uint8Array) {
          chunks.push(chunk.slice());
        },
      }),
    );
    site = await Site.of(
      { page: "test/explorer/library/page.ts" },
      { "world.pocket": Buffer.concat(chunks) },
    );
    watched = await site.open(browser);
  });
  afterAll(async () => {
    await watched?.close();
    await browser?.close();
    await site?.close();
  });

  test("of a snapshot alone load no loader; the first file loads it", async () => {
    const fresh = await site.open(browser);
    const scripts: string[] = [];
    fresh.page.on("request", (request) => scripts.push(request.url()));
    const loaders = () =>
      scripts.filter((url) =>
        site.partsOf(url.slice(url.lastIndexOf("/"))).some((part) => holdsLoader(part)),
      );
    const opened = await fresh.page.evaluate(() => window.offered.openSnapshot());
    expect(opened.info.nodeCount).toBeGreaterThan(0);
    expect(scripts).toContain(`${site.url}world.pocket`);
    expect(loaders()).toEqual([]);
    await fresh.page.evaluate((files) => window.offered.load(files, {}), sent(mcf, "text"));
    expect(loaders().length).toBeGreaterThan(0);
    expect(fresh.faults).toEqual([]);
    await fresh.close();
  });

  test.each(Object.entries(examples))("%s: as text", async (_name, { files, options = {} }) => {
    const inNode = await answersOf(await open(files, options));
    expect(inNode.files.length).toBeGreaterThan(0);
    const bytes = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const);
    const given = sent(Object.fromEntries(bytes), "text");
    const inPage = await watched.page.evaluate(([asked, how]) => window.offered.load(asked, how), [
      given,
      options,
    ] as const);
    expect(inPage).toEqual(JSON.parse(JSON.stringify(inNode)));
  });

  test.each(Object.entries(examples))("%s: as .gz", async (_name, { files, options = {} }) => {
    const packed = Object.fromEntries(
      Object.entries(files).map(([name, text]) =>
        plainNames.has(name) ? [name, Buffer.from(text)] : [`${name}.gz`, gzipSync(text)],
      ),
    );
    const inNode = await answersOf(await open(packed, options));
    for (const as of ["bytes", "Blob", "File"] as const) {
      const inPage = await watched.page.evaluate(
        ([asked, how]) => window.offered.load(asked, how),
        [sent(packed, as), options] as const,
      );
      expect(inPage).toEqual(JSON.parse(JSON.stringify(inNode)));
    }
  });

  test("of several megabytes are read in blocks, compressed or not", async () => {
    const rows = Array.from({ length: 60_000 }, (_, row) => `geoId/${row},V${row % 7},2020,${row}`);
    const text = `entity,variable,date,value\n${rows.join("\n")}\n`;
    const files = { "a.csv": Buffer.from(text), "b.csv.gz": gzipSync(text.replaceAll("V", "W")) };
    const { info } = await open(files);
    const inPage = await watched.page.evaluate(
      (asked) => window.offered.load(asked, {}).then((told) => told.info),
      sent(files, "bytes"),
    );
    expect(inPage).toEqual(JSON.parse(JSON.stringify(info)));
    expect(inPage.observationCount).toBe(120_000);
  });

  test.each([
    [
      "cut off",
      gzipSync("Node: dcid:a\nname: 1\n").subarray(0, 20),
      "is damaged, cut off or of several parts",
    ],
    ["no gzip", Buffer.from([0x1f, 0x8b, 0, 0]), "is damaged, cut off or of several parts"],
    ["empty", Buffer.alloc(0), "is an empty .gz"],
    ["UTF-16", gzipSync(Buffer.from("\ufeffNode: a", "utf16le")), "is UTF-16"],
  ])("that are %s are refused by name", async (_name, bytes, message) => {
    const told = await watched.page.evaluate(
      (asked) => window.offered.refuse(asked),
      sent({ "a.mcf.gz": bytes }, "bytes"),
    );
    expect(told).toMatch(/^CommonsError: a\.mcf\.gz:(?:1:)? /);
    expect(told).toContain(message);
  });

  test("of SQLite are refused with what reads them", async () => {
    const told = await watched.page.evaluate(
      (asked) => window.offered.refuse(asked),
      sent({ "dump.db": Buffer.from("SQLite format 3\0 and more") }, "bytes"),
    );
    expect(told).toContain("is a SQLite file, which Node reads from version 22.5 on");
    expect(told).toContain("sqlite3 FILE .dump > FILE.sql");
  });

  test("and SPARQL and resolve are loaded by the first fetch of them, or by ready", async () => {
    const fresh = await site.open(browser);
    const told = await fresh.page.evaluate(() => window.offered.askBeforeReady());
    const refusal =
      "is a part that is not loaded yet: await commons.ready() once, open without 'lazy', or use commons.fetch";
    expect([told.told, told.answered, told.unresolved]).toEqual([
      `TypeError: SPARQL ${refusal}`,
      `TypeError: SPARQL ${refusal}`,
      `TypeError: resolve ${refusal}`,
    ]);
    expect(told.resolved).toEqual(told.resolvedAt);
    expect(told.rows.rows).toEqual([{ cells: [{ value: "C" }] }]);
    expect(told.fetched).toEqual(told.rows);
    await fresh.close();
  });

  test("are no paths", async () => {
    const told = await watched.page.evaluate(() => window.offered.refusals());
    expect(told.path).toBe(
      'TypeError: open needs files in memory or the bytes of a snapshot here, not "us-states": no files; await fetch(address) gives a Response, which it takes',
    );
    expect(told.nothing).toBe("TypeError: open needs at least one file in memory");
    expect(told.url).toMatch(/^TypeError: open needs files in memory/);
    expect(told.address).toMatch(/openRemote.* await fetch\(address\)/);
    expect(told.promise).toMatch(
      /^TypeError: open needs files in memory.*not a Promise: await it first$/,
    );
  });

  test("and bytes may come from a frame", async () => {
    const told = await watched.page.evaluate(
      (text) => window.offered.openFromFrame(text),
      "Node: dcid:b\ntypeOf: dcs:Thing\n",
    );
    expect(told.isForeign).toBe(true);
    const [first, , , , file] = told.nodes;
    expect(told.nodes.slice(0, 4)).toEqual([first, first, first, first]);
    expect(told.nodes[5]).toBe(file);
    expect(told.nodes[6]).toBeGreaterThan(first!);
  });

  test("of worlds that tests write are loaded, and a mock answers from them", async () => {
    const made = world()
      .place("geoId/06", "California", "State", "country/USA")
      .series("Count_Person", "geoId/06", { 2023: 39e6 })
      .add({ "more.mcf": 'Node: dcid:a\ntypeOf: dcs:Thing\nname: "A"\n' });
    const inNode = await answersOf(await open(made));
    const told = await watched.page.evaluate(() => window.offered.testDoubles());
    expect(told.answers).toEqual(JSON.parse(JSON.stringify(inNode)));
    expect(told.answered).toMatchObject({
      data: { "geoId/06": { arcs: { name: { nodes: [{ value: "California" }] } } } },
    });
    expect(told.unknown).toMatch(/^CommonsError: .*geoId\/06/s);
  });

  test("and nothing went wrong in the page", () => {
    expect(watched.faults).toEqual([]);
  });
});

const mcf = { "a.mcf": Buffer.from("Node: dcid:a\ntypeOf: dcs:Thing\n") };

function holdsLoader(path: string): boolean {
  return readFileSync(path, "utf8").includes("// src/load/mcf/");
}
