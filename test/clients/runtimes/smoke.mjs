/** What a program does with the package, in whatever runtime: prints "step ok" lines, and throws at a wrong answer. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open, world } from "pocket-commons";
import { serve } from "pocket-commons/serve";
import { mock } from "pocket-commons/testing";

const population = { select: ["variable", "entity", "date", "value"] };
const request = {
  ...population,
  date: "LATEST",
  variable: { dcids: ["Count_Person"] },
  entity: { dcids: ["geoId/06"] },
};
const peopleOf = (answer) =>
  answer.byVariable.Count_Person.byEntity["geoId/06"].orderedFacets[0].observations[0].value;

async function step(name, run) {
  await run();
  process.stdout.write(`${name} ok\n`);
}

const folder = mkdtempSync(join(tmpdir(), "pocket-commons-runtime-"));
const commons = await open("data-samples/us-states");
const people = peopleOf(commons.v2.observation(request));
try {
  await step("open", () => assert.ok(people > 30_000_000));

  await step("fetch", async () => {
    const asked = await commons.fetch("/v2/observation?key=any", {
      method: "POST",
      body: JSON.stringify(request),
    });
    assert.equal(peopleOf(await asked.json()), people);
  });

  await step("save and open again", async () => {
    const path = join(folder, "states.pocket");
    await commons.save(path);
    const again = await open(path);
    assert.equal(peopleOf(again.v2.observation(request)), people);
    again.close();
  });

  await step("mock", async () => {
    const { fetch } = await mock(world().place("geoId/06", "California", "State"));
    const query = new URLSearchParams({ key: "any", nodes: "geoId/06", property: "->name" });
    const asked = await fetch(`https://api.datacommons.org/v2/node?${query}`);
    const { data } = await asked.json();
    assert.equal(data["geoId/06"].arcs.name.nodes[0].value, "California");
  });

  await step("serve and close", async () => {
    const server = await serve(commons);
    const url = new URL("v2/observation", server.url);
    const asked = await fetch(url, { method: "POST", body: JSON.stringify(request) });
    assert.equal(peopleOf(await asked.json()), people);
    await server.close();
    await assert.rejects(fetch(url));
  });
} finally {
  rmSync(folder, { recursive: true });
}
