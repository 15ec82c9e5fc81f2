/** Rows of tables that lack something, or have more: what is loaded of them, and each whole message. */
import { describe, expect, test } from "vitest";
import { unsetSource } from "../../../../src/stats/facet-fields.ts";
import { read, tableOf } from "./dump-runs.ts";

const empty = (column: string, property = column) =>
  `error Sanity_MissingOrEmpty_${property}:2 | column ${column} is empty; row not loaded`;

describe("a row of triples", () => {
  const width = (count: number) =>
    `error CSV_InconsistentRows:2 | expected 4 columns, found ${count}; row not loaded`;
  test.each<[row: string, messages: readonly string[]]>([
    [",x,b,", [empty("subject_id")]],
    ["a,,b,", [empty("predicate")]],
    ["a,x,,", [empty("object_id")]],
    [",,,", [empty("subject_id")]],
    ["a,x,b", [width(3)]],
    ["a,x,b,,y", [width(5)]],
  ])("%j is reported", async (row, messages) => {
    const text = `subject_id,predicate,object_id,object_value\n${row}\n`;
    expect(await read(tableOf("triples"), text)).toMatchObject({ triples: [], messages, rows: 1 });
  });

  test("with characters that are in quotes is read as text, to the same", async () => {
    const text = 'subject_id,predicate,object_id,object_value\n"a",x,b,"T ""u"""\na,x,,"v\n"\n';
    expect(await read(tableOf("triples"), text)).toMatchObject({
      triples: ["a x b | dc/base/t", 'a x "T \\"u\\"" | dc/base/t', 'a x "v\\n" | dc/base/t'],
      messages: [],
      rows: 2,
    });
  });
});

test("a table without rows says so", async () => {
  for (const kind of ["triples", "observations"] as const) {
    const { messages } = await read(tableOf(kind), "a,b\n");
    expect(messages).toEqual(["info CSV_NoRows | the table has a header and no rows"]);
  }
});

const columns = ["entity", "variable", "date", "value", "unit", "is_dc_aggregate", "properties"];
const usual = { entity: "a", variable: "v", date: "2020", value: "7" };
type Cells = Readonly<Record<string, string>>;
const quoted = (cell: string) => (/["\n,]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const table = (rows: readonly Cells[], own: readonly string[] = columns) =>
  [own, ...rows.map((cells) => own.map((column) => quoted(cells[column] ?? "")))].join("\n");
const loaded = async (rows: readonly Cells[], own: readonly string[] = columns) =>
  await read(tableOf("observations"), table(rows, own));
const readAs = { ...unsetSource, ...usual, provenance: "dc/base/t" };

describe("a row of observations", () => {
  const noValue =
    "info Sanity_MissingOrEmpty_value:2 | column value is empty, so the row is not an observation";
  test.each<[cells: Cells, messages: readonly string[]]>([
    [{ entity: "" }, [empty("entity", "observationAbout")]],
    [{ variable: "" }, [empty("variable", "variableMeasured")]],
    [{ date: "" }, [empty("date", "observationDate")]],
    [{ value: "" }, [noValue]],
    [{ value: " " }, [noValue]],
    [
      { entity: "", variable: "", date: "", value: "" },
      [
        empty("variable", "variableMeasured"),
        empty("entity", "observationAbout"),
        empty("date", "observationDate"),
        noValue,
      ],
    ],
    [
      { date: "soon" },
      [
        "error Sanity_InvalidObsDate:2 | 'soon' is not a date, such as 2020, 2020-07 or 2020-07-31; " +
          "the observation is not loaded: column 'date'",
      ],
    ],
    [
      { entity: "", properties: '{"a":"1","b":"2","c":"3","d":"4"}' },
      [
        "error Sanity_TooManyEntities:2 | an observation is about 3 entities at most, and this one is about 4 " +
          "(a, b, c, d); it is not loaded",
      ],
    ],
  ])("with %j is reported, and not loaded", async (cells, messages) => {
    expect(await loaded([{ ...usual, ...cells }])).toMatchObject({ observations: [], messages });
  });

  test.each<[cells: Cells, changes: object, messages: readonly string[]]>([
    [
      { value: "x" },
      { value: "x" },
      [
        "error Sanity_SVObs_Value_NotANumber:2 | 'x' is not a number; it is kept as text: column 'value'",
      ],
    ],
    [
      { is_dc_aggregate: "maybe" },
      {},
      ["warning CSV_UnexpectedRow:2 | is_dc_aggregate is true or false; 'maybe' is read as false"],
    ],
    [{ unit: "a,b" }, { unit: "a,b" }, []],
    [
      { entity: "", properties: '{"custom:from":"a","to":"b"}' },
      { entities: { from: "a", to: "b" } },
      [],
    ],
  ])("with %j is loaded", async (cells, changes, messages) => {
    const found = await loaded([{ ...usual, ...cells }]);
    expect(found).toMatchObject({ observations: [{ ...readAs, ...changes }], messages });
  });

  const further = (property: string) =>
    `info Sanity_UnexpectedPropInStatVarObservation:2 | '${property}' is kept as a property of the ` +
    "observation's node; answers with values do not show it";
  const noObject = (json: string) =>
    `error CSV_UnexpectedRow:2 | '${json}' is not a JSON object; column 'properties' is not read`;
  test.each<[properties: string, kept: readonly string[], messages: readonly string[]]>([
    ["{}", [], []],
    ["null", [], []],
    ['{"dcs:note":"x","":"y","empty":"","none":null}', ['note "x"'], [further("note")]],
    [
      '{"n":7,"is":true,"list":["a"]}',
      ['n "7"', 'is "true"', 'list "[\\"a\\"]"'],
      ["n", "is", "list"].map(further),
    ],
    ["[1]", [], [noObject("[1]")]],
    ["7", [], [noObject("7")]],
    ['"x"', [], [noObject('"x"')]],
    ["{", [], [noObject("{")]],
  ])("with the properties %s", async (properties, kept, messages) => {
    const found = await loaded([{ ...usual, properties }]);
    expect(found.observations).toEqual([readAs]);
    expect(found.triples.map((line) => line.replace(/^dc\/o\/\w+ /, ""))).toEqual(
      kept.map((text) => `${text} | dc/base/t`),
    );
    expect(found.messages).toEqual(messages);
  });

  test("in a table of our own has names of properties as they are", async () => {
    const own = [...columns, "import_name"];
    const properties = '{"dcs:note":"x"}';
    const about = { ...usual, entity: "", properties: '{"custom:from":"a"}' };
    const { triples, observations } = await loaded([{ ...usual, properties }, about], own);
    expect(triples.map((line) => line.replace(/^dc\/o\/\w+ /, ""))).toEqual(['dcs:note "x" | ']);
    expect(observations).toEqual([
      { ...readAs, provenance: "" },
      { ...readAs, provenance: "", entities: { "custom:from": "a" } },
    ]);
  });

  test.each(["import_name", "provenance_url"])(
    "has no other provenance beside %s",
    async (column) => {
      const own = [...columns, column];
      const [first, second] = (await loaded([usual, { ...usual, [column]: "x" }], own))
        .observations;
      expect([first?.provenance, second?.provenance]).toEqual(["", ""]);
    },
  );
});
