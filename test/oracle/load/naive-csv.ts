/** CSV read one character after the other, as a check on the reader that takes short cuts. */
import type { CsvDialect } from "../../../src/load/records/csv-records.ts";

export interface NaiveRow {
  readonly line: number;
  /** Undefined for a row that cannot be read. */
  readonly cells: readonly string[] | undefined;
}

const escaped: Readonly<Record<string, string>> = {
  ...{ n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" },
  ...{ "\\": "\\", '"': '"' },
};

/**
 * The rows, without the first line of each that cannot be read: what follows that line is read as if it
 * began there.
 */
export function naiveCsv(text: string, { delimiter, hasEscapes }: CsvDialect): readonly NaiveRow[] {
  const lines = text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.replace(/\r$/, ""));
  const rows: NaiveRow[] = [];
  for (let at = 0; at < lines.length; ) {
    const first = at;
    if (/^[\0-\x20]*$/.test(lines[first]!)) {
      at += 1;
      continue;
    }
    const row = new NaiveCells(delimiter, hasEscapes);
    let plain: readonly string[] | "open" | undefined;
    let isBad = false;
    for (let goesOn = true; goesOn && !isBad && !Array.isArray(plain); at += 1) {
      isBad = at === lines.length;
      if (isBad) break;
      goesOn = row.line(lines[at]!);
      if (!row.isBad) continue;
      plain = hasEscapes ? plainCells(lines.slice(first, at + 1), delimiter) : undefined;
      isBad = plain === undefined || (plain === "open" && !goesOn);
    }
    if (isBad) {
      rows.push({ line: first + 1, cells: undefined });
      at = first + 1;
      continue;
    }
    if (Array.isArray(plain)) {
      rows.push({ line: first + 1, cells: plain });
      continue;
    }
    rows.push({ line: first + 1, cells: row.cells() });
  }
  return rows;
}

/** A row in which escapes make no sense may be one in which a backslash is a character. */
function plainCells(
  lines: readonly string[],
  delimiter: string,
): readonly string[] | "open" | undefined {
  if (!lines.join("").includes("\\")) return undefined;
  const row = new NaiveCells(delimiter, false);
  const goesOn = lines.map((line) => row.line(line));
  const isOpen = goesOn.pop();
  if (!goesOn.every((does) => does)) return undefined;
  return isOpen ? "open" : row.cells();
}

class NaiveCells {
  readonly #delimiter: string;
  readonly #hasEscapes: boolean;
  readonly #cells: string[] = [];
  #cell = "";
  #place: "blank" | "bare" | "quoted" | "behind" = "blank";
  isBad = false;

  constructor(delimiter: string, hasEscapes: boolean) {
    this.#delimiter = delimiter;
    this.#hasEscapes = hasEscapes;
  }

  /** @returns whether the row goes on in the next line. */
  line(line: string): boolean {
    const characters = [...line];
    while (characters.length > 0) {
      const character = characters.shift()!;
      const next = characters[0];
      if (this.#hasEscapes && character === "\\") {
        if (next === undefined) {
          this.#content("\n");
          return true;
        }
        const meant = next === this.#delimiter ? next : escaped[next];
        this.#content(meant ?? "\\");
        if (meant !== undefined) characters.shift();
      } else if (this.#place === "quoted" && character === '"' && next === '"') {
        this.#cell += '"';
        characters.shift();
      } else this.#take(character);
    }
    if (this.#place === "quoted") this.#cell += "\n";
    return this.#place === "quoted";
  }

  cells(): readonly string[] | undefined {
    this.#end();
    return this.isBad ? undefined : this.#cells;
  }

  #take(character: string): void {
    if (this.#place === "quoted") {
      if (character === '"') this.#place = "behind";
      else this.#cell += character;
    } else if (character === this.#delimiter) this.#end();
    else if (character === "\r") {
      if (this.#hasEscapes) this.#content(character);
      else this.isBad = true;
    } else if (/\s/.test(character)) {
      if (this.#place !== "behind") this.#cell += character;
    } else if (character === '"' && this.#place === "blank") {
      this.#cell = "";
      this.#place = "quoted";
    } else this.#content(character);
  }

  /** A character that is no blank, and no mark of the dialect. */
  #content(character: string): void {
    this.#cell += character;
    if (this.#place === "behind") this.isBad = true;
    if (this.#place === "blank") this.#place = "bare";
  }

  #end(): void {
    const trimmed = this.#cell.replace(/^[\0-\x20]+|[\0-\x20]+$/g, "");
    this.#cells.push(this.#hasEscapes ? this.#cell : trimmed);
    this.#cell = "";
    this.#place = "blank";
  }
}
