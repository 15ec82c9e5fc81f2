import { describe, expect, test } from "vitest";
import { hintOf, slipOf } from "../../../../src/load/values/slips.ts";

describe("a slip of the pen of a known name", () => {
  test.each([
    // One letter of a short name.
    ["nam", "name"],
    ["nama", "name"],
    ["xname", "name"],
    ["NAMA", "name"],
    // Two letters of a name of eight or more.
    ["obsevatonAbout", "observationAbout"],
    ["latitxdy", "latitude"],
    // Letters that changed places, also in a short name.
    ["anme", "name"],
    ["vlaue", "value"],
    ["VLAUE", "value"],
    // The prefix is no part of the length.
    ["dcs:nam", "dcs:name"],
    // Capitals alone.
    ["NAME", "name"],
    ["observationabout", "observationAbout"],
  ])("%s is %s", (name, known) => {
    expect(slipOf(name, ["other", known, "else"])).toBe(known);
  });

  test.each([
    ["name", "name"],
    ["nm", "name"],
    ["nemo", "name"],
    // All letters are there, and too many have moved.
    ["eulav", "value"],
    ["xnamey", "name"],
    ["valuexx", "value"],
    // Seven letters, two of them wrong.
    ["obsxrvy", "observe"],
    ["lxtxtxde", "latitude"],
    ["latitudexxx", "latitude"],
    ["latit", "latitude"],
    ["dcs:nm", "dcs:name"],
    ["", "name"],
  ])("%s is none of %s", (name, known) => {
    expect(slipOf(name, [known])).toBeUndefined();
  });

  test("is the nearest of several, and of equally near ones the first", () => {
    expect(slipOf("lonitude", ["latitude", "longitude"])).toBe("longitude");
    expect(slipOf("lonitude", ["longitude", "latitude"])).toBe("longitude");
    expect(slipOf("VALUE", ["valve", "value", "valued"])).toBe("value");
    expect(slipOf("mame", ["name", "game"])).toBe("name");
  });

  test("is none of a name that is known itself, wherever that stands", () => {
    expect(slipOf("nam", ["name", "nam"])).toBeUndefined();
    expect(slipOf("nam", ["nam", "name"])).toBeUndefined();
  });

  test("is the name that differs in capitals before all others, and else the first", () => {
    expect(slipOf("Unit", ["unix", "unit", "knit"])).toBe("unit");
    expect(slipOf("Unit", ["unit", "unix", "knit"])).toBe("unit");
    expect(slipOf("unis", ["unix", "unit"])).toBe("unix");
  });

  test("is looked for in names of 200 letters at most", () => {
    const long = "x".repeat(200);
    expect(slipOf(long, [`${long}y`])).toBe(`${long}y`);
    expect(slipOf(`${long}x`, [`${long}y`])).toBeUndefined();
  });

  test("is the end of a message, which is empty without one", () => {
    expect(hintOf("nam", ["name"])).toBe("; is 'name' meant?");
    expect(hintOf("other", ["name"])).toBe("");
  });
});
