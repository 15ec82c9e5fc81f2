/** The distinct dates as texts, numbered in their order. */

import { type ColumnSource, TextTable } from "../../store/index.ts";

/** Dates up to this many are kept as ready strings. */
const readyMax = 0x1_0000;

export class DateTexts {
  readonly #table: TextTable;
  /** By code. */
  readonly #ready: string[] = [];

  constructor(source: ColumnSource, count: number) {
    this.#table = TextTable.readFrom(source, "observations.dates", count);
  }

  /** Code of a date; undefined when the table does not have it. */
  codeOf(text: string): number | undefined {
    return this.#table.idOf(text);
  }

  textOf(code: number): string {
    return this.#ready[code] ?? this.#read(code);
  }

  #read(code: number): string {
    const text = this.#table.textOf(code);
    if (code < readyMax) this.#ready[code] = text;
    return text;
  }
}
