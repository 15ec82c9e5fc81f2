/** Columns of codes with those of their names, and what stands elsewhere. */
import { describe, expect, test } from "vitest";
import { flowOf, NamedColumns, referenceIn } from "../../../../src/load/held/named-codes.ts";

const column = (
  id: string,
  name?: string,
  names: Readonly<Record<string, string>> = { F: "Fem" },
) => ({
  id,
  name,
  names: new Map(Object.entries(names)),
});
type Columns = ConstructorParameters<typeof NamedColumns>[0];

describe("headings", () => {
  test.each<[what: string, columns: Columns, headings: readonly string[]]>([
    ["are ids and names", [column("SEX", "Gender of people")], ["SEX", "Gender of people"]],
    ["are ids alone without names of codes", [column("SEX", "The sex", {})], ["SEX"]],
    ["are ids alone where names repeat codes", [column("SEX", "The sex", { F: "F" })], ["SEX"]],
    ["are ids alone where names are empty", [column("SEX", "The sex", { F: "" })], ["SEX"]],
    [
      "have names if one says more",
      [column("SEX", "The sex", { F: "F", M: "", T: "Both" })],
      ["SEX", "The sex"],
    ],
    ["have no names of dates", [column("TIME_PERIOD", "The time")], ["TIME_PERIOD"]],
    ["are made of ids without a name", [column("SEX")], ["SEX", "SEX_LABEL"]],
    ["are made of ids for an empty name", [column("SEX", "")], ["SEX", "SEX_LABEL"]],
    ["are made of ids where a name looks like a code", [column("S", "SEX_2")], ["S", "S_LABEL"]],
    ["are made of ids where a name is one word", [column("S", "sexOf_2")], ["S", "S_LABEL"]],
    ["are made of ids where a name is one of codes", [column("S", "Sex Code")], ["S", "S_LABEL"]],
    ["may be one word with a capital", [column("S", "Sex")], ["S", "Sex"]],
    ["may begin with Code", [column("S", "Code of sex")], ["S", "Code of sex"]],
    [
      "are no ids of others",
      [column("S", "Area id"), column("Area id", "Sex")],
      ["S", "S_LABEL", "Area id", "Sex"],
    ],
    [
      "are no names of others",
      [column("S", "Sex"), column("T", "Sex")],
      ["S", "Sex", "T", "T_LABEL"],
    ],
  ])("%s", (_, columns, headings) => {
    expect(new NamedColumns(columns).headings).toEqual(headings);
  });
});

test("cells have their names beside them, where their column has some", () => {
  const columns = new NamedColumns([
    column("A", "Area", { FR: "France" }),
    column("TIME_PERIOD", "Time", { 2020: "in 2020" }),
    column("B", "Base", {}),
    column("SEX"),
  ]);
  expect(columns.cells(["FR", "2020", "x", "F"])).toEqual([
    "FR",
    "France",
    "2020",
    "x",
    "F",
    "Fem",
  ]);
  expect(columns.cells(["DE", "", "", ""])).toEqual(["DE", "", "", "", "", ""]);
});

test.each<[urn: string, flow: string | undefined]>([
  ["urn:sdmx:org.sdmx.infomodel.codelist.Codelist=SDMX:CL_SEX(2.1)", "SDMX:CL_SEX(2.1)"],
  ["urn:sdmx:org.sdmx.infomodel.conceptscheme.Concept=SDMX:CROSS(2.0).SEX", "SDMX:SEX(2.0)"],
  ["urn:sdmx:a.Concept=SDMX:CROSS(2.0).SEX.OF", "SDMX:SEX.OF(2.0)"],
  ["urn:sdmx:a.Dataflow=A.B:DF()", "A.B:DF()"],
  ["urn:sdmx:a.Dataflow=A:DF(1.0).", undefined],
  ["urn:sdmx:a.Dataflow=A:DF(1.0) ", undefined],
  ["urn:sdmx:a.Dataflow=A:DF", undefined],
  ["urn:sdmx:a.Dataflow=:DF(1.0)", undefined],
  ["urn:sdmx:a.Dataflow=A:(1.0)", undefined],
  [" urn:sdmx:a.Dataflow=A:DF(1.0)", undefined],
  ["sdmx:a.Dataflow=A:DF(1.0)", undefined],
  ["", undefined],
])("the reference in %j is %s", (urn, flow) => {
  const reference = referenceIn(urn);
  expect(reference && flowOf(reference)).toBe(flow);
});
