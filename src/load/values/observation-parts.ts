/**
 * A StatVarObservation node → the parts of one observation (behaviour: inputs 4.4, observation 8).
 */
import { measuredFields } from "../../stats/facets/facet-fields.ts";
import { type FileLog, type Finding, shown } from "../report/index.ts";
import type { NodeBlock, PropertyValue } from "./mcf-value.ts";
import { slipOf } from "./slips.ts";

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

/** Where the date stands in ObservationParts. */
export const dateSlot = observationProperties.indexOf("observationDate");
export const valueSlot = observationProperties.indexOf("value");

const slots: ReadonlyMap<string, number> = new Map(
  observationProperties.map((property, slot) => [property, slot]),
);

/** Where a property of an observation stands in ObservationParts; undefined for any other. */
export function slotOf(property: string): number | undefined {
  return slots.get(property);
}

// An observation is not a node: its id and the key that the id is made from say nothing more.
const identityProperties: ReadonlySet<string> = new Set(["dcid", "keyString"]);

export interface ObservationParts {
  /** One value per entry of OBSERVATION_PROPERTIES, in that order. */
  readonly values: readonly (PropertyValue | undefined)[];
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
  const parts: (PropertyValue | undefined)[] = new Array(observationProperties.length);
  let isSound = true;
  for (const value of block.values) {
    const slot = slots.get(value.property);
    if (slot === undefined) {
      if (isFurther(value, block, log)) further.push(value);
    } else if (parts[slot] === undefined) parts[slot] = value;
    else if (!isSame(parts[slot], value)) {
      log.report(doubled(value, block));
      isSound = false;
    }
  }
  const absent = requiredProperties.filter((_property, slot) => (parts[slot]?.text ?? "") === "");
  for (const property of absent) {
    const cell = block.empty?.get(property);
    const place = { line: block.line, cell, name: () => block.name };
    log.report(missingPart(property, place, block.values));
  }
  return isSound && absent.length === 0 ? { values: parts, further, dcid } : undefined;
}

/** A question for the end of a message about a missing property: whether another is a slip of it. */
export function slipAs(missing: string, values: readonly PropertyValue[]): string {
  const slip = values.find(({ property }) => slipOf(property, [missing]) !== undefined);
  return slip === undefined ? "" : `; is ${shown(slip.property)} meant to be '${missing}'?`;
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
  return requiredProperties.filter(
    (required) => !values.some(({ property }) => property === required),
  );
}

function isFurther(value: PropertyValue, block: NodeBlock, log: FileLog): boolean {
  if (value.property !== "typeOf") return !identityProperties.has(value.property);
  if (value.text !== observationType) log.report(furtherType(value, block));
  return false;
}

function isSame(left: PropertyValue, right: PropertyValue): boolean {
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

function doubled(value: PropertyValue, block: NodeBlock): Finding {
  const { property, line, text } = value;
  return {
    level: "error",
    counter: "Sanity_MultipleVals",
    suffix: property,
    line,
    message: () =>
      `an observation has one ${property}; found also ${shown(text)}: node ${shown(block.name)} is not loaded`,
  };
}

/** Where an observation lacks something. */
export interface MissingPlace {
  readonly line: number;
  /** Position of the empty cell that is the cause, if one is. */
  readonly cell: number | undefined;
  /** Of the node; only asked for when someone reads it. */
  readonly name: () => string;
}

/** @param values what the node has, for a question whether one of them is meant */
export function missingPart(
  property: string,
  { line, cell, name }: MissingPlace,
  values: readonly PropertyValue[],
): Finding {
  // Tables are sparse: a missing value is no mistake.
  const level = property === "value" ? "warning" : "error";
  const [counter, suffix] = ["Sanity_MissingOrEmpty", property];
  const message = () =>
    `an observation needs ${property}; node ${shown(name())} has none and is not loaded${slipAs(property, values)}`;
  if (cell === undefined) return { level, counter, suffix, line, message };
  return { level, counter, suffix, line, message, cell };
}
