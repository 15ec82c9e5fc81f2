import { expect, test } from "vitest";
import { open, world } from "../../src/index.ts";

test("the compiler takes no id of one kind for one of another", async () => {
  const source = world().node("a", { name: "A" }).series("v", "a", { 2020: 1 });
  const { graph, observations } = (await open(source)).engine;
  const { dictionary } = graph;
  const [name, a] = [graph.predicateOf("name")!, dictionary.nodeOf("a")!];
  const series = observations.seriesOf(dictionary.nodeOf("v")!, a).start;
  const point = observations.latestOf(series);
  expect(dictionary.textOf(graph.valuesOf(a, name)[0]!)).toBe("A");
  expect(observations.dateOfCode(observations.dateCodeAt(point))).toBe("2020");
  const mistakes = () => [
    // @ts-expect-error a predicate is no term
    dictionary.textOf(name),
    // @ts-expect-error a term is no predicate
    graph.predicateDcid(a),
    // @ts-expect-error a point is no series
    observations.variableOf(point),
    // @ts-expect-error a date is no point
    observations.numberAt(observations.lastDateOf(series)),
  ];
  expect(mistakes).toBeTypeOf("function");
});
