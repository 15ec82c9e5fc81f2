/** All that a world says, and answers of each endpoint, the same in Node and in a page. */
import type { Commons } from "../../../src/browser.ts";

/** The files of an export, as texts by name. */
async function textsOf(commons: Commons): Promise<[name: string, text: string][]> {
  const texts: [string, string][] = [];
  await commons.export((name) => {
    const decoder = new TextDecoder();
    let text = "";
    return new WritableStream({
      write: (bytes) => {
        text += decoder.decode(bytes, { stream: true });
      },
      close: () => void texts.push([name, text]),
    });
  });
  return texts;
}

export async function answersOf(commons: Commons) {
  const asked = await commons.fetch("/v2/node?nodes=geoId/06&property=->*");
  const nodes = ["geoId/06", "a"];
  return {
    info: commons.info,
    files: await textsOf(commons),
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
