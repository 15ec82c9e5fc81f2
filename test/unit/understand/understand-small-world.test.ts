/**
 * How questions about `small-world.ts` are read and answered: places, variables, intent and date, what else was said, and
 * the first values. `EXPECT=write npx vitest run test/unit/understand/understand-small-world` writes the outcomes anew, to
 * be read before they are believed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { smallWorld } from "./small-world.ts";

const path = new URL("./expected/understand-small-world.txt", import.meta.url).pathname;
const expected = readFileSync(path, "utf8")
  .trim()
  .split("\n\n")
  .map((part) => part.split("\n")[0] ?? "");

type Meant = readonly { readonly dcid: string }[];
const dcidsOf = (all: Meant) => all.map(({ dcid }) => dcid).join(" ");
const said = (span?: { readonly text: string }) => (span === undefined ? "" : ` '${span.text}'`);

async function outcomeOf(text: string): Promise<string> {
  const { places, variables, date, intent, perCapita, unread, nearest, answer } =
    await smallWorld.understand(text);
  const { span, ...wanted } = intent;
  const values = answer?.rows.slice(0, 4).map(({ entity, value }) => `${entity} ${value}`);
  return [
    text,
    ...places.map(({ entities, name, others, isAssumed, span: words }) =>
      [entities, isAssumed, name, dcidsOf(others), said(words)].join(", "),
    ),
    ...variables.map(({ dcid, span: words }) => dcid + said(words)),
    JSON.stringify([wanted, date.date]) + said(span),
    `per${said(perCapita)}, unread${unread.map(said).join("")}, nearest ${dcidsOf(nearest)}`,
    `${answer?.rowCount} rows: ${values}`,
    ...(answer?.coefficient === undefined ? [] : [`coefficient ${answer.coefficient.toFixed(4)}`]),
  ].join("\n");
}

if (process.env["EXPECT"] === "write") {
  const all: string[] = [];
  for (const text of expected) all.push(await outcomeOf(text));
  writeFileSync(path, `${all.join("\n\n")}\n`);
}
const outcomes = readFileSync(path, "utf8").trim().split("\n\n");

test.each(outcomes.map((outcome) => [outcome.split("\n")[0] ?? "", outcome]))(
  "%s",
  async (text, outcome) => {
    expect(await outcomeOf(text)).toBe(outcome);
  },
);
