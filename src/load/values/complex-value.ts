/**
 * Complex values: `[Years 10]`, `[Years 10 20]`, `[10 - Years]`, `[LatLong 37.1 -122.1]`. Each
 * stands for a node whose dcid and properties follow from its text (behaviour: inputs 2.5;
 * properties and names as in the official tool's recorded outputs).
 */
import { type FileLog, shown } from "../bytes/diagnostics.ts";
import { isNumber, type PropertyValue, splitValues, type TypedValue } from "./mcf-value.ts";

export interface ComplexNode {
  readonly dcid: string;
  readonly properties: readonly (readonly [property: string, value: TypedValue])[];
}

/** Why a complex value cannot be read. */
interface ComplexProblem {
  readonly counter: string;
  readonly message: string;
}

type Result = ComplexNode | ComplexProblem;

/** `text` begins with `[` and ends with `]`. */
export function parseComplexValue(text: string): Result {
  const parts = splitValues(text.slice(1, -1), " ") ?? [];
  const [first] = parts;
  if (first === undefined || parts.length < 2 || parts.length > 3) {
    return problem(
      "MCF_MalformedComplexValueParts",
      `expected 2 parts, as in [Years 10], or 3, as in [Years 10 20]; found ${parts.length} in ${shown(text)}`,
    );
  }
  const isUnitLast = first.startsWith("-") || /^\d/.test(first);
  const unit = withoutPrefix(isUnitLast ? parts.at(-1)! : first);
  if (unit === "") {
    const message = `the unit is missing in ${shown(text)}`;
    return problem("MCF_MalformedComplexValueParts", message);
  }
  const [start, end] = isUnitLast ? parts : parts.slice(1);
  if (end === undefined || parts.length === 2) return quantity(unit, start!, text);
  return unit.toLowerCase() === "latlong"
    ? coordinates(start!, end, text)
    : range(unit, start!, end, text);
}

/** The node that a value of a node stands for; undefined for none, which is reported. */
export function readComplex(
  { text, property, line }: PropertyValue,
  node: string,
  log: FileLog,
): ComplexNode | undefined {
  const result = parseComplexValue(text);
  if ("dcid" in result) return result;
  const message = () => `${result.message}: property ${shown(property)} of node ${shown(node)}`;
  log.report({ level: "error", counter: result.counter, line, message });
  return undefined;
}

function quantity(unit: string, value: string, text: string): Result {
  if (!isNumber(value)) {
    const message = `the value of a quantity must be a number, in ${shown(text)}`;
    return problem("MCF_QuantityMalformedValue", message);
  }
  return named(`${unit}${value}`, `${unit} ${value}`, "Quantity", [
    ["value", { kind: "number", text: value }],
    ["unitOfMeasure", { kind: "reference", text: unit }],
  ]);
}

function range(unit: string, start: string, end: string, text: string): Result {
  const isOpen = start === "-" || end === "-";
  const areBounds = (start === "-" || isNumber(start)) && (end === "-" || isNumber(end));
  if (!areBounds || (start === "-" && end === "-")) {
    const message = `start and end must be numbers, or one of them '-', in ${shown(text)}`;
    return problem("MCF_QuantityRangeMalformedValues", message);
  }
  let dcid = `${unit}${start}To${end}`;
  let name = `${unit} ${start} To ${end}`;
  if (isOpen) {
    dcid = start === "-" ? `${unit}Upto${end}` : `${unit}${start}Onwards`;
    name = start === "-" ? `${unit} UpTo ${end}` : `${unit} ${start} Onwards`;
  }
  return named(dcid, name, "QuantityRange", [
    ["startValue", { kind: start === "-" ? "text" : "number", text: start }],
    ["endValue", { kind: end === "-" ? "text" : "number", text: end }],
    ["unit", { kind: "reference", text: unit }],
  ]);
}

/** Degrees from -90 to 90, with an optional N or S. */
export function isLatitude(text: string): boolean {
  return degrees(text, "N", "S", 90) !== undefined;
}

/** Degrees from -180 to 180, with an optional E or W. */
export function isLongitude(text: string): boolean {
  return degrees(text, "E", "W", 180) !== undefined;
}

function coordinates(latitudeText: string, longitudeText: string, text: string): Result {
  const latitude = degrees(latitudeText, "N", "S", 90);
  if (latitude === undefined) {
    const message = `expected degrees from -90 to 90 with an optional N or S as latitude in ${shown(text)}`;
    return problem("MCF_InvalidLatitude", message);
  }
  const longitude = degrees(longitudeText, "E", "W", 180);
  if (longitude === undefined) {
    const message = `expected degrees from -180 to 180 with an optional E or W as longitude in ${shown(text)}`;
    return problem("MCF_InvalidLongitude", message);
  }
  const dcid = `latLong/${latitude}_${longitude}`;
  const name = `${(latitude / 1e5).toFixed(5)},${(longitude / 1e5).toFixed(5)}`;
  return named(dcid, name, "GeoCoordinates", [
    ["latitude", { kind: "text", text: latitudeText }],
    ["longitude", { kind: "text", text: longitudeText }],
  ]);
}

/**
 * Whole hundred-thousandths of a degree; undefined if the text is not an angle within the limit.
 */
function degrees(
  text: string,
  positive: string,
  negative: string,
  limit: number,
): number | undefined {
  const mark = text.at(-1)?.toUpperCase();
  const isMarked = mark === positive || mark === negative;
  const number = `${mark === negative ? "-" : ""}${isMarked ? text.slice(0, -1) : text}`;
  if (!isNumber(number)) return undefined;
  const value = Number(number.replace(/[fFdD]$/, ""));
  // Adding 0 turns -0 into 0. A hexadecimal float is a number to the tool, but no angle to us.
  return Math.abs(value) <= limit ? Math.round(value * 1e5) + 0 : undefined;
}

function named(
  dcid: string,
  name: string,
  type: string,
  properties: ComplexNode["properties"],
): ComplexNode {
  return {
    dcid,
    properties: [
      ["typeOf", { kind: "reference", text: type }],
      ["name", { kind: "text", text: name }],
      ...properties,
    ],
  };
}

function problem(counter: string, message: string): ComplexProblem {
  return { counter, message };
}

/** A unit may be written as `dcs:Years`. */
function withoutPrefix(unit: string): string {
  return unit.slice(unit.indexOf(":") + 1);
}
