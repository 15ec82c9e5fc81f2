/** What the worker needs of worlds that lie elsewhere, and nothing more. It is loaded for a large snapshot. */

export { openRemote } from "../../src/remote/remote-commons.ts";
export { httpBlocks } from "../../src/remote/stores/http-blocks.ts";
