import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { onDisk } from "../../../src/disk/disk-tree.ts";
import { LoadError } from "../../../src/errors/errors.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { MemoryTree, memoryRoot } from "../../../src/load/bytes/memory-tree.ts";
import { resolve } from "../../../src/load/bytes/paths.ts";
import type { TableColumns } from "../../../src/load/described/column-option.ts";
import { load } from "../../../src/load/load.ts";
import {
  type LoadPlan,
  labelOf,
  partOfPlan,
  planLoad,
  sourcePaths,
  type TableProposer,
} from "../../../src/load/load-plan.ts";
import { sized } from "../../property/runs.ts";
import { FindingTexts } from "./finding-texts.ts";
import { loadTexts, withFolder } from "./load-texts.ts";
import { CountingSink } from "./recording-sink.ts";

// Several blocks of 512 KiB, or chunks of a mebibyte.
const tableRows = 60_000;
const table = `entity,variable,date,value\n${"geoId/06,Count_Person,2020,1\n".repeat(tableRows)}`;
const mcf = 'Node: dcid:x\nname: "some text of a node"\n'.repeat(tableRows);
const template = "Node: E:T->E\ndcid: C:T->id\nname: C:T->id";
const rows = `id\n${"some text of a row\n".repeat(100_000)}`;

describe("strict loads", () => {
  test("reject at the first error, with its place", async () => {
    const loading = loadTexts({ "a.mcf": "Node: dcid:x\nname: a\nbad line" }, { strict: true });
    await expect(loading).rejects.toThrow(/a\.mcf:3: expected "property: value"/);
    await expect(loading).rejects.toBeInstanceOf(LoadError);
  });

  test("take warnings", async () => {
    const { diagnostics } = await loadTexts(
      {
        "a.mcf":
          "Node: o\ntypeOf: StatVarObservation\ntypeOf: City\nvariableMeasured: v\n" +
          "observationAbout: a\nobservationDate: 2020\nvalue: 1",
      },
      { strict: true },
    );
    expect(diagnostics).toEqual(["warning Sanity_UnexpectedPropInStatVarObservation a.mcf:3"]);
  });

  test("reject at what only the end of the load can tell", async () => {
    const loading = loadTexts({ "a.mcf": "Node: x\nname: a" }, { strict: true });
    await expect(loading).rejects.toThrow(/a\.mcf:1: .*neither a typeOf nor a dcid/);
  });
});

