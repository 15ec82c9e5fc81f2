import { expect, test } from "vitest";
import { endpoint } from "../../../../src/adapters/edge/endpoint.ts";
import { createReader } from "../../../../src/adapters/edge/request-reader.ts";
import { integer, text, texts } from "../../../../src/router/fields.ts";
import type { World } from "../../../../src/world/world.ts";

interface Ask {
  readonly name: string;
  readonly count: number;
  readonly words: readonly string[];
}

const row = endpoint<Partial<Ask>, (world: World, ask: Ask) => string>({
  methods: ["GET"],
  path: "/ask/{name}",
  about: "",
  key: "optional",
  type: "test.Ask",
  params: {
    name: text("name"),
    count: integer("count"),
    words: texts("words"),
  },
  example: {},
  handle: () => "",
});
const read = createReader({ "test.ask": row });
const asked = (path: string, body = "") => read({ url: new URL(`http://h${path}`), body });

test("a request says its row, and the parameters that were set", () => {
  expect(asked("/ask/x?words=a&other=1", '{"words":["b"],"count":0}')).toEqual({
    endpoint: "test.ask",
    params: { name: "x", words: ["a", "b"] },
  });
  expect(asked("/ask/x")).toEqual({ endpoint: "test.ask", params: { name: "x" } });
});

test("a path without a row says nothing", () => {
  expect(asked("/other")).toBeUndefined();
});

test.each([
  ["/ask", ""],
  ["/ask/x", "{"],
  ["/ask/x?count=y", ""],
])("what cannot be read has no parameters: %s %s", (path, body) => {
  expect(asked(path, body)).toEqual({ endpoint: "test.ask", params: {} });
});

test("a mistake of ours is not passed over", () => {
  const broken = createReader({ broken: { ...row, path: "/ask/{unheard}" } });
  const url = new URL("http://h/ask/x");
  expect(() => broken({ url, body: "" })).toThrow('"unheard" is no field of the row');
});
