/** What docs/command.md says follows from the commands themselves. */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exitCodes, exitMeanings } from "../../src/cli/io.ts";
import {
  allOptions,
  everywhere,
  groups,
  partsOf,
  options as shared,
} from "../../src/cli/options.ts";
import { commands } from "../../src/cli/run.ts";
import { manPage } from "./man-page.ts";
import { filesUnder, read } from "./source-tree.ts";

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

/** Options that many commands have, and which ones. */
function optionTable(): string {
  const common = [...new Set(Object.values(groups).flat()), ...everywhere];
  const rows = common.map((option) => {
    const takers = commands.filter(({ groups: names }) =>
      names.some((name) => groups[name].some(({ flags }) => flags === option.flags)),
    );
    const others = takers.flatMap(({ usage, aboutCommon = {} }) => {
      const about = aboutCommon[partsOf(option).name];
      return about === undefined ? [] : `; for \`${usage.split(" ")[0]}\`: ${about}`;
    });
    const names = takers.map(({ usage }) => `\`${usage.split(" ")[0]}\``);
    return [
      `\`${option.flags}\``,
      [option.about, ...others].join(""),
      everywhere.includes(option) ? "all" : names.join(" "),
    ];
  });
  return table(["option", "meaning", "commands"], rows);
}

test("one letter has one meaning, and one long name has one letter and one kind of value", () => {
  const byLetter = new Map<string, string>();
  const byName = new Map<string, string>();
  for (const command of commands) {
    const { usage } = command;
    const seen = new Set<string>();
    for (const option of allOptions(command)) {
      const { letter, name, value = "" } = partsOf(option);
      expect(name, option.flags).not.toBe("");
      expect(seen, `${usage}: ${name} twice`).not.toContain(name);
      seen.add(name);
      if (letter !== undefined) {
        expect(byLetter.get(letter) ?? name, `-${letter} of ${usage}`).toBe(name);
        byLetter.set(letter, name);
      }
      const kind = value === "" ? "flag" : value.endsWith("...") ? "list" : "value";
      const form = `${letter ?? ""} ${kind}`;
      expect(byName.get(name) ?? form, `--${name} of ${usage}`).toBe(form);
      byName.set(name, form);
    }
  }
});

test("an option of several commands is one row of the table of options", () => {
  const takers = new Map<string, string[]>();
  for (const { usage, options = [] } of commands) {
    for (const { flags } of options) takers.set(flags, [...(takers.get(flags) ?? []), usage]);
  }
  const rows = new Set(Object.values(shared).map(({ flags }) => flags as string));
  const written = [...takers].filter(([flags, names]) => names.length > 1 && !rows.has(flags));
  expect(written).toEqual([]);
});

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

test("docs/pocket-commons.1 is the manual page of the commands (npm run fix writes it)", () => {
  const page = "docs/pocket-commons.1";
  if (process.env["UPDATE_DOCUMENTS"] !== undefined) writeFileSync(page, manPage());
  expect(read(page)).toBe(manPage());
});

/** What users can catch by its class: those of the library, and of the language. */
const errors = new Set(["CommonsError", "RemoteError", "TypeError", "AbortError", "TimeoutError"]);

test("documents name commands and errors that there are", () => {
  const names = new Set(["help", ...commands.map(({ usage }) => usage.split(" ")[0])]);
  // CONTRIBUTING names classes that users do not see.
  const documents = filesUnder().filter(({ path }) =>
    /^(?:docs\/|(?!CONTRIBUTING)[A-Z]+\.md$)/.test(path),
  );
  expect(documents.length).toBeGreaterThan(20);
  const wrong = documents.flatMap(({ path, text }) => {
    const asked = [...text.matchAll(/\bpocket-commons ([a-z]+)\b/g)].map(([, name]) => name ?? "");
    // The table of names that changed has the old ones, and they are gone.
    const rest = path === "CHANGELOG.md" ? text.replace(/^\|.*$/gm, "") : text;
    const caught = [...rest.matchAll(/`([A-Z]\w*Error)\b/g)].map(([, name]) => name ?? "");
    const unknown = [
      ...asked.filter((name) => !names.has(name)),
      ...caught.filter((name) => !errors.has(name)),
    ];
    return unknown.map((name) => `${path}: ${name}`);
  });
  expect(wrong).toEqual([]);
});
