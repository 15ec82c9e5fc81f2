/** A table while its columns get their roles: one by one, each with a reason. */

import { basename } from "../load/bytes/paths.ts";
import { plainNumber, withoutSigns } from "../load/described/cell-forms.ts";
import type { TableColumns } from "../load/described/column-option.ts";
import type { TableSample } from "../load/described/table-sample.ts";
import { furtherColumn } from "./codes/code-lists.ts";
import {
  type ColumnProfile,
  decimalOf,
  headings,
  placeTypeOf,
  profileOf,
} from "./column-profile.ts";
import { cellAt, looksLikeId, type ReadTable } from "./obstacles.ts";
import {
  type ColumnProposal,
  type ColumnRole,
  type KnownColumns,
  optionOf,
  type Problem,
  type Scale,
} from "./proposal.ts";

export class ProposedTable implements ReadTable {
  readonly sample: TableSample;
  readonly known: KnownColumns;
  readonly decimal: "." | ",";
  readonly profiles: readonly ColumnProfile[];
  readonly problems: Problem[] = [];
  readonly scales: Scale[] = [];
  readonly unclearNumber: string | undefined;
  readonly #roles = new Map<string, ColumnProposal>();

  /** @param all distinct cells of columns, by heading, if more rows were read than those of the sample. */
  constructor(
    sample: TableSample,
    known: KnownColumns,
    all: ReadonlyMap<string, Iterable<string>>,
  ) {
    this.sample = sample;
    this.known = known;
    const header = sample.header ?? [];
    const { decimal, unclear } = decimalOf(sample);
    this.decimal = known.decimal ?? decimal;
    // Commas that part cells are those of English, in which 1,234 has thousands and 1.234 has decimals.
    const isEnglish =
      (sample.delimiter !== ";" && sample.typed === undefined) ||
      (sample.layout !== undefined && !/,/.test(unclear ?? ""));
    const isSaid = (known.decimal ?? known.columns) !== undefined;
    this.unclearNumber = isEnglish || isSaid ? undefined : unclear;
    this.profiles = header.map((heading, at) => {
      const column = sample.rows.map((row) => cellAt(row, at));
      const profile = profileOf(heading, column, this.decimal, all.get(heading));
      const about = sample.metadata?.of(heading);
      return about?.holds === "texts" || about?.isKey === true
        ? { ...profile, numbers: 0 }
        : profile;
    });
  }

  readonly roleOf = (heading: string): ColumnRole => this.#roles.get(heading)?.role ?? "not read";

  readonly positionOf = (profile: ColumnProfile): number => this.profiles.indexOf(profile);

  columnOf(heading: string | undefined): ColumnProfile | undefined {
    return this.profiles.find((one) => one.heading === heading);
  }

  proposalOf(profile: ColumnProfile): ColumnProposal {
    return this.#roles.get(profile.heading) ?? leftOut(profile);
  }

  set({ heading }: ColumnProfile, role: ColumnRole, reason: string): void {
    const { metadata } = this.sample;
    const isSaid = metadata?.of(heading)?.role === role || metadata?.of(heading)?.holds === "dates";
    const own =
      isSaid && /^named by --/.test(reason)
        ? `as ${basename(metadata?.table.file ?? "")} says`
        : reason;
    this.#roles.set(heading, { heading, role, reason: own });
  }

  /** Columns that have no role yet, and are not named for another one. */
  free(): ColumnProfile[] {
    const { entity, name, date, variable, value, unit } = this.known;
    const named = new Set([entity, name, date, variable, value, unit]);
    return this.profiles.filter(
      ({ heading, cells }) =>
        heading !== "" && !this.#roles.has(heading) && (cells.length > 0 || named.has(heading)),
    );
  }

  /** Columns in which dates may stand that were not found. */
  undated(): ColumnProfile[] {
    return [
      ...this.free(),
      ...this.profiles.filter((one) => this.roleOf(one.heading) === "dimension"),
    ];
  }

  /** Flags and footnotes are never variables. */
  notes(): Pick<TableColumns, "notes"> {
    const notes = this.free().filter(({ heading }) => furtherColumn(heading)?.role === "note");
    for (const one of notes) {
      this.set(one, "note", `flags or notes, as ${one.example}: counted, and not read`);
    }
    return notes.length === 0 ? {} : { notes: notes.map(({ heading }) => heading) };
  }

  /** What values are multiplied by: said once, or by the caller. */
  multiplier(): Pick<TableColumns, "multiplier"> {
    const [first, second] = this.scales;
    const { multiplier = first?.multiplier } = this.known;
    if (first !== undefined && second !== undefined && this.known.multiplier === undefined) {
      this.problem(
        `'${first.heading}' and '${second.heading}' both say what values are multiplied by: --multiplier 1000 says it for all`,
      );
    }
    return multiplier === undefined || multiplier === 1 ? {} : { multiplier };
  }

  /** How the table is written, and which of its rows are read. */
  form(): Partial<TableColumns> {
    const { delimiter, encoding, headerLine, metadata, layout } = this.sample;
    const { only, skipRows } = this.known;
    const isSaid = headerLine === 1 || metadata !== undefined;
    return {
      ...(only && { only }),
      ...(skipRows === undefined ? {} : { skipRows }),
      ...(layout && { layout: layout.name }),
      ...(isSaid ? {} : { header: headerLine }),
      delimiter,
      encoding,
      ...(this.decimal === "," ? { decimal: "," as const } : {}),
    };
  }

