/** What docs/command.md says follows from the commands themselves. */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commonOptions } from "../../src/cli/command.ts";
import { commands } from "../../src/cli/commands/all-commands.ts";
import { exitCodes, exitMeanings } from "../../src/cli/io.ts";
import { read } from "./source-tree.ts";

const path = "docs/command.md";

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map(() => "---");
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function exitCodeTable(): string {
  const rows = Object.entries(exitMeanings).map(([name, means]) => [
    `\`${exitCodes[name as keyof typeof exitCodes]}\``,
    means,
  ]);
  return table(["exit code", "meaning"], rows);
}

function commandTable(): string {
  const rows = commands.map(({ usage, about, options = [] }) => {
    const flags = options.map(({ flags, choices, byDefault }) => {
      const values = choices === undefined ? "" : `: ${choices.join(", ")}`;
      return `\`${flags}\`${values}${byDefault === undefined ? "" : ` (\`${byDefault}\`)`}`;
    });
    return [`\`${usage}\``, about.replace(/\S*<-\S*/g, "`$&`"), flags.join("<br>")];
  });
  return table(["command", "what it does", "options (default)"], rows);
}

function optionTable(): string {
  const withs = commands.flatMap(({ usage, aboutWith }) =>
    aboutWith === undefined ? [] : `; for \`${usage.split(" ")[0]}\`: ${aboutWith}`,
  );
  const rows = commonOptions.map(({ flags, about }) => [
    `\`${flags}\``,
    flags.includes("--with") ? [about, ...withs].join("") : about,
  ]);
  return table(["option", "meaning"], rows);
}

test.each([
  ["options", optionTable],
  ["exit codes", exitCodeTable],
  ["commands", commandTable],
])("docs/command.md has the table of %s (npm run fix writes it)", (name, tableOf) => {
  const place = new RegExp(`(<!-- ${name} -->\n).*?(<!-- end -->)`, "s");
  const text = read(path);
  expect(text).toMatch(place);
  const made = text.replace(place, (_, begin, end) => `${begin}${tableOf()}${end}`);
  if (process.env["UPDATE_DOCUMENTS"] !== undefined) writeFileSync(path, made);
  else expect(text).toBe(made);
});
