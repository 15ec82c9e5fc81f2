/**
 * What the columns of a table probably hold: a pure function of its first rows. Every column gets a
 * role and a reason that people can judge.
 */

import type { TableColumns } from "../load/described/column-option.ts";
import type { TableSample } from "../load/described/table-sample.ts";
import { headingMeant } from "../load/values/slips.ts";
import { dateIn } from "../load/values/table-dates.ts";
import { type ColumnProfile, dayOf, headings } from "./column-profile.ts";
import { numericHeadings } from "./doubts/place-headings.ts";
import { problemsIn } from "./doubts.ts";
import {
  type DatedColumn,
  datedColumns,
  findDate,
  findDatePart,
  findDay,
  isDateColumn,
  isDateHeading,
  noDateIn,
  oddHeadings,
  spanIn,
  undated,
  yearedColumns,
  yearedProblems,
} from "./find-date.ts";
import { findDimensions } from "./find-dimensions.ts";
import { findEntity, meantOption } from "./find-entity.ts";
import { findMeasures } from "./find-measures.ts";
import {
  findUnit,
  findVariable,
  partsAcross,
  proposedProperties,
  refuseUnusedUnit,
  saidBeside,
  saidUnit,
  variablesIn,
} from "./find-variable.ts";
import { columnsApart, oddHeader, withParts } from "./obstacles.ts";
import { type ColumnsProposal, type KnownColumns, optionOf, togetherOf } from "./proposal.ts";
import { proposeDescribed, saidBy } from "./propose-described.ts";
import { proposeLaid } from "./propose-laid.ts";
import {
  measuresNothing,
  noNumbers,
  noRows,
  onlyTexts,
  ProposedTable,
  rowsOf,
} from "./proposed-table.ts";

export function proposeFor(...given: Parameters<typeof proposerFor>): ColumnsProposal {
  return proposerFor(...given).propose();
}

/**
 * @param known counts before anything that the table says.
 * @param all distinct cells of columns, by heading, if more rows were read than those of the sample.
 */
export function proposerFor(
  sample: TableSample,
  known: KnownColumns = {},
  all: ReadonlyMap<string, Iterable<string>> = new Map(),
): Proposer {
  const said = sample.metadata === undefined ? known : saidBy(sample.metadata, known);
  return new Proposer(new ProposedTable(rowsOf(sample, said), said, all));
}

class Proposer {
  readonly #table: ProposedTable;
  readonly #known: KnownColumns;
  #variables: readonly string[] = [];

  constructor(table: ProposedTable) {
    this.#table = table;
    this.#known = table.known;
  }

  propose(): ColumnsProposal {
    const table = this.#table;
    const { delimiter, encoding, headerLine, layout, broken } = table.sample;
    const draft = this.#columns();
    const isDescribed = this.#known.columns !== undefined;
    const problems = isDescribed ? table.problems : problemsIn(table, table.problems);
    const name = layout?.name ?? broken?.name;
    const isWhole = problems.length === 0;
    return {
      columns: isWhole ? draft : undefined,
      draft: isWhole ? undefined : withParts(draft, problems),
      found: this.#found(),
      numeric: numericHeadings(table),
      ...(name === undefined ? {} : { layout: name }),
      variables: this.#variables,
      problems: problems.map(({ problem }) => problem),
      // Options do not count beside columns that are described.
      cures: isDescribed ? [] : togetherOf(problems),
      delimiter,
      encoding,
      header: headerLine,
      decimal: table.decimal,
    };
  }

  /** What the columns hold, however doubtful that is. */
  roles(): ColumnsProposal["found"] {
    this.#columns();
    return this.#found();
  }

