/** The formats that are read in parts: where parts begin, who reads them, who takes what they leave. */
import type { ByteRange, FilePart, Records } from "../bytes/index.ts";
import { exportDialect } from "../csv/index.ts";
import { type CustomTableTask, customReader } from "../custom/index.ts";
import {
  exportReader,
  type SqlTask,
  sqlPartReader,
  type TableCount,
  TableCounts,
} from "../dump/index.ts";
import { itemReader, type JsonLdFrame, scanPart } from "../json-ld/index.ts";
import { loadMcf, type McfRun, nodeStart } from "../mcf/index.ts";
import { type LeftBlocks, NodeImport, placedBlocks } from "../nodes/index.ts";
import { type LeftLine, LeftLines, loadRdf } from "../rdf/index.ts";
import { type DiagnosticLog, FileLog } from "../report/index.ts";
import { type FileContext, type FileTask, provenanceOf } from "../statements/index.ts";
import { readTable, type TableTask } from "../tables/index.ts";
import {
  type PlainTemplate,
  type TableForm,
  templateOf,
  templateReader,
} from "../templates/index.ts";

interface ExportTask extends FileTask {
  readonly columns: readonly string[];
}

interface McfTask extends FileTask {
  readonly context: FileContext;
}

interface TemplateTask extends FileTask {
  readonly templates: readonly PlainTemplate[];
  readonly form: TableForm;
}

interface JsonLdTask extends FileTask, JsonLdFrame {}

interface Tasks {
  readonly triples: TableTask;
  readonly observations: TableTask;
  readonly export: ExportTask;
  readonly sql: SqlTask;
  readonly rdf: FileTask;
  readonly mcf: McfTask;
  readonly template: TemplateTask;
  readonly "json-ld": JsonLdTask;
  readonly custom: CustomTableTask;
  /** Only to find out whether its parts are ones. */
  readonly "json-ld-list": FileTask;
}

/** A file to read in parts. */
export type PartTask = {
  [Kind in keyof Tasks]: Tasks[Kind] & { readonly kind: Kind };
}[keyof Tasks];

/** Takes what parts of a file left, in their order. */
export interface Rest {
  /** @param before lines before the part */
  take(left: unknown, before: number): void;
  /** To be called behind the last part. */
  end(): void;
}

export type ReadPart = (part: FilePart) => Promise<number>;

/** What the thread needs that knows the whole file. */
export interface WholeRun extends McfRun {
  readonly log: DiagnosticLog;
}

export interface PartFormat {
  /** What the file consists of; or its parts, where the task knows them. */
  records(task: PartTask): Records | readonly ByteRange[];
  /**
   * @param leave takes, in between the statements, what only somebody can read who knows what is
   * before the part or behind it
   * @returns what reads one part after the other, which knows what it met, and returns the line behind
   * the part.
   */
  open(task: PartTask, run: McfRun, leave: (left: unknown) => void): ReadPart;
  rest(task: PartTask, run: WholeRun): Rest;
  /**
   * How many times as large as others a file has to be to pay for the start of threads. Default: 1.
   */
  readonly sizeFactor?: number;
  /** Messages and names hold the lines they are from: a part does not know these. Default: false. */
  readonly tellsLines?: boolean;
}

const nothing: Rest = { take: () => {}, end: () => {} };

const tableFormat: PartFormat = formatOf<"triples" | "observations">({
  sizeFactor: 2,
  records: () => ({ kind: "rows", delimiter: "," }),
  open: (task, run) => (part) => readTable(task, run, part),
  rest: () => nothing,
});

const exportRows = ({ input }: Pick<FileTask, "input">): Records => ({
  kind: "rows",
  delimiter: exportDialect(input).delimiter,
  isLax: true,
});

