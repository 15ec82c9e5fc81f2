/** Which nodes are read straight from their bytes; the lines that the others are read as are the measure. */
import { describe, expect, test } from "vitest";
import { BlockReader } from "../../../../src/load/bytes/byte-blocks.ts";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { loadMcf } from "../../../../src/load/mcf/mcf-file.ts";
import { McfProperties } from "../../../../src/load/mcf/mcf-properties.ts";
import { literal, McfScanner, odd } from "../../../../src/load/mcf/mcf-scanner.ts";
import { NodeImport } from "../../../../src/load/nodes/node-import.ts";
import { unfinished } from "../../../../src/load/records/record-loop.ts";
import { memoryInput } from "../inputs.ts";
import { RecordingSink } from "../recording-sink.ts";
import { PlacedSink } from "../twin-runs.ts";

const provenance = { listed: undefined, option: undefined, stem: "a" };

/** Remembers the dcids whose bytes it was given. */
class StraightSink extends RecordingSink {
  readonly straight: string[] = [];

  override nodeOf(bytes: Uint8Array, start: number, end: number): number {
    this.straight.push(Buffer.from(bytes.subarray(start, end)).toString());
    return super.nodeOf(bytes, start, end);
  }
}

async function readInto<Reading extends RecordingSink>(
  sink: Reading,
  text: string,
  blockBytes: number,
): Promise<{ sink: Reading; told: unknown[]; rows: number }> {
  const told: unknown[] = [];
  const log = new DiagnosticLog({ onDiagnostic: (diagnostic) => told.push(diagnostic) });
  const progress = new Progress(0);
  const nodes = new NodeImport(sink);
  const scanner = new McfScanner(new McfProperties(sink));
  const blocks = new BlockReader(progress, blockBytes);
  const input = memoryInput("a.mcf", Buffer.from(text));
  await loadMcf(input, provenance, { sink, log, progress, blocks, scanner, nodes });
  nodes.endFile();
  nodes.end(() => undefined);
  return { sink, told, rows: progress.rows };
}

/** As one text: some nodes have thousands of values. */
function writtenTo({ triples, observations, nodes }: RecordingSink): string {
  return [...triples, ...observations, nodes].map((one) => JSON.stringify(one)).join("\n");
}

/** @returns dcids that were read from their bytes, each once. */
async function straightIn(text: string, blockBytes = 1 << 18): Promise<Set<string>> {
  const byBytes = await readInto(new StraightSink(), text, blockBytes);
  const byLines = await readInto(new PlacedSink(), text, 1 << 18);
  expect({ told: byBytes.told, rows: byBytes.rows }).toEqual({
    told: byLines.told,
    rows: byLines.rows,
  });
  expect(writtenTo(byBytes.sink)).toBe(writtenTo(byLines.sink));
  return new Set(byBytes.sink.straight);
}

const observed = (...lines: string[]) =>
  [
    "Node: o",
    "typeOf: dcs:StatVarObservation",
    "variableMeasured: dcs:Count",
    "observationAbout: dcid:a",
    'observationDate: "2020"',
    "value: 5",
    ...lines,
  ].join("\n");

