/** Steps of questions: what is complete is not made again when a question runs again. */

import { beforeAll, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { lastingStep, step } from "../../../src/store/columns/column-source.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

let local: Commons;
let bytes: Uint8Array;

beforeAll(async () => {
  const rows = Array.from(
    { length: 3000 },
    (_, at) => `Node: dcid:place/${at}\ntypeOf: dcs:City\nname: "Place ${at}"\n`,
  );
  local = await open({ "places.mcf": rows.join("\n") });
  bytes = snapshotOf(local, 512);
});

const nameIn = ({ engine: { graph } }: Commons, dcid: string) =>
  graph.nameTextOf(graph.dictionary.nodeOf(dcid) ?? 0);

test("a step is made until all that it reads is here, and not again after that", async () => {
  const remote = await openRemote(new MemoryStore(bytes));
  const made: string[][] = [[], []];
  const [first, second] = await remote.ask((commons) =>
    [7, 2900].map((at, of) => {
      const { source } = commons.engine.graph;
      return step(
        source,
        () => `name ${at}`,
        () => {
          const name = nameIn(commons, `place/${at}`) ?? "";
          made[of]!.push(name);
          return name;
        },
      );
    }),
  );
  expect([first, second]).toEqual(["Place 7", "Place 2900"]);
  // What was made of zeros was not kept, and what was made of the right bytes was made once.
  expect(made[0]!.length).toBeGreaterThan(1);
  expect(made[0]!.filter((name) => name === "Place 7")).toHaveLength(1);
  expect(made[1]!.at(-1)).toBe("Place 2900");
});

test("a step that follows from what is not here yet is not kept", async () => {
  const remote = await openRemote(new MemoryStore(bytes));
  const answer = await remote.ask((commons) => {
    // Over zeros the name is another one, and the step reads no column.
    const name = nameIn(commons, "place/1500");
    return step(
      commons.engine.graph.source,
      () => "length",
      () => name?.length ?? 0,
    );
  });
  expect(answer).toBe("Place 1500".length);
});

test("a step of one question is none of the next, and a lasting one is", async () => {
  const remote = await openRemote(new MemoryStore(bytes));
  let [steps, lasting] = [0, 0];
  for (let at = 0; at < 3; at++) {
    await remote.ask(({ engine: { graph } }) => {
      step(
        graph.source,
        () => "own",
        () => steps++,
      );
      lastingStep(graph.source, "all", () => lasting++);
    });
  }
  expect([steps, lasting]).toEqual([3, 1]);
});

test("a list of entities is made of few rounds, each with what all its lines need", async () => {
  const remote = await openRemote(new MemoryStore(bytes));
  let runs = 0;
  const before = remote.traffic.rounds;
  const lines = await remote.ask(({ catalog }) => {
    runs++;
    return catalog.entities({ type: "City" });
  });
  expect(lines).toEqual(local.catalog.entities({ type: "City" }));
  expect(remote.traffic.rounds - before).toBeLessThan(8);
  // On a busy machine a pass ends before it has found all that it lacks.
  expect([2, 3]).toContain(runs - (remote.traffic.rounds - before));
});

test("the first lines of all entities are read without a walk over the others", async () => {
  const remote = await openRemote(new MemoryStore(bytes));
  const before = remote.traffic;
  const lines = await remote.ask(({ catalog }) => catalog.entities({ limit: 5 }));
  expect(lines).toEqual(local.catalog.entities({ limit: 5 }));
  expect(remote.traffic.rounds - before.rounds).toBeLessThan(5);
  expect(remote.traffic.bytes - before.bytes).toBeLessThan(bytes.length / 5);
});
