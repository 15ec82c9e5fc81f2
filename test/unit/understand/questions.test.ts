/** Half of the questions were written before the rules, and are never looked at: see the hash. */
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
