import { expect, test } from "vitest";
import { chosenRows, isChosen, optionsOf } from "../../../bench/options.ts";

test("a smoke run is small, checks all answers and needs no other engine", () => {
  expect(optionsOf(["--smoke"])).toMatchObject({
    scale: "T",
    naive: true,
    rounds: 1,
    entrants: ["pocket", "pocket_2", "pocket_rdf", "maps"],
  });
});

test("contestants that load N-Triples are asked of small worlds alone", () => {
  expect(optionsOf(["--contestants", "pocket_rdf"]).entrants).toEqual(["pocket_rdf"]);
  const large = ["--scale", "M", "--contestants", "pocket_rdf"];
  expect(() => optionsOf(large)).toThrow("at scale S and below");
  expect(optionsOf(["--scale", "M"]).entrants).not.toContain("pocket_rdf");
});

test("a short comparison with another revision has ten rows and an end", () => {
  const { only, ...short } = optionsOf(["--smoke", "--against", "HEAD^"]);
  expect(only).toHaveLength(10);
  expect(short).toMatchObject({ scale: "T", rounds: 10, seconds: 40, against: "HEAD^" });
  const chosen = optionsOf(["--smoke", "--against", "HEAD^", "--only", "q1", "--rounds", "3"]);
  expect(chosen).toMatchObject({ only: ["q1"], rounds: 3 });
  expect(optionsOf(["--against", "HEAD^"])).toMatchObject({ rounds: 40, seconds: undefined });
});

test("a name chooses itself and what continues it", () => {
  const only = ["q3", "o2_expression"];
  expect(["q3", "q3_next", "q31", "o2"].map((name) => isChosen({ only }, name))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(chosenRows({ only })).toEqual(["q3", "o2_expression"]);
  expect(isChosen({ only: undefined }, "anything")).toBe(true);
});

test("what cannot be meant is refused", () => {
  expect(() => optionsOf(["--scale", "XL"])).toThrow("--scale is T, S, M or L, not XL");
  expect(() => optionsOf(["--write", "--smoke"])).toThrow("--write");
  expect(() => optionsOf(["--contestants", "nobody"])).toThrow("there is no contestant nobody");
  expect(() => optionsOf(["--rounds", "some"])).toThrow("--rounds");
});
