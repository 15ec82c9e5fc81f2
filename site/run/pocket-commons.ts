/** The library for examples in a page: where an example names a folder of samples, the site's copy is opened. */
import {
  type Commons,
  type MemoryFiles,
  open as openHeld,
  type Source,
} from "../../src/browser.ts";

// biome-ignore lint/performance/noReExportAll: examples may import any name of the library.
export * from "../../src/browser.ts";

type Options = Parameters<typeof openHeld>[1];

export async function open(source: unknown, options?: Options): Promise<Commons> {
  if (!Array.isArray(source)) return await openHeld((await held(source)) as Source, options);
  return await openHeld((await Promise.all(source.map(held))) as Source, options);
}

/** Folders whose files mean something only beside those of another source, so they are no snapshots. */
const asFiles = new Set(["data-samples/custom-folder"]);

async function held(source: unknown): Promise<unknown> {
  if (typeof source !== "string") return source;
  const known = source === "sample.pocket" ? "data-samples/us-states" : source;
  const folder = known.replace("node_modules/pocket-commons/", "");
  const name = folder.replaceAll("/", "-");
  if (!asFiles.has(folder)) return await (await sample(`${name}.pocket`)).arrayBuffer();
  return (await (await sample(`${name}.json`)).json()) as MemoryFiles;
}

async function sample(name: string): Promise<Response> {
  const url = new URL(`../samples/${name}`, import.meta.url);
  const response = await fetch(url).catch((error: Error) => error.message);
  if (typeof response !== "string" && response.ok) return response;
  const reason = typeof response === "string" ? response : `the server answered ${response.status}`;
  throw new Error(
    `The sample did not load from ${url.pathname}: ${reason}. ` +
      "Reload the page. If that does not help, the folder “samples” of this site is not complete.",
  );
}
