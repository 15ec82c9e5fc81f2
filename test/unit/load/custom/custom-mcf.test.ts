/** MCF of custom folders, by the rules of their importer. */
import { describe, expect, test } from "vitest";
import { loadTexts } from "../load-texts.ts";
import type { RecordingSink } from "../recording-sink.ts";

const config = JSON.stringify({
  inputFiles: { "a.csv": { format: "variablePerRow", provenance: "P" } },
  sources: { S: { url: "https://s.org/x", provenances: { P: "https://s.org/p" } } },
});
const load = (mcf: string, rows = "x,v,2020,1\n") =>
  loadTexts({
    "config.json": config,
    "a.csv": `entity,variable,date,value\n${rows}`,
    "v.mcf": mcf,
  });
const linesOf = (sink: RecordingSink, subject: string) =>
  sink.lines.filter((line) => line.startsWith(`${subject} `));

describe("values are cells of a row that never fails", () => {
  test.each([
    ['""klm, schmcks"', ['"klm"', '"schmcks\\""']],
    ['"he said ""hi"", yes"', ['"he said \\"hi\\", yes"']],
    ['"never closed, it is', ['"never closed, it is"']],
    ['"closed" and more, b', ['"b"', '"closed and more"']],
    ['a "quoted" word, c', ['"a \\"quoted\\" word"', '"c"']],
    ["C:\\dir\\, d", ['"C:\\\\dir\\\\"', '"d"']],
    ["[Years 10]", ['"[Years 10]"']],
    ["[10", ['"[10"']],
    ['"10:30", 5', ['"10:30"', '"5"']],
    ['dcs:A, "dcid:B", l', ['"l"', "A", "B"]],
    ['""', []],
    ['"a",, "b",', ['"a"', '"b"']],
  ])("%s", async (written, expected) => {
    const { sink, diagnostics } = await load(`Node: dcid:n\ntypeOf: dcs:Thing\nnote: ${written}\n`);
    expect(diagnostics).toEqual([]);
    const objects = linesOf(sink, "n").filter((line) => !line.startsWith("n typeOf"));
    expect(objects).toEqual(expected.map((object) => `n note ${object}`));
  });

  test("without any is an error", async () => {
    const { diagnostics } = await load("Node: dcid:n\ntypeOf: dcs:Thing\nnote: , ,\n");
    expect(diagnostics).toEqual(["error StrSplit_EmptyToken_note v.mcf:3"]);
  });

  test("of comparedNode are references", async () => {
    const { sink } = await load("Node: dcid:n\ntypeOf: dcs:Thing\ncomparedNode: m\n");
    expect(sink.lines).toContain("n comparedNode m");
  });
});

describe("ids", () => {
  test.each(["dcid:undata:v/X", "undata:v/X", "dcid:v/X", "dcs:undata:v/X"])(
    "lose every prefix: %s in MCF and in a cell are one variable",
    async (id) => {
      const { sink, diagnostics } = await load(
        `Node: ${id}\ntypeOf: dcs:StatisticalVariable\nname: "N"\nmemberOf: dcid:undata:g/Y\n`,
        "x,undata:v/X,2020,1\nx,dcid:undata:v/X,2021,1\n",
      );
      expect(diagnostics).toEqual([]);
      expect(sink.observations.map(({ variable }) => variable)).toEqual(["v/X", "v/X"]);
      expect(linesOf(sink, "v/X")).toEqual([
        "v/X memberOf g/Y",
        'v/X name "N"',
        "v/X typeOf StatisticalVariable",
      ]);
    },
  );

  test("of a dcid line lose every prefix, and URLs none", async () => {
    const { sink } = await load(
      'Node: here\ndcid: "undata:v/X"\ntypeOf: dcs:Thing\nurl: "https://a.org"\nsee: l:here\n',
    );
    expect(linesOf(sink, "v/X")).toEqual([
      "v/X see v/X",
      "v/X typeOf Thing",
      'v/X url "https://a.org"',
    ]);
  });
});

test("a source that MCF describes has the domain of its URL", async () => {
  const { sink } = await load(
    'Node: dcid:TS\ntypeOf: dcs:Source\nname: "S"\nurl: "https://e.com:8080/x?y"\n\nNode: dcid:TT\ntypeOf: dcs:Source\nurl: "no url"\n',
  );
  expect(linesOf(sink, "TS")).toContain('TS domain "e.com:8080"');
  expect(linesOf(sink, "TT").some((line) => line.includes("domain"))).toBe(false);
});

