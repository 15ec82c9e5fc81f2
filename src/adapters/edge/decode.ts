/** Query string, JSON body or plain object → what a handler receives, driven by the row. */
import { excerpt, RequestError, unreachable } from "../../errors/index.ts";
import type { ChoiceField, Field, TextField, TextsField } from "../table/index.ts";
import { type FieldPlace, isMessage, type Layout, type Message, RpcError } from "../table/index.ts";
import { keyNames } from "./auth.ts";
import { readLenientJson } from "./lenient-json.ts";
import { decodePercent, decodeQueryText, type QueryPair } from "./query-string.ts";
import type { PathValue } from "./route.ts";

/** Where a request keeps its parameters; all may be present (behaviour: http 3.3). */
export interface Encoded {
  readonly query?: readonly QueryPair[];
  /** Parameters in the path, which count before any other. */
  readonly path?: readonly PathValue[];
  /** Parsed JSON, or the object that a caller of a typed method wrote. */
  readonly body?: unknown;
}

/**
 * Parameters of a request. Lists of query and body are joined, for anything else the body counts,
 * and the path before both.
 * Lists of the body are passed on as they are, not copied.
 *
 * @throws RequestError for unknown names and values of the wrong type.
 * @throws RpcError what the row says about a missing parameter.
 */
export function decode<Params>(
  layout: Layout<Params>,
  encoded: Encoded,
  ignoreUnknownFields: boolean,
): Params {
  const decoding: Decoding = { params: { ...layout.blank }, ignoreUnknownFields };
  if (encoded.query !== undefined) bindQuery(layout.root, encoded.query, decoding);
  if (encoded.body !== undefined) {
    if (!isObject(encoded.body)) throw new RequestError("Root element must be a message.");
    bindObject(layout.root, encoded.body, "", decoding);
  }
  if (encoded.path !== undefined) bindPath(layout.root, encoded.path, decoding);
  for (const { key, field } of layout.required) {
    if (field.missing !== undefined && isUnset(field, decoding.params[key])) {
      // The real service's text may not say what is missing; the cause does.
      const cause = new RequestError(`${field.name} is missing`);
      throw new RpcError(field.missing.code, field.missing.message, { cause });
    }
  }
  return decoding.params as Params;
}

function isUnset(field: Field, value: unknown): boolean {
  if (value === field.initial) return true;
  return field.kind === "texts" && field.emptyIsMissing && (value as unknown[]).length === 0;
}

/** JSON as the gateway reads it, strict or nearly so; no text at all is an empty object. */
export function parseBody(body: string): unknown {
  if (body === "") return {};
  try {
    return JSON.parse(body);
  } catch {
    return readLenientJson(body);
  }
}

interface Decoding {
  readonly params: Record<string, unknown>;
  readonly ignoreUnknownFields: boolean;
}

function bindQuery(root: Message, pairs: readonly QueryPair[], decoding: Decoding): void {
  const given = new Map<FieldPlace, string[]>();
  for (const [encodedName, encodedValue] of pairs) {
    const name = decodeQueryText(encodedName);
    if (keyNames.includes(name)) continue;
    const value = decodeQueryText(encodedValue);
    const slot = findSlot(root, name, value, decoding);
    if (slot === undefined) continue;
    const values = given.get(slot);
    if (values === undefined) given.set(slot, [value]);
    else values.push(value);
  }
  for (const [slot, values] of given) {
    // Of a repeated parameter that is not a list the last one counts (behaviour: http 3.2).
    const value = slot.field.kind === "texts" ? values : values.at(-1);
    bindValue(slot, slot.field.name, value, decoding);
  }
}

/** A path that ends before its parameters do is malformed (behaviour: http 2.3). */
function bindPath(root: Message, path: readonly PathValue[], decoding: Decoding): void {
  for (const [name, encoded] of path) {
    const slot = root.members.get(name);
    if (slot === undefined || isMessage(slot)) throw new Error(`"${name}" is no field of the row`);
    if (encoded === undefined) throw new RequestError("Invalid request URI");
    bindValue(slot, name, decodePercent(encoded), decoding);
  }
}

/** The field with a dotted name; undefined when it is unknown and unknown names are ignored. */
function findSlot(
  root: Message,
  name: string,
  value: string,
  decoding: Decoding,
): FieldPlace | undefined {
  let message = root;
  for (let start = 0; ; ) {
    const dot = name.indexOf(".", start);
    const segment = name.slice(start, dot === -1 ? undefined : dot);
    const member = message.members.get(segment);
    if (member === undefined) return refuseUnknown(segment, message, decoding);
    if (dot === -1) {
      if (isMessage(member)) throw invalidValue(name, value, member.type);
      return member;
    }
    if (!isMessage(member)) {
      throw new RequestError(
        `Encountered a non-leaf field "${excerpt(segment)}" that is not a message while parsing a field path`,
      );
    }
    message = member;
    start = dot + 1;
  }
}

