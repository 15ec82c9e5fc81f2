/** Path, query, body or a plain object → what a handler receives, as the row's fields say. */
import { unreachable } from "../errors/errors.ts";
import type {
  ChoiceField,
  Field,
  FieldPlace,
  IntegerField,
  Layout,
  Message,
  TextField,
  TextsField,
} from "./fields.ts";
import type { PathValue } from "./route-paths.ts";

/** Name and value of a query; the style of the reading says how they are decoded. */
export type QueryPair = readonly [name: string, value: string];

/** Where a request keeps its fields; all may be present (behaviour: http 3.3). */
export interface Encoded {
  readonly query?: readonly QueryPair[];
  /** Fields in the path, which count before any other. */
  readonly path?: readonly PathValue[];
  /** Parsed JSON, or the object that a caller of a typed method wrote. */
  readonly body?: unknown;
}

/** What is wrong with a request. */
export type FieldFault =
  /** The body is no object. */
  | { readonly kind: "body" }
  | { readonly kind: "unknown"; readonly name: string; readonly within: Message }
  /** A name goes on after a field that has no members. */
  | { readonly kind: "inner"; readonly name: string }
  /** `field` is undefined for an object; `type` is what the gateway calls the kind of value. */
  | {
      readonly kind: "value";
      readonly path: string;
      readonly value: unknown;
      readonly type: string;
      readonly field: Field | undefined;
    }
  | { readonly kind: "choice"; readonly field: ChoiceField }
  | { readonly kind: "dcid"; readonly dcid: string }
  | { readonly kind: "missing"; readonly field: Field }
  /** The path ends before its fields do. */
  | { readonly kind: "path" };

/** How a family of routes reads its requests, and how it refuses them. */
export interface ReadingStyle {
  /** What counts where a field is in the query and in the body. The path counts before both. */
  readonly first: "query" | "body";
  /**
   * The value of a field as the reader takes it; undefined where it says nothing. Of a field that
   * repeats the first value counts, and of two lists one. Without `prepare`, requests are read as the
   * service's gateway reads them: the last value counts, and lists of query and body are joined.
   *
   * @throws what `refuse` throws
   */
  readonly prepare?: (field: Field, path: string, value: unknown) => unknown;
  decodeQuery(encoded: string): string;
  decodePath(encoded: string): string;
  /** Throws; where it returns, what is wrong is passed over. */
  refuse(fault: FieldFault): void;
}

/** Query names of an API key, in the order of precedence; every row accepts them besides its own. */
export const keyNames: readonly string[] = ["key", "api_key"];

/**
 * What a handler receives. Lists of a body that need no change are passed on, not copied.
 *
 * @throws what the style throws for unknown names, values of the wrong kind and missing fields
 */
export function readFields<Params>(
  layout: Layout<Params>,
  { query, body, path }: Encoded,
  style: ReadingStyle,
): Params {
  const reading: Reading = { params: { ...layout.blank }, style };
  const isQueryLast = style.first === "query";
  if (query !== undefined && !isQueryLast) bindQuery(layout.root, query, reading);
  if (body !== undefined) {
    if (isObject(body)) bindObject(layout.root, body, "", reading);
    else style.refuse({ kind: "body" });
  }
  if (query !== undefined && isQueryLast) bindQuery(layout.root, query, reading);
  if (path !== undefined) bindPath(layout.root, path, reading);
  for (const { key, field } of layout.required) {
    if (isUnset(field, reading.params[key])) style.refuse({ kind: "missing", field });
  }
  return reading.params as Params;
}

function isUnset(field: Field, value: unknown): boolean {
  if (value === field.initial) return true;
  return field.kind === "texts" && field.emptyIsMissing && (value as unknown[]).length === 0;
}

interface Reading {
  readonly params: Record<string, unknown>;
  readonly style: ReadingStyle;
}

function bindQuery(root: Message, pairs: readonly QueryPair[], reading: Reading): void {
  const { style } = reading;
  const given = new Map<FieldPlace, string[]>();
  for (const [encodedName, encodedValue] of pairs) {
    const name = style.decodeQuery(encodedName);
    if (keyNames.includes(name)) continue;
    const value = style.decodeQuery(encodedValue);
    const slot = findSlot(root, name, value, style);
    if (slot === undefined) continue;
    const values = given.get(slot);
    if (values === undefined) given.set(slot, [value]);
    else values.push(value);
  }
  for (const [slot, values] of given)
    bindValue(slot, slot.field.name, oneOf(slot, values, style), reading);
}

/** Of a repeated field that is not a list the gateway takes the last (behaviour: http 3.2). */
function oneOf({ field }: FieldPlace, values: readonly string[], { prepare }: ReadingStyle) {
  if (field.kind === "json") return undefined;
  return field.kind === "texts" ? values : values.at(prepare === undefined ? -1 : 0);
}

/** A path that ends before its fields do is malformed (behaviour: http 2.3). */
function bindPath(root: Message, path: readonly PathValue[], reading: Reading): void {
  const { style } = reading;
  for (const [name, encoded] of path) {
    const slot = root.members.get(name);
    if (slot === undefined || isMessage(slot)) throw new Error(`"${name}" is no field of the row`);
    if (encoded === undefined) style.refuse({ kind: "path" });
    else bindValue(slot, name, style.decodePath(encoded), reading);
  }
}