describe("is read straight from its bytes", () => {
  test.each([
    ["with references and texts", 'Node: dcid:a\ntypeOf: dcs:City, schema:Place\nname: "A, b"'],
    ["without blanks", "Node:dcid:a\nname:A"],
    ["with blanks around everything", "Node: \t dcid:a \t\n \t name: \t A \t , B \t\n"],
    ["in lines that end in CR LF", 'Node: dcid:a\r\ntypeOf: dcs:City\r\nname: "A"\r\n'],
    ["behind a byte order mark", "\ufeffNode: dcid:a\nname: A\n"],
    ["behind an empty line", "\nNode: dcid:a\nname: A"],
    ["of each prefix", "Node: dcs:a\nx: 1\nNode: schema:a\nx: 2\nNode: dcid:a\nx: 3\n"],
    ["with comments and empty lines", "Node: dcid:a\n\n# no: b\nx: 1\n \t\n// no: c\ny: 2\n\n"],
    ["with a local name and a dcid", 'Node: local\ndcid: "a"\ntypeOf: dcs:City\nname: A'],
    ["with a dcid that has a prefix", "Node: local\ndcid: dcid:a\nname: A"],
    ["with a dcid without quotes", "Node: local\ndcid: a\nname: A"],
    ["with another dcid than its name", "Node: dcid:b\ndcid: a\nname: A"],
    ["with an empty text", 'Node: dcid:a\nname: ""'],
    ["with commas that separate nothing", "Node: dcid:a\nnear: ,dcid:x,, dcid:y ,\n"],
    ["with texts in quotes between others", 'Node: dcid:a\nname: A, "B" ,"C", D\n'],
    ["with words that begin like a local name", "Node: dcid:a\nname: l, length, ll:x, m:x, :\n"],
    [
      "with words that begin like a prefix",
      "Node: dcid:a\nname: dcidx:b, schemata:c, dc:d, sche\n",
    ],
    ["with references without a prefix", "Node: dcid:a\ntypeOf: City\ncontainedInPlace: geoId/06"],
    ["with URLs", "Node: dcid:a\nurl: https://a.b/c, http://d"],
    ["with numbers and letters beyond ASCII", 'Node: dcid:a\nx: 1.50\nname: "Größe 😀"\ngröße: ä'],
    ["with a backslash in the next one alone", 'Node: dcid:a\nname: A\nNode: dcid:b\nname: "\\n"'],
    ["with a backslash in the one before", 'Node: dcid:b\nname: "\\n"\nNode: dcid:a\nname: A\n'],
    ["that is an observation", observed()],
    ["that is an observation with a dcid", observed("dcid: obs/1")],
    ["that is an observation with a facet", observed("unit: Meter\nmeasurementMethod: M")],
  ])("a node %s", async (_what, text) => {
    for (const blockBytes of [1 << 18, 7, 1]) {
      expect(await straightIn(text, blockBytes)).toContain("a");
    }
  });
});

describe("is read as lines", () => {
  test.each([
    ["with a backslash", 'Node: dcid:a\nname: "a\\"b"'],
    ["with a backslash in its last byte", "Node: dcid:a\nname: \\"],
    ["with a quote within a value", 'Node: dcid:a\nname: a"b"'],
    ["with text behind a quote", 'Node: dcid:a\nname: "a" b'],
    ["with an open quote", 'Node: dcid:a\nname: "b'],
    ["with a complex value", "Node: dcid:a\nage: [Years 10]"],
    ["with a local reference", "Node: dcid:a\nnear: l:b\nNode: b\ndcid: c\\\nname: B"],
    ["with a reference in quotes", 'Node: dcid:a\ncontainedInPlace: "b"'],
    ["with a type in quotes", 'Node: dcid:a\ntypeOf: "City"'],
    ["without an identity", "Node: a\ntypeOf: dcs:City"],
    ["with two dcids", "Node: x\ndcid: a\ndcid: b"],
    ["with an empty dcid", 'Node: x\ndcid: ""\nname: A'],
    ["without properties", "Node: dcid:a"],
    ["without a name", "Node:\nname: A"],
    ["of a prefix alone", "Node: dcid:\nname: A"],
    ["with a comma in its name", "Node: dcid:a,b\nname: A"],
    ["with a quote in its name", 'Node: "dcid:a"\nname: A'],
    ["with a property without a value", "Node: dcid:a\nname:"],
    ["with a reference to nothing", "Node: dcid:a\nnear: dcid:"],
    ["with a line without a colon", "Node: dcid:a\nname A\nx: 1"],
    ["with a line that begins with a colon", "Node: dcid:a\n: A\nx: 1"],
    ["with a blank before a colon", "Node: dcid:a\nname : A"],
    ["with a line that is a URL", "Node: dcid:a\nhttp://b/c: A\nhttps://b/d: B"],
    ["with a slash that begins no comment", "Node: dcid:a\n/b: A"],
    ["with a Context", "Node: dcid:a\nname: A\nContext: x\nNode: dcid:a\nname: B\\"],
    ["behind a Context that has prefixes", 'Context: x\nnamespace: "w=u"\nNode: dcid:a\nname: w:b'],
    ["with a comma and a property in its name", "Node: dcid:a,b: c\nname: A"],
    ["that another calls by its dcid", "Node: dcid:a\nname: A\nNode: dcid:b\nnear: l:dcid:a"],
    ["that is an observation without a value", observed().replace("value: 5", "")],
    ["that is an observation without a variable", observed().replace(/variable.*/, "")],
    ["that is an observation with two dates", observed('observationDate: "2021"')],
    ["that is an observation with an empty date", observed().replace('"2020"', '""')],
    ["that is an observation with an odd date", observed().replace("2020", "FY2020")],
    ["that is an observation with an odd value", observed().replace("5", "many")],
    ["that is an observation with a further property", observed("name: A")],
  ])("a node %s", async (_what, text) => {
    for (const blockBytes of [1 << 18, 7]) await straightIn(text, blockBytes);
  });

  test("a node of more values than are usual", async () => {
    const values = (count: number) =>
      `Node: dcid:a\nname: ${Array.from({ length: count }, (_, at) => at).join(",")}\n`;
    expect(await straightIn(values(4096))).toContain("a");
    expect(await straightIn(values(4097))).not.toContain("a");
  });

  test("a node of more bytes than a block, and than are waited for", async () => {
    const large = `Node: dcid:a\nname: "${"b".repeat(1 << 18)}"\nNode: dcid:c\nname: C\n`;
    expect(await straightIn(large, 1 << 10)).toContain("c");
  });

  test("a node with a byte order mark where a block begins", async () => {
    const text = "Node: a\nname: A\n\ufeffx: 1\n\ufeffy: 2\n";
    for (let blockBytes = 1; blockBytes < 40; blockBytes++) await straightIn(text, blockBytes);
  });

  test("a node of a property of more than 127 bytes", async () => {
    const named = (length: number) => `Node: dcid:a\n${"p".repeat(length)}: A`;
    expect(await straightIn(named(127))).toContain("a");
    expect(await straightIn(named(128))).not.toContain("a");
  });

  test("a node of a property that came when thousands were known", async () => {
    const properties = Array.from({ length: 4094 }, (_, at) => `p${at}: A\n`);
    const text = `Node: dcid:a\n${properties.join("")}Node: dcid:b\nq: B\nNode: dcid:c\nr: C\n`;
    expect([...(await straightIn(text))].filter((dcid) => dcid.length === 1)).toEqual([
      "a",
      "b",
      "q",
    ]);
  });
});

