/** Questions that read sections which snapshots alone have: long runs page by page, and names. */

import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import type { V2NodeResponse } from "../../../src/wire.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

const blockBytes = 1 << 12;
const places = 6000;
const pageLength = 500;

let local: Commons;
let bytes: Uint8Array;

beforeAll(async () => {
  const rows = Array.from({ length: places }, (_, at) => {
    const type = at % 5 === 0 ? "Town" : "City";
    const name = at % 7 === 0 ? "Springfield" : `Place ${at}`;
    const inside = `containedInPlace: dcid:state/${at % 9}\n`;
    return `Node: dcid:place/${at}\ntypeOf: dcs:${type}\nname: "${name}"\n${inside}`;
  });
  const states = Array.from(
    { length: 9 },
    (_, at) =>
      `Node: dcid:state/${at}\ntypeOf: dcs:State\nname: "State ${at}"\nisoCode: "US-S${at}"\n`,
  );
  local = await open({ "places.mcf": [...rows, ...states].join("\n") });
  bytes = snapshotOf(local, blockBytes);
});

describe("pages over a long run", () => {
  /** Tokens of the pages before a page, the first one undefined. */
  const tokens: (string | undefined)[] = [undefined];
  const pageOf = (at: number) => {
    const nextToken = tokens[at];
    const question = { nodes: ["City"], property: "<-typeOf" } as const;
    return nextToken === undefined ? question : { ...question, nextToken };
  };

  test("are those of the world in memory, and each reads a few blocks", async () => {
    const remote = await openRemote(new MemoryStore(bytes));
    const found: string[] = [];
    for (let at = 0; at < tokens.length; at++) {
      const before = remote.traffic;
      const page: V2NodeResponse = await remote.v2.node(pageOf(at));
      const after = remote.traffic;
      expect(page).toEqual(local.v2.node(pageOf(at)));
      expect(after.rounds - before.rounds).toBeLessThan(8);
      expect(after.bytes - before.bytes).toBeLessThan(bytes.length / 4);
      const { nodes = [] } = page.data?.["City"]?.arcs?.["typeOf"] ?? {};
      found.push(...nodes.map(({ dcid }) => dcid ?? ""));
      if (page.nextToken !== undefined && page.nextToken !== "") tokens.push(page.nextToken);
    }
    expect(new Set(found).size).toBe((places * 4) / 5);
    expect(tokens).toHaveLength(Math.ceil((places * 4) / 5 / pageLength));
  });

  test("go on at another reader, whose cache holds next to nothing", async () => {
    expect(tokens.length).toBeGreaterThan(1);
    for (const at of [0, 1, 5, tokens.length - 1]) {
      const remote = await openRemote(new MemoryStore(bytes), { maxCacheBytes: 2 * blockBytes });
      expect(await remote.v2.node(pageOf(at))).toEqual(local.v2.node(pageOf(at)));
    }
  });
});

describe("a search by name", () => {
  const names = [
    ...["Place 1", "place4003", "PLACE, 17", "State 3", "springfield", "Springfield, State 3"],
    ...["Place 4, US-S4", "Place 4, S4", "S4", "s4", "Place 6001", "Springfield, Ohio", "x"],
  ];
  const asked = (name: string, type = "") =>
    ({ nodes: [name], property: `<-description${type}->dcid` }) as const;

  test("is that of the world in memory", async () => {
    const remote = await openRemote(new MemoryStore(bytes));
    let candidates = 0;
    for (const name of names) {
      for (const type of ["", "{typeOf:Town}", "{typeOf:[State, City]}"]) {
        const expected = local.v2.resolve(asked(name, type));
        expect(await remote.v2.resolve(asked(name, type))).toEqual(expected);
        candidates += expected.entities?.[0]?.candidates?.length ?? 0;
      }
    }
    expect(candidates).toBeGreaterThan(1000);
  });

  test("reads a few blocks, not all names", async () => {
    const remote = await openRemote(new MemoryStore(bytes));
    const before = remote.traffic;
    await remote.v2.resolve(asked("Place 4001"));
    const after = remote.traffic;
    expect(after.rounds - before.rounds).toBeLessThan(9);
    expect(after.bytes - before.bytes).toBeLessThan(bytes.length / 4);
  });

  test("of places without a type waits no longer for each of them", async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `Node: dcid:p/${at}\nname: "Nowhere"\n`);
    const commons = await open({ "nowhere.mcf": rows.join("\n") });
    const remote = await openRemote(new MemoryStore(snapshotOf(commons, 512)));
    const before = remote.traffic.rounds;
    expect(await remote.v2.resolve(asked("Nowhere"))).toEqual(commons.v2.resolve(asked("Nowhere")));
    expect(remote.traffic.rounds - before).toBeLessThan(9);
  });
});

test("a search by coordinate is that of the world in memory, and reads a few areas", async () => {
  const rows = Array.from({ length: 900 }, (_, at) => {
    const [x, y] = [at % 30, Math.floor(at / 30)];
    const corners = Array.from({ length: 20 }, (_, of) => [x + of / 10, y + (of % 2)]);
    const area = { type: "Polygon", coordinates: [[...corners, corners[0]]] };
    return `Node: dcid:area/${at}\ntypeOf: dcs:County\ngeoJsonCoordinates: ${JSON.stringify(JSON.stringify(area))}\n`;
  });
  const commons = await open({ "areas.mcf": rows.join("\n") });
  const snapshot = snapshotOf(commons, 4096);
  let candidates = 0;
  for (let at = 0; at < 12; at++) {
    const asked = {
      nodes: [`${(at * 5) % 31}.25#${(at * 7) % 31}.3`],
      property: "<-geoCoordinate->dcid",
    } as const;
    const remote = await openRemote(new MemoryStore(snapshot));
    const before = remote.traffic;
    const expected = commons.v2.resolve(asked);
    expect(await remote.v2.resolve(asked)).toEqual(expected);
    candidates += expected.entities?.[0]?.candidates?.length ?? 0;
    expect(remote.traffic.bytes - before.bytes).toBeLessThan(snapshot.length / 4);
    expect(remote.traffic.rounds - before.rounds).toBeLessThan(9);
  }
  expect(candidates).toBeGreaterThan(5);
});
