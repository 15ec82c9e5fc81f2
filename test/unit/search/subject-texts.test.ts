/** What a search for variables is about. */
import { expect, test } from "vitest";
import { kindsIn, subjectKinds } from "../../../src/search/subject-texts.ts";
import { worldOf } from "../../oracle/small-world.ts";

test("variables and topics come ascending, each once, with the last of their kinds", () => {
  const world = worldOf(
    [
      ["c", "typeOf", "StatisticalVariable", "one"],
      ["c", "typeOf", "StatisticalVariable", "two"],
      ["b", "typeOf", "Topic"],
      ["b", "typeOf", "StatisticalVariable"],
      ["d", "typeOf", "Topic"],
      ["e", "typeOf", "Place"],
    ],
    [
      ["c", "e", "2020", "1"],
      ["a", "e", "2020", "1"],
    ],
  );
  const { dictionary } = world.graph;
  const found = Array.from(kindsIn(world), ({ node, kind }) => [dictionary.textOf(node), kind]);
  const { untyped, StatisticalVariable, Topic } = subjectKinds;
  expect(found).toEqual([
    ["a", untyped],
    ["b", Topic],
    ["c", StatisticalVariable],
    ["d", Topic],
  ]);
});
