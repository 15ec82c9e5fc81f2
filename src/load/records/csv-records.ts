/**
 * Lines of text → CSV records, cut into cells. Quotes are doubled within quotes, a quoted cell may
 * go on over line ends, blanks around it do not count, and blank lines do not exist (behaviour:
 * inputs 4.2).
 */

import { LoadError } from "../../errors/errors.ts";
import { type FileLog, shown } from "../bytes/diagnostics.ts";
import { lineBytesMax, type OnDamage } from "../bytes/lines.ts";
import { trim } from "../values/mcf-value.ts";

/** How a program writes CSV. */
export interface CsvDialect {
  readonly delimiter: string;
  /**
   * Whether a backslash escapes the next character, inside and outside of quotes, and cells are as
   * written otherwise. The official tool reads tables of templates that way. Databases and
   * spreadsheets write a backslash like any other character; blanks around their cells are dropped.
   */
  readonly hasEscapes: boolean;
  /**
   * Whether a cell is all that stands between its delimiters or quotes, as RFC 4180 has it: blanks
   * and carriage returns count, and only an empty line is blank. Dump tables are written that way.
   */
  readonly isExact?: boolean;
  /** What a cell without quotes says. Default: itself. */
  readonly bare?: (cell: string) => string;
  /** Of one byte per character. Default: UTF-8. */
  readonly encoding?: "utf-8" | "windows-1252";
}

export interface CsvRecord {
  /** Where it begins. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** What cannot be read as a record. */
export interface BadRecord extends CsvRecord {
  /** Undefined if it is reported: a line of it is not UTF-8. */
  readonly message: string | undefined;
}

/** Reports that a row is left out. */
export function reportBadRecord({ line, message }: BadRecord, log: FileLog): void {
  if (message === undefined) return;
  const counter = "StrSplit_BadQuotesInToken";
  log.report({ level: "error", counter, line, message: () => `${message}; row not loaded` });
}

/** Takes the damaged lines of a table: no row can be read without its header. */
export function onDamagedRow(log: FileLog, isHeader: (line: number) => boolean): OnDamage {
  return (line, problem) => {
    if (isHeader(line)) throw new LoadError(problem(), { file: log.file, line });
    log.damaged(line, problem);
  };
}

/** A line of a record that goes on. */
interface KeptLine {
  readonly text: string;
  readonly number: number;
  readonly hasFeed: boolean;
  readonly isDamaged: boolean;
}

type Take = (record: CsvRecord | BadRecord) => void;

/**
 * Characters of a file that are read again because a quote before them is not closed: hostile lines
 * would be read once for each line before them.
 */
const againMax = 4 * lineBytesMax;

/** Within a cell: nothing but blanks so far, text without quotes, within quotes, after them. */
type Place = "blank" | "bare" | "quoted" | "after";

const escapes: readonly (readonly [string, string])[] = [
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["b", "\b"],
  ["f", "\f"],
  ["\\", "\\"],
  ['"', '"'],
];

/**
 * Puts lines together to records: one line each, unless a quote or a backslash bridges the end. Of a
 * record that cannot be read only the first line is left out: a quote that is not closed hides no
 * other rows.
 */
export class CsvRecords {
  readonly #delimiter: string;
  readonly #hasEscapes: boolean;
  readonly #isExact: boolean;
  readonly #bare: (cell: string) => string;
  readonly #escapes: ReadonlyMap<string, string>;
  /** What means something within quotes. */
  readonly #mark: RegExp;
  /** 0 between records. */
  #line = 0;
  #size = 0;
  #cells: string[] = [];
  #cell = "";
  #place: Place = "blank";
  #problem: string | undefined;
  #isDamaged = false;
  /** Of the last quote that opened a cell: its line and column. */
  #quote: readonly [line: number, column: number] | undefined;
  /** The line at hand. */
  #number = 0;
  /** Lines of the record at hand that it bridges. */
  #lines: KeptLine[] = [];
  /** Lines to be read again, the last one first. */
  readonly #again: KeptLine[] = [];
  #againSize = 0;

  constructor({ delimiter, hasEscapes, isExact = false, bare }: CsvDialect) {
    this.#delimiter = delimiter;
    this.#bare = bare === undefined ? trim : (cell) => bare(trim(cell));
    this.#hasEscapes = hasEscapes;
    this.#isExact = isExact;
    this.#mark = hasEscapes ? /["\\]/g : /"/g;
    this.#escapes = new Map([...escapes, [delimiter, delimiter]]);
  }

  /** The record that its last line left open: where it began and how long it is by now. */
  get open(): { readonly line: number; readonly size: number } | undefined {
    return this.#line === 0 ? undefined : { line: this.#line, size: this.#size };
  }

