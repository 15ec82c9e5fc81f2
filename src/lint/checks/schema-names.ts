/** Names in the schema of Data Commons: their forms, and lists that checks need. */
import { shown } from "../../load/bytes/diagnostics.ts";

/** Types of value that a variable, or a property of an Observation, may have. */
export function isStatValue(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    /(?:value|estimate|stderror|samplesize|growthrate|limit|palmaratio)$/.test(lower) ||
    lower.startsWith("percentile") ||
    lower === "marginoferror"
  );
}

/** Whether it is the older type of observation, which is a usual node. */
export function isOlderObservation(type: string): boolean {
  return type.endsWith("Observation") && type !== "StatVarObservation";
}

export function isPopulation(type: string): boolean {
  return type.endsWith("Population");
}

const dcid = /^[\w&/%)(+\-.:]+$/;
/** Ids of biology have more characters. */
const bioDcid = /^[\w&/%)(+\-.'*><\][|:; ]+$/;

/** The message for a value that should be a dcid. */
export function invalidDcid(property: string, text: string): string {
  if (text === "") return `${property} refers to an empty dcid`;
  const pattern = text.startsWith("bio/") ? bioDcid : dcid;
  const found = [...text].filter((letter) => !pattern.test(letter));
  const isHidden = (letter: string): boolean => /[\p{C}\p{M}\p{Z}]/u.test(letter);
  const seen = found.filter((letter) => !isHidden(letter)).join("");
  const names = [...new Set(found.filter(isHidden))].slice(0, 5).map(codePointName);
  const which = [...(seen === "" ? [] : [shown(seen)]), ...names].join(", ");
  const bare = text.replace(/^ +| +$/g, "");
  const hint =
    bare !== text && isDcid(bare) ? `; write ${shown(bare)} without blanks around it` : "";
  return `${property} ${shown(text)} holds characters that no dcid has (${which})${hint}`;
}

/** `U+00A0`, for a character that a message cannot show. */
function codePointName(letter: string): string {
  const hex = letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
  return letter === " " ? "a space" : `U+${hex}`;
}

export const prefixCounter = "Graph_PrefixInDcid";
const prefixed = /^(?:dcid|dcs|schema):/i;

/** Whether a dcid begins with a prefix, which only MCF has. */
export function hasPrefix(text: string): boolean {
  return prefixed.test(text);
}

export function withoutPrefix(text: string): string {
  return text.replace(prefixed, "");
}

/** The message for such a dcid. */
export function prefixInDcid(property: string, text: string): string {
  const [prefix = ""] = prefixed.exec(text) ?? [];
  const rest = text.slice(prefix.length);
  return `${property} ${shown(text)}: here the prefix ${shown(prefix)} is part of the dcid; write ${shown(rest)}`;
}

export function isDcid(text: string): boolean {
  return (text.startsWith("bio/") ? bioDcid : dcid).test(text);
}

export const dcidLengthMax = 256;

export function longDcid(text: string): string {
  return `the dcid has ${text.length} characters; at most ${dcidLengthMax} are allowed`;
}

export function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are ASCII.
  return /^[\u0000-\u007f]*$/.test(text);
}

export const beginsLower = /^\p{Ll}/u;
export const beginsUpper = /^\p{Lu}/u;

/** Properties of a variable that do not say what it measures. */
export const describingProperties: ReadonlySet<string> = new Set([
  "alternateName",
  "censusACSTableId",
  "constraintProperties",
  "dcid",
  "description",
  "descriptionUrl",
  "isPublic",
  "keyString",
  "label",
  "localCuratorLevelId",
  "memberOf",
  "name",
  "populationGroup",
  "provenance",
  "resMCFFile",
  "url",
  "utteranceTemplate",
]);

/** `Years10To20`, `YearsUpto25`, `USDollar100000Onwards`, `latLong/3700000_-12210000`. */
const quantityName =
  /^(?:[A-Z]\w*?(?:\d+(?:\.\d+)?(?:To\d+(?:\.\d+)?|Onwards)|Upto\d+(?:\.\d+)?)|latLong\/-?\d+_-?\d+)$/;

/**
 * Whether a name needs no description: quantities, ranges and coordinates, which are named by their
 * numbers, and `A__B`, which means A or B.
 * @param isDescribed whether a part of such a name has a description.
 */
export function isSelfExplaining(name: string, isDescribed: (part: string) => boolean): boolean {
  if (quantityName.test(name)) return true;
  const parts = name.split("__");
  if (parts.length > 1) return parts.every((part) => isDescribed(part) || quantityName.test(part));
  const unit = /^([A-Z][A-Za-z]*)\d+(?:\.\d+)?$/.exec(name)?.[1];
  return unit !== undefined && isDescribed(unit);
}

/** Properties that imports use most. */
export const commonProperties: readonly string[] = [
  "alternateName",
  "constraintProperties",
  "containedInPlace",
  "description",
  "domainIncludes",
  "latitude",
  "location",
  "longitude",
  "measuredProperty",
  "measurementDenominator",
  "measurementMethod",
  "measurementQualifier",
  "memberOf",
  "name",
  "nameWithLanguage",
  "observationAbout",
  "observationDate",
  "observationPeriod",
  "observedNode",
  "populationType",
  "rangeIncludes",
  "relevantVariable",
  "scalingFactor",
  "searchDescription",
  "specializationOf",
  "statType",
  "subClassOf",
  "subPropertyOf",
  "typeOf",
  "unit",
  "variableMeasured",
];
