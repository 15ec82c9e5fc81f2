import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { nodeSqlite } from "../../../src/disk/disk-tree.ts";
import { type Diagnostic, open, SnapshotError } from "../../../src/index.ts";
import { withFolder } from "../load/load-texts.ts";

const town = 'Node: dcid:Springfield\ntypeOf: dcs:City\nname: "Springfield"\n';
const counts = "entity,variable,date,value\nSpringfield,Count_Person,2020,30720\n";
const nameOf = (dcid: string) => ({ nodes: [dcid], property: "->name" }) as const;

/** A Commons that knows the town by its name. */
async function expectTown(source: Parameters<typeof open>[0]): Promise<void> {
  const commons = await open(source);
  const { arcs } = commons.v2.node(nameOf("Springfield")).data!["Springfield"]!;
  expect(arcs!["name"]!.nodes![0]!.value).toBe("Springfield");
}

describe("files in memory", () => {
  const bytes = new TextEncoder().encode(town);
  test.each<[string, Parameters<typeof open>[0]]>([
    ["a text", { "town.mcf": town }],
    ["bytes", { "town.mcf": bytes }],
    ["part of a buffer", { "town.mcf": Buffer.from(`xx${town}`).subarray(2) }],
    ["an ArrayBuffer", { "town.mcf": bytes.buffer }],
    ["a Blob", { "town.mcf": new Blob([town]) }],
    ["a File", new File([town], "town.mcf")],
    ["a list of files", [new File([town], "town.mcf"), { "counts.csv": counts }]],
    ["a compressed text", { "town.mcf.gz": gzipSync(town) }],
    ["a file in a folder", { "data/town.mcf": town }],
    ["a record without a prototype", Object.assign(Object.create(null), { "town.mcf": town })],
    ["a name like a member of objects", { ["__proto__/town.mcf"]: town }],
  ])("%s", async (_, source) => await expectTown(source));

  test("of every kind answer together", async () => {
    const commons = await open({
      "config.json": JSON.stringify({ inputFiles: { "custom.csv": { provenance: "p" } } }),
      "custom.csv": "Place,Year,Count_Farm\ngeoId/06,2020,7\n",
      "town.mcf": town,
    });
    expect(commons.info.observationCount).toBe(1);
    expect(commons.v2.node(nameOf("Springfield")).data!["Springfield"]!.arcs).toHaveProperty(
      "name",
    );
  });

  test("stand beside files on disk", async () => {
    await withFolder({ "town.mcf": town }, async (folder) => {
      const commons = await open([folder, { "counts.csv": counts }]);
      expect(commons.info.observationCount).toBe(1);
      expect(commons.v2.node(nameOf("Springfield")).data!["Springfield"]!.arcs).toHaveProperty(
        "name",
      );
    });
  });

  test("are named in diagnostics as they were given", async () => {
    const seen: Diagnostic[] = [];
    const text = `${town}area: Quantity\n`;
    await open(
      { "sub/town.mcf": `${text}nonsense\n`, "counts.csv": counts.replace("30720", "many") },
      { onDiagnostic: (diagnostic) => void seen.push(diagnostic) },
    );
    const places = seen.map(({ file, line }) => `${file}:${line}`);
    expect(places).toContain("sub/town.mcf:5");
    expect(places).toContain("counts.csv:2");
  });

  test("that are damaged are named in errors", async () => {
    const damaged = open({ "town.mcf.gz": gzipSync(town).subarray(0, 20) });
    await expect(damaged).rejects.toThrow(/^town\.mcf\.gz: is damaged or cut off/);
    await expect(open({ "town.mcf": "Node: dcid:x\0" })).rejects.toThrow(/^town\.mcf:1: .*NUL/);
  });

  test("report progress until all is read", async () => {
    const read: number[][] = [];
    const onProgress = (seen: { bytesRead: number; bytesTotal: number }) =>
      void read.push([seen.bytesRead, seen.bytesTotal]);
    await open({ "town.mcf": town, "more.mcf.gz": gzipSync(town) }, { onProgress });
    const total = town.length + gzipSync(town).length;
    expect(read.at(-1)).toEqual([total, total]);
  });

  test("hold a snapshot, which is opened as one", async () => {
    const chunks: Uint8Array[] = [];
    const commons = await open({ "town.mcf": town });
    await commons.save(new WritableStream({ write: (chunk) => void chunks.push(chunk) }));
    const blob = new Blob(chunks as never[]);
    await expectTown({ "town.pocket": blob });
    await expectTown(new File([blob], "town.pocket"));
    await expectTown(blob);
    const both = await open({ "town.pocket": blob, "counts.csv": counts });
    expect(both.info.observationCount).toBe(1);
    expect(both.v2.node(nameOf("Springfield")).data!["Springfield"]!.arcs).toHaveProperty("name");
  });

  test.runIf(nodeSqlite() !== undefined)("hold a SQLite file", async () => {
    await withFolder({}, async (folder) => {
      const path = join(folder, "a.db");
      const { DatabaseSync } = nodeSqlite() as never as {
        DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void };
      };
      const database = new DatabaseSync(path);
      database.exec(
        "CREATE TABLE triples (subject_id, predicate, object_id, object_value);" +
          "INSERT INTO triples VALUES ('Springfield', 'name', '', 'Springfield')",
      );
      database.close();
      await expectTown({ "a.db": readFileSync(path) });
    });
  });
});

describe("what is no file in memory", () => {
  test.each<[string, unknown, string]>([
    ["a name outside of the folder", { "../town.mcf": town }, "not '../town.mcf'"],
    ["an absolute name", { "/town.mcf": town }, "not '/town.mcf'"],
    ["an empty name", { "": town }, "not ''"],
    ["a Blob without a name in a list", [new Blob([town])], "needs a name"],
    ["a number", { "town.mcf": 1 }, "the file 'town.mcf' needs a text, bytes or a Blob, not 1"],
    [
      "one name twice",
      { "a.mcf": town, "./a.mcf": town },
      "two files in memory have the name 'a.mcf'",
    ],
    ["nothing", {}, "open needs a path, a file URL or a list of them"],
    ["an object of a class", new Date(), "open needs a path, a file URL or a list of them"],
  ])("%s", async (_, source, message) => {
    const opening = open(source as never);
    await expect(opening).rejects.toThrow(TypeError);
    await expect(opening).rejects.toThrow(message);
  });

  test("a Blob that is no snapshot", async () => {
    await expect(open(new Blob([town]))).rejects.toThrow(SnapshotError);
  });

  test("a name that a file on disk has too", async () => {
    const both = open([join("package.json"), { "package.json": "{}", "a.mcf": town }]);
    await expect(both).rejects.toThrow("is also the name of a file in memory");
  });

  test("nothing that can be loaded", async () => {
    const opening = open({ "a.txt": "x" });
    await expect(opening).rejects.toThrow(/^files in memory: there is nothing to load/);
  });
});
