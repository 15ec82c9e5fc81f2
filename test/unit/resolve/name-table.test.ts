import { describe, expect, test } from "vitest";
import { type Named, NameTableBuilder, nameKinds } from "../../../src/resolve/name-table.ts";

const { name, alternate, code } = nameKinds;

describe("NameTable", () => {
  const builder = new NameTableBuilder();
  builder.add("york", 7, alternate);
  builder.add("york", 3, name);
  builder.add("paris", 5, name);
  builder.add("york", 7, name);
  builder.add("york", 9, code);
  builder.add("", 1, name);
  const table = builder.freeze();
  const collect = (key: string, named: Named = new Map()) => {
    table.collect(key, named);
    return [...named];
  };

  test("finds all bearers of a name, each with its best kind", () => {
    expect(collect("york").sort()).toEqual([
      [3, name],
      [7, name],
      [9, code],
    ]);
    expect(collect("paris")).toEqual([[5, name]]);
  });

  test("keeps a better kind that was found before", () => {
    expect(collect("york", new Map([[9, name]]))).toContainEqual([9, name]);
  });

  test("finds nothing for other keys, odd ones included", () => {
    for (const key of ["", "yor", "yorkk", "York", "__proto__", "\ud800"]) {
      expect(collect(key)).toEqual([]);
    }
  });

  test("may be empty", () => {
    const named: Named = new Map();
    new NameTableBuilder().freeze().collect("x", named);
    expect(named.size).toBe(0);
  });
});
