/** Lists that a snapshot has ready: the same near, far and made anew; never believed when they cannot be true. */

import { deflateSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import type { Catalog } from "../../../../src/catalog/catalog.ts";
import { type Commons, open } from "../../../../src/index.ts";
import { openRemote } from "../../../../src/remote/remote-commons.ts";
import { listColumns, StoredList } from "../../../../src/store/stored/stored-lists.ts";
import { columnsIn } from "../../../oracle/store/text-columns.ts";
import { Forger } from "../../../remote/forged-world.ts";
import { errorOf, snapshotOf } from "../../../remote/stored-world.ts";
import { MemoryStore } from "../../../remote/stores/memory-store.ts";

const questions: Readonly<Record<string, (catalog: Catalog) => unknown>> = {
  variables: (catalog) => catalog.variables(),
  "a page of variables": (catalog) => catalog.variables({ offset: 2, limit: 3 }),
  "variables of a type": (catalog) => catalog.variables({ type: "County" }),
  "variables of no type": (catalog) => catalog.variables({ type: "Nothing" }),
  "variables by words": (catalog) => catalog.variables({ search: "median", meaning: false }),
  "variables by meaning": (catalog) => catalog.variables({ search: "how old are people" }),
  types: (catalog) => catalog.types(),
  "types by words": (catalog) => catalog.types({ search: "count", limit: 2 }),
  facets: (catalog) => catalog.facets(),
  "facets by words": (catalog) => catalog.facets({ search: "census" }),
  entities: (catalog) => catalog.entities({ limit: 20 }),
  "entities of a type": (catalog) => catalog.entities({ type: "State" }),
  counts: (catalog) => [catalog.count("variables"), catalog.count("variables", { type: "State" })],
  coverage: (catalog) => catalog.coverage("Count_Person", "State"),
  years: (catalog) => catalog.years(),
  start: (catalog) => catalog.start(),
};

describe("lists of the sample", () => {
  let loaded: Commons;
  let saved: Commons;
  let bytes: Uint8Array;

  beforeAll(async () => {
    loaded = await open("data-samples/us-states");
    bytes = snapshotOf(loaded, 1 << 12);
    saved = await open(bytes);
  });

  test.each(Object.keys(questions))("%s are the same loaded, saved and far away", async (name) => {
    const question = questions[name]!;
    const expected = JSON.stringify(question(loaded.catalog));
    expect(expected.length).toBeGreaterThan(1);
    expect(JSON.stringify(question(saved.catalog))).toBe(expected);
    const remote = await openRemote(new MemoryStore(bytes));
    const found = await remote.ask(({ catalog }) => question(catalog));
    expect(JSON.stringify(found)).toBe(expected);
  });

  test.each(["variables", "types", "facets", "years", "start"])(
    "%s take at most three rounds",
    async (name) => {
      const remote = await openRemote(new MemoryStore(bytes));
      const { rounds } = remote.traffic;
      await remote.ask(({ catalog }) => questions[name]!(catalog));
      expect(remote.traffic.rounds - rounds).toBeLessThanOrEqual(3);
    },
  );

  test.each(["how old are people", "population", "median income", "Count_Person", "asdf"])(
    "indicators for '%s' are those of a world in memory, in three rounds",
    async (text) => {
      const request = { nodes: [text], resolver: "indicator" } as const;
      const expected = loaded.v2.resolve(request);
      expect(saved.v2.resolve(request)).toEqual(expected);
      const remote = await openRemote(new MemoryStore(bytes));
      const { rounds } = remote.traffic;
      expect(await remote.v2.resolve(request)).toEqual(expected);
      expect(remote.traffic.rounds - rounds).toBeLessThanOrEqual(3);
    },
  );

  test("lists within lines are frozen, as those that are made", () => {
    for (const { catalog } of [loaded, saved]) {
      const [{ entityTypes, units, facetIds } = {}] = catalog.variables({ limit: 1 });
      expect([entityTypes, units, facetIds].every((list) => Object.isFrozen(list))).toBe(true);
    }
  });

  test("a snapshot that was saved again has the same lists", async () => {
    expect(Buffer.compare(snapshotOf(saved, 1 << 12), bytes)).toBe(0);
  });
});

describe("forged lists", () => {
  let forger: Forger;

  beforeAll(async () => {
    forger = new Forger(await open("data-samples/us-states"));
  });

  const lines = [{ dcid: "Count_Person" }, 7, null, { __proto__: null }, []];
  const texts = [
    "",
    "[",
    "{}",
    "[".repeat(100_000),
    ...lines.map((line) => JSON.stringify([line])),
  ];

  test.each(texts.map((text) => [text.slice(0, 30), text] as const))(
    "variables that are %s are damage, near by a check and far when they are read",
    async (_, text) => {
      const chunk = deflateSync(Buffer.from(text));
      const all: Readonly<Record<string, Uint8Array | Uint32Array>> = {
        bytes: chunk,
        ends: Uint32Array.of(chunk.length),
        lines: Uint32Array.of(1),
        sizes: Uint32Array.of(text.length),
      };
      for (const [part, column] of Object.entries(all)) {
        (forger.columns as Map<string, typeof column>).set(`far.variables.${part}`, column);
      }
      const bytes = forger.snapshotWith("far.variables.bytes", chunk);
      await expect(open(bytes)).rejects.toMatchObject({ code: "SNAPSHOT", fault: "damaged" });
      const remote = await openRemote(new MemoryStore(bytes));
      const asked = remote.ask(({ catalog }) => catalog.variables());
      expect(await errorOf(asked)).toMatchObject({
        fault: "damaged",
        section: "far.variables.bytes",
      });
    },
  );

  test("a chunk that would become gigabytes ends at the length that it says", () => {
    const lines = { bytes: deflateSync(new Uint8Array(64 << 20)) };
    const columns = columnsIn(
      new Map<string, Uint8Array | Uint32Array>([
        ["l.bytes", lines.bytes],
        ["l.ends", Uint32Array.of(lines.bytes.length)],
        ["l.lines", Uint32Array.of(1)],
        ["l.sizes", Uint32Array.of(1 << 20)],
      ]),
    );
    const source = Object.assign(columns, { has: () => true });
    const start = performance.now();
    expect(() => StoredList.readFrom(source, "l", {})?.at(0)).toThrow("forged or damaged");
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe("a list of many chunks", () => {
  const lines = Array.from({ length: 5000 }, (_, at) => ({
    dcid: `${at}`,
    list: ["é".repeat(at % 90)],
  }));
  const columns = listColumns("l", lines);
  const source = Object.assign(columnsIn(columns), { has: (name: string) => columns.has(name) });
  const pattern = { dcid: "", list: [""] };

  test("has each line at its place", () => {
    expect(columns.get("l.ends")!.length).toBeGreaterThan(3);
    const list = StoredList.readFrom(source, "l", pattern)!;
    expect(list.length).toBe(lines.length);
    expect([...list.slice()]).toEqual(lines);
    expect([...list.slice(1234, 1240)]).toEqual(lines.slice(1234, 1240));
    expect(list.at(4999)).toEqual(lines[4999]);
  });

  test("with a line that is too long is none", () => {
    expect([...listColumns("l", [{ dcid: "x".repeat(3 << 20) }]).keys()]).toEqual([]);
    expect(StoredList.readFrom(columnsIn(new Map()), "l", pattern)).toBeUndefined();
  });
});
