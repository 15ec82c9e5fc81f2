/** Searches by words from afar: a large world is not indexed, its nodes are looked up. */

import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

const places = 12_000;
let bytes: Uint8Array;
let local: Commons;

beforeAll(async () => {
  const nodes = Array.from(
    { length: places },
    (_, at) => `Node: dcid:place/${at}\ntypeOf: dcs:City\nname: "${nameOf(at)}"\n`,
  );
  nodes.push(
    `Node: dcid:Count_Person\ntypeOf: dcs:StatisticalVariable\nname: "Total Population"\n`,
  );
  const rows = ["variable,entity,date,value", "Count_Person,place/4,2020,1"];
  // Two of the places called Springfield have data.
  for (const variable of ["Count_Person", "Median_Age"]) rows.push(`${variable},place/14,2020,1`);
  rows.push("Count_Person,place/7,2020,1");
  local = await open({ "places.mcf": nodes.join("\n"), "rows.csv": rows.join("\n") });
  bytes = snapshotOf(local, 1024);
});

const nameOf = (at: number) => (at % 7 === 0 ? "Springfield" : `Upper Place ${at}`);

async function found(text: string, kind = "") {
  const remote = await openRemote(new MemoryStore(bytes));
  const before = remote.traffic.bytes;
  const page = await remote.ask(({ catalog }) => catalog.search({ text, kind, limit: 5 }));
  expect(remote.traffic.bytes - before).toBeLessThan(bytes.length / 5);
  return page;
}

describe("a search of a large world from afar", () => {
  test("finds nodes by their whole names in any case, the most observed first", async () => {
    const { lines, words } = await found("SPRINGFIELD");
    expect(lines.slice(0, 2)).toEqual([
      { dcid: "place/14", name: "Springfield", kind: "node", types: ["City"], observed: 2 },
      { dcid: "place/7", name: "Springfield", kind: "node", types: ["City"], observed: 1 },
    ]);
    expect(words).toEqual([{ asked: "springfield", found: ["springfield"], isSlip: false }]);
  });

  test.each(["Upper Place 1177", "upper place 1177"])("finds '%s' among names", async (text) => {
    const { lines } = await found(text);
    expect(lines.map(({ dcid }) => dcid)).toEqual([
      "place/1177",
      "place/11770",
      "place/11771",
      "place/11772",
      "place/11773",
    ]);
  });

  test("finds dcids, and those that begin with a text", async () => {
    const { lines } = await found("place/1190");
    expect(lines[0]!.dcid).toBe("place/1190");
    expect(lines.map(({ dcid }) => dcid)).toContain("place/11901");
  });

  test("finds variables as near, and says how many nodes it left", async () => {
    const { lines, left, searched } = await found("population");
    expect(lines).toEqual(local.catalog.search({ text: "population" }).lines);
    expect(lines[0]).toMatchObject({ dcid: "Count_Person", kind: "variable", observed: 3 });
    expect(searched).toBe(2);
    expect(left).toBe(local.engine.graph.dictionary.nodeCount - 2);
  });

  test("finds what a kind asks for", async () => {
    expect((await found("Springfield", "place")).lines).toHaveLength(2);
    expect((await found("Springfield", "variable")).lines).toEqual([]);
    expect((await found("Nowhere at all")).lines).toEqual([]);
  });
});

test("suggestions are names with data that begin with the end of a text", async () => {
  const remote = await openRemote(new MemoryStore(bytes));
  const before = remote.traffic.bytes;
  const suggest = (text: string) =>
    remote.ask(({ catalog }) => catalog.suggest({ text }).map((one) => [one.text, one.dcid]));
  expect(await suggest("population of spring")).toEqual([
    ["population of Springfield", "place/14"],
    ["population of Springfield", "place/7"],
  ]);
  expect(await suggest("tot")).toEqual([["Total Population", "Count_Person"]]);
  expect(remote.traffic.bytes - before).toBeLessThan(bytes.length / 5);
});

test.each(["california", "population", "new y", "geoId/0", "median agr", "q"])(
  "a small world answers '%s' from afar as near",
  async (text) => {
    const small = await open("data-samples/us-states");
    const remote = await openRemote(new MemoryStore(snapshotOf(small, 512)));
    const ask = ({ catalog }: Commons) => [catalog.search({ text }), catalog.suggest({ text })];
    expect(await remote.ask(ask)).toEqual(ask(small));
  },
);
