/** Worlds in parts: more observations than one file holds, or than one machine builds. */

export type { JoinedParts, PartOptions, PartReport } from "./commons/build-parts.ts";
export { buildPart, joinParts, planParts, saveGraph } from "./commons/with-parts.ts";
export type { PlannedPart, PlanOptions } from "./parts/plan-parts.ts";
