import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { serve } from "pocket-commons/serve";
import { generate, world } from "./generate.js";

const jar = process.env.IMPORT_TOOL_JAR;

test("the tool's question, which has no content type, is answered", async () => {
  const server = await serve(world);
  try {
    // A body of bytes gets no content type from fetch.
    const body = Buffer.from(JSON.stringify({ nodes: ["geoId/06", "Rain"], property: "->typeOf" }));
    const answer = await fetch(new URL("v2/node", server.url), { method: "POST", body });
    const { data } = await answer.json();
    assert.ok(data["geoId/06"].arcs.typeOf.nodes.some(({ dcid }) => dcid === "State"));
    assert.equal(data.Rain.arcs, undefined);
  } finally {
    await server.close();
  }
});

const skip = jar === undefined && "IMPORT_TOOL_JAR does not name the jar of the import tool";
test("the tool writes MCF", { skip }, async () => {
  assert.equal(await generate(jar, "generated"), 0);
  const written = readFileSync("generated/table_mcf_nodes_rainy-days.mcf", "utf8");
  assert.equal(written.match(/^variableMeasured: dcid:Count_RainyDay$/gm)?.length, 4);
});
