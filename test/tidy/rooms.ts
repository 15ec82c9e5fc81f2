/** The rooms of `src`: what each holds and whom it may import. The tests of this folder enforce it. */

import { doors } from "./doors.ts";

/** A folder of `src`, or a module that stands alone there. */
export interface Room {
  /** What it holds, for the table in docs/rooms.md. */
  readonly about: string;
  /** What it may import: rooms, one folder or one file of a room, packages, built-ins. */
  readonly may: readonly string[];
  /** Its folders and what they hold. A folder may import those that stand before it. */
  readonly parts?: Readonly<Record<string, string>>;
}

export const rooms: Readonly<Record<string, Room>> = {
  errors: {
    about:
      "error classes by phase, without statuses of HTTP; what messages quote; what `using` calls",
    may: ["fastest-levenshtein"],
  },
  ids: { about: "FarmHash, and the ids that the real service makes from it", may: [] },
  store: {
    about: "text tables, dictionary, arcs, graph, walk; the table of columns",
    may: ["errors"],
    parts: {
      columns:
        "typed arrays: frozen, growing, from elsewhere; kernels; what a row of the table of columns holds",
      texts: "texts collected, sorted, divided among threads, looked up; the dictionary",
      graph: "triples collected and frozen; arcs out and in; types; walks; the shares of a freeze",
      stored:
        "makes the columns that snapshots alone have, for remote readers and for searches by name",
      verify: "what must hold between columns that somebody else wrote",
    },
  },
  stats: {
    about: "what observations mean: values, facets, ranking, series",
    may: ["errors", "store"],
    parts: {
      facets: "what a facet is made of, its id, and which comes first",
      read: "the frozen observations: how their columns lie, how they are read, and what must hold between them",
      build: "observations collected, put into series, ranked and frozen",
    },
  },
  options: {
    about: "options of public functions as rows, and the reader that holds callers to them",
    may: ["errors"],
  },
  governor: {
    about: "how much one request may take: time, rows, memory",
    may: ["errors"],
  },
  "expr-parser": {
    about: "relation expressions: text to syntax tree and back",
    may: ["errors", "chevrotain"],
  },
  formulas: {
    about: "arithmetic over series: text to tree, and what it comes to",
    may: ["errors", "stats"],
  },
  load: {
    about: "formats in, statements out through a `Sink`; diagnostics; nothing of it is Node's",
    may: [
      "errors",
      "ids",
      "stats/facets/facet-fields.ts",
      "store/texts/utf8.ts",
      "@noble/hashes",
      "fastest-levenshtein",
      "jsonc-parser",
      "n3",
    ],
    parts: {
      bytes: "where files lie; their bytes as blocks and lines; how far a load has come",
      report: "diagnostics",
      values: "what texts mean: values of MCF, dates, parts of observations, JSON",
      statements: "`Sink` and what every reader needs to fill it",
      records:
        "the loop over records, rows and cells of CSV, observations from the bytes of records",
      sources: "the files of a source; files that nothing reads",
      nodes: "dcids of nodes, and their statements",
      mcf: "instance MCF, and the syntax of template MCF",
      templates: "template MCF and the tables that it describes",
      rdf: "N-Triples, N-Quads and Turtle",
      "json-ld": "JSON-LD",
      dump: "tables of triples and observations: CSV, SQL, SQLite",
      custom: "folders with a `config.json`",
      described:
        "tables that the option `columns` describes: numbers and dates as people write them",
      chunks: "large files in chunks, which several threads read at once",
    },
  },
  disk: {
    about: "files on disk as the loader asks for them, with Node's zlib and SQLite",
    may: [
      "errors",
      "load",
      "node:fs",
      "node:fs/promises",
      "node:os",
      "node:path",
      "node:stream",
      "node:url",
      "node:zlib",
    ],
  },
  world: {
    about: "`WorldBuilder` (a `Sink`), the frozen `World` that it becomes, and back; its numbers",
    may: ["errors", "load", "stats", "store"],
  },
  search: {
    about: "words of texts, and what is called or described by them: for every search by words",
    may: ["governor", "store", "world"],
  },
  resolve: {
    about: "search by identifier, coordinate, place name and subject",
    may: ["governor", "load", "search", "store", "world", "flatbush", "point-in-polygon-hao"],
  },
  sparql: {
    about: "the query dialect: text, standard text, plan, rows",
    may: ["errors", "governor", "ids", "stats", "store", "world", "re2js", "sparqljs"],
    parts: {
      functions: "one table of operators, functions and aggregates; the values they make",
      compile: "a query's text into standard SPARQL, its tree, and a plan",
      run: "a plan over a world into rows",
    },
  },
  router: {
    about:
      "paths to rows, and requests to the fields that a row declares: for every table of routes",
    may: ["errors"],
  },
  adapters: {
    about: "the documented endpoints: JSON shapes, keys, tokens and statuses",
    may: [
      "options",
      "errors",
      "expr-parser",
      "formulas",
      "governor",
      "resolve",
      "router",
      "sparql",
      "stats",
      "store",
      "world",
      "fflate",
    ],
    parts: {
      edge: "what a row says; a request's route, key and fields; its answer's status and bytes",
      reads: "what several endpoints read: arcs in pages, names and types, places, series",
      v2: "the rows under `/v2`",
      v1: "the rows under `/v1`",
      v0: "the rows without a version",
    },
  },
  explain: {
    about: "why an answer is empty, and what there is instead; loaded when it is asked for",
    may: [
      "adapters",
      "errors",
      "expr-parser",
      "governor",
      "resolve",
      "search",
      "sparql",
      "stats",
      "store",
      "world",
    ],
  },
  catalog: {
    about: "what is in a world: lists of variables, entities, types, properties, facets",
    may: ["adapters/edge/engine-part.ts", "options", "search", "stats", "store", "world"],
  },
  export: {
    about: "a world as text again: tables, MCF, RDF, CSV for data frames",
    may: ["errors", "load/values/mcf-value.ts", "stats", "store", "world"],
  },
  tables: {
    about:
      "observations as columns, for analysis; files of Parquet and Arrow, by optional packages",
    may: [
      "options",
      "adapters",
      "errors",
      "export/csv-text.ts",
      "expr-parser",
      "governor",
      "stats",
      "store",
      "world",
      "@uwdata/flechette",
      "hyparquet",
      "hyparquet-writer",
    ],
  },
  lint: {
    about: "checks of sources: findings of the loader, official rules, the whole graph",
    may: ["load", "resolve/resolver-over.ts", "stats", "store", "world"],
    parts: { checks: "of node blocks, of the loaded graph, of rows and of series" },
  },
  diff: {
    about: "what two worlds differ in: one walk over both",
    may: ["options", "stats", "store", "world"],
  },
  snapshot: {
    about: "a world as one run of bytes and back, and as memory that threads share",
    may: [
      "errors",
      "stats",
      "store",
      "world",
      "@msgpack/msgpack",
      "node:crypto",
      "node:fs",
      "node:fs/promises",
      "node:path",
      "node:url",
      "node:zlib",
    ],
    parts: { "on-disk": "snapshots in files; nothing else here needs Node" },
  },
  threads: {
    about: "several threads read large files in chunks and freeze together what they collected",
    may: ["disk", "errors", "load", "store", "world", "node:fs", "node:worker_threads"],
  },
  commons: {
    about: "the face: one loaded world and every question it answers; how it is opened",
    may: [
      "options",
      "adapters",
      "catalog",
      "diff",
      "disk",
      "errors",
      "explain",
      "export",
      "expr-parser",
      "governor",
      "lint",
      "load",
      "propose",
      "resolve",
      "snapshot",
      "sparql",
      "stats",
      "store",
      "tables",
      "threads",
      "world",
      "node:fs/promises",
      "node:os",
      "node:path",
    ],
  },
  remote: {
    about: "remote worlds: questions run over the blocks of a snapshot in a store",
    may: ["options", "adapters", "commons", "errors", "governor", "snapshot", "store", "lru-cache"],
    parts: { stores: "what a store of blocks does; stores over HTTP and in PostgreSQL" },
  },
  propose: {
    about: "what the columns of somebody's table probably hold, with reasons",
    may: ["load", "options"],
  },
  testing: {
    about: "test doubles: a mock of the service, its calls and faults",
    may: [
      "router/fields.ts",
      "adapters",
      "commons",
      "errors",
      "expr-parser",
      "fflate",
      "ids",
      "index.ts",
      "load/report/diagnostics.ts",
      "options",
      "sparql",
      "stats",
    ],
    parts: { record: "a recorder: the answers of a service become a world" },
  },
  msw: { about: "the mock as handlers of msw", may: ["testing", "msw"] },
  routes: {
    about: "routes beside the documented endpoints, as rows of tables; what they are made of",
    may: [
      "engine.ts",
      "lint.ts",
      "wire.ts",
      "index.ts",
      "errors",
      "governor",
      "router",
      "snapshot/version.ts",
      "store/texts/utf8.ts",
      "@modelcontextprotocol/sdk",
      "node:stream",
    ],
    parts: {
      website: "routes of datacommons.org's website",
      newer:
        "newer routes of the service: events, reconciliation, what an instance says about itself",
      unlisted: "routes that the service's documentation does not list; what agents ask",
      explorer: "what the explorer asks: lists, tables, explanations, findings",
      tools: "tools for language models, by the Model Context Protocol",
    },
  },
  serve: {
    about: "the service over HTTP: sockets, hosts and origins, compression, metrics",
    may: [
      "lint.ts",
      "index.ts",
      "errors/closed.ts",
      "errors/rpc.ts",
      "options",
      "mcp.ts",
      "routes",
      "testing.ts",
      "lru-cache",
      "negotiator",
      "node:fs",
      "node:http",
      "node:net",
      "node:path",
      "node:stream",
      "node:timers/promises",
      "node:util",
      "node:worker_threads",
      "node:zlib",
      "prom-client",
    ],
  },
  cli: {
    about: "the command: parse arguments, ask, print",
    may: [
      "engine.ts",
      "lint.ts",
      "wire.ts",
      "index.ts",
      "mcp.ts",
      "remote.ts",
      "serve.ts",
      "options/request-rows.ts",
      "commons/reopen.ts",
      "errors/nearest.ts",
      "propose/proposal.ts",
      "tables/table-question.ts",
      "export/csv-text.ts",
      "load/report/shell-word.ts",
      "node:fs",
      "node:fs/promises",
      "node:path",
      "pg",
      "cli-progress",
      "cli-table3",
      "commander",
    ],
    parts: {
      stat: "what the command `stat` asks, and what it says beside its table",
      commands: "the commands: their options, their questions, their answers",
    },
  },
  ...doors,
};
