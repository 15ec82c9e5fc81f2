/** What a template makes of cells, and of rows as bytes: parts, writers, places, and nodes that get no dcid. */
import { describe, expect, test } from "vitest";
import { FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { isHopeless, partsOf } from "../../../../src/load/mcf/row-parts.ts";
import {
  ColumnCells,
  constant,
  meaningOf,
  NodeWriter,
  ObservationWriter,
  RowPlaces,
} from "../../../../src/load/mcf/row-writers.ts";
import { readTemplate } from "../../../../src/load/mcf/tmcf.ts";
import { bindTemplate } from "../../../../src/load/mcf/tmcf-table.ts";
import { CellRow } from "../../../../src/load/records/cell-columns.ts";
import { noId } from "../../../../src/load/statements/sink.ts";
import { FindingTexts } from "../finding-texts.ts";
import { memoryInput } from "../inputs.ts";
import { lineOf, RecordingSink } from "../recording-sink.ts";

const header = ["id", "name", "date", "n", "u", "other"];

async function nodesOf(...template: readonly string[]) {
  const log = new FindingTexts();
  const input = memoryInput("t.tmcf", Buffer.from(template.join("\n")));
  const read = await readTemplate(input, log, new Progress(0));
  return bindTemplate(read, header, new FileLog(log, "a.csv"))!;
}

async function parts(...template: readonly string[]) {
  const [sink, log] = [new RecordingSink(), new FindingTexts()];
  const to = { sink, provenance: noId, log: new FileLog(log, "a.csv") };
  return { found: partsOf(await nodesOf(...template), ",", to), sink, log };
}

function rowOf(...cells: readonly string[]): CellRow {
  const row = new CellRow(true);
  row.bytes = Buffer.from(cells.join());
  let at = 0;
  for (const [column, cell] of cells.entries()) {
    row.starts[column] = at;
    at += Buffer.byteLength(cell);
    row.ends[column] = at;
    at += 1;
  }
  row.count = cells.length;
  row.line = 7;
  return row;
}

const node = ["Node: E:t->N", "dcid: C:t->id"];
const place = ["Node: E:t->P", "typeOf: dcs:City", "name: C:t->name"];
const thing = ["Node: E:t->T", "typeOf: dcs:Thing", "note: C:t->name, C:t->other, x"];
const observation = [
  ...["Node: E:t->O", "typeOf: dcs:StatVarObservation", "variableMeasured: dcid:v"],
  ...["observationAbout: C:t->id", "observationDate: C:t->date", "value: C:t->n"],
];

test.each<[string, boolean, [text: string, isLiteral: boolean, isDcid: boolean, isOdd: boolean]]>([
  ["a", false, ["a", true, true, false]],
  ["a", true, ["a", false, true, false]],
  [" a b ", false, ["a b", true, true, false]],
  ["1.5", false, ["1.5", true, false, false]],
  ["true", false, ["true", true, false, false]],
  ["dcid:a", false, ["a", false, true, false]],
  ["dcid:", false, ["", false, true, true]],
  ['"dcid:a"', false, ["dcid:a", true, true, false]],
  ['""', false, ["", true, true, true]],
  ["l:a", false, ["a", false, false, true]],
  ["[Ton 5]", false, ["[Ton 5]", false, false, true]],
  ["[Ton", false, ["", false, false, true]],
  ["a,b", false, ["", false, false, true]],
  ["", false, ["", false, false, true]],
  [" ", true, ["", false, false, true]],
  ['"a', false, ["", false, false, true]],
])(
  "the cell %j (a reference: %s) is text, literal, dcid, odd: %j",
  (cell, isReference, meaning) => {
    const { text, isLiteral, isDcid, isOdd } = meaningOf(cell, isReference, ",");
    expect([text, isLiteral, isDcid, isOdd]).toEqual(meaning);
  },
);

test("a constant has one value, unless that is odd", () => {
  const constantOf = (kind: "text" | "number" | "reference" | "local" | "complex", text: string) =>
    constant({ kind, text, property: "p", line: 1 })?.current;
  expect(constantOf("text", "a")).toMatchObject({ text: "a", isLiteral: true, isDcid: true });
  expect(constantOf("number", "1")).toMatchObject({ text: "1", isLiteral: true, isDcid: false });
  expect(constantOf("reference", "a")).toMatchObject({ text: "a", isLiteral: false, isDcid: true });
  expect([constantOf("local", "a"), constantOf("complex", "[a]"), constantOf("text", "")]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});

test.each([
  ["2020", true],
  ["2020-01-31", true],
  ["2020-1", false],
  ["soon", false],
])("%s is a date that needs no report: %s", (cell, isDate) => {
  expect(meaningOf(cell, false, ",").isDate).toBe(isDate);
});

describe("the parts of a template", () => {
  /** How many columns, dcids, places, nodes without hope, where the places are, and kinds of writers. */
  const shapes: readonly (readonly [string, string[], unknown])[] = [
    ["a node", [...node, "name: C:t->name", "size: 5"], [2, 1, 0, 0, [], ["node"]]],
    [
      "a node with one column as text and as reference",
      [...node, "note: C:t->u", "unit: C:t->u, C:t->u"],
      [3, 1, 0, 0, [], ["node"]],
    ],
    [
      "a node with a constant dcid",
      ["Node: E:t->N", "dcid: dcid:x", "name: C:t->name"],
      [1, 1, 0, 0, [], ["node"]],
    ],
    [
      "a place beside a node",
      [...node, "near: E:t->P", ...place],
      [2, 1, 1, 0, [1], ["node", "none"]],
    ],
    ["an observation", observation, [2, 0, 0, 0, [], ["observation"]]],
    [
      "an observation with a dcid, a unit and more",
      [...observation, "dcid: C:t->other", "unit: C:t->u", "note: x"],
      [4, 1, 0, 0, [], ["observation"]],
    ],
    [
      "a place and what is about it",
      [...place, ...observation.map((line) => line.replace("C:t->id", "E:t->P"))],
      [2, 0, 1, 0, [0], ["none", "observation"]],
    ],
    ["a thing without hope", thing, [2, 0, 0, 1, [], ["none"]]],
    ["a thing without hope beside a node", [...thing, ...node], [3, 1, 0, 1, [], ["none", "node"]]],
  ];
  test.each(shapes)("are those of %s", async (_name, template, shape) => {
    const { found } = await parts(...template);
    const kinds = found!.writers.map((writer) =>
      writer instanceof NodeWriter
        ? "node"
        : writer instanceof ObservationWriter
          ? "observation"
          : "none",
    );
    const { columns, dcids, places, hopeless, placePositions } = found!;
    const counts = [columns, dcids, places, hopeless].map(({ length }) => length);
    expect([...counts, placePositions, kinds]).toEqual(shape);
  });

  test.each<[string, string[]]>([
    ["a type from a column", [...node, "typeOf: C:t->name"]],
    ["a type that is a local name", [...node, "typeOf: l:x"]],
    ["a name that is a dcid", ["Node: E:dcid:x->N", "dcid: C:t->id"]],
    ["two dcids", [...node, "dcid: x"]],
    ["a dcid that is odd", ["Node: E:t->N", "dcid: [Ton 5]"]],
    ["a constant that is odd", [...node, "size: [Ton 5]"]],
    ["a thing without hope with a constant that is odd", [...thing, "size: [Ton 5]"]],
    ["a place with a constant that is odd", [...place, "size: [Ton 5]"]],
    ["a place that refers to a node", [...place, "near: E:t->N", ...node]],
    ["an observation with a part twice", [...observation, "unit: a, b"]],
    [
      "an observation with a constant value",
      observation.map((line) => line.replace("C:t->n", "5")),
    ],
    [
      "an observation of a variable that is odd",
      observation.map((line) => line.replace("dcid:v", "[Ton 5]")),
    ],
    ["an observation with a further value that is odd", [...observation, "note: [Ton 5]"]],
    ["an observation with a further type", [...observation, "typeOf: dcs:Thing"]],
    ["an observation with a key", [...observation, "keyString: x"]],
  ])("are not known of %s", async (_name, template) => {
    expect((await parts(...template)).found).toBe(undefined);
  });
});

test.each<[string, string[], boolean]>([
  ["a thing", thing, true],
  ["a thing without a type", ["Node: E:t->T", "note: x"], true],
  ["a place", place, false],
  ["a thing that is a place, too", ["Node: E:t->T", "typeOf: dcs:Thing, dcs:City"], false],
  [
    "a population, whose dcid is made",
    ["Node: E:t->T", "typeOf: dcs:StatisticalPopulation"],
    false,
  ],
  ["a thing that another refers to", [...thing, ...node, "near: E:t->T"], false],
  ["a thing beside another that is referred to", [...thing, ...node, "near: E:t->N"], true],
  ["a thing whose name is a text of another", [...thing, ...node, 'near: "E:t->T"'], true],
])("a node gets no dcid in any row: %s", async (_name, template, expected) => {
  const nodes = await nodesOf(...template);
  expect(isHopeless(nodes[0]!, nodes)).toBe(expected);
});

test("a node that gets no dcid is reported with its name in the row", async () => {
  const reports = async (...template: string[]) => {
    const { found } = await parts(...template);
    return found!.hopeless.map((findingOf) => {
      const { message, ...rest } = findingOf(7);
      return { ...rest, message: message() };
    });
  };
  expect(await reports(...thing)).toEqual([
    {
      ...{ level: "error", counter: "Resolution_DcidAssignmentFailure", suffix: "Thing", line: 7 },
      message:
        'node \'t/T/6\' of type \'Thing\' has no dcid and is not loaded; name it "Node: dcid:<id>" or add a line "dcid: <id>" (in a template: "dcid: C:<table>-><column>")',
    },
  ]);
});

test.each<[string, boolean]>([
  ["a", true],
  ["a b", true],
  [" a", true],
  ["größe", true],
  ["", false],
  [" ", false],
  ["\t", false],
  ["\ta", true],
  ["a:b", true],
  ["l:b", false],
  ["dcid:b", true],
  ["[b]", false],
  ['"b"', true],
  ['b"', false],
  ["a\\b", true],
])("a cell that nothing needs is usual, %j: %s", async (cell, isUsual) => {
  const { found } = await parts("Node: E:t->T", "typeOf: dcs:Thing", "note: C:t->name");
  const [column] = found!.columns;
  expect(column!.take(rowOf("x", cell, "y"))).toBe(isUsual);
});

describe("places", () => {
  function placesOf(...columns: number[]) {
    const cells = columns.map(
      (column) => new ColumnCells({ column, isReference: false, text: "" }, ","),
    );
    const places = new RowPlaces("E:t->P", cells);
    return (...row: string[]) => {
      places.forget();
      for (const column of cells) column.take(rowOf(...row));
      const isFound = places.find();
      return { isFound, text: places.current.text, learn: places.learn.bind(places), places };
    };
  }

  test("are known by all that a row states of them, once they were learnt", () => {
    const find = placesOf(0, 2);
    expect(find("a", "x", "b").isFound).toBe(false);
    find("a", "x", "b").learn("geoId/1", true);
    find("ab", "x", "c").learn("geoId/2", true);
    const found = [
      ["a", "y", "b"],
      ["a", "x", "b"],
      ["ab", "x", "c"],
      ["a", "x", "bc"],
      ["a", "x", "b"],
    ];
    expect(found.map((row) => find(...row)).map(({ isFound }) => isFound)).toEqual([
      ...[true, true, true, false, true],
    ]);
    expect(["a", "ab"].map((first, at) => find(first, "", at === 0 ? "b" : "c").text)).toEqual([
      "geoId/1",
      "geoId/2",
    ]);
    expect(find("dcid:a", "", "b").isFound).toBe(false);
  });

  test("that got no dcid are known as odd, unless each row is reported", () => {
    const find = placesOf(0);
    find("a").learn(undefined, true);
    expect(find("a").isFound).toBe(false);
    find("a").learn(undefined, false);
    const { isFound, places } = find("a");
    expect([isFound, places.current.isOdd]).toEqual([true, true]);
  });

  test("are not learnt of a row that was not looked for", () => {
    const find = placesOf(0);
    const { places } = find("a");
    places.forget();
    places.learn("geoId/1", true);
    expect(find("a").isFound).toBe(false);
  });
});

describe("a writer of observations", () => {
  /** What it finds odd and lacking, what it wrote and reports of a row with these cells. */
  async function written(template: readonly string[], ...rows: readonly (readonly string[])[]) {
    const { found, sink, log } = await parts(...template);
    const writer = found!.writers.at(-1)!;
    const steps = rows.map((cells) => {
      const row = rowOf(...cells);
      for (const column of found!.columns) column.take(row);
      const [isOdd, lacks] = [writer.isOdd(row), writer.lacksValue(row)];
      if (isOdd && lacks) writer.reportLacking(row.line);
      return [isOdd, lacks, writer.write(row)];
    });
    const values = sink.observations.map(
      ({ variable, entity, date, value, unit }) => `${variable} ${entity} ${date} ${value} ${unit}`,
    );
    return { steps, values, lines: sink.triples.map(lineOf), said: log.texts };
  }

  test("writes numbers, and reports values that are empty", async () => {
    const found = await written(
      [...observation, "unit: C:t->u"],
      ["a", "", "2020", "1", "m"],
      ["a", "", "2021", " 2 ", "m"],
      ["a", "", "2022", "", "m"],
      ["a", "", "2023", " ", "m"],
      ["a", "", "2024", "many", "m"],
      ["a", "", "2025", "[Ton 5]", "m"],
      ["a", "", "soon", "6", "m"],
      ["a", "", "soon", "", "m"],
      ["a", "", "2026", "", "l:x"],
      ["l:a", "", "2027", "7", "m"],
      ["b", "", "2028", "8", "k"],
    );
    expect(found).toEqual({
      steps: [
        ...[
          [false, false, true],
          [false, false, true],
          [true, true, true],
          [true, false, true],
        ],
        ...[
          [false, false, false],
          [true, false, false],
          [true, false, true],
          [true, false, true],
        ],
        ...[
          [true, false, true],
          [false, false, true],
          [false, false, true],
        ],
      ],
      values: ["v a 2020 1 m", "v a 2021 2 m", "v a soon 6 m", "v b 2028 8 k"],
      lines: [],
      said: [
        "info StrSplit_EmptyToken_value a.csv:7 empty cell: column 'n', property 'value' of 'E:t->O' [cell 3]",
      ],
    });
  });

  test("writes further properties to the node of the observation, which the template reports", async () => {
    const further = ["dcid: C:t->other", "note: C:t->name", "near: dcid:y", "size: 5"];
    const row = (date: string, dcid: string) => ["a", "x", date, "1", "", dcid];
    const found = await written(
      [...observation, ...further],
      row("2020", "dc/o/b"),
      row("2021", "dc/o/c"),
    );
    expect(found).toEqual({
      steps: [
        [false, false, true],
        [false, false, true],
      ],
      values: ["v a 2020 1 ", "v a 2021 1 "],
      lines: ["dc/o/b", "dc/o/c"].flatMap((dcid) => [
        ...[`${dcid} note "x"`, `${dcid} near y`, `${dcid} size "5"`],
      ]),
      said: [],
    });
  });

  test("has no name to report where it has a dcid", async () => {
    const { steps, said } = await written(
      [...observation, "dcid: C:t->other"],
      ["a", "", "2020", "", "", "dc/o/b"],
    );
    expect([steps, said]).toEqual([[[true, false, true]], []]);
  });
});

test("a writer of nodes writes links, texts, and nothing of nodes without a dcid", async () => {
  const values = ["name: C:t->name", "see: C:t->other", "unit: C:t->u", "near: E:t->M, E:t->P"];
  const other = ["Node: E:t->M", "dcid: C:t->date"];
  const { found, sink } = await parts(...node, ...values, ...other, ...place);
  const row = rowOf("a", "A", "b", "", "m", "dcid:c");
  for (const column of found!.columns) column.take(row);
  const [writer] = found!.writers;
  expect([writer!.isOdd(row), writer!.lacksValue(row), writer!.write(row)]).toEqual([
    ...[false, false, true],
  ]);
  expect(sink.triples.map(lineOf)).toEqual(['a name "A"', "a see c", "a unit m", "a near b"]);
  const odd = rowOf("7", "A", "b", "", "m", "dcid:c");
  for (const column of found!.columns) column.take(odd);
  expect(writer!.isOdd(odd)).toBe(true);
});
