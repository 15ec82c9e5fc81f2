import { expect, test } from "vitest";
import { endpoint } from "../../../src/adapters/edge/endpoint.ts";
import {
  choice,
  type Fields,
  flag,
  ids,
  integer,
  layoutOf,
  records,
  required,
  text,
  texts,
} from "../../../src/router/fields.ts";
import { isMessage } from "../../../src/router/read-fields.ts";
import type { World } from "../../../src/world/world.ts";

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
  const row = { methods: ["GET"], path: "/x", about: "", key: "optional", type: "T" } as const;
  const handle = (_world: World, given: Params) => given.limit;
  const made = [fields, fewer, more, other].map((params) =>
    endpoint<object, typeof handle>({ ...row, params, example: {}, handle }),
  );
  expect(made.map(({ layout }) => Object.keys(layout.blank).length)).toEqual([2, 1, 3, 2]);
});

test("a choice, a flag and a list of objects have fields of their own", () => {
  interface Params {
    readonly way: "in" | "out" | "";
    readonly all: boolean;
    readonly pairs: readonly { readonly left: string; readonly right: string }[];
  }
  const sides = { left: text("left"), right: text("right") };
  const fields: Fields<Params> = {
    way: choice("way", ["in", "out"], fault),
    all: flag("all"),
    pairs: records("pairs", "T.Pair", sides),
  };
  // @ts-expect-error a word that the handler does not know
  const way: Fields<Params>["way"] = choice("way", ["in", "up"], fault);
  // @ts-expect-error a choice is read as any text
  const anyWay: Fields<Params>["way"] = text("way");
  // @ts-expect-error a member of the objects is not read
  const half: Fields<Params>["pairs"] = records("pairs", "T.Pair", { left: text("left") });
  const made = [fields, { ...fields, way }, { ...fields, way: anyWay }, { ...fields, pairs: half }];
  const layouts = made.map((params) => layoutOf<Params>("T", {}, params));
  for (const { blank } of layouts) expect(blank).toEqual({ way: "", all: false, pairs: [] });
  const pairs = layouts[0]?.root.members.get("pairs");
  expect(pairs !== undefined && !isMessage(pairs) && pairs.element?.blank).toEqual({
    left: "",
    right: "",
  });
});
