import { expect, test } from "vitest";
import { questionsOf, readQuestions, writeQuestions } from "../../../../bench/contest/questions.ts";
import { worldSizes } from "../../../../bench/data/scales.ts";
import { generateWorld, pagedTypes } from "../../../../bench/data/world.ts";

const plan = generateWorld(worldSizes.T, []);
const questions = questionsOf(plan);

test("every row has arguments, the same ones for everyone", () => {
  expect(Object.values(questions).filter((given) => given.length === 0)).toEqual([]);
  expect(questionsOf(generateWorld(worldSizes.T, []))).toEqual(questions);
});

test("they survive the file that contestants read, long lists once", () => {
  const text = writeQuestions(questions);
  const read = readQuestions(text);
  expect(read).toEqual(questions);
  expect(read.o2[0]!.entities).toBe(read.o2[1]!.entities);
  expect(text.split(plan.counties[7]!).length).toBeLessThan(200);
});

test("pages are asked of types whose members are known", () => {
  expect(questions.q3).toEqual(Object.keys(pagedTypes));
});
