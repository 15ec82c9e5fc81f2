/** The rooms of `src`: what each holds and whom it may import. The tests of this folder enforce it. */

import { doors } from "./doors.ts";

/** A folder of `src`, or a module that stands alone there. */
export interface Room {
  /** What it holds, for the table in ARCHITECTURE.md. */
  readonly about: string;
  /** What it may import: rooms (through their `index.ts`), one file of a room, packages, built-ins. */
  readonly may: readonly string[];
  /** Its folders and what they hold. A folder may import those that stand before it. */
  readonly parts?: Readonly<Record<string, string>>;
}

export const rooms: Readonly<Record<string, Room>> = {
  errors: { about: "error classes by phase; they know no HTTP", may: [] },
  ids: { about: "FarmHash, and the ids that the real service makes from it", may: [] },
  store: {
    about: "text tables, dictionary, arcs, graph, walk: columns without meaning",
    may: ["errors"],
    parts: {
      columns: "typed arrays, chunks, memory, kernels, and the steps of a freeze",
      far: "small columns that spare a reader far away long ways",
      texts: "texts collected, sorted, divided among threads, looked up; the dictionary",
      graph: "triples collected and frozen; arcs out and in; types; the shares of a freeze",
      walk: "all that arcs of some predicates reach",
      structure: "what must hold between columns that somebody else wrote",
    },
  },
  stats: {
    about: "what observations mean: values, facets, ranking, series",
    may: ["errors", "store"],
    parts: {
      values: "decimals, and how the values of a series are packed",
      facets: "what a facet is made of, its id, and which comes first",
      read: "the frozen observations: how their columns lie, and how they are read",
      build: "observations collected, put into series, ranked and frozen",
      structure: "what must hold between columns of observations that somebody else wrote",
    },
  },
  governor: { about: "how much one request may take: time, rows, memory", may: ["errors"] },
  "expr-parser": {
    about: "relation expressions: text to syntax tree and back",
    may: ["errors", "chevrotain"],
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
    ],
    parts: {
      bytes: "where files lie; their bytes as blocks and lines; how far a load has come",
      report: "diagnostics",
      values: "what texts mean: values of MCF, dates, parts of observations, JSON",
      statements: "`Sink` and what every reader needs to fill it",
      sources: "the files of a source; files that nothing reads",
      csv: "records, rows and cells of CSV",
      tables: "the dump tables of triples and observations",
      nodes: "dcids of nodes, and their statements",
      mcf: "instance MCF, and the syntax of template MCF",
      templates: "template MCF and the tables that it describes",
      rdf: "N-Triples and N-Quads",
      "json-ld": "JSON-LD",
      dump: "the database of a self-hosted instance: SQLite, SQL, CSV",
      custom: "folders with a `config.json`",
      columns:
        "tables that the option `columns` describes: numbers, dates, names as people write them",
      parts: "large files in parts, which several threads read at once",
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
    about: "`WorldBuilder` (a `Sink`) and the frozen `World` that it becomes; its numbers",
    may: ["errors", "load", "load/statements/sink.ts", "stats", "store"],
  },
  resolve: {
    about: "search by identifier, coordinate, place name and subject",
    may: ["governor", "load", "store", "world", "flatbush", "minisearch", "point-in-polygon-hao"],
    parts: {
      texts: "words, languages, names in order, sentences",
      places: "places by name and coordinate; their types",
    },
  },
  sparql: {
    about: "the query dialect: text, standard text, plan, rows",
    may: ["errors", "governor", "ids", "stats", "store", "world", "re2js", "sparqljs"],
    parts: {
      functions: "one table of operators, functions and aggregates; the values they make",
      plan: "a query as plain data: names, no ids, so that it serves any world",
      dialect: "a query's text into standard SPARQL, with the way back to each place",
      compile: "the standard text's tree into a plan",
      run: "a plan over a world into rows",
    },
  },
  adapters: {
    about: "every endpoint; the only room that knows JSON shapes, keys, tokens and statuses",
    may: [
      "errors",
      "expr-parser",
      "governor",
      "resolve",
      "sparql",
      "stats",
      "store",
      "world",
      "fflate",
    ],
    parts: {
      wire: "JSON shapes of requests and responses",
      table: "what a row of the endpoint table says: parameters, faults, envelope, sizes",
      edge: "a request's route, key and parameters; its answer's status and bytes",
      graph: "arcs in order, names and types, relation expressions, places inside of places",
      node: "arcs of several nodes in pages",
      observation: "series of facets for variables and entities",
      v2: "the rows under `/v2`",
      v1: "the rows under `/v1`",
      v0: "the rows without a version",
    },
  },
  engine: {
    about: "all parts of the engine at once, for Node",
    may: ["adapters", "resolve", "sparql"],
  },
  nearest: {
    about: "which known names are written most like another one",
    may: ["fastest-levenshtein"],
  },
  explain: {
    about: "why an answer is empty, and what there is instead; loaded when it is asked for",
    may: [
      "adapters",
      "errors",
      "expr-parser",
      "governor",
      "nearest",
      "resolve",
      "sparql",
      "stats",
      "store",
      "world",
    ],
  },
  catalog: {
    about: "what is in a world: lists of variables, entities, types, properties, facets",
    may: ["stats", "store", "world"],
  },
  export: {
    about: "a world as text again: tables, MCF, RDF, CSV for data frames",
    may: ["errors", "load/values/mcf-value.ts", "stats", "store", "world"],
  },
  tables: {
    about: "observations as columns, for analysis and in files of columns",
    may: [
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
    parts: {
      columns: "numbers and texts as plain data; their rows in other orders",
      choice: "what a question wants: series, points, values, denominators",
      shapes: "chosen series as columns: a row per observation, a column per date or variable",
      files: "Parquet and Arrow, by packages that are optional",
    },
  },
  lint: {
    about:
      "checks of sources: the loader's findings, the official tool's rules, what the graph tells",
    may: ["disk", "load", "resolve", "stats", "store", "world", "node:path"],
    parts: {
      report: "findings: counted, kept, put in order, written as JSON",
      blocks: "the sources as they stand in the files: node blocks, lines",
      places: "where in the sources a finding stands",
      nodes: "what each node block says of itself; names as the schema has them",
      graph: "what only the whole of the statements tells",
      series: "values and dates of each series, and series side by side",
    },
  },
  snapshot: {
    about: "a world as one run of bytes and back, and as memory that threads share",
    may: ["errors", "stats", "store", "world", "@msgpack/msgpack"],
    parts: { layout: "where the bytes lie: prelude, header, types of elements, checksums" },
  },
  "snapshot-file": {
    about: "snapshots in files",
    may: [
      "errors",
      "snapshot",
      "node:crypto",
      "node:fs",
      "node:fs/promises",
      "node:path",
      "node:url",
      "node:zlib",
    ],
  },
  threads: {
    about: "several threads read the parts of large tables and freeze together what they collected",
    may: ["disk", "errors", "load", "store", "world", "node:fs", "node:worker_threads"],
  },
  bases: {
    about: "worlds that others are built upon: frozen columns back into a builder",
    may: ["load", "stats", "store", "world"],
  },
  commons: {
    about: "the face: one loaded world and every question it answers, without files",
    may: [
      "adapters",
      "catalog",
      "explain",
      "export",
      "governor",
      "snapshot",
      "sparql",
      "stats",
      "store",
      "tables",
      "world",
    ],
  },
  remote: {
    about: "worlds that lie elsewhere: their blocks are fetched as questions want them",
    may: ["adapters", "commons", "engine", "errors", "governor", "snapshot", "store", "lru-cache"],
    parts: {
      store: "the seam: what a store of blocks does, and what goes wrong with it",
      http: "snapshots behind HTTP, read by ranges",
      postgres: "snapshots in the tables of a database, and how they get there",
      cache: "blocks that are here or on their way, and the reads that fetch them",
      questions: "a question is run until all that it wants is here",
    },
  },
  propose: {
    about: "what the columns of somebody's table probably hold, with reasons",
    may: ["disk", "errors", "load", "load/columns/reading.ts", "node:fs/promises"],
  },
  opening: {
    about: "from sources to a Commons: files in memory, bases, and what the place has for them",
    may: ["bases", "commons", "errors", "load", "resolve", "snapshot", "stats", "store", "world"],
  },
  files: {
    about: "the face with files: from paths to a Commons, from a Commons to a folder",
    may: [
      "adapters",
      "commons",
      "disk",
      "engine",
      "errors",
      "export",
      "node:fs/promises",
      "node:os",
      "node:path",
      "opening",
      "propose",
      "snapshot",
      "snapshot-file",
      "store",
      "threads",
    ],
  },
  web: {
    about: "the face without files; the loader is imported when files in memory are opened",
    may: ["adapters", "commons", "errors", "load", "opening", "snapshot", "store"],
  },
  testing: {
    about: "test doubles: worlds that tests write, a mock of the service, a recorder",
    may: [
      "adapters",
      "commons",
      "export/csv-text.ts",
      "expr-parser",
      "fflate",
      "ids",
      "index.ts",
      "load/values/mcf-value.ts",
      "nearest",
      "sparql",
      "stats",
      "store",
    ],
    parts: {
      world: "worlds that a test writes down",
      faults: "which requests go wrong, and how",
      mock: "a world behind `fetch`, which says what a test did not mean",
      record: "answers of a service folded into a world",
    },
  },
  msw: { about: "the mock as handlers of msw", may: ["testing", "msw"] },
  website: {
    about: "the website's routes, made of what the documented endpoints answer",
    may: ["index.ts"],
  },
  unlisted: {
    about:
      "routes of the service that its documentation does not list: agents, groups of variables, the older statistics",
    may: ["index.ts", "governor", "store/texts/utf8.ts", "website"],
    parts: {
      agent: "what tools of agents ask: places, indicators, observations, metadata",
    },
  },
  explorer: {
    about: "what the explorer asks beside the endpoints: lists, tables, explanations, findings",
    may: ["index.ts", "website"],
  },
  mcp: {
    about: "tools for language models, by the Model Context Protocol",
    may: [
      "index.ts",
      "snapshot/version.ts",
      "unlisted",
      "@modelcontextprotocol/sdk",
      "node:stream",
    ],
  },
  serve: {
    about: "the service over HTTP: sockets, hosts and origins, compression, metrics",
    may: [
      "explorer",
      "index.ts",
      "mcp.ts",
      "unlisted",
      "website",
      "lru-cache",
      "negotiator",
      "node:fs",
      "node:http",
      "node:net",
      "node:path",
      "node:util",
      "node:worker_threads",
      "node:zlib",
      "prom-client",
    ],
    parts: {
      answers: "what a world answers: as documented, and kinder where clients need it",
      workers: "threads that answer from one world in shared memory",
    },
  },
  cli: {
    about: "the command: parse arguments, ask, print",
    may: [
      "index.ts",
      "mcp.ts",
      "remote.ts",
      "serve.ts",
      "export/csv-text.ts",
      "node:fs",
      "node:fs/promises",
      "node:path",
      "pg",
      "cli-progress",
      "cli-table3",
      "commander",
    ],
    parts: {
      publish: "puts worlds where many can read them",
      imports: "what the command `import` writes and says",
      commands: "one file per command: its options, its question, its answer",
    },
  },
  ...doors,
};
