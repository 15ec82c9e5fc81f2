import { createContext, runInContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { LoadError, SnapshotError } from "../../../src/errors/errors.ts";
import { describeArgument, excerpt, pathExcerpt } from "../../../src/errors/excerpts.ts";

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

test("of a path the end is shown, without half a character", () => {
  expect(pathExcerpt(`/${"x".repeat(199)}`)).toBe(`/${"x".repeat(199)}`);
  expect(pathExcerpt(`/${"x".repeat(300)}/a.mcf`)).toBe(`…${"x".repeat(193)}/a.mcf`);
  expect(pathExcerpt(`\u{1F600}${"x".repeat(198)}/`)).toBe(`…${"x".repeat(198)}/`);
  const file = `${"folder/".repeat(100)}a.mcf`;
  for (const error of [
    new LoadError("is bad", { file, line: 3 }),
    new SnapshotError("damaged", "is bad", { file }),
  ]) {
    expect(error.message).toMatch(/^….*a\.mcf(:3)?: is bad$/);
    expect(error.message.length).toBeLessThan(220);
    expect(error.file).toBe(file);
  }
});

describe("an argument of the wrong kind", () => {
  test.each([
    [undefined, "undefined"],
    [null, "null"],
    [3, "3"],
    [10n ** 400n, `1${"0".repeat(198)}…`],
    ["a\nb", '"a\\nb"'],
    [() => "secret", "a function"],
    [Symbol("secret"), "a symbol"],
    [{ toString: () => "secret" }, "an object"],
    [Object.create(null), "an object"],
    [Promise.resolve("secret"), "a Promise: await it first"],
    [new Array(100_000).fill(7), "a list of 100000"],
    [new Uint8Array(100_000), "a Uint8Array"],
    [runInContext("new Uint8Array(100000)", createContext()), "a Uint8Array"],
    [{ [Symbol.toStringTag]: "x".repeat(1_000) }, `a ${"x".repeat(197)}…`],
  ])("is shown on one short line: %#", (value, shown) => {
    expect(describeArgument(value)).toBe(shown);
  });

  test("is cut when it is a long text", () => {
    const shown = describeArgument("\n".repeat(100_000));
    expect(shown.length).toBeLessThanOrEqual(200);
    expect(shown).not.toContain("\n");
  });
});
