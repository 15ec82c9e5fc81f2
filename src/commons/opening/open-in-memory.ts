/** The loader in a page: a part of its own, which `open` imports when it is given files. */

import { webHost } from "../../load/bytes/memory-tree.ts";
import { plainHost } from "../../snapshot/host.ts";
import type { Commons } from "../commons.ts";
import type { OpenSettings } from "../reopen.ts";
import { noPath, type OpenHost, openSources } from "./open-sources.ts";

const pageHost: OpenHost = {
  snapshots: plainHost,
  formats: webHost,
  nothingGiven: "open needs at least one file in memory",
  disk: undefined,
  snapshotAt: (source) => noPath(source, "open"),
  // A page has one thread; a worker of it opens by itself.
  threads: () => async () => undefined,
};

export async function openInMemory(source: unknown, options: OpenSettings): Promise<Commons> {
  return await openSources(source, options, pageHost);
}
