/** Who a node is, what local names mean, and what becomes of nodes without a dcid. */
import { describe, expect, test } from "vitest";
import { loadMcfText, loadTexts } from "../load-texts.ts";

describe("identity", () => {
  test.each([
    ["Node: dcid:a/b", "", "a/b"],
    ["Node: schema:State", "", "State"],
    ["Node: Bare", 'dcid: "b"', "b"],
    ["Node: Bare", "dcid: dcid:b", "b"],
    ["Node: Bare", "dcid: dcs:b", "b"],
    ["Node: Bare", "dcid: b", "b"],
    ["Node: Bare", "dcid: 12", "12"],
    ["Node: dcid:a", 'dcid: "b"', "b"],
    ['Node: \\"Bare\\"', "dcid: b", "b"],
    ["Node: dcid:__proto__", "", "__proto__"],
  ])("%s %s is %s", async (node, dcid, expected) => {
    const { sink, diagnostics } = await loadMcfText(`${node}\nname: n\n${dcid}`);
    expect(sink.lines).toEqual([`${expected} name "n"`]);
    expect(diagnostics).toEqual([]);
  });

  test.each(["Node: Bare\ndcid: a, b", "Node: Bare\ndcid: a\ndcid: b", "Node: dcid:x\ndcid: a, b"])(
    "of two dcids the first counts, and that is an error: %j",
    async (text) => {
      const { sink, diagnostics } = await loadMcfText(`${text}\nname: n`);
      expect(sink.lines).toEqual(['a name "n"']);
      const line = text.split("\n").length;
      expect(diagnostics).toEqual([`error Sanity_MultipleDcidValues a.mcf:${line}`]);
    },
  );

  test("under a name that is a dcid the last dcid line counts, which is an error, too", async () => {
    const { sink, diagnostics } = await loadMcfText("Node: dcid:a\ndcid: b\nname: n\ndcid: c");
    expect(sink.lines).toEqual(['c name "n"']);
    expect(diagnostics).toEqual(["error Sanity_MultipleDcidValues a.mcf:2"]);
  });

  test.each(['""', "[a b]", "l:x"])("%s is not a dcid", async (dcid) => {
    const { sink, diagnostics } = await loadMcfText(`Node: dcid:a\ndcid: ${dcid}\nname: n`);
    expect(sink.lines).toEqual(['a name "n"']);
    expect(diagnostics).toEqual(["error Sanity_MissingOrEmpty_dcid a.mcf:2"]);
  });

  test("blocks of one local name are one node, whichever of them has the dcid", async () => {
    const text = "Node: A\nname: first\n\nNode: A\ndcid: a\nname: second\n\nNode: A\nname: third";
    const { sink, diagnostics } = await loadMcfText(text);
    expect(sink.lines).toEqual(['a name "first"', 'a name "second"', 'a name "third"']);
    expect(diagnostics).toEqual([]);
  });
});

