/** Every endpoint is a method of a Commons, and every such method is an endpoint. */
import { expect, test } from "vitest";
import { endpoints } from "../../src/adapters/endpoints.ts";
import { v0Methods, v1Methods } from "../../src/adapters/older-methods.ts";
import { Commons } from "../../src/commons/commons.ts";
import { world } from "./echo.ts";

const rows = Object.keys(endpoints);

/** Names of the rows of a generation, without the generation. */
function rowsOf(generation: string): string[] {
  return rows.filter((row) => row.startsWith(`${generation}.`)).map((row) => row.slice(3));
}

test("the older rows are the methods of v1 and of v0", () => {
  expect(Object.keys(v1Methods(world)).sort()).toEqual(rowsOf("v1").sort());
  expect(Object.keys(v0Methods(world)).sort()).toEqual(rowsOf("v0").sort());
  expect(rowsOf("v0")).toContain("popObs");
});

test("the rows of v2 are methods of a Commons", () => {
  const methods = Object.getOwnPropertyNames(Commons.prototype);
  expect(rowsOf("v2").filter((row) => !methods.includes(row))).toEqual([]);
  expect(rowsOf("v2")).toContain("node");
});

test("no row is of another generation", () => {
  expect(rows.filter((row) => !/^v[012]\.\w+$/.test(row))).toEqual([]);
});
