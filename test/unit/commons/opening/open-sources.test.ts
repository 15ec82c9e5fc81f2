import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { open as openInPage } from "../../../../src/browser.ts";
import { nodeSqlite } from "../../../../src/disk/disk-tree.ts";
import { LoadError, SnapshotError } from "../../../../src/errors/errors.ts";
import {
  type Diagnostic,
  type FileContent,
  open,
  type Source,
  world,
} from "../../../../src/index.ts";
import { lint, proposeColumns } from "../../../../src/lint.ts";
import { withFolder } from "../../load/load-texts.ts";

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
    ["a number", { "town.mcf": 1 }, "the file 'town.mcf' needs a text, bytes or a stream, not 1"],
    [
      "one name twice",
      { "a.mcf": town, "./a.mcf": town },
      "two files in memory have the name 'a.mcf'",
    ],
    [
      "nothing",
      {},
      "open needs a path, a file URL, files in memory, a snapshot or a Commons, or a list",
    ],
    [
      "an object of a class",
      new Date(),
      "open needs a path, a file URL, files in memory, a snapshot or a Commons, or a list",
    ],
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

  test("nothing that can be loaded, with the name of the file", async () => {
    await expect(open({ "a.odd": "x" })).rejects.toThrow(
      /^files in memory: there is nothing to load: a\.odd is of no known kind; expected a folder/,
    );
    await expect(open({ "a.mfc": "x" })).rejects.toThrow(
      "a.mfc is of no known kind; is '.mcf' meant?",
    );
  });

  test("a text in the place of a path", async () => {
    const opening = open("Node: dcid:a\ntypeOf: City\n");
    await expect(opening).rejects.toThrow(TypeError);
    await expect(opening).rejects.toThrow(
      'open needs a path, not a text of several lines: give the text under the name of a file, as in { "town.mcf": text }',
    );
  });
});

/** Parts of a text, later. */
async function* later(...parts: (string | Uint8Array)[]) {
  for (const part of parts) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    yield part;
  }
}

const half = Math.floor(town.length / 2);
const halves = [town.slice(0, half), Buffer.from(town.slice(half))] as const;
const response = (init: ResponseInit = {}, url = "https://example.org/data/town.mcf?key=1") =>
  Object.defineProperty(new Response(town, init), "url", { value: url });

describe("content that arrives as a stream", () => {
  const forms: Readonly<Record<string, () => unknown>> = {
    "an async iterable of texts and bytes": () => later(...halves),
    "a stream of the web": () => new Blob([town]).stream(),
    "a stream of the web that cannot be iterated": () => {
      const { getReader } = ReadableStream.prototype;
      const stream = new Blob([town]).stream();
      return { getReader: () => getReader.call(stream) };
    },
    "a stream of Node": () => Readable.from(halves),
    "a Response": () => new Response(town),
  };

  test.each(Object.entries(forms))("%s has the name that it is given", async (_, make) => {
    await expectTown({ "town.mcf": make() as FileContent });
    await expectTown({ name: "sub/town.mcf", content: make() as FileContent });
    await expectTown([{ "counts.csv": counts }, { "town.mcf": make() as FileContent }]);
    await expectTown([{ name: "town.mcf", content: make() as FileContent }]);
  });

  test.each(Object.entries(forms))("%s without a name is refused clearly", async (_, make) => {
    const opening = open(make() as FileContent);
    await expect(opening).rejects.toThrow(TypeError);
    await expect(opening).rejects.toThrow('{ name: "a.mcf", content: stream }');
  });

  test("has a name of its own: of an address, of a file that is read", async () => {
    await expectTown(response());
    await expectTown([response({}, "https://example.org/my%20town.mcf"), { "c.csv": counts }]);
    await withFolder({ "town.mcf": town }, async (folder) => {
      await expectTown(createReadStream(join(folder, "town.mcf")));
    });
  });

  test("of a .gz is decompressed, unless fetch has done that for a Content-Encoding", async () => {
    const address = "https://example.org/town.mcf.gz";
    const sent = Object.defineProperty(new Response(gzipSync(town)), "url", { value: address });
    await expectTown(sent);
    await expectTown(response({}, address));
    await expectTown([response({}, address), { "counts.csv": counts }]);
    await expectTown({ "town.mcf.gz": new Response(town) });
    const text = open({ "town.mcf.gz": town });
    await expect(text).rejects.toThrow("town.mcf.gz: is damaged or cut off");
  });

  test("is a snapshot if its first bytes say so, here and in a page", async () => {
    const chunks: Uint8Array[] = [];
    const commons = await open({ "town.mcf": town });
    await commons.save(new WritableStream({ write: (chunk) => void chunks.push(chunk) }));
    const bytes = Buffer.concat(chunks);
    for (const openIt of [open, openInPage]) {
      for (const source of [new Response(bytes), later(bytes), new Blob([bytes]).stream()]) {
        const opened = await openIt(source as FileContent as Response);
        expect(opened.info).toEqual(commons.info);
      }
      const both = await openIt([new Response(bytes), { "counts.csv": counts }]);
      expect(both.info.observationCount).toBe(1);
      expect((await openIt(response())).info.nodeCount).toBe(commons.info.nodeCount);
    }
  });

  test.each(["town.mcf", "town.csv", "town.zip", "town.pocket", ""])(
    "that is a web page instead of '%s' is said to be one, with its address",
    async (name) => {
      const html = "\n<!DOCTYPE html><html><title>Vite</title></html>";
      const said = "is a web page, which servers send for addresses";
      const url = `https://example.org/${name}`;
      const answer = () => Object.defineProperty(new Response(html), "url", { value: url });
      for (const openIt of [open, openInPage]) {
        for (const source of [answer(), [answer()], [answer(), { "counts.csv": counts }]]) {
          await expect(openIt(source as Response)).rejects.toThrow(`${url}: ${said}`);
        }
        if (name === "") continue;
        await expect(openIt({ [name]: html })).rejects.toThrow(`${name}: ${said}`);
      }
    },
  );

  test("is named in errors: a failed answer, a stream that breaks, parts that are no bytes", async () => {
    const failed = open(response({ status: 404, statusText: "Not Found" }));
    await expect(failed).rejects.toThrow(LoadError);
    await expect(failed).rejects.toThrow(
      "https://example.org/data/town.mcf?key=1: the answer is 404 Not Found",
    );
    async function* broken() {
      yield town;
      throw new Error("connection lost");
    }
    await expect(open({ "town.mcf": broken() })).rejects.toThrow(
      "town.mcf: cannot be read to its end: connection lost",
    );
    await expect(open({ "town.mcf": later(7 as never) })).rejects.toThrow(
      "town.mcf gave 7 where bytes are expected",
    );
    const used = response();
    await used.text();
    await expect(open(used)).rejects.toThrow("its body was read before");
  });

  test("is given up when the signal aborts, and told so", async () => {
    let isEnded = false;
    const hanging = new ReadableStream<Uint8Array>({
      cancel: () => {
        isEnded = true;
      },
    });
    const signal = AbortSignal.timeout(20);
    await expect(open({ "town.mcf": hanging }, { signal })).rejects.toThrow("timeout");
    expect(isEnded).toBe(true);
  });
});