describe("local references", () => {
  test("backward, forward and to the node itself", async () => {
    const text = `Node: A
dcid: a
near: l:B, l:A

Node: B
near: l:A
dcid: b`;
    const { sink, diagnostics } = await loadMcfText(text);
    expect(sink.lines).toEqual(["a near a", "a near b", "b near a"]);
    expect(diagnostics).toEqual([]);
  });

  test("across files, in both directions", async () => {
    const { sink, diagnostics } = await loadTexts({
      "a.mcf": "Node: A\ndcid: a\nnear: l:B",
      "b.mcf": "Node: B\ndcid: b\nnear: l:A\n\nNode: A\nname: n",
    });
    expect(sink.lines).toEqual(['a name "n"', "a near b", "b near a"]);
    expect(sink.triples.map(({ provenance, predicate }) => `${predicate} ${provenance}`)).toEqual([
      "near dc/base/a",
      "near dc/base/b",
      "name dc/base/b",
    ]);
    expect(diagnostics).toEqual([]);
  });

  test("a name of the file itself comes before the same name of another file", async () => {
    const { sink, diagnostics } = await loadTexts({
      "a.mcf": "Node: E\ndcid: a\n\nNode: dcid:x\nnear: l:E",
      "b.mcf": "Node: dcid:y\nnear: l:E\n\nNode: E\ndcid: b",
    });
    expect(sink.lines).toEqual(["x near a", "y near b"]);
    expect(diagnostics).toEqual([]);
  });

  test("a name may have its dcid several times", async () => {
    const text = "Node: A\ndcid: a\nname: 1\n\nNode: A\ndcid: a\nname: 2\nnear: l:A";
    const { sink, diagnostics } = await loadMcfText(text);
    expect(sink.lines).toEqual(['a name "1"', 'a name "2"', "a near a"]);
    expect(diagnostics).toEqual([]);
  });

  test("a block without a dcid under a name with two is none of them", async () => {
    const { sink, diagnostics, messages } = await loadMcfText(
      "Node: A\ndcid: a\nname: 1\n\nNode: A\ndcid: b\nname: 2\n\nNode: A\ntypeOf: Song\nname: 3",
    );
    expect(sink.lines).toEqual(['a name "1"', 'b name "2"']);
    expect(diagnostics.map((one, at) => `${one} ${messages[at]}`)).toEqual([
      "error Sanity_MultipleDcidValues a.mcf:5 the name 'A' has two dcids, 'a' and 'b': local references to it mean neither",
      "error Resolution_DcidAssignmentFailure_Song a.mcf:9 node 'A' of type 'Song' has no dcid and is not loaded; " +
        'name it "Node: dcid:<id>" or add a line "dcid: <id>" (in a template: "dcid: C:<table>-><column>")',
    ]);
  });

  test("a name with two dcids means neither", async () => {
    const { sink, diagnostics, messages } = await loadTexts({
      "a.mcf": "Node: E\ndcid: a",
      "b.mcf": "Node: E\ndcid: b",
      "c.mcf": "Node: dcid:x\nnear: l:E\nname: n",
      "d.mcf": "Node: F\ndcid: c\nname: 1\n\nNode: F\ndcid: d\nname: 2\n\nNode: dcid:y\nnear: l:F",
    });
    expect(sink.lines).toEqual(['c name "1"', 'd name "2"', 'x name "n"']);
    expect(diagnostics).toEqual([
      "error Sanity_MultipleDcidValues d.mcf:5",
      "error Resolution_IrreplaceableLocalRef c.mcf:2",
      "error Resolution_IrreplaceableLocalRef d.mcf:10",
    ]);
    expect(messages).toEqual([
      "the name 'F' has two dcids, 'c' and 'd': local references to it mean neither",
      "property 'near' of node 'dcid:x' refers to 'l:E', which is nodes with different dcids; it is not loaded",
      "property 'near' of node 'dcid:y' refers to 'l:F', which is nodes with different dcids; it is not loaded",
    ]);
  });
});

describe("what has no dcid", () => {
  test("is reported with what to do, and so is what refers to it", async () => {
    const text = `Node: Album
typeOf: MusicAlbum
name: "Bad"
song: l:Song

Node: dcid:org
near: l:Album, l:Nowhere
name: n`;
    const { sink, diagnostics, messages } = await loadMcfText(text);
    expect(sink.lines).toEqual(['org name "n"']);
    expect(diagnostics).toEqual([
      "error Resolution_DcidAssignmentFailure_MusicAlbum a.mcf:1",
      "error Resolution_ReferenceToFailedNode_near a.mcf:7",
      "error Resolution_OrphanLocalReference_near a.mcf:7",
    ]);
    expect(messages).toEqual([
      "node 'Album' of type 'MusicAlbum' has no dcid and is not loaded; " +
        'name it "Node: dcid:<id>" or add a line "dcid: <id>" (in a template: "dcid: C:<table>-><column>")',
      "property 'near' of node 'dcid:org' refers to 'l:Album', which is a node without a dcid; it is not loaded",
      "property 'near' of node 'dcid:org' refers to 'l:Nowhere', which is no node of these files; it is not loaded",
    ]);
  });

  test("a node without a type counts as a Thing", async () => {
    const { diagnostics } = await loadMcfText("Node: A\nname: n");
    expect(diagnostics).toEqual(["error Resolution_DcidAssignmentFailure_Thing a.mcf:1"]);
  });

  test.each([
    ["name: n", 'has neither a typeOf nor a dcid and is not loaded; name it "Node: dcid:<id>"'],
    [
      "typeof: dcs:City",
      "neither a typeOf nor a dcid and is not loaded; is 'typeof' meant to be 'typeOf'?",
    ],
    ["variableMeasured: v", 'has the line "typeOf: dcs:StatVarObservation"'],
    ["typeOf: dcs:StatVarObservaton", 'has the line "typeOf: dcs:StatVarObservation"'],
  ])(
    "what is not loaded for want of a type or a dcid says what it lacks: %s",
    async (line, said) => {
      const { messages } = await loadMcfText(`Node: A\n${line}`);
      expect(messages).toHaveLength(1);
      expect(messages[0]).toContain(said);
    },
  );
});