test("of two values for one constraint the last one makes the group of a variable", async () => {
  const { sink } = await loadTexts({
    "config.json": JSON.stringify({ ...JSON.parse(config), groupStatVarsByProperty: true }),
    "a.csv": "entity,variable,date,value\nx,v,2020,1\n",
    "v.mcf":
      "Node: dcid:v\ntypeOf: dcs:StatisticalVariable\npopulationType: dcs:Person\ngender: dcs:Male, dcs:Female\n\n" +
      "Node: dcid:w\ntypeOf: dcs:StatisticalVariable\npopulationType: dcs:Person\ngender: dcs:Female\ngender: dcs:Male\n",
  });
  const groups = sink.lines.filter((line) => line.includes(" memberOf "));
  expect(groups).toEqual([
    "v memberOf c/g/Person_Gender-Female",
    "w memberOf c/g/Person_Gender-Male",
  ]);
  expect(sink.lines).toContain("v gender Male");
});

describe("prefixes that stand for a dcid", () => {
  const lines = async (mcf: string, inputFiles: object = {}) => {
    const loaded = await loadTexts({
      "config.json": JSON.stringify({ inputFiles }),
      "a.csv": "e,v,d,n\nx/1,V,2020,1\n",
      "m.mcf": mcf,
    });
    return loaded.sink.lines.filter((line) => line.includes(" see "));
  };
  const node = (name: string, ...see: string[]) =>
    `Node: ${name}\ntypeOf: dcs:Thing\n${see.map((one) => `see: ${one}\n`).join("")}\n`;

  test("are those of names of nodes, wherever these stand", async () => {
    expect(
      await lines(
        `${node("dcid:a", "who:b", "x-y_2:c", "no:d")}  ${node("who:e")}${node("x-y_2:f")}`,
      ),
    ).toEqual(['a see "no:d"', "a see b", "a see c"]);
    expect(await lines(`${node("dcid:a", "2x:b")}${node("2x:c")}`)).toEqual(['a see "2x:b"']);
  });

  test("are those of mappings and provenances of the config", async () => {
    const columnMappings = { "map:from": "e", variable: "v", date: "d", value: "n" };
    const entry = { provenance: "prov:P", columnMappings };
    const found = await lines(node("dcid:a", "map:b", "prov:c", "https://d"), {
      "a.csv": entry,
      "*.mcf": {},
    });
    expect(found).toEqual(['a see "https://d"', "a see b", "a see c"]);
  });

  test("are not those that mean something else", async () => {
    expect(await lines(`${node("l:a", "l:b")}${node("b")}${node("dcid:c", "l:d")}`)).toEqual([]);
  });
});

describe("nodes of MCF", () => {
  test("describe a provenance by their type, with any prefix", async () => {
    const told = async (mcf: string) => {
      const { diagnostics, messages } = await loadTexts({
        "config.json": JSON.stringify({ inputFiles: { "a.csv": { provenance: "org:P" } } }),
        "a.csv": "dcid,date,v\nx,2020,1\n",
        "m.mcf": mcf,
      });
      return [...diagnostics, ...messages];
    };
    expect(await told("Node: org:P\ntypeOf: dcs:Provenance\n")).toEqual([]);
    expect(await told('Node: org:P\ntypeOf: dcs:Thing\nname: "Provenance"\n')).toEqual([
      "warning Config_UnknownProvenance config.json:1",
      "the provenance 'org:P' is neither one of the config's sources nor a Provenance node of its MCF files",
    ]);
  });

  test("are reported once where something is wrong with them", async () => {
    const { diagnostics } = await load(
      "Node: dcid:n\ndcid: dcid:a\ndcid: dcid:b\ntypeOf: dcs:Thing\n",
    );
    expect(diagnostics).toEqual(["error Sanity_MultipleDcidValues v.mcf:2"]);
  });

  test("with bytes that are no UTF-8 are left out, and the others are read", async () => {
    const { sink, diagnostics } = await loadTexts({
      "config.json": config,
      "a.csv": "entity,variable,date,value\nx,v,2020,1\n",
      "v.mcf": Buffer.from(
        'Node: dcid:a\nname: "\xfc"\n\nNode: dcid:b\ntypeOf: dcs:Thing\n',
        "latin1",
      ),
    });
    expect(diagnostics).toEqual(["error Source_NotUtf8 v.mcf:2"]);
    expect(sink.lines).toContain("b typeOf Thing");
    expect(linesOf(sink, "a")).toEqual([]);
  });

  test("count as rows", async () => {
    const { report } = await load("Node: dcid:a\nname: x\n\nNode: dcid:b\nname: y\n");
    expect(report.rowCount).toBe(3);
  });
});
