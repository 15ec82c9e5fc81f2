/** Pages of a world elsewhere are those of a world here, for every endpoint that has tokens. */
import { expect, test } from "vitest";
import { endpoints } from "../../src/adapters/endpoints.ts";
import { open } from "../../src/index.ts";
import { openRemote } from "../../src/remote/remote-commons.ts";
import { snapshotOf } from "./stored-world.ts";
import { MemoryStore } from "./stores/memory-store.ts";

const places = Array.from({ length: 1200 }, (_, at) => `Node: dcid:a${at}\ntypeOf: dcs:State\n`);
const near = await open({ "a.mcf": places.join("\n") });
const far = await openRemote(new MemoryStore(snapshotOf(near, 4096)));

/** A request of more than one page; a row for each endpoint. */
const requests: Readonly<Record<string, object>> = {
  "v2.node": { nodes: ["State"], property: "<-typeOf" },
  "v1.triples": { node: "State", direction: "in" },
  "v1.bulkTriples": { nodes: ["State"], direction: "in" },
  "v1.bulkPropertyValues": { nodes: ["State"], property: "typeOf", direction: "in" },
};

const paged = Object.entries(endpoints)
  .filter(([, { params }]) => "nextToken" in params)
  .map(([name]) => name);

test.each(paged)("%s", async (name) => {
  const request = requests[name];
  expect(request, name).toBeDefined();
  const [version, method] = name.split(".") as ["v2", "node"];
  const here = [...near[version].pages[method](request as never)];
  const there: unknown[] = [];
  for await (const page of far[version].pages[method](request as never)) there.push(page);
  expect(here.length).toBeGreaterThan(1);
  expect(there).toEqual(here);
});
