/** The threads of the built server. */
import { describe, expect, test } from "vitest";

type Door = typeof import("../../../src/serve.ts");

/** Built from sources, without types of its own. */
const door: string = new URL("../../../dist/serve.js", import.meta.url).href;
const { serve } = (await import(/* @vite-ignore */ door)) as Door;

const paths = [
  "v2/node?nodes=geoId/06&property=->name",
  "v2/node?nodes=country/USA&property=<-*",
  "v2/observation?entity.dcids=geoId/06&variable.dcids=Count_Person&date=LATEST&select=date&select=value&select=variable&select=entity",
  "v2/node?nodes=geoId/06&property=name",
  "api/place/name?dcids=geoId/06",
  "nowhere",
];

async function answersOf(workers: number): Promise<unknown[]> {
  const server = await serve("data-samples/us-states", { workers });
  try {
    return await Promise.all(
      paths.map(async (path) => {
        const response = await fetch(server.url + path);
        return [response.status, await response.text()];
      }),
    );
  } finally {
    await server.close();
  }
}

describe("workers", () => {
  test("answer what one thread does", async () => {
    expect(await answersOf(2)).toEqual(await answersOf(0));
  });

  test.each([-1, 257, 1.5, Number.NaN])("are not %d", async (workers) => {
    await expect(serve("data-samples/us-states", { workers })).rejects.toThrow(TypeError);
  });
});
