/** The official tool's checks of classes and properties. */
import { type PropertyValue, shown } from "../../load/index.ts";
import { type CheckedBlock, checkCase, valuesOf } from "./checked-block.ts";
import { isAscii } from "./vocabulary.ts";

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

/** @param isLackingSuper no block of the class says what it is a subclass of. */
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

/** Its values, the dcid in its name among them. */
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
