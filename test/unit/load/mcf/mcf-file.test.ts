/** Instance MCF, rule by rule (behaviour: inputs 2, inputs 3). */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileOnDisk } from "../../../../src/disk/disk-tree.ts";
import type { InputFile } from "../../../../src/load/bytes/file-tree.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { contextOf, loadMcf, runInto } from "../../../../src/load/mcf/mcf-file.ts";
import type { DeferredBlocks } from "../../../../src/load/nodes/block-names.ts";
import { FindingTexts } from "../finding-texts.ts";
import { memoryInput } from "../inputs.ts";
import { loadMcfText, loadTexts, withFolder } from "../load-texts.ts";
import { lineOf, RecordingSink } from "../recording-sink.ts";

const linesOf = async (text: string): Promise<string[]> => (await loadMcfText(text)).sink.lines;

describe("values", () => {
  test("references, texts, numbers and words", async () => {
    const text = `Node: dcid:x
typeOf: schema:City, dcs:Place
name: "Mountain View", Word
area: 31.788
inCounty: true
near: dcid:y
`;
    expect(await linesOf(text)).toEqual([
      'x area "31.788"',
      'x inCounty "true"',
      'x name "Mountain View"',
      'x name "Word"',
      "x near y",
      "x typeOf City",
      "x typeOf Place",
    ]);
  });

  test.each([
    [
      'description: "a \\"b\\" \\n \\: \\\' \\v"',
      'x description "a \\"b\\" \\\\n \\\\: \\\\\' \\\\v"',
    ],
    ['description: "{\\\\\\"a\\\\\\": 1}"', 'x description "{\\\\\\"a\\\\\\": 1}"'],
    ['description: "a\\\\\\\\\\"b"', 'x description "a\\\\\\\\\\"b"'],
    ['description: "a\\\\"', 'x description "a\\\\"'],
    ['description: "a "b" c"', 'x description "a \\"b\\" c"'],
    ['description: "a".', 'x description "\\"a\\"."'],
    ['description: ""', 'x description ""'],
    ["url: https://a.b/c", 'x url "https://a.b/c"'],
    ["name : spaced", 'x name "spaced"'],
    ['name: "\u00a0a\u00a0"', 'x name "\u00a0a\u00a0"'],
    ['subPropertyOf: "location"', "x subPropertyOf location"],
    ["memberOf: who:Group", "x memberOf who:Group"],
    ["name: who:Group", 'x name "who:Group"'],
    ["name: a # b", 'x name "a # b"'],
    ["near: dcid:Count_Death(A&B)-1.5/C", "x near Count_Death(A&B)-1.5/C"],
    ["near: dcid:has spaces", "x near has spaces"],
    ["constructor: __proto__", 'x constructor "__proto__"'],
  ])("%s", async (line, triple) => {
    expect(await linesOf(`Node: dcid:x\n${line}`)).toEqual([triple]);
  });

  test("complex values are references to nodes that are made from them", async () => {
    expect(await linesOf("Node: dcid:x\nage: [dcs:Years 10 20]")).toEqual([
      'Years10To20 endValue "20"',
      'Years10To20 name "Years 10 To 20"',
      'Years10To20 startValue "10"',
      "Years10To20 typeOf QuantityRange",
      "Years10To20 unit Years",
      "x age Years10To20",
    ]);
  });

  test("repeated lines and repeated blocks add values", async () => {
    const text = `Node: dcid:x
name: a
name: b, b

Node: schema:x
name: c`;
    expect(await linesOf(text)).toEqual(['x name "a"', 'x name "b"', 'x name "c"']);
  });
});

