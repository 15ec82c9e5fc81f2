/** Headers of tables: which table each is, and what is wrong with any other, as whole messages. */
import { describe, expect, test } from "vitest";
import { requireTable, tableHeader } from "../../../../src/load/dump/table-header.ts";
import type { SourceFile } from "../../../../src/load/sources/source-file.ts";
import { memoryInput } from "../inputs.ts";

const fileOf = (text: string | Uint8Array, extension = ".csv"): SourceFile => {
  const input = memoryInput(`t${extension}`, Buffer.from(text as string));
  return { ...input, extension, isNamed: false, listed: undefined } as unknown as SourceFile;
};
const headerOf = async (text: string | Uint8Array) => await tableHeader(fileOf(text));

const triples = ["subject_id", "predicate", "object_id", "object_value"];
const observations = ["entity", "variable", "date", "value"];
const optional = [
  "provenance",
  "import_name",
  "provenance_url",
  "unit",
  "scaling_factor",
  "measurement_method",
  "observation_period",
  "is_dc_aggregate",
  "properties",
];

describe("a header is that of", () => {
  test.each<[what: string, text: string, kind: string, columns: readonly string[]]>([
    ["triples", triples.join(), "triples", triples],
    [
      "triples with a provenance",
      [...triples, "provenance"].join(),
      "triples",
      [...triples, "provenance"],
    ],
    ["observations", observations.join(), "observations", observations],
    [
      "observations with all columns, in another order",
      [...optional, ...observations].join(),
      "observations",
      [...optional, ...observations],
    ],
    [
      "observations with blanks around names, after a mark",
      "\ufeffentity , variable,\tdate,value\r\nx",
      "observations",
      observations,
    ],
    [
      "observations with names in quotes, one of them over two lines",
      '"entity","variable","date\n","value"\nx',
      "observations",
      observations,
    ],
  ])("%s", async (_, text, kind, columns) => {
    expect(await headerOf(text)).toEqual({ kind, columns });
  });
});

describe("a header is of no table", () => {
  const forms =
    "a triple table has subject_id, predicate, object_id, object_value and may have provenance; " +
    "an observation table has entity, variable, date, value and may have provenance, import_name, " +
    "provenance_url, unit, scaling_factor, measurement_method, observation_period, is_dc_aggregate, properties";
  const parted = (by: string) =>
    `its cells are parted by '${by}' and not by commas: describe its columns (columns), or save it as comma-separated CSV`;
  const many = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`);

  test.each<[text: string, problem: string]>([
    ["a,b", `its columns are 'a, b'; ${forms}`],
    ["", "it is empty"],
    ["\n", `its columns are ''; ${forms}`],
    [
      "entity",
      `its columns are 'entity'; for an observation table missing: 'variable, date, value'; ${forms}`,
    ],
    [
      "entity,variable,date,value,colour,note",
      `its columns are 'entity, variable, date, value, colour, note'; for an observation table surplus: 'colour, note'; ${forms}`,
    ],
    [
      "entity,variable,date,value,unit,value",
      `its columns are 'entity, variable, date, value, unit, value'; for an observation table doubled: 'value'; ${forms}`,
    ],
    [
      "subject_id,predicate,value,value,x",
      `its columns are 'subject_id, predicate, value, value, x'; for a triple table missing: 'object_id, object_value', surplus: 'value, value, x', doubled: 'value'; ${forms}`,
    ],
    [
      "subject_id,entity,variable",
      `its columns are 'subject_id, entity, variable'; for an observation table missing: 'date, value', surplus: 'subject_id'; ${forms}`,
    ],
    ["entity;variable;date", parted(";")],
    ["entity\tvariable", parted("tab")],
    ["entity|variable", parted("|")],
    ["entity;variable,x", `its columns are 'entity;variable, x'; ${forms}`],
    [many(65).join(), "it has more than 64 columns"],
  ])("%j", async (text, problem) => {
    expect(await headerOf(text)).toEqual({ problem });
  });

  test("of sixty-four columns", async () => {
    const { problem } = (await headerOf(many(64).join())) as { problem: string };
    expect(problem).toContain("its columns are 'c0, c1,");
  });

  test.each<[what: string, text: string, problem: string]>([
    [
      "with a quote that never ends",
      'entity,"variable\nx\n',
      "its header has a quote that never ends",
    ],
    ["with a NUL", "entity,\0\nx", "it holds a NUL byte, so it is not UTF-8 text"],
    ["that is not UTF-8", "entity,\xe9\nx", "it is not UTF-8; convert the file to UTF-8 first"],
  ])("%s: it is damaged", async (_, text, problem) => {
    expect(await headerOf(Buffer.from(text, "latin1"))).toEqual({ problem, isDamaged: true });
  });

  test.each(["a,b\n\0", "a,b\n\xe9"])("for what stands after it: %j", async (text) => {
    const problem = `its columns are 'a, b'; ${forms}`;
    expect(await headerOf(Buffer.from(text, "latin1"))).toEqual({ problem });
  });

  test("in a file of tabs", async () => {
    expect(await tableHeader(fileOf(observations.join("\t"), ".tsv"))).toEqual({
      problem: "a .tsv is read through a template, or with the option columns",
    });
  });
});

test("a manifest names the table that a file is", async () => {
  const [one, other] = [fileOf(triples.join()), fileOf(observations.join())];
  expect(await requireTable(one, "triples")).toEqual({ kind: "triples", columns: triples });
  expect(await requireTable(other, "observations")).toEqual({
    kind: "observations",
    columns: observations,
  });
  const refusal = async (file: SourceFile, kind: "triples" | "observations") =>
    await requireTable(file, kind).then(String, ({ message }) => message);
  expect([
    await refusal(one, "observations"),
    await refusal(other, "triples"),
    await refusal(fileOf(""), "triples"),
  ]).toEqual([
    "t.csv: is not the observation table that its manifest names: it is a triple table",
    "t.csv: is not the triple table that its manifest names: it is a observation table",
    "t.csv: is not the triple table that its manifest names: it is empty",
  ]);
});
