/**
 * A StatVarObservation node → the parts of one observation (behaviour: inputs 4.4, observation 8).
 */

import { aboutProperty, entityProperties, measuredFields } from "../../stats/facet-fields.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import { type FileLog, type Finding, shown } from "../bytes/diagnostics.ts";
import { type NodeBlock, type PropertyValue, trim } from "./mcf-value.ts";
import { tooManyEntities } from "./several-entities.ts";
import { slipOf } from "./slips.ts";

/** A question for the end of a message about a date, if a year stands where its value should. */
export function exchangedHint(date: string, value: string): string {
  const isOne = !/^\d{4}/.test(date) && isPlainNumber(date) && /^(?:18|19|20)\d\d$/.test(value);
  return isOne ? `; the value is ${shown(value)}: are date and value exchanged?` : "";
}

/**
 * What a text says as the value of an observation: one rule for all formats. A number stays as it
 * is written; commas that part its thousands are left out, as the official importer of custom
 * folders reads them. Everything else is not a number: the official tool calls it an error, and the
 * real service leaves such points out of its answers.
 */

const numberForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
// `0,123` has no thousands: its comma may well be a decimal point.
const thousands = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

const decimalComma = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+),\d+$/;

/** Says whether a text is a number that a double can hold, written as a plain decimal. */
export function isPlainNumber(text: string): boolean {
  return numberForm.test(text) && Number.isFinite(Number(text));
}

/** Says whether commas part the thousands of a number, as in `1,234.5`. */
export function hasThousands(text: string): boolean {
  return text.includes(",") && thousands.test(trim(text));
}

/** Where a value stands. */
export interface ValuePlace {
  readonly log: FileLog;
  readonly line: number | undefined;
  /** The column or the property and the node that it is the value of, for a message. */
  readonly where: () => string;
}

interface ObservationValue {
  readonly text: string;
  readonly isNumber: boolean;
}

/**
 * Reads a value and reports what is odd about it.
 * @param consequence what becomes of a value that is not a number, for a message.
 */
export function observationValue(
  written: string,
  { log, line, where }: ValuePlace,
  consequence = "it is kept as text",
): ObservationValue {
  const text = trim(written);
  if (isPlainNumber(text)) return { text, isNumber: true };
  if (hasThousands(text)) {
    const number = text.replaceAll(",", "");
    const message = () => `${shown(text)} is read as ${number}: ${where()}`;
    const cure = () => ({ of: "value" as const, property: "value", from: text, to: number });
    log.report({ level: "info", counter: "Sanity_ThousandsInObsValue", line, message, cure });
    return { text: number, isNumber: true };
  }
  const problem = numberForm.test(text) ? "is too large for a number" : "is not a number";
  const message = () => {
    // Some say already what reads a decimal comma.
    const hint = consequence.includes("decimal") ? "" : decimalHint(text);
    return `${shown(text)} ${problem}; ${consequence}${hint}: ${where()}`;
  };
  log.report({ level: "error", counter: "Sanity_SVObs_Value_NotANumber", line, message });
  return { text: written, isNumber: false };
}

export const observationType = "StatVarObservation";

const requiredProperties = [
  "variableMeasured",
  "observationAbout",
  "observationDate",
  "value",
] as const;

export const requiredCount: number = requiredProperties.length;

/** Properties of an observation, the required ones first. */
const observationProperties: readonly string[] = [...requiredProperties, ...measuredFields];

/** After so many parts come entities by other properties. */
export const partCount: number = observationProperties.length;

export const entitySlot = observationProperties.indexOf(aboutProperty);
/** Where the date stands in ObservationParts. */
export const dateSlot = observationProperties.indexOf("observationDate");
export const valueSlot = observationProperties.indexOf("value");

const usualSlots: ReadonlyMap<string, number> = new Map(
  observationProperties.map((property, slot) => [property, slot]),
);

/** Where a property of an observation stands in ObservationParts; undefined for any other. */
export function slotOf(property: string): number | undefined {
  return usualSlots.get(property);
}

// An observation is not a node: its id and the key that the id is made from say nothing more, nor do
// the names of the properties by which it is about entities.
const namingProperties: ReadonlySet<string> = new Set(["dcid", "keyString", entityProperties]);

