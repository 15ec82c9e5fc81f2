/** Finds where the findings about the loaded world stand in the sources. */
import type { SourceBlock, SourceLine } from "../load/index.ts";
import type { KeptFinding, Target } from "./finding-log.ts";

export class Locator {
  /** What is still sought, by the first text of its target. */
  readonly #sought = new Map<string, KeptFinding[]>();

  constructor(findings: readonly KeptFinding[]) {
    for (const finding of findings) {
      if (finding.target === undefined || finding.file !== undefined) continue;
      const [first] = finding.target.texts;
      const others = this.#sought.get(first);
      if (others === undefined) this.#sought.set(first, [finding]);
      else others.push(finding);
    }
  }

  get isDone(): boolean {
    return this.#sought.size === 0;
  }

  /** Takes the line of the last text of a target, else the first one of the block. */
  block(source: SourceBlock): void {
    const { block, dcid, form } = source;
    if (this.isDone || form === "template") return;
    const node = dcid ?? block.name;
    const lineOf = (text: string): number | undefined => {
      if (text === node) return block.line;
      return block.values.find((value) => value.text === text || value.property === text)?.line;
    };
    this.#seek(node, node, lineOf, source);
    for (const { text } of block.values) this.#seek(text, node, lineOf, source);
  }

  #seek(
    text: string,
    node: string,
    lineOf: (text: string) => number | undefined,
    { file }: SourceBlock,
  ): void {
    const isThere = ({ about, texts }: Target): boolean =>
      (about === "observation" || text === node) &&
      texts.every((other) => lineOf(other) !== undefined);
    for (const [finding, { texts }] of this.#take(text, isThere)) {
      finding.file = file;
      finding.line = lineOf(texts.at(-1) ?? node);
    }
  }

  line({ file, line, text, subject }: SourceLine): void {
    if (this.isDone) return;
    const cells = cellsOf(text);
    const all = new Set(cells);
    for (const cell of all) {
      const isThere = ({ about, texts }: Target): boolean =>
        (about === "node" ? subject !== undefined && cells[subject] === cell : true) &&
        texts.every((other) => all.has(other));
      for (const [finding] of this.#take(cell, isThere)) {
        finding.file = file;
        finding.line = line;
      }
    }
  }

  /** Takes the findings whose first text is at hand, if all their texts are there. */
  #take(first: string, isThere: (target: Target) => boolean): [KeptFinding, Target][] {
    const sought = this.#sought.get(first);
    if (sought === undefined) return [];
    const found: [KeptFinding, Target][] = [];
    const left: KeptFinding[] = [];
    for (const finding of sought) {
      const { target } = finding;
      if (target !== undefined && isThere(target)) found.push([finding, target]);
      else left.push(finding);
    }
    if (left.length === 0) this.#sought.delete(first);
    else if (found.length > 0) this.#sought.set(first, left);
    return found;
  }
}

/** The cells of a row, or the terms of a line of RDF. */
function cellsOf(line: string): string[] {
  if (/^[<_]/.test(line)) {
    const terms = line.matchAll(/<([^>]*)>|"((?:[^"\\]|\\.)*)"|_:\S+/g);
    return Array.from(terms, ([all, iri, literal]) =>
      iri === undefined ? (literal ?? all) : iri.replace(/^.*\/browser\//, ""),
    );
  }
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return Array.from(cells, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}
