import { afterEach, describe, expect, test, vi } from "vitest";
import { CellScanner } from "../../../../src/load/records/cell-scanner.ts";
import { loadTexts } from "../load-texts.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

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

describe("lines of the usual columns", () => {
  const header = "subject_id,predicate,object_id,object_value,provenance";
  const read = async (...lines: readonly string[]) => {
    const row = vi.spyOn(CellScanner.prototype, "row");
    const loaded = await loadTexts({ "a.csv": `${[header, ...lines].join("\n")}\n` });
    const triples = loaded.sink.triples.map(
      ({ subject, predicate, object, provenance }) =>
        `${subject} ${predicate} ${JSON.stringify(object)} ${provenance}`,
    );
    // The texts are loaded more than once.
    return { ...loaded, triples, asRows: new Set(row.mock.calls.map(([, start]) => start)).size };
  };

  test("are read without a look at their row", async () => {
    const { sink, triples, asRows } = await read(
      "x,typeOf,City,,m",
      'x,name,,"a, b",m',
      "xy,name,,a,m",
      "xy,name,,a,",
      "x,near,y,z,n",
    );
    expect(asRows).toBe(0);
    expect(sink.lines).toHaveLength(5);
    expect(triples.map((line) => line.split(" ").at(-1))).toEqual([
      ...["m", "m", "m", "dc/base/a"],
      ...["n", "n"],
    ]);
  });

  test("are counted, so that what comes after them is reported with its line", async () => {
    const usual = Array.from({ length: 300 }, (_, at) => `x${at},near,y,,m`);
    const { diagnostics, sink, asRows } = await read(...usual, ",p,y,,m", ...usual, "x,p,,,m");
    expect(diagnostics).toEqual([
      "error Sanity_MissingOrEmpty_subject_id a.csv:302",
      "error Sanity_MissingOrEmpty_object_id a.csv:603",
    ]);
    expect(asRows).toBe(2);
    expect(sink.lines).toHaveLength(300);
  });

  test.each([
    ["an empty subject", ",p,y,,m"],
    ["an empty predicate", "x,,y,,m"],
    ["no object", "x,p,,,m"],
    ["too few cells", "x,p,y"],
    ["one cell", "x"],
    ["too many cells", "x,p,y,,m,m"],
    ["a subject in quotes", '"x",p,y,,m'],
    ["doubled quotes", 'x,p,,"a ""b""",m'],
    ["a quote within a text", 'x,p,,a"b,m'],
    ["a quoted text that goes on", 'x,p,,"a"b,m'],
    ["a line end within quotes", 'x,p,,"a\n,m'],
    ["a carriage return", "x,p,y,,m\r"],
  ])("are not those with %s", async (_name, line) => {
    const { asRows } = await read("x,p,y,,m", line, "x,p,y,,m");
    expect(asRows).toBeGreaterThan(0);
  });
});
