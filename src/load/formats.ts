/**
 * The table of input formats. Only its rows decide who reads which file, which blocks lint sees in
 * it and what the documentation states about it.
 */
import type { InputFile } from "./bytes/file-tree.ts";
import type { ChunkFormat, ChunkTask } from "./chunk-format.ts";
import type { CustomFile } from "./custom/custom-folder.ts";
import type { DescribedTable } from "./described/columns-import.ts";
import { exportForm, hasDumpEnding, isSqlDump, sqliteForm } from "./dump/dump-files.ts";
import { requireTable, type TableHeader, type TableKind } from "./dump/table-header.ts";
import type {
  BlockCut,
  Candidate,
  FileReader,
  FormatRun,
  InputFormat,
  Recognised,
} from "./input-format.ts";
import type { NodeTableForm } from "./layouts/node-tables.ts";
import { contextOf, loadMcf, nodeStart } from "./mcf/mcf-file.ts";
import { readTemplates, type TemplateForm, templateForm } from "./mcf/templates.ts";
import {
  asksForPlaces,
  hasNameless,
  type PlainTemplate,
  plainTemplate,
  type TableForm,
  tableFormOf,
  templateOf,
  waitsForPlaces,
} from "./mcf/tmcf.ts";
import { graphEndings, isTable, type SourceFile, type Unread } from "./sources/source-file.ts";
import type { FileTask } from "./statements/load-run.ts";
import type { FileContext, FileProvenance } from "./statements/provenance.ts";

interface TemplateFacts {
  readonly templates: readonly PlainTemplate[];
  readonly form: TableForm;
}

const noBlocks: BlockCut = { into: "nothing" };

// Readers are imported when a file needs them. That of MCF reads what others leave to it.
const nodeTables = () => import("./layouts/node-tables.ts");
const templateTables = () => import("./mcf/tmcf-csv.ts");
const tripleTables = () => import("./dump/table-rows.ts");

const custom: InputFormat<{ readonly file: CustomFile }> = {
  about: "a [custom folder](#custom-folders): CSV and MCF with a `config.json`",
  recognised: "by `inputFiles` in the config",
  expected: "a folder with a config.json",
  recognise: ({ file }) => file.place && { file: file.place },
  reader: {
    readTogether: async (tasks) =>
      new (await import("./custom/custom-import.ts")).CustomImport(tasks),
  },
  blocks: ({ file }) => (file.kind === "nodes" ? { into: "nodes", form: "custom" } : noBlocks),
};

const columns: InputFormat<DescribedTable> = {
  about: "[any other CSV or TSV](your-csv.md), with the option `columns`",
  recognised: "by the columns that the option names",
  expected: "any .csv or .tsv with the option columns",
  recognise: async ({ file, columns, log }) => {
    if (columns === undefined || file.listed !== undefined || !isTable(file)) return undefined;
    const { describeTable } = await import("./described/columns-import.ts");
    const found = await describeTable(file, columns, log);
    return "problem" in found ? undefined : found;
  },
  reader: { readTogether: (tasks) => tasks[0]!.together(tasks) },
  blocks: () => noBlocks,
};

const mcfChunks: ChunkFormat<object, { readonly context: FileContext }> = {
  async share({ input }) {
    const context = await contextOf(input);
    return context && { context };
  },
  context: ({ context }) => context,
  records: () => ({ kind: "nodes", start: nodeStart }),
  open:
    ({ input, provenance }, { context }, run) =>
    (chunk) =>
      loadMcf(input, provenance, run, { ...chunk, context }),
};

const mcf: InputFormat<object> = {
  about:
    "instance MCF (`.mcf`), with complex values and local references across files; its " +
    "`StatVarObservation` nodes become observations",
  recognised: "by the ending",
  expected: ".mcf",
  recognise: ({ file }) => when(isMcf(file)),
  reader: {
    async read({ input, provenance }, run) {
      await loadMcf(input, provenance, run);
    },
    chunks: mcfChunks,
  },
  blocks: () => ({ into: "nodes", form: "mcf" }),
};

const templateChunks: ChunkFormat<TemplateForm, TemplateFacts> = {
  reportsLines: true,
  async share(task, run) {
    // The run of a load has the templates that it read.
    const templates = await readTemplates(task, run as FormatRun);
    const form = await tableFormOf(task.input, templates);
    return form && { templates: templates.map(plainTemplate), form };
  },
  records: ({ form: { delimiter } }) => ({ kind: "rows", delimiter, isLax: true }),
  async open({ input, provenance }, { templates, form }, run) {
    const { templateReader } = await templateTables();
    return templateReader(input, templates.map(templateOf), provenance, run, form);
  },
};

