/** What a search for variables is about. */
import { expect, test } from "vitest";
import { kindsIn, subjectKinds, textsOf, withoutTotal } from "../../../src/search/subject-texts.ts";
import { subjectsOf } from "../../../src/search/subjects.ts";
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
  const kinds = [...subjectsOf(world).kinds];
  expect(kinds.map(([node, kind]) => [dictionary.textOf(node), kind])).toEqual(found);
});

test("a text of several properties counts as in the most telling one, and a node is no text", () => {
  const world = worldOf([
    ["a", "description", "=Rain"],
    ["a", "name", "=Rain"],
    ["a", "name", "Rain"],
    ["a", "alternateName", "=Wet"],
    ["a", "description", "=All that falls"],
    ["a", "note", "=Sun"],
  ]);
  const { dictionary } = world.graph;
  const texts = [...textsOf(world.graph, dictionary.nodeOf("a")!)];
  expect(texts.map(([text, weight]) => [dictionary.textOf(text), weight])).toEqual([
    ["Rain", 3],
    ["All that falls", 1],
    ["Wet", 2],
  ]);
});

test.each([
  ["Total population", "population"],
  ["total \t births", "births"],
  ["Subtotal births", "Subtotal births"],
  ["Births, total number", "Births, total number"],
  ["Totals", "Totals"],
])("'%s' is '%s' without the total", (text, rest) => {
  expect(withoutTotal(text)).toBe(rest);
});
