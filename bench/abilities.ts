/** Abilities that a version of the library may or may not have; what it lacks is not measured. */

import * as library from "../src/index.ts";

export interface Saving {
  readonly save?: (path: string) => Promise<unknown>;
  /** Reads and checks all of an opened snapshot. */
  readonly verify?: () => unknown;
}

export interface Sharing {
  /** A handle that can be sent to another thread. */
  readonly share?: () => unknown;
}

export type Attach = (handle: unknown) => library.Commons | Promise<library.Commons>;

export function savingOf(commons: library.Commons): Saving {
  return boundTo<keyof Saving, Saving>(commons, ["save", "verify"]);
}

export function sharingOf(commons: library.Commons): Sharing {
  return boundTo<keyof Sharing, Sharing>(commons, ["share"]);
}

/** What makes a `Commons` of a handle. */
export function attachOf(): Attach | undefined {
  const attach: unknown = Reflect.get(library, "attach");
  return typeof attach === "function" ? (attach as Attach) : undefined;
}

function boundTo<Name extends string, Methods>(
  commons: library.Commons,
  names: readonly Name[],
): Methods {
  const methods = names.flatMap((name) => {
    const method: unknown = Reflect.get(commons, name);
    return typeof method === "function" ? [[name, method.bind(commons)]] : [];
  });
  return Object.fromEntries(methods) as Methods;
}