describe("lines", () => {
  test("CR LF, comments, blank lines and a byte order mark", async () => {
    const text = "\ufeff# a\r\n\r\n  // b\r\nNode:dcid:x\r\n\t name:  a \r\n#name: b\r\n";
    const { sink, diagnostics } = await loadMcfText(text);
    expect(sink.lines).toEqual(['x name "a"']);
    expect(diagnostics).toEqual([]);
  });

  test.each(['name: a, "b', "name: [10 12"])("what is dropped of %s is said so", async (line) => {
    const { messages } = await loadMcfText(`Node: dcid:x\n${line}\nname: c`);
    expect(messages).toEqual([expect.stringMatching(/value of 'name', which is dropped: '.*'$/)]);
  });

  test.each([
    ["no colon", "error MCF_MalformedColonLessLine a.mcf:2"],
    [": value", "error MCF_MalformedColonLessLine a.mcf:2"],
    ["http://a.b/c", "error MCF_MalformedColonLessLine a.mcf:2"],
    ["name:", "error StrSplit_EmptyToken_name a.mcf:2"],
    ["name: , ,", "error StrSplit_EmptyToken_name a.mcf:2"],
    ['name: a, "b', "error StrSplit_BadQuotesInToken_name a.mcf:2"],
    ["age: [10 12", "error MCF_MalformedComplexValue a.mcf:2"],
    ["typeOf: dcid:", "error Sanity_InvalidChars_typeOf a.mcf:2"],
    ['typeOf: ""', "error Sanity_InvalidChars_typeOf a.mcf:2"],
  ])("%s is reported and the rest is loaded", async (line, diagnostic) => {
    const { sink, diagnostics } = await loadMcfText(`Node: dcid:x\n${line}\nkept: yes`);
    expect(diagnostics).toEqual([diagnostic]);
    expect(sink.lines).toEqual(['x kept "yes"']);
  });

  test.each([
    ["typeOf dcs:City", "'typeOf': 'typeOf dcs'", 'x typeOf_dcs "City"'],
    ["member dcid:a", "'member': 'member dcid'", 'x member_dcid "a"'],
    ["near l:a", "'near': 'near l'", 'x near_l "a"'],
    ['name "A: b"', "'name': 'name \"A'", undefined],
    ["Node dcid:a", "'Node': 'Node dcid'", 'x Node_dcid "a"'],
    ["node who:a", "'node': 'node who'", 'x node_who "a"'],
  ])(
    "%s lacks its colon: it is reported, and read as the official tool reads it",
    async (line, words, read) => {
      const text = `Node: dcid:x\n${line}\nkept: yes`;
      const { sink, diagnostics, messages } = await loadMcfText(text);
      expect(diagnostics[0]).toBe("error MCF_MalformedColonLessLine a.mcf:2");
      expect(messages[0]).toContain(`a colon is missing after ${words} is read as a property`);
      const lines = sink.lines.map((one) => one.replace(/(?<= \w+) (?=\w+ )/, "_"));
      expect(new Set(lines)).toEqual(
        new Set([read, 'x kept "yes"'].filter((one) => one !== undefined)),
      );
    },
  );

  test("a property with a blank is none that lacks its colon", async () => {
    const { diagnostics } = await loadMcfText(
      `Node: dcid:x\ntotal cost: 3\nnodes of: dcid:y\nsay "so": "name"`,
    );
    expect(diagnostics).toEqual([]);
  });

  test("a complex value that cannot be read is reported and stays a text", async () => {
    const { sink, diagnostics } = await loadMcfText("Node: dcid:x\nage: [10]");
    expect(diagnostics).toEqual(["error MCF_MalformedComplexValueParts a.mcf:2"]);
    expect(sink.lines).toEqual(['x age "[10]"']);
  });

  test("a line that starts with a URL splits after it", async () => {
    expect(await linesOf('Node: dcid:x\nhttps://a.b/name: "c"')).toEqual([
      'x https://a.b/name "c"',
    ]);
  });

  test("properties before any node are reported", async () => {
    const { diagnostics } = await loadMcfText("typeOf: City\nNode: dcid:x\nname: a");
    expect(diagnostics).toEqual(["error MCF_UnexpectedProperty a.mcf:1"]);
  });

  test.each([
    ["Node: a,b", "MCF_MalformedNodeName"],
    ['Node: "a"', "MCF_MalformedNodeName"],
    ["Node:", "MCF_MalformedNodeName"],
  ])("a block with an unreadable name is left out line by line: %s", async (node, counter) => {
    const text = `Node: dcid:x\nname: a\n${node}\nname: b\nsize: 1\nNode: dcid:y\nname: c`;
    const { sink, diagnostics } = await loadMcfText(text);
    expect(sink.lines).toEqual(['x name "a"', 'y name "c"']);
    expect(diagnostics).toEqual([
      `error ${counter} a.mcf:3`,
      "error MCF_MalformedNode a.mcf:4",
      "error MCF_MalformedNode a.mcf:5",
    ]);
  });

  test("nodes without properties are reported", async () => {
    const { diagnostics, sink } = await loadMcfText("Node: dcid:x\nNode: dcid:y\nname: a\nNode: z");
    expect(sink.lines).toEqual(['y name "a"']);
    expect(diagnostics).toEqual([
      "error MCF_MalformedNode a.mcf:1",
      "error MCF_MalformedNode a.mcf:4",
    ]);
  });

  test("'node' in lower case is a property", async () => {
    expect(await linesOf("Node: dcid:x\nnode: y")).toEqual(['x node "y"']);
  });
});

