/** Door of the command line. */
export type { CliIo } from "./io.ts";
export { runCli } from "./run.ts";
