/** The built package as the conformance runner asks it: one request in, status and text out. */
import { open as openCommons } from "../dist/index.js";

export async function open(worldDir) {
  const commons = await openCommons(worldDir);
  return {
    async handle({ method, path, query, headers, body }) {
      const parameters = new URLSearchParams(
        Object.entries(query).flatMap(([name, values]) => values.map((value) => [name, value])),
      );
      const response = await commons.fetch(`${path}?${parameters}`, { method, headers, body });
      return { status: response.status, body: await response.text() };
    },
  };
}
