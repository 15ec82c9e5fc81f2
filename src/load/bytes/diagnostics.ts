/**
 * What a load has to say about its input. A diagnostic never stops a load (an error that does is a
 * LoadError), unless the load is strict. Counters have the names of the official import tool
 * (behaviour: inputs 2.9), so that its users find what they know.
 */
import { LoadError } from "../../errors/errors.ts";
import { ownCopy } from "./native.ts";

/** `fatal`: a whole file was left out; `error`: something was left out. */
export type DiagnosticLevel = "info" | "warning" | "error" | "fatal";

/** One thing that loading skipped or found odd. */
export interface Diagnostic {
  readonly level: DiagnosticLevel;
  /** Name of the kind, as the official import tool has it (behaviour: inputs 2.9). */
  readonly counter: string;
  /** Path as it was given, or as it was found in a folder. */
  readonly file: string;
  /** First line is 1; of a database, the row of its table. Undefined when the whole file is meant. */
  readonly line: number | undefined;
  /** One sentence, in English. */
  readonly message: string;
}

/** All diagnostics of one level and counter: the exact number and the first few. */
export interface CounterSummary {
  readonly level: DiagnosticLevel;
  readonly counter: string;
  readonly count: number;
  readonly examples: readonly Diagnostic[];
}

/** How much was found, and the first few of each kind. */
export interface DiagnosticSummary {
  /** Diagnostics of each level. */
  readonly levels: Readonly<Record<DiagnosticLevel, number>>;
  /** In the order in which they first occurred. */
  readonly counters: readonly CounterSummary[];
}

/** A run of the importer that made a dump, as its table `imports` has it. */
export interface ImportRun {
  /** The time as the table writes it. */
  readonly importedAt: string;
  readonly status: string;
  /** A text of JSON: what the importer counted. */
  readonly metadata: string;
}

interface DiagnosticOptions {
  readonly onDiagnostic?: ((diagnostic: Diagnostic) => void) | undefined;
  readonly strict?: boolean | undefined;
  /**
   * Whether files that cannot be read are reported, and all others are read. Default: the first one
   * stops a load.
   */
  readonly goesOn?: boolean;
}

/** What to write in place of something that is wrong, where there is one answer. */
export interface Cure {
  /** What is wrong: the name of a property, or one of its values. */
  readonly of: "property" | "value";
  /** The property. In a table, which column it is shows the row. */
  readonly property: string;
  readonly from: string;
  readonly to: string;
}

/** Where something happened and what; the text is only made when someone will read it. */
export interface Finding {
  readonly level: DiagnosticLevel;
  readonly counter: string;
  /** Appended to the counter after `_`: a property or a type, hence text of the input. */
  readonly suffix?: string;
  readonly line: number | undefined;
  /** Only called for findings that are kept. */
  readonly cure?: () => Cure;
  /** Of a row: position of the empty cell that is the cause. Several findings may share it. */
  readonly cell?: number;
  readonly message: () => string;
  /**
   * If set, the finding is reported once per file, however often it occurs: whole columns share it.
   */
  readonly once?: string;
}

const examplesMax = 5;
// Suffixes come from the input: without a bound, hostile types would be as many counters.
const countersMax = 1_000;
const shownMax = 160;
// Their texts come from the input as well. Beyond this many, a finding is reported each time.
const onceMax = 10_000;

/** Findings of one level and counter: their number, and those that are kept. */
export interface Tally<Kept> {
  readonly level: DiagnosticLevel;
  readonly counter: string;
  count: number;
  readonly kept: Kept[];
}

/** What findings are counted by. */
interface Counted {
  readonly level: DiagnosticLevel;
  readonly counter: string;
  readonly suffix?: string | undefined;
}

/** All tallies, in the order in which they began. */
export class Tallies<Kept> {
  readonly #byName = new Map<string, Tally<Kept>>();

  of({ level, counter, suffix }: Counted): Tally<Kept> {
    const name = suffix === undefined ? counter : `${counter}_${shorten(suffix)}`;
    const known = this.#byName.get(`${level} ${name}`);
    if (known !== undefined) return known;
    const isFull = suffix !== undefined && this.#byName.size >= countersMax;
    const kept = ownCopy(isFull ? `${counter}_other` : name);
    const key = `${level} ${kept}`;
    const tally = this.#byName.get(key) ?? { level, counter: kept, count: 0, kept: [] };
    this.#byName.set(key, tally);
    return tally;
  }

  [Symbol.iterator](): Iterator<Tally<Kept>> {
    return this.#byName.values();
  }
}

export class DiagnosticLog {
  readonly #tallies = new Tallies<Diagnostic>();
  /** The last one that was counted, and of what: sparse tables say the same of cell after cell. */
  #last: { readonly of: Counted; readonly tally: Tally<Diagnostic> } | undefined;
  readonly #onDiagnostic: ((diagnostic: Diagnostic) => void) | undefined;
  readonly #strict: boolean;
  readonly #goesOn: boolean;
  #isQuiet = false;
  #refused = 0;
  readonly #reported = new Set<string>();
  /** By provenance of a table whose rows may not say two values of one observation: why it is refused. */
  readonly described = new Map<string, (observation: string) => LoadError>();
  /** Runs of an importer, as the sources list them. */
  readonly imports: ImportRun[] = [];

  constructor(options: DiagnosticOptions = {}) {
    this.#onDiagnostic = options.onDiagnostic;
    this.#strict = options.strict ?? false;
    this.#goesOn = options.goesOn ?? false;
  }