  #found(): ColumnsProposal["found"] {
    return this.#table.profiles.map((profile) => this.#table.proposalOf(profile));
  }

  #columns(): TableColumns | undefined {
    const table = this.#table;
    this.#checkTable();
    if (table.problems.length > 0) return undefined;
    const { columns } = this.#known;
    return columns === undefined ? this.#allColumns() : proposeDescribed(table, columns);
  }

  #allColumns(): TableColumns {
    const table = this.#table;
    const { layout } = table.sample;
    if (layout !== undefined && layout.table.isJudged !== true) {
      return this.#described(proposeLaid(table, layout));
    }
    const notes = table.notes();
    const dated = this.#datedColumns();
    const date = dated.length > 0 ? undefined : this.#date();
    const entity = this.#entity();
    const values = dated.length > 0 ? this.#dates(dated) : this.#values(date);
    const known = { ...(entity && { entity }), ...(date && { date }), ...values };
    const parts = { ...this.#measures(), ...this.#dimensions(), ...notes };
    return this.#described({ ...known, ...parts, ...table.multiplier(), ...table.form() });
  }

  /** With what is said about the variables. */
  #described(columns: TableColumns): TableColumns {
    if (columns.properties !== undefined) return columns;
    const { properties, reasons } = proposedProperties(this.#table, columns);
    this.#variables = reasons;
    return properties === undefined ? columns : { ...columns, properties };
  }

  #checkTable(): void {
    const table = this.#table;
    const { header = [], rows, broken, headerLine, metadata, unread = [] } = table.sample;
    if (metadata?.problem !== undefined) table.problem(metadata.problem);
    if (broken !== undefined) {
      const { name, expected, found } = broken;
      table.problem(
        `line ${headerLine} is a header of the layout ${name}, and breaks it: expected ${expected}, found ${found}`,
      );
      return;
    }
    if (header.length === 0) table.problem("the file is empty");
    else if (rows.length === 0) {
      const cut = "no row has the cells that --only names";
      table.problem(this.#known.only === undefined ? noRows(unread) : cut);
    }
    const doubled = header.find((one, at) => one !== "" && header.indexOf(one) < at);
    if (doubled !== undefined) {
      table.problem(`two columns have the heading '${doubled}': give them two names`);
    }
    if (table.problems.length === 0) table.problems.push(...oddHeader(table));
    this.#checkKnown(header);
  }

  #checkKnown(header: readonly string[]): void {
    const { layout } = this.#known;
    const lacks = layout !== undefined && this.#table.sample.layout === undefined;
    if (lacks) this.#table.problem(`no line is a header of the layout ${layout}`);
    const named = Object.keys(this.#known.only ?? {}).map((heading) => ["only", heading] as const);
    const all = (["entity", "name", "value"] as const).flatMap((name) => {
      const heading = this.#known[name];
      // A dcid is the entity of all rows.
      const isDcid = name === "entity" && /^[a-z]\w*\/\S+$|^Earth$/i.test(heading ?? "");
      return heading === undefined || isDcid ? [] : [[name, heading] as const];
    });
    for (const [name, heading] of [...named, ...all]) {
      if (header.includes(heading)) continue;
      const meant = headingMeant(heading, header);
      const hint = meant === undefined ? "" : `; is '${meant}' meant?`;
      this.#table.problem(
        `--${name} names the column '${heading}'; the columns are '${header.join(", ")}'${hint}`,
        ...meantOption(name, meant, this.#table),
      );
    }
  }

  /** Columns that say how values are measured. */
  #measures(): Partial<TableColumns> {
    const table = this.#table;
    const roles = table.profiles.map(({ heading }) => table.roleOf(heading));
    const values = table.profiles.flatMap(({ heading }, at) =>
      roles[at] === "value" ? [heading] : [],
    );
    const found = findMeasures(table.free(), roles.includes("variable") ? values : []);
    table.problems.push(...found.problems);
    table.scales.push(...found.scales);
    for (const { profile, role, reason } of found.uses) table.set(profile, role, reason);
    return found.columns;
  }

  /** Columns that are parts of the variable. */
  #dimensions(): Pick<TableColumns, "dimensions"> {
    const table = this.#table;
    const { variable } = this.#known;
    // Who names the variable of all rows has said the part that all of them are about.
    const isSaid = variable !== undefined && table.columnOf(variable) === undefined;
    const free = table.free().filter(({ codes }) => !isSaid || codes.length > 1);
    const found = findDimensions(free, columnsApart(table), table);
    if (found.length === 0) return {};
    for (const { profile, label, reason } of found) {
      table.set(profile, "dimension", reason);
      if (label !== undefined) table.set(label, "name", `names of the codes in ${profile.heading}`);
    }
    const columns = found.map(({ profile, column }) => [profile.heading, column] as const);
    return { dimensions: Object.fromEntries(columns) };
  }

  /** Columns whose headings are dates, if there are several. */
  #datedColumns(): DatedColumn[] {
    const { date, value, variable } = this.#known;
    if (date !== undefined || value !== undefined) return [];
    const { profiles } = this.#table;
    if (spanIn(profiles) !== undefined) return [];
    const dated = datedColumns(profiles);
    if (dated.length > 0 || variable === undefined) return dated;
    // One variable at several dates, if the caller names it.
    const yeared = yearedColumns(profiles);
    const isOne = new Set(yeared.map(({ name }) => name)).size === 1;
    return isOne && this.#table.columnOf(variable) === undefined ? yeared : [];
  }

  #date(): TableColumns["date"] {
    const table = this.#table;
    const { date } = this.#known;
    const named = table.columnOf(date);
    if (named === undefined && date !== undefined) return this.#oneDate(date);
    const found = findDate(table.free());
    const best = named ?? found.profile ?? table.free().find(isDateHeading);
    if (best === undefined) return undefined;
    const unread = undated(best);
    if (unread !== undefined) {
      table.set(best, "date", "the heading says so");
      table.problems.push(unread);
      return best.heading;
    }
    if (named === undefined && found.problem !== undefined) table.problems.push(found.problem);
    const { heading, example } = best;
    const dayFirst = this.#isDayFirst(best);
    const read = dateIn(example, dayFirst)?.date ?? example;
    const becomes = read === example ? "" : `; they become ${read}`;
    table.set(
      best,
      "date",
      named === undefined ? `dates, as ${example}${becomes}` : "named by --date",
    );
    const part = findDatePart(best, table.free());
    if (part !== undefined) {
      table.set(part, "date", `parts of the years in ${heading}, as ${part.example}`);
      return { column: heading, part: part.heading };
    }
    return dayFirst ? { column: heading, dayFirst: true } : heading;
  }

  #oneDate(date: string): TableColumns["date"] {
    const cells = [date];
    const dayFirst = this.#isDayFirst({ heading: "--date", cells, day: dayOf(cells) });
    const constant = dateIn(date, dayFirst)?.date;
    if (constant !== undefined) return { constant };
    const header = this.#table.profiles.map(({ heading }) => heading);
    const meant = headingMeant(date, header);
    const hint = meant === undefined ? "" : `; is '${meant}' meant?`;
    this.#table.problem(
      `--date ${date} is neither a date nor a heading${hint}`,
      ...(meant === undefined ? [] : [optionOf("date", meant)]),
    );
    return { constant: date };
  }

  #isDayFirst(dates: Pick<ColumnProfile, "heading" | "cells" | "day">): boolean {
    const { dayFirst, problem } = findDay(dates, this.#known);
    if (problem !== undefined) this.#table.problems.push(problem);
    return dayFirst;
  }

  #entity(): TableColumns["entity"] | undefined {
    const table = this.#table;
    const found = findEntity(table.free(), this.#known);
    if (found === undefined) {
      const areSeveral = table.free().filter(({ numbers }) => numbers >= 0.5).length > 1;
      table.problem(
        `no column says what rows are about: choose a column of ids (--entity HEADING), a column of names (--name HEADING), or one place for all rows (--entity country/USA)${areSeveral ? "; if headings are places, the table needs one row for each" : ""}`,
        ...onlyTexts(table),
      );
      return undefined;
    }
    for (const { profile, reason } of found.uses) table.set(profile, "entity", reason);
    if (found.problem !== undefined) table.problems.push(found.problem);
    return found.entity;
  }

  /** A column per date: the variable stands in a column, or the caller names it. */
  #dates(dated: readonly DatedColumn[]): Partial<TableColumns> | undefined {
    for (const { profile, date } of dated) {
      const reason = dateIn(profile.heading) === undefined ? `says the date ${date}` : "is a date";
      this.#table.set(profile, "value", `the heading ${reason}`);
    }
    this.#table.problems.push(...yearedProblems(dated));
    const variable = findVariable(this.#table);
    if (variable === undefined) {
      this.#table.problem(
        "columns are dates, and nothing says of which variable: --variable NAME does",
        optionOf("variable", this.#table.sample.stem),
      );
      return undefined;
    }
    return { dates: this.#datesOf(dated), variable, ...saidBeside(dated, this.#table) };
  }

  /** The dates of headings, where a heading alone may mean another one. */
  #datesOf(dated: readonly DatedColumn[]): NonNullable<TableColumns["dates"]> {
    const cells = dated.map(({ profile }) => profile.heading);
    const dayFirst = this.#isDayFirst({ heading: "header", cells, day: dayOf(cells) });
    if (!dayFirst && dated.every(({ profile, date }) => profile.heading === date)) return cells;
    return Object.fromEntries(
      dated.map(({ profile, date }) => [profile.heading, dateIn(date, dayFirst)?.date ?? date]),
    );
  }

  #values(date: TableColumns["date"]): Partial<TableColumns> | undefined {
    const table = this.#table;
    const variable = findVariable(table) ?? table.layoutVariable();
    const unit = findUnit(table);
    const numeric = table
      .free()
      .filter(
        (one) =>
          one.heading === this.#known.value || (one.numbers >= 0.5 && !measuresNothing(one, table)),
      );
    const [first] = numeric;
    if (first === undefined) {
      table.problems.push(noNumbers(table));
      return undefined;
    }
    const odd = oddHeadings(numeric, date, this.#known);
    if (odd !== undefined) {
      table.problems.push(odd);
      return undefined;
    }
    const across = partsAcross(table, numeric, date);
    if (across !== undefined) return { ...across, ...unit };
    if (variable === undefined) return this.#perVariable(numeric, unit, date);
    if (date === undefined) table.problem(noDateIn(table.undated()));
    const named =
      numeric.find(({ heading }) => heading === this.#known.value) ??
      numeric.find(({ heading }) => headings.value.test(heading));
    if (named === undefined && numeric.length > 1) {
      const all = numeric.map(({ heading }) => heading);
      table.problem(
        `several columns hold numbers, '${all.slice(0, 5).join("', '")}', and a row has one variable: --value says which column is read`,
        ...all.slice(0, 3).map((heading) => optionOf("value", heading)),
      );
    }
    const value = named ?? first;
    const reason =
      value.heading === this.#known.value
        ? "named by --value"
        : "numbers, of the variable of each row";
    table.set(value, "value", reason);
    const own = saidUnit(value, table);
    const { multiplier } = own;
    if (multiplier !== undefined) table.scales.push({ heading: value.heading, multiplier });
    const said = own.unit === "" ? {} : { unit: { constant: own.unit } };
    return { variable, value: value.heading, ...said, ...unit };
  }

  #perVariable(
    numeric: readonly ColumnProfile[],
    unit: Pick<TableColumns, "unit">,
    date: TableColumns["date"],
  ): Partial<TableColumns> {
    const table = this.#table;
    const columns = numeric.filter(
      ({ heading }) => this.#known.value === undefined || heading === this.#known.value,
    );
    const yeared = isDateColumn(date) ? [] : yearedColumns(columns);
    table.problems.push(
      ...yearedProblems(yeared, date === undefined ? columns : [], table.undated()),
    );
    refuseUnusedUnit(columns, table);
    return { variables: variablesIn(columns, table, yeared), ...unit };
  }
}
