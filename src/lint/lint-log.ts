/**
 * Collects the findings of the load and of the checks: counts all, keeps the first few of each
 * kind.
 */

import {
  type Cure,
  type DiagnosticLevel,
  DiagnosticLog,
  type Finding,
  Tallies,
} from "../load/bytes/diagnostics.ts";
import { ownCopy } from "../load/bytes/native.ts";
import type { Facet, MeasuredField, NodeField } from "../stats/facet-fields.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import { type LintCounter, type LintFinding, levels } from "./lint-report.ts";

/** The part of an observation that a finding is about. */
export type ObservationPart = "observationDate" | "value" | MeasuredField;

/**
 * What a finding is about. Its place is that of the first such statement. For an observation it is
 * that of the last one, whose value the world has; without a facet, that of the first one that
 * stands twice within one facet, with another value or, if it `isSame`, with the same one.
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
      /** Whether the property itself is wrong, in every statement. */
      readonly isProperty?: boolean;
    }
  /** The first statement with another text than one before it, or with another one of these objects. */
  | {
      readonly about: "otherValue";
      readonly subject: string;
      readonly predicate: string;
      readonly objects?: readonly string[];
    }
  | {
      readonly about: "observation";
      readonly variable: string;
      readonly entity: string;
      readonly date: string;
      readonly facet: Facet | undefined;
      readonly part: ObservationPart;
      readonly isSame?: boolean;
    }
  /** The first statement or observation of this provenance. */
  | { readonly about: "provenance"; readonly name: string }
  /** The first observation with this name. */
  | {
      readonly about: "variableMeasured" | "observationAbout" | NodeField;
      readonly name: string;
      /** Whether its whole column is wrong, and not the name alone. */
      readonly isColumn?: boolean;
    };

/** A finding of a check of the whole world. Its place is looked up later. */
interface WorldFinding {
  readonly level: DiagnosticLevel;
  readonly counter: string;
  readonly suffix?: string | undefined;
  readonly message: () => string;
  /** Only called for findings that are kept. */
  readonly target?: () => Target;
  readonly cure?: () => Cure;
  /** As in the finding of a report. */
  readonly change?: number | undefined;
}

/** Takes the findings of checks of the whole world. */
export interface WorldLog {
  /** @param times how many it stands for. */
  addToWorld(finding: WorldFinding, times?: number): void;
}

/** A kept finding. Its place may be unknown yet. */
export interface KeptFinding {
  readonly level: DiagnosticLevel;
  readonly counter: string;
  message: string;
  readonly target: Target | undefined;
  readonly cure: Cure | undefined;
  readonly change?: number | undefined;
  file: string | undefined;
  line: number | undefined;
  text: string | undefined;
  /** How many empty cells of a column it stands for. */
  cells: number;
}

interface Row {
  file: string;
  line: number | undefined;
  readonly cells: Map<number, Finding>;
}

export class LintLog extends DiagnosticLog implements WorldLog {
  readonly #tallies = new Tallies<KeptFinding>();
  readonly #keptMax: number;
  /** The current row: a finding for each of its empty cells. */
  readonly #row: Row = { file: "", line: undefined, cells: new Map() };
  /** By file and column: the note about its empty cells. */
  readonly #columns = new Map<string, KeptFinding>();

  /** @param keptMax findings kept per counter. */
  constructor(keptMax: number) {
    super({ goesOn: true });
    this.#keptMax = keptMax;
  }

  /** Called by the loader. */
  override report(file: string, finding: Finding, times = 1): void {
    if (this.isRepeated(file, finding)) return;
    if (finding.cell !== undefined) {
      this.#holdCell(file, finding, finding.cell);
      return;
    }
    this.add(file, finding, times);
  }

  /** A finding whose place is known. */
  add(file: string, { line, ...finding }: Finding, times = 1): KeptFinding | undefined {
    const kept = this.#count(finding, times);
    if (kept === undefined) return undefined;
    kept.file = file;
    kept.line = line;
    return kept;
  }

  addToWorld(finding: WorldFinding, times = 1): void {
    this.#count(finding, times);
  }

  kept(): KeptFinding[] {
    this.#reportCells();
    return [...this.#tallies].flatMap((tally) => tally.kept);
  }

  counters(): LintCounter[] {
    this.#reportCells();
    return [...this.#tallies]
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
    const row = this.#row;
    if (row.file !== file || row.line !== finding.line) this.#reportCells();
    const known = row.cells.get(cell);
    row.file = file;
    row.line = finding.line;
    const isSeverer =
      known === undefined || levels.indexOf(finding.level) > levels.indexOf(known.level);
    if (isSeverer) row.cells.set(cell, finding);
  }

  /** Reports the severest finding of each empty cell of a row. */
  #reportCells(): void {
    const { file, cells } = this.#row;
    for (const [cell, finding] of cells) {
      if (finding.level === "info") this.#addToColumn(file, cell, finding);
      else this.add(file, finding);
    }
    cells.clear();
  }

  /** Tables are sparse: one note stands for all empty cells of a column. */
  #addToColumn(file: string, cell: number, finding: Finding): void {
    const key = `${file}\n${cell}\n${finding.counter}`;
    const known = this.#columns.get(key);
    if (known === undefined) {
      const kept = this.add(file, finding);
      if (kept !== undefined) this.#columns.set(key, kept);
      return;
    }
    known.cells += 1;
    this.#tallies.of(finding).count += 1;
  }

  #count(finding: WorldFinding, times: number): KeptFinding | undefined {
    const tally = this.#tallies.of(finding);
    tally.count += times;
    if (tally.kept.length >= this.#keptMax) return undefined;
    const { level, counter } = tally;
    const kept: KeptFinding = {
      level,
      counter,
      message: ownCopy(finding.message()),
      target: finding.target?.(),
      cure: finding.cure?.(),
      change: finding.change,
      file: undefined,
      line: undefined,
      text: undefined,
      cells: 1,
    };
    tally.kept.push(kept);
    return kept;
  }
}

function toFinding(kept: KeptFinding): LintFinding {
  const { level, counter, file, line, text, cure, change, cells } = kept;
  const message = cells > 1 ? `${kept.message}; ${cells} cells of it are empty` : kept.message;
  const changed = change === undefined ? {} : { change };
  const finding = { level, counter, file, line, message, text, ...changed };
  return cure === undefined ? finding : { ...finding, cure };
}

/** Files in byte order, lines ascending; findings without a place last. */
export function byPlace(a: LintFinding, b: LintFinding): number {
  if (a.file === undefined || b.file === undefined) {
    return Number(a.file === undefined) - Number(b.file === undefined);
  }
  return compareUtf8(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0);
}
