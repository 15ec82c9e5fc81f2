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
   * camelCase are both understood (facts V2 §0.4.3), whichever stands here.
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
}

export interface TextsField extends FieldBase {
  readonly kind: "texts";
  readonly initial: readonly string[];
  /** Whether a comma separates elements. Where it does, empty elements are dropped. */
  readonly commas: boolean;
}

export interface IntegerField extends FieldBase {
  readonly kind: "integer";
  readonly initial: 0;
}

export type Field = TextField | TextsField | IntegerField;

type FieldOf<Value> = Value extends string
  ? TextField
  : Value extends number
    ? IntegerField
    : Value extends readonly string[]
      ? TextsField
      : never;

/** One field for every member of what a handler receives: no more, no fewer, of the right kind. */
export type Fields<Params> = { readonly [Key in keyof Params]-?: FieldOf<Params[Key]> };

export function text(name: string): TextField {
  return { kind: "text", name, aliases: [], missing: undefined, initial: "", repair: undefined };
}

/** A date; one of two quote characters is unset, as in a documented URL (facts V2 §0.4.6). */
export function date(name: string): TextField {
  return { ...text(name), repair: (given) => (given === '""' ? "" : given) };
}

/** A page token: base64 whose `+` arrives as a space when it was not encoded (facts V1-V0 §1.4). */
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
  };
}

/** A list of ids, which never contain a comma: `a,b` is two of them (facts V2 §0.4.7). */
export function ids(name: string, ...aliases: readonly string[]): TextsField {
  return { ...texts(name), aliases, commas: true };
}

export function integer(name: string): IntegerField {
  return { kind: "integer", name, aliases: [], missing: undefined, initial: 0 };
}

/**
 * Makes a field required. A text that is empty or absent is missing, and so is an absent list; a
 * list that was sent empty was sent.
 */
export function required<AnyField extends Field>(field: AnyField, missing: Fault): AnyField {
  return { ...field, missing };
}
