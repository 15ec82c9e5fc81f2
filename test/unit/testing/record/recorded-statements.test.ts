/** What the statements of several answers are together. */
import { expect, test } from "vitest";
import { type Answered, folded } from "./folded.ts";

test("paths of several steps that recorded steps make are no arcs of their own", async () => {
  const step = (from: string, to: string): Answered => [
    "v2.node",
    { property: "->in" },
    { data: { [from]: { arcs: { in: { nodes: [{ dcid: to }] } } } } },
  ];
  const path = (from: string, ...to: string[]): Answered => [
    "v2.node",
    { property: "->in+" },
    { data: { [from]: { arcs: { "in+": { nodes: to.map((dcid) => ({ dcid })) } } } } },
  ];
  expect(
    (await folded(path("a", "d"), step("a", "b"), step("b", "c"), step("c", "d"))).lines,
  ).toEqual(["a -in-> b", "b -in-> c", "c -in-> d"]);
  expect((await folded(step("a", "b"), path("b", "d"), path("a", "d", "e"))).lines).toEqual([
    "a -in-> b",
    "a -in-> e",
    "b -in-> d",
  ]);
  // A circle ends.
  expect((await folded(step("a", "b"), step("b", "a"), path("a", "c"))).lines).toEqual([
    "a -in-> b",
    "a -in-> c",
    "b -in-> a",
  ]);
});
