/** Which dump table a CSV file is, told by its header (facts FORMATS §1.1). */
import { CsvScanner } from "./csv-scanner.ts";

export type TableKind = "triples" | "observations";

export interface TableHeader {
  readonly kind: TableKind;
  /** Columns in the order of the file. */
  readonly columns: readonly string[];
}

interface TableForm {
  readonly kind: TableKind;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const FORMS: readonly TableForm[] = [
  {
    kind: "triples",
    required: ["subject_id", "predicate", "object_id", "object_value"],
    optional: ["provenance"],
  },
  {
    kind: "observations",
    required: ["entity", "variable", "date", "value"],
    optional: [
      "provenance",
      "import_name",
      "provenance_url",
      "unit",
      "scaling_factor",
      "measurement_method",
      "observation_period",
      "is_dc_aggregate",
      "properties",
    ],
  },
];

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const COLUMNS_MAX = 64;

/**
 * Reads the header at the start of a file.
 * @returns undefined unless every column belongs to one form and none of that form's is missing or
 * there twice: a table with a further column might mean something else.
 */
export function recogniseTable(start: Buffer): TableHeader | undefined {
  const scanner = new CsvScanner(COLUMNS_MAX);
  // Scanning may change quoted bytes.
  const bytes = Buffer.from(start);
  scanner.row(bytes, textStart(bytes), bytes.length, true);
  if (scanner.count > COLUMNS_MAX) return undefined;
  const columns = Array.from({ length: scanner.count }, (_, column) =>
    bytes.toString("utf8", scanner.starts[column], scanner.ends[column]).trim(),
  );
  const form = FORMS.find((candidate) => fits(columns, candidate));
  return form && { kind: form.kind, columns };
}

/** Offset of the text behind a byte order mark. */
export function textStart(bytes: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? 3 : 0;
}

function fits(columns: readonly string[], { required, optional }: TableForm): boolean {
  return (
    new Set(columns).size === columns.length &&
    required.every((column) => columns.includes(column)) &&
    columns.every((column) => required.includes(column) || optional.includes(column))
  );
}
