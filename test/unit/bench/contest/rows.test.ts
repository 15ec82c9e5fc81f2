import { describe, expect, test } from "vitest";
import { linesOf, rowNames } from "../../../../bench/contest/rows.ts";

const facet = { importName: "i", provenanceUrl: "u", unit: "Percent" };
const sameFacet = { unit: "Percent", provenanceUrl: "u", importName: "i" };

describe("lines of an answer", () => {
  test("are the same in whatever order it was given", () => {
    expect(linesOf("q1", ["b", "a"])).toEqual(linesOf("q1", ["a", "b"]));
    expect(
      linesOf("q5", [
        ["n", ["y", "x"]],
        ["m", []],
      ]),
    ).toEqual(
      linesOf("q5", [
        ["m", []],
        ["n", ["x", "y"]],
      ]),
    );
    expect(linesOf("o2", [["e", facet, "2020", 1]])).toEqual(
      linesOf("o2", [["e", sameFacet, "2020", "1.0"]]),
    );
  });

  test("keep the order that a question asks for", () => {
    const named = [
      ["b", "A"],
      ["a", "B"],
    ] as const;
    expect(linesOf("s1", named)).toEqual(["b\tA", "a\tB"]);
    expect(linesOf("s2", named)).toEqual(["a\tB", "b\tA"]);
  });

  test("differ when a value, a date, an entity or a facet does", () => {
    const all = [
      linesOf("o2", [["e", facet, "2020", 1]]),
      linesOf("o2", [["e", facet, "2020", 2]]),
      linesOf("o2", [["e", facet, "2021", 1]]),
      linesOf("o2", [["f", facet, "2020", 1]]),
      linesOf("o2", [["e", { ...facet, isDcAggregate: true }, "2020", 1]]),
    ];
    expect(new Set(all.map((lines) => lines.join("\n"))).size).toBe(all.length);
  });

  test("of all out-arcs leave provenances aside, which some engines do not hold", () => {
    expect(linesOf("q2", [["name", "N", "p"]])).toEqual(linesOf("q2", [["name", "N"]]));
  });

  test("of a sum do not depend on the order in which numbers were added", () => {
    const [forth, back] = [0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1];
    expect(forth).not.toBe(back);
    expect(linesOf("o5", [[3, forth]])).toEqual(linesOf("o5", [[3, back]]));
    expect(linesOf("o6", [[3, forth]])).not.toEqual(linesOf("o6", [[3, forth + 1e-8]]));
  });

  test("of a page are its distinct members' number", () => {
    expect(linesOf("q3", ["a", "b", "a"])).toEqual(["2"]);
  });
});

test("rows that continue another's name ask the same question", () => {
  const continued = rowNames.filter((name) => name.includes("_"));
  expect(continued).toEqual(["o2_expression", "s1_new"]);
  expect(rowNames).toEqual(expect.arrayContaining(["o2", "s1"]));
});
