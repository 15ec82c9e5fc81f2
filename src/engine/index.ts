/** Door of the whole engine: what Node has at once, and pages load part by part. */

export { provideEngine } from "./provide-engine.ts";
