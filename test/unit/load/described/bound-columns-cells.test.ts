/** What a cell, a heading and parts of a date mean in a described table. */
import { expect, test } from "vitest";
import {
  bindColumns,
  cellOf,
  datePartSign,
  dateWithPart,
  propertyOf,
  textOf,
} from "../../../../src/load/described/bound-columns.ts";
import { opened } from "./opened-columns.ts";

test.each([
  ["Seasonal adjustment", "seasonalAdjustment"],
  ["SEX", "sex"],
  ["age_GROUP", "ageGroup"],
  ["ISO code 3", "isoCode3"],
  ["état (civil)", "étatCivil"],
  ["McCoy", "mcCoy"],
  ["%", "dimension"],
])("the property of %s is %s", (heading, property) => {
  expect(propertyOf(heading)).toBe(property);
});

test.each([
  ["Quarter", "Q"],
  ["qrt", "Q"],
  ["Quart", "Q"],
  ["QTR", "Q"],
  ["trimestre", "Q"],
  ["Half", "S"],
  ["semestre", "S"],
  ["month", ""],
])("numbers below %s have the sign %j", (heading, sign) => {
  expect(datePartSign(heading)).toBe(sign);
});

test.each([
  ["2020", "1", "Q", "2020-Q1"],
  ["2020", "Q1", "Q", "2020-Q1"],
  ["2020", "07", "", "2020-07"],
  ["2020", "", "Q", "2020"],
  ["2020", "NA", "Q", "2020"],
])("%s with %j below %j is %s", (year, part, sign, date) => {
  expect(dateWithPart(year, part, sign)).toBe(date);
});

test("cells are what they mean, and no value is an empty text", () => {
  const values = new Map([
    ["F", "Female"],
    ["NA", "Namibia"],
    ["T", ""],
  ]);
  const cells = ["F", "NA", "T", "x"];
  const meant = (given?: typeof values) => [0, 1, 2, 3, 4].map((at) => cellOf(at, cells, given));
  expect([meant(values), meant()]).toEqual([
    ["Female", "Namibia", "", "x", ""],
    ["F", "", "T", "x", ""],
  ]);
  expect([
    textOf({ constant: "NA" }, cells),
    textOf({ at: 1 }, cells),
    textOf({ at: 0, values }, cells),
  ]).toEqual(["NA", "", "Female"]);
});

test("columns of variables may have a date each, in place of that of the table or beside it", async () => {
  const wide = "Place,Pop2010,Pop2020,Area\na/1,10,20,5\n";
  const dated = {
    Pop2010: { name: "Population", date: "2010" },
    Pop2020: { name: "Population", date: "2020Q1" },
  };
  const columns = { entity: "Place", variables: dated };
  const points = ["Population a/1 2020-03 20 P3M", "Population a/1 2010 10"];
  expect((await opened(wide, columns)).observations).toEqual(points);
  const all = { ...dated, Area: {} };
  const both = await opened(wide, { ...columns, date: { constant: "2024" }, variables: all });
  expect(both.observations).toEqual(["Area a/1 2024 5", ...points]);
  await expect(opened(wide, { ...columns, variables: all })).rejects.toThrow(
    "columns.date is missing",
  );
  const wrong = { ...dated, Pop2010: { date: "soon" } };
  await expect(opened(wide, { ...columns, variables: wrong })).rejects.toThrow(
    "columns.variables[\"Pop2010\"].date is 'soon', which is no date",
  );
});

test("properties stand under a heading, its dcid or its name, and under nothing else", async () => {
  const bound = (properties: Record<string, object>, variable: unknown) =>
    bindColumns(
      { entity: "id", date: "year", variables: { "Hospital beds": variable }, properties } as never,
      ["id", "year", "Hospital beds"],
    );
  const beds = { populationType: "HospitalBed" };
  const said = new Map(Object.entries(beds));
  for (const key of ["Hospital beds", "Count_HospitalBed"])
    expect(bound({ [key]: beds }, "Count_HospitalBed")).toMatchObject({
      properties: new Map([["Count_HospitalBed", said]]),
    });
  for (const key of ["Hospital beds", "Hospital_beds"])
    expect(bound({ [key]: beds }, {})).toMatchObject({
      properties: new Map([["Hospital beds", said]]),
    });
  const more = { "Hospital beds": beds, Count_HospitalBed: { statType: "measuredValue" } };
  expect(bound(more, "Count_HospitalBed")).toMatchObject({
    properties: new Map([["Count_HospitalBed", new Map([...said, ["statType", "measuredValue"]])]]),
  });
  expect(bound({ "Hospitl bds": beds, "Hospital beds": beds }, "dcid:Count_Bed")).toEqual({
    problem:
      "columns.properties names 'Hospitl bds', which is no variable of the table; they are 'Hospital beds, dcid:Count_Bed'; is 'Hospital beds' meant?",
  });
});
