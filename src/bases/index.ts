/** Door of the bases: worlds that others are built upon. */

export { addWorld } from "./add-world.ts";
