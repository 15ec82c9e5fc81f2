/** Finds where the findings about the loaded world stand in the sources. */
import type { SourceBlock } from "../load/index.ts";
import type { KeptFinding } from "./finding-log.ts";

export class Locator {
  /** What is still sought, by the first text of its target. */
  readonly #sought = new Map<string, KeptFinding[]>();

  constructor(findings: readonly KeptFinding[]) {
    for (const finding of findings) {
      if (finding.target === undefined || finding.file !== undefined) continue;
      const [first] = finding.target;
      const others = this.#sought.get(first);
      if (others === undefined) this.#sought.set(first, [finding]);
      else others.push(finding);
    }
  }

  get isDone(): boolean {
    return this.#sought.size === 0;
  }

  /** The line of the last text of a target, else the first line of the block. */
  block({ block, dcid, file, form }: SourceBlock): void {
    if (this.isDone || form === "template") return;
    const name = dcid ?? block.name;
    if (this.#sought.has(name)) this.#seekIn(name, block.values, name, file, block.line);
    for (const { text } of block.values) {
      // An observation stands in a block of its own, whose values name what it is about.
      if (text !== name && this.#sought.has(text)) {
        this.#seekIn(text, block.values, name, file, block.line);
      }
    }
  }

  line(file: string, line: string, number: number): void {
    if (this.isDone) return;
    const texts = textsOf(line);
    for (const text of texts) {
      const found = this.#take(text, (other) => texts.has(other));
      for (const finding of found) place(finding, file, number);
    }
  }

  #seekIn(
    text: string,
    values: SourceBlock["block"]["values"],
    name: string,
    file: string,
    firstLine: number,
  ): void {
    const lineOf = (other: string): number | undefined => {
      if (other === name) return firstLine;
      return values.find((value) => value.text === other || value.property === other)?.line;
    };
    const found = this.#take(text, (other) => lineOf(other) !== undefined);
    for (const finding of found) {
      place(finding, file, lineOf(finding.target?.at(-1) ?? name) ?? firstLine);
    }
  }

  /** Takes the findings about a text whose other texts are there too. */
  #take(text: string, isThere: (other: string) => boolean): KeptFinding[] {
    const sought = this.#sought.get(text);
    if (sought === undefined) return [];
    const found = sought.filter(({ target = [] }) => target.every(isThere));
    if (found.length === 0) return found;
    const left = sought.filter((finding) => !found.includes(finding));
    if (left.length === 0) this.#sought.delete(text);
    else this.#sought.set(text, left);
    return found;
  }
}

function place(finding: KeptFinding, file: string, line: number): void {
  finding.file = file;
  finding.line = line;
}

/** The cells of a row, or the terms of a line of RDF. */
function textsOf(line: string): ReadonlySet<string> {
  const texts = new Set<string>();
  if (/^[<_]/.test(line)) {
    for (const [, iri, literal] of line.matchAll(/<([^>]*)>|"((?:[^"\\]|\\.)*)"/g)) {
      texts.add(iri === undefined ? (literal ?? "") : iri.replace(/^.*\/browser\//, ""));
    }
  } else {
    for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
      texts.add(quoted?.replaceAll('""', '"') ?? plain ?? "");
    }
  }
  return texts;
}
