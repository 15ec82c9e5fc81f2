import type { RpcCode } from "../errors/rpc.ts";
/**
 * The fields that a row may declare, and where each of them stands in a request. A field is plain
 * data: the reader of requests, the documentation and the schemas of tools are made from it.
 */

/** What a request is refused with. */
export interface Fault {
  readonly code: RpcCode;
  /** Empty: the style of the row has a text for it. */
  readonly message: string;
}

interface FieldBase {
  /**
   * Name as documented. A dot enters an object of the body (`variable.dcids`). Most styles understand
   * snake_case and camelCase (behaviour: http 5.1), whichever stands here.
   */
  readonly name: string;
  /** Further documented names of the same field. */
  readonly aliases: readonly string[];
  /** Set on required fields: the answer when this one is missing. */
  readonly missing: Fault | undefined;
  /** What it means, for callers that read a schema. */
  readonly about?: string;
}

export interface TextField extends FieldBase {
  readonly kind: "text";
  /** Value of an unset field. */
  readonly initial: string;
  /** Undoes what is known to happen to this value on its way here. */
  readonly repair: ((text: string) => string) | undefined;
  /** Whether it names a node, as in `TextsField`. */
  readonly dcid: boolean;
}

/** One of a few words. */
export interface ChoiceField<Value extends string = string> extends FieldBase {
  readonly kind: "choice";
  readonly initial: "";
  readonly values: readonly Value[];
  /** The answer to any other word. */
  readonly invalid: Fault;
}

export interface FlagField extends FieldBase {
  readonly kind: "flag";
  readonly initial: boolean;
}

