/** A template bound to a header, and the nodes that it makes of rows that are texts. */
import { describe, expect, test } from "vitest";
import { FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { readTemplate } from "../../../../src/load/mcf/tmcf.ts";
import {
  bindTemplate,
  emptyCell,
  localName,
  TemplateTable,
} from "../../../../src/load/mcf/tmcf-table.ts";
import { FindingTexts } from "../finding-texts.ts";
import { memoryInput } from "../inputs.ts";

async function bound(template: readonly string[], header: readonly string[]) {
  const log = new FindingTexts();
  const input = memoryInput("f/t.tmcf", Buffer.from(template.join("\n")));
  const read = await readTemplate(input, log, new Progress(0));
  log.texts.length = 0;
  const nodes = bindTemplate(read, header, new FileLog(log, "a.csv"));
  return { nodes, said: log.texts, log };
}

/** Blocks of rows, the first in line 2, as `name@line property=kind:text …, empty property=cell`. */
async function rowsOf(
  template: readonly string[],
  header: string,
  rows: readonly (readonly string[])[],
  wanted?: ReadonlySet<number>,
) {
  const names = header.split(",");
  const { nodes, said, log } = await bound(template, names);
  const table = new TemplateTable(nodes!, names, ",", new FileLog(log, "a.csv"));
  const blocks = rows.map((cells, at) =>
    table.row(cells, at + 2, wanted).map(({ name, line, values, empty }) => {
      expect(values.every((value) => value.line === line)).toBe(true);
      const texts = values.map(({ property, kind, text }) => `${property}=${kind}:${text}`);
      const lost = Array.from(empty ?? [], ([property, cell]) => `empty ${property}=${cell}`);
      return [`${name}@${line}`, ...texts, ...lost].join(" ");
    }),
  );
  return { blocks, said };
}

const observation = [
  ...["Node: E:t->O", "typeOf: dcs:StatVarObservation", "variableMeasured: dcid:v"],
  ...[
    "observationAbout: C:t->place",
    "observationDate: C:t->date",
    "value: C:t->n",
    "unit: C:t->u",
  ],
];
const wholeHeader = ["place", "date", "n", "u"];

describe("a template is bound", () => {
  test("to the positions of its columns, with what each value is", async () => {
    const node = ["Node: E:t->A", "dcid: C:t->id", "near: E:t->O", "value: C:t->n", "unit: 5"];
    const { nodes, said } = await bound([...observation, ...node], [...wholeHeader, "id", "", ""]);
    const none = { isReference: false, isObservationValue: false, isOptional: false };
    const at = (column: number, line: number) => ({ kind: "column", column, line, ...none });
    const constant = { column: -1, ...none };
    expect(said).toEqual([]);
    expect(nodes).toEqual([
      {
        entity: "E:t->O",
        dcids: [],
        values: [
          {
            ...{ ...constant, isReference: true, kind: "reference", line: 2 },
            ...{ property: "typeOf", text: "StatVarObservation" },
          },
          {
            ...{ ...constant, isReference: true, kind: "reference", line: 3 },
            ...{ property: "variableMeasured", text: "v" },
          },
          { ...at(0, 4), property: "observationAbout", text: "place", isReference: true },
          { ...at(1, 5), property: "observationDate", text: "date" },
          { ...at(2, 6), property: "value", text: "n", isObservationValue: true },
          { ...at(3, 7), property: "unit", text: "u", isReference: true, isOptional: true },
        ],
      },
      {
        entity: "E:t->A",
        dcids: [{ ...at(4, 9), property: "dcid", text: "id" }],
        values: [
          { ...constant, kind: "entity", property: "near", text: "E:t->O", line: 10 },
          { ...at(2, 11), property: "value", text: "n" },
          {
            ...constant,
            kind: "reference",
            property: "unit",
            text: "5",
            line: 12,
            isReference: true,
          },
        ],
      },
    ]);
  });

  const missing = (name: string, hint = "") =>
    `error Sanity_TmcfMissingColumn a.csv:1 column '${name}' is not in the header; line 2 of 't.tmcf', node 'E:t->A', needs it${hint}`;
  const cr = "; its lines end with CR alone, as on old Macs: save it with LF or CRLF";
  const title = "; line 1 holds a title: the first line names the columns";
  test.each<[string, string[], string]>([
    ["a column that is missing", ["x", "y"], missing("Name")],
    ["a column that is misspelt", ["x", "Nmae"], missing("Name", "; is 'Nmae' meant?")],
    ["lines that end with CR", ["x", "Name\r1"], missing("Name", cr)],
    ["a CR at the end of a name, which ends no line", ["x", "y\r"], missing("Name")],
    ["a CR before a line feed", ["x", "y\r\nz"], missing("Name")],
    ["a CR after a line feed", ["x", "y\n\rz"], missing("Name")],
    ["a title", ["A title of", ""], missing("Name", title)],
    ["one name that is no title", ["title", ""], missing("Name")],
    ["two names, of which one has a blank", ["A title of", "x"], missing("Name")],
    ["no names", ["", ""], missing("Name")],
    [
      "a column that is there twice",
      ["Name", "Name", "x"],
      "error CSV_HeaderFailure a.csv:1 column 'Name' is more than once in the header; line 2 of 't.tmcf', node 'E:t->A', needs it",
    ],
  ])("to no header with %s", async (_name, header, said) => {
    const found = await bound(["Node: E:t->A", "dcid: C:t->Name"], header);
    expect([found.nodes, found.said]).toEqual([undefined, [said]]);
  });

  const asText = (property: string, text: string, name: string, line: number) =>
    `error TMCF_UnexpectedNonColumn f/t.tmcf:${line} ${property} of node 'E:t->O' is the text '${text}': is the column meant? Write C:t->${name}, without quotes`;
  test.each<[string, string, string[]]>([
    ["value: C:t->n", "value: n", [asText("value", "n", "n", 6)]],
    ["value: C:t->n", 'value: "C:t->m"', [asText("value", "C:t->m", "m", 6)]],
    ["value: C:t->n", "value: m", []],
    ["value: C:t->n", "value: 2020", []],
    ["value: C:t->n", "value: dcid:n", [asText("value", "n", "n", 6)]],
    [
      "observationDate: C:t->date",
      "observationDate: date",
      [asText("observationDate", "date", "date", 5)],
    ],
    ["observationDate: C:t->date", "observationDate: soon", []],
    ["observationDate: C:t->date", "observationDate: 2020", []],
    ["unit: C:t->u", "unit: u", []],
    ["typeOf: dcs:StatVarObservation", "typeOf: dcs:City", []],
  ])("%s as %s: a text in place of a column is reported", async (from, to, said) => {
    const lines = observation.map((line) => (line === from ? to : line));
    const isCity = to.includes("City");
    const found = await bound(isCity ? [...lines, "value: n"] : lines, [...wholeHeader, "2020"]);
    expect([found.nodes === undefined, found.said]).toEqual([said.length > 0, said]);
  });
});

test("a node without a dcid is named by its table, itself and its row", () => {
  expect(localName("E:a->b", 2)).toBe("a/b/1");
  expect(localName("E:a b->c->d", 10)).toBe("a b/c->d/9");
});

test("an empty cell is reported by its column, property and node; a value of an observation as usual", () => {
  const value = { kind: "column", property: "value", text: "n", line: 3, column: 7 } as const;
  const traits = { isReference: false, isOptional: false };
  const finding = (isObservationValue: boolean) => {
    const { message, ...rest } = emptyCell(
      { ...value, ...traits, isObservationValue },
      "E:t->A",
      5,
    );
    return { ...rest, message: message() };
  };
  const common = {
    ...{ counter: "StrSplit_EmptyToken", suffix: "value", line: 5, cell: 7 },
    message: "empty cell: column 'n', property 'value' of 'E:t->A'",
  };
  expect(finding(true)).toEqual({ level: "info", ...common });
  expect(finding(false)).toEqual({ level: "warning", ...common });
});

describe("the nodes of rows", () => {
  const node = ["Node: E:t->A", "dcid: C:t->id", "name: C:t->name", "typeOf: C:t->kind"];
  const near = ["Node: E:t->B", "dcid: C:t->other", "near: E:t->A", "see: E:t->P, dcid:x"];
  const place = ["Node: E:t->P", "typeOf: dcs:City", "name: C:t->name"];

  test("have the dcids of their columns, and local names otherwise", async () => {
    const rows = [
      ["a", "A", "City", "b"],
      ["dcid:c", "C, D", "dcs:Town", "d"],
    ];
    const found = await rowsOf([...node, ...near, ...place], "id,name,kind,other", rows);
    expect(found).toEqual({
      said: [],
      blocks: [
        [
          "dcid:a@2 name=text:A typeOf=reference:City",
          "dcid:b@2 near=reference:a see=local:t/P/1 see=reference:x",
          "t/P/1@2 typeOf=reference:City name=text:A",
        ],
        [
          "dcid:c@3 name=text:C name=text:D typeOf=reference:Town",
          "dcid:d@3 near=reference:c see=local:t/P/2 see=reference:x",
          "t/P/2@3 typeOf=reference:City name=text:C name=text:D",
        ],
      ],
    });
  });

  test("without any dcid in the template all have local names", async () => {
    const found = await rowsOf([...place, "near: E:t->P"], "name", [["A"]]);
    expect(found.blocks).toEqual([["t/P/1@2 typeOf=reference:City name=text:A near=local:t/P/1"]]);
  });

  test("are those that are wanted", async () => {
    const rows = [["a", "A", "City", "b"]];
    const template = [...node, ...near, ...place];
    const { blocks } = await rowsOf(template, "id,name,kind,other", rows, new Set([0, 2]));
    expect(blocks).toEqual([
      ["dcid:a@2 name=text:A typeOf=reference:City", "t/P/1@2 typeOf=reference:City name=text:A"],
    ]);
  });

  test("without a dcid in a row are left out, and so is what refers to them", async () => {
    const rows = [
      ["", "A", "", "b"],
      ["7", "A", "City", "c"],
      ["[Ton 5]", "A", "City", ""],
      ['"d, e", f', "A", "City", "g"],
    ];
    const found = await rowsOf([...node, ...near.slice(0, 3)], "id,name,kind,other", rows);
    const lost = (line: number) =>
      `warning CSV_EmptyDcidReferences a.csv:${line} property 'near' of 'E:t->B' refers to 'E:t->A', which has no dcid in this row`;
    expect(found).toEqual({
      blocks: [
        ["dcid:b@2 empty near=0"],
        ["dcid:c@3"],
        [],
        ["dcid:d, e@5 name=text:A typeOf=reference:City", "dcid:g@5 near=reference:d, e"],
      ],
      said: [
        "warning StrSplit_EmptyToken_dcid a.csv:2 empty cell: column 'id', property 'dcid' of 'E:t->A' [cell 0]",
        `${lost(2)} [cell 0]`,
        "warning CSV_MalformedDCIDFailures a.csv:3 '7' is not a dcid: node 'E:t->A' is not loaded",
        lost(3),
        "warning CSV_MalformedDCIDFailures a.csv:4 '[Ton 5]' is not a dcid: node 'E:t->A' is not loaded",
        "warning StrSplit_EmptyToken_dcid a.csv:4 empty cell: column 'other', property 'dcid' of 'E:t->B' [cell 3]",
        "error Sanity_MultipleDcidValues a.csv:5 node 'E:t->A' has 2 dcids; it is loaded as 'd, e'",
      ],
    });
  });

  test("lack values whose cells are empty, each node and each row for itself", async () => {
    const template = [...node, "Node: E:t->B", "dcid: C:t->other", "near: C:t->kind"];
    const rows = [
      ["a", " ", ",", "b"],
      ["a", "A", "City", "b"],
      ["a", '" "', "City", "b"],
    ];
    const found = await rowsOf(template, "id,name,kind,other", rows);
    expect(found).toEqual({
      blocks: [
        ["dcid:a@2 empty name=1 empty typeOf=2", "dcid:b@2 empty near=2"],
        ["dcid:a@3 name=text:A typeOf=reference:City", "dcid:b@3 near=text:City"],
        ["dcid:a@4 name=text:  typeOf=reference:City", "dcid:b@4 near=text:City"],
      ],
      said: [
        "warning StrSplit_EmptyToken_name a.csv:2 empty cell: column 'name', property 'name' of 'E:t->A' [cell 1]",
        "warning StrSplit_EmptyToken_typeOf a.csv:2 empty cell: column 'kind', property 'typeOf' of 'E:t->A' [cell 2]",
        "warning StrSplit_EmptyToken_near a.csv:2 empty cell: column 'kind', property 'near' of 'E:t->B' [cell 2]",
      ],
    });
  });

  test("drop cells that are no values, and say so", async () => {
    const rows = [
      ["a", "x\ny", 'b "c', "d"],
      ["a", "[Ton", "City, [", "d"],
    ];
    const found = await rowsOf([...node, "see: C:t->other"], "id,name,kind,other", rows);
    const of = (column: string, property: string) =>
      `column '${column}', property '${property}' of 'E:t->A'`;
    expect(found).toEqual({
      blocks: [["dcid:a@2 see=text:d"], ["dcid:a@3 typeOf=reference:City see=text:d"]],
      said: [
        `warning StrSplit_MultiToken_name a.csv:2 a cell with a line break has no value: ${of("name", "name")}`,
        `warning StrSplit_BadQuotesInToken_typeOf a.csv:2 a quote is left open in 'b "c', which is dropped: ${of("kind", "typeOf")}`,
        `error MCF_MalformedComplexValue a.csv:3 expected a closing ] in '[Ton', which is dropped: ${of("name", "name")}`,
        `error MCF_MalformedComplexValue a.csv:3 expected a closing ] in '[', which is dropped: ${of("kind", "typeOf")}`,
      ],
    });
  });

  test("that are observations keep commas of thousands, and may lack how they were measured", async () => {
    const rows = [
      ["p", "2020", " 1,234.5 ", ""],
      ["p", "2020", "1,2", "USD"],
      ["p", "", "", "1,234"],
    ];
    const common = "typeOf=reference:StatVarObservation variableMeasured=reference:v";
    const found = await rowsOf(observation, wholeHeader.join(","), rows);
    expect(found).toEqual({
      blocks: [
        [
          `t/O/1@2 ${common} observationAbout=reference:p observationDate=number:2020 value=text:1,234.5 empty unit=3`,
        ],
        [
          `t/O/2@3 ${common} observationAbout=reference:p observationDate=number:2020 value=number:1 value=number:2 unit=reference:USD`,
        ],
        [
          `t/O/3@4 ${common} observationAbout=reference:p unit=reference:1 unit=reference:234 empty observationDate=1 empty value=2`,
        ],
      ],
      said: [
        "warning StrSplit_EmptyToken_observationDate a.csv:4 empty cell: column 'date', property 'observationDate' of 'E:t->O' [cell 1]",
        "info StrSplit_EmptyToken_value a.csv:4 empty cell: column 'n', property 'value' of 'E:t->O' [cell 2]",
      ],
    });
  });

  test("are none of a row of another width, or one that holds others", async () => {
    const rows = [
      ["a", "A"],
      ["a", "A", "City", "b", "x"],
      ["a", "A\nb,B", "City", "b"],
      ["a", "A\nb,B,City,c\nd,D", "City", "b"],
    ];
    const found = await rowsOf(node, "id,name,kind,other", rows);
    expect(found).toEqual({
      blocks: [[], [], [], []],
      said: [
        "error CSV_InconsistentRows a.csv:2 expected 4 columns, found 2; row not loaded",
        "error CSV_InconsistentRows a.csv:3 expected 4 columns, found 5; row not loaded",
        "error StrSplit_BadQuotesInToken a.csv:4 a quote in column 'name' is closed in the next line, and the cell holds rows of the table: nothing from line 4 to 5 is loaded",
        "error StrSplit_BadQuotesInToken a.csv:5 a quote in column 'name' is closed 2 lines below, and the cell holds rows of the table: nothing from line 5 to 7 is loaded",
      ],
    });
  });
});
