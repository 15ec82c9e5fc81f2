/** Finds where the findings about the loaded world stand in the sources. */
import type { SourceBlock, SourceLine } from "../blocks/index.ts";
import type { KeptFinding, Target } from "../report/index.ts";
import { isRdf, textsOf } from "./line-texts.ts";

const any = "any";

/** A block, a row or a node of RDF: what it says and where. */
interface Passage {
  readonly file: string;
  /** The node that it describes; `any` if it does not say which. */
  readonly node: string | undefined;
  /** Where it says a text; undefined if it does not. */
  readonly lineOf: (text: string) => number | undefined;
  readonly firstLine: number;
}

interface Near {
  readonly file: string;
  readonly line: number;
  readonly score: number;
}

/**
 * A passage that has all texts of a target is its place. That of an observation need not say all of
 * it: its unit may be that of the file. Then the first of those that say most will do; but a name
 * is never where nobody says it, as names of entities may be resolved and units be in a config.
 */
export class Locator {
  /** What is still sought, by the first text of its target. */
  readonly #sought = new Map<string, KeptFinding[]>();
  readonly #near = new Map<KeptFinding, Near>();
  /** The header of a table: a variable may be the name of a column. */
  #header: readonly string[] = [];
  /** The lines of RDF about one blank node, which are one observation. */
  #blank: { readonly label: string; readonly lines: Map<string, number> } | undefined;

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

  block({ block, dcid, file, form }: SourceBlock): void {
    if (this.isDone || form === "template") return;
    const node = dcid ?? block.name;
    const lineOf = (text: string): number | undefined => {
      if (text === node) return block.line;
      return block.values.find((value) => value.text === text || value.property === text)?.line;
    };
    const passage = { file, node, lineOf, firstLine: block.line };
    this.#seek(node, passage);
    for (const { text } of block.values) this.#seek(text, passage);
  }

  line({ file, text, line, subject }: SourceLine): void {
    if (this.isDone) return;
    const cells = textsOf(text);
    if (line === 1) this.#header = isRdf(text) ? [] : cells;
    const lines = this.#linesOf(cells, line);
    const node = typeof subject === "number" ? cells[subject] : subject;
    const lineOf = (sought: string): number | undefined => lines.get(sought);
    const passage = { file, node, lineOf, firstLine: line };
    for (const cell of lines.keys()) this.#seek(cell, passage);
  }

  /** To be called after the last passage. */
  end(): void {
    for (const [finding, { file, line }] of this.#near) place(finding, file, line);
    this.#near.clear();
  }

  #linesOf(cells: readonly string[], line: number): Map<string, number> {
    const [label = ""] = cells;
    const isBlank = label.startsWith("_:");
    if (!isBlank) this.#blank = undefined;
    else if (this.#blank?.label !== label) this.#blank = { label, lines: new Map() };
    const lines = this.#blank?.lines ?? new Map(this.#header.map((name) => [name, line]));
    for (const cell of cells) lines.set(cell, line);
    return lines;
  }

  #seek(first: string, passage: Passage): void {
    const sought = this.#sought.get(first);
    if (sought === undefined) return;
    const left = sought.filter((finding) => !this.#takes(finding, first, passage));
    if (left.length === 0) this.#sought.delete(first);
    else if (left.length < sought.length) this.#sought.set(first, left);
  }

  #takes(finding: KeptFinding, first: string, { file, node, lineOf, firstLine }: Passage): boolean {
    const { about, texts } = finding.target as Target;
    if (about === "node" && first !== node && node !== any) return false;
    const score = texts.filter((text) => lineOf(text) !== undefined).length;
    const line = lineOf(about === "name" ? first : (texts.at(-1) ?? first)) ?? firstLine;
    const isWhole = score === texts.length;
    if (isWhole) {
      place(finding, file, line);
      this.#near.delete(finding);
    } else if (score > (this.#near.get(finding)?.score ?? 0)) {
      this.#near.set(finding, { file, line, score });
    }
    return isWhole;
  }
}

function place(finding: KeptFinding, file: string, line: number): void {
  finding.file = file;
  finding.line = line;
}
