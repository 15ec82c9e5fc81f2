/** Template MCF over CSV, rule by rule (behaviour: inputs 4). */
import { describe, expect, test } from "vitest";
import { type Loaded, loadTexts } from "../load-texts.ts";

const loadTable = async (template: string, table: string): Promise<Loaded> =>
  await loadTexts({ "a.tmcf": template, "a.csv": table });

const places = `# places
Node: E:T->E1
typeOf: dcs:State, C:T->Kind
dcid: C:T->Id
name: C:T->Name
containedInPlace: E:T->E2
functionalDeps: dcid

Node: E:T->E2
typeOf: Country
dcid: C:T->Country
`;

describe("templates", () => {
  test("fill their nodes from columns, constants and one another", async () => {
    const table = `Id,Name,Kind,Country
geoId/06,California,dcs:Place,country/USA
dcid:geoId/48, Texas ,,"country/USA"
`;
    const { sink, diagnostics } = await loadTable(places, table);
    expect(sink.lines).toEqual([
      "country/USA typeOf Country",
      "geoId/06 containedInPlace country/USA",
      'geoId/06 name "California"',
      "geoId/06 typeOf Place",
      "geoId/06 typeOf State",
      "geoId/48 containedInPlace country/USA",
      'geoId/48 name "Texas"',
      "geoId/48 typeOf State",
    ]);
    expect(diagnostics).toEqual(["warning StrSplit_EmptyToken_typeOf a.csv:3"]);
    expect(sink.triples[0]?.provenance).toBe("dc/base/a");
  });

  test("an empty dcid drops the node and the references to it", async () => {
    const table = "Id,Name,Kind,Country\ngeoId/06,California,a,\n,Nowhere,a,country/USA";
    const { sink, diagnostics } = await loadTable(places, table);
    expect(sink.lines).toEqual([
      "country/USA typeOf Country",
      'geoId/06 name "California"',
      "geoId/06 typeOf State",
      "geoId/06 typeOf a",
    ]);
    expect(diagnostics).toEqual([
      "warning StrSplit_EmptyToken_dcid a.csv:2",
      "warning CSV_EmptyDcidReferences a.csv:2",
      "warning StrSplit_EmptyToken_dcid a.csv:3",
    ]);
  });

  test("a dcid that is a number or two is reported", async () => {
    const template = "Node: E:T->E\ndcid: C:T->Id\nname: C:T->Name";
    const { sink, diagnostics } = await loadTable(template, 'Id,Name\n123,a\n"b,c",d\n[1 2],e');
    expect(sink.lines).toEqual(['b name "d"']);
    expect(diagnostics).toEqual([
      "warning CSV_MalformedDCIDFailures a.csv:2",
      "error Sanity_MultipleDcidValues a.csv:3",
      "warning CSV_MalformedDCIDFailures a.csv:4",
    ]);
  });

  test("an entity without a dcid is reported, and so is what refers to it", async () => {
    const template = `Node: E:T->E1
typeOf: City
name: C:T->City

Node: E:T->E2
dcid: C:T->Id
near: E:T->E1
name: constant

Node: E:T->E3
typeOf: StatVarObservation
variableMeasured: v
observationAbout: E:T->E1
observationDate: 2000
value: 1`;
    const { sink, diagnostics } = await loadTable(template, "City,Id\nBerlin,x\nParis,y");
    expect(sink.lines).toEqual(['x name "constant"', 'y name "constant"']);
    expect(sink.observations).toEqual([]);
    expect(diagnostics).toEqual(
      [2, 3].flatMap((line) => [
        `error Resolution_DcidAssignmentFailure_City a.csv:${line}`,
        `error Resolution_ReferenceToFailedNode_near a.csv:${line}`,
        `error Resolution_IrreplaceableLocalRef a.csv:${line}`,
        `error Resolution_UnassignableNodeDcid a.csv:${line}`,
      ]),
    );
  });

  test("local references in cells mean nodes of the files", async () => {
    const { sink, diagnostics } = await loadTexts({
      "a.tmcf": "Node: E:T->E\ndcid: C:T->Id\nnear: C:T->Near",
      "a.csv": "Id,Near\nx,l:Berlin\ny,l:Nowhere",
      "b.mcf": "Node: Berlin\ndcid: wikidataId/Q64",
    });
    expect(sink.lines).toEqual(["x near wikidataId/Q64"]);
    expect(diagnostics).toEqual(["error Resolution_OrphanLocalReference_near a.csv:3"]);
  });
});

