/** The right-hand side of an MCF line: how it splits into values and what each value is. */
import { LoadError } from "../../errors/errors.ts";

/**
 * `reference`: a dcid, its prefix dropped. `local`: the name of a node of these files, `l:`
 * dropped. `complex`: the text with its brackets. `entity` and `column` occur in templates only and
 * keep their `E:` or `C:`.
 */
export type ValueKind = "text" | "number" | "reference" | "local" | "complex" | "entity" | "column";

export interface TypedValue {
  readonly kind: ValueKind;
  readonly text: string;
}

/** One value of one property of a node, with the line it stands on. */
export interface PropertyValue extends TypedValue {
  readonly property: string;
  readonly line: number;
}

export interface BlockName {
  readonly name: string;
  readonly line: number;
}

/** A block of MCF, or a row of a table put into a template's node. */
export interface NodeBlock extends BlockName {
  readonly values: PropertyValue[];
  /** Of a row: properties without a value because a cell is empty, and its position. */
  readonly empty?: ReadonlyMap<string, number>;
}

/** Values of one node that are read: what lies beyond is no data, but would take all memory. */
export const valuesMax = 2 ** 22;

/**
 * Properties whose values are references even without a prefix or in quotes (behaviour: inputs
 * 2.4).
 */
const referenceProperties: ReadonlySet<string> = new Set([
  "typeOf",
  "subClassOf",
  "subPropertyOf",
  "rangeIncludes",
  "domainIncludes",
  "specializationOf",
  "memberOf",
  "location",
  "variableMeasured",
  "observationAbout",
  "observedNode",
  "containedInPlace",
  "containedIn",
  "populationType",
  "measuredProperty",
  "populationGroup",
  "constraintProperties",
  "measurementMethod",
  "measurementDenominator",
  "measurementQualifier",
  "statType",
  "unit",
  "observationProperties",
]);

/** Prefixes of a dcid; the three mean the same. */
const dcidPrefixes: readonly string[] = ["dcid:", "dcs:", "schema:"];

const noPrefixes: ReadonlySet<string> = new Set();

const localPrefix = "l:";

const quoteByte = 0x22;
const backslashByte = 0x5c;
const openingBracket = 0x5b;

export function isReferenceProperty(property: string): boolean {
  return referenceProperties.has(property);
}

/**
 * Splits at the delimiter outside of quotes, trims, and drops empty pieces. A backslash shields the
 * next character from the splitting; both stay but before a quote: `\"` becomes `"`, and `\\\"` becomes `\"`.
 * @returns undefined if a quote is left open; more pieces than VALUES_MAX, not all, if there are
 * more.
 */
export function splitValues(text: string, delimiter: string): string[] | undefined {
  if (text.includes('"') || text.includes("\\")) return splitQuoted(text, delimiter.charCodeAt(0));
  const pieces: string[] = [];
  let start = 0;
  let end = text.indexOf(delimiter);
  while (end >= 0 && pieces.length <= valuesMax) {
    pushPiece(pieces, text.slice(start, end), false);
    start = end + 1;
    end = text.indexOf(delimiter, start);
  }
  return pushPiece(pieces, start === 0 ? text : text.slice(start), false);
}

function splitQuoted(text: string, delimiter: number): string[] | undefined {
  const pieces: string[] = [];
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslashByte) at += 1;
    else if (code === quoteByte) isQuoted = !isQuoted;
    else if (code === delimiter && !isQuoted) {
      pushPiece(pieces, text.slice(start, at), true);
      if (pieces.length > valuesMax) return pieces;
      start = at + 1;
    }
  }
  return isQuoted ? undefined : pushPiece(pieces, text.slice(start), true);
}

/** @throws LoadError if a node, by now with `count` values, has more than are read. */
export function requireFewValues(count: number, file: string, line: number): void {
  if (count <= valuesMax) return;
  throw new LoadError(`a node has more than ${valuesMax} values`, { file, line });
}

function pushPiece(pieces: string[], piece: string, mayEscape: boolean): string[] {
  const value = trim(piece);
  if (value !== "") {
    pieces.push(mayEscape && value.includes('\\"') ? unescaped(value) : value);
  }
  return pieces;
}

/** Before a quote each pair of backslashes is one, and an odd one belongs to the quote. */
const unescaped = (text: string): string =>
  text.replace(/(\\+)"/g, (_, run: string) => `${"\\".repeat(run.length >> 1)}"`);

/**
 * Gives a piece its type, by tests in a fixed order (behaviour: inputs 2.4). `prefixes` are further
 * prefixes of a dcid, colon included.
 * @returns undefined for a `[` without its `]`.
 */
export function typeValue(
  piece: string,
  isReference: boolean,
  prefixes: ReadonlySet<string> = noPrefixes,
): TypedValue | undefined {
  let text = piece;
  if (text.charCodeAt(0) === quoteByte) {
    text = stripQuotes(text);
    if (!isReference) return { kind: "text", text };
  }
  if (text.charCodeAt(0) === openingBracket) {
    return text.endsWith("]") ? { kind: "complex", text } : undefined;
  }
  if (text.includes(":")) {
    const dcid = dcidOf(text, prefixes);
    if (dcid !== undefined) return { kind: "reference", text: dcid };
    if (text.startsWith(localPrefix)) {
      return { kind: "local", text: text.slice(localPrefix.length) };
    }
  }
  if (isReference) return { kind: "reference", text };
  return { kind: isNumber(text) || isBoolean(text) ? "number" : "text", text };
}

/** The dcid that a prefixed name means; undefined if the name has none of the prefixes. */
export function dcidOf(
  name: string,
  prefixes: ReadonlySet<string> = noPrefixes,
): string | undefined {
  for (const prefix of dcidPrefixes) {
    if (name.startsWith(prefix)) return name.slice(prefix.length);
  }
  if (prefixes.size === 0) return undefined;
  const end = name.indexOf(":") + 1;
  return end > 0 && prefixes.has(name.slice(0, end)) ? name.slice(end) : undefined;
}

/** Without the blanks and control characters at both ends; a no-break space is neither. */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

export function stripQuotes(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

const decimal = /^[+-]?(?:NaN|Infinity|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?)$/;
const hexadecimal =
  /^[+-]?0[xX](?:[\da-fA-F]+(?:\.[\da-fA-F]*)?|\.[\da-fA-F]+)[pP][+-]?\d+[fFdD]?$/;

/** What the official tool, written in Java, reads as a whole or floating-point number. */
export function isNumber(text: string): boolean {
  return decimal.test(text) || hexadecimal.test(text);
}

function isBoolean(text: string): boolean {
  return text.length <= 5 && /^(?:true|false)$/i.test(text);
}

const namespace = /^[A-Za-z0-9_-]+:(?!\/\/)/;

export function hasNamespace(id: string): boolean {
  return namespace.test(id);
}

const dcid = /^[a-z][A-Za-z0-9_]*\/[^\s,]+$/;

/** Whether a text is a dcid: those of places and other entities have such a beginning, and names do not. */
export function looksLikeDcid(text: string): boolean {
  return dcid.test(text);
}

/** Drops all prefixes of an id, as the official importer does; a URL stays whole. */
export function withoutNamespace(id: string): string {
  let rest = id.trim();
  for (let found = namespace.exec(rest); found !== null; found = namespace.exec(rest)) {
    rest = rest.slice(found[0].length).trim();
  }
  return rest;
}
