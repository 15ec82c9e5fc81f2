/** Answers as reports or tables for people, as CSV and JSON for programs. */

import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import Table from "cli-table3";
import { csvRow } from "../export/csv-text.ts";
import type { Explanation } from "../index.ts";
import type { CliIo } from "./io.ts";
import { harmless, type Line, wantsColour, written } from "./styled-text.ts";

/** A list is one cell: its texts have spaces between them. */
export type Cell = string | number | boolean | null | undefined | readonly string[];

/** Rows that are made when they are read. */
interface RowList extends Iterable<readonly Cell[]> {
  readonly length: number;
}

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: RowList;
  /** Columns that a table on a terminal has. Default: all. */
  readonly shown?: readonly string[];
}

export interface Answer {
  /** What `--json` prints. Default: an object for each row, its members named as the columns. */
  readonly json?: unknown;
  /** What `--csv` prints; without `text` it is also the answer: a table on a terminal, else CSV. */
  readonly rows: Rows;
  /** A report, on terminals and elsewhere. Nothing is printed when it has no lines. */
  readonly text?: readonly Line[];
  /** How the answer comes about, and why it is empty. Default: nothing explains it. */
  readonly explain?: () => Promise<Explanation>;
  /** What one should know beside the answer: lines on standard error, unless quiet. */
  readonly notes?: readonly Line[];
  /** Default: 0. */
  readonly exitCode?: number;
}

export interface OutputOptions {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly output?: string;
}

export function print({ json, rows, text }: Answer, options: OutputOptions, io: CliIo): void {
  if (options.json === true && json !== undefined) printJson(json, io);
  else if (options.json === true) printObjects(rows, io);
  else if (options.csv === true) printCsv(rows, io);
  else if (text !== undefined) printLines(text, io);
  else if (io.isTerminal) printTable(rows, io);
  else printCsv(rows, io);
}

/** A list of objects, one by one: a text of all of them can be too long. */
function printObjects({ columns, rows }: Rows, io: CliIo): void {
  let before = "[\n";
  for (const row of rows) {
    // Members that are undefined are not written.
    const object = Object.fromEntries(columns.map((column, at) => [column, row[at]]));
    io.stdout(`${before}${JSON.stringify(object, null, 2).replace(/^/gm, "  ")}`);
    before = ",\n";
  }
  io.stdout(rows.length === 0 ? "[]\n" : "\n]\n");
}

function textOf(cell: Cell): string {
  if (typeof cell === "object" && cell !== null) return cell.filter(Boolean).join(" ");
  return String(cell ?? "");
}

export function printJson(json: unknown, io: CliIo): void {
  io.stdout(`${JSON.stringify(json, null, 2)}\n`);
}

/** One line on standard error, with nothing of the answer in it. */
export function printNote(line: Line, io: CliIo): void {
  const isTerminal = io.progressStream !== undefined;
  io.stderr(`${written(line, isTerminal, wantsColour(io.env, isTerminal))}\n`);
}

function printLines(lines: readonly Line[], io: CliIo): void {
  const isColoured = wantsColour(io.env, io.isTerminal);
  for (const line of lines) io.stdout(`${written(line, io.isTerminal, isColoured)}\n`);
}

function printCsv({ columns, rows }: Rows, io: CliIo): void {
  io.stdout(csvRow(columns));
  for (const row of rows) io.stdout(csvRow(columns.map((_, at) => textOf(row[at]))));
}

function printTable({ columns: all, rows, shown: columns = all }: Rows, io: CliIo): void {
  if (rows.length === 0) {
    io.stdout("nothing found\n");
    return;
  }
  const isColoured = wantsColour(io.env, io.isTerminal);
  const head = columns.map((text) => written({ style: "heading", text }, true, isColoured));
  // The package would colour heads and borders whatever the environment says.
  const style = { head: [], border: [], compact: true };
  const table = new Table({ head, style, chars: borderless });
  const places = columns.map((column) => all.indexOf(column));
  for (const row of rows) table.push(places.map((at) => harmless(textOf(row[at]))));
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

/** A stream of the text that is written into it. */
export function textStream(take: (text: string) => void): WritableStream<Uint8Array> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return new WritableStream({ write: (bytes) => take(decoder.decode(bytes, { stream: true })) });
}

// The file of `-o`: it is written whole, or not at all.

export class OutputFile {
  /** Standard output is this file. */
  readonly io: CliIo;
  readonly #path: string;
  readonly #part: string;
  #descriptor: number | undefined;

  /** @throws an error of the file system when no file can be made there */
  constructor(path: string, io: CliIo) {
    this.#path = path;
    this.#part = `${path}.${process.pid}.part`;
    this.#descriptor = openSync(this.#part, "w");
    this.io = { ...io, stdout: (written) => this.#write(written), isTerminal: false };
  }

  /** Puts what was written in its place. */
  keep(): void {
    this.#close();
    renameSync(this.#part, this.#path);
  }

  /** Removes what was not kept. */
  end(): void {
    this.#close();
    rmSync(this.#part, { force: true });
  }

  #write(written: string | Uint8Array): void {
    if (this.#descriptor === undefined) return;
    const bytes = typeof written === "string" ? new TextEncoder().encode(written) : written;
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
  }

  #close(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
