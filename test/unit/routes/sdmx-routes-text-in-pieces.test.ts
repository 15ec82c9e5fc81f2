import { expect, test } from "vitest";
import { textInPieces } from "../../../src/routes/sdmx-routes.ts";

test("a short text is whole", () => {
  expect(textInPieces(["a", "", "b"])).toEqual({ body: "ab" });
  expect(textInPieces([])).toEqual({ body: "" });
});

test("of a long text the beginning is made, and the rest when it is asked for", () => {
  const made: number[] = [];
  function* pieces() {
    for (let at = 0; at < 5; at++) {
      made.push(at);
      yield String(at).repeat(600_000);
    }
  }
  const { body, rest } = textInPieces(pieces());
  expect(made).toEqual([0, 1]);
  expect([body.length, ...[...(rest ?? [])].map((piece) => piece[0])]).toEqual([
    1_200_000,
    "2",
    "3",
    "4",
  ]);
});

test("what goes wrong at the beginning is thrown at once", () => {
  function* pieces(): Generator<string> {
    yield "a";
    throw new RangeError("broken");
  }
  expect(() => textInPieces(pieces())).toThrow("broken");
});
