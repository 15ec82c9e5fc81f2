/**
 * Lines of text → CSV records in plain RFC 4180, as the official tool understands them: a backslash
 * escapes inside and outside of quotes, blanks around a quoted cell do not count, empty lines do
 * not exist (behaviour: inputs 4.2). The CSV parser knows no such escapes, so each is shielded by a
 * NUL, which no text file holds, and put back when the cell is there.
 */
import { shown } from "../report/index.ts";
import { trim } from "../values/index.ts";

/** A record that the CSV parser reads as exactly one row. */
export interface CsvRecord {
  readonly line: number;
  readonly text: string;
}

/** What cannot be read as a record. */
export interface BadRecord {
  readonly line: number;
  readonly message: string;
}

/** `closing`: right behind a quote that ends the cell, unless another one follows. */
type CellState = "start" | "bare" | "quoted" | "closing" | "closed";

const LINE_END = "\0e";

/** Puts lines together to records: one line each, unless a quote or a backslash bridges the end. */
export class CsvRecords {
  readonly #delimiter: string;
  readonly #shields: ReadonlyMap<string, string>;
  readonly #texts: ReadonlyMap<string, string>;
  #line = 0;
  #pieces: string[] = [];
  #size = 0;
  #state: CellState = "start";
  #problem: string | undefined;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
    // An escaped character, the letter that stands for it behind the NUL, and what it means.
    const escapes: readonly (readonly [string, string, string])[] = [
      ["n", "n", "\n"],
      ["r", "r", "\r"],
      ["t", "t", "\t"],
      ["b", "b", "\b"],
      ["f", "f", "\f"],
      ["\\", "s", "\\"],
      ['"', "q", '"'],
      [delimiter, "d", delimiter],
    ];
    this.#shields = new Map(escapes.map(([character, letter]) => [character, `\0${letter}`]));
    this.#texts = new Map([...escapes.map(([, ...entry]) => entry), ["e", "\n"] as const]);
  }

  /** The record that its last line left open: where it began and how long it is by now. */
  get open(): { readonly line: number; readonly size: number } | undefined {
    return this.#line === 0 ? undefined : { line: this.#line, size: this.#size };
  }

  /** @returns undefined while the record goes on, and for a blank line. */
  add(line: string, number: number): CsvRecord | BadRecord | undefined {
    const isPlain = !(line.includes('"') || line.includes("\\") || line.includes("\r"));
    if (this.#line === 0) {
      if (trim(line) === "") return undefined;
      if (isPlain) return { line: number, text: line };
      this.#line = number;
    }
    const text = isPlain ? line : this.#shield(line);
    this.#scan(text);
    this.#pieces.push(text);
    this.#size += text.length + 1;
    return this.#state === "quoted" || text.endsWith(LINE_END) ? undefined : this.#close();
  }

  /** The text of a cell, escapes resolved. */
  unshield(cell: string): string {
    if (!cell.includes("\0")) return cell;
    return cell.replace(/\0(.)/g, (_shield, letter: string) => this.#texts.get(letter) ?? "");
  }

  #close(): CsvRecord | BadRecord {
    const line = this.#line;
    const problem = this.#problem;
    // A backslash stands for the line ending that it hides; a quote hides it as it is.
    const text = this.#pieces.join("\n").replaceAll(`${LINE_END}\n`, LINE_END);
    this.#line = 0;
    this.#pieces = [];
    this.#size = 0;
    this.#state = "start";
    this.#problem = undefined;
    return problem === undefined ? { line, text } : { line, message: problem };
  }

  #shield(line: string): string {
    return line
      .replace(/\\(.?)/gsu, (written, character: string) =>
        character === "" ? LINE_END : (this.#shields.get(character) ?? written),
      )
      .replaceAll("\r", "\0r");
  }

  #scan(text: string): void {
    for (const character of text) this.#state = this.#next(character);
    // The line ending itself ends a cell only where the record ends.
    if (this.#state === "start" && text.endsWith(LINE_END)) this.#state = "bare";
  }

  #next(character: string): CellState {
    const state = this.#state;
    if (state === "quoted") return character === '"' ? "closing" : "quoted";
    if (character === this.#delimiter) return "start";
    if (state === "closing" && character === '"') return "quoted";
    if (/\s/.test(character)) return state === "closing" ? "closed" : state;
    if (state === "start") return character === '"' ? "quoted" : "bare";
    if (state === "bare") return "bare";
    this.#problem ??= `text follows the closing quote of a cell: ${shown(character)}`;
    return "closed";
  }
}
