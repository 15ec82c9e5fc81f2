/** Tables of national offices: places and times as their offices write them. */
import { expect, test } from "vitest";
import type { LaidTable } from "../../../../src/load/layouts/layout.ts";
import { cbs } from "../../../../src/load/layouts/national-offices.ts";

const header = ["ID", "Geslacht", "RegioS", "Perioden", "Total_1", "ValueAttribute", "x_label"];
const laid = cbs.lay(header, [], [], []) as LaidTable;
const cellAt = (at: number, cell: string) => {
  const told: string[] = [];
  return [laid.columns[at]?.cell?.(cell, (reason) => void told.push(reason)), ...told];
};

test("tables of the Netherlands have a role for each heading", () => {
  expect(laid.columns.map(({ heading, role }) => `${heading}: ${role}`)).toEqual([
    "ID: about",
    "Geslacht: dimension",
    "Region code (NUTS): entity",
    "Perioden: date",
    "Total_1: value",
    "ValueAttribute: note",
    "x_label: note",
  ]);
  expect(laid.width).toBe(7);
  const long = cbs.lay(["Id", "Measure", "Perioden", "Value"], [], [], []) as LaidTable;
  expect(long.columns.map(({ role }) => role)).toEqual(["about", "variable", "date", "value"]);
  const others = ["IDs", "XID", "XPerioden", "RegioSX", "Measures", "Values", "Total_1x", "Total_"];
  const odd = cbs.lay([...others, "Value"], [], [], []) as LaidTable;
  expect(odd.columns.map(({ role }) => role)).toEqual([
    ...Array<string>(8).fill("dimension"),
    "value",
  ]);
  expect(cbs.lay(["ID", "Perioden"], [], [], [])).toEqual({
    expected: "the column Value, or headings such as Total_1",
    found: "ID, Perioden",
  });
});

test.each<[header: string[], is: boolean]>([
  [["ID", "Perioden"], true],
  [["Id", "x", "Perioden"], true],
  [["IDs", "Perioden"], false],
  [["XID", "Perioden"], false],
  [["x", "ID", "Perioden"], false],
  [["ID", "Periode"], false],
  [[], false],
])("the header %j is one of the Netherlands: %s", (own, is) => {
  expect(cbs.isHeader(own, [], [])).toBe(is);
});

const provinces = "NL11 NL12 NL13 NL21 NL23 NL22 NL31 NL32 NL33 NL34 NL41 NL42".split(" ");

test.each([
  ["NL01", "NL"],
  ["NL01  ", "NL"],
  ["NL011", "NL011"],
  ["XNL01", "XNL01"],
  ...provinces.map((code, at) => [`PV${20 + at}  `, code]),
  ["PV32 ", "PV32"],
  ["PV19", "PV19"],
  ["PV201", "PV201"],
  ["PV20x", "PV20x"],
  ["XPV20", "XPV20"],
  [" GM0363 ", "GM0363"],
])("the region %j of the Netherlands is %s", (cell, place) => {
  expect(cellAt(2, cell!)).toEqual([place]);
});

test.each([
  ["2020JJ00", "2020"],
  ["2020KW01", "2020-Q1"],
  ["2020MM11 ", "2020-M11"],
  ["2020HJ02", "2020-S2"],
  ["2020XX01", "2020XX01"],
  ["2020JJ001", "2020JJ001"],
  ["2020JJ00x", "2020JJ00x"],
  ["12020JJ00", "12020JJ00"],
  [" 2020 ", "2020"],
])("the period %j of the Netherlands is %s", (cell, date) => {
  expect(cellAt(3, cell)).toEqual([date]);
});

test.each([
  ["T001038", "_T"],
  ["T001038  ", "_T"],
  ["T0010381", "T0010381"],
  ["T00103", "T00103"],
  ["T001038x", "T001038x"],
  ["XT001038", "XT001038"],
  [" 3000 ", "3000"],
])("the code %j of the Netherlands is %s", (cell, code) => {
  expect(cellAt(1, cell)).toEqual([code]);
});

test("a sign for no value is counted", () => {
  expect([cellAt(4, " 5 "), cellAt(4, ".")]).toEqual([
    ["5"],
    ["", "cells '.', which say that there is no value"],
  ]);
});
