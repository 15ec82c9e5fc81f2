/** Nodes of a template as it is read, and the reports of mistakes in them. */
import { describe, expect, test } from "vitest";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import {
  FirstNodes,
  plainTemplate,
  readTemplate,
  type Template,
  tableFormOf,
  templateOf,
} from "../../../../src/load/mcf/tmcf.ts";
import { FindingTexts } from "../finding-texts.ts";
import { memoryInput } from "../inputs.ts";

async function read(...lines: readonly string[]) {
  const log = new FindingTexts();
  const input = memoryInput("t.tmcf", Buffer.from(lines.join("\n")));
  const template = await readTemplate(input, log, new Progress(0));
  return { template, isSound: template.isSound, said: log.texts };
}

const type = "typeOf: dcs:StatVarObservation";
const about = "observationAbout: C:t->place";
const date = "observationDate: C:t->date";
/** An observation of six lines. */
const observation = (name: string, variable = "dcid:v", value = "C:t->n") => [
  `Node: E:t->${name}`,
  ...[type, `variableMeasured: ${variable}`, about, date, `value: ${value}`],
];

test("nodes have their dcids apart, and a node that comes again goes on", async () => {
  const { template, said } = await read(
    ...["# comment", "Node: E:t->A", "dcid: C:t->id", "name: C:t->name, x", "functionalDeps: dcid"],
    ...["Node: E:t->B", "dcid: dcid:b", "near: E:t->A", "Node: E:t->A", "typeOf: dcs:City"],
  );
  expect(said).toEqual([]);
  expect(template).toEqual({
    file: "t.tmcf",
    isSound: true,
    nodes: new Map([
      [
        "E:t->A",
        {
          entity: "E:t->A",
          line: 2,
          again: 9,
          dcids: [{ property: "dcid", kind: "column", text: "C:t->id", line: 3 }],
          values: [
            { property: "name", kind: "column", text: "C:t->name", line: 4 },
            { property: "name", kind: "text", text: "x", line: 4 },
            { property: "typeOf", kind: "reference", text: "City", line: 10 },
          ],
        },
      ],
      [
        "E:t->B",
        {
          entity: "E:t->B",
          line: 6,
          again: Number.POSITIVE_INFINITY,
          dcids: [{ property: "dcid", kind: "reference", text: "b", line: 7 }],
          values: [{ property: "near", kind: "entity", text: "E:t->A", line: 8 }],
        },
      ],
    ]),
  });
  const plain = plainTemplate(template);
  expect(plain).toEqual({ file: "t.tmcf", isSound: true, nodes: [...template.nodes.values()] });
  expect(templateOf(plain)).toEqual(template);
});