describe("an address", () => {
  test.each([
    "https://example.org/world.pocket",
    new URL("https://example.org/world.pocket"),
    "postgres:world",
    "s3://bucket/world.pocket",
  ])("%s is not fetched: the error names openRemote", async (address) => {
    for (const act of [open, lint, proposeColumns]) {
      await expect(act(address)).rejects.toThrow(TypeError);
      await expect(act(address)).rejects.toThrow("openRemote");
      await expect(act([address])).rejects.toThrow("fetch(address)");
    }
  });
});

describe("lint and proposeColumns take what open takes", () => {
  const wrong = "Node: dcid:a\ntypeOf: dcs:City\nnonsense\n";
  const counters = async (source: Source) =>
    (await lint(source)).findings.map(({ counter, file, line }) => `${counter} ${file}:${line}`);

  test("lint shows the line of a file in memory, in a stream, on disk beside it", async () => {
    const { findings } = await lint({ "sub/a.mcf": wrong });
    const [found] = findings.filter(({ counter }) => counter === "MCF_MalformedColonLessLine");
    expect(found).toMatchObject({ file: "sub/a.mcf", line: 3, text: "nonsense" });
    expect(await counters(later(wrong) as never).catch(({ message }) => message)).toContain(
      "needs a name",
    );
    const streamed = await counters({ name: "a.mcf", content: later(wrong) });
    expect(streamed).toContain("MCF_MalformedColonLessLine a.mcf:3");
    await withFolder({ "b.mcf": wrong }, async (folder) => {
      const { findings } = await lint([folder, { "a.mcf": wrong }]);
      const texts = findings.filter(({ text }) => text === "nonsense");
      expect(texts.map(({ file }) => file)).toEqual([join(folder, "b.mcf"), "a.mcf"]);
    });
  });

  test("lint checks a Commons and a snapshot as tables, and refers to them", async () => {
    const wild = { "a.mcf": "Node: dcid:a\ntypeOf: dcs:City\nname: a\nnear: dcid:nowhere\n" };
    const commons = await open(wild);
    const found = await counters(commons);
    expect(found.some((one) => one.startsWith("Existence_MissingReference"))).toBe(
      (await counters(wild)).some((one) => one.startsWith("Existence_MissingReference")),
    );
    const { others } = await lint({ "b.mcf": wrong }, { with: [commons, world()] });
    expect(others?.fileCount).toBeGreaterThan(0);
    await expect(lint([])).rejects.toThrow("lint needs at least one source");
  });

  test("proposeColumns reads one file, wherever it is", async () => {
    const table = "town,year,people\nA,2020,1\nB,2021,2\n";
    const expected = { name: "town", type: "Town" };
    for (const source of [
      { "data/t.csv": table },
      { name: "t.csv", content: later(table) },
      new File([table], "t.csv"),
    ]) {
      expect((await proposeColumns(source)).columns?.entity).toMatchObject({ name: expected.name });
    }
    await expect(proposeColumns({ "a.csv": table, "b.csv": table })).rejects.toThrow("is no file");
    await expect(proposeColumns("src")).rejects.toThrow("src: is no file");
    await expect(proposeColumns(["a.csv", "b.csv"])).rejects.toThrow("needs one file");
  });
});
