/** What a handler receives of query, path and body, by kind of parameter. */

import { describe, expect, test } from "vitest";
import {
  documented,
  documentedToday,
  splitQuery,
} from "../../../src/adapters/edge/request-text.ts";
import { CommonsError } from "../../../src/errors/errors.ts";
import { refused } from "../../../src/errors/rpc.ts";
import {
  choice,
  date,
  dcid,
  dcids,
  type Fields,
  filled,
  flag,
  ids,
  integer,
  layoutOf,
  pageToken,
  records,
  required,
  text,
  texts,
} from "../../../src/router/fields.ts";
import { type Encoded, readFields } from "../../../src/router/read-fields.ts";

interface Params {
  readonly name: string;
  readonly node: string;
  readonly when: string;
  readonly token: string;
  readonly pick: "" | "A" | "B";
  readonly wanted: boolean;
  readonly count: number;
  readonly words: readonly string[];
  readonly nodes: readonly string[];
  readonly places: readonly string[];
  readonly people: readonly { readonly first: string; readonly born: string }[];
}

const fields: Fields<Params> = {
  name: text("name"),
  node: dcid("node"),
  when: date("date"),
  token: pageToken("next_token"),
  pick: choice("pick", ["A", "B"], { code: "unknown", message: "A or B" }),
  wanted: flag("is_wanted"),
  count: integer("count"),
  words: texts("words"),
  nodes: dcids("nodes", "list.node_ids"),
  places: ids("places"),
  people: records("people", "test.Person", { first: text("first"), born: dcid("born_in") }),
};
const layoutWith = (changed: Partial<Fields<Params>> = {}) =>
  layoutOf<Params>("test.Ask", { list: "test.List" }, { ...fields, ...changed });
const layout = layoutWith();

/** What differs from a request that sets nothing. */
function decoded(encoded: Encoded, ignoreUnknown = false, used = layout) {
  const params = readFields(used, encoded, ignoreUnknown ? documentedToday : documented);
  const isSet = ([key, value]: [string, unknown]) => value !== layout.blank[key as keyof Params];
  return Object.fromEntries(Object.entries(params).filter(isSet));
}
const ofBody = (body: unknown) => decoded({ body });
const ofQuery = (query: string) => decoded({ query: splitQuery(query) });

test("a request that sets nothing has the first value of each parameter", () => {
  const nothing = {
    name: "",
    node: "",
    when: "",
    token: "",
    pick: "",
    wanted: false,
    count: 0,
    words: [],
    nodes: [],
    places: [],
    people: [],
  };
  expect(readFields(layout, {}, documented)).toEqual(nothing);
  expect(readFields(layout, { query: [], body: {}, path: [] }, documented)).toEqual(nothing);
});

describe("a body is read", () => {
  test.each([
    [
      { name: "x", node: "geoId/06" },
      { name: "x", node: "geoId/06" },
    ],
    [
      { name: 1.5, words: [1, "b"] },
      { name: "1.5", words: ["1", "b"] },
    ],
    [{ date: '""' }, {}],
    [{ date: "2020" }, { when: "2020" }],
    [{ nextToken: "a b" }, { token: "a+b" }],
    [{ pick: "B" }, { pick: "B" }],
    [{ pick: "" }, {}],
    [{ isWanted: true }, { wanted: true }],
    [{ is_wanted: "true" }, { wanted: true }],
    [{ is_wanted: "false" }, {}],
    [{ isWanted: false }, {}],
    [{ count: -7 }, { count: -7 }],
    [{ count: "2147483647" }, { count: 2 ** 31 - 1 }],
    [{ count: "-12" }, { count: -12 }],
    [{ words: "a,b" }, { words: ["a,b"] }],
    [{ words: ["a,b", "", "c"] }, { words: ["a,b", "", "c"] }],
    [{ nodes: ["a", "", "b"] }, { nodes: ["a", "b"] }],
    [{ list: { nodeIds: "a" } }, { nodes: ["a"] }],
    [{ list: { node_ids: ["a"] }, nodes: ["b"] }, { nodes: ["a", "b"] }],
    [{ places: ["a,b", ",c,", ""] }, { places: ["a", "b", "c"] }],
    [{ people: { first: "x" } }, { people: [{ first: "x", born: "" }] }],
    [
      { people: [{ bornIn: "a" }, {}] },
      {
        people: [
          { first: "", born: "a" },
          { first: "", born: "" },
        ],
      },
    ],
    [{ name: null, list: null, people: null, words: undefined, other: undefined }, {}],
  ])("%j", (body, params) => {
    expect(ofBody(body)).toEqual(params);
  });

  test("without a copy of a list that needs no change", () => {
    for (const name of ["words", "nodes", "places"]) {
      const list = ["a", "b"];
      expect(ofBody({ [name]: list })[name]).toBe(list);
    }
  });

  test.each([
    [[], "Root element must be a message."],
    ["x", "Root element must be a message."],
    [null, "Root element must be a message."],
    [{ other: 1 }, 'Could not find field "other" in the type "test.Ask".'],
    [{ list: { other: 1 } }, 'Could not find field "other" in the type "test.List".'],
    [{ list: 5 }, "list: invalid value 5 for type test.List"],
    [{ list: [{}] }, "list: invalid value [...] for type test.List"],
    [{ list: { nodeIds: [["a"]] } }, "list.nodeIds[0]: invalid value [...] for type TYPE_STRING"],
    [{ name: {} }, "name: invalid value {...} for type TYPE_STRING"],
    [{ name: true }, "name: invalid value true for type TYPE_STRING"],
    [{ name: Number.NaN }, "name: invalid value NaN for type TYPE_STRING"],
    [{ words: ["a", null] }, "words[1]: invalid value null for type TYPE_STRING"],
    [{ isWanted: "yes" }, 'isWanted: invalid value "yes" for type TYPE_BOOL'],
    [{ isWanted: 1 }, "isWanted: invalid value 1 for type TYPE_BOOL"],
    [
      { isWanted: "x".repeat(40) },
      `isWanted: invalid value "${"x".repeat(40)}" for type TYPE_BOOL`,
    ],
    [
      { isWanted: "x".repeat(41) },
      `isWanted: invalid value "${"x".repeat(40)}..." for type TYPE_BOOL`,
    ],
    [{ count: 1.5 }, "count: invalid value 1.5 for type TYPE_INT32"],
    [{ count: 2 ** 31 }, "count: invalid value 2147483648 for type TYPE_INT32"],
    [{ count: true }, "count: invalid value true for type TYPE_INT32"],
    [{ count: "" }, 'count: invalid value "" for type TYPE_INT32'],
    [{ count: "12345678901" }, 'count: invalid value "12345678901" for type TYPE_INT32'],
    [{ count: "1e3" }, 'count: invalid value "1e3" for type TYPE_INT32'],
    [{ count: " 5" }, 'count: invalid value " 5" for type TYPE_INT32'],
    [{ people: [{}, 5] }, "people[1]: invalid value 5 for type test.Person"],
    [{ people: [{}, { first: [] }] }, "people[1].first: invalid value [...] for type TYPE_STRING"],
    [{ people: [{ other: 1 }] }, 'Could not find field "other" in the type "test.Person".'],
    [{ node: "a b" }, "CheckValidDCIDs failed with invalid node: a b"],
    [{ nodes: ["a", "b,c"] }, "CheckValidDCIDs failed with invalid node: b,c"],
    [
      { people: [{ bornIn: ` ${"x".repeat(40)}` }] },
      `CheckValidDCIDs failed with invalid node:  ${"x".repeat(39)}...`,
    ],
  ])("but for what is no such value: %j", (body, message) => {
    expect(() => ofBody(body)).toThrow(new CommonsError("REQUEST", message));
  });

  test("but for a word that is no choice, which the row answers", () => {
    for (const pick of ["C", "a", "AB"]) {
      expect(() => ofBody({ pick })).toThrow(refused("unknown", "A or B"));
    }
  });
});