describe("observations", () => {
  const template = `Node: E:T->E0
typeOf: dcs:StatVarObservation
variableMeasured: dcs:Count
measurementMethod: dcs:FBI
observationAbout: C:T->Place
observationDate: C:T->Year
value: C:T->Count`;

  test("come from rows; an empty cell is none", async () => {
    const table = "Year,Place,Count\n2019,dcid:geoId/01,114\n2019,geoId/02,\n2020,geoId/03,1.5e3";
    const { sink, diagnostics } = await loadTable(template, table);
    expect(sink.observations).toMatchObject([
      {
        variable: "Count",
        entity: "geoId/01",
        date: "2019",
        value: "114",
        measurementMethod: "FBI",
        provenance: "dc/base/a",
      },
      { entity: "geoId/03", date: "2020", value: "1.5e3" },
    ]);
    expect(diagnostics).toEqual(["info StrSplit_EmptyToken_value a.csv:3"]);
    expect(sink.triples).toEqual([]);
  });

  test("two dates in one cell are too many", async () => {
    const { sink, diagnostics } = await loadTable(template, 'Year,Place,Count\n"2018, 2019",a,1');
    expect(sink.observations).toEqual([]);
    expect(diagnostics).toEqual(["error Sanity_MultipleVals_observationDate a.csv:2"]);
  });
});

describe("cells", () => {
  const template = "Node: E:T->E\ndcid: C:T->Id\nspouse: C:T->S";

  test.each([
    ['"Ivana, Marla"', ['"Ivana"', '"Marla"']],
    [' "Ivana, Marla" ', ['"Ivana"', '"Marla"']],
    ['"\\"Fordham U, Bronx\\", Wharton"', ['"Fordham U, Bronx"', '"Wharton"']],
    ['"""Fordham U, Bronx"", Wharton"', ['"Fordham U, Bronx"', '"Wharton"']],
    ['\\"Occidental\\"', ['"Occidental"']],
    ["a\\,b", ['"a"', '"b"']],
    ['"dcid:x, l:nobody"', ["x"]],
    ['"[10 20 Years]"', ["Years10To20"]],
    ['"\\"[5]\\""', ['"[5]"']],
    ["a: b", ['"a: b"']],
    ["\\x\\\\y", ['"\\\\x\\\\y"']],
  ])("%s", async (cell, objects) => {
    const { sink } = await loadTable(template, `Id,S\nx,${cell}\n`);
    const own = sink.triples.filter(({ subject }) => subject === "x");
    expect(own.map(({ object }) => object)).toEqual(objects);
  });

  test.each([
    ["a\\nb", "warning StrSplit_MultiToken_spouse a.csv:2"],
    ['"a\nb"', "warning StrSplit_MultiToken_spouse a.csv:2"],
    ['"a"""', "warning StrSplit_BadQuotesInToken_spouse a.csv:2"],
    ["[", "error MCF_MalformedComplexValue a.csv:2"],
    ['" "', "warning StrSplit_EmptyToken_spouse a.csv:2"],
  ])("%j has no value", async (cell, diagnostic) => {
    const { sink, diagnostics } = await loadTable(template, `Id,S\nx,${cell}\ny,z`);
    expect(sink.lines).toEqual(['y spouse "z"']);
    expect(diagnostics).toEqual([diagnostic]);
  });

  test.each(['"a"""', "["])("what is dropped of %j is said so", async (cell) => {
    const { messages } = await loadTable(template, `Id,S\nx,${cell}\n`);
    expect(messages).toEqual([expect.stringContaining("', which is dropped: column 'S'")]);
  });
});

