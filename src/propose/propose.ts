/**
 * What the columns of a table probably hold: a pure function of its first rows. Every column gets a
 * role and a reason that people can judge.
 */
import type { TableColumns } from "../load/described/column-option.ts";
import { multiplierOf, nameWithout, powerIn } from "../load/described/multipliers.ts";
import type { TableSample } from "../load/described/table-sample.ts";
import type { FoundLayout } from "../load/layouts/layouts.ts";
import { dateIn } from "../load/values/table-dates.ts";
import { type ColumnProfile, dayOf, decimalOf, headings, profileOf } from "./column-profile.ts";
import { findDate, findDay } from "./find-date.ts";
import { type FoundEntity, findEntity } from "./find-entity.ts";
import { leftOut } from "./left-out.ts";
import { isWhole, obstaclesOf } from "./obstacles.ts";
import {
  type ColumnProposal,
  type ColumnRole,
  type ColumnsProposal,
  type KnownColumns,
  onlyOption,
  type Problem,
  togetherOf,
} from "./proposal.ts";
import { proposeLaid } from "./propose-laid.ts";

/** Most cells of a column look like what it holds: some are empty words or mistakes. */
const most = 0.8;

/** @param known counts before anything that the table says. */
export function proposeFor(sample: TableSample, known: KnownColumns = {}): ColumnsProposal {
  return new Proposer(rowsOf(sample, known), known).propose();
}

/** The rows that are to be read. */
function rowsOf(sample: TableSample, { only = {} }: KnownColumns): TableSample {
  const wanted = Object.entries(only).map(
    ([heading, cell]) => [sample.header?.indexOf(heading) ?? -1, cell] as const,
  );
  const isRead = (row: readonly string[]): boolean =>
    wanted.every(([at, cell]) => at < 0 || row[at] === cell);
  return {
    ...sample,
    rows: sample.rows.filter(isRead),
    lines: sample.lines.filter((_, at) => isRead(sample.rows[at] ?? [])),
  };
}

class Proposer {
  readonly #sample: TableSample;
  readonly #known: KnownColumns;
  readonly #decimal: "." | ",";
  readonly #profiles: readonly ColumnProfile[];
  readonly #roles = new Map<string, ColumnProposal>();
  readonly #problems: Problem[] = [];

