/**
 * What a row's parameters look like on the wire: a tree of messages in which every accepted
 * spelling finds its field. Built once per row.
 */
import type { Field, Fields } from "./params.ts";

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
  readonly members: ReadonlyMap<string, FieldPlace | Message>;
}

export interface Layout<Params> {
  readonly root: Message;
  readonly required: readonly FieldPlace[];
  /** The parameters of a request that sets nothing. */
  readonly blank: Readonly<Params>;
}

interface OpenMessage extends Message {
  readonly members: Map<string, FieldPlace | OpenMessage>;
}

/** `parts` gives the type name of each object that a dotted name enters. */
export function layoutOf<Params>(
  type: string,
  parts: Readonly<Record<string, string>>,
  params: Fields<Params>,
): Layout<Params> {
  const root: OpenMessage = { type, members: new Map() };
  const slots = Object.entries<Field>(params).map(([key, field]): FieldPlace => {
    if (field.kind !== "records") return { key, field, element: undefined };
    const element = layoutOf<Readonly<Record<string, string>>>(field.type, {}, field.members);
    return { key, field, element };
  });
  for (const slot of slots) {
    for (const name of [slot.field.name, ...slot.field.aliases]) place(root, parts, name, slot);
  }
  return {
    root,
    required: slots.filter(({ field }) => field.missing !== undefined),
    blank: Object.fromEntries(slots.map(({ key, field }) => [key, field.initial])) as Params,
  };
}

export function isMessage(member: FieldPlace | Message): member is Message {
  return "members" in member;
}

function place(
  message: OpenMessage,
  parts: Readonly<Record<string, string>>,
  name: string,
  slot: FieldPlace,
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
  if (!isMessage(inner)) throw new Error(`"${part}" of ${message.type} is a field and an object`);
  place(inner, parts, name.slice(dot + 1), slot);
}

function spellings(name: string): readonly string[] {
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const snake = camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [camel, snake];
}
