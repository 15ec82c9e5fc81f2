/**
 * Collects what loading and the checks find: all of it counted, the first few of each kind kept.
 */
import { type DiagnosticLevel, DiagnosticLog, type Finding } from "../../load/index.ts";
import { type Facet, measuredFields, type NodeField } from "../../stats/index.ts";
import { compareUtf8 } from "../../store/index.ts";
import { type LintCounter, type LintFinding, levels } from "./report.ts";

/** The part of an observation that a finding is about. */
export type ObservationPart = "observationDate" | "value";

/**
 * What a finding is about. Its place is the place of the first such statement; for an observation
 * the place of the last one, which counts, or, if no facet is given, of the first one that gives
 * its date another value within one facet.
 */
export type Target =
  | { readonly about: "node"; readonly node: string }
  | {
      readonly about: "statement";
      readonly subject: string;
      readonly predicate: string;
      /** Any object, if neither is given. */
      readonly object?: string;
      readonly text?: string;
    }
  /** The first statement with another text than one before it. */
  | { readonly about: "otherText"; readonly subject: string; readonly predicate: string }
  | {
      readonly about: "observation";
      readonly variable: string;
      readonly entity: string;
      readonly date: string;
      readonly facet: Facet | undefined;
      readonly part: ObservationPart;
    }
  /** The first statement or observation of this provenance. */
  | { readonly about: "provenance"; readonly name: string }
  /** The first observation with this name. */
  | {
      readonly about: "variableMeasured" | "observationAbout" | NodeField;
      readonly name: string;
    };

/** Something that a check of the whole world found: where it stands is sought afterwards. */
export interface WorldFinding {
  readonly level: DiagnosticLevel;
  readonly counter: string;
  readonly suffix?: string | undefined;
  readonly message: () => string;
  /** Only asked for what is kept. */
  readonly target?: () => Target;
}

/** Where checks of the whole world put what they find. */
export interface WorldLog {
  addToWorld(finding: WorldFinding): void;
}

/** A finding that is kept; its place may still be unknown. */
export interface KeptFinding {
  readonly level: DiagnosticLevel;
  readonly counter: string;
  readonly message: string;
  readonly target: Target | undefined;
  file: string | undefined;
  line: number | undefined;
  text: string | undefined;
}

interface Tally {
  readonly level: DiagnosticLevel;
  readonly counter: string;
  count: number;
  readonly kept: KeptFinding[];
}

interface Row {
  file: string;
  line: number | undefined;
  readonly cells: Map<number, Finding>;
}

/** Parts of an observation that it may do without. */
const optional: ReadonlySet<string> = new Set(measuredFields);

/**
 * What a load must not leave out silently, and what is no mistake of a file: it may be a remark.
 */
const notes: ReadonlySet<string> = new Set(["Source_UnrecognisedFile"]);

// Suffixes come from the input: without a bound, hostile properties would be as many counters.
const countersMax = 1_000;

export class LintLog extends DiagnosticLog implements WorldLog {
  readonly #tallies = new Map<string, Tally>();
  readonly #keptMax: number;
  /** The row at hand: a finding for each of its empty cells. */
  readonly #row: Row = { file: "", line: undefined, cells: new Map() };
  readonly #isKnown: (file: string, finding: Finding) => boolean;

  /**
   * @param keptMax findings kept per counter.
   * @param isOther says of a diagnostic of the load that a check of this room tells it better.
   */
  constructor(keptMax: number, isOther: (file: string, finding: Finding) => boolean) {
    super({ goesOn: true });
    this.#keptMax = keptMax;
    this.#isKnown = isOther;
  }

  /** Takes the place of the loader's own log. */
  override report(file: string, finding: Finding, times = 1): void {
    if (this.#isKnown(file, finding) || this.isRepeated(file, finding)) return;
    if (finding.cell !== undefined) {
      this.#holdCell(file, finding, finding.cell);
      return;
    }
    const isNote = notes.has(finding.counter);
    this.add(file, isNote ? { ...finding, level: "info" } : finding, times);
  }

  /** A finding whose place is known. */
  add(file: string, { line, ...finding }: Finding, times = 1): void {
    const kept = this.#count(finding, times);
    if (kept === undefined) return;
    kept.file = file;
    kept.line = line;
  }

  addToWorld(finding: WorldFinding, times = 1): void {
    this.#count(finding, times);
  }

  kept(): KeptFinding[] {
    this.#tellCells();
    return [...this.#tallies.values()].flatMap((tally) => tally.kept);
  }

  counters(): LintCounter[] {
    this.#tellCells();
    return [...this.#tallies.values()]
      .sort(
        (a, b) =>
          levels.indexOf(b.level) - levels.indexOf(a.level) || compareUtf8(a.counter, b.counter),
      )
      .map(({ level, counter, count, kept }) => ({
        level,
        counter,
        count,
        findings: kept.map(toFinding).sort(byPlace),
      }));
  }

  /** An empty cell may be the cause of several findings, which follow each other. */
  #holdCell(file: string, finding: Finding, cell: number): void {
    if (finding.suffix !== undefined && optional.has(finding.suffix)) return;
    const row = this.#row;
    if (row.file !== file || row.line !== finding.line) this.#tellCells();
    const known = row.cells.get(cell);
    row.file = file;
    row.line = finding.line;
    const isSeverer =
      known === undefined || levels.indexOf(finding.level) > levels.indexOf(known.level);
    if (isSeverer) row.cells.set(cell, finding);
  }

  /** Tells the severest finding of each empty cell of a row. */
  #tellCells(): void {
    const { file, cells } = this.#row;
    for (const finding of cells.values()) {
      // Tables are sparse.
      const isNote = finding.suffix === "value" && finding.level === "warning";
      this.add(file, isNote ? { ...finding, level: "info" } : finding);
    }
    cells.clear();
  }

  #count(finding: WorldFinding, times: number): KeptFinding | undefined {
    const tally = this.#tally(finding);
    tally.count += times;
    if (tally.kept.length >= this.#keptMax) return undefined;
    const { level, counter } = tally;
    const kept: KeptFinding = {
      level,
      counter,
      message: ownText(finding.message()),
      target: finding.target?.(),
      file: undefined,
      line: undefined,
      text: undefined,
    };
    tally.kept.push(kept);
    return kept;
  }

  #tally({ level, counter, suffix }: WorldFinding): Tally {
    const name = suffix === undefined ? counter : `${counter}_${suffix}`;
    const known = this.#tallies.get(`${level} ${name}`);
    if (known !== undefined) return known;
    const isFull = suffix !== undefined && this.#tallies.size >= countersMax;
    const kept = isFull ? `${counter}_other` : ownText(name.slice(0, 200));
    const key = `${level} ${kept}`;
    const tally = this.#tallies.get(key) ?? { level, counter: kept, count: 0, kept: [] };
    this.#tallies.set(key, tally);
    return tally;
  }
}

/** A slice would keep the whole text alive that it was cut from. */
function ownText(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

function toFinding({ level, counter, message, file, line, text }: KeptFinding): LintFinding {
  return { level, counter, file, line, message, text };
}

/** Files in byte order, lines as they stand; what has no place comes last. */
export function byPlace(a: LintFinding, b: LintFinding): number {
  if (a.file === undefined || b.file === undefined) {
    return Number(a.file === undefined) - Number(b.file === undefined);
  }
  return compareUtf8(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0);
}
