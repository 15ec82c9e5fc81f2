/** Where a page ends, and the next one begins. */
import { expect, test } from "vitest";
import { invoke } from "../../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import type { RelationExpression } from "../../../../src/expr-parser/parse-relation.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";

test.each<RelationExpression>(["<-next", "<-next+"])(
  "values without provenance are in pages, too: %s",
  (property) => {
    const rows = Array.from({ length: 501 }, (_, at): TripleRow => [`n${at}`, "next", "end"]);
    const bare = worldOf(rows);
    const first = invoke(endpoints["v2.node"], bare, { nodes: ["end"], property });
    const nextToken = first.nextToken ?? "";
    const { data } = invoke(endpoints["v2.node"], bare, { nodes: ["end"], property, nextToken });
    const [last] = Object.values(data?.["end"]?.arcs ?? {});
    expect(last?.nodes?.map(({ dcid }) => dcid)).toEqual(["n99"]);
  },
);

test("on the next page another node has its labels from the first one on", () => {
  const rows = Array.from({ length: 501 }, (_, at): TripleRow => ["a", "z", `n${at}`]);
  const two = worldOf([...rows, ["b", "a", "n0"], ["b", "z", "n0"]]);
  const request = { nodes: ["a", "b"], property: "->*" } as const;
  const { nextToken = "" } = invoke(endpoints["v2.node"], two, request);
  const { data } = invoke(endpoints["v2.node"], two, { ...request, nextToken });
  const labels = Object.values(data ?? {}).map(({ arcs }) => Object.keys(arcs ?? {}));
  expect(labels).toEqual([["z"], ["a", "z"]]);
});

test("queried nodes come in byte order of UTF-8", () => {
  // In UTF-16 the order is the other way round.
  const [before, after] = ["\u{FFFD}", "\u{1F600}"];
  const rows = Array.from({ length: 501 }, (_, at): TripleRow => [after, "next", `n${at}`]);
  const two = worldOf([...rows, [before, "next", "n0"]]);
  const request = { nodes: [after, before], property: "->next" } as const;
  const first = invoke(endpoints["v2.node"], two, request);
  expect(first.data?.[before]?.arcs).toBeDefined();
  const nextToken = first.nextToken ?? "";
  const second = invoke(endpoints["v2.node"], two, { ...request, nextToken });
  expect(second.data?.[before]).toEqual({});
  expect(second.data?.[after]?.arcs?.["next"]?.nodes).toHaveLength(2);
});

test.each([
  [100, 401],
  [499, 2],
  [500, 1],
  [501, 0],
])("a page ends among texts or among nodes: %i texts, %i nodes", (texts, nodes) => {
  const numbers = Array.from({ length: 501 }, (_, at) => String(at).padStart(3, "0"));
  const written = [...numbers.slice(0, texts).map((one) => `=${one}`), ...numbers.slice(0, nodes)];
  const mixed = worldOf(written.map((value): TripleRow => ["a", "next", value]));
  const request = { nodes: ["a"], property: "->next" } as const;
  const { nextToken = "" } = invoke(endpoints["v2.node"], mixed, request);
  const { data } = invoke(endpoints["v2.node"], mixed, { ...request, nextToken });
  const [last] = data?.["a"]?.arcs?.["next"]?.nodes ?? [];
  expect(last?.value ?? last?.dcid).toBe(written.at(-1)?.replace("=", ""));
});

test("a page ends between two provenances of one value", () => {
  const rows = Array.from({ length: 499 }, (_, at): TripleRow => ["a", "next", `n${at}`, "p1"]);
  const last = ["p1", "p2"].map((from): TripleRow => ["a", "next", "z", from]);
  const two = worldOf([...rows, ...last]);
  const request = { nodes: ["a"], property: "->next" } as const;
  const { nextToken = "" } = invoke(endpoints["v2.node"], two, request);
  const { data } = invoke(endpoints["v2.node"], two, { ...request, nextToken });
  expect(data?.["a"]?.arcs?.["next"]?.nodes).toEqual([
    { dcid: "z", types: ["Thing"], provenanceId: "p2" },
  ]);
});