describe("observations", () => {
  const whole = `Node: o
typeOf: dcs:StatVarObservation
variableMeasured: dcid:Count_Person
observationAbout: country/USA
observationDate: "2017-01"
value: 1000
`;

  test("are no triples", async () => {
    const text = `${whole}observationPeriod: "P1Y"
measurementMethod: dcs:Census
unit: dcs:USDollar
scalingFactor: 100
dcid: dc/o/1`;
    const { sink, diagnostics } = await loadMcfText(text);
    expect(sink.triples).toEqual([]);
    expect(diagnostics).toEqual([]);
    expect(sink.observations).toEqual([
      {
        variable: "Count_Person",
        entity: "country/USA",
        date: "2017-01",
        value: "1000",
        provenance: "dc/base/a",
        importName: "",
        provenanceUrl: "",
        measurementMethod: "Census",
        observationPeriod: "P1Y",
        unit: "USDollar",
        scalingFactor: "100",
        isDcAggregate: false,
      },
    ]);
  });

  test.each([
    ["value: 1000\n", "warning Sanity_MissingOrEmpty_value a.mcf:1"],
    ['observationDate: "2017-01"\n', "error Sanity_MissingOrEmpty_observationDate a.mcf:1"],
    ["observationAbout: country/USA\n", "error Sanity_MissingOrEmpty_observationAbout a.mcf:1"],
    [
      "variableMeasured: dcid:Count_Person\n",
      "error Sanity_MissingOrEmpty_variableMeasured a.mcf:1",
    ],
  ])("without %s there is none", async (line, diagnostic) => {
    const { sink, diagnostics } = await loadMcfText(whole.replace(line, ""));
    expect(sink.observations).toEqual([]);
    expect(sink.triples).toEqual([]);
    expect(diagnostics).toEqual([diagnostic]);
  });

  test("an empty value is none", async () => {
    const { sink, diagnostics } = await loadMcfText(whole.replace("1000", '""'));
    expect(sink.observations).toEqual([]);
    expect(diagnostics).toEqual(["warning Sanity_MissingOrEmpty_value a.mcf:1"]);
  });

  test.each([
    ["5.100,5", "; is '5.100,5' a number with a decimal comma? Write 5100.5"],
    ["-12,5", "; is '-12,5' a number with a decimal comma? Write -12.5"],
    ["5,5", "; is '5,5' a number with a decimal comma? Write 5.5"],
    ["5,100", "; is '5,100' one number? Write 5100"],
    ["5, x", ""],
  ])("%s is no value, and the comma is named", async (value, hint) => {
    const { sink, messages } = await loadMcfText(whole.replace("1000", value));
    expect(sink.observations).toEqual([]);
    const second = value.split(/, ?/)[1];
    expect(messages).toEqual([
      expect.stringMatching(
        `an observation has one value; found also '${second}': node .* is not loaded`,
      ),
    ]);
    expect(messages[0]?.endsWith(`is not loaded${hint}`)).toBe(true);
  });

  test("two values are too many, the same one twice is not", async () => {
    const twice = await loadMcfText(`${whole}value: 1000, 1000`);
    expect(twice.sink.observations.length).toBe(1);
    const { sink, diagnostics } = await loadMcfText(`${whole}value: 1001`);
    expect(sink.observations).toEqual([]);
    expect(diagnostics).toEqual(["error Sanity_MultipleVals_value a.mcf:7"]);
  });

  test("further properties are kept under the dcid that the real service gives them", async () => {
    const text = `${whole}eiaSeriesId: "S1"\nmeasurementQualifier: dcs:Annual\nage: [Years 5]\n`;
    const { sink, diagnostics } = await loadMcfText(text);
    expect(sink.observations.length).toBe(1);
    expect(diagnostics).toEqual(
      [7, 8, 9].map((line) => `info Sanity_UnexpectedPropInStatVarObservation a.mcf:${line}`),
    );
    const own = sink.triples.filter(({ subject }) => subject.startsWith("dc/o/"));
    expect(new Set(own.map(({ subject }) => subject)).size).toBe(1);
    expect(own.map(({ predicate, object }) => `${predicate} ${object}`)).toEqual([
      'eiaSeriesId "S1"',
      "measurementQualifier Annual",
      "age Years5",
    ]);
  });

  test("a slip of the pen is a warning that says what is meant, since facets lack it", async () => {
    const { diagnostics, messages } = await loadMcfText(
      `${whole}observationPeriods: "P1Y"\nUnit: x\nstdError: 1`,
    );
    const counter = "Sanity_UnexpectedPropInStatVarObservation";
    expect(diagnostics).toEqual([
      `warning ${counter} a.mcf:7`,
      `warning ${counter} a.mcf:8`,
      `info ${counter} a.mcf:9`,
    ]);
    expect(messages.map((message) => /is '(.*)' meant/.exec(message)?.[1])).toEqual([
      "observationPeriod",
      "unit",
      undefined,
    ]);
  });

  test("a required property that is misspelt is named where it is missing", async () => {
    const { messages } = await loadMcfText(whole.replace("observationDate", "observatonDate"));
    expect(messages[0]).toContain("is 'observatonDate' meant to be 'observationDate'?");
  });

  test("further properties are kept under a dcid of their own, if they have one", async () => {
    const { sink } = await loadMcfText(`${whole}dcid: dc/o/x\nstdError: 5\n`);
    expect(sink.lines).toEqual(['dc/o/x stdError "5"']);
  });

  test("what further properties refer to may be named later", async () => {
    const { sink, diagnostics } = await loadMcfText(
      `${whole}dcid: dc/o/x\nsurvey: l:S\n\nNode: S\ndcid: dc/s\ntypeOf: Thing\n`,
    );
    expect(sink.lines).toEqual(["dc/o/x survey dc/s", "dc/s typeOf Thing"]);
    expect(diagnostics).toEqual(["info Sanity_UnexpectedPropInStatVarObservation a.mcf:8"]);
  });

  test("are nothing else besides", async () => {
    const { sink, diagnostics } = await loadMcfText(`${whole}typeOf: Thing`);
    expect(sink.observations.length).toBe(1);
    expect(diagnostics).toEqual(["warning Sanity_UnexpectedPropInStatVarObservation a.mcf:7"]);
  });

  test("values that are references or complex are dcids", async () => {
    const { sink } = await loadMcfText(whole.replace("1000", "dcid:Acre10"));
    expect(sink.observations[0]?.value).toBe("Acre10");
    const complex = await loadMcfText(whole.replace("1000", "[10 Acre]"));
    expect(complex.sink.observations[0]?.value).toBe("Acre10");
    expect(complex.sink.lines).toContain("Acre10 typeOf Quantity");
  });

  test("a broken complex value is reported once and stays a text", async () => {
    const { sink, diagnostics } = await loadMcfText(whole.replace("1000", "[10]"));
    expect(sink.observations).toMatchObject([{ value: "[10]" }]);
    expect(sink.triples).toEqual([]);
    expect(diagnostics).toEqual(["error MCF_MalformedComplexValueParts a.mcf:6"]);
  });

  test("wait for the names they need", async () => {
    const observation = whole.replace("country/USA", "l:Usa").replace("dcid:Count_Person", "l:Var");
    const { sink, diagnostics } = await loadTexts({
      "a.mcf": `${observation}\nNode: Usa\ndcid: country/USA`,
      "b.mcf": "Node: Var\ndcid: Count_Person",
    });
    expect(diagnostics).toEqual([]);
    expect(sink.observations).toMatchObject([
      { variable: "Count_Person", entity: "country/USA", provenance: "dc/base/a" },
    ]);
  });

  test("are lost with the names they need", async () => {
    const text = `${whole.replace("country/USA", "l:Usa")}unit: l:Unit\n\nNode: Usa\ntypeOf: Country`;
    const { sink, diagnostics } = await loadMcfText(text);
    expect(sink.observations).toEqual([]);
    expect(diagnostics).toEqual([
      "error Resolution_DcidAssignmentFailure_Country a.mcf:9",
      "error Resolution_IrreplaceableLocalRef a.mcf:4",
      "error Resolution_UnassignableNodeDcid a.mcf:3",
      "error Resolution_OrphanLocalReference_unit a.mcf:7",
    ]);
  });
});
