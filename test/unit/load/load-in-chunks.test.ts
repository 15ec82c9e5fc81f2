/** Files read in chunks: statements, their order and diagnostics are those of files that are read whole. */
import { describe, expect, test } from "vitest";
import { onDisk } from "../../../src/disk/disk-tree.ts";
import {
  type Diagnostic,
  DiagnosticLog,
  type Finding,
} from "../../../src/load/bytes/diagnostics.ts";
import {
  type ChunkReader,
  type ChunkReport,
  type ChunkSizes,
  orderAfterDeferred,
  orderOfDeferred,
  ReportList,
} from "../../../src/load/chunk-format.ts";
import { chunkFormatOf } from "../../../src/load/formats.ts";
import { loadPlanned } from "../../../src/load/load.ts";
import { ChunksOfFile } from "../../../src/load/load-in-chunks.ts";
import { planLoad } from "../../../src/load/load-plan.ts";
import { type Texts, withFolder } from "./load-texts.ts";
import { RecordingSink } from "./recording-sink.ts";

/** Gives its statements in the order that was named before each of them. */
class OrderedSink extends RecordingSink {
  readonly #parts = [{ order: -1, triples: 0, observations: 0 }];

  begin(order: number): void {
    const { length: triples } = this.triples;
    this.#parts.push({ order, triples, observations: this.observations.length });
  }

  get inOrder() {
    const parts = this.#parts.map(({ order, triples, observations }, at) => {
      const next = this.#parts[at + 1];
      return {
        order,
        triples: this.triples.slice(triples, next?.triples),
        observations: this.observations.slice(observations, next?.observations),
      };
    });
    const sorted = parts.sort((a, b) => a.order - b.order);
    return {
      triples: sorted.flatMap(({ triples }) => triples),
      observations: sorted.flatMap(({ observations }) => observations),
    };
  }
}

/** Reads one chunk after the other, as a thread does. */
class OneByOne implements ChunkReader {
  readonly sizes: ChunkSizes;
  readonly reports: (ChunkReport | undefined)[] = [];
  starts = 0;
  readonly #sink: OrderedSink;

  constructor(sizes: ChunkSizes, sink: OrderedSink) {
    this.sizes = sizes;
    this.#sink = sink;
  }

  start(): void {
    this.starts += 1;
  }