describe("properties", () => {
  test("are told apart, whatever follows what, and however alike they are", async () => {
    const names = ["a", "ab", "abc", "abd", "abcd", "abce", "abcdefg", "abcdefh", "bbcdefg"];
    const nodes = names.flatMap((first) =>
      names.map((second) => `Node: dcid:n\n${first}: ${second}\n${second}: 1\nname: A\n`),
    );
    expect(await straightIn(nodes.join(""))).toEqual(new Set(["n", "name", ...names]));
  });

  test("are found again among hundreds", async () => {
    const names = Array.from({ length: 600 }, (_, at) => `property${at}`);
    const lines = [...names, ...names.toReversed()].map((name) => `${name}: ${name}\n`);
    expect(await straightIn(`Node: dcid:a\n${lines.join("")}`)).toContain("a");
  });

  test("may have the last object again, another one of its length, or a longer one", async () => {
    const objects = [
      "geoId/06",
      "geoId/06",
      "geoId/16",
      "geoId/07",
      "geoId/07",
      "geoId/0",
      "geoId/06",
    ];
    const nodes = objects.map((object, at) => `Node: dcid:n${at}\nnear: dcid:${object}\n`);
    expect(await straightIn(nodes.join(""))).toContain("geoId/16");
    await straightIn(nodes.join(""), 40);
  });
});

test("facets of observations follow what each of them says, and where it comes from", async () => {
  const facets = ["unit: A", "unit: B", "", "unit: B", "unit: B\nmeasurementMethod: M", "unit: A"];
  const nodes = facets.map((facet, at) => observed(facet).replace("2020", `${2000 + at}`));
  const text = nodes.join("\n");
  await straightIn(text);
  const { sink } = await readInto(new StraightSink(), text, 64);
  expect(sink.observations.map(({ unit, measurementMethod }) => [unit, measurementMethod])).toEqual(
    [
      ["A", ""],
      ["B", ""],
      ["", ""],
      ["B", ""],
      ["B", "M"],
      ["A", ""],
    ],
  );
});

