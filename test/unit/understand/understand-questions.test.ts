/** Questions as people type them: half of them were written before the rules and are never looked at. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { questionsIn, scoreOf } from "../../../bench/meaning/questions.ts";
import { open } from "../../../src/index.ts";

const textOf = (file: string) =>
  readFileSync(new URL(`../../../bench/meaning/${file}`, import.meta.url), "utf8");

const commons = await open("data-samples");
const scoreIn = (file: string) =>
  scoreOf(questionsIn(textOf(file)), (text) => commons.understand(text));

test("the sealed questions are those that were written before the rules", () => {
  const hash = createHash("sha256").update(textOf("sealed-questions.txt")).digest("hex");
  expect(hash).toBe("a545633d26969f54ff73009ec58e6575ba6d4640ab392f4a9090e4ba68926af9");
});

test("of the visible questions all are read right", async () => {
  const { wrong, count } = await scoreIn("questions.txt");
  expect([wrong, count]).toEqual([[], 120]);
});

test("of the sealed questions nine in ten are read right", async () => {
  const { together, count } = await scoreIn("sealed-questions.txt");
  expect(count).toBe(60);
  expect(together).toBeGreaterThanOrEqual(54);
});
