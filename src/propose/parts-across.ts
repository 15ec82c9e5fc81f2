/** One variable whose parts stand in headings, as `Male` and `Female`, or `0-14` and `65+`. */
import type { TableColumns } from "../load/described/column-option.ts";
import { dcidOfName } from "../load/described/table-entities.ts";
import { dcidWithParts } from "../load/described/table-variables.ts";
import { partsIn } from "./codes/code-lists.ts";
import { propertiesFor } from "./codes/variable-properties.ts";
import type { ColumnProfile } from "./column-profile.ts";
import { isDateColumn, yearedColumns, yearedProblems } from "./find-date.ts";
import type { ProposedTable } from "./proposed-table.ts";

/** @returns undefined if the caller names no variable, or headings are no parts of one that are known. */
export function partsAcross(
  table: ProposedTable,
  columns: readonly ColumnProfile[],
  date: TableColumns["date"],
): Pick<TableColumns, "variables" | "properties"> | undefined {
  const { variable, value } = table.known;
  const isNamed = variable !== undefined && table.columnOf(variable) === undefined;
  if (!isNamed || value !== undefined || columns.length < 2) return undefined;
  const yeared = isDateColumn(date) ? [] : yearedColumns(columns);
  const named = columns.map((profile) => {
    const own = yeared.find((one) => one.profile === profile);
    return { profile, year: own?.date, part: own?.name ?? profile.heading };
  });
  const parts = partsIn(named.map(({ part }) => part));
  if (parts === undefined) return undefined;
  const base = dcidOfName(variable);
  const all = propertiesFor(variable, base, new Set()).properties;
  table.problems.push(...yearedProblems(yeared, date === undefined ? columns : []));
  const said = named.map(({ profile, year, part }) => {
    const { value: of = "", name = of } = parts.partOf(part) ?? {};
    const words = [variable, of === "" ? "all" : `${parts.property} ${of}`];
    const dated = year === undefined ? [] : [`of ${year}`];
    table.set(profile, "value", [...words, ...dated].join(", "));
    const dcid = of === "" ? base : dcidWithParts(base, [of]);
    const own = of === "" ? {} : { [parts.property]: of, constraintProperties: parts.property };
    const about = { name: of === "" ? variable : `${variable}, ${name}`, ...all, ...own };
    const date = year === undefined ? {} : { date: year };
    return { dcid, about, column: [profile.heading, { variable: dcid, ...date }] as const };
  });
  return {
    variables: Object.fromEntries(said.map(({ column }) => column)),
    properties: Object.fromEntries(said.map(({ dcid, about }) => [dcid, about])),
  };
}
