/** Arguments and options as commands read them. */
import { expect, test } from "vitest";
import { countOption, text, textOption, texts } from "../../../src/cli/command.ts";

test("an argument is one text, several or none", () => {
  expect([undefined, "a", [], ["a", "b"]].map(texts)).toEqual([[], ["a"], [], ["a", "b"]]);
  expect([undefined, "a", [], ["a", "b"]].map(text)).toEqual(["", "a", "", "a"]);
});

test("an option is a text or a number; what has the other type is none", () => {
  const options = { text: "a", empty: "", count: 1, none: 0, flag: true };
  const names = [...Object.keys(options), "absent"];
  expect(names.map((name) => textOption(options, name))).toEqual(["a", "", ...Array(4)]);
  expect(names.map((name) => countOption(options, name))).toEqual([
    undefined,
    undefined,
    1,
    0,
    undefined,
    undefined,
  ]);
});