function bindObject(
  message: Message,
  object: Readonly<Record<string, unknown>>,
  path: string,
  decoding: Decoding,
): void {
  for (const name of Object.keys(object)) {
    const value = object[name];
    if (value === undefined) continue;
    const member = message.members.get(name);
    if (member === undefined) {
      refuseUnknown(name, message, decoding);
    } else if (value !== null) {
      if (!isMessage(member)) bindValue(member, path + name, value, decoding);
      else if (!isObject(value)) throw invalidValue(path + name, value, member.type);
      else bindObject(member, value, `${path}${name}.`, decoding);
    }
  }
}

function bindValue(
  { key, field, element }: FieldPlace,
  path: string,
  value: unknown,
  decoding: Decoding,
): void {
  const { params } = decoding;
  switch (field.kind) {
    case "text":
      params[key] = readText(field, path, value);
      return;
    case "choice":
      params[key] = readChoice(field, path, value);
      return;
    case "flag":
      params[key] = readFlag(path, value);
      return;
    case "integer":
      params[key] = readInteger(path, value);
      return;
    case "texts": {
      const read = readTexts(field, path, listOf(value));
      const earlier = params[key] as readonly string[];
      params[key] = earlier === field.initial ? read : earlier.concat(read);
      return;
    }
    case "records":
      params[key] = Array.from(listOf(value), (object, at) =>
        readRecord(element as Layout<unknown>, `${path}[${at}]`, object, decoding),
      );
      return;
    default:
      unreachable(field);
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function readText(field: TextField, path: string, value: unknown): string {
  const text = textOf(path, value);
  if (field.dcid) checkDcid(text);
  return field.repair === undefined ? text : field.repair(text);
}

function readChoice(field: ChoiceField, path: string, value: unknown): string {
  const text = textOf(path, value);
  if (text === "" || field.values.includes(text)) return text;
  throw new RpcError(field.invalid.code, field.invalid.message);
}

function readFlag(path: string, value: unknown): boolean {
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw invalidValue(path, value, "TYPE_BOOL");
}

function readRecord(
  { root, blank }: Layout<unknown>,
  path: string,
  object: unknown,
  { ignoreUnknownFields }: Decoding,
): Record<string, unknown> {
  if (!isObject(object)) throw invalidValue(path, object, root.type);
  const params = { ...(blank as object) };
  bindObject(root, object, `${path}.`, { params, ignoreUnknownFields });
  return params;
}

/** The list itself when it needs no change. */
function readTexts(field: TextsField, path: string, list: readonly unknown[]): readonly string[] {
  const elements = elementTexts(path, list);
  if (field.dcid) elements.forEach(checkDcid);
  if (!(field.commas || field.dcid) || !elements.some(isSplit)) return elements;
  return elements.flatMap((element) => element.split(",")).filter((element) => element !== "");
}

function elementTexts(path: string, list: readonly unknown[]): readonly string[] {
  let plain = true;
  for (let at = 0; at < list.length; at++) plain &&= typeof list[at] === "string";
  if (plain) return list as readonly string[];
  return Array.from(list, (element, at) => textOf(`${path}[${at}]`, element));
}

/** No dcid of the real service has a space or a comma (behaviour: http 5.5). */
function checkDcid(dcid: string): void {
  if (/[ ,]/.test(dcid)) {
    throw new RequestError(`CheckValidDCIDs failed with invalid node: ${shortened(dcid)}`);
  }
}

function isSplit(element: string): boolean {
  return element === "" || element.includes(",");
}

/** A number is read as its text (behaviour: http 4.3). */
function textOf(path: string, value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  throw invalidValue(path, value, "TYPE_STRING");
}

function readInteger(path: string, value: unknown): number {
  const isText = typeof value === "string" && /^-?\d{1,10}$/.test(value);
  const number = isText ? Number(value) : value;
  if (typeof number === "number" && number === (number | 0)) return number;
  throw invalidValue(path, value, "TYPE_INT32");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuseUnknown(name: string, message: Message, decoding: Decoding): undefined {
  if (decoding.ignoreUnknownFields) return undefined;
  throw new RequestError(`Could not find field "${excerpt(name)}" in the type "${message.type}".`);
}

function invalidValue(path: string, value: unknown, type: string): RequestError {
  return new RequestError(`${path}: invalid value ${shown(value)} for type ${type}`);
}

/** A short rendering: what was sent may be as large and as deep as the sender likes. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "[...]";
  if (typeof value === "object" && value !== null) return "{...}";
  if (typeof value !== "string") return String(value);
  return JSON.stringify(shortened(value));
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
