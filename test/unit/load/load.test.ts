import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { onDisk } from "../../../src/disk/disk-tree.ts";
import { LoadError } from "../../../src/errors/errors.ts";
import { load } from "../../../src/load/load.ts";
import { sized } from "../../property/runs.ts";
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
