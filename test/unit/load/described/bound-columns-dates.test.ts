/** Columns of values that say the date of their own variable. */
import { expect, test } from "vitest";
import { opened } from "./opened-columns.ts";

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