  /**
   * Hands the records that a line ends to `take`; none for a blank line.
   * @param text without its line feed, and without the carriage return before it unless cells are
   * exact.
   * @param isDamaged it is not UTF-8, which is reported.
   * @param hasFeed the line ended with a line feed: for exact cells, a carriage return at its end is
   * text otherwise.
   */
  line(text: string, number: number, take: Take, isDamaged: boolean, hasFeed = true): void {
    const record = this.add(text, number, hasFeed, isDamaged);
    if (record !== undefined) take(record);
    if (this.#size > lineBytesMax) take(this.#leaveOut(this.#neverEnds));
    if (this.#again.length > 0) this.#readAgain(take);
  }

  /** No line follows: a record that is open never ends. */
  end(take: Take): void {
    while (this.#line !== 0) {
      take(this.#leaveOut(this.#problem ?? this.#neverEnds));
      this.#readAgain(take);
    }
  }

  #readAgain(take: Take): void {
    for (let line = this.#again.pop(); line !== undefined; line = this.#again.pop()) {
      const record = this.add(line.text, line.number, line.hasFeed, line.isDamaged);
      if (record !== undefined) take(record);
    }
  }

  /**
   * Takes one line.
   * @returns undefined while the record goes on, and for a blank line.
   */
  add(
    text: string,
    number: number,
    hasFeed = true,
    isDamaged = false,
  ): CsvRecord | BadRecord | undefined {
    if (this.#line === 0) {
      if (!this.#isExact && trim(text) === "") return undefined;
      if (!isDamaged && this.#isPlain(text)) {
        const cells = text.split(this.#delimiter);
        return this.#unlessEmpty({
          line: number,
          cells: this.#isAsWritten ? cells : cells.map(this.#bare),
        });
      }
      this.#line = number;
    }
    return this.#unlessEmpty(this.#take({ text, number, hasFeed, isDamaged }));
  }

  /** Takes a line that is not plain. */
  #take(line: KeptLine): CsvRecord | BadRecord | undefined {
    const { text, number, hasFeed } = line;
    this.#number = number;
    this.#size += text.length + 1;
    this.#isDamaged ||= line.isDamaged;
    const goesOn = this.#isExact ? this.#exactLine(text, hasFeed) : this.#goesOnAfter(text);
    this.#lines.push(line);
    const problem = this.#problem;
    if (problem === undefined) return goesOn ? undefined : this.#close();
    const exported = this.#asExported();
    if (exported === undefined) return this.#leaveOut(problem);
    if (exported === "open") return goesOn ? undefined : this.#leaveOut(problem);
    this.#problem = undefined;
    const record = this.#close();
    return "message" in record ? record : exported;
  }

  /**
   * The record as a program writes it to which a backslash is a character: Python's csv writes
   * `"{\"a\"}"` as `"""{\""a\""}"""`, which escapes make no sense of.
   */
  #asExported(): CsvRecord | "open" | undefined {
    const lines = this.#lines.map(({ text }) => text);
    if (!this.#hasEscapes || !lines.some((line) => line.includes("\\"))) return undefined;
    const records = new CsvRecords({ delimiter: this.#delimiter, hasEscapes: false });
    const found = lines.map((line) => records.add(line, this.#line));
    const whole = found.pop();
    if (found.some((record) => record !== undefined)) return undefined;
    if (whole === undefined) return "open";
    return "message" in whole ? undefined : whole;
  }

  /** Closes the record at hand: it is bad, and its lines but the first are to be read again. */
  #leaveOut(problem: string): BadRecord {
    const [first, ...others] = this.#lines;
    const size = this.#size - (first?.text.length ?? 0);
    const isAgain = others.length > 0 && this.#againSize + size <= againMax;
    const where = isAgain ? this.#quotePlace(problem) : problem;
    const left =
      others.length > 0 && !isAgain ? `; nor are the ${others.length} lines after it` : "";
    const { line, cells } = this.#close();
    if (isAgain) {
      this.#againSize += size;
      for (const again of others.reverse()) this.#again.push(again);
    }
    return { line, cells, message: first?.isDamaged === true ? undefined : `${where}${left}` };
  }

  /** What was found wrong lines after the quote that caused it. */
  #quotePlace(problem: string): string {
    if (this.#quote === undefined || problem === this.#neverEnds) return problem;
    const [line, column] = this.#quote;
    // The lines of a chunk have other numbers.
    const below = this.#number - line;
    if (below === 0) return problem;
    return `the quote in column ${column} is not closed in its line, and ${problem} ${below === 1 ? "in the next line" : `${below} lines below`}; a quote within a cell is written twice`;
  }

  get #neverEnds(): string {
    if (this.#place !== "quoted") return "an escaped line never ends";
    const column = this.#quote?.[1] ?? 1;
    return `a quoted cell never ends: its quote is in column ${column}; a quote within a cell is written twice`;
  }

  get #isAsWritten(): boolean {
    return this.#hasEscapes || this.#isExact;
  }

  /** Where cells are exact, a single empty cell is a blank line, whatever follows its quotes. */
  #unlessEmpty<Found extends CsvRecord>(record: Found | undefined): Found | undefined {
    const isEmpty = this.#isExact && record?.cells.length === 1 && record.cells[0] === "";
    return isEmpty ? undefined : record;
  }

  /** Whether delimiters are all that the line is cut at. */
  #isPlain(line: string): boolean {
    if (line.includes('"') || line.includes("\r")) return false;
    return !(this.#hasEscapes && line.includes("\\"));
  }

  #close(): CsvRecord | BadRecord {
    this.#endCell();
    const line = this.#line;
    const cells = this.#cells;
    const message = this.#problem;
    this.#line = 0;
    this.#size = 0;
    this.#cells = [];
    this.#lines = [];
    this.#problem = undefined;
    if (this.#isDamaged) {
      this.#isDamaged = false;
      return { line, cells, message: undefined };
    }
    return message === undefined ? { line, cells } : { line, cells, message };
  }

  #endCell(): void {
    const said = this.#place === "after" ? trim : this.#bare;
    this.#cells.push(this.#isAsWritten ? this.#cell : said(this.#cell));
    this.#cell = "";
    this.#place = "blank";
  }

