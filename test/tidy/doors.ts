/** The rooms of `src` that are one module: the doors of the library, and the programs. */

/** A folder of `src`, or a module that stands alone there. */
export interface Room {
  /** What it holds, for the table in docs/rooms.md. */
  readonly about: string;
  /** What it may import: rooms, one folder or one file of a room, packages, built-ins. */
  readonly may: readonly string[];
  /** Its folders and what they hold. A folder may import those that stand before it. */
  readonly parts?: Readonly<Record<string, string>>;
}

export const doors: Readonly<Record<string, Room>> = {
  operate: {
    about: "remote worlds on the disks of servers: folders and caches, in Node",
    may: [
      ...["options/required-options.ts", "remote.ts", "parts/stored-pieces.ts"],
      "parts/world-pointer.ts",
      ...["node:crypto", "node:fs", "node:fs/promises", "node:path"],
    ],
  },
  ids: { about: "FarmHash, and the ids that the real service makes from it", may: [] },
  options: {
    about:
      "options of public functions as rows, and the reader that holds callers to them; how much one request may " +
      "take: time, rows, memory",
    may: ["errors"],
  },
  parts: {
    about: "worlds in parts: observations by variable in snapshots of their own, over one graph",
    may: ["errors", "snapshot", "stats", "store", "world"],
  },
  threads: {
    about: "several threads read large files in chunks and freeze together what they collected",
    may: ["disk", "errors", "load", "store", "world", "node:fs", "node:worker_threads"],
  },
  propose: {
    about: "what the columns of somebody's table probably hold, with reasons",
    may: ["errors", "load", "options", "search/everyday-words.ts", "search/proposed-mark.ts"],
    parts: {
      codes: "what headings, names and codes of statistical offices mean: dimensions, places",
      doubts: "rows that only others around them explain",
    },
  },
  quads: {
    about: "worlds as RDF/JS: quads by pattern from graph and observations, and quads as files",
    may: [
      "commons",
      "export/rdf-export.ts",

      "load/rdf/rdf-line.ts",
      "options",
      "stats",
      "store",
      "world",
    ],
  },
  export: {
    about: "a world as text again: tables, MCF, RDF, CSV for data frames",
    may: ["load/values/mcf-value.ts", "stats", "store", "world"],
  },
  publish: {
    about: "the table of formats of exports; SDMX-CSV, JSON-stat, Croissant, Data Package",
    may: ["errors", "export", "options", "sdmx", "stats", "world", "@noble/hashes"],
  },
  "everywhere.ts": {
    about: "the names that both doors of the library offer",
    may: [
      "adapters",
      "commons",
      "errors",
      "explain",
      "export",
      "expr-parser",
      "options",
      "load",
      "publish",
      "sdmx",
      "snapshot",
      "sparql",
      "store",
      "tables",
      "understand",
      "world",
    ],
  },
  "index.ts": {
    about: "the door of the library in Node",
    may: ["commons/with-files.ts", "everywhere.ts"],
  },
  "browser.ts": {
    about: "the door of the library where there are no files",
    may: ["commons/without-files.ts", "everywhere.ts"],
  },
  "wire.ts": {
    about: "the door of the shapes of requests and responses",
    may: ["adapters", "errors", "explain", "sdmx", "sparql", "understand"],
  },
  "engine.ts": {
    about: "the door of columns: graph, observations, lists",
    may: ["catalog", "commons/world-maker.ts", "search", "stats", "store", "tables", "world"],
  },
  "analysis.ts": {
    about: "the door of the verbs of tables",
    may: ["tables/table-question.ts", "tables/verbs"],
  },
  "lint.ts": {
    about: "the door of checks of sources, differences of worlds, and proposals for columns",
    may: ["commons/with-files.ts", "diff", "lint", "load", "propose"],
  },
  "parts.ts": {
    about: "the door of worlds in parts: how they are built",
    may: ["commons/build-parts.ts", "commons/with-parts.ts", "parts"],
  },
  "rdf.ts": {
    about: "the door of worlds as RDF: a source and a sink of quads",
    may: ["quads"],
  },
  "expressions.ts": {
    about: "the door of relation expressions alone",
    may: ["errors", "expr-parser"],
  },
  "mcp.ts": { about: "the door of the tools for language models", may: ["routes/tools"] },
  "operate.ts": { about: "the door of remote worlds on disks", may: ["operate"] },
  "remote.ts": { about: "the door of worlds that lie elsewhere", may: ["parts", "remote"] },
  "serve.ts": { about: "the door of the server", may: ["serve"] },
  "serve-worker.ts": {
    about: "what a thread of the server runs",
    may: ["serve", "node:worker_threads"],
  },
  "testing.ts": {
    about: "the door of the library for tests",
    may: ["errors", "testing"],
  },
  "kept.ts": { about: "the door of worlds that a browser keeps", may: ["kept"] },
  "msw.ts": {
    about: "the door for tests with msw: the mock as its handlers",
    may: ["errors/excerpts.ts", "testing/mock.ts", "msw"],
  },
  "load-worker.ts": {
    about: "what a thread that helps loading runs",
    may: ["threads", "node:worker_threads"],
  },
  "cli.ts": {
    about: "the program",
    may: ["cli", "node:fs", "node:stream/consumers", "node:url", "open"],
  },
};