  /** A log for what is read more than once: no caller gets its diagnostics. */
  quiet(): DiagnosticLog {
    const quiet = new DiagnosticLog({ goesOn: this.#goesOn });
    quiet.#isQuiet = true;
    return quiet;
  }

  /** Whether no caller gets its diagnostics. */
  get isQuiet(): boolean {
    return this.#isQuiet;
  }

  /**
   * Reads a file, or what is known of it.
   * @returns undefined if it cannot be read, which is reported once per file.
   * @throws LoadError for such a file, unless this log goes on.
   */
  async attempt<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!this.#goesOn || !(error instanceof LoadError)) throw error;
      this.refuse(error);
      return undefined;
    }
  }

  /** Whether it reports files that cannot be read, and does not stop. */
  get goesOn(): boolean {
    return this.#goesOn;
  }

  /** How often something could not be read. */
  get refused(): number {
    return this.#refused;
  }

  /** @throws LoadError unless this log goes on. */
  refuse(error: LoadError): void {
    if (!this.#goesOn) throw error;
    this.#refused += 1;
    const { file = "", line, problem } = error;
    const finding = { level: "fatal", counter: "Source_Unreadable", line } as const;
    this.report(file, { ...finding, message: () => problem, once: "unreadable" });
  }

  /**
   * @param times how often it happened; it is reported once.
   * @throws LoadError in a strict load, if the level is `error` or `fatal`.
   */
  report(file: string, finding: Finding, times = 1): void {
    if (this.isRepeated(file, finding)) return;
    const tally = this.#tally(finding);
    tally.count += times;
    const stops = this.#strict && (finding.level === "error" || finding.level === "fatal");
    const isExample = tally.kept.length < examplesMax;
    if (!(isExample || stops || this.#onDiagnostic !== undefined)) return;
    const { level, counter } = tally;
    const message = ownCopy(finding.message());
    const diagnostic: Diagnostic = { level, counter, file, line: finding.line, message };
    if (isExample) tally.kept.push(diagnostic);
    this.#onDiagnostic?.(diagnostic);
    if (stops) {
      const where = finding.line === undefined ? { file } : { file, line: finding.line };
      throw new LoadError(`${message} (${counter})`, where);
    }
  }

  /** What an earlier load reported, such as that of a base: it is counted, and not reported again. */
  adopt({ counters }: DiagnosticSummary): void {
    for (const { level, counter, count, examples } of counters) {
      const tally = this.#tally({ level, counter });
      tally.count += count;
      tally.kept.push(...examples.slice(0, examplesMax - tally.kept.length));
    }
  }

  summary(): DiagnosticSummary {
    const levels = { info: 0, warning: 0, error: 0, fatal: 0 };
    for (const { level, count } of this.#tallies) levels[level] += count;
    const counters = Array.from(this.#tallies, ({ kept: examples, ...tally }) => ({
      ...tally,
      examples,
    }));
    return { levels, counters };
  }

  /** Whether it is to be reported once and was reported. */
  protected isRepeated(file: string, { counter, once }: Finding): boolean {
    if (once === undefined) return false;
    const key = `${file}\n${counter}\n${once}`;
    if (this.#reported.has(key)) return true;
    if (this.#reported.size < onceMax) this.#reported.add(ownCopy(key));
    return false;
  }

  #tally(counted: Counted): Tally<Diagnostic> {
    const of = this.#last?.of;
    if (of !== undefined && of.counter === counted.counter && of.suffix === counted.suffix) {
      if (of.level === counted.level) return this.#last!.tally;
    }
    const tally = this.#tallies.of(counted);
    const { level, counter, suffix } = counted;
    this.#last = { of: { level, counter, suffix }, tally };
    return tally;
  }
}

/** Where a file's findings go. */
export interface FindingLog {
  /** Whether no caller gets its diagnostics. Default: false. */
  readonly isQuiet?: boolean;
  report(file: string, finding: Finding, times?: number): void;
}

/** The diagnostics of one file. */
export class FileLog {
  readonly file: string;
  readonly #log: FindingLog;

  constructor(log: FindingLog, file: string) {
    this.#log = log;
    this.file = file;
  }

  get isQuiet(): boolean {
    return this.#log.isQuiet === true;
  }

  /** @param times how often it happened; default: once. */
  report(finding: Finding, times?: number): void {
    this.#log.report(this.file, finding, times);
  }

  /** Reports a line that is not UTF-8: what it belongs to is left out. */
  readonly damaged = (line: number, problem: () => string): void => {
    const message = () => `${problem()}; the row, node or statement of this line is left out`;
    this.report({ level: "error", counter: "Source_NotUtf8", line, message });
  };

  /** A log for what this file shows about another file of the load. */
  of(file: string): FileLog {
    return new FileLog(this.#log, file);
  }
}

/** Text of the input as it stands in a message: quoted, and cut if long. What nobody sees, or takes for another sign, is named. */
export function shown(text: string): string {
  const named = (one: string) =>
    `<U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`;
  return `'${shorten(text).replace(hidden, named)}'`;
}

/** Blanks that are no spaces, the one without width, and the minus sign that is no hyphen. */
const hidden = /[^\S\t-\r ]|[\u200b\u2212]/g;

/** The text without such characters; a blank stays where one was seen. */
export function withoutHidden(text: string): string {
  const blanks = text.replace(hidden, (one) => (/\s/.test(one) && one !== "\ufeff" ? " " : ""));
  return blanks.trim();
}

function shorten(text: string): string {
  if (text.length <= shownMax) return text;
  return `${text.slice(0, shownMax).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
