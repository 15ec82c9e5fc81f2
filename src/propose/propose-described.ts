/** A proposal for a table that somebody has described: what would be lost is judged as for any other one. */
import type { MetadataRole } from "../load/bytes/table-metadata.ts";
import type { BoundMetadata } from "../load/described/bound-metadata.ts";
import type { EntityColumn, TableColumns } from "../load/described/column-option.ts";
import { withDefaults } from "../options/required-options.ts";
import { problemsIn } from "./doubts.ts";
import { undated } from "./find-date.ts";
import type { ColumnRole, KnownColumns } from "./proposal.ts";
import type { ProposedTable } from "./proposed-table.ts";

export function proposeDescribed(table: ProposedTable, columns: TableColumns): TableColumns {
  for (const [heading, role] of rolesIn(columns)) {
    const profile = table.columnOf(heading);
    if (profile === undefined) {
      table.problem(
        `${role} is the column '${heading}'; the columns are '${table.profiles.map((one) => one.heading).join(", ")}'`,
      );
    } else table.set(profile, role, "as described");
  }
  for (const { heading, role } of table.sample.layout?.table.columns ?? []) {
    const profile = table.columnOf(heading);
    const isLeftOut = (role === "about" || role === "open") && table.roleOf(heading) === "not read";
    if (profile !== undefined && isLeftOut) table.set(profile, "note", "left out, as described");
  }
  const dates = table.columnOf(datesOf(columns));
  const problem = dates === undefined ? undefined : undated(dates);
  if (problem !== undefined) table.problems.push(problem);
  if (table.problems.length === 0) table.problems.push(...problemsIn(table));
  return columns;
}

/** The heading of whole dates: a year beside its month is only a part of one. */
function datesOf({ date }: TableColumns): string | undefined {
  return typeof date === "object" && "part" in date ? undefined : headingOf(date);
}

function rolesIn(columns: TableColumns): (readonly [string, ColumnRole])[] {
  const { entity, entities, date, dates, variable, variables, value } = columns;
  const entityColumns = [
    ...(entity === undefined ? [] : [entity]),
    ...Object.values(entities ?? {}),
  ];
  const of = (role: ColumnRole, headings: Iterable<string | undefined>) =>
    [...headings].flatMap((one) => (one === undefined ? [] : [[one, role] as const]));
  const keysOf = (given: readonly string[] | object | undefined): string[] =>
    Array.isArray(given) ? given : Object.keys(given ?? {});
  const { dimensions = {}, multiplier } = columns;
  const names = Object.values(dimensions).map(({ name }) => name);
  const label = typeof variable === "object" && "name" in variable ? variable.name : undefined;
  return [
    ...of("name", [...names, label]),
    ...of("note", columns.notes ?? []),
    ...entityColumns.flatMap((one) => of("entity", entityHeadings(one))),
    ...of("date", [
      headingOf(date),
      typeof date === "object" && "part" in date ? date.part : undefined,
    ]),
    ...of("variable", [headingOf(variable)]),
    ...of("value", [value, ...keysOf(variables), ...keysOf(dates)]),
    ...of("unit", [headingOf(columns.unit), headingOf(columns.scalingFactor)]),
    ...of("period", [headingOf(columns.observationPeriod)]),
    ...of("method", [headingOf(columns.measurementMethod)]),
    ...of("multiplier", [typeof multiplier === "string" ? multiplier : undefined]),
    ...of("dimension", Object.keys(dimensions)),
  ];
}

function entityHeadings(entity: EntityColumn): (string | undefined)[] {
  if (typeof entity === "string") return [entity];
  return [
    "column" in entity ? entity.column : undefined,
    "name" in entity ? entity.name : undefined,
  ];
}

function headingOf(
  given: string | { readonly column: string } | { readonly constant: string } | undefined,
): string | undefined {
  if (typeof given === "string") return given;
  return given !== undefined && "column" in given ? given.column : undefined;
}

/** With what a file beside the table says about it; the caller counts before it. */
export function saidBy(metadata: BoundMetadata, known: KnownColumns): KnownColumns {
  if (known.columns !== undefined) return known;
  const { constants } = metadata.table;
  const ofRole = (role: MetadataRole) =>
    metadata.headingsOf((column) => column.role === role)[0] ?? constants[role];
  const [dates, entity] = [metadata.headingsOf(({ holds }) => holds === "dates"), ofRole("entity")];
  const date = ofRole("date") ?? (dates.length === 1 ? dates[0] : undefined);
  const isPlaced = known.entity === undefined && known.name === undefined;
  const hasNumbers = metadata.headingsOf(({ holds }) => holds === "numbers").length > 0;
  const about = entity === undefined ? undefined : metadata.of(entity);
  return withDefaults(known, {
    ...(isPlaced && about?.prefix !== undefined ? { entity, prefix: about.prefix } : {}),
    date,
    dayFirst: date === undefined ? undefined : metadata.of(date)?.dayFirst,
    value: ofRole("value"),
    unit: ofRole("unit"),
    variable: constants.variable,
    decimal: hasNumbers ? "." : undefined,
  });
}
