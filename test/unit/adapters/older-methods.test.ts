/** The endpoint table and the typed methods: every row has a method, every method has a row. */

import { expect, test } from "vitest";
import { endpoints } from "../../../src/adapters/endpoints.ts";
import { v0Methods, v1Methods } from "../../../src/adapters/older-methods.ts";
import { Commons } from "../../../src/commons/commons.ts";
import { infoOf } from "../../../src/world/world.ts";
import { worldOf } from "../../oracle/small-world.ts";

const world = worldOf([["geoId/06", "typeOf", "State"]]);
const names = Object.keys(endpoints);
const of = (version: string) =>
  names.filter((name) => name.startsWith(`${version}.`)).map((name) => name.slice(3));

/** Methods of a Commons that answer no endpoint. */
const others = [
  "answer",
  "ask",
  "close",
  "constructor",
  "explain",
  "export",
  "governed",
  "ready",
  "save",
  "share",
  "table",
  "verify",
];

test("every row is a method under its name, and the other way round", () => {
  expect(Object.keys(v0Methods(world)).sort()).toEqual(of("v0").sort());
  expect(Object.keys(v1Methods(world)).sort()).toEqual(of("v1").sort());
  const own = Object.entries(Object.getOwnPropertyDescriptors(Commons.prototype))
    .filter(([name, { value }]) => typeof value === "function" && !others.includes(name))
    .map(([name]) => name);
  expect(own.sort()).toEqual(of("v2").sort());
  expect(names).toHaveLength(own.length + of("v1").length + of("v0").length);
});

test.each(Object.entries(endpoints))("%s asks its own row", (name, { type }) => {
  const diagnostics = { levels: {}, counters: [] } as never;
  const commons = new Commons({ world, info: infoOf(world, diagnostics) });
  const [version, method] = name.split(".") as [string, string];
  const owner: object = version === "v2" ? commons : Reflect.get(commons, version);
  const ask = () => Reflect.get(owner, method).call(owner, { noSuchField: 1 });
  // The real service's text names the type of the request.
  expect(ask).toThrow(new RegExp(`"noSuchField".*${type.replaceAll(".", "\\.")}`, "s"));
});