describe("a template cannot be used", () => {
  const cases: readonly (readonly [string, string[], string[]])[] = [
    ["without nodes", ["# nothing"], []],
    [
      "with references to nodes that it lacks",
      ["Node: E:t->A", "dcid: E:t->B", "near: E:t->A, E:t->C"],
      [
        "error Sanity_TmcfMissingEntityDef t.tmcf:2 'E:t->B' is not a node of this template: node 'E:t->A'",
        "error Sanity_TmcfMissingEntityDef t.tmcf:3 'E:t->C' is not a node of this template: node 'E:t->A'",
        "error Sanity_DcidTableEntity t.tmcf:2 a dcid is a column or a constant, not 'E:t->B': node 'E:t->A'",
      ],
    ],
    [
      "with several dcids of a node",
      ["Node: E:t->B", "dcid: x", "", "Node: E:t->A", "dcid: x", "dcid: C:t->id"],
      ["error Sanity_MultipleDcidValues t.tmcf:4 node 'E:t->A' has 2 dcids"],
    ],
    [
      "with a node that has neither a type nor a dcid",
      ["Node: E:t->A", "name: C:t->name"],
      ["error Sanity_MissingOrEmpty_typeOf t.tmcf:1 node 'E:t->A' has neither a typeOf nor a dcid"],
    ],
    [
      "with a node whose type is misspelt",
      ["Node: E:t->A", "name: C:t->name", "typeOff: dcs:City"],
      [
        "error Sanity_MissingOrEmpty_typeOf t.tmcf:1 node 'E:t->A' has neither a typeOf nor a dcid; is 'typeOff' meant to be 'typeOf'?",
      ],
    ],
    [
      "with an observation that lacks its type",
      ["Node: E:t->A", "variableMeasured: dcid:v", "typeoff: x"],
      [
        "error Sanity_MissingOrEmpty_typeOf t.tmcf:1 node 'E:t->A' has neither a typeOf nor a dcid; an observation has the line \"typeOf: dcs:StatVarObservation\"",
      ],
    ],
    [
      "with an observation whose type is misspelt",
      ["Node: E:t->A", "typeOf: C:t->kind, dcs:StatVarObservatoin"],
      [
        "error Resolution_DcidAssignmentFailure_StatVarObservatoin t.tmcf:2 typeOf 'StatVarObservatoin' of node 'E:t->A' is no type of observations; is 'StatVarObservation' meant? [value of typeOf: StatVarObservatoin -> StatVarObservation]",
      ],
    ],
    [
      "with an observation that lacks parts, or has them misspelt",
      ["", "Node: E:t->A", type, "variableMeasured: dcid:v", "observationdate: C:t->d", "unit: u"],
      [
        "error Sanity_MissingOrEmpty_observationAbout t.tmcf:2 an observation needs observationAbout: node 'E:t->A'",
        "error Sanity_MissingOrEmpty_observationDate t.tmcf:5 an observation needs observationDate: node 'E:t->A'; is 'observationdate' meant to be 'observationDate'? [property of observationdate: observationdate -> observationDate]",
        "error Sanity_MissingOrEmpty_value t.tmcf:2 an observation needs value: node 'E:t->A'",
      ],
    ],
    [
      "with an observation that has other values where it comes again",
      [
        ...observation("A"),
        "unit: a",
        ...["Node: E:t->A", "value: C:t->m, C:t->k", "unit: a, b", "note: x"],
      ],
      [
        "error Sanity_MultipleVals_value t.tmcf:8 node 'E:t->A' is in line 1 already, with another value, unit: give each node a name of its own",
      ],
    ],
    [
      "with an observation that has a column where the other has a text",
      [
        ...observation("A"),
        'unit: "C:t->u"',
        "Node: E:t->A",
        "unit: C:t->u",
        "Node: E:t->A",
        "note: 1",
      ],
      [
        "error Sanity_MultipleVals_unit t.tmcf:8 node 'E:t->A' is in line 1 already, with another unit: give each node a name of its own",
      ],
    ],
  ];
  test.each(cases)("%s", async (_name, lines, said) => {
    const found = await read(...lines);
    expect([found.isSound, found.said]).toEqual([false, said]);
  });
});

describe("a template can be used", () => {
  test.each<[string, string[]]>([
    ["with a node that has a dcid and no type", ["Node: E:t->A", "dcid: x"]],
    ["with a node that has a type and no dcid", ["Node: E:t->A", "typeOf: dcs:City"]],
    ["with a misspelt type and a dcid", ["Node: E:t->A", "typeOf: StatVarObservatoin", "dcid: x"]],
    ["with a type from a column", ["Node: E:t->A", "typeOf: C:t->StatVarObservatoin"]],
    ["with the same value of a part twice", [...observation("A"), "unit: a, a"]],
    [
      "with the same part again, and with others that are none",
      [...observation("A"), "note: x", "Node: E:t->A", "value: C:t->n", "note: y"],
    ],
  ])("%s", async (_name, lines) => {
    const found = await read(...lines);
    expect([found.isSound, found.said]).toEqual([true, []]);
  });
});

