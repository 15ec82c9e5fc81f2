/** Limits that take millions of something to reach: more than a short test run has time for. */
import { join } from "node:path";
import { createGzip } from "node:zlib";
import { expect, test } from "vitest";
import { fetchOf } from "../../src/adapters/edge/fetch.ts";
import { RestService } from "../../src/adapters/edge/service.ts";
import { endpoints } from "../../src/adapters/endpoints.ts";
import { LimitError } from "../../src/errors/errors.ts";
import { open } from "../../src/index.ts";
import { lineBytesMax, readLines } from "../../src/load/bytes/lines.ts";
import { noId } from "../../src/load/statements/sink.ts";
import { splitValues, valuesMax } from "../../src/load/values/mcf-value.ts";
import { unsetSource } from "../../src/stats/facet-fields.ts";
import { WorldBuilder } from "../../src/world/world.ts";
import { failure, failureOf } from "../contract/echo.ts";
import { type TripleRow, worldOf } from "../oracle/small-world.ts";
import { loadTexts, withFolder } from "../unit/load/load-texts.ts";

test("an answer longer than a text can be is refused, and not our own mistake", async () => {
  const dcids = Array.from({ length: 600 }, (_, at) => `essay/${at}`);
  const essay = `=${"x".repeat(1 << 20)}`;
  const world = worldOf(dcids.map((dcid): TripleRow => [dcid, "text", essay]));
  const fetch = fetchOf(new RestService(endpoints, world));
  const post = {
    method: "POST",
    headers: { "x-api-key": "k" },
    body: JSON.stringify({ dcids }),
    timeout: Number.POSITIVE_INFINITY,
  };
  const limitless = { ...post, maxMemoryBytes: Number.POSITIVE_INFINITY };
  expect(await failureOf(fetch("/node/triples", limitless))).toEqual(
    failure(400, 3, "the answer is too long for one text: ask for less at once"),
  );
  expect(await failureOf(fetch("/node/triples", post))).toEqual(
    failure(
      429,
      8,
      "the request needs more than 201326592 bytes of memory: ask for less, or raise 'maxMemoryBytes'",
    ),
  );
});

test("a world holds a million facets and no more", () => {
  const sink = new WorldBuilder();
  const source = { provenance: noId, ...unsetSource };
  for (let at = 0; at < 1 << 20; at++) {
    source.unit = String(at);
    sink.facet(source);
  }
  expect(sink.facet(source)).toBe((1 << 20) - 1);
  source.unit = "one more";
  expect(() => sink.facet(source)).toThrow(LimitError);
});

test.each([65_535, 65_536, 65_537])("an entity has series of %i facets and dates", (count) => {
  const sink = new WorldBuilder();
  const variable = sink.node("v");
  const entity = sink.node("e");
  for (let at = 0; at < count; at++) {
    const name = String(at).padStart(6, "0");
    const facet = sink.facet({ provenance: noId, ...unsetSource, importName: name });
    sink.observation(variable, entity, facet, sink.date(name), String(at));
  }
  const { observations } = sink.freeze().world;
  const last = count - 1;
  const name = String(last).padStart(6, "0");
  // The latest date ranks first.
  expect(observations.facetOf(0).importName).toBe(name);
  expect(observations.dateOf(0)).toBe(name);
  expect(observations.dateCodeOf(name)).toBe(last);
  expect(observations.pointAt(0, last)).toBe(0);
  expect(observations.valueOf(last)).toBe(0);
  expect(observations.facets.length).toBe(count);
});

test("too many values of MCF are refused, commas within quotes are none", async () => {
  const commas = ",".repeat(valuesMax + 2);
  expect(splitValues(`${commas}a`, ",")).toEqual(["a"]);
  expect(splitValues(`"${commas}"`, ",")).toEqual([`"${commas}"`]);
  const text = `Node: dcid:x\nname: ${commas.replaceAll(",", "a,")}`;
  await expect(loadTexts({ "a.mcf": text })).rejects.toMatchObject({ code: "LOAD", line: 2 });
});

test.each([
  [65_535, 2, 2],
  // One provenance more than given: none has a number too.
  [65_536, 2, 4],
  [65_537, 4, 4],
])(
  "%i predicates and provenances take as few bytes as they can",
  (count, predicate, provenance) => {
    const sink = new WorldBuilder();
    for (let at = 0; at < count; at++) {
      sink.link(sink.node("s"), sink.node(`p${at}`), sink.node("o"), sink.node(`from${at}`));
    }
    const { graph } = sink.freeze().world;
    for (const table of [graph.out, graph.in]) {
      expect(table.predicates.BYTES_PER_ELEMENT).toBe(predicate);
      expect(table.provenances.BYTES_PER_ELEMENT).toBe(provenance);
    }
  },
);

test("a line above the limit is an error, one at the limit is not", async () => {
  const half = Buffer.alloc(lineBytesMax / 2, "x");
  async function* chunksOf(last: string): AsyncGenerator<Buffer> {
    yield* [Buffer.from("a\n"), half, half, Buffer.from(last)];
  }
  const lengths: number[] = [];
  await readLines(chunksOf("\nb"), "f", (line) => lengths.push(line.length));
  expect(lengths).toEqual([1, lineBytesMax, 1]);
  for (const last of ["x\nb", "x"]) {
    const reading = readLines(chunksOf(last), "f", () => undefined);
    await expect(reading).rejects.toMatchObject({ code: "LOAD", file: "f", line: 2 });
  }
});

test("a quoted cell above the limit is an error where it begins, and hides no row after it", async () => {
  const cell = `"${`${"x".repeat(1023)}\n`.repeat(lineBytesMax / 1024)}`;
  const { sink, diagnostics } = await loadTexts({
    "a.tmcf": "Node: E:T->E\ndcid: C:T->Id\nname: C:T->Name",
    "a.csv": `Id,Name\na,b\nc,${cell}"\nd,e\n`,
  });
  expect(diagnostics[0]).toBe("error StrSplit_BadQuotesInToken a.csv:3");
  expect(sink.triples.map(({ subject }) => subject)).toEqual(["a", "d"]);
});

test("a .gz that expands without bound is refused", async () => {
  await withFolder({ "a.mcf.gz": await bomb(270) }, async (folder) => {
    const path = join(folder, "a.mcf.gz");
    await expect(open(path)).rejects.toThrow(`${path}: expands more than 200 times`);
  });
});

/** So many megabytes of comments. */
async function bomb(megabytes: number): Promise<Buffer> {
  const gzip = createGzip();
  const chunks: Buffer[] = [];
  gzip.on("data", (chunk: Buffer) => chunks.push(chunk));
  const lines = Buffer.alloc(1024 * 1024, `#${" ".repeat(4094)}\n`);
  for (let at = 0; at < megabytes; at++) {
    if (!gzip.write(lines)) await new Promise((resolve) => gzip.once("drain", resolve));
  }
  const ended = new Promise((resolve) => gzip.once("end", resolve));
  gzip.end();
  await ended;
  return Buffer.concat(chunks);
}
