/**
 * Forged worlds with right checksums: questions end, with an answer or an error.
 * `test/remote/forged-worlds.test.ts` forges every column.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { Snapshot } from "../../../src/snapshot/snapshot.ts";
import { BufferBytes } from "../../../src/snapshot/snapshot-bytes.ts";
import { slicingCrc32 } from "../../../src/store/columns/crc32.ts";
import { sized } from "../../property/runs.ts";
import { Forger } from "../../remote/forged-world.ts";
import { sampleRequests } from "../../remote/requests.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

const timeout = 50;

let forger: Forger;

beforeAll(async () => {
  forger = new Forger(await open("data-samples/us-states"));
});

const remoteOf = (bytes: Uint8Array, options: object = {}) =>
  openRemote(new MemoryStore(bytes), options);

describe("a forged world", () => {
  test.each(["graph.out.offsets", "graph.in.offsets", "graph.predicateOffsets"])(
    "ends every question in time, and in bounded memory, whatever is in %s",
    async (name) => {
      const requests = sampleRequests().filter((_, at) => [1, 3, 6, 8, 11, 12, 14].includes(at));
      // What a first question loads is not what is measured.
      const sound = await remoteOf(forger.snapshotWith(name, forger.column(name)));
      for (const { url, ...init } of requests) await sound.fetch(url, init as RequestInit);
      const before = process.memoryUsage();
      for (const forgery of ["noise", "every second number 0"].slice(0, sized(1, 2))) {
        const remote = await remoteOf(forger.forged(name, forgery), { timeout });
        for (const { url, ...init } of requests) {
          const begun = performance.now();
          const answer = await remote.fetch(url, init as RequestInit);
          expect(await answer.text()).not.toContain("internal error");
          expect(performance.now() - begun).toBeLessThan(timeout + 1000);
        }
      }
      const after = process.memoryUsage();
      expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(256 << 20);
      expect(after.rss - before.rss).toBeLessThan(512 << 20);
    },
  );

  test("differs from a wrong request: the error is about the world", async () => {
    const remote = await remoteOf(forger.forged("observations.seriesRecords", "largest numbers"));
    const question = remote.v2.observation({
      select: ["variable", "entity", "date", "value"],
      date: "LATEST",
      variable: { dcids: ["Count_Person"] },
      entity: { dcids: ["geoId/06"] },
    });
    await expect(question).rejects.toMatchObject({
      code: "REMOTE",
      fault: "damaged",
      section: "observations.seriesRecords",
      message: expect.stringContaining("forged or damaged"),
    });
  });

  test("in which a question fails inside says so, by method and by fetch", async () => {
    // A series of a facet that there is not.
    const records = forger.column("observations.seriesRecords");
    const { kindWord, valueWord } = forger.contents.observations.seriesLayout;
    const stride = Math.max(kindWord, valueWord) + 1;
    for (let at = kindWord; at < records.length; at += stride) records[at]! |= 0xf000_0000;
    const bytes = forger.snapshotWith("observations.seriesRecords", records);
    const remote = await remoteOf(bytes);
    const entity = "country/USA<-containedInPlace+{typeOf:State}";
    const request = {
      select: ["variable", "entity", "facet"],
      variable: { dcids: ["Count_Person"] },
      entity: { expression: entity },
    } as const;
    await expect(remote.v2.observation(request)).rejects.toMatchObject({
      code: "REMOTE",
      fault: "damaged",
      message: expect.stringContaining("the question failed inside"),
    });
    const init = { method: "POST", body: JSON.stringify(request) };
    const answer = await remote.fetch("/core/api/v2/observation", init);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({
      code: 15,
      message: expect.stringContaining("forged or damaged"),
    });
  });

  test("with numbers in its header that its sections do not have is not opened", async () => {
    const { graph, observations } = forger.contents;
    const others: readonly (readonly [section: string, contents: object])[] = [
      ["dictionary.nodes.lengths", { graph: { ...graph, nodeCount: 2 ** 40 } }],
      ["graph.out.predicates", { graph: { ...graph, tripleCount: 1 } }],
      ["observations.values64", { observations: { ...observations, pointCount: 2 ** 50 } }],
      ["observations.seriesEntities", { observations: { ...observations, seriesCount: 2 ** 33 } }],
    ];
    for (const [section, other] of others) {
      const bytes = forger.withContents({ ...forger.contents, ...other });
      await expect(remoteOf(bytes)).rejects.toMatchObject({
        code: "SNAPSHOT",
        fault: "damaged",
        section,
      });
    }
  });

  test("with a section of another length is not opened", async () => {
    const bytes = forger.snapshotWith("graph.in.terms", new Uint32Array(3));
    const damaged = { fault: "damaged", section: "graph.in.terms" };
    await expect(remoteOf(bytes)).rejects.toMatchObject(damaged);
  });
});

test("every column of offsets is known by its name", () => {
  const bytes = new Uint8Array(forger.withContents(forger.contents));
  const snapshot = new Snapshot(new BufferBytes(bytes), slicingCrc32);
  expect(snapshot.sectionTable().offsets().size).toBe(11);
});