describe("two observations of a template", () => {
  const valueAlone =
    "warning TMCF_SameObservation t.tmcf:10 node 'E:t->B' differs from node 'E:t->A' in line 1 in its value alone; is the variable 'v' right?";
  const anotherVariable =
    "warning TMCF_SameObservation t.tmcf:13 node 'E:t->B' has the value of node 'E:t->A' in line 1, and another variable; is the column 'C:t->n' right?";
  const cases: readonly (readonly [string, string[], string[], string[]])[] = [
    [
      "that differ in their values alone",
      observation("A"),
      observation("B", "dcid:v", "C:t->m"),
      [valueAlone],
    ],
    [
      "that have the same lines in another order",
      observation("A"),
      ["Node: E:t->B", type, "variableMeasured: dcid:v", "value: C:t->m", date, about],
      [valueAlone],
    ],
    ["that are the same", observation("A"), observation("B"), [valueAlone]],
    [
      "that have one value and two variables",
      observation("A"),
      observation("B", "dcid:w"),
      [anotherVariable],
    ],
    [
      "that have one value, two variables and two units",
      observation("A"),
      [...observation("B", "dcid:w"), "unit: u"],
      [anotherVariable],
    ],
    [
      "that have other values and variables",
      observation("A"),
      observation("B", "dcid:w", "C:t->m"),
      [],
    ],
    ["that have one value and two units", observation("A"), [...observation("B"), "unit: u"], []],
    [
      "of which one has a variable from a column",
      observation("A", "C:t->v"),
      observation("B", "dcid:w"),
      [],
    ],
    [
      "of which the other has a variable from a column",
      observation("A"),
      observation("B", "C:t->v"),
      [],
    ],
    [
      "that have one constant value",
      observation("A", "dcid:v", "1"),
      observation("B", "dcid:w", "1"),
      [],
    ],
    [
      "of which one refers and the other has a text",
      [...observation("A"), "note: dcid:a"],
      [...observation("B", "dcid:v", "C:t->m"), "note: a"],
      [],
    ],
    [
      "about other places",
      observation("A"),
      observation("B", "dcid:w").map((line) => line.replace("C:t->place", "C:t->other")),
      [],
    ],
  ];
  test.each(cases)("%s", async (_name, first, second, said) => {
    const blank = first.length === 6 ? [""] : [];
    const found = await read(...first, ...blank, ...second);
    expect([found.isSound, found.said]).toEqual([true, said]);
  });

  test("that are no observations may be alike", async () => {
    const city = (name: string) => [`Node: E:t->${name}`, "typeOf: dcs:City", "value: C:t->n"];
    expect((await read(...city("A"), ...city("B"))).said).toEqual([]);
  });

  test("of three are each compared with the first", async () => {
    const { said } = await read(
      ...observation("A"),
      ...observation("B", "dcid:w"),
      ...observation("C", "dcid:u"),
    );
    expect(said.map((one) => /node .* in line \d+/.exec(one)?.[0])).toEqual([
      "node 'E:t->B' has the value of node 'E:t->A' in line 1",
      "node 'E:t->C' has the value of node 'E:t->A' in line 1",
    ]);
  });
});

test("the first of nodes is the one with the same values of those that count", () => {
  const nodeOf = (...texts: string[]) => ({
    values: texts.map((text) => ({
      property: text.slice(0, 1),
      kind: "text" as const,
      text,
      line: 1,
    })),
  });
  const nodes = new FirstNodes<ReturnType<typeof nodeOf>>();
  const [first, second, third] = [nodeOf("a1", "b1"), nodeOf("b1", "a2"), nodeOf("b2")];
  const before = (node: ReturnType<typeof nodeOf>) =>
    nodes.before(node, ({ property }) => property === "b");
  expect([first, second, third, first].map(before)).toEqual([undefined, first, undefined, first]);
});

describe("the form of a table", () => {
  const formOf = async (text: string, ...templates: readonly Template[]) =>
    await tableFormOf(memoryInput("a.csv", Buffer.from(text)), templates);

  test("is its delimiter and its header", async () => {
    const { template } = await read("Node: E:t->A", "dcid: C:t->id", "name: C:t->name");
    const form = await formOf('"id";name;"more, yet"\n1;2;3\n', template);
    expect(form).toEqual({ delimiter: ";", header: ["id", "name", "more, yet"] });
    expect(await formOf("a\\tb,id\n", template)).toEqual({
      delimiter: ",",
      header: ["a\tb", "id"],
    });
  });

  test("is not known where one reader has to read the whole", async () => {
    const { template: sound } = await read("Node: E:t->A", "dcid: C:t->id");
    const { template: nameless } = await read("Node: E:t->A", "typeOf: City", "name: C:t->id");
    const { template: broken } = await read("Node: E:t->A", "dcid: C:t->id, x");
    expect(await formOf("id\n1\n", sound, nameless)).toBe(undefined);
    expect(await formOf("id\n1\n", broken, sound)).toBe(undefined);
    expect(await formOf("\nid\n1\n", sound)).toBe(undefined);
    expect(await formOf("id\n1\n", sound, sound)).toEqual({ delimiter: ",", header: ["id"] });
  });
});
