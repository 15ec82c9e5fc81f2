/** Door of the commands, in the order in which the help lists them. */

export { commands } from "./all-commands.ts";