  constructor(sample: TableSample, known: KnownColumns) {
    this.#sample = sample;
    this.#known = known;
    this.#decimal = known.decimal ?? decimalOf(sample.rows);
    this.#profiles = (sample.header ?? []).map((heading, at) => {
      const column = sample.rows.map((row) => row[at] ?? "");
      return profileOf(heading, column, this.#decimal);
    });
  }

  propose(): ColumnsProposal {
    const { delimiter, encoding, headerLine, layout, broken } = this.#sample;
    const columns = layout === undefined ? this.#columns() : this.#laid(layout);
    if (columns !== undefined && layout === undefined) {
      const table = {
        sample: this.#sample,
        profiles: this.#profiles,
        known: this.#known,
        roleOf: (heading: string) => this.#roles.get(heading)?.role ?? "not read",
      };
      this.#problems.push(...obstaclesOf(table));
    }
    const isWhole = this.#problems.length === 0;
    const found = this.#profiles.map(
      (profile) => this.#roles.get(profile.heading) ?? leftOut(profile),
    );
    const name = layout?.name ?? broken?.name;
    const own = name === undefined ? {} : { layout: name };
    const form = { ...own, delimiter, encoding, header: headerLine, decimal: this.#decimal };
    const problems = this.#problems.map(({ problem }) => problem);
    const cures = togetherOf(this.#problems);
    return { columns: isWhole ? columns : undefined, found, problems, cures, ...form };
  }

  #laid(layout: FoundLayout): TableColumns | undefined {
    this.#checkTable();
    if (this.#problems.length > 0) return undefined;
    const { columns, roles, problems } = proposeLaid(this.#sample, layout, this.#known);
    for (const [heading, role] of roles) this.#roles.set(heading, role);
    this.#problems.push(...problems);
    return columns;
  }

  #columns(): TableColumns | undefined {
    this.#checkTable();
    if (this.#problems.length > 0) return undefined;
    const dated = this.#datedColumns();
    const date = dated.length > 0 ? undefined : this.#date();
    const entity = this.#entity();
    const values = dated.length > 0 ? this.#dates(dated) : this.#values();
    if (dated.length === 0 && date === undefined) {
      this.#problem(
        "no column holds dates: --date 2024 says one date for all rows, --date HEADING a column",
      );
    }
    if (entity === undefined || values === undefined || this.#problems.length > 0) return undefined;
    return { entity, ...(date === undefined ? {} : { date }), ...values, ...this.#form() };
  }

  #checkTable(): void {
    const { header = [], rows, broken, headerLine } = this.#sample;
    if (broken !== undefined) {
      const { name, expected, found } = broken;
      this.#problem(
        `line ${headerLine} is a header of the layout ${name}, and breaks it: expected ${expected}, found ${found}`,
      );
      return;
    }
    if (header.length === 0) this.#problem("the file is empty");
    else if (rows.length === 0) {
      const isCut = this.#known.only !== undefined;
      this.#problem(
        isCut ? "no row has the cells that --only names" : "the table has a header and no rows",
      );
    }
    const doubled = header.find((one, at) => one !== "" && header.indexOf(one) < at);
    if (doubled !== undefined) {
      this.#problem(`two columns have the heading '${doubled}': give them two names`);
    }
    this.#checkKnown(header);
  }

  /** How the table is written, and which of its rows are read. */
  #form(): Partial<TableColumns> {
    const { delimiter, encoding, headerLine } = this.#sample;
    const { only } = this.#known;
    const multiplier = this.#multiplier();
    return {
      ...(multiplier === 1 ? {} : { multiplier }),
      ...(only === undefined ? {} : { only }),
      ...(headerLine === 1 ? {} : { header: headerLine }),
      delimiter,
      encoding,
      ...(this.#decimal === "," ? { decimal: "," as const } : {}),
    };
  }

  #checkKnown(header: readonly string[]): void {
    for (const heading of Object.keys(this.#known.only ?? {})) {
      if (header.includes(heading)) continue;
      this.#problem(`--only names the column '${heading}'; the columns are '${header.join(", ")}'`);
    }
    for (const name of ["entity", "name", "value"] as const) {
      const heading = this.#known[name];
      if (heading !== undefined && !header.includes(heading)) {
        this.#problem(
          `--${name} names the column '${heading}'; the columns are '${header.join(", ")}'`,
        );
      }
    }
  }

  /** Columns whose headings are dates, if there are several. */
  #datedColumns(): ColumnProfile[] {
    if (this.#known.date !== undefined || this.#known.value !== undefined) return [];
    const dated = this.#profiles.filter(({ heading }) => dateIn(heading) !== undefined);
    return dated.length > 1 ? dated : [];
  }

  #date(): TableColumns["date"] {
    const { date } = this.#known;
    const named = this.#profiles.find(({ heading }) => heading === date);
    if (named === undefined && date !== undefined) {
      const cells = [date];
      const dayFirst = this.#isDayFirst({ heading: "--date", cells, day: dayOf(cells) });
      const constant = dateIn(date, dayFirst)?.date;
      if (constant === undefined) {
        this.#problem(`--date ${date} is neither a date nor a heading`);
      }
      return { constant: constant ?? date };
    }
    const found = findDate(this.#free());
    const best = named ?? found.profile;
    if (best === undefined) return undefined;
    if (named === undefined && found.problem !== undefined) this.#problems.push(found.problem);
    const { heading, cells } = best;
    const dayFirst = this.#isDayFirst(best);
    const example = cells[0] ?? "";
    const read = dateIn(example, dayFirst)?.date ?? example;
    const becomes = read === example ? "" : `; they become ${read}`;
    this.#set(
      best,
      "date",
      named === undefined ? `dates, as ${example}${becomes}` : "named by --date",
    );
    return dayFirst ? { column: heading, dayFirst: true } : heading;
  }

  #isDayFirst(dates: Pick<ColumnProfile, "heading" | "cells" | "day">): boolean {
    const { dayFirst, problem } = findDay(dates, this.#known);
    if (problem !== undefined) this.#problems.push(problem);
    return dayFirst;
  }

  #entity(): TableColumns["entity"] | undefined {
    const found: FoundEntity | undefined = findEntity(this.#free(), this.#known);
    if (found === undefined) {
      this.#problem(
        "no column says what rows are about: --entity HEADING names a column of ids, --name HEADING one of names",
      );
      return undefined;
    }
    for (const { profile, reason } of found.uses) this.#set(profile, "entity", reason);
    if (found.problem !== undefined) this.#problems.push(found.problem);
    return found.entity;
  }

  /** A column per date: the variable stands in a column, or the caller names it. */
  #dates(dated: readonly ColumnProfile[]): Partial<TableColumns> | undefined {
    for (const profile of dated) this.#set(profile, "value", "the heading is a date");
    const variable = this.#variable();
    if (variable === undefined) {
      this.#problem("columns are dates, and nothing says of which variable: --variable NAME does");
      return undefined;
    }
    return { dates: this.#datesOf(dated), variable, ...this.#unit() };
  }

  /** The dates of headings, where a heading alone may mean another one. */
  #datesOf(dated: readonly ColumnProfile[]): NonNullable<TableColumns["dates"]> {
    const cells = dated.map(({ heading }) => heading);
    const dayFirst = this.#isDayFirst({ heading: "header", cells, day: dayOf(cells) });
    if (!dayFirst) return cells;
    return Object.fromEntries(cells.map((cell) => [cell, dateIn(cell, true)?.date ?? cell]));
  }

  #values(): Partial<TableColumns> | undefined {
    const variable = this.#variable();
    const unit = this.#unit();
    const numeric = this.#free().filter(
      ({ heading, numbers }) =>
        heading === this.#known.value || (numbers >= 0.5 && !isNoMeasure(heading)),
    );
    const [first] = numeric;
    if (first === undefined) {
      this.#problem("no column holds numbers: --value HEADING names one");
      return undefined;
    }
    if (variable === undefined) return this.#perVariable(numeric, unit);
    const value =
      numeric.find(({ heading }) => heading === this.#known.value) ??
      numeric.find(({ heading }) => headings.value.test(heading)) ??
      first;
    const reason =
      value.heading === this.#known.value
        ? "named by --value"
        : "numbers, of the variable of each row";
    this.#set(value, "value", reason);
    const own = value.unit === "" ? {} : { unit: { constant: value.unit } };
    return { variable, value: value.heading, ...own, ...unit };
  }

  #perVariable(
    numeric: readonly ColumnProfile[],
    unit: Pick<TableColumns, "unit">,
  ): Partial<TableColumns> {
    const columns = numeric.filter(
      ({ heading }) => this.#known.value === undefined || heading === this.#known.value,
    );
    const variables = columns.map((profile) => {
      const { heading, cells, unit: own } = profile;
      const times = multiplierOf(heading);
      const scaled = times === 1 ? "" : `, times ${times}, as the heading says`;
      const measured = `${own === "" ? "" : `, in ${own}`}${scaled}`;
      this.#set(
        profile,
        "value",
        `numbers, as ${cells[0] ?? ""}${measured}: a variable of its own`,
      );
      const title = [nameWithout(heading), ...this.#partsNamed()].join(", ");
      const name = title === heading ? {} : { name: title };
      const by = times === 1 ? {} : { multiplier: times };
      return [heading, { ...name, ...by, ...(own === "" ? {} : { unit: own }) }] as const;
    });
    return { variables: Object.fromEntries(variables), ...unit };
  }

  /** The parts of all people or things that `only` names, for names of variables: `SEX M`. */
  #partsNamed(): string[] {
    return Object.entries(this.#known.only ?? {}).flatMap(([heading, cell]) =>
      headings.dimension.test(heading) && !isWhole(cell) ? [`${heading} ${cell}`] : [],
    );
  }

  /** Of all values: a column says it for the whole table. */
  #multiplier(): number {
    const value = this.#profiles.find(
      ({ heading }) => this.#roles.get(heading)?.role === "value" && multiplierOf(heading) !== 1,
    );
    const own = value === undefined ? 1 : multiplierOf(value.heading);
    const column = this.#profiles.find(({ heading }) => headings.multiplier.test(heading));
    if (column === undefined) return this.#isPerVariable ? 1 : own;
    const { heading, cells } = column;
    const distinct = [...new Set(cells)];
    const powers = distinct.map(powerIn);
    const [power] = powers;
    if (distinct.length === 1 && power !== undefined && own === 1) {
      this.#set(column, "multiplier", `values are multiplied by ${10 ** power}`);
      return 10 ** power;
    }
    if (powers.some((one) => one !== 0)) {
      const cures = distinct.slice(0, 3).map((cell) => onlyOption(heading, cell));
      this.#problem(
        `'${heading}' says what values are multiplied by, as '${distinct.join("', '")}': --only reads the rows of one`,
        ...cures,
      );
    }
    return own;
  }

  get #isPerVariable(): boolean {
    return this.#profiles.every(({ heading }) => this.#roles.get(heading)?.role !== "variable");
  }

  #variable(): TableColumns["variable"] {
    const { variable } = this.#known;
    const named = this.#profiles.find(({ heading }) => heading === variable);
    if (named === undefined && variable !== undefined) return { constant: variable };
    const best =
      named ??
      this.#free().find(
        ({ heading, numbers }) =>
          headings.variable.test(heading) && !headings.unit.test(heading) && numbers < most,
      );
    if (best === undefined) return undefined;
    const reason = `${best.distinct} different names of variables, as ${best.cells[0] ?? ""}`;
    this.#set(best, "variable", named === undefined ? reason : "named by --variable");
    return best.heading;
  }

  #unit(): Pick<TableColumns, "unit"> {
    const { unit } = this.#known;
    const named = this.#profiles.find(({ heading }) => heading === unit);
    if (named === undefined && unit !== undefined) return { unit: { constant: unit } };
    const best =
      named ??
      this.#free().find(({ heading, numbers }) => headings.unit.test(heading) && numbers < most);
    if (best === undefined) return {};
    this.#set(
      best,
      "unit",
      named === undefined ? `units, as ${best.cells[0] ?? ""}` : "named by --unit",
    );
    return { unit: best.heading };
  }

  /** Columns that have no role yet, and are not named for another one. */
  #free(): ColumnProfile[] {
    const { entity, name, date, variable, value, unit } = this.#known;
    const named = new Set([entity, name, date, variable, value, unit]);
    return this.#profiles.filter(
      ({ heading, cells }) =>
        heading !== "" && !this.#roles.has(heading) && (cells.length > 0 || named.has(heading)),
    );
  }

  #problem(problem: string, ...cures: readonly string[]): void {
    this.#problems.push({ problem, cures });
  }

  #set({ heading }: ColumnProfile, role: ColumnRole, reason: string): void {
    this.#roles.set(heading, { heading, role, reason });
  }
}

/** Numbers of these columns separate rows, or say how others are written. */
function isNoMeasure(heading: string): boolean {
  const { position, dimension, multiplier } = headings;
  return [position, dimension, multiplier].some((form) => form.test(heading));
}
