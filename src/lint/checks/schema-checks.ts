/** A node block under check, and the official tool's checks of classes and properties. */

import { type Cure, type DiagnosticLevel, shown } from "../../load/bytes/diagnostics.ts";
import type { PropertyValue } from "../../load/values/mcf-value.ts";
import type { SourceBlock } from "../source-blocks.ts";
import { beginsLower, beginsUpper, isAscii } from "./schema-names.ts";

const misplaced = {
  Class: ["domainIncludes", "rangeIncludes", "subPropertyOf"],
  Property: ["subClassOf"],
} as const;

const named = ["name", "label", "dcid"];
const classesIn: Readonly<Record<"Class" | "Property", ReadonlySet<string>>> = {
  Class: new Set([...named, "subClassOf"]),
  Property: new Set(["domainIncludes", "rangeIncludes"]),
};
const propertiesIn: Readonly<Record<"Class" | "Property", ReadonlySet<string>>> = {
  Class: new Set(),
  Property: new Set([...named, "subPropertyOf"]),
};

/** @param isLackingSuper whether no block of the class has subClassOf. */
export function checkSchemaNode(
  type: "Class" | "Property",
  isLackingSuper: boolean,
  checked: CheckedBlock,
): void {
  const { source, report } = checked;
  for (const property of misplaced[type]) {
    const value = valuesOf(source, property)[0];
    if (value === undefined || value.text === "") continue;
    const message = `a ${type} has no ${property}`;
    report("error", `Sanity_UnexpectedPropIn${type}`, message, value.line);
  }
  for (const value of valuesOfNode(checked)) checkValue(type, value, checked);
  const { dcid } = source;
  const name = (valuesOf(source, "name")[0] ?? valuesOf(source, "label")[0])?.text ?? "";
  if (dcid !== undefined && name !== "" && name !== dcid) {
    const message = `the name of a ${type} is its dcid; found ${shown(name)}`;
    const { line } = valuesOf(source, "name")[0] ?? valuesOf(source, "label")[0] ?? {};
    report("error", "Sanity_DcidNameMismatchInSchema", message, line);
  }
  if (isLackingSuper) {
    report("error", "Sanity_MissingOrEmpty", "subClassOf is missing", undefined, "subClassOf");
  }
}

/** The values of the block, with the dcid of its name. */
function valuesOfNode({ source }: CheckedBlock): readonly PropertyValue[] {
  const { block, dcid } = source;
  if (dcid === undefined || valuesOf(source, "dcid").length > 0) return block.values;
  return [...block.values, { property: "dcid", kind: "text", text: dcid, line: block.line }];
}

function checkValue(type: "Class" | "Property", value: PropertyValue, checked: CheckedBlock): void {
  const { property, text, line } = value;
  if (text === "") {
    checked.report("error", "Sanity_EmptySchemaValue", `${property} is empty`, line);
  } else if (!isAscii(text)) {
    const message = `${property} ${shown(text)} of a ${type} holds more than ASCII`;
    checked.report("error", "Sanity_NonAsciiValueInSchema", message, line);
  } else if (classesIn[type].has(property)) checkCase(value, "Upper", checked, type);
  else if (propertiesIn[type].has(property)) checkCase(value, "Lower", checked, type);
}

/** A block, and the function that reports its findings. */
export interface CheckedBlock {
  readonly source: SourceBlock;
  /** Reports a finding about the block or one of its lines. */
  readonly report: (
    level: DiagnosticLevel,
    counter: string,
    message: string,
    line?: number,
    suffix?: string,
    cure?: Cure,
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
  if (kind === "column" || kind === "entity") return;
  if ((expected === "Upper" ? beginsUpper : beginsLower).test(text)) return;
  const what =
    expected === "Upper"
      ? "a class, which begins with a capital"
      : "a property, which begins with a small";
  const suffix = type === "" ? property : `${property}In${type}`;
  const message = `${property} ${shown(text)} is to name ${what} letter`;
  report("error", `Sanity_NotInit${expected}`, message, line, suffix);
}
