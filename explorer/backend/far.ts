/** What the worker needs of worlds that lie elsewhere, and nothing more. It is loaded for a large snapshot. */
export { httpBlocks } from "../../src/remote/http/index.ts";
export { openRemote } from "../../src/remote/open-remote.ts";