export interface ObservationParts {
  /**
   * One value per entry of OBSERVATION_PROPERTIES, in that order. After them one per entry of
   * `properties`, in place of `observationAbout`.
   */
  readonly values: readonly (PropertyValue | undefined)[];
  /** By which it is about entities, in the order of their bytes; empty for `observationAbout` alone. */
  readonly properties: readonly string[];
  /** Values of other properties, as `eiaSeriesId`. */
  readonly further: readonly PropertyValue[];
  /** Of the node that the observation was; "" if it says none. */
  readonly dcid: string;
}

export function isObservation(block: NodeBlock): boolean {
  return block.values.some(isObservationType);
}

function isObservationType({ property, kind, text }: PropertyValue): boolean {
  return property === "typeOf" && kind === "reference" && text === observationType;
}

/** Reports a node that has a variable, a value and no type: it is loaded as a node, and its value is in no series. */
export function reportTypeless({ name, line, values }: NodeBlock, log: FileLog): void {
  const has = (wanted: string) => values.some(({ property }) => property === wanted);
  if (!has("variableMeasured") || !has("value") || has("typeOf")) return;
  const message = () =>
    `node ${shown(name)} has no typeOf: it is loaded as a node, and its value is not loaded as an observation${observationHint(values)}`;
  log.report({
    level: "warning",
    counter: "Sanity_MissingOrEmpty",
    suffix: "typeOf",
    line,
    message,
  });
}

/**
 * Sorts the values of a node into parts. Everything that is missing or doubled is reported.
 * @returns undefined if there is no complete observation.
 */
export function observationParts(
  block: NodeBlock,
  log: FileLog,
  dcid = "",
): ObservationParts | undefined {
  const further: PropertyValue[] = [];
  const properties = entityPropertiesOf(block);
  const slots = properties.length === 0 ? usualSlots : slotsWith(properties);
  const parts: (PropertyValue | undefined)[] = new Array(partCount + properties.length);
  let isSound = !tooManyEntities(properties, log, block.line);
  for (const value of block.values) {
    const slot = slots.get(value.property);
    if (slot === undefined) {
      if (isFurther(value, block, log)) further.push(value);
    } else if (parts[slot] === undefined) parts[slot] = value;
    else if (!isSamePart(parts[slot], value)) {
      log.report(doubledPart(value, block.name, parts[slot]));
      isSound = false;
    }
  }
  const required = [...requiredProperties, ...properties].filter((property) => slots.has(property));
  const absent = required.filter((property) => (parts[slots.get(property)!]?.text ?? "") === "");
  for (const property of absent) reportAbsent(property, block, log);
  if (!isSound || absent.length > 0) return undefined;
  return { values: parts, properties, further, dcid };
}

function reportAbsent(property: string, block: NodeBlock, log: FileLog): void {
  const cell = block.empty?.get(property);
  // Tables are sparse: an empty value is no mistake, and the reader of rows reported the cell.
  if (property === "value" && cell !== undefined) return;
  const place = { line: block.line, cell, name: () => block.name };
  log.report(missingPart(property, place, block.values));
}

interface TemplateValues {
  readonly values: readonly PropertyValue[];
}

/** The values of a template that its observations keep beside their parts. */
export function furtherValues(node: TemplateValues): readonly PropertyValue[] {
  const properties = entityPropertiesOf(node);
  const slots = properties.length === 0 ? usualSlots : slotsWith(properties);
  return node.values.filter(({ property }) => !slots.has(property) && isFurtherProperty(property));
}

/** Where parts stand in an observation about entities by these properties. */
function slotsWith(properties: readonly string[]): ReadonlyMap<string, number> {
  const slots = new Map(usualSlots);
  slots.delete(aboutProperty);
  for (const [place, property] of properties.entries()) slots.set(property, partCount + place);
  return slots;
}

/** The properties that an observation of the import pipeline names; none for `observationAbout` alone. */
function entityPropertiesOf({ values }: TemplateValues): readonly string[] {
  const named = values.filter(({ property }) => property === entityProperties);
  const properties = [...new Set(named.map(({ text }) => text))].sort(compareUtf8);
  return properties.length === 1 && properties[0] === aboutProperty ? [] : properties;
}

