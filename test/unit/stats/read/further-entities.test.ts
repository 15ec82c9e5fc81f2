import { expect, test } from "vitest";
import { worldOf } from "../../../oracle/small-world.ts";

const names = ["Variables", "Offsets", "Entities", "Nodes", "NodeOffsets", "Series"];

test("observations about one entity take no row of further entities, however many there are", () => {
  const rows = Array.from(
    { length: 500 },
    (_, at) => ["v", `e${at % 50}`, `${1900 + at}`, "1"] as const,
  );
  const { observations } = worldOf([], rows);
  const lengths = names.map(
    (name) => observations.source.column(`observations.further${name}`).length,
  );
  expect(observations.pointCount).toBe(500);
  // Offsets have one row more than what they are about.
  expect(lengths).toEqual([0, 1, 0, 0, 1, 0]);
});

test("of two kinds of variables one alone has rows", () => {
  const { observations } = worldOf(
    [],
    [
      ["v", "a", "2020", "1"],
      ["w", { from: "a", to: "b" }, "2020", "1"],
    ],
  );
  const lengths = names.map(
    (name) => observations.source.column(`observations.further${name}`).length,
  );
  expect(lengths).toEqual([1, 2, 1, 1, 2, 1]);
});
