/** Lines of MCF as blocks of typed values, and the reports of lines that are none. */
import { describe, expect, test } from "vitest";
import { FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import { McfParser } from "../../../../src/load/mcf/mcf-parser.ts";
import { FindingTexts } from "../finding-texts.ts";

type Form = ConstructorParameters<typeof McfParser>[0];

/** A line that starts with this is not UTF-8. */
const damaged = "!";

/** Blocks as `name@line property=kind:text@line …`, reports, and the context. */
function parsed(form: Form, lines: readonly string[]) {
  const log = new FindingTexts();
  const blocks: string[] = [];
  const parser = new McfParser(form, new FileLog(log, "a"), ({ name, line, values }) => {
    const texts = values.map((one) => ` ${one.property}=${one.kind}:${one.text}@${one.line}`);
    blocks.push(`${name}@${line}${texts.join("")}`);
  });
  for (const [index, line] of lines.entries()) {
    const isDamaged = line.startsWith(damaged);
    parser.line(isDamaged ? line.slice(1) : line, index + 1, isDamaged);
  }
  parser.end();
  const { importName, provenanceUrl, prefixes } = parser.context;
  return {
    blocks,
    said: log.texts,
    context: { importName, provenanceUrl, prefixes: [...prefixes] },
  };
}

describe("an instance file", () => {
  const cases: readonly (readonly [string, string[], string[], string[]])[] = [
    [
      "has nodes with typed values, of which a line may have several",
      ["Node: dcid:x", 'name: "A, B", C', "near: dcs:y, l:z, w", "size: 1.5, true, [Ton 5]"],
      [
        "dcid:x@1 name=text:A, B@2 name=text:C@2 near=reference:y@3 near=local:z@3 near=text:w@3 size=number:1.5@4 size=number:true@4 size=complex:[Ton 5]@4",
      ],
      [],
    ],
    [
      "has comments and blank lines anywhere",
      ["# a: b", "Node: x", "", " \t", "// c: d", "  # e: f", "name: A"],
      ["x@2 name=text:A@7"],
      [],
    ],
    [
      "has properties that begin like comments, or are in the middle of a line",
      ["Node: x", "/ a: b", "c: # d", "e: // f"],
      ["x@1 / a=text:b@2 c=text:# d@3 e=text:// f@4"],
      [],
    ],
    [
      "has URLs as properties, whose colon ends none",
      ["Node: x", "http://a: b", "https://c: d", "httpx: e", "httpd://f: g", "http:h:i"],
      [
        "x@1 http://a=text:b@2 https://c=text:d@3 httpx=text:e@4 httpd=text://f: g@5 http:h=text:i@6",
      ],
      [],
    ],
    [
      "reports lines without a colon, or with nothing before it",
      ["Node: x", "name", ": A", "http: b", "https: c", "size: 1"],
      ["x@1 size=number:1@6"],
      [
        "error MCF_MalformedColonLessLine a:2 expected \"property: value\", found 'name'",
        "error MCF_MalformedColonLessLine a:3 expected \"property: value\", found ': A'",
        "error MCF_MalformedColonLessLine a:4 expected \"property: value\", found 'http: b'",
        "error MCF_MalformedColonLessLine a:5 expected \"property: value\", found 'https: c'",
      ],
    ],
    [
      "reports a colon that is missing, and reads the line",
      ["Node: x", "typeOf dcs:City", "Node dcid:y"],
      ["x@1 typeOf dcs=text:City@2 Node dcid=text:y@3"],
      [
        "error MCF_MalformedColonLessLine a:2 a colon is missing after 'typeOf': 'typeOf dcs' is read as a property",
        "error MCF_MalformedColonLessLine a:3 a colon is missing after 'Node': 'Node dcid' is read as a property, and this line and those below it belong to the node above",
      ],
    ],
    [
      "reports properties without a node",
      ["name: A", "Node: x", "size: 1"],
      ["x@2 size=number:1@3"],
      ["error MCF_UnexpectedProperty a:1 property 'name' stands before any Node"],
    ],
    [
      "reports names that cannot be read, and each line below them",
      ["Node: x", "size: 1", "Node:", "a: 1", "Node: b,c", 'Node: "d"', "b: 2", "Node: y", "c: 3"],
      ["x@1 size=number:1@2", "y@8 c=number:3@9"],
      [
        "error MCF_MalformedNodeName a:3 the name of a Node is missing",
        "error MCF_MalformedNode a:4 property 'a' belongs to a block that cannot be read",
        "error MCF_MalformedNodeName a:5 the name of a Node holds a comma: 'b,c'",
        "error MCF_MalformedNodeName a:6 the name of a Node is in quotes: '\"d\"'",
        "error MCF_MalformedNode a:7 property 'b' belongs to a block that cannot be read",
      ],
    ],
    [
      "reports nodes without lines, and none that has one without a value",
      ["Node: x", "size: 1", "Node: y", "Node: z", "name:", "Node: v\rw"],
      ["x@1 size=number:1@2", "z@4"],
      [
        "error MCF_MalformedNode a:3 Node 'y' has no properties",
        "error StrSplit_EmptyToken_name a:5 property 'name' has no value",
        "error MCF_MalformedNode a:6 Node 'v\rw' has no properties; convert its line ends: a CR alone ends no line",
      ],
    ],
    [
      "reports values that it drops, and keeps those beside them",
      ["Node: x", 'name: a, "b', "size: 1, [2, 3", "near: , ,", "typeOf: City"],
      ["x@1 size=number:1@3 size=number:3@3 typeOf=reference:City@5"],
      [
        "error StrSplit_BadQuotesInToken_name a:2 a quote is left open in the value of 'name', which is dropped: 'a, \"b'",
        "error MCF_MalformedComplexValue a:3 expected a closing ] in the value of 'size', which is dropped: '[2'",
        "error StrSplit_EmptyToken_near a:4 property 'near' has no value",
      ],
    ],
    [
      "reports a Context that is not at its top",
      ["Node: x", "size: 1", "Context: y", "importName: z", "Node: v", "size: 2"],
      ["x@1 size=number:1@2", "v@5 size=number:2@6"],
      [
        "error MCF_UnexpectedProperty a:3 a Context block belongs at the top of an instance MCF file; it is not read here",
        "error MCF_MalformedNode a:4 property 'importName' belongs to a block that cannot be read",
      ],
    ],
    [
      "may have names of nodes of templates, or of anything",
      ["Node: E:T->E", "size: C:T->a", "Node: some name", "near: E:T->E"],
      ["E:T->E@1 size=text:C:T->a@2", "some name@3 near=text:E:T->E@4"],
      [],
    ],
  ];
  test.each(cases)("%s", (_name, lines, blocks, said) => {
    const found = parsed("instance", lines);
    expect([found.blocks, found.said]).toEqual([blocks, said]);
  });
});

describe("a line that is not UTF-8", () => {
  test.each<[string, string[], string[], string[]]>([
    [
      "leaves its node out, without a word of the lines below it",
      ["Node: x", "a: 1", "!b: 2", "c: 3", "Node: y", "d: 4"],
      ["y@5 d=number:4@6"],
      [],
    ],
    [
      "that begins a node leaves the node above whole",
      ["Node: x", "a: 1", "!Node : y", "b: 2", "Node: z", "c: 3"],
      ["x@1 a=number:1@2", "z@5 c=number:3@6"],
      [],
    ],
    [
      "that has such a beginning further on leaves the node above out",
      ["Node: x", "a: 1", "!aNode: y", "Node: z", "c: 3"],
      ["z@4 c=number:3@5"],
      [],
    ],
    [
      "that is a comment or blank is none",
      ["Node: x", "!# a", "! ", "b: 1"],
      ["x@1 b=number:1@4"],
      [],
    ],
    [
      "before any node hides what follows",
      ["!a: 1", "b: 2", "Node: x", "c: 3"],
      ["x@3 c=number:3@4"],
      [],
    ],
  ])("%s", (_name, lines, blocks, said) => {
    const found = parsed("instance", lines);
    expect([found.blocks, found.said]).toEqual([blocks, said]);
  });

  test("of a Context is left out alone", () => {
    const found = parsed("instance", ["Context: c", "!importName: A", "provenanceUrl: http://b"]);
    expect(found).toEqual({
      blocks: [],
      said: [],
      context: { importName: undefined, provenanceUrl: "http://b", prefixes: [] },
    });
  });
});

describe("a Context", () => {
  test("names the import, where it comes from, and prefixes of the nodes below it", () => {
    const namespaces = 'namespace: "who=http://who.int/", un=b';
    const lines = ["Context: c", 'importName: "A, B", C', "provenanceUrl: http://b", namespaces];
    const found = parsed("instance", [...lines, "Node: x", "see: who:y, un:z, of:v"]);
    expect(found).toEqual({
      blocks: ["x@5 see=reference:y@6 see=reference:z@6 see=text:of:v@6"],
      said: [],
      context: { importName: "A, B", provenanceUrl: "http://b", prefixes: ["who:", "un:"] },
    });
  });

  test("reports what it cannot read, and what is not kept", () => {
    const bad = ["importName:", 'provenanceUrl: ""', 'importName: "a', "importUrl: b"];
    const found = parsed("instance", ["Context: c", ...bad, "namespace: d, =e, f=g"]);
    expect(found).toEqual({
      blocks: [],
      said: [
        "error StrSplit_EmptyToken_importName a:2 property 'importName' of the Context has no readable value",
        "error StrSplit_EmptyToken_provenanceUrl a:3 property 'provenanceUrl' of the Context has no readable value",
        "error StrSplit_EmptyToken_importName a:4 property 'importName' of the Context has no readable value",
        "info MCF_UnexpectedProperty a:5 property 'importUrl' of a Context is not kept",
        "error MCF_UnexpectedProperty a:6 expected namespace: \"prefix=URL\", found 'd'",
        "error MCF_UnexpectedProperty a:6 expected namespace: \"prefix=URL\", found '=e'",
      ],
      context: { importName: undefined, provenanceUrl: undefined, prefixes: ["f:"] },
    });
  });

  test("may stand where one parser begins again", () => {
    const log = new FindingTexts();
    const names: string[] = [];
    const parser = new McfParser("instance", new FileLog(log, "a"), ({ name }) => names.push(name));
    const read = (...lines: string[]) => {
      for (const [at, line] of lines.entries()) parser.line(line, at + 1);
      parser.end();
    };
    read("Node: x", "a: 1");
    read("b: 2", "Context: c", "importName: d");
    expect([names, parser.context.importName, log.texts]).toEqual([
      ["x"],
      "d",
      ["error MCF_UnexpectedProperty a:1 property 'b' stands before any Node"],
    ]);
  });
});

describe("a template", () => {
  test("has nodes of its own form, columns and entities, and constants", () => {
    const values = "near: E:T->F, C:T->a b/c, dcid:d, 5";
    const quoted = 'see: "E:T->F", "C:T->a"';
    const found = parsed("template", ["Node: E:T->E", values, quoted, "size: xC:T->a"]);
    expect([found.blocks, found.said]).toEqual([
      [
        "E:T->E@1 near=entity:E:T->F@2 near=column:C:T->a b/c@2 near=reference:d@2 near=number:5@2 see=text:E:T->F@3 see=text:C:T->a@3 size=text:xC:T->a@4",
      ],
      [],
    ]);
  });

  test("reports names, properties and values of no form, and a Context", () => {
    const names = ["Node: E:T", "Node: T->E", "Context: x", "importName: y"];
    const values = ["Node: E:T->E", "C: D:T->a", "near: E:T, C:T, dcid:b", "size: 1"];
    const found = parsed("template", [...names, ...values]);
    expect([found.blocks, found.said]).toEqual([
      ["E:T->E@5 near=reference:b@7 size=number:1@8"],
      [
        "error TMCF_MalformedEntity a:1 expected E:<table>-><entity> as name of a template node, found 'E:T'",
        "error TMCF_MalformedEntity a:2 expected E:<table>-><entity> as name of a template node, found 'T->E'",
        "error MCF_UnexpectedProperty a:3 a Context block belongs at the top of an instance MCF file; it is not read here",
        "error MCF_MalformedNode a:4 property 'importName' belongs to a block that cannot be read",
        "error TMCF_UnsupportedColumnNameInProperty a:6 a property cannot be taken from a column: 'D:T->a'",
        "error TMCF_MalformedSchemaTerm a:7 expected a \"->\" in 'E:T' of property 'near'",
        "error TMCF_MalformedSchemaTerm a:7 expected a \"->\" in 'C:T' of property 'near'",
      ],
    ]);
  });

  test("has no Context at its top", () => {
    const found = parsed("template", ["Context: x", "Node: E:T->E", "size: 1"]);
    expect([found.blocks, found.said]).toEqual([
      ["E:T->E@2 size=number:1@3"],
      [
        "error MCF_UnexpectedProperty a:1 a Context block belongs at the top of an instance MCF file; it is not read here",
      ],
    ]);
  });
});

test("a custom folder's file has values as its importer reads them", () => {
  const found = parsed("custom", [
    ...["Context: c", 'namespace: "who=b"', "Node: x", 'name: "a ""b"", c", d', "typeOf: City"],
    ...["comparedNode: y, dcid:z", 'see: who:v, [Ton 5], "open', 'none: ""', "empty:", "commas: ,"],
  ]);
  expect([found.blocks, found.said]).toEqual([
    [
      'x@3 name=text:a "b", c@4 name=text:d@4 typeOf=reference:City@5 comparedNode=reference:y@6 comparedNode=reference:z@6 see=reference:v@7 see=text:[Ton 5]@7 see=text:open@7',
    ],
    [
      "error StrSplit_EmptyToken_empty a:9 property 'empty' has no value",
      "error StrSplit_EmptyToken_commas a:10 property 'commas' has no value",
    ],
  ]);
  const { blocks } = parsed("instance", ["Node: x", "comparedNode: y"]);
  expect(blocks).toEqual(["x@1 comparedNode=text:y@2"]);
});
