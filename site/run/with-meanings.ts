/** For examples that search by words: in Node the table of meanings is there at once, a page loads it. */
import { type Commons, open as openPlain } from "./pocket-commons.ts";

// biome-ignore lint/performance/noReExportAll: examples may import any name of the library.
export * from "./pocket-commons.ts";

export async function open(...given: Parameters<typeof openPlain>): Promise<Commons> {
  const commons = await openPlain(...given);
  await commons.ready({ meaning: true });
  return commons;
}