  read: ChunkReader["read"] = async (task, ranges, onChunk) => {
    const chunks = new ChunksOfFile(chunkFormatOf(task), task, this.#sink);
    const found = [];
    for (const [index, range] of ranges.entries()) found.push(await chunks.read(range, index + 1));
    for (const [index, report] of found.entries()) await onChunk(index, report, index + 1);
    this.reports.push(...found);
  };
}

/** What a load gives, in chunks of some bytes or whole. */
async function loaded(texts: Texts, sizes?: ChunkSizes) {
  return await withFolder(texts, async (folder) => {
    const told: Diagnostic[] = [];
    const onDiagnostic = (one: Diagnostic) =>
      told.push({ ...one, file: one.file.replace(`${folder}/`, "") });
    const log = new DiagnosticLog({ onDiagnostic });
    const sink = new OrderedSink();
    const reader = sizes && new OneByOne(sizes, sink);
    const plan = await planLoad(onDisk(folder), {}, log);
    const { rowCount } = await loadPlanned(plan, sink, {}, log, reader);
    return { result: { ...sink.inOrder, told, rowCount }, reader };
  });
}

const many = <Made>(make: (at: number) => Made) => Array.from({ length: 40 }, (_, at) => make(at));
const mistaken = (at: number) => (at % 7 === 3 ? "x" : `${at}`);

const files: Readonly<Record<string, Texts>> = {
  observations: {
    "a.csv": `entity,variable,date,value\n${many((at) => `E${at},V,${at % 9 === 2 ? "soon" : 2000 + at},${mistaken(at)}\n`).join("")}`,
  },
  triples: {
    "a.csv": `subject_id,predicate,object_id,object_value\n${many((at) => (at % 8 === 5 ? `a${at},name\n` : `a${at},name,,"n\n${at}"\n`)).join("")}`,
  },
  "nodes of MCF": {
    "a.mcf": `# a\n\n${many((at) => `Node: dcid:a${at}\nname: "n${at}"\n${at % 6 === 1 ? "typeOf:\n" : ""}${at % 5 === 4 ? "odd\n" : ""}\n`).join("")}`,
  },
  "nodes of MCF with local names": {
    "a.mcf": many(
      (at) =>
        `Node: n${at}\n${at % 4 === 0 ? "" : `dcid: "a${at}"\n`}typeOf: dcs:Thing\nnear: l:n${(at + 9) % 40}\n\n`,
    ).join(""),
  },
  "rows of a template": {
    "a.tmcf": "Node: E:a->E0\ntypeOf: dcs:Thing\ndcid: C:a->id\nname: C:a->name\n",
    "a.csv": `id,name\n${many((at) => (at % 6 === 5 ? `,n${at}\n` : `t/${at},"n ${at}"\n`)).join("")}`,
  },
};

describe.each(Object.entries(files))("%s", (_, texts) => {
  test.each([60, 200])("in chunks of %i bytes are the same as whole", async (chunk) => {
    const { result, reader } = await loaded(texts, { file: 1, chunk });
    expect(result).toEqual((await loaded(texts)).result);
    expect(reader?.starts).toBe(1);
    expect(reader?.reports.length).toBeGreaterThan(2);
    expect(result.triples.length + result.observations.length).toBeGreaterThan(25);
  });
});

const csv = "entity,variable,date,value\nE,V,2020,1\nE,V,2021,2\n";

test.each<[what: string, texts: Texts, file: number, starts: number]>([
  ["nodes that are as large as such a file has to be", { "a.mcf": "Node: a\nx: 1\n" }, 13, 1],
  ["nodes that are smaller", { "a.mcf": "Node: a\nx: 1\n" }, 14, 0],
  ["a table that is twice as large", { "a.csv": csv }, csv.length / 2, 1],
  ["a table that is smaller", { "a.csv": csv }, (csv.length + 1) / 2, 0],
])("%s: it starts threads or does not", async (_, texts, file, starts) => {
  const { result, reader } = await loaded(texts, { file, chunk: 12 });
  expect(reader?.starts).toBe(starts);
  expect(result).toEqual((await loaded(texts)).result);
});

test("a chunk with more findings than it can send is read again for them", async () => {
  const row = (at: number) => `E,V,2020,${at < 1_200 ? "x" : "7"}\n`;
  const rows = Array.from({ length: 2_200 }, (_, at) => row(at)).join("");
  const texts = { "a.csv": `entity,variable,date,value\n${rows}` };
  const { result, reader } = await loaded(texts, { file: 1, chunk: 15_000 });
  expect(reader?.reports.map((one) => one?.entries?.length)).toEqual([undefined, 101]);
  expect(result).toEqual((await loaded(texts)).result);
  expect(result.told).toHaveLength(1_200);
});

test("a file that cannot be read again as it was read changed meanwhile", async () => {
  const sizes = { file: 1, chunk: 20 };
  await withFolder({ "a.csv": csv }, async (folder) => {
    const log = new DiagnosticLog();
    const plan = await planLoad(onDisk(folder), {}, log);
    const reader: ChunkReader = {
      sizes,
      start: () => undefined,
      read: async (_task, _ranges, onChunk) => await onChunk(0, undefined, 1),
    };
    const loading = loadPlanned(plan, new OrderedSink(), {}, log, reader);
    await expect(loading).rejects.toThrow(
      expect.objectContaining({ message: `${folder}/a.csv: the file changed meanwhile` }),
    );
  });
});

describe("a list of reports", () => {
  const finding = (counter: string, once?: string): Finding => ({
    level: "info",
    counter,
    line: 7,
    message: () => `m ${counter}`,
    ...(once === undefined ? {} : { once }),
  });
  const plain = (counter: string, once?: string) => ({
    finding: { ...finding(counter, once), message: `m ${counter}` },
  });

  test("keeps findings, those that are said once only once, and blocks", () => {
    const list = new ReportList(9);
    for (const one of [finding("a"), finding("a"), finding("b", "x"), finding("b", "x")]) {
      list.report("f", one);
    }
    list.report("f", finding("b", "y"));
    list.report("f", finding("c", "x"));
    const blocks = { blocks: [], isRow: true };
    list.defer(blocks);
    expect(list.entries).toEqual([
      plain("a"),
      plain("a"),
      plain("b", "x"),
      plain("b", "y"),
      plain("c", "x"),
      { deferred: blocks },
    ]);
  });

  test("has none once there is one too many", () => {
    const list = new ReportList(2);
    for (const counter of ["a", "b"]) list.report("f", finding(counter));
    expect(list.entries).toEqual([plain("a"), plain("b")]);
    for (const counter of ["c", "d"]) {
      list.report("f", finding(counter));
      expect(list.entries).toBeUndefined();
    }
  });
});

test("deferred blocks stand between what a chunk writes before and after them", () => {
  const step = 2 ** -24;
  expect(
    [1, 2].flatMap((count) => [orderOfDeferred(5, count), orderAfterDeferred(5, count)]),
  ).toEqual([1, 2, 3, 4].map((steps) => 5 + steps * step));
});
