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

const SLOTS: ReadonlyMap<string, number> = new Map(
  OBSERVATION_PROPERTIES.map((property, slot) => [property, slot]),
);

// An observation is no node: its id and the key that the id is made from say nothing more.
const IDENTITY_PROPERTIES: ReadonlySet<string> = new Set(["dcid", "keyString"]);

/** One value per entry of OBSERVATION_PROPERTIES, in that order. */
export type ObservationParts = readonly (PropertyValue | undefined)[];

export function isObservation(block: NodeBlock): boolean {
  return block.values.some(
    ({ property, kind, text }) =>
      property === "typeOf" && kind === "reference" && text === OBSERVATION_TYPE,
  );
}

/**
 * Sorts the values of a node into parts. Everything that is missing, doubled or has no place in an
 * observation is reported.
 * @returns undefined if there is no complete observation.
 */
export function observationParts(block: NodeBlock, log: FileLog): ObservationParts | undefined {
  const parts: (PropertyValue | undefined)[] = new Array(OBSERVATION_PROPERTIES.length);
  let isSound = true;
  for (const value of block.values) {
    const slot = SLOTS.get(value.property);
    if (slot === undefined) {
      if (!isIdentity(value)) log.report(unexpected(value, block));
    } else if (parts[slot] === undefined) parts[slot] = value;
    else if (!isSame(parts[slot], value)) {
      log.report(doubled(value, block));
      isSound = false;
    }
  }
  const absent = REQUIRED.filter((_property, slot) => (parts[slot]?.text ?? "") === "");
  for (const property of absent) log.report(missing(property, block));
  return isSound && absent.length === 0 ? parts : undefined;
}

/** The required properties that none of the values has. */
export function missingProperties(values: readonly PropertyValue[]): string[] {
  return REQUIRED.filter((required) => !values.some(({ property }) => property === required));
}

function isIdentity({ property, text }: PropertyValue): boolean {
  return property === "typeOf" ? text === OBSERVATION_TYPE : IDENTITY_PROPERTIES.has(property);
}

function isSame(left: PropertyValue, right: PropertyValue): boolean {
  return left.text === right.text && left.kind === right.kind;
}

function unexpected(value: PropertyValue, block: NodeBlock): Finding {
  const { property, line } = value;
  return {
    level: "warning",
    counter: `Sanity_UnexpectedPropIn${OBSERVATION_TYPE}`,
    line,
    message: () =>
      `${property} ${shown(value.text)} has no place in an observation and is not kept: node ${shown(block.name)}`,
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
  return {
    // Tables are sparse: a missing value is no mistake.
    level: property === "value" ? "warning" : "error",
    counter: "Sanity_MissingOrEmpty",
    suffix: property,
    line: block.line,
    message: () =>
      `an observation needs ${property}; node ${shown(block.name)} has none and is not loaded`,
  };
}
