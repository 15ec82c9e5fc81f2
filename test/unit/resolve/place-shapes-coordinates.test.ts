import { describe, expect, test } from "vitest";
import { parseCoordinate } from "../../../src/resolve/place-shapes.ts";

describe("parseCoordinate", () => {
  test.each([
    ["37.42#-122.08", 37.42, -122.08],
    ["+36#-119.5000000", 36, -119.5],
    ["0#0", 0, 0],
    ["-90#180", -90, 180],
    ["1.#.5", 1, 0.5],
    ["1e1#-2.5E-1", 10, -0.25],
  ])("reads %s", (text, latitude, longitude) => {
    expect(parseCoordinate(text)).toEqual({ latitude, longitude });
  });

  test.each([
    ["0#190", -170],
    ["0#-190", 170],
    ["0#360", 0],
    ["0#725", 5],
  ])("turns the longitude of %s", (text, longitude) => {
    expect(parseCoordinate(text)?.longitude).toBe(longitude);
  });

  test.each([
    ...["", "#", "37.42", "37.42#", "#-122", "1#2#3", "1#2#", "37.42,-122.08", " 1#2", "1 #2"],
    ...[
      "1#2 ",
      "a#b",
      "NaN#1",
      "Infinity#1",
      "inf#1",
      "0x10#1",
      "1_0#1",
      "1e999#1",
      "--1#1",
      ".#1",
    ],
  ])("refuses %j", (text) => {
    expect(parseCoordinate(text)).toBeUndefined();
  });

  test("refuses a megabyte as fast as a word", () => {
    const started = performance.now();
    for (const text of ["1".repeat(1e6), `${"1".repeat(1e6)}x`, "#".repeat(1e6)]) {
      expect(parseCoordinate(`${text}#1`)).toBeUndefined();
    }
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
