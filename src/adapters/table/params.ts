/**
 * The parameters a row may declare. A field is plain data: the decoder reads it, and so can
 * documentation and command line.
 */
import type { RpcCode } from "./rpc-error.ts";

/** What a request is refused with. */
export interface Fault {
  readonly code: RpcCode;
  readonly message: string;
}

interface FieldBase {
  /**
   * Name as documented. A dot enters an object of the body (`variable.dcids`); snake_case and
   * camelCase are both understood (behaviour: http 5.1), whichever stands here.
   */
  readonly name: string;
  /** Further documented names of the same parameter. */
  readonly aliases: readonly string[];
  /** Set on required parameters: the answer when this one is missing. */
  readonly missing: Fault | undefined;
}

export interface TextField extends FieldBase {
  readonly kind: "text";
  /** Value of an unset parameter. */
  readonly initial: "";
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
  readonly initial: false;
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
}

/** A list of objects whose members are texts; an unset member is empty. */
export interface RecordsField<Element = Readonly<Record<string, string>>> extends FieldBase {
  readonly kind: "records";
  readonly initial: readonly never[];
  /** Full type name of an element. */
  readonly type: string;
  readonly members: { readonly [Key in keyof Element]: TextField };
}

export interface IntegerField extends FieldBase {
  readonly kind: "integer";
  readonly initial: 0;
}

export type Field = TextField | ChoiceField | FlagField | IntegerField | TextsField | RecordsField;

/** In brackets, so that a union of words is one choice and not one field per word. */
type FieldOf<Value> = [Value] extends [string]
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

export function text(name: string): TextField {
  return {
    kind: "text",
    name,
    aliases: [],
    missing: undefined,
    initial: "",
    repair: undefined,
    dcid: false,
  };
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

export function texts(name: string): TextsField {
  return {
    kind: "texts",
    name,
    aliases: [],
    missing: undefined,
    initial: noTexts,
    commas: false,
    dcid: false,
    emptyIsMissing: false,
  };
}

/** Dcids of nodes. */
export function dcids(name: string, ...aliases: readonly string[]): TextsField {
  return { ...texts(name), aliases, dcid: true };
}

/** A list of ids, which never contain a comma: `a,b` is two of them (behaviour: http 5.4). */
export function ids(name: string, ...aliases: readonly string[]): TextsField {
  return { ...texts(name), aliases, commas: true };
}

export function integer(name: string): IntegerField {
  return { kind: "integer", name, aliases: [], missing: undefined, initial: 0 };
}

/** True or false; default false. */
export function flag(name: string): FlagField {
  return { kind: "flag", name, aliases: [], missing: undefined, initial: false };
}

export function choice<const Value extends string>(
  name: string,
  values: readonly Value[],
  invalid: Fault,
): ChoiceField<Value> {
  return { kind: "choice", name, aliases: [], missing: undefined, initial: "", values, invalid };
}

const noRecords: readonly never[] = Object.freeze([]);

export function records<Element>(
  name: string,
  type: string,
  members: RecordsField<Element>["members"],
): RecordsField<Element> {
  return {
    kind: "records",
    name,
    aliases: [],
    missing: undefined,
    initial: noRecords,
    type,
    members,
  };
}

/**
 * Makes a field required. A text that is empty or absent is missing, and so is an absent list; a
 * list that was sent empty was sent.
 */
export function required<AnyField extends Field>(field: AnyField, missing: Fault): AnyField {
  return { ...field, missing };
}

/** Makes a list required of which an empty one is missing too. */
export function filled(field: TextsField, missing: Fault): TextsField {
  return { ...field, missing, emptyIsMissing: true };
}
