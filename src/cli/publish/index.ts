/** Door of what puts worlds where many can read them. */

export { publishCommand } from "./publish.ts";
