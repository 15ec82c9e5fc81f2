/** Door of structure: what must hold between columns that somebody else wrote. */

export { KeyedSum, newSumKey, type SumKey } from "./keyed-sum.ts";
export { type WalkedGraph, walkGraph } from "./walk-graph.ts";
export { walkTexts } from "./walk-texts.ts";
export type { TextReader } from "./walked-texts.ts";
