/** `sdmx` of a remote world answers as that of the same world in memory. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Commons } from "../../../src/index.ts";
import { openRemote, type RemoteCommons } from "../../../src/remote/remote-commons.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";
import { smallWorld } from "../sdmx/small-world.ts";

let local: Commons;
let remote: RemoteCommons;

beforeAll(async () => {
  local = await smallWorld();
  remote = await openRemote(new MemoryStore(snapshotOf(local, 512)), { maxCacheBytes: 0 });
});

const places = { containedInPlace: "Earth", typeOf: "Country" };

describe.each([
  { variableMeasured: "People", observationAbout: places },
  {
    variableMeasured: ["Migration", "Refugees"],
    sourceCountry: "country/USA",
    TIME_PERIOD: "LATEST",
  },
  { variableMeasured: "ByMode", mode: ["Air", "country/USA"], TIME_PERIOD: ["2020"] },
])("with %j", (filters) => {
  test("data, CSV, JSON-stat and availability are the same", async () => {
    expect(await remote.sdmx.data({ filters })).toEqual(await local.sdmx.data({ filters }));
    expect(await remote.sdmx.jsonStat({ filters })).toEqual(await local.sdmx.jsonStat({ filters }));
    const pieces = [...(await remote.sdmx.csv({ filters }))];
    expect(pieces.join("")).toBe([...(await local.sdmx.csv({ filters }))].join(""));
    const asked = { component: "provenance", filters: { ...filters, TIME_PERIOD: undefined } };
    expect(await remote.sdmx.availability(asked)).toEqual(await local.sdmx.availability(asked));
  });
});

test("a refusal is the same", async () => {
  const filters = { variableMeasured: "Migration", unit: "x" };
  await expect(remote.sdmx.data({ filters })).rejects.toMatchObject({ rpc: { status: 400 } });
  await expect(remote.sdmx.csv({ filters }, { nope: 1 } as never)).rejects.toThrow("no option");
});

test("all of a text must fit into the memory of its question, since it is made before it is returned", async () => {
  const filters = { variableMeasured: "Migration", sourceCountry: "country/USA" };
  const { length } = [...(await remote.sdmx.csv({ filters }))].join("");
  const pieces = await remote.sdmx.csv({ filters }, { maxMemoryBytes: length });
  expect(pieces).toHaveLength(2);
  await expect(remote.sdmx.csv({ filters }, { maxMemoryBytes: length - 1 })).rejects.toMatchObject({
    code: "LIMIT",
    setting: "maxMemoryBytes",
  });
});
