import { describe, expect, test } from "vitest";
import { loadTexts } from "../load-texts.ts";

describe("tables of triples", () => {
  test("have links and attributes, in any order of columns", async () => {
    const { sink, diagnostics } = await loadTexts({
      "a.csv": `\ufeffpredicate,object_value,subject_id,object_id\r
typeOf,,geoId/06,State\r
name,"Cali, ""the"" state",geoId/06,\r
\r
near,both,geoId/06,geoId/07\r
`,
    });
    expect(sink.lines).toEqual([
      'geoId/06 name "Cali, \\"the\\" state"',
      'geoId/06 near "both"',
      "geoId/06 near geoId/07",
      "geoId/06 typeOf State",
    ]);
    expect(sink.triples[0]?.provenance).toBe("dc/base/a");
    expect(diagnostics).toEqual([]);
  });

  test("rows keep their own provenance", async () => {
    const { sink } = await loadTexts(
      {
        "a.csv": `subject_id,predicate,object_id,object_value,provenance
x,p,y,,dc/base/A
x,p,z,,
x,q,,t,dc/base/A
`,
      },
      { provenance: "mine" },
    );
    expect(sink.triples.map(({ provenance }) => provenance)).toEqual([
      "dc/base/A",
      "mine",
      "dc/base/A",
    ]);
  });

  test("what a row lacks is reported with its line", async () => {
    const { sink, diagnostics } = await loadTexts({
      "a.csv": `subject_id,predicate,object_id,object_value
"x
y",p,y,
,p,y,
x,,y,
x,p,,
x,p,y
x,p,"y"z,
x,p,y,
`,
    });
    expect(sink.lines).toEqual(["x p y", "x\ny p y"].sort());
    expect(diagnostics).toEqual([
      "error Sanity_MissingOrEmpty_subject_id a.csv:4",
      "error Sanity_MissingOrEmpty_predicate a.csv:5",
      "error Sanity_MissingOrEmpty_object_id a.csv:6",
      "error CSV_InconsistentRows a.csv:7",
      "error StrSplit_BadQuotesInToken a.csv:8",
    ]);
  });
});
