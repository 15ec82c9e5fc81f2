/** What a map asks of a world elsewhere. */
import { expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { openRemote } from "../../../../src/remote/remote-commons.ts";
import { answerExplorer } from "../../../../src/routes/explorer/explorer-routes.ts";
import { snapshotOf } from "../../../remote/stored-world.ts";
import { MemoryStore } from "../../../remote/stores/memory-store.ts";

const square = '{"type":"Polygon","coordinates":[[[0,0],[0,1],[1,1],[1,0],[0,0]]]}';

test("boundaries are read in a few rounds, and names of the places that have some", async () => {
  const nodes = Array.from({ length: 3000 }, (_, at) => {
    const shape = at === 1500 ? `geoJsonCoordinates: ${JSON.stringify(square)}\n` : "";
    return `Node: dcid:place/${at}\ntypeOf: dcs:County\nname: "${"A long name ".repeat(9)}${at}"\ncontainedInPlace: dcid:country/USA\n${shape}`;
  });
  nodes.push('Node: dcid:country/USA\ntypeOf: dcs:Country\nname: "USA"\n');
  const local = await open({ "places.mcf": nodes.join("\n") });
  const bytes = snapshotOf(local, 1024);
  const remote = await openRemote(new MemoryStore(bytes));
  const before = remote.traffic;
  const url = "/explorer/api/shapes?place=country/USA&type=County";
  const ask = async (commons: Commons) =>
    (await answerExplorer(commons, { method: "GET", url, body: "" }))?.body;
  const answer = await remote.ask(ask);
  expect(answer).toBe(await ask(local));
  const { features } = JSON.parse(`${answer}`);
  expect(features).toHaveLength(1);
  expect(features[0].properties.name).toMatch(/^A long name .*1500$/);
  expect(remote.traffic.rounds - before.rounds).toBeLessThan(14);
  // Names have more than half of the bytes.
  expect(remote.traffic.bytes - before.bytes).toBeLessThan(bytes.length / 4);
});
