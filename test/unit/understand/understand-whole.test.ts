/**
 * How many questions are read and answered: each place, variable, date and intent with its words, and the first and the
 * last row. What is expected lies in `expected/understand-whole.txt`;
 * `EXPECT=write npx vitest run test/unit/understand/understand-whole` writes it anew, to be read before it is believed.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { questionsIn } from "../../../bench/meaning/questions.ts";
import { open, type Understanding } from "../../../src/index.ts";

const beside = (name: string) => new URL(name, import.meta.url).pathname;
const textOf = (path: string) => readFileSync(beside(path), "utf8");
const path = beside("./expected/understand-whole.txt");

const questions = [
  ...questionsIn(textOf("../../../bench/meaning/questions.txt")).map(({ text }) => text),
  ...textOf("./further-questions.txt").trim().split("\n"),
];
const commons = await open("data-samples");

const wordsOf = (span?: { readonly text: string }) => (span === undefined ? "" : ` '${span.text}'`);

function linesOf(read: Understanding): string[] {
  const { places, variables, date, intent, perCapita, unread, nearest, answer } = read;
  const { span, ...wanted } = intent;
  const dcidsOf = (all: readonly { readonly dcid: string }[]) => all.map(({ dcid }) => dcid);
  const { question, rows = [], rowCount, tiedCount, facets, coefficient } = answer ?? {};
  return [
    ...places.map(({ span: words, others, ...place }) =>
      [JSON.stringify(place), wordsOf(words), ` of ${others.length} others`].join(""),
    ),
    ...variables.map(
      ({ dcid, score, span: words, others }) =>
        `${dcid} ${score.toFixed(2)}${wordsOf(words)} others ${dcidsOf(others).join(" ")}`,
    ),
    `${JSON.stringify(date.date)}${wordsOf(date.span)} ${JSON.stringify(wanted)}${wordsOf(span)}`,
    ...(perCapita === undefined ? [] : [`per capita${wordsOf(perCapita)}`]),
    ...(unread.length === 0 ? [] : [`unread${unread.map(wordsOf).join("")}`]),
    ...(nearest.length === 0 ? [] : [`nearest ${dcidsOf(nearest).join(" ")}`]),
    ...(question === undefined ? [] : [JSON.stringify(question), `${rows.length} of ${rowCount}`]),
    ...(tiedCount === undefined ? [] : [`${tiedCount} more with the last value`]),
    ...[rows[0], ...(rows.length > 1 ? [rows.at(-1)] : [])].flatMap(
      (row) => JSON.stringify(row) ?? [],
    ),
    ...(facets === undefined ? [] : [`facets ${Object.keys(facets).join(" ")}`]),
    ...(coefficient === undefined ? [] : [`coefficient ${coefficient.toFixed(6)}`]),
  ];
}

const outcome = async (text: string) =>
  `${text}\n${linesOf(await commons.understand(text)).join("\n")}\n`;

if (process.env["EXPECT"] === "write") {
  const all: string[] = [];
  for (const text of questions) all.push(`===== ${await outcome(text)}`);
  mkdirSync(beside("./expected"), { recursive: true });
  writeFileSync(path, all.join(""));
}

const expected = textOf("./expected/understand-whole.txt")
  .split(/^===== /m)
  .slice(1);

test.each(questions.map((text, at) => [text, at] as const))("%s", async (text, at) => {
  expect(await outcome(text)).toBe(expected[at]);
});
