import { describe, expect, test } from "vitest";
import { ambiguous, LocalNames } from "../../../../src/load/nodes/block-names.ts";

describe("LocalNames", () => {
  test("grows beyond one map", () => {
    const names = new LocalNames(3);
    for (let index = 0; index < 10; index++)
      expect(names.add(`n${index}`, `d${index}`)).toBe(undefined);
    expect(Array.from({ length: 10 }, (_, index) => names.dcidOf(`n${index}`))).toEqual(
      Array.from({ length: 10 }, (_, index) => `d${index}`),
    );
    expect(names.dcidOf("n10")).toBeUndefined();
  });

  test("tells the dcid before, and two dcids are none", () => {
    const names = new LocalNames(1);
    names.add("__proto__", "a");
    names.add("x", "b");
    expect(names.add("__proto__", "a")).toBe("a");
    expect(names.add("__proto__", "c")).toBe("a");
    expect(names.dcidOf("__proto__")).toBe(ambiguous);
    expect(names.add("__proto__", "a")).toBe(ambiguous);
    expect(names.dcidOf("x")).toBe("b");
    names.clear();
    expect(names.dcidOf("x")).toBeUndefined();
  });
});
