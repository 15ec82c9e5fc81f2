import { expect, test } from "vitest";
import { endpoint } from "../../../src/adapters/endpoint.ts";
import { isMessage, layoutOf } from "../../../src/adapters/layout.ts";
import { type Fields, ids, integer, required, text, texts } from "../../../src/adapters/params.ts";

const fault = { code: "invalidArgument", message: "Missing required arguments" } as const;

test("finds a field under every spelling of every name", () => {
  const parts = { place_filter: "T.Filter" };
  const { root } = layoutOf<{ types: string[] }>("T", parts, {
    types: ids("place_filter.typeOf", "place_types"),
  });
  for (const name of ["place_types", "placeTypes"]) expect(root.members.has(name)).toBe(true);
  for (const part of ["place_filter", "placeFilter"]) {
    const message = root.members.get(part);
    if (message === undefined || !isMessage(message)) throw new Error(`${part} is no message`);
    expect(message.type).toBe("T.Filter");
    expect([...message.members.keys()]).toEqual(["typeOf", "type_of"]);
  }
});

test("a blank request holds what unset parameters hold", () => {
  const { blank, required: needed } = layoutOf<{ nodes: string[]; name: string; limit: number }>(
    "T",
    {},
    { nodes: required(texts("nodes"), fault), name: text("name"), limit: integer("limit") },
  );
  expect(blank).toEqual({ nodes: [], name: "", limit: 0 });
  expect(needed.map(({ key }) => key)).toEqual(["nodes"]);
});

test("a row that cannot be is refused when it is made", () => {
  const layout = (parts: Record<string, string>, a: string, b: string) =>
    layoutOf<{ a: string; b: string }>("T", parts, { a: text(a), b: text(b) });
  expect(() => layout({}, "x", "part.name")).toThrow('no type is declared for "part"');
  expect(() => layout({ part: "P" }, "part", "part.name")).toThrow("is a field and an object");
});

test("fields cover the parameters: no more, no fewer, of the right kind", () => {
  interface Params {
    readonly dcids: readonly string[];
    readonly limit: number;
  }
  const fields: Fields<Params> = { dcids: texts("dcids"), limit: integer("limit") };
  // @ts-expect-error a member has no field
  const fewer: Fields<Params> = { dcids: texts("dcids") };
  // @ts-expect-error a field has no member
  const more: Fields<Params> = { ...fields, name: text("name") };
  // @ts-expect-error a list is read as a text
  const other: Fields<Params> = { ...fields, dcids: text("dcids") };
  const row = { methods: ["GET"], path: "/x", key: "optional", type: "T" } as const;
  const made = [fields, fewer, more, other].map((params) =>
    endpoint({ ...row, params, example: {}, handle: (_world, given: Params) => given.limit }),
  );
  expect(made.map(({ layout }) => Object.keys(layout.blank).length)).toEqual([2, 1, 3, 2]);
});
