/** What the built page weighs. The table in docs/explorer.md is made of the same numbers. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { filesUnder, projectRoot, read } from "../tidy/source-tree.ts";

const folder = join(projectRoot, "dist/explorer");
const files = readdirSync(folder);

interface Part {
  readonly about: string;
  readonly starts: readonly string[];
  /** kB of gzip. */
  readonly most: number;
}

/** Files by the beginnings of their names. */
const parts: readonly Part[] = [
  {
    about: "first screen: page, style, script",
    starts: ["index", "page", "style", "mark"],
    most: 60,
  },
  { about: "charts, with the first one", starts: ["plots"], most: 130 },
  { about: "editor, with the first one", starts: ["editor"], most: 120 },
];

/** Modules that a script imports as it starts. */
function importedBy(name: string): readonly string[] {
  const text = readFileSync(join(folder, name), "utf8");
  const names = [...text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].map(([, one]) => one!);
  return [...new Set(names)];
}

function weightOf({ starts }: Part): number {
  const own = files.filter((name) =>
    starts.some((start) => name.startsWith(`${start}-`) || name === `${start}.html`),
  );
  expect(own.length).toBe(starts.length);
  const all = new Set([...own, ...own.filter((name) => name.endsWith(".js")).flatMap(importedBy)]);
  const sizes = [...all].map(
    (name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

test.each(parts)("$about: at most $most kB", (part) => {
  expect(weightOf(part)).toBeLessThanOrEqual(part.most);
});

test("docs/explorer.md has the table of weights (UPDATE_DOCUMENTS=1 writes it)", () => {
  const document = read("docs/explorer.md");
  // What the document says stays as long as it is right within 1 kB: compressors differ by some bytes.
  const shownOf = (part: Part): number => {
    const [, written = "0"] = document.split(`| ${part.about} | `)[1]?.match(/^(\d+)/) ?? [];
    const weight = weightOf(part);
    return Math.abs(Number(written) - weight) < 1 ? Number(written) : Math.ceil(weight);
  };
  const rows = parts.map((part) => `| ${part.about} | ${shownOf(part)} | ${part.most} |\n`);
  const table = ["| part | kB of gzip | at most |\n| --- | --- | --- |\n", ...rows].join("");
  const made = document.replace(
    /(<!-- weights -->\n).*?(<!-- end -->)/s,
    (_all, start, end) => start + table + end,
  );
  if (process.env["UPDATE_DOCUMENTS"] !== undefined) {
    writeFileSync(join(projectRoot, "docs/explorer.md"), made);
  } else expect(document).toBe(made);
  expect(made).toContain(table);
});

test("no script of the page makes code of texts, and the page has no script or style of its own", () => {
  const html = readFileSync(join(folder, "index.html"), "utf8");
  expect(html).not.toMatch(/<style|<script(?![^>]* src=)|\son\w+=|style=/);
  const scripts = files.filter((name) => /^(?:page|plots|editor)-.*\.js$/.test(name));
  expect(scripts).toHaveLength(3);
  for (const name of scripts) {
    const text = readFileSync(join(folder, name), "utf8");
    expect(text.match(/\bnew Function\(|\beval\(/)).toBe(null);
  }
  const sources = filesUnder("explorer").filter(({ path }) => path.endsWith(".tsx"));
  expect(sources.length).toBeGreaterThan(10);
  expect(sources.filter(({ text }) => /innerHTML|insertAdjacentHTML/i.test(text))).toEqual([]);
});