const template: InputFormat<TemplateForm> = {
  about: "template MCF with CSV or TSV (`.tmcf` + `.csv`)",
  recognised:
    "by the ending; a table belongs to the template of the same name, or to the only template of " +
    "the folder if it has its columns, or to the templates whose terms name it (`C:sales->Year` is of " +
    "`sales.csv`); the only table of a folder belongs to every template whose " +
    "columns it has",
  expected: ".csv or .tsv with its .tmcf",
  recognise: ({ file, templates, log, header }) =>
    templateForm(file, templates, log, async () => "kind" in (await header())),
  reader: {
    async prepare(task, run) {
      const templates = await readTemplates(task, run);
      return {
        isLate: templates.some(hasNameless),
        asksForPlaces: templates.some(asksForPlaces),
        // The facts of a manifest about its provenance become statements in any case.
        waitsForPlaces: task.provenance.facts === undefined && templates.every(waitsForPlaces),
      };
    },
    async read(task, run) {
      const { input, provenance } = task;
      const { loadTemplateCsv } = await templateTables();
      await loadTemplateCsv(input, await readTemplates(task, run), provenance, run);
    },
    alsoReads: ({ templates }) => templates,
    chunks: templateChunks,
  },
  blocks: ({ templates }) => ({ into: "rows", templates }),
};

const dumpTables: FileReader<TableHeader> = {
  async read(task, run) {
    await (await tripleTables()).readTable(task, run);
  },
  chunks: {
    sizeFactor: 2,
    share: async ({ kind, columns }) => ({ kind, columns }),
    records: () => ({ kind: "rows", delimiter: "," }),
    async open(task, shared, run) {
      const { readTable } = await tripleTables();
      return (chunk) => readTable({ ...task, ...shared }, run, chunk);
    },
  } satisfies ChunkFormat<TableHeader, TableHeader>,
};

const triples: InputFormat<TableHeader> = {
  about: "triples as CSV",
  recognised:
    "by the header: `subject_id`, `predicate`, `object_id`, `object_value`, and optionally " +
    "`provenance`",
  expected: "a .csv with the columns of a dump table",
  recognise: (candidate) =>
    isListedTable(candidate.file)
      ? requireTable(candidate.file, "triples")
      : tableForm(candidate, "triples"),
  reader: dumpTables,
  blocks: () => noBlocks,
};

const observationExport: InputFormat<object> = {
  about: "observations as CSV, as the database of a self-hosted instance exports them",
  recognised: "by the header of observations, with the column `properties`",
  expected: triples.expected,
  recognise: ({ file, header }) => exportForm(file, header),
  reader: {
    read: async ({ input, provenance }, run) =>
      await (await import("./dump/table-cells.ts")).loadObservationExport(input, provenance, run),
  },
  blocks: () => noBlocks,
};

const observations: InputFormat<TableHeader> = {
  about: "observations as CSV",
  recognised:
    "by the header: `entity`, `variable`, `date`, `value`, and any of `provenance`, `import_name`, " +
    "`provenance_url`, `unit`, `scaling_factor`, `measurement_method`, `observation_period`, " +
    "`is_dc_aggregate`",
  expected: triples.expected,
  recognise: (candidate) =>
    candidate.file.listed?.as === "observations"
      ? requireTable(candidate.file, "observations")
      : tableForm(candidate, "observations"),
  reader: dumpTables,
  blocks: () => noBlocks,
};

const nodes: InputFormat<NodeTableForm> = {
  about: "tables of the World Bank that describe its indicators and countries",
  recognised:
    "by the header: `INDICATOR_CODE`, `Series Code` or `Country Code`, with names and notes",
  expected: triples.expected,
  recognise: async ({ file, header }) => {
    if (file.listed !== undefined || !isTable(file)) return undefined;
    const found = await header();
    const isOther = "problem" in found && found.isDamaged !== true;
    return isOther ? await (await nodeTables()).nodeTableForm(file) : undefined;
  },
  reader: { read: async (task, run) => await (await nodeTables()).loadNodeTable(task, run) },
  blocks: () => noBlocks,
};

type ReadFile = (input: InputFile, provenance: FileProvenance, run: FormatRun) => Promise<void>;

/** Reads whole files, with code that is imported with the first of them. */
const lateReader = (load: () => Promise<ReadFile>): FileReader<object> => ({
  read: async ({ input, provenance }, run) => await (await load())(input, provenance, run),
});

const sql: InputFormat<object> = {
  about: "a SQL dump (`.sql`) of the database of a self-hosted instance, SQLite or MySQL",
  recognised: "by the ending, and the tables in it",
  expected: "a .sql dump",
  recognise: async ({ file }) => when(await isSqlDump(file)),
  reader: lateReader(async () => (await import("./dump/sql-reader.ts")).readSqlDump),
  blocks: () => noBlocks,
};

