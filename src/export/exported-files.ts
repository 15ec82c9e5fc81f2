/** The files of an export, and what they leave out. */

import { chunked } from "./csv-text.ts";

/** A file of an export. */
export interface ExportFile {
  /** Name of the file, without a folder. */
  readonly name: string;
  /** The text of the file in pieces; each call makes it anew. */
  readonly text: () => Iterable<string>;
  /** Of what was read of the text: rows of a table, nodes of MCF, or statements of RDF. */
  readonly rowCount: number;
}

/** @param headings how many of the lines are no rows: those of a table's headings */
export function fileOf(name: string, lines: () => Iterable<string>, headings = 0): ExportFile {
  const count = { lines: 0 };
  return {
    name,
    text: () => {
      count.lines = 0;
      return chunked(lines(), count);
    },
    get rowCount() {
      return Math.max(0, count.lines - headings);
    },
  };
}

/** A table of CSV: its first line has the headings. */
export function tableFile(name: string, lines: () => Iterable<string>): ExportFile {
  return fileOf(name, lines, 1);
}

/** Names the files for the loader, with their provenances. */
interface ExportManifest {
  /** With a `provenanceId` of "", statements that name no provenance stay without one. */
  readonly graph: readonly { readonly file: string; readonly provenanceId: string }[];
  readonly observations?: string;
}

export function manifestFile(manifest: ExportManifest): ExportFile {
  return fileOf("manifest.json", () => [`${JSON.stringify(manifest, null, 2)}\n`], 1);
}

/** Statements that the format of an export cannot write: a reason, a count and examples. */
export interface Omission {
  readonly reason: string;
  readonly count: number;
  /** The first few, as text. */
  readonly examples: readonly string[];
}

const examplesMax = 5;
const exampleLengthMax = 200;

export class Omissions {
  readonly #byReason = new Map<string, { count: number; examples: string[] }>();

  add(reason: string, example: string): void {
    let known = this.#byReason.get(reason);
    if (known === undefined) {
      known = { count: 0, examples: [] };
      this.#byReason.set(reason, known);
    }
    known.count++;
    if (known.examples.length < examplesMax) {
      known.examples.push(JSON.stringify(example.slice(0, exampleLengthMax)));
    }
  }

  /** In the order of first occurrence. */
  list(): readonly Omission[] {
    return [...this.#byReason].map(([reason, { count, examples }]) => ({
      reason,
      count,
      examples: [...examples],
    }));
  }
}
