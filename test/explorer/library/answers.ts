/** All that a world says, and answers of each endpoint, the same in Node and in a page. */
import type { Commons } from "../../../src/browser.ts";

export async function answersOf(commons: Commons) {
  const asked = await commons.fetch("/v2/node?nodes=geoId/06&property=->*");
  const nodes = ["geoId/06", "a"];
  return {
    info: commons.info,
    files: commons.export("tables").files.map(({ name, text }) => [name, [...text()].join("")]),
    out: commons.v2.node({ nodes, property: "->*" }),
    observed: commons.v2.observation({
      variable: { dcids: [] },
      entity: { dcids: nodes },
      select: ["entity", "variable", "date", "value"],
    }),
    rows: commons.v2.sparql({
      query: "SELECT ?n ?name WHERE { ?n name ?name } ORDER BY ?n LIMIT 9",
    }),
    fetched: [asked.status, await asked.json()],
  };
}
