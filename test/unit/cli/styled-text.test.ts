import { expect, test } from "vitest";
import { counted, ofLevel, wantsColour } from "../../../src/cli/styled-text.ts";

test("levels look as bad as they are", () => {
  expect(["fatal", "error", "warning", "info"].map((level) => ofLevel(level))).toEqual([
    { style: "bad", text: "fatal" },
    { style: "bad", text: "error" },
    { style: "odd", text: "warning" },
    { style: "note", text: "info" },
  ]);
});

test("the environment decides about colours before the terminal does", () => {
  const wanted = (env: Record<string, string>) =>
    [true, false].map((isTerminal) => wantsColour(env, isTerminal));
  expect(wanted({})).toEqual([true, false]);
  expect(wanted({ FORCE_COLOR: "1" })).toEqual([true, true]);
  expect(wanted({ FORCE_COLOR: "1", NO_COLOR: "1" })).toEqual([true, true]);
  expect(wanted({ FORCE_COLOR: "0" })).toEqual([false, false]);
  expect(wanted({ FORCE_COLOR: "false" })).toEqual([false, false]);
  expect(wanted({ NO_COLOR: "1" })).toEqual([false, false]);
  expect(wanted({ TERM: "dumb" })).toEqual([false, false]);
});

test("one of a kind has no plural", () => {
  expect([0, 1, 2].map((count) => counted(count, "row"))).toEqual(["0 rows", "1 row", "2 rows"]);
});
