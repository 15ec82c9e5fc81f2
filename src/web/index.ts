/** Door of the face where there are no files. */

export { attach, type OpenOptions, open, type Source } from "./open.ts";