describe("Context", () => {
  const context = `Context: Mine
importName: "Unicef"
importUrl: "https://a.b/c.mcf"
provenanceUrl: "http://unicef.org"
namespace: "who=http://who.int/", "un=http://un.org"

Node: who:x
near: un:y
typeOf: who:Z
`;

  test("names the provenance, its URL and further prefixes", async () => {
    const { sink, diagnostics } = await loadTexts({ "a.mcf": context }, { provenance: "mine" });
    expect(sink.lines).toEqual([
      'dc/base/Unicef url "http://unicef.org"',
      "x near y",
      "x typeOf Z",
    ]);
    expect(new Set(sink.triples.map(({ provenance }) => provenance))).toEqual(
      new Set(["dc/base/Unicef"]),
    );
    expect(diagnostics).toEqual(["info MCF_UnexpectedProperty a.mcf:3"]);
  });

  test("holds for its file only", async () => {
    const other = "Node: dcid:p\nnear: un:y";
    const { sink } = await loadTexts({ "a.mcf": context, "b.mcf": other });
    expect(sink.triples.find(({ subject }) => subject === "p")).toEqual({
      subject: "p",
      predicate: "near",
      object: '"un:y"',
      provenance: "dc/base/b",
    });
  });

  test("an URL alone goes to the file's own provenance", async () => {
    const text = 'Context:\nprovenanceUrl: "http://a"\nNode: dcid:x\nname: b';
    const { sink } = await loadTexts({ "a.mcf": text }, { provenance: "mine" });
    expect(sink.lines).toEqual(['dc/base/a url "http://a"', 'x name "b"']);
  });

  test("belongs at the top, and a broken one is reported", async () => {
    const text = `Context:
importName:
namespace: "who"
Node: dcid:x
name: a
Context:
importName: "b"`;
    const { sink, diagnostics } = await loadMcfText(text);
    expect(sink.lines).toEqual(['x name "a"']);
    expect(diagnostics).toEqual([
      "error StrSplit_EmptyToken_importName a.mcf:2",
      "error MCF_UnexpectedProperty a.mcf:3",
      "error MCF_UnexpectedProperty a.mcf:6",
      "error MCF_MalformedNode a.mcf:7",
    ]);
  });
});

test("a file whose lines end in CR alone says so", async () => {
  const { messages } = await loadTexts({ "a.mcf": "Node: dcid:a\rtypeOf: dcs:City\r" });
  expect(messages[0]).toContain("a CR alone ends no line");
});

test("a file of templates that is called .mcf is said to be one, once, and makes no nodes", async () => {
  const node = (name: string) =>
    `Node: E:t->${name}\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:v\nobservationAbout: C:t->place\nobservationDate: C:t->date\nvalue: C:t->v\n`;
  const { sink, diagnostics } = await loadMcfText(`${node("E0")}\n${node("E1")}`);
  expect([sink.lines, sink.observations]).toEqual([[], []]);
  expect(diagnostics).toEqual([expect.stringContaining("MCF_MalformedNodeName")]);
});

test("a node without a type that names a variable is reported", async () => {
  const text = "Node: dcid:o\nvariableMeasured: dcs:v\nobservationAbout: dcid:a\nvalue: 1\n";
  const { diagnostics } = await loadTexts({ "a.mcf": text });
  expect(diagnostics).toEqual(["warning Sanity_MissingOrEmpty_typeOf a.mcf:1"]);
});

test.each([
  ["a folder", {}],
  ["a custom folder", { "config.json": '{"inputFiles": {}}' }],
])("an empty file is reported in %s", async (_where, others) => {
  const { diagnostics } = await loadTexts({
    ...others,
    "a.mcf": "",
    "b.mcf": 'Node: dcid:x\nname: "x"\n',
  });
  expect(diagnostics.filter((one) => one.includes("MCF"))).toEqual(["warning MCF_EmptyFile a.mcf"]);
});

