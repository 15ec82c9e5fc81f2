/** A table while its columns get their roles: one by one, each with a reason. */

import type { TableSample } from "../load/described/table-sample.ts";
import { furtherColumn } from "./codes/code-lists.ts";
import { type ColumnProfile, decimalOf, profileOf } from "./column-profile.ts";
import type { ReadTable } from "./obstacles.ts";
import type { ColumnProposal, ColumnRole, KnownColumns, Problem } from "./proposal.ts";

export class ProposedTable implements ReadTable {
  readonly sample: TableSample;
  readonly known: KnownColumns;
  readonly decimal: "." | ",";
  readonly profiles: readonly ColumnProfile[];
  readonly problems: Problem[] = [];
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
    // Lists of footnotes, such as `1,2`, are no numbers.
    const isNote = header.map((heading) => furtherColumn(heading)?.role === "note");
    const cells = sample.rows.map((row) => row.filter((_, at) => isNote[at] !== true));
    this.decimal = known.decimal ?? decimalOf(cells);
    this.profiles = header.map((heading, at) => {
      const column = sample.rows.map((row) => row[at] ?? "");
      return profileOf(heading, column, this.decimal, all.get(heading));
    });
  }

  readonly roleOf = (heading: string): ColumnRole => this.#roles.get(heading)?.role ?? "not read";

  readonly positionOf = (profile: ColumnProfile): number => this.profiles.indexOf(profile);

  columnOf(heading: string | undefined): ColumnProfile | undefined {
    return this.profiles.find((one) => one.heading === heading);
  }

  proposalOf({ heading }: ColumnProfile): ColumnProposal | undefined {
    return this.#roles.get(heading);
  }

  set({ heading }: ColumnProfile, role: ColumnRole, reason: string): void {
    this.#roles.set(heading, { heading, role, reason });
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

  problem(problem: string, ...cures: readonly string[]): void {
    this.problems.push({ problem, cures });
  }
}
