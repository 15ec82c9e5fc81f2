/** A node block while it is checked. */
import { type DiagnosticLevel, type PropertyValue, shown } from "../../load/index.ts";
import type { SourceBlock } from "../blocks/index.ts";
import { beginsLower, beginsUpper } from "./vocabulary.ts";

/** A block at hand, and what was said of it. */
export interface CheckedBlock {
  readonly source: SourceBlock;
  /** Says something of the block, or of one of its lines. */
  readonly report: (
    level: DiagnosticLevel,
    counter: string,
    message: string,
    line?: number,
    suffix?: string,
  ) => void;
}

export function valuesOf({ block }: SourceBlock, property: string): PropertyValue[] {
  return block.values.filter((value) => value.property === property);
}

/** Classes begin with a capital letter, properties with a small one. */
export function checkCase(
  { property, text, line, kind }: PropertyValue,
  expected: "Upper" | "Lower",
  { report }: CheckedBlock,
  type = "",
): void {
  if (text === "" || kind === "column" || kind === "entity") return;
  if ((expected === "Upper" ? beginsUpper : beginsLower).test(text)) return;
  const what =
    expected === "Upper"
      ? "a class, which begins with a capital"
      : "a property, which begins with a small";
  const suffix = type === "" ? property : `${property}In${type}`;
  const message = `${property} ${shown(text)} is to name ${what} letter`;
  report("error", `Sanity_NotInit${expected}`, message, line, suffix);
}