describe("cancelling", () => {
  const reason = new Error("enough");

  test("before the start", async () => {
    const sink = new CountingSink();
    await expect(
      load(onDisk("/nowhere"), sink, { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
  });

  test.each([
    ["a table", { "a.csv": table }, tableRows],
    ["MCF", { "a.mcf": mcf }, tableRows],
    ["a template", { "a.tmcf": template, "a.csv": rows }, 100_000],
  ])("while reading %s: soon, and with the reason", async (_name, texts, rowCount) => {
    const controller = new AbortController();
    let rowsAtEnd = 0;
    const onProgress = ({ rowCount: count }: { rowCount: number }) => {
      rowsAtEnd = count;
      if (count > 0) controller.abort(reason);
    };
    const loading = loadTexts(texts, { signal: controller.signal, onProgress });
    await expect(loading).rejects.toBe(reason);
    expect(rowsAtEnd).toBeLessThan(rowCount);
  });

  const observations = "entity,variable,date,value";
  const many = (row: string) => row.repeat(10_000);

  test.each<[string, Record<string, string>]>([
    ["MCF, and while names are settled", { "a.mcf": many('Node: x\nname: "n"\n') }],
    ["an exported table", { "a.csv": `${observations},properties\n${many("e,v,soon,1,\n")}` }],
    ["RDF", { "a.nt": many("no statement\n") }],
    ["JSON-LD", { "a.jsonld": `{"@graph": [${many("{},")}{}]}` }],
    [
      "MCF of a custom folder",
      { "config.json": '{"inputFiles": {"*": {}}}', "a.mcf": many("no colon\n") },
    ],
    ["a dump", { "a.sql": many("INSERT INTO triples VALUES('s','','','');\n") }],
    ["a table with a template", { "a.tmcf": template, "a.csv": `id\n${many("a b,c\n")}` }],
  ])("within a chunk of %s", async (_name, texts) => {
    const controller = new AbortController();
    let seen = 0;
    const onDiagnostic = () => {
      seen += 1;
      controller.abort(reason);
    };
    const loading = loadTexts(texts, { signal: controller.signal, onDiagnostic });
    await expect(loading).rejects.toBe(reason);
    expect(seen).toBeLessThan(9_000);
  });

  test("at any time: the reason comes through, also through streams", async () => {
    await withFolder({ "a.csv": table, "b.csv.gz": gzipSync(table) }, async (folder) => {
      for (let turns = 0; turns < sized(3, 6); turns++) {
        const controller = new AbortController();
        const loading = load(onDisk(folder), new CountingSink(), { signal: controller.signal });
        const settled = expect(loading).rejects.toBe(reason);
        for (let turn = 0; turn < turns; turn++) await setImmediate();
        controller.abort(reason);
        await settled;
      }
      const files = new Set<string>();
      for (let calls = 1; calls <= 6; calls++) {
        const controller = new AbortController();
        let left = calls;
        const onProgress = ({ file }: { file: string }) => {
          left -= 1;
          if (left > 0) return;
          files.add(file);
          controller.abort(reason);
        };
        const options = { signal: controller.signal, onProgress };
        await expect(load(onDisk(folder), new CountingSink(), options)).rejects.toBe(reason);
      }
      expect(files.size).toBe(2);
    });
  });

  test("by a timer, although reading never pauses for long", async () => {
    await withFolder({ "a.csv": table, "b.csv": table, "c.csv": table }, async (folder) => {
      const signal = AbortSignal.timeout(5);
      const loading = load(onDisk(folder, folder), new CountingSink(), { signal });
      await expect(loading).rejects.toMatchObject({ name: "TimeoutError" });
    });
  });
});

test("what a sink throws comes through as it is", async () => {
  class Full extends CountingSink {
    override attribute(): void {
      throw new RangeError("full");
    }
  }
  await withFolder({ "a.mcf": "Node: dcid:x\nname: a" }, async (folder) => {
    await expect(load(onDisk(folder), new Full())).rejects.toThrow(new RangeError("full"));
  });
});

test("the report sums up", async () => {
  const { report } = await loadTexts({
    "a.mcf": "Node: dcid:x\nname: a\nbad",
    "b.csv": "entity,variable,date,value\nE,V,2020,1",
  });
  expect(report).toMatchObject({
    fileCount: 2,
    rowCount: 2,
    diagnostics: { levels: { info: 0, warning: 0, error: 1, fatal: 0 } },
  });
  expect(report.diagnostics.counters).toMatchObject([
    { level: "error", counter: "MCF_MalformedColonLessLine", count: 1, examples: [{ line: 3 }] },
  ]);
});

describe("a plan", () => {
  const small = "entity,variable,date,value\nE,V,2020,1\n";
  const form = "Node: E:b->E0\ntypeOf: dcs:Thing\ndcid: C:b->id\n";
  const texts = { "a.csv": small, "b.csv": "id\nx/1\n", "b.tmcf": form, "c.txt": "?" };
  const memoryOf = (files: Readonly<Record<string, string>>) =>
    new MemoryTree(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const));

  test("has each file that is read once, and may be divided", async () => {
    const source = { tree: memoryOf(texts), path: memoryRoot };
    const plan = await planLoad([source], {}, new DiagnosticLog());
    const pathsOf = ({ tasks, templates, inputs, bytes }: LoadPlan) => ({
      tasks: tasks.map(({ input }) => input.path),
      templates: templates.map(({ path }) => path),
      inputs: inputs.map(({ path }) => path),
      bytes,
    });
    const own = texts["b.csv"].length + form.length;
    expect(pathsOf(plan)).toEqual({
      tasks: ["a.csv", "b.csv"],
      templates: ["b.tmcf"],
      inputs: ["a.csv", "b.csv", "b.tmcf"],
      bytes: small.length + own,
    });
    const part = (...paths: string[]) =>
      pathsOf(partOfPlan(plan, new Set(paths.map((one) => resolve(one)))));
    expect(part("b.csv")).toEqual({
      tasks: ["b.csv"],
      templates: [],
      inputs: ["b.csv", "b.tmcf"],
      bytes: own,
    });
    expect(part("b.tmcf")).toEqual({ tasks: [], templates: ["b.tmcf"], inputs: [], bytes: 0 });
  });

  test("knows the paths of all files, loaded or not", async () => {
    const source = { tree: memoryOf(texts), path: memoryRoot };
    const paths = await sourcePaths([source], {}, new DiagnosticLog());
    expect([...paths].sort()).toEqual(
      [memoryRoot, ...Object.keys(texts)].map((one) => resolve(one)).sort(),
    );
  });

  test("refuses a file on disk that has the name of one in memory", async () => {
    const memory = { tree: memoryOf({ "README.md": "x", "a.csv": small }), path: memoryRoot };
    await expect(
      planLoad([...onDisk("README.md"), memory], {}, new DiagnosticLog()),
    ).rejects.toThrow(
      expect.objectContaining({
        message: "README.md: is also the name of a file in memory: give that another name",
      }),
    );
  });

  const expected =
    "expected a folder with a config.json, any .csv or .tsv with the option columns, .mcf, .csv or .tsv with its " +
    ".tmcf, a .csv with the columns of a dump table, a .sql dump, a SQLite file, .jsonld, .nt, .nq or .ttl; " +
    "each file also as .gz";
  const columnsOf =
    "a triple table has subject_id, predicate, object_id, object_value and may have provenance; an observation table " +
    "has entity, variable, date, value and may have provenance, import_name, provenance_url, unit, scaling_factor, " +
    "measurement_method, observation_period, is_dc_aggregate, properties; a table for a template is loaded together " +
    'with its .tmcf; "npx pocket-commons import c.csv" proposes what its columns hold';

  test.each<[what: string, files: Readonly<Record<string, string>>, problem: string]>([
    ["nothing", {}, `; ${expected}`],
    ["a note", { "c.txt": "?" }, `: c.txt is of no known kind; ${expected}`],
    [
      "a table of no known kind",
      { "c.csv": "x,y\n1,2\n" },
      `: c.csv is of no known kind: its columns are 'x, y'; ${columnsOf}`,
    ],
  ])("of a source with %s says what can be loaded", async (_, files, problem) => {
    const source = { tree: memoryOf(files), path: memoryRoot };
    const message = `files in memory: there is nothing to load${problem}`;
    await expect(planLoad([source], {}, new DiagnosticLog())).rejects.toThrow(
      expect.objectContaining({ message }),
    );
  });

  test("refuses an option for columns that no table has", async () => {
    const source = { tree: memoryOf({ "a.csv": small }), path: memoryRoot };
    const columns = { entity: "Place", date: "Year", variables: ["Cats"] };
    await expect(planLoad([source], { columns }, new DiagnosticLog())).rejects.toThrow(
      expect.objectContaining({
        message: "files in memory: no table in it has the columns that the option columns names",
      }),
    );
  });
});

describe("a table that says nothing of its columns", () => {
  const columns: TableColumns = { entity: "place", date: "year", variables: ["n"] };
  const csv = "place,year,n\ngeoId/06,2020,1\n";
  const kind = "its columns are 'place, year, n'; a triple table has";
  const noKind = `is of no known kind: ${kind}`;

  async function planned(
    texts: Readonly<Record<string, string | Uint8Array>>,
    proposal?: Awaited<ReturnType<TableProposer>>,
    { own, all }: { own?: TableColumns; all?: TableColumns } = {},
  ) {
    const asked: string[] = [];
    const propose: TableProposer = async ({ path }) => {
      asked.push(path);
      return proposal;
    };
    const files = Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)] as const);
    const source = { tree: new MemoryTree(files), path: memoryRoot, propose };
    const log = new FindingTexts({ goesOn: true });
    const named = own === undefined ? source : { ...source, columns: own };
    const { tasks } = await planLoad([named], { columns: all }, log);
    const short = log.texts.map((one) =>
      one.replace(/ a triple table has .*?(?=; "npx|$)/s, " a triple table has"),
    );
    return { tasks: tasks.map((task) => `${task.kind} ${task.input.path}`), told: short, asked };
  }

  test("is read as is proposed", async () => {
    expect(await planned({ "a.csv": csv, "b.txt": "x" }, { columns })).toEqual({
      tasks: ["columns a.csv"],
      told: [
        expect.stringMatching(
          /^info Source_UnrecognisedFile b\.txt: is of no known kind; expected /,
        ),
      ],
      asked: ["a.csv"],
    });
  });

  test("is left out for the reason of the proposal, or if the proposal does not fit", async () => {
    const refused = (problem: string) => ({
      tasks: [],
      told: [
        "fatal Source_Unreadable files in memory: there is nothing to load, for the reasons that are reported for its files",
        `error Source_UnrecognisedFile a.csv: is of no known kind: ${problem}; "npx pocket-commons import a.csv" proposes what its columns hold`,
      ],
      asked: ["a.csv"],
    });
    expect(await planned({ "a.csv": csv }, { problem: "no column is a date" })).toEqual(
      refused("no column is a date"),
    );
    const found = await planned({ "a.csv": csv }, { columns: { ...columns, date: "month" } });
    expect(found.told[1]).toMatch(/^error Source_UnrecognisedFile a\.csv: .*'month'/);
    expect((await planned({ "a.csv": csv })).told[1]).toMatch(
      new RegExp(`^error Source_UnrecognisedFile a\\.csv: ${noKind}`),
    );
  });

  test("is no matter of proposals where the caller or a manifest says what it is", async () => {
    for (const columnsOf of [{ own: columns }, { all: columns }]) {
      expect(await planned({ "a.csv": csv }, { columns }, columnsOf)).toEqual({
        tasks: ["columns a.csv"],
        told: [],
        asked: [],
      });
    }
    const listing = JSON.stringify({ observations: "a.csv", graph: [{ file: "b.mcf" }] });
    const listed = { "a.csv": csv, "b.mcf": "Node: dcid:b\nname: b\n", "manifest.json": listing };
    expect((await planned(listed, { columns })).asked).toEqual([]);
  });

  test("does not have the columns that the caller names", async () => {
    const other: TableColumns = { ...columns, entity: "where" };
    const { tasks, told } = await planned(
      { "a.csv": csv, "b.mcf": "Node: dcid:b\nname: b\n" },
      undefined,
      { all: other },
    );
    expect(tasks).toEqual(["mcf b.mcf"]);
    expect(told[0]).toMatch(
      /^error Source_UnrecognisedFile a\.csv: is of no known kind: .*'where'/,
    );
    expect(told[1]).toBe(
      "fatal Source_Unreadable files in memory: no table in it has the columns that the option columns names",
    );
  });

  test("is an error where its header cannot be read", async () => {
    const { told } = await planned({
      "a.csv": 'a,"b\nx,y\n',
      "b.mcf": "Node: dcid:b\nname: b\n",
    });
    expect(told).toEqual([
      expect.stringMatching(
        /^error Source_UnreadFile a\.csv: is of no known kind: its header has a quote that never ends/,
      ),
    ]);
  });
});

test("messages call a source by its path, and files in memory by what they are", () => {
  const tree = new MemoryTree([]);
  expect(labelOf({ tree, path: memoryRoot })).toBe("files in memory");
  expect(labelOf({ tree, path: "a.csv" })).toBe("a.csv");
  expect(labelOf(onDisk(".")[0])).toBe(".");
  expect(labelOf(undefined)).toBe("undefined");
});
