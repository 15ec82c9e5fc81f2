import assert from "node:assert/strict";
import { test } from "node:test";
import { service } from "./service.js";

test("the largest states", async () => {
  const response = await service.request("/states/largest?count=1");
  assert.deepEqual(await response.json(), [
    { state: "California", date: "2025", people: 39355309 },
  ]);
  assert.equal((await service.request("/states/largest?count=none")).status, 400);
});

test("routes of Data Commons", async () => {
  const response = await service.request("/dc/v2/node?nodes=geoId/06&property=->name");
  const { data } = await response.json();
  assert.equal(data["geoId/06"].arcs.name.nodes[0].value, "California");
  assert.equal((await service.request("/dc/v2/node?nodes=geoId/06&property=name")).status, 400);
});
