/**
 * `world.json`: the one object of a published world that changes. It names the versions, whose objects never
 * change, and the version that readers open now.
 */

import { describeArgument } from "../errors/excerpts.ts";
import { arePieces, type StoredObject } from "./stored-pieces.ts";

/** A version of a published world. */
export interface WorldVersion {
  readonly name: string;
  /** When, as ISO 8601. */
  readonly published: string;
  /** Of the world, or of its graph where observations lie in parts. */
  readonly snapshot: StoredObject;
  /** The index of all parts, and then they. */
  readonly parts?: readonly StoredObject[] | undefined;
}

/** A publisher that is at work, or was killed. */
export interface Writing {
  /** Another text for each publisher. */
  readonly by: string;
  /** Until when no other publisher may take its place, as ISO 8601. */
  readonly until: string;
  /** What it writes or removes: without a version that names it, it is rubbish. */
  readonly addresses: readonly string[];
}

/** What `world.json` holds. */
export interface WorldPointer {
  /** Of the form of the pointer: 1. */
  readonly pocketCommonsWorld: number;
  /** Name of the version that readers open. Absent before the first one is there. */
  readonly current?: string | undefined;
  /** The latest first. */
  readonly versions: readonly WorldVersion[];
  readonly writing?: Writing | undefined;
}

export const pointerVersion = 1;

/** Makes the error for a pointer that cannot be used, of whoever reads it. */
type Fail = (fault: "damaged" | "missing" | "unsuitable", message: string) => Error;

/** Whether bytes begin as a pointer does, and as no snapshot. */
export function isPointer(bytes: Uint8Array): boolean {
  return bytes[0] === "{".charCodeAt(0);
}

/** The bytes of a pointer, for people to read. */
export function pointerBytes(pointer: WorldPointer): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(pointer, null, 1)}\n`);
}

/**
 * The pointer in bytes, checked. Members that this version does not know stay.
 *
 * @throws what `fail` makes: `damaged`, and `unsuitable` for the form of a later version of the library
 */
export function readPointer(bytes: Uint8Array, fail: Fail): WorldPointer {
  let given: unknown;
  try {
    given = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw damaged("it is no whole JSON", fail);
  }
  if (!isObject(given)) throw damaged("it is no object", fail);
  const { pocketCommonsWorld: form } = given;
  if (typeof form === "number" && form > pointerVersion) {
    const message = `its form is ${form}, and this version of pocket-commons reads ${pointerVersion}: update it`;
    throw fail("unsuitable", message);
  }
  const wrong = form === pointerVersion ? mistakeIn(given) : "'pocketCommonsWorld' is missing";
  if (wrong !== undefined) throw damaged(wrong, fail);
  return given as unknown as WorldPointer;
}

/**
 * The version of a name, by default the current one.
 *
 * @throws what `fail` makes: `missing` when there is none
 */
export function versionIn(pointer: WorldPointer, wanted: string | undefined, fail: Fail) {
  const wantedName = wanted ?? pointer.current;
  const found = pointer.versions.find((one) => one.name === wantedName);
  if (found !== undefined) return found;
  const message =
    wanted === undefined
      ? "no version was published yet"
      : `there is no version ${describeArgument(wanted)}`;
  throw fail("missing", message);
}

/** A short text that changes when anything does that a version holds. */
export function tagOf({ snapshot, parts: [index = snapshot] = [] }: WorldVersion): string {
  // The index holds the tags of the graph and of all parts.
  return index.tag;
}

type Given = Readonly<Record<string, unknown>>;

/** What is wrong with a pointer, in words. */
function mistakeIn({ current, versions, writing }: Given): string | undefined {
  if (!Array.isArray(versions)) return "'versions' is no list";
  const names = new Set<unknown>();
  for (const [at, version] of versions.entries()) {
    const wrong = isObject(version) ? mistakeInVersion(version) : "is no object";
    if (wrong !== undefined) return `'versions[${at}]' ${wrong}`;
    const { name } = version as Given;
    if (names.has(name)) return `there are two versions ${describeArgument(name)}`;
    names.add(name);
  }
  if (current !== undefined && !names.has(current)) {
    return `'current' names ${describeArgument(current)}, which is no version`;
  }
  return writing === undefined || isWriting(writing) ? undefined : "'writing' has another form";
}

function mistakeInVersion({ name, published, snapshot, parts = [] }: Given): string | undefined {
  if (!isVersionName(name)) return `has no name`;
  if (typeof published !== "string" || Number.isNaN(Date.parse(published))) {
    return "was published at no time";
  }
  if (!isStored(snapshot)) return "has a snapshot without address, bytes and tag";
  if (!Array.isArray(parts)) return "has parts that are no list";
  const at = parts.findIndex((part) => !isStored(part));
  return at < 0 ? undefined : `has a part ${at} without address, bytes and tag`;
}

function isStored(given: unknown): given is Given {
  if (!isObject(given)) return false;
  const { bytes, tag, packs, pieces } = given;
  if (!(isPack(given) && isTag(tag))) return false;
  return arePieces({ bytes: bytes as number, packs, pieces }, isPack);
}

function isPack(given: unknown): boolean {
  if (!isObject(given)) return false;
  const { address, bytes } = given;
  return isAddress(address) && Number.isSafeInteger(bytes) && (bytes as number) > 0;
}

function isWriting(given: unknown): boolean {
  if (!isObject(given)) return false;
  const { by, until, addresses } = given;
  const isTimed = typeof until === "string" && !Number.isNaN(Date.parse(until));
  return typeof by === "string" && isTimed && isTexts(addresses) && addresses.every(isAddress);
}

const addressMax = 400;

/**
 * Addresses lead nowhere but below the place of the pointer: whoever may write a pointer may not send readers
 * and their passwords elsewhere.
 */
export function isAddress(given: unknown): given is string {
  if (typeof given !== "string" || given.length > addressMax) return false;
  return given.split("/").every(isVersionName);
}

/** A name that any store, file system and address takes as it is. */
export function isVersionName(given: unknown): given is string {
  return typeof given === "string" && /^[\w~-][\w.~-]{0,127}$/.test(given);
}

const isTag = (given: unknown): boolean =>
  typeof given === "string" && /^[\w.+-]{1,64}$/.test(given);

const isTexts = (given: unknown): given is readonly string[] =>
  Array.isArray(given) && given.every((one) => typeof one === "string");

const isObject = (given: unknown): given is Given =>
  typeof given === "object" && given !== null && !Array.isArray(given);

function damaged(what: string, fail: Fail): Error {
  return fail("damaged", `the pointer to the versions is damaged: ${what}`);
}
