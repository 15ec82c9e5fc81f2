/** The questions of the bench: each is answered, and is short. */
import { expect, test } from "vitest";
import { analysisQuestions } from "../../../../bench/analysis/analysis-questions.ts";
import { graphOf, lines } from "../../../../bench/analysis/analysis-world.ts";
import { open } from "../../../../src/index.ts";
import { read } from "../../../tidy/source-tree.ts";

const commons = await open({
  "graph.mcf": graphOf(500),
  "observations.csv": [...lines(500)].join(""),
});

test("twenty-four questions are asked, each of its own", () => {
  expect(new Set(analysisQuestions.map(({ name }) => name)).size).toBe(24);
});

test.each(analysisQuestions)("$name has rows with the columns of the question", async (one) => {
  const table = await one.ours(commons);
  expect(table.length).toBeGreaterThan(0);
  expect(table.columns.map(({ name }) => name)).toEqual(expect.arrayContaining([...one.columns]));
});

/** On lines as long as the formatter makes them. */
const lineLength = 100;
const linesMax = 4;

test("each is asked in at most four lines", () => {
  const source = read("bench/analysis/analysis-questions.ts");
  const asked = [...source.matchAll(/\n {4}ours: async \(c\) =>(.*?),\n {4}columns:/gs)];
  expect(asked.length).toBe(24);
  const long = asked
    .map(([, code = ""]) => code.replace(/\s+/g, " ").trim())
    .filter((code) => code.length > linesMax * lineLength);
  expect(long).toEqual([]);
});
