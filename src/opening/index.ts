/** Door of opening: from sources to a Commons, wherever that is. */

export type { FileContent, MemoryFiles } from "./given-sources.ts";
export type { GivenPaths, LoadThreads, OpenHost } from "./open-host.ts";
export { type BaseSource, type OpenSettings, openSources } from "./open-sources.ts";
