/**
 * What the columns of a table probably hold: a pure function of its first rows. Every column gets a
 * role and a reason that people can judge.
 */

import { stat } from "node:fs/promises";
import { fileOnDisk } from "../disk/disk-tree.ts";
import { LoadError } from "../errors/errors.ts";
import {
  dateIn,
  sampleTable,
  type TableColumns,
  type TableSample,
} from "../load/described/reading.ts";
import { DiagnosticLog } from "../load/report/diagnostics.ts";
import {
  type ColumnProfile,
  decimalOf,
  headings,
  placeTypeOf,
  profileOf,
} from "./column-profile.ts";
import { type FoundEntity, findEntity } from "./find-entity.ts";
import type { ColumnProposal, ColumnRole, ColumnsProposal, KnownColumns } from "./proposal.ts";

/** Most cells of a column look like what it holds: some are empty words or mistakes. */
const most = 0.8;

/** @param known counts before anything that the table says. */
export function proposeFor(sample: TableSample, known: KnownColumns = {}): ColumnsProposal {
  return new Proposer(sample, known).propose();
}

class Proposer {
  readonly #sample: TableSample;
  readonly #known: KnownColumns;
  readonly #decimal: "." | ",";
  readonly #profiles: readonly ColumnProfile[];
  readonly #roles = new Map<string, ColumnProposal>();
  readonly #problems: string[] = [];

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
    const { delimiter, encoding } = this.#sample;
    const columns = this.#columns();
    const isWhole = this.#problems.length === 0;
    const found = this.#profiles.map(
      (profile) => this.#roles.get(profile.heading) ?? leftOut(profile),
    );
    const form = { delimiter, encoding, decimal: this.#decimal };
    return { columns: isWhole ? columns : undefined, found, problems: this.#problems, ...form };
  }

  #columns(): TableColumns | undefined {
    const { delimiter, encoding, header = [], rows } = this.#sample;
    if (header.length === 0) this.#problems.push("the file is empty");
    else if (rows.length === 0) this.#problems.push("the table has a header and no rows");
    const doubled = header.find((one, at) => one !== "" && header.indexOf(one) < at);
    if (doubled !== undefined) {
      this.#problems.push(`two columns have the heading '${doubled}': give them two names`);
    }
    this.#checkKnown(header);
    if (this.#problems.length > 0) return undefined;
    const dated = this.#datedColumns();
    const date = dated.length > 0 ? undefined : this.#date();
    const entity = this.#entity();
    const values = dated.length > 0 ? this.#dates(dated) : this.#values();
    if (dated.length === 0 && date === undefined) {
      this.#problems.push(
        "no column holds dates: --date 2024 says one date for all rows, --date HEADING a column",
      );
    }
    if (entity === undefined || values === undefined || this.#problems.length > 0) return undefined;
    const form =
      this.#decimal === ","
        ? { delimiter, encoding, decimal: "," as const }
        : { delimiter, encoding };
    return { entity, ...(date === undefined ? {} : { date }), ...values, ...form };
  }

  #checkKnown(header: readonly string[]): void {
    for (const name of ["entity", "name", "value"] as const) {
      const heading = this.#known[name];
      if (heading !== undefined && !header.includes(heading)) {
        this.#problems.push(
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
      if (dateIn(date) !== undefined) return { constant: date };
      this.#problems.push(`--date ${date} is neither a date nor a heading`);
      return { constant: date };
    }
    const dates = this.#free().filter((profile) => isDated(profile));
    const best = named ?? dates.find(({ heading }) => headings.date.test(heading)) ?? dates[0];
    if (best === undefined) return undefined;
    const { heading, cells, isDayFirst } = best;
    const example = cells[0] ?? "";
    this.#set(best, "date", named === undefined ? `dates, as ${example}` : "named by --date");
    return isDayFirst ? { column: heading, dayFirst: true } : heading;
  }

  #entity(): TableColumns["entity"] | undefined {
    const found: FoundEntity | undefined = findEntity(this.#free(), this.#known);
    if (found === undefined) {
      this.#problems.push(
        "no column says what rows are about: --entity HEADING names a column of ids, --name HEADING one of names",
      );
      return undefined;
    }
    for (const { profile, reason } of found.uses) this.#set(profile, "entity", reason);
    return found.entity;
  }

  /** A column per date: the variable stands in a column, or the caller names it. */
  #dates(dated: readonly ColumnProfile[]): Partial<TableColumns> | undefined {
    for (const profile of dated) this.#set(profile, "value", "the heading is a date");
    const variable = this.#variable();
    if (variable === undefined) {
      this.#problems.push(
        "columns are dates, and nothing says of which variable: --variable NAME does",
      );
      return undefined;
    }
    return { dates: dated.map(({ heading }) => heading), variable, ...this.#unit() };
  }

  #values(): Partial<TableColumns> | undefined {
    const variable = this.#variable();
    const unit = this.#unit();
    const numeric = this.#free().filter(
      ({ heading, numbers }) =>
        heading === this.#known.value || (numbers >= 0.5 && !headings.position.test(heading)),
    );
    const [first] = numeric;
    if (first === undefined) {
      this.#problems.push("no column holds numbers: --value HEADING names one");
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
      const measured = own === "" ? "" : `, in ${own}`;
      this.#set(
        profile,
        "value",
        `numbers, as ${cells[0] ?? ""}${measured}: a variable of its own`,
      );
      return [heading, own === "" ? {} : { unit: own }] as const;
    });
    return { variables: Object.fromEntries(variables), ...unit };
  }

  #variable(): TableColumns["variable"] {
    const { variable } = this.#known;
    const named = this.#profiles.find(({ heading }) => heading === variable);
    if (named === undefined && variable !== undefined) return { constant: variable };
    const best =
      named ??
      this.#free().find(
        ({ heading, numbers }) => headings.variable.test(heading) && numbers < most,
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

  #set({ heading }: ColumnProfile, role: ColumnRole, reason: string): void {
    this.#roles.set(heading, { heading, role, reason });
  }
}

/** A column of dates; whole numbers are years only under a heading that says so. */
function isDated({ heading, dates, years, digits }: ColumnProfile): boolean {
  if (dates < most) return false;
  return digits < most || (years >= most ? true : headings.date.test(heading));
}

function leftOut({ heading, cells, numbers }: ColumnProfile): ColumnProposal {
  return { heading, role: "not read", reason: reasonOf() };

  function reasonOf(): string {
    if (heading === "") return "it has no heading";
    if (cells.length === 0) return "it is empty";
    if (numbers >= most) return "numbers that measure nothing, or one too many";
    if (placeTypeOf(heading) !== undefined) return "names; another column says what rows are about";
    return `texts, as ${cells[0]}, that are neither ids, names, dates nor units`;
  }
}

/**
 * Reads a sample; how the table is written is found out.
 * @throws LoadError if the file cannot be read
 */
export async function sampleFile(path: string): Promise<TableSample> {
  const input = fileOnDisk(path, await sizeOf(path));
  return await sampleTable(input, {}, new DiagnosticLog());
}

async function sizeOf(path: string): Promise<number> {
  try {
    const stats = await stat(path);
    if (stats.isFile()) return stats.size;
  } catch (cause) {
    throw new LoadError("cannot be read", { file: path }, { cause });
  }
  throw new LoadError("is no file", { file: path });
}
