/** Door of stores behind HTTP. */

export { type HttpOptions, httpBlocks } from "./http-blocks.ts";
