/**
 * The built package as the conformance runners ask it: one request in, status, headers and text out.
 * Documented endpoints are asked by `fetch`; all other routes are those of a server.
 */
import { request as send } from "node:http";
import { endpointOf, open as openCommons } from "../dist/index.js";
import { serve } from "../dist/serve.js";

export async function open(worldDir) {
  const commons = await openCommons(worldDir);
  // Cases were recorded with this option of a server, and only their worlds have anything to calculate.
  const calculations = true;
  const { fetch } = commons.service({ calculations });
  let serving;
  return {
    async handle({ method, path, query, headers, body, rawQuery }) {
      const parameters = new URLSearchParams(
        Object.entries(query).flatMap(([name, values]) => values.map((value) => [name, value])),
      );
      const url = `${path}?${rawQuery ?? parameters}`;
      if (endpointOf(path) !== undefined) {
        const response = await fetch(url, { method, headers, body });
        return { status: response.status, body: await response.text() };
      }
      serving ??= await serve(commons, { explorer: false, calculations });
      return await served(serving.port, { method, path: url, headers }, body);
    },
    close: () => serving?.close(),
  };
}

/** As it is written: the global `fetch` would change some characters of the query. */
function served(port, options, body) {
  return new Promise((resolve, reject) => {
    const asked = send({ host: "127.0.0.1", port, agent: false, ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece) => {
        text += piece;
      });
      response.on("end", () => {
        const { statusCode: status, headers } = response;
        resolve({ status, headers, body: text });
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}