describe("the scanner finds", () => {
  /** Name, dcid and traits of each node, its lines, and its values; `odd` for one that is. */
  function nodesIn(text: string): string[] {
    const sink = new StraightSink();
    const scanner = new McfScanner(new McfProperties(sink));
    const bytes = Buffer.from(`${text}\n\0\0\0\0\0\0\0\0`);
    const end = bytes.length - 8;
    scanner.open(bytes);
    const part = (start: number, to: number) => bytes.toString("utf8", start, to);
    const names = new Map<number, string>();
    const nameOf = (property: number) => {
      if (!names.has(property)) {
        scanner.known.predicateOf(property);
        names.set(property, sink.straight.at(-1)!);
      }
      return names.get(property)!;
    };
    const found: string[] = [];
    for (let at = 0; at < end; ) {
      const next = scanner.node(at, end, true);
      if (next === odd) return [...found, "odd"];
      const values = Array.from(
        scanner.properties.subarray(0, scanner.count),
        (property, index) => {
          const kind = scanner.kinds[index] === literal ? "=" : "->";
          return `${nameOf(property)}${kind}${part(scanner.starts[index]!, scanner.ends[index]!)}`;
        },
      );
      const { nameStart, nameEnd, dcidStart, dcidEnd, isLocal, isNamed, isObservation } = scanner;
      const traits = [isLocal && "local", isNamed && "named", isObservation && "observation"];
      found.push(
        [
          `${part(nameStart, nameEnd)} ${part(dcidStart, dcidEnd)}`,
          ...traits.filter((trait) => trait !== false),
          `${scanner.lines} lines`,
          ...values,
        ].join("; "),
      );
      expect(next === end || scanner.isNode(next)).toBe(true);
      at = next;
    }
    return found;
  }

  test.each<[string, string[]]>([
    ["Node: dcid:a\nname: A", ["dcid:a a; 2 lines; name=A"]],
    ["Node:  dcs:a b \nname: A\n\n# c: d\n", ["dcs:a b a b; 5 lines; name=A"]],
    [
      "Node: schema:a\nsee: schema:b, dcs:c, dcid:d",
      ["schema:a a; 2 lines; see->b; see->c; see->d"],
    ],
    ["Node: x\ndcid: a", ["x a; local; named; 2 lines"]],
    ["Node: dcid:x\ndcid: a", ["dcid:x a; 2 lines"]],
    [
      "Node: dcid:a\ntypeOf: City, dcs:Place\nunit: U",
      ["dcid:a a; 3 lines; typeOf->City; typeOf->Place; unit->U"],
    ],
    [
      "Node: o\ntypeOf: StatVarObservation\nvalue: 5",
      ["o o; local; observation; 3 lines; value=5"],
    ],
    [
      "Node: dcid:a\ntypeOf: City\nNode: dcid:b\nname: B\nNodes: C",
      ["dcid:a a; 2 lines; typeOf->City", "dcid:b b; 3 lines; name=B; Nodes=C"],
    ],
    ['Node: dcid:a\nname: "A, b" , "",C ', ["dcid:a a; 2 lines; name=A, b; name=; name=C"]],
    [
      "Node: dcid:a\nname: dci:b, schem:c, schemab:c, dcid, ll:x",
      ["dcid:a a; 2 lines; name=dci:b; name=schem:c; name=schemab:c; name=dcid; name=ll:x"],
    ],
    ["Node: dcid:a\n // c\n/d: e", ["dcid:a a; 3 lines; /d=e"]],
    ["Node: E:t->E1\ndcid: C:t->id\nname: A", ["odd"]],
    ["Node: a\nname: A", ["odd"]],
    ["Node: dcid:a", ["odd"]],
    ["Node: dcid:a\nsee: l:b", ["odd"]],
    ["Node: dcid:a\nsee: [b]", ["odd"]],
    ["Node: dcid:a\nsee: dcs:", ["odd"]],
    ["Node: x\ndcid: a, b", ["odd"]],
    ['Node: dcid:a\nname: "b" c', ["odd"]],
    ['Node: dcid:a\ntypeOf: "City"', ["odd"]],
    ["Node: dcid:a\nContext: x", ["odd"]],
    ["Node: dcid:a\nname: A\nhttp: x", ["odd"]],
    ["Node: dcid:a\nname: A\ntypeOf dcs: x", ["odd"]],
    ["Node: dcid:a\nname: A\\", ["odd"]],
  ])("in %j", (text, nodes) => {
    expect(nodesIn(text)).toEqual(nodes);
  });

  test("a node whole, and waits for one that may go on, up to a length", () => {
    const scanner = new McfScanner(new McfProperties(new RecordingSink()));
    const at = (text: string, isLast: boolean) => {
      const bytes = Buffer.from(`${text}\0\0\0\0\0\0\0\0`);
      scanner.open(bytes);
      return scanner.node(0, bytes.length - 8, isLast);
    };
    const text = "Node: dcid:a\nname: A\n";
    expect([at(text, true), at(text, false)]).toEqual([text.length, unfinished]);
    expect(at(`${text}Node: dcid:b\n`, false)).toBe(text.length);
    const long = (length: number) => `${text}name: ${"b".repeat(length - text.length - 7)}\n`;
    expect([at(long(1 << 17), false), at(long((1 << 17) + 1), false)]).toEqual([unfinished, odd]);
    expect(at(long((1 << 17) + 1), true)).toBe((1 << 17) + 1);
  });
});