  /** Reads a line. @returns whether the next one belongs to the same record. */
  #goesOnAfter(line: string): boolean {
    let at = 0;
    while (at < line.length) {
      if (this.#hasEscapes && line[at] === "\\") at = this.#escaped(line, at);
      else if (this.#place === "quoted") at = this.#quoted(line, at);
      else at = this.#unquoted(line, at);
    }
    // An escaped line ending is read as a character after the line.
    if (at > line.length) return true;
    if (this.#place === "quoted") this.#cell += "\n";
    return this.#place === "quoted";
  }

  /**
   * The same for exact cells, whose line ends with its carriage return. Quotes begin a cell where one
   * begins; text goes on to the next delimiter.
   */
  #exactLine(line: string, hasFeed: boolean): boolean {
    const end = hasFeed && line.endsWith("\r") ? line.length - 1 : line.length;
    let at = 0;
    while (at < line.length) {
      if (this.#place === "quoted") at = this.#quoted(line, at);
      else if (line[at] === '"') {
        this.#openQuote(at);
        at += 1;
      } else at = this.#exactText(line, at, end);
    }
    if (this.#place === "quoted") this.#cell += "\n";
    return this.#place === "quoted";
  }

  /** Text up to the next delimiter, and that; after a quote there should be none. */
  #exactText(line: string, at: number, end: number): number {
    const found = line.indexOf(this.#delimiter, at);
    const next = found < 0 ? line.length : found;
    if (this.#place !== "after") this.#cell += line.slice(at, found < 0 ? end : next);
    else if (next > at && line.slice(at, next) !== "\r") {
      this.#problem ??= "text follows the closing quote of a cell";
    }
    if (found >= 0) this.#endCell();
    return next + 1;
  }

  #openQuote(at: number): void {
    this.#place = "quoted";
    this.#quote = [this.#number, at + 1];
  }

  /** @returns the place after what was read. */
  #escaped(line: string, at: number): number {
    const character = line[at + 1] ?? "\n";
    const meant = character === "\n" ? "\n" : this.#escapes.get(character);
    this.#addText(meant ?? "\\");
    return at + (meant === undefined ? 1 : 2);
  }

  /** @returns the place after what was read. */
  #quoted(line: string, at: number): number {
    this.#mark.lastIndex = at;
    const end = this.#mark.exec(line)?.index ?? line.length;
    this.#cell += line.slice(at, end);
    if (line[end] !== '"') return end;
    if (line[end + 1] === '"') {
      this.#cell += '"';
      return end + 2;
    }
    this.#place = "after";
    return end + 1;
  }

  /** @returns the place after what was read. */
  #unquoted(line: string, at: number): number {
    const character = line[at]!;
    if (character === this.#delimiter) this.#endCell();
    else if (character === '"' && this.#place === "blank") {
      this.#cell = "";
      this.#openQuote(at);
    } else if (character === "\r" && !this.#hasEscapes) {
      this.#problem ??=
        "a carriage return stands within the row; if all lines end with it, as on old Macs, save the file with LF or CRLF";
    } else if (character === "\r" || !/\s/.test(character)) {
      const whole = String.fromCodePoint(line.codePointAt(at)!);
      this.#addText(whole);
      return at + whole.length;
    } else if (this.#place !== "after") this.#cell += character;
    return at + 1;
  }

  #addText(text: string): void {
    if (this.#place === "after") {
      this.#problem ??= `text follows the closing quote of a cell: ${shown(text)}`;
      return;
    }
    this.#cell += text;
    if (this.#place === "blank") this.#place = "bare";
  }
}