const formats: Readonly<Record<PartTask["kind"], PartFormat>> = {
  triples: tableFormat,
  observations: tableFormat,
  export: formatOf<"export">({
    sizeFactor: 2,
    records: exportRows,
    open: ({ input, provenance, columns }, run) => exportReader(input, provenance, run, columns),
    rest: () => nothing,
  }),
  sql: formatOf<"sql">({
    // One thread scans all of it first, while the others wait.
    sizeFactor: 4,
    records: ({ input: { size }, cuts: { starts } }) =>
      starts.map((start, index) => ({ start, end: starts[index + 1] ?? size })),
    open: (task, run, leave) => sqlPartReader(task, run, leave),
    rest: ({ input }, { log }) => {
      const counts = new TableCounts();
      return {
        take: (left) => {
          for (const [table, rows] of left as readonly TableCount[]) counts.add(table, rows);
        },
        end: () => counts.end(input.path, log),
      };
    },
  }),
  rdf: formatOf<"rdf">({
    records: () => ({ kind: "lines" }),
    open:
      ({ input, provenance }, run, leave) =>
      (part) =>
        loadRdf(input, provenance, run, { ...part, leave }),
    rest: ({ input, provenance }, run) => {
      const lines = new LeftLines(input, provenance, run);
      return {
        take: (left, before) => lines.take(left as LeftLine, before),
        end: () => lines.end(),
      };
    },
  }),
  mcf: formatOf<"mcf">({
    records: () => ({ kind: "blocks", start: nodeStart }),
    open: ({ input, provenance, context }, run, leave) => {
      const own = leaving(run, leave);
      return (part) => loadMcf(input, provenance, own, { ...part, context });
    },
    rest: (task, run) => blocksRest(task, task.context, run),
  }),
  template: formatOf<"template">({
    records: ({ form: { delimiter } }) => ({ kind: "rows", delimiter, isLax: true }),
    open: ({ input, templates, provenance, form }, run, leave) => {
      const own = leaving(run, leave);
      return templateReader(input, templates.map(templateOf), provenance, own, form);
    },
    rest: (task, run) => blocksRest(task, undefined, run),
    tellsLines: true,
  }),
  "json-ld": formatOf<"json-ld">({
    records: ({ ranges }) => ranges,
    open: ({ input, provenance, frame }, run) => itemReader(input, provenance, frame, run),
    rest: () => nothing,
  }),
  custom: formatOf<"custom">({
    records: exportRows,
    open: customReader,
    // The import of all custom folders takes what they leave.
    rest: () => nothing,
  }),
  "json-ld-list": formatOf<"json-ld-list">({
    records: () => ({ kind: "objects" }),
    open:
      ({ input }, run) =>
      (part) =>
        scanPart(input, run, part),
    rest: () => nothing,
  }),
};

export function partFormatOf({ kind }: Pick<PartTask, "kind">): PartFormat {
  return formats[kind];
}

type FormatOf<Kind extends keyof Tasks> = {
  [Name in keyof PartFormat]: PartFormat[Name] extends (
    task: PartTask,
    ...rest: infer Rest
  ) => infer Result
    ? (task: Tasks[Kind] & { readonly kind: Kind }, ...rest: Rest) => Result
    : PartFormat[Name];
};

/** The table above hands a format its own tasks. */
function formatOf<Kind extends keyof Tasks>(format: FormatOf<Kind>): PartFormat {
  return format as unknown as PartFormat;
}

/** A run whose blocks with local names are left. */
function leaving(run: McfRun, leave: (left: LeftBlocks) => void): McfRun {
  const { sink, log, progress, blocks, scanner } = run;
  return { sink, log, progress, blocks, scanner, nodes: new NodeImport(sink, leave) };
}

function blocksRest(
  { input, provenance }: FileTask,
  context: FileContext | undefined,
  { sink, log, nodes }: McfRun,
): Rest {
  const prefixes = new Set<string>();
  let node: number | undefined;
  return {
    take: (left, before) => {
      node ??= provenanceOf(provenance, context, sink);
      const source = { log: new FileLog(log, input.path), provenance: node, prefixes };
      const { blocks, isRow } = left as LeftBlocks;
      const placed = placedBlocks(blocks, before);
      if (isRow) nodes.addRow(placed, source);
      else for (const block of placed) nodes.add(block, source);
    },
    end: () => {},
  };
}
