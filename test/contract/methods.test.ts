/** The endpoint table and the typed methods: every row has a method, every method has a row. */

import { expect, test } from "vitest";
import { v0Methods, v1Methods, v2Methods } from "../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../src/adapters/endpoints.ts";
import { Commons } from "../../src/commons/commons.ts";
import { infoOf } from "../../src/world/world.ts";
import { worldOf } from "../oracle/small-world.ts";

const world = worldOf([["geoId/06", "typeOf", "State"]]);
const names = Object.keys(endpoints);
const of = (version: string) =>
  names.filter((name) => name.startsWith(`${version}.`)).map((name) => name.slice(3));

const groups = { v2: v2Methods(world), v1: v1Methods(world), v0: v0Methods(world) };

test.each(Object.entries(groups))(
  "every row of %s is a method under its name",
  (version, group) => {
    const methods = Object.keys(group).filter((name) => name !== "pages");
    expect(methods.sort()).toEqual(of(version).sort());
  },
);

test("every row belongs to a group", () => {
  expect(names.filter((name) => !/^v[012]\.\w+$/.test(name))).toEqual([]);
});

test("every row that takes a token has pages, and no other", () => {
  const withTokens = Object.entries(endpoints)
    .filter(([, { params }]) => "nextToken" in params)
    .map(([name]) => name);
  const pages = (["v2", "v1"] as const).flatMap((version) =>
    Object.keys(groups[version].pages).map((name) => `${version}.${name}`),
  );
  expect(pages.sort()).toEqual(withTokens.sort());
});

test("pages of a method are all of its answer, in order", () => {
  const triples = Array.from({ length: 1200 }, (_, at) => [`a${at}`, "typeOf", "State"] as const);
  const many = worldOf(triples.map((triple) => [...triple] as [string, string, string]));
  const v2 = v2Methods(many);
  const request = { nodes: ["State"], property: "<-typeOf" } as const;
  const pages = [...v2.pages.node(request)];
  expect(pages.length).toBeGreaterThan(1);
  const dcids = pages.flatMap(({ data }) => data?.["State"]?.arcs?.["typeOf"]?.nodes ?? []);
  expect(new Set(dcids.map(({ dcid }) => dcid)).size).toBe(1200);
  const [first] = pages;
  expect(first).toEqual(v2.node(request));
  const rest = [...v2.pages.node({ ...request, nextToken: first?.nextToken })];
  expect(rest).toEqual(pages.slice(1));
  expect([...v2.pages.node({ nodes: ["nothing"], property: "->name" })]).toHaveLength(1);
});

test("pages refuse a request as their method does, once they are asked for", () => {
  const pages = groups.v2.pages.node({ nodes: ["a"], property: "->[" });
  expect(() => [...pages]).toThrow(expect.objectContaining({ code: "EXPRESSION" }));
});

test.each(Object.entries(endpoints))("%s asks its own row", (name, { type }) => {
  const diagnostics = { levels: {}, counters: [] } as never;
  const commons = new Commons({ world, info: infoOf(world, diagnostics) });
  const [version, method] = name.split(".") as [string, string];
  const owner: object = Reflect.get(commons, version);
  const ask = () => Reflect.get(owner, method).call(owner, { noSuchField: 1 });
  // The real service's text names the type of the request.
  expect(ask).toThrow(new RegExp(`"noSuchField".*${type.replaceAll(".", "\\.")}`, "s"));
});