describe("the context of a file", () => {
  const of = async (text: string) => await contextOf(memoryInput("a.mcf", Buffer.from(text)));
  const none = { importName: undefined, provenanceUrl: undefined };

  test.each<[string, string, object | undefined]>([
    [
      "is what stands before its first node",
      "\ufeffContext: c\nimportName: I\nprovenanceUrl: http://u\nNode: x\n",
      { importName: "I", provenanceUrl: "http://u" },
    ],
    ["is empty where nothing does", "Node: x\nContext: c\nimportName: I\n", none],
    ["is empty with comments and mistakes before a node", "# c\nimportName: I\n\nNode: x\n", none],
    ["is not known with prefixes", 'Context: c\nnamespace: "w=u"\nNode: x\n', undefined],
    ["is not known without a node", "Context: c\nimportName: I\n", undefined],
    ["is not known where a node has a blank before it", "importName: I\n Node: x\n", undefined],
    ["is not known of an empty file", "", undefined],
  ])("%s", async (_name, text, context) => {
    expect(await of(text)).toEqual(context);
  });
});

describe("a file alone", () => {
  /** What a file becomes, and what its chunk leaves to the reader of the whole. */
  async function read(input: InputFile, start?: number, firstLine = 1, importName?: string) {
    const [sink, log, progress] = [new RecordingSink(), new FindingTexts(), new Progress(0)];
    const deferred: DeferredBlocks[] = [];
    const run = runInto(sink, log, progress, (blocks) => deferred.push(blocks));
    const provenance = { listed: undefined, option: undefined, stem: "a" };
    const context = { importName, provenanceUrl: undefined };
    const chunk =
      start === undefined ? undefined : { range: { start, end: input.size }, firstLine, context };
    const line = await loadMcf(input, provenance, run, chunk);
    const names = deferred.flatMap(({ blocks }) =>
      blocks.map(({ name, line: at }) => `${name}@${at}`),
    );
    const triples = sink.triples.map((triple) => `${lineOf(triple)} (${triple.provenance})`);
    return { triples, names, line, rows: progress.rows, said: log.texts };
  }
  const nothing = { triples: [], names: [], rows: 0 };

  test("counts its nodes and its lines, by bytes and as lines", async () => {
    const text = 'Node: dcid:a\nname: A\n\nNode: dcid:b\nname: "\\"B"\nNode: dcid:c\nname: C\n';
    expect(await read(memoryInput("a.mcf", Buffer.from(text)))).toEqual({
      triples: ['a name "A" (dc/base/a)', 'b name "\\"B" (dc/base/a)', 'c name "C" (dc/base/a)'],
      names: [],
      line: 8,
      rows: 3,
      said: [],
    });
  });

  test("is reported if it has no byte", async () => {
    const said = [
      "warning MCF_EmptyFile a.mcf: the file is empty: write nodes, or take it out of the load",
    ];
    expect(await read(memoryInput("a.mcf", new Uint8Array()))).toEqual({
      ...nothing,
      line: 1,
      said,
    });
    const blank = memoryInput("a.mcf", Buffer.from("\n"));
    expect(await read(blank)).toEqual({ ...nothing, line: 2, said: [] });
  });

  test.each(["Node: E:t->E\ntypeOf: dcs:City\n", "Node: E:t->E\ndcid: C:t->id\n"])(
    "of a template is reported, and makes no node: %j",
    async (text) => {
      const said = [
        "error MCF_MalformedNodeName a.mcf:1 'E:t->E' is a node of a template, and the file is read as plain MCF; a file of templates has the ending .tmcf",
      ];
      const found = await read(memoryInput("a.mcf", Buffer.from(text)));
      expect(found).toEqual({ ...nothing, line: 3, rows: 1, said });
    },
  );

  test("has the context of its top in later chunks, and leaves local names to the whole", async () => {
    const [first, second] = [
      "Context: c\nimportName: I\n",
      "Node: x\ndcid: a\nNode: dcid:b\nname: B\n",
    ];
    await withFolder({ "a.mcf": first + second }, async (folder) => {
      const input = fileOnDisk(join(folder, "a.mcf"), first.length + second.length);
      const found = {
        triples: ['b name "B" (dc/base/I)'],
        names: ["x@3"],
        line: 7,
        rows: 2,
        said: [],
      };
      expect(await read(input, first.length, 3, "I")).toEqual(found);
      expect(await read(input, 0)).toEqual(found);
    });
  });
});
