/** Whatever world was loaded: what is reopened or shared answers as the original does. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Commons } from "../../../src/commons/commons.ts";
import { reopen } from "../../../src/commons/reopen.ts";
import { nodeHost } from "../../../src/disk/snapshot-files.ts";
import { attach, open } from "../../../src/index.ts";
import { DiagnosticLog, type DiagnosticSummary } from "../../../src/load/bytes/diagnostics.ts";
import { noId } from "../../../src/load/statements/sink.ts";
import { imageOf } from "../../../src/snapshot/image.ts";
import { infoOf, WorldBuilder } from "../../../src/world/world.ts";
import { allReads, answerOf, requestsAbout } from "../../oracle/all-reads.ts";
import { FakeFile } from "../../unit/snapshot/small-snapshot.ts";
import { someFacet, someStatements } from "../hostile-statements.ts";
import { someHostileTexts } from "../hostile-texts.ts";
import { runs } from "../runs.ts";

const values = ["1", "1.0", "007", "-0", "0.1", "1e5", "12345678901234567890", "none", "-1.25"];

const facet = someFacet({
  provenance: "dc/base/EurostatData",
  importNames: ["EurostatData", "\ud800", `\ufeff${"x".repeat(300)}`],
  provenanceUrls: ["https://a.example", "\u{1F600}"],
  measurementMethods: ["M", "dcAggregate/M"],
});

const drawn = fc.tuple(someHostileTexts(5), someHostileTexts(5), fc.tuple(facet, facet));

/** Few series of many points, since a series is read as one. */
const worlds = drawn.chain(([nodes, texts, facets]) => {
  const node = fc.constantFrom("country/USA", "geoId/06", ...nodes);
  const few = fc.constantFrom("geoId/06", ...nodes.slice(0, 1));
  const parts = {
    node,
    few,
    texts,
    facet: fc.constantFrom(...facets),
    date: fc.oneof(fc.constantFrom("2020", "2020-01"), fc.nat(40).map(String)),
    value: fc.oneof(fc.constantFrom(...values), fc.integer().map(String)),
  };
  return fc.record({
    nodes: fc.constant(["country/USA", "geoId/06", ...nodes]),
    ...someStatements(parts, { triples: 40, observations: 60 }),
    ranking: fc.constantFrom(undefined, byMethod, byMethodAlone),
  });
});

/** Scores that only doubles hold. */
const byMethod = {
  score: ({ unit }: { unit: string }) => (unit === "" ? -0 : Number.POSITIVE_INFINITY),
};
const byMethodAlone = {
  ...byMethod,
  compare: (a: { count: number }, b: { count: number }) => a.count - b.count,
};

type Drawn = typeof worlds extends fc.Arbitrary<infer World> ? World : never;

const odd: DiagnosticSummary = (() => {
  const log = new DiagnosticLog();
  const finding = {
    level: "warning",
    counter: "Odd",
    message: () => "a \ud800 surrogate",
  } as const;
  log.report("file.mcf", { ...finding, line: undefined });
  log.report("\u{1F600}.csv", { ...finding, line: 7 });
  return log.summary();
})();

function commonsOf({ triples, observations, ranking }: Drawn): Commons {
  const builder = new WorldBuilder();
  const idOf = (dcid: string | undefined) => (dcid === undefined ? noId : builder.node(dcid));
  for (const { subject, predicate, object, provenance } of triples) {
    const [s, p, from] = [builder.node(subject), builder.node(predicate), idOf(provenance)];
    if (object.isNode) builder.link(s, p, builder.node(object.text), from);
    else builder.attribute(s, p, builder.literal(object.text), from);
  }
  for (const { variable, entity, facet: source, date, value } of observations) {
    const number = builder.facet({ ...source, provenance: idOf(source.provenance) });
    builder.observation(
      builder.node(variable),
      builder.node(entity),
      number,
      builder.date(date),
      value,
    );
  }
  const { world } = builder.freeze(ranking);
  return new Commons({ world, info: infoOf(world, odd), host: nodeHost });
}

async function saved(commons: Commons): Promise<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const [bytes] = await Promise.all([new Response(readable).arrayBuffer(), commons.save(writable)]);
  return new Uint8Array(bytes);
}

test("every read, every answer and every byte saved again is the same", async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (drawn) => {
      const original = commonsOf(drawn);
      const bytes = await saved(original);
      const twins = {
        file: await reopen(new FakeFile(bytes), {}, nodeHost),
        whole: await reopen(new FakeFile(bytes), { read: "all" }, nodeHost),
        buffer: await open(bytes),
        shared: attach(structuredClone(original.share())),
        sharedAgain: attach(structuredClone((await open(bytes)).share())),
      };
      const reads = allReads(original);
      for (const [name, twin] of Object.entries(twins)) {
        expect({ name, reads: allReads(twin) }).toStrictEqual({ name, reads });
        expect(Buffer.compare(await saved(twin), bytes)).toBe(0);
        twin.verify();
      }
    }),
    runs(20),
  );
});

/** In blocks so small that the rows beside those that are asked for are not there. */
function inSmallBlocks(commons: Commons): Uint8Array {
  const { library, contents, columns } = commons.share();
  return Buffer.concat([...imageOf(columns, { library, contents }, nodeHost.crc32, 8).chunks()]);
}

test("each answer is the same when it is the first one", async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (drawn) => {
      const original = commonsOf(drawn);
      const bytes = inSmallBlocks(original);
      for (const asked of requestsAbout(drawn.nodes, ["2020", ""])) {
        const reopened = await reopen(new FakeFile(bytes), {}, nodeHost);
        expect(await answerOf(reopened, asked)).toBe(await answerOf(original, asked));
      }
      expect(allReads(await reopen(new FakeFile(bytes), {}, nodeHost))).toEqual(allReads(original));
    }),
    runs(10),
  );
});