export interface IntegerField extends FieldBase {
  readonly kind: "integer";
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

export interface TextsField extends FieldBase {
  readonly kind: "texts";
  readonly initial: readonly string[];
  /** Whether a comma separates elements. Where it does, empty elements are dropped. */
  readonly commas: boolean;
  /**
   * Whether every element names a node: empty ones are dropped, one with a space or a comma is
   * refused (behaviour: http 5.5).
   */
  readonly dcid: boolean;
  /** Whether a list without elements is missing, and not only one that was not sent. */
  readonly emptyIsMissing: boolean;
  /** How many elements a list may have. */
  readonly max: number;
}

/** A list of objects whose members are texts; an unset member is empty. */
interface RecordsField<Element = Readonly<Record<string, string>>> extends FieldBase {
  readonly kind: "records";
  readonly initial: readonly never[];
  /** Full type name of an element. */
  readonly type: string;
  readonly members: { readonly [Key in keyof Element]: TextField };
}

/** A member of the body as it stands there: the handler reads it. */
export interface JsonField extends FieldBase {
  readonly kind: "json";
  readonly initial: undefined;
}

export type Field =
  | TextField
  | ChoiceField
  | FlagField
  | IntegerField
  | TextsField
  | RecordsField
  | JsonField;

/** In brackets, so that a union of words is one choice and not one field per word. */
type FieldOf<Value> = [unknown] extends [Value]
  ? JsonField
  : [Value] extends [string]
    ? string extends Value
      ? TextField
      : ChoiceField<Exclude<Value, "">>
    : [Value] extends [number]
      ? IntegerField
      : [Value] extends [boolean]
        ? FlagField
        : [Value] extends [readonly string[]]
          ? TextsField
          : [Value] extends [readonly (infer Element)[]]
            ? RecordsField<Element>
            : never;

/** One field for every member of what a handler receives: no more, no fewer, of the right kind. */
export type Fields<Params> = { readonly [Key in keyof Params]-?: FieldOf<Params[Key]> };

type ValueOf<Of extends Field> =
  Of extends ChoiceField<infer Value>
    ? Value | ""
    : Of extends TextField
      ? string
      : Of extends FlagField
        ? boolean
        : Of extends IntegerField
          ? number
          : Of extends TextsField
            ? readonly string[]
            : unknown;

export type FieldTable = Readonly<Record<string, Field>>;

/** What a handler receives of a table of fields. */
export type ParamsOf<Table extends FieldTable> = {
  readonly [Key in keyof Table]: ValueOf<Table[Key]>;
};

const optional = { aliases: [], missing: undefined } as const;

export function text(name: string, initial = ""): TextField {
  return { ...optional, kind: "text", name, initial, repair: undefined, dcid: false };
}

/** The dcid of one node. */
export function dcid(name: string): TextField {
  return { ...text(name), dcid: true };
}

/** A date; one of two quote characters is unset, as in a documented URL (behaviour: http 5.6). */
export function date(name: string): TextField {
  return { ...text(name), repair: (given) => (given === '""' ? "" : given) };
}

/**
 * A page token: base64 whose `+` arrives as a space when it was not encoded (behaviour: http 3.5).
 */
export function pageToken(name: string): TextField {
  return { ...text(name), repair: (given) => given.replaceAll(" ", "+") };
}

const noTexts: readonly string[] = Object.freeze([]);

export function texts(name: string, max = Number.POSITIVE_INFINITY): TextsField {
  const plain = { commas: false, dcid: false, emptyIsMissing: false };
  return { ...optional, kind: "texts", name, initial: noTexts, ...plain, max };
}

/** Dcids of nodes. */
export function dcids(name: string, ...aliases: readonly string[]): TextsField {
  return { ...texts(name), aliases, dcid: true };
}

/** A list of ids, which never contain a comma: `a,b` is two of them (behaviour: http 5.4). */
export function ids(name: string, ...aliases: readonly string[]): TextsField {
  return { ...texts(name), aliases, commas: true };
}

/** A whole number of 32 bits; default 0. */
export function integer(name: string): IntegerField {
  return numberWithin(name, 0, -(2 ** 31), 2 ** 31 - 1);
}

/** A whole number from `min` to `max`. */
export function numberWithin(
  name: string,
  initial: number,
  min: number,
  max: number,
): IntegerField {
  return { ...optional, kind: "integer", name, initial, min, max };
}

/** Any whole number: the handler checks what it means. */
export function whole(name: string, initial: number): IntegerField {
  return numberWithin(name, initial, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

export function count(name: string, initial: number, max = Number.MAX_SAFE_INTEGER): IntegerField {
  return numberWithin(name, initial, 0, max);
}

/** True or false. */
export function flag(name: string, initial = false): FlagField {
  return { ...optional, kind: "flag", name, initial };
}

export function choice<const Value extends string>(
  name: string,
  values: readonly Value[],
  invalid: Fault,
): ChoiceField<Value> {
  return { ...optional, kind: "choice", name, initial: "", values, invalid };
}

const noRecords: readonly never[] = Object.freeze([]);

export function records<Element>(
  name: string,
  type: string,
  members: RecordsField<Element>["members"],
): RecordsField<Element> {
  return { ...optional, kind: "records", name, initial: noRecords, type, members };
}

export function json(name: string): JsonField {
  return { ...optional, kind: "json", name, initial: undefined };
}

const plainFault: Fault = { code: "invalidArgument", message: "" };

/**
 * Makes a field required. A text that is empty or absent is missing, and so is an absent list; a
 * list that was sent empty was sent.
 */
export function required<AnyField extends Field>(field: AnyField, missing = plainFault): AnyField {
  return { ...field, missing };
}

/** Makes a list required of which an empty one is missing too. */
export function filled(field: TextsField, missing = plainFault): TextsField {
  return { ...field, missing, emptyIsMissing: true };
}

/** Says what a field means. */
export function described<AnyField extends Field>(field: AnyField, about: string): AnyField {
  return { ...field, about };
}

/** A field and the member of the handler's parameters that it fills. */
export interface FieldPlace {
  readonly key: string;
  readonly field: Field;
  /** What one object of a list of them looks like. */
  readonly element: Layout<unknown> | undefined;
}

/** One object of the request. */
export interface Message {
  /** Full type name, as error texts give it. */
  readonly type: string;
  /** Under every spelling that is understood. */
  readonly members: ReadonlyMap<string, FieldPlace | Message>;
}

/** What a row's fields look like in a request: a tree of messages, made once per row. */
export interface Layout<Params> {
  readonly root: Message;
  readonly required: readonly FieldPlace[];
  /** The parameters of a request that sets nothing. */
  readonly blank: Readonly<Params>;
}

interface OpenMessage extends Message {
  readonly members: Map<string, FieldPlace | OpenMessage>;
}

/** The spellings of a name that a style understands. */
export type Spellings = (name: string) => readonly string[];

/** Camel case and snake case. */
export const bothSpellings: Spellings = (name) => {
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const snake = camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [camel, snake];
};

/** As it stands in the row. */
export const oneSpelling: Spellings = (name) => [name];

/** @param parts the type name of each object that a dotted name enters */
export function layoutOf<Params>(
  type: string,
  parts: Readonly<Record<string, string>>,
  params: Fields<Params>,
  spellings = bothSpellings,
): Layout<Params> {
  const root: OpenMessage = { type, members: new Map() };
  const slots = Object.entries<Field>(params).map(([key, field]): FieldPlace => {
    if (field.kind !== "records") return { key, field, element: undefined };
    const element = layoutOf<Readonly<Record<string, string>>>(field.type, {}, field.members);
    return { key, field, element };
  });
  for (const slot of slots) {
    for (const name of [slot.field.name, ...slot.field.aliases]) {
      place(root, parts, name, slot, spellings);
    }
  }
  return {
    root,
    required: slots.filter(({ field }) => field.missing !== undefined),
    blank: Object.fromEntries(slots.map(({ key, field }) => [key, field.initial])) as Params,
  };
}

function place(
  message: OpenMessage,
  parts: Readonly<Record<string, string>>,
  name: string,
  slot: FieldPlace,
  spellings: Spellings,
): void {
  const dot = name.indexOf(".");
  if (dot === -1) {
    for (const spelling of spellings(name)) message.members.set(spelling, slot);
    return;
  }
  const part = name.slice(0, dot);
  let inner = message.members.get(part);
  if (inner === undefined) {
    const type = parts[part];
    if (type === undefined) throw new Error(`no type is declared for "${part}" of ${message.type}`);
    inner = { type, members: new Map() };
    for (const spelling of spellings(part)) message.members.set(spelling, inner);
  }
  if (!("members" in inner))
    throw new Error(`"${part}" of ${message.type} is a field and an object`);
  place(inner, parts, name.slice(dot + 1), slot, spellings);
}
