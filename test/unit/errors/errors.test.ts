import { describe, expect, test } from "vitest";
import { excerpt, LoadError } from "../../../src/errors/errors.ts";

interface Place {
  readonly file?: string;
  readonly line?: number;
}

test.each<[Place, string]>([
  [{}, "is bad"],
  [{ file: "a.mcf" }, "a.mcf: is bad"],
  [{ file: "a.mcf", line: 3 }, "a.mcf:3: is bad"],
  [{ file: "a:" }, "a:: is bad"],
  [{ file: "" }, "is bad"],
  [{ file: "", line: 3 }, "is bad"],
])("a LoadError at %j says where", (where, message) => {
  const error = new LoadError("is bad", where);
  expect(error.message).toBe(message);
  expect([error.file, error.line]).toEqual([where.file, where.line]);
});

describe("an excerpt", () => {
  test("is the text itself up to 200 characters", () => {
    for (const length of [0, 1, 199, 200]) {
      expect(excerpt("x".repeat(length))).toBe("x".repeat(length));
    }
  });

  test("else its beginning, without half a character", () => {
    expect(excerpt("x".repeat(201))).toBe(`${"x".repeat(199)}…`);
    expect(excerpt(`${"x".repeat(198)}\u{1F600}${"x".repeat(9)}`)).toBe(`${"x".repeat(198)}…`);
    expect(excerpt(`${"x".repeat(197)}\u{1F600}${"x".repeat(9)}`)).toBe(
      `${"x".repeat(197)}\u{1F600}…`,
    );
  });
});