const sqlite: InputFormat<object> = {
  about:
    "the SQLite file of such a database (`.db`, `.sqlite`, `.sqlite3`), from Node 22.5 on, or with the package `sql.js`",
  recognised: "by the ending, and the first bytes",
  expected: "a SQLite file",
  recognise: ({ file }) => sqliteForm(file),
  reader: lateReader(async () => (await import("./dump/sqlite-file.ts")).loadSqlite),
  blocks: () => noBlocks,
};

/** A row for files of triples. */
function graphFormat(
  name: keyof typeof graphEndings,
  row: Pick<InputFormat<object>, "about" | "expected"> & { readonly load: () => Promise<ReadFile> },
): InputFormat<object> {
  const endings: readonly string[] = graphEndings[name];
  return {
    ...row,
    recognised: "by the ending",
    recognise: ({ file }) => when(isGraph(file) && endings.includes(file.extension)),
    reader: lateReader(row.load),
    blocks: () => noBlocks,
  };
}

const jsonLd = graphFormat("json-ld", {
  about: "JSON-LD as the official exporter writes it (`.jsonld`)",
  expected: ".jsonld",
  load: async () => (await import("./rdf/json-ld-file.ts")).loadJsonLd,
});

const rdf = graphFormat("rdf", {
  about: "N-Triples and N-Quads (`.nt`, `.nq`) of dcids, as `export` writes them",
  expected: ".nt, .nq or .ttl",
  load: async () => (await import("./rdf/rdf-records.ts")).loadRdf,
});

const turtle = graphFormat("turtle", {
  about: "Turtle (`.ttl`) of dcids: the same statements in its short forms",
  expected: rdf.expected,
  load: async () => (await import("./rdf/turtle.ts")).loadTurtle,
});

export const formats = {
  custom,
  columns,
  mcf,
  template,
  triples,
  export: observationExport,
  observations,
  nodes,
  sql,
  sqlite,
  "json-ld": jsonLd,
  rdf,
  turtle,
} as const;

export type FormatName = keyof typeof formats;

type FormOf<Row> = Row extends InputFormat<infer Form> ? Form : never;

/** A file to read, as one of the formats. */
export type Task = {
  [Name in FormatName]: FileTask & { readonly kind: Name } & FormOf<(typeof formats)[Name]>;
}[FormatName];

/** The row of a task's format. */
export function formatOf({ kind }: Task): InputFormat<object> {
  return formats[kind];
}

/** How files of a task are read in chunks. */
export function chunkFormatOf({ kind }: ChunkTask): ChunkFormat {
  const { reader } = formats[kind as FormatName] as InputFormat<object>;
  return (reader as FileReader<object>).chunks!;
}

/** Which node blocks lint sees in the file of a task. */
export function cutOf(task: Task): BlockCut {
  return formatOf(task).blocks(task);
}

/** Further files that are read with a task's own. */
export function furtherInputs(task: Task): readonly InputFile[] {
  const { reader } = formatOf(task);
  return "read" in reader ? (reader.alsoReads?.(task) ?? []) : [];
}

/** What can be loaded, for messages about what cannot. */
export const expectedFiles = `${[
  ...new Set(Object.values(formats).map(({ expected }) => expected)),
].join(", ")}; each file also as .gz`;

/** A task for a file of a known format; or that the file is left out, and why. */
export async function recognise(
  candidate: Candidate,
  provenance: FileProvenance,
): Promise<Task | Unread | undefined> {
  for (const [kind, row] of Object.entries<InputFormat<object>>(formats)) {
    const form = await row.recognise(candidate);
    if (form === undefined) continue;
    if ("findings" in form) return form as Unread;
    return { ...form, kind, input: candidate.file, provenance } as Task;
  }
  return undefined;
}

function when(isOne: boolean): Recognised<object> {
  return isOne ? {} : undefined;
}

/** A file that a manifest does not name as something else. */
function isGraph({ listed }: SourceFile): boolean {
  return listed === undefined || listed.as === "graph";
}

/** What a manifest lists as graph is MCF unless its ending says something else. */
function isMcf(file: SourceFile): boolean {
  if (file.listed === undefined) return file.extension === ".mcf";
  const others: readonly string[] = Object.values(graphEndings).flat();
  const isOther = isTable(file) || hasDumpEnding(file) || others.includes(file.extension);
  return isGraph(file) && !isOther;
}

function isListedTable(file: SourceFile): boolean {
  return file.listed !== undefined && isGraph(file) && isTable(file);
}

async function tableForm(
  { file, header }: Candidate,
  kind: TableKind,
): Promise<TableHeader | undefined> {
  if (file.listed !== undefined || !isTable(file)) return undefined;
  const found = await header();
  return "kind" in found && found.kind === kind ? found : undefined;
}
