/**
 * A StatVarObservation node → the parts of one observation (behaviour: inputs 4.4, observation 8).
 */
import { measuredFields } from "../../stats/facets/facet-fields.ts";
import { type FileLog, type Finding, shown } from "../report/index.ts";
import type { NodeBlock, PropertyValue } from "./mcf-value.ts";

export const OBSERVATION_TYPE = "StatVarObservation";

const REQUIRED = ["variableMeasured", "observationAbout", "observationDate", "value"] as const;

export const REQUIRED_COUNT: number = REQUIRED.length;

/** Properties of an observation, the required ones first. */
const OBSERVATION_PROPERTIES: readonly string[] = [...REQUIRED, ...measuredFields];

/** Where the date stands in ObservationParts. */
export const DATE_SLOT = OBSERVATION_PROPERTIES.indexOf("observationDate");
export const VALUE_SLOT = OBSERVATION_PROPERTIES.indexOf("value");

const SLOTS: ReadonlyMap<string, number> = new Map(
  OBSERVATION_PROPERTIES.map((property, slot) => [property, slot]),
);

// An observation is not a node: its id and the key that the id is made from say nothing more.
const IDENTITY_PROPERTIES: ReadonlySet<string> = new Set(["dcid", "keyString"]);

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
  return property === "typeOf" && kind === "reference" && text === OBSERVATION_TYPE;
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
  const parts: (PropertyValue | undefined)[] = new Array(OBSERVATION_PROPERTIES.length);
  let isSound = true;
  for (const value of block.values) {
    const slot = SLOTS.get(value.property);
    if (slot === undefined) {
      if (isFurther(value, block, log)) further.push(value);
    } else if (parts[slot] === undefined) parts[slot] = value;
    else if (!isSame(parts[slot], value)) {
      log.report(doubled(value, block));
      isSound = false;
    }
  }
  const absent = REQUIRED.filter((_property, slot) => (parts[slot]?.text ?? "") === "");
  for (const property of absent) log.report(missing(property, block));
  return isSound && absent.length === 0 ? { values: parts, further, dcid } : undefined;
}

/** The required properties that none of the values has. */
export function missingProperties(values: readonly PropertyValue[]): string[] {
  return REQUIRED.filter((required) => !values.some(({ property }) => property === required));
}

function isFurther(value: PropertyValue, block: NodeBlock, log: FileLog): boolean {
  if (value.property !== "typeOf") return !IDENTITY_PROPERTIES.has(value.property);
  if (value.text !== OBSERVATION_TYPE) log.report(furtherType(value, block));
  return false;
}

function isSame(left: PropertyValue, right: PropertyValue): boolean {
  return left.text === right.text && left.kind === right.kind;
}

function furtherType({ line, text }: PropertyValue, block: NodeBlock): Finding {
  return {
    level: "warning",
    counter: `Sanity_UnexpectedPropIn${OBSERVATION_TYPE}`,
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

function missing(property: string, block: NodeBlock): Finding {
  const cell = block.empty?.get(property);
  return {
    ...(cell === undefined ? {} : { cell }),
    // Tables are sparse: a missing value is no mistake.
    level: property === "value" ? "warning" : "error",
    counter: "Sanity_MissingOrEmpty",
    suffix: property,
    line: block.line,
    message: () =>
      `an observation needs ${property}; node ${shown(block.name)} has none and is not loaded`,
  };
}
