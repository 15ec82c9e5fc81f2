/** Answers as tables on a terminal, as CSV when piped, as JSON when asked. */

import Table from "cli-table3";
import { csvRow } from "../export/csv-text.ts";
import type { CliIo } from "./io.ts";

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Answer {
  /** What `--json` prints. */
  readonly json: unknown;
  /** One of the two is what people read. */
  readonly rows?: Rows;
  readonly text?: string;
  /** Default: 0. */
  readonly exitCode?: number;
}

export interface OutputOptions {
  readonly json?: boolean;
  readonly csv?: boolean;
}

export function print({ json, rows, text }: Answer, options: OutputOptions, io: CliIo): void {
  if (options.json === true) io.stdout(`${JSON.stringify(json, null, 2)}\n`);
  else if (rows !== undefined) printRows(rows, io, options.csv === true || !io.isTerminal);
  else if (text !== undefined) io.stdout(`${io.isTerminal ? harmless(text) : text}\n`);
}

function printRows({ columns, rows }: Rows, io: CliIo, isCsv: boolean): void {
  if (isCsv) {
    for (const row of [columns, ...rows]) io.stdout(csvRow(row));
    return;
  }
  if (rows.length === 0) {
    io.stdout("nothing found\n");
    return;
  }
  const table = new Table({
    head: [...columns],
    style: { head: [], border: [], compact: true },
    chars: borderless,
  });
  for (const row of rows) table.push(row.map(harmless));
  io.stdout(`${table.toString()}\n`);
}

const borderless = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: " ",
};

/** Data must not drive the terminal: control characters are shown as their pictures. */
export function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are meant.
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, (character) =>
    character < " " ? String.fromCharCode(0x2400 + character.charCodeAt(0)) : "\u2421",
  );
}