describe("a query is read", () => {
  test.each([
    ["?name=a&name=b", { name: "b" }],
    ["words=a&words=b,c&words=", { words: ["a", "b,c", ""] }],
    ["places=a,b&places=c", { places: ["a", "b", "c"] }],
    ["list.nodeIds=a&nodes=b", { nodes: ["a", "b"] }],
    ["list.node_ids=a&is_wanted=true&count=3", { nodes: ["a"], wanted: true, count: 3 }],
    ["key=k&api_key=k&n%61me=%C3%A9+x", { name: "é x" }],
  ])("%s", (query, params) => {
    expect(ofQuery(query)).toEqual(params);
  });

  test.each([
    ["other=1", 'Could not find field "other" in the type "test.Ask".'],
    ["list.other=1", 'Could not find field "other" in the type "test.List".'],
    ["list=1", 'list: invalid value "1" for type test.List'],
    [
      "name.x=1",
      'Encountered a non-leaf field "name" that is not a message while parsing a field path',
    ],
    ["name=%zz", "Invalid request URI"],
    ["people=x", 'people[0]: invalid value "x" for type test.Person'],
  ])("but for what is none: %s", (query, message) => {
    expect(() => ofQuery(query)).toThrow(new CommonsError("REQUEST", message));
  });

  test("and names that are not known are passed over where that is asked for", () => {
    const query = splitQuery("other=1&list.other=1&name=x");
    const body = { other: 1, list: { other: {} }, people: [{ other: 1, first: "y" }] };
    expect(decoded({ query, body }, true)).toEqual({
      name: "x",
      people: [{ first: "y", born: "" }],
    });
  });
});

describe("query, body and path together", () => {
  test("join their lists; else the body counts, and the path before both", () => {
    const query = splitQuery("words=a&name=q&node=q&count=1");
    const body = { words: ["b"], name: "b", node: "b" };
    const path = [["name", "p%2Fq+r"]] as const;
    expect(decoded({ query, body, path })).toEqual({
      words: ["a", "b"],
      name: "p/q+r",
      node: "b",
      count: 1,
    });
  });

  test("a path that ends before its parameters do is malformed", () => {
    const path = [["name", undefined]] as const;
    expect(() => decoded({ path })).toThrow(new CommonsError("REQUEST", "Invalid request URI"));
  });

  test.each(["other", "list"])(
    "a path with a name that is no parameter is our mistake: %s",
    (name) => {
      expect(() => decoded({ path: [[name, "x"]] })).toThrow(`"${name}" is no field of the row`);
    },
  );
});

describe("a parameter that is required", () => {
  const fault = { code: "notFound", message: "nothing there" } as const;

  test.each([
    ["name", required(text("name"), fault), [{}, { name: "" }], { name: "x" }],
    ["words", required(texts("words"), fault), [{}], { words: [] }],
    ["words", filled(texts("words"), fault), [{}, { words: [] }], { words: [""] }],
    ["nodes", filled(dcids("nodes"), fault), [{ nodes: ["", ""] }], { nodes: ["a"] }],
  ])("is missed by its name: %s", (name, field, without, given) => {
    const strict = layoutWith({ [name]: field });
    for (const body of without) {
      let error: unknown;
      try {
        decoded({ body }, false, strict);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toEqual(refused("notFound", "nothing there"));
      expect((error as Error).cause).toEqual(new CommonsError("REQUEST", `${name} is missing`));
    }
    expect(decoded({ body: given }, false, strict)).toEqual(given);
  });
});
