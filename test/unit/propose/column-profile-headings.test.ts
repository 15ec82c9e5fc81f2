import { expect, test } from "vitest";
import { placeTypeOf } from "../../../src/propose/column-profile.ts";

// A province may have the name of the region around it: the heading says no type.
test.each(["Municipio", "Município", "Comune", "Gmina", "Provincia", "Província", "Województwo"])(
  "names below the heading %s are those of places of any type",
  (heading) => {
    expect(placeTypeOf(heading)).toBe("");
  },
);

test.each(["Estado", "État", "Municipio de nacimiento"])(
  "the heading %s alone says of no column that it holds places",
  (heading) => {
    expect(placeTypeOf(heading)).toBeUndefined();
  },
);
