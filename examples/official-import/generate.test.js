import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { serve } from "pocket-commons/serve";
import { generate, world } from "./generate.js";

const jar = process.env.IMPORT_TOOL_JAR;

/** As the tool asks: a body of bytes, which gets no content type from fetch, and a key that nobody checks. */
async function asked(path, question) {
  const server = await serve(world);
  try {
    const headers = { accept: "application/json", "x-api-key": "any" };
    const body = Buffer.from(JSON.stringify(question));
    const answer = await fetch(new URL(path, server.url), { method: "POST", headers, body });
    return await answer.json();
  } finally {
    await server.close();
  }
}

test("whether a thousand nodes exist is one answer", async () => {
  const nodes = ["Rain", "geoId/06", ...Array.from({ length: 998 }, (_, at) => `none${at}`)];
  const { data, nextToken } = await asked("v2/node", { nodes, property: "->typeOf" });
  assert.equal(nextToken, undefined);
  assert.ok(data["geoId/06"].arcs.typeOf.nodes.some(({ dcid }) => dcid === "State"));
  assert.equal(data.Rain.arcs, undefined);
});

test("places are resolved by their codes and where they lie", async () => {
  const byCode = { nodes: ["Q99", "nothing"], property: "<-wikidataId->dcid" };
  // The tool reads no other members than these.
  assert.deepEqual(await asked("v2/resolve", byCode), {
    entities: [{ node: "Q99", candidates: [{ dcid: "geoId/06" }] }],
  });
  const byPoint = { nodes: ["37.42#-122.08"], property: "<-geoCoordinate->dcid" };
  const { entities } = await asked("v2/resolve", byPoint);
  assert.deepEqual(entities[0].candidates, [
    { dcid: "geoId/06085", dominantType: "County" },
    { dcid: "geoId/06", dominantType: "State" },
  ]);
});

const skip = jar === undefined && "IMPORT_TOOL_JAR does not name the jar of the import tool";
test("the tool writes MCF", { skip }, async () => {
  assert.equal(await generate(jar, "generated"), 0);
  const written = readFileSync("generated/table_mcf_nodes_rainy-days.mcf", "utf8");
  assert.equal(written.match(/^variableMeasured: dcid:Count_RainyDay$/gm)?.length, 4);
});
