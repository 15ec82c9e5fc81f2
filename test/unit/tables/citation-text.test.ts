import { expect, test } from "vitest";
import { citationText } from "../../../src/tables/citation-text.ts";

test.each([
  [{}, "unknown source"],
  [{ source: "A" }, "A"],
  [{ provenance: "P" }, "P"],
  [{ source: "A", provenance: "P" }, "A, P"],
  [{ source: "A", provenance: "A" }, "A"],
  [{ source: "", provenance: "P" }, "P"],
  [{ source: "A", from: "2019-05", to: "2020" }, "A, 2019–2020"],
  [{ source: "A", from: "2019-05", to: "2019-11" }, "A, 2019"],
  [{ source: "A", from: "2019" }, "A, 2019"],
  [{ source: "A", from: "", to: "2019" }, "A, 2019"],
  [{ source: "A", from: "20190501", to: "x2020" }, "A, 20190501–x2020"],
  [{ from: "2019" }, "unknown source, 2019"],
  [{ source: "A", url: "u" }, "A (u)"],
  [{ source: "A", url: "", license: "L" }, "A, licence: L"],
  [{ source: "A", processing: "by Data Commons" }, "A, with minor processing by Data Commons"],
  [{ source: "A", processing: "by division" }, "A, with minor processing"],
  [
    { source: "A", from: "1", to: "2", url: "u", license: "L", processing: "by division" },
    "A, 1–2 (u), licence: L, with minor processing",
  ],
] as const)("the citation of %j is '%s'", (citation, text) => {
  expect(citationText({ facetIds: [], ...citation })).toBe(text);
});