/** The field with a dotted name; undefined where the style passes over what is wrong with it. */
function findSlot(
  root: Message,
  name: string,
  value: string,
  style: ReadingStyle,
): FieldPlace | undefined {
  let message = root;
  for (let start = 0; ; ) {
    const dot = name.indexOf(".", start);
    const segment = name.slice(start, dot === -1 ? undefined : dot);
    const member = message.members.get(segment);
    if (member === undefined) {
      style.refuse({ kind: "unknown", name: segment, within: message });
      return undefined;
    }
    if (dot === -1) {
      if (!isMessage(member)) return member;
      style.refuse({ kind: "value", path: name, value, type: member.type, field: undefined });
      return undefined;
    }
    if (!isMessage(member)) {
      style.refuse({ kind: "inner", name: segment });
      return undefined;
    }
    message = member;
    start = dot + 1;
  }
}

function bindObject(
  message: Message,
  object: Readonly<Record<string, unknown>>,
  path: string,
  reading: Reading,
): void {
  for (const name of Object.keys(object)) {
    const value = object[name];
    if (value === undefined) continue;
    const member = message.members.get(name);
    if (member === undefined) {
      reading.style.refuse({ kind: "unknown", name, within: message });
    } else if (value !== null) {
      if (!isMessage(member)) bindValue(member, path + name, value, reading);
      else if (isObject(value)) bindObject(member, value, `${path}${name}.`, reading);
      else refuseValue(reading.style, path + name, value, member.type, undefined);
    }
  }
}

function bindValue(slot: FieldPlace, path: string, sent: unknown, reading: Reading): void {
  const { params, style } = reading;
  const { key, field } = slot;
  const { prepare } = style;
  const value = prepare === undefined ? sent : prepare(field, path, sent);
  if (value === undefined) return;
  const read = readValue(slot, path, value, style);
  if (read === undefined) return;
  const earlier = params[key];
  const isJoined = field.kind === "texts" && prepare === undefined && earlier !== field.initial;
  params[key] = isJoined ? (earlier as readonly string[]).concat(read as readonly string[]) : read;
}

/** Undefined where the style passes over a value. */
function readValue(
  { field, element }: FieldPlace,
  path: string,
  value: unknown,
  style: ReadingStyle,
): unknown {
  switch (field.kind) {
    case "text":
      return readText(field, path, value, style);
    case "choice":
      return readChoice(field, path, value, style);
    case "flag":
      return readFlag(field, path, value, style);
    case "integer":
      return readInteger(field, path, value, style);
    case "records":
      return Array.from(listOf(value), (object, at) =>
        readRecord(element as Layout<unknown>, `${path}[${at}]`, object, style),
      );
    case "json":
      return value;
    case "texts":
      return readTexts(field, path, listOf(value), style);
    default:
      return unreachable(field);
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function readText(
  field: TextField,
  path: string,
  value: unknown,
  style: ReadingStyle,
): string | undefined {
  const text = textOf(field, path, value, style);
  if (text === undefined) return undefined;
  if (field.dcid) checkDcid(text, style);
  return field.repair === undefined ? text : field.repair(text);
}

function readChoice(
  field: ChoiceField,
  path: string,
  value: unknown,
  style: ReadingStyle,
): string | undefined {
  const text = textOf(field, path, value, style);
  if (text === undefined || text === "" || field.values.includes(text)) return text;
  style.refuse({ kind: "choice", field });
  return undefined;
}

function readFlag(
  field: Field,
  path: string,
  value: unknown,
  style: ReadingStyle,
): boolean | undefined {
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  return refuseValue(style, path, value, "TYPE_BOOL", field);
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

function readInteger(
  field: IntegerField,
  path: string,
  value: unknown,
  style: ReadingStyle,
): number | undefined {
  const isText = typeof value === "string" && /^-?\d{1,10}$/.test(value);
  const number = isText ? Number(value) : value;
  const { min, max } = field;
  if (isWhole(number) && number >= min && number <= max) return number;
  return refuseValue(style, path, value, "TYPE_INT32", field);
}

function readRecord(
  { root, blank }: Layout<unknown>,
  path: string,
  object: unknown,
  style: ReadingStyle,
): Record<string, unknown> {
  const params = { ...(blank as object) };
  if (isObject(object)) bindObject(root, object, `${path}.`, { params, style });
  else refuseValue(style, path, object, root.type, undefined);
  return params;
}

/** The list itself when it needs no change. */
function readTexts(
  field: TextsField,
  path: string,
  list: readonly unknown[],
  style: ReadingStyle,
): readonly string[] {
  const elements = elementTexts(field, path, list, style);
  if (field.dcid) for (const element of elements) checkDcid(element, style);
  if (!(field.commas || field.dcid) || !elements.some(isSplit)) return elements;
  return elements.flatMap((element) => element.split(",")).filter((element) => element !== "");
}

function elementTexts(
  field: TextsField,
  path: string,
  list: readonly unknown[],
  style: ReadingStyle,
): readonly string[] {
  let plain = true;
  for (let at = 0; at < list.length; at++) plain &&= typeof list[at] === "string";
  if (plain) return list as readonly string[];
  return Array.from(list, (element, at) => textOf(field, `${path}[${at}]`, element, style)).filter(
    (text) => text !== undefined,
  );
}

/** No dcid of the real service has a space or a comma (behaviour: http 5.5). */
function checkDcid(dcid: string, style: ReadingStyle): void {
  if (/[ ,]/.test(dcid)) style.refuse({ kind: "dcid", dcid });
}

function isSplit(element: string): boolean {
  return element === "" || element.includes(",");
}

/** A number is read as its text (behaviour: http 4.3). */
function textOf(
  field: Field,
  path: string,
  value: unknown,
  style: ReadingStyle,
): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return refuseValue(style, path, value, "TYPE_STRING", field);
}

export function isMessage(member: FieldPlace | Message): member is Message {
  return "members" in member;
}

function refuseValue(
  style: ReadingStyle,
  path: string,
  value: unknown,
  type: string,
  field: Field | undefined,
): undefined {
  style.refuse({ kind: "value", path, value, type, field });
  return undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