  /** The variable that a layout finds in the name of the file. */
  layoutVariable(): TableColumns["variable"] {
    const { layout, stem } = this.sample;
    const constant = layout?.table.variable?.(stem);
    return constant === undefined ? undefined : { constant };
  }

  problem(problem: string, ...cures: readonly string[]): void {
    this.problems.push({ problem, cures });
  }
}

/** Most cells of a column look like what it holds. */
const most = 0.8;

/** Why a column is not read. */
function leftOut({ heading, cells, example, numbers }: ColumnProfile): ColumnProposal {
  return { heading, role: "not read", reason: reasonOf() };

  function reasonOf(): string {
    if (heading === "") return "it has no heading";
    if (cells.length === 0) return "it is empty";
    if (numbers >= most) return "numbers that measure nothing, or one too many";
    if (placeTypeOf(heading) !== undefined) return "names; another column says what rows are about";
    return `texts, as ${example}, that are neither ids, names, dates nor units`;
  }
}

/** The rows that are to be read. */
export function rowsOf(
  sample: TableSample,
  { only = {}, skipRows = 0 }: KnownColumns,
): TableSample {
  if (Object.keys(only).length === 0 && skipRows === 0) return sample;
  const wanted = Object.entries(only).map(
    ([heading, cell]) => [sample.header?.indexOf(heading) ?? -1, cell] as const,
  );
  const isRead = (row: readonly string[], index: number): boolean =>
    index >= skipRows && wanted.every(([at, cell]) => at < 0 || row[at] === cell);
  return {
    ...sample,
    rows: sample.rows.filter(isRead),
    lines: sample.lines.filter((_, at) => isRead(sample.rows[at] ?? [], at)),
  };
}

/** @param unread why the rows of a layout cannot be read */
export function noRows(unread: readonly string[]): string {
  const none = "the table has a header and no rows";
  return unread.length === 0 ? none : ["no row below the header can be read", ...unread].join("; ");
}

/** Cells such as `1001 [900-1100]` and `<5` are no numbers; beside many `:` and `x`, the numbers are few. */
export function noNumbers(table: ProposedTable): Problem {
  const hasNumber = (cell: string) => /\d/.test(cell) && cell.length <= oddNumberMax;
  const isNumber = (cell: string) => plainNumber(withoutSigns(cell), table.decimal) !== undefined;
  const found = table.free().flatMap((one) => {
    const { heading, cells, numbers } = one;
    const isPlace = headings.place.test(heading) || headings.id.test(heading);
    if (isPlace || measuresNothing(one, table)) return [];
    const odd = cells.find((cell) => (numbers > 0 ? !isNumber(cell) : hasNumber(cell)));
    return odd === undefined
      ? []
      : [{ heading, odd, cures: numbers > 0 ? [optionOf("value", heading)] : [] }];
  });
  const [last] = found.slice(-1);
  const which = last === undefined ? "" : `, '${last.heading}' has texts such as '${last.odd}'`;
  const problem = `no column holds numbers${which}: --value HEADING names one`;
  return { problem, cures: last?.cures ?? [] };
}

const oddNumberMax = 40;

/** `001` is a code, and measures nothing. */
const isPadded = (cell: string): boolean => /^0\d+$/.test(cell);

/** Whether these number the rows. */
const countsUp = (cells: readonly string[]): boolean =>
  cells.every((cell, at) => Number(cell) === Number(cells[0]) + at);

/** Whether a column says the date of each row again, as `20200101` or `2020` beside `2020-01`. */
function repeatsDate(
  profile: ColumnProfile,
  { sample, profiles, roleOf, positionOf }: ProposedTable,
): boolean {
  const date = profiles.findIndex(({ heading }) => roleOf(heading) === "date");
  if (date < 0 || !headings.date.test(profile.heading)) return false;
  const at = positionOf(profile);
  return sample.rows.every((row) => {
    const bare = (one: number) => cellAt(row, one).replaceAll("-", "");
    const [its, own] = [bare(date), bare(at)];
    return /^\d{4}(?:\d\d){0,2}$/.test(own) && (its.startsWith(own) || own.startsWith(its));
  });
}

/** Numbers of these columns separate rows, or say how others are written. */
export function measuresNothing(profile: ColumnProfile, table: ProposedTable): boolean {
  const { heading, codes } = profile;
  const { profiles } = table;
  const name = `${heading}_name`.toLowerCase();
  const forms = [headings.position, headings.code, headings.numberedPlace, /_name$/i];
  const isCode =
    forms.some((form) => form.test(heading)) ||
    headings.partsOfYear.some(([form]) => form.test(heading)) ||
    profiles.some((one) => one.heading.toLowerCase() === name);
  const isCount = /^index$/i.test(heading) && countsUp(profile.cells);
  const isOther = isCode || isCount || furtherColumn(heading) !== undefined || codes.some(isPadded);
  return isOther || repeatsDate(profile, table);
}

/** The option for the only column of texts: its heading is in no language that is known. */
export function onlyTexts(table: ProposedTable): string[] {
  const texts = table
    .free()
    .filter((one) => one.numbers < 0.2 && one.dates < 0.5 && !headings.date.test(one.heading));
  const [text] = texts;
  if (text === undefined || texts.length > 1) return [];
  return [optionOf(text.cells.every(looksLikeId) ? "entity" : "name", text.heading)];
}