/** A question for the end of a message about a missing property: whether another is a slip of it. */
export function slipAs(missing: string, values: readonly PropertyValue[]): string {
  const slip = slippedAs(missing, values);
  return slip === undefined ? "" : `; is ${shown(slip.property)} meant to be '${missing}'?`;
}

/** The value whose property is a slip of one that is missing. */
export function slippedAs(
  missing: string,
  values: readonly PropertyValue[],
): PropertyValue | undefined {
  return values.find(({ property }) => slipOf(property, [missing]) !== undefined);
}

/**
 * A question for the end of a message about a node that is not of the type: whether it should be, as
 * its type or its properties let one think.
 */
export function observationHint(values: readonly PropertyValue[]): string {
  const types = values.filter(({ property }) => property === "typeOf");
  const isOne =
    types.some(({ text }) => slipOf(text, [observationType]) !== undefined) ||
    values.some(({ property }) => property === "variableMeasured");
  return isOne ? `; an observation has the line "typeOf: dcs:${observationType}"` : "";
}

/** The required properties that none of the values has. */
export function missingProperties(values: readonly PropertyValue[]): string[] {
  const isThere = (name: string) => values.some(({ property }) => property === name);
  const isSeveral = isThere(entityProperties);
  return requiredProperties.filter(
    (required) => !isThere(required) && !(isSeveral && required === aboutProperty),
  );
}

/** Whether a property without a slot says something of an observation. */
export function isFurtherProperty(property: string): boolean {
  return property !== "typeOf" && !namingProperties.has(property);
}

function isFurther(value: PropertyValue, block: NodeBlock, log: FileLog): boolean {
  if (value.property !== "typeOf") return isFurtherProperty(value.property);
  if (value.text !== observationType) log.report(furtherType(value, block));
  return false;
}

/** A comma parts a number into two equal ones, as `5,5`: these are not one. */
export function isSamePart(left: PropertyValue, right: PropertyValue): boolean {
  if (left.property === "value" && left.line === right.line) return false;
  return left.text === right.text && left.kind === right.kind;
}

function furtherType({ line, text }: PropertyValue, block: NodeBlock): Finding {
  return {
    level: "warning",
    counter: `Sanity_UnexpectedPropIn${observationType}`,
    line,
    message: () =>
      `an observation has no further type; ${shown(text)} is not kept: node ${shown(block.name)}`,
  };
}

/** What `3,5` may be; "" for other texts. */
function decimalHint(number: string): string {
  if (!decimalComma.test(number)) return "";
  return `; is ${shown(number)} a number with a decimal comma? Write ${number.replaceAll(".", "").replace(",", ".")}`;
}

/**
 * @param name of its node.
 * @param first the value that the node has already.
 */
export function doubledPart(value: PropertyValue, name: string, first: PropertyValue): Finding {
  const { property, line, text } = value;
  // A comma parts values in MCF, also that of thousands or decimals.
  const number = `${first.text},${text}`;
  const isOne = property === "value" && first.line === line;
  const isNumber = isOne && hasThousands(number);
  const plain = number.replaceAll(",", "");
  const hint = isNumber
    ? `; is ${shown(number)} one number? Write ${plain}`
    : isOne
      ? decimalHint(number)
      : "";
  return {
    level: "error",
    counter: "Sanity_MultipleVals",
    suffix: property,
    line,
    message: () =>
      `an observation has one ${property}; found also ${shown(text)}: node ${shown(name)} is not loaded${hint}`,
    ...(isNumber ? { cure: () => ({ of: "value", property, from: number, to: plain }) } : {}),
  };
}

/** Where an observation lacks something. */
interface MissingPlace {
  readonly line: number;
  /** Position of the empty cell that is the cause, if one is. */
  readonly cell: number | undefined;
  /** Of the node; only asked for when someone reads it. */
  readonly name: () => string;
}

/** @param values what the node has, for a question whether one of them is meant */
function missingPart(
  property: string,
  { line, cell, name }: MissingPlace,
  values: readonly PropertyValue[],
): Finding {
  const level = property === "value" ? "warning" : "error";
  const [counter, suffix] = ["Sanity_MissingOrEmpty", property];
  const message = () =>
    `an observation needs ${property}; node ${shown(name())} has none and is not loaded${slipAs(property, values)}`;
  if (cell === undefined) return { level, counter, suffix, line, message };
  return { level, counter, suffix, line, message, cell };
}
