/** What a search for variables is about. */
import { expect, test } from "vitest";
import {
  kindsIn,
  subjectKinds,
  subjectLines,
  textsOf,
  withoutTotal,
} from "../../../src/search/subject-texts.ts";
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
    ["a", "nameWithLanguage", "=Regen@de"],
    ["a", "alternateName", "=Wet"],
    ["a", "shortDisplayName", "=mm"],
    ["a", "description", "=All that falls"],
    ["a", "searchDescription", "=What falls"],
    ["a", "note", "=Sun"],
  ]);
  const { dictionary } = world.graph;
  const texts = [...textsOf(world.graph, dictionary.nodeOf("a")!)];
  expect(texts.map(([text, weight]) => [dictionary.textOf(text), weight])).toEqual([
    ["Rain", 3],
    ["What falls", 1],
    ["All that falls", 1],
    ["mm", 2],
    ["Wet", 2],
    ["Regen@de", 2],
  ]);
});

test("the list of a snapshot has what answers show of a subject, and its texts without languages", () => {
  const world = worldOf(
    [
      ["Exports", "typeOf", "StatisticalVariable"],
      ["Exports", "name", "=Exports"],
      ["Exports", "nameWithLanguage", "=Ausfuhr@de"],
      ["Exports", "observationProperties", "partner"],
    ],
    [["Rain", "e", "2020", "1"]],
  );
  const nodeOf = (dcid: string) => world.graph.dictionary.nodeOf(dcid);
  expect([...subjectLines(world)]).toEqual([
    {
      node: nodeOf("Exports"),
      kind: subjectKinds.StatisticalVariable,
      dcid: "Exports",
      name: "Exports",
      properties: ["partner"],
      texts: ["Exports", "Ausfuhr"],
      weights: [3, 2],
    },
    {
      node: nodeOf("Rain"),
      kind: subjectKinds.untyped,
      dcid: "Rain",
      properties: [],
      texts: [],
      weights: [],
    },
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

test("what import only proposes describes nothing", () => {
  const { graph } = worldOf([
    ["a", "description", "=Proposed by import, to be checked: statType."],
    ["a", "name", "=Proposed by import, to be checked: a name"],
    ["b", "description", "=Imports of goods"],
  ]);
  const textsIn = (dcid: string) =>
    Array.from(textsOf(graph, graph.dictionary.nodeOf(dcid)!).keys(), (one) =>
      graph.dictionary.textOf(one),
    );
  expect(textsIn("a")).toEqual(["Proposed by import, to be checked: a name"]);
  expect(textsIn("b")).toEqual(["Imports of goods"]);
});