describe("tables", () => {
  const template = "Node: E:T->E\ndcid: C:T->The Id.x/y\nname: C:T->Name";

  test("a byte order mark, CR LF, blank lines and blanks in the header do not matter", async () => {
    const table = '\ufeff\r\n The Id.x/y , "Name" \r\n\r\na,b\r\n  \r\nc,d';
    const { sink, report, diagnostics } = await loadTable(template, table);
    expect(sink.lines).toEqual(['a name "b"', 'c name "d"']);
    expect(report.rowCount).toBe(2);
    expect(diagnostics).toEqual([]);
  });

  test("rows of another width are left out, each with its line", async () => {
    const table = 'The Id.x/y,Name\na\n"b\n\n",c\nd,e,\nf,g';
    const { sink, diagnostics } = await loadTable(template, table);
    expect(sink.lines).toEqual(['f name "g"']);
    expect(diagnostics).toEqual([
      "error CSV_InconsistentRows a.csv:2",
      "warning StrSplit_MultiToken_dcid a.csv:3",
      "error CSV_InconsistentRows a.csv:6",
    ]);
  });

  test("text after a closing quote makes a bad row, not a bad file", async () => {
    const { sink, diagnostics } = await loadTable(template, 'The Id.x/y,Name\n"a"b,c\nd,e');
    expect(sink.lines).toEqual(['d name "e"']);
    expect(diagnostics).toEqual(["error StrSplit_BadQuotesInToken a.csv:2"]);
  });

  test("a quote that never ends leaves out its row alone", async () => {
    const { sink, diagnostics } = await loadTable(template, 'The Id.x/y,Name\na,b\n"c,d\ne,f');
    expect(sink.lines).toEqual(['a name "b"', 'e name "f"']);
    expect(diagnostics).toEqual(["error StrSplit_BadQuotesInToken a.csv:3"]);
  });

  test("tabs in a .tsv", async () => {
    const table = 'The Id.x/y\tName\na\tb, c\nd\t"e\tf"';
    const { sink } = await loadTexts({ "a.tmcf": template, "a.tsv": table });
    expect(sink.lines).toEqual(['a name "b, c"', 'd name "e"', 'd name "f"']);
  });

  test.each([
    ["a.csv", ";"],
    ["a.csv", "\t"],
    ["a.tsv", ","],
    ["a.tsv", ";"],
  ])("in %s may stand %j, as the header tells", async (name, delimiter) => {
    const lines = [
      ["The Id.x/y", '"Name"', "other"],
      ["a", `"b${delimiter}c"`, "d"],
    ];
    const table = lines.map((cells) => cells.join(delimiter)).join("\r\n");
    const { sink, diagnostics } = await loadTexts({ "a.tmcf": template, [name]: table });
    expect(sink.lines).toEqual(['a name "b"', 'a name "c"']);
    expect(diagnostics).toEqual([`info CSV_UnreadColumns ${name}:1`]);
  });

  test("are cut at commas when the header tells nothing", async () => {
    const { diagnostics } = await loadTable(template, "The Id.x/y;Nam\na;b");
    expect(diagnostics).toEqual([
      "error Sanity_TmcfMissingColumn a.csv:1",
      "fatal CSV_TmcfCheckFailure a.csv",
    ]);
  });

  test("a semicolon in a cell of a table with commas is text", async () => {
    const { sink } = await loadTable(template, '\n"The Id.x/y","Name","a;b"\na,b;c,d');
    expect(sink.lines).toEqual(['a name "b;c"']);
  });

  test("an empty file has no header", async () => {
    const { diagnostics } = await loadTexts({
      "a.tmcf": template,
      "a.csv": "",
      "b.mcf": "Node: dcid:x\nname: a",
    });
    expect(diagnostics).toEqual(["fatal CSV_HeaderFailure a.csv"]);
  });

  test("many rows keep their order and their numbers", async () => {
    const rows = Array.from(
      { length: 3_000 },
      (_, index) => `n${index},"${"x".repeat(index % 99)}"`,
    );
    rows[2_000] = "too,many,cells";
    const { sink, diagnostics, report } = await loadTable(
      template,
      `The Id.x/y,Name\n${rows.join("\n")}`,
    );
    expect(report.rowCount).toBe(3_000);
    expect(diagnostics).toContain("error CSV_InconsistentRows a.csv:2002");
    const subjects = sink.triples.map(({ subject }) => Number(subject.slice(1)));
    expect(subjects).toEqual(subjects.toSorted((left, right) => left - right));
    expect(subjects.at(-1)).toBe(2_999);
  });
});

describe("several templates", () => {
  const one = "Node: E:T->E\ndcid: C:T->Id\none: C:T->A";
  const two = "Node: E:T->E\ndcid: C:T->Id\ntwo: C:T->B\nnear: E:T->E";
  const misfit = "Node: E:T->E\ndcid: C:T->Other\nthree: C:T->A";
  const schema = "Node: dcid:one\ntypeOf: Property";
  const table = "Id,A,B\nx,1,2\ny,3\nz,4,5";
  const lines = [
    "one typeOf Property",
    "x near x",
    'x one "1"',
    'x two "2"',
    "z near z",
    'z one "4"',
    'z two "5"',
  ];

  test.each([
    [{ "a.tmcf": one, "b.tmcf": two, "c.csv": table }, ["."]],
    [{ "a.tmcf": one, "b.tmcf": two, "a.csv": table }, ["."]],
    [{ "a.tmcf": two, "b.tmcf": one, "c.tsv": table.replaceAll(",", "\t") }, ["."]],
    [{ "t/a.tmcf": one, "t/b.tmcf": two, "c.csv": table }, ["c.csv", "t/a.tmcf", "t/b.tmcf", "s"]],
  ])("read the one table beside them, and schema beside it", async (texts, sources) => {
    const all = { ...texts, "s/schema.mcf": schema };
    const { sink, diagnostics, report } = await loadTexts(all, {}, sources);
    expect(sink.lines).toEqual(lines);
    expect(diagnostics).toEqual([expect.stringMatching(/^error CSV_InconsistentRows c|a\./)]);
    expect(report).toMatchObject({ fileCount: 4, rowCount: 4 });
  });

  test("read it only if it has their columns", async () => {
    const texts = { "a.tmcf": one, "b.tmcf": misfit, "c.tmcf": one, "c.csv": table };
    const { sink, diagnostics } = await loadTexts(texts);
    expect(sink.lines).toEqual(['x one "1"', 'z one "4"']);
    expect(diagnostics).toEqual([
      "warning Source_UnusedTemplate b.tmcf",
      "info CSV_UnreadColumns c.csv:1",
      "error CSV_InconsistentRows c.csv:3",
    ]);
  });

  test("do not read one of two tables", async () => {
    const texts = { "a.tmcf": one, "b.tmcf": two, "c.csv": table, "a.csv": "Id,A\nw,0" };
    const { sink, diagnostics } = await loadTexts(texts);
    expect(sink.lines).toEqual(['w one "0"']);
    expect(diagnostics).toEqual([
      "warning Source_UnusedTemplate b.tmcf",
      "error Source_UnrecognisedFile c.csv",
    ]);
  });
});

