/**
 * Tables of many publishers, each with what is read of it, or why it is refused. Both stand in one file:
 * `EXPECT=write npx vitest run test/unit/propose/propose-nasty-tables` writes what stands below each table anew, to be
 * read before it is believed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { KnownColumns } from "../../../src/lint.ts";
import { tryTable } from "../../gallery.ts";

const path = new URL("./propose-nasty-tables.txt", import.meta.url).pathname;
const mark = "-----";

interface Case {
  /** Name of the table, and what a caller says about it as JSON. */
  readonly head: string;
  readonly table: string;
  readonly expected: string;
}

const cases = readFileSync(path, "utf8")
  .split(/^===== /m)
  .slice(1)
  .map((part): Case => {
    const end = part.indexOf("\n");
    const [table = "", expected = ""] = part.slice(end + 1).split(`${mark}\n`);
    return { head: part.slice(0, end), table, expected };
  });

async function outcome({ head, table }: Case): Promise<string> {
  const [name = "", known = "{}"] = head.split(/ (?=\{)/);
  const found = await tryTable(name, Buffer.from(table), JSON.parse(known) as KnownColumns);
  const lines =
    "problems" in found
      ? found.problems.map((problem) => `refused: ${problem}`)
      : found.map((one) => [one.series, one.method, one.entity, one.date, one.value].join(" | "));
  return lines.map((line) => `${line}\n`).join("");
}

if (process.env["EXPECT"] === "write") {
  const outcomes = await Promise.all(cases.map(outcome));
  const parts = cases.map(
    ({ head, table }, at) => `===== ${head}\n${table}${mark}\n${outcomes[at]}`,
  );
  writeFileSync(path, parts.join(""));
}

// Each table is read by its own test, so that mutation testing sees which code a table reaches.
test.each(cases.map((one, at) => [one.head, at] as const))("%s", async (_, at) => {
  const one = cases[at]!;
  expect(await outcome(one)).toBe(one.expected);
});
