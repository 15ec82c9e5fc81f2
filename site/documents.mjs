/**
 * The documents of the site in the order that teaches, and the examples in them. The sidebar, the pages and
 * `llms.txt` follow from this table; the documents themselves are plain Markdown and know nothing of the site.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");

export const read = (path) => readFileSync(resolve(root, path), "utf8");

const tutorials = existsSync(resolve(root, "docs/tutorials"))
  ? readdirSync(resolve(root, "docs/tutorials")).map((name) => `docs/tutorials/${name}`)
  : [];

/** Titles of groups, and the documents of each. A title in front of a path is shorter than its heading. */
export const groups = {
  Guide: [
    "Five minutes: README.md",
    "Projects to copy: examples/README.md",
    "Your own CSV: docs/your-csv.md",
    "docs/sources.md",
    "Tests: docs/testing.md",
    "A server: docs/server.md",
    "docs/explorer.md",
    "Agents: docs/agents.md",
    "Questions in words: docs/questions.md",
    "Pages of your own: docs/browser.md",
    "docs/snapshots.md",
    "Far worlds: docs/remote.md",
    "Operating them: docs/operation.md",
  ],
  ...(tutorials.length === 0
    ? {}
    : { Tutorials: tutorials.filter((path) => path.endsWith(".md")).sort() }),
  "Ask and analyse": [
    "docs/tables.md",
    "docs/analysis.md",
    "docs/endpoints.md",
    "docs/sparql.md",
    "docs/rdf.md",
    "docs/sdmx.md",
    "docs/explain.md",
  ],
  Reference: [
    "docs/command.md",
    "docs/options.md",
    "docs/glossary.md",
    "docs/formats.md",
    "docs/lint.md",
    "docs/package.md",
    "Exports: docs/api.md",
    "docs/scale.md",
    "docs/reliability.md",
    "docs/stability.md",
  ],
  Behaviour: [
    "docs/differences.md",
    "The real service: docs/behaviour/README.md",
    ...["http", "node", "expressions", "observation", "resolve", "sparql"].map(behaviour),
    ...["sdmx", "v1", "v0", "ids", "inputs"].map(behaviour),
  ],
  Benchmarks: [
    "Against others: bench/RESULTS.md",
    "Far worlds: bench/RESULTS-remote.md",
    "A billion rows: bench/RESULTS-huge.md",
  ],
  Project: [
    "CHANGELOG.md",
    "data-samples/README.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    "docs/rooms.md",
    "CODE_OF_CONDUCT.md",
  ],
};

function behaviour(name) {
  return `docs/behaviour/${name}.md`;
}

/** `{ group, title, path, page, text }` of each document; `page` is its file in the site. */
export const documents = Object.entries(groups).flatMap(([group, rows]) =>
  rows.map((row) => {
    const [, short, path] = /^(?:(.+): )?(\S+)$/.exec(row);
    const text = read(path);
    const title = short ?? /^# (.+)$/m.exec(text)[1].replaceAll("`", "");
    return { group, title, path, page: pageOf(path), text };
  }),
);

const pages = new Set(documents.map(({ path }) => path));

/** A `README.md` is what its folder shows. */
export function pageOf(path) {
  return path.replace(/README\.md$/, "index.md").replace(/\.md$/, ".html");
}

/** Where a link of a document leads in the site; undefined for a file that the site does not have. */
export function linkFrom(path, link) {
  if (/^(?:\w+:|#)/.test(link)) return link;
  const [, file, hash] = /^([^#]*)(.*)$/s.exec(link);
  const target = posix.join(posix.dirname(path), file);
  if (pages.has(target)) return file.replace(/README\.md$/, "index.md") + hash;
  return /\.(?:png|svg)$/.test(file) ? link : undefined;
}

const marked = /<!-- example: run as a test -->\n```ts\n(.*?)```\n\n```\n(.*?)```/gs;

/** What a page has no place for: other modules, servers, checks of files, folders that are written. */
const isForNode =
  /from "(?!pocket-commons(?:\/(?:analysis|engine|expressions|rdf|testing))?")|\.(?:save|export)\("/;

/** Sources that the site has; `run/pocket-commons.ts` opens them. Tutorials save the first one under this name. */
const held = /^(?:sample\.pocket|(?:node_modules\/pocket-commons\/)?data-samples(?:\/[\w-]+)?)$/;

function opensOthers(code) {
  const opened = Array.from(code.matchAll(/\b(?:open|mock)\(([["][^)]*)\)/g), ([, given]) => given);
  const names = opened.flatMap((given) =>
    Array.from(given.matchAll(/"([^"]*)"/g), ([, name]) => name),
  );
  return names.some((name) => !held.test(name));
}

/** The examples in TypeScript that tests run, by a name of their own; `runs` says whether a page can. */
export function examplesIn({ path, text }) {
  const stem = path.replace(/\.md$/, "").replaceAll("/", "-").toLowerCase();
  return Array.from(text.matchAll(marked), ([, code, printed], at) => ({
    name: `${stem}-${at + 1}`,
    code,
    printed,
    runs: !isForNode.test(code) && !opensOthers(code),
    query: /\.sparql\(`([^`$]*)`/.exec(code)?.[1],
  }));
}
