/** Why a filter of an expression lets nothing pass: the whole reason, and what there is instead. */
import { expect, test } from "vitest";
import { open, world } from "../../../src/index.ts";

const commons = await open(
  world()
    .place("geo/1", "A", "Town", "geo/9")
    .place("geo/2", "B", "Town", "geo/9")
    .place("geo/3", "C", "Village", "geo/9")
    .place("geo/9", "All", "State")
    .node("geo/1", { color: "red" }),
);

test.each([
  [
    "{typeOf:State}",
    "filteredOut",
    "the filter lets nothing pass: none of the nodes before it has typeOf 'State'",
    [
      { kind: "type", value: "Town" },
      { kind: "type", value: "Village" },
    ],
  ],
  [
    "{typeOf:Town, color:[blue,green]}",
    "filteredOut",
    "the filter lets nothing pass: none of the nodes before it has typeOf 'Town' and color 'blue', 'green'",
    [
      { kind: "type", value: "Town" },
      { kind: "type", value: "Village" },
      { kind: "value", value: "red" },
    ],
  ],
  [
    "{typeOf:Twn}",
    "unknownType",
    "no node has the type 'Twn'",
    [
      { kind: "type", value: "Town" },
      { kind: "type", value: "Village" },
    ],
  ],
  [
    "{colour:red}",
    "unknownProperty",
    "no triple has the property 'colour' of the filter",
    [{ kind: "property", value: "color" }],
  ],
])("%s", async (filter, kind, reason, suggestions) => {
  const property = `<-containedInPlace${filter}` as const;
  const explained = await commons.explain({ node: { nodes: ["geo/9"], property } });
  expect(explained).toMatchObject({ kind, reason });
  expect(explained.suggestions).toEqual(suggestions);
});
