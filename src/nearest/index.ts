/** Door of "did you mean": which known names are written most like another one. */

export { nearest } from "./nearest.ts";