describe("bad templates", () => {
  const broken = async (template: string): Promise<readonly string[]> => {
    const { sink, diagnostics } = await loadTable(template, "Id,Twice,Twice\na,b,c");
    expect([...sink.triples, ...sink.observations]).toEqual([]);
    return diagnostics;
  };

  test.each([
    ["Node: E:T->E\ndcid: C:T->Nope", "error Sanity_TmcfMissingColumn a.csv:1"],
    ["Node: E:T->E\ndcid: C:T->Twice", "error CSV_HeaderFailure a.csv:1"],
    ["Node: E:T->E\ndcid: C:T->Id\nnear: E:T->F", "error Sanity_TmcfMissingEntityDef a.tmcf:3"],
    ["Node: E:T->E\nname: x\ndcid: E:T->E", "error Sanity_DcidTableEntity a.tmcf:3"],
    ["Node: E:T->E\ndcid: C:T->Id\ndcid: x", "error Sanity_MultipleDcidValues a.tmcf:1"],
    [
      "Node: E:T->E\ntypeOf: StatVarObservation\nvariableMeasured: v\nobservationAbout: p\nvalue: 1",
      "error Sanity_MissingOrEmpty_observationDate a.tmcf:1",
    ],
    ["Node: E:T->E\nvariableMeasured: v\nvalue: 1", "error Sanity_MissingOrEmpty_typeOf a.tmcf:1"],
  ])("%j loads nothing", async (template, diagnostic) => {
    expect(await broken(template)).toEqual([diagnostic, "fatal CSV_TmcfCheckFailure a.csv"]);
  });

  test("a column that is misspelt is reported with the column that is meant", async () => {
    const { messages } = await loadTable(
      "Node: E:T->E\ndcid: C:T->id\nname: C:T->Nmae",
      "Id,Name\na,b",
    );
    expect(messages[0]).toContain("is 'Id' meant?");
    expect(messages[1]).toContain("is 'Name' meant?");
  });

  test("one without nodes loads nothing", async () => {
    expect(await broken("# nothing")).toEqual(["fatal CSV_TmcfCheckFailure a.csv"]);
  });

  test.each([
    ["Node: E:T", "error TMCF_MalformedEntity a.tmcf:3", "error MCF_MalformedNode a.tmcf:4"],
    ["Node: City", "error TMCF_MalformedEntity a.tmcf:3", "error MCF_MalformedNode a.tmcf:4"],
  ])("a bad node alone is left out: %s", async (node, ...expected) => {
    const template = `Node: E:T->E\ndcid: C:T->Id\n${node}\nname: y\nNode: E:T->E\nname: C:T->Id`;
    const { sink, diagnostics } = await loadTable(template, "Id\na");
    expect(sink.lines).toEqual(['a name "a"']);
    expect(diagnostics).toEqual(expected);
  });

  test.each([
    ["C: C:T->Id", "error TMCF_UnsupportedColumnNameInProperty a.tmcf:3"],
    ["name: C:T", "error TMCF_MalformedSchemaTerm a.tmcf:3"],
    ["name: [", "error MCF_MalformedComplexValue a.tmcf:3"],
  ])("a bad value alone is left out: %s", async (line, expected) => {
    const template = `Node: E:T->E\ndcid: C:T->Id\n${line}\nsize: 1`;
    const { sink, diagnostics } = await loadTable(template, "Id\na");
    expect(sink.lines).toEqual(['a size "1"']);
    expect(diagnostics).toEqual([expected]);
  });
});
