/** Which column says the variable of a row, and its unit; what is said about variables. */
import type { TableColumns, VariableColumn } from "../load/described/column-option.ts";
import { multiplierOf, nameWithout, unitScale } from "../load/described/multipliers.ts";
import { dcidOfName } from "../load/described/table-entities.ts";
import { unitOf } from "./codes/code-lists.ts";
import { propertiesFor } from "./codes/variable-properties.ts";
import { type ColumnProfile, headings } from "./column-profile.ts";
import type { DatedColumn } from "./find-date.ts";
import { isNamesake, looksLikeCode } from "./find-dimensions.ts";
import { functionBetween } from "./obstacles.ts";
import type { ProposedTable } from "./proposed-table.ts";

const most = 0.8;
const describedMax = 2_000;

export function findVariable(table: ProposedTable): TableColumns["variable"] {
  const { variable } = table.known;
  const named = table.columnOf(variable);
  if (named === undefined && variable !== undefined) return { constant: variable };
  const others = table
    .free()
    .filter(
      ({ heading, numbers }) =>
        headings.variable.test(heading) && !headings.unit.test(heading) && numbers < most,
    );
  // Codes count before names, which then are their names.
  const coded = others.find(({ codes }) => others.length > 1 && codes.every(looksLikeCode));
  const best = named ?? coded ?? others[0];
  if (best === undefined) return undefined;
  const { heading, codes, cells } = best;
  const areCodes = codes.every(looksLikeCode);
  const reason = `${codes.length} different ${areCodes ? "codes" : "names"} of variables, as ${cells[0] ?? ""}`;
  table.set(best, "variable", named === undefined ? reason : "named by --variable");
  const label = areCodes ? labelOf(best, table) : undefined;
  if (label === undefined) return scaledNames(best, table) ?? heading;
  table.set(label, "name", `names of the codes in ${heading}`);
  return { column: heading, name: label.heading };
}

/** Names such as `Population (millions)` and `Unemployment`: each says what its values are multiplied by. */
function scaledNames(
  { heading, codes }: ColumnProfile,
  { known, scales }: ProposedTable,
): TableColumns["variable"] {
  if (known.multiplier !== undefined || codes.every((name) => multiplierOf(name) === 1)) {
    return undefined;
  }
  const powers = codes.map(
    (name) => [name, String(Math.round(Math.log10(multiplierOf(name))))] as const,
  );
  scales.push({ heading, multiplier: { column: heading, values: Object.fromEntries(powers) } });
  const names = codes.filter((name) => multiplierOf(name) !== 1);
  const values = Object.fromEntries(names.map((name) => [name, nameWithout(name)]));
  return { column: heading, values };
}

/** The column with the names of codes. */
function labelOf(code: ColumnProfile, table: ProposedTable): ColumnProfile | undefined {
  const { sample, positionOf } = table;
  return table
    .free()
    .find(
      (one) =>
        one.numbers < 0.2 &&
        !one.codes.every(looksLikeCode) &&
        isNamesake(code.heading, one.heading) &&
        functionBetween(sample.rows, positionOf(code), positionOf(one)),
    );
}

/**
 * Columns of values, each with a variable of its own.
 * @param named a name of the variable whose dcid is the heading, where a layout has one.
 */
export function variablesIn(
  columns: readonly ColumnProfile[],
  table: ProposedTable,
  dated: readonly DatedColumn[] = [],
  named: (heading: string) => string | undefined = () => undefined,
): Record<string, VariableColumn> {
  const scaled = columns.find(({ heading }) => multiplierOf(named(heading) ?? heading) !== 1);
  if (scaled !== undefined) table.scales.push({ heading: scaled.heading, multiplier: undefined });
  const variables = columns.map((one) => {
    const own = dated.find(({ profile }) => profile === one);
    return [one.heading, variableIn(one, table, own, named(one.heading))];
  });
  return Object.fromEntries(variables) as Record<string, VariableColumn>;
}

function variableIn(
  profile: ColumnProfile,
  table: ProposedTable,
  dated: DatedColumn | undefined,
  named: string | undefined,
): VariableColumn {
  const { heading, cells, unit } = profile;
  const said = named ?? dated?.name ?? heading;
  const times = table.known.multiplier === undefined ? multiplierOf(said) : 1;
  const measured = [
    ...(unit === "" ? [] : [`in ${unit}`]),
    ...(times === 1 ? [] : [`times ${times}, as the heading says`]),
    ...(dated === undefined ? [] : [`of ${dated.date}`]),
  ];
  const reason = ["numbers", `as ${cells[0] ?? ""}`, ...measured].join(", ");
  table.set(profile, "value", `${reason}: a variable of its own`);
  const name = nameWithout(said);
  return {
    ...(named === undefined ? {} : { variable: heading }),
    ...(name === heading ? {} : { name }),
    ...(times === 1 ? {} : { multiplier: times }),
    ...(unit === "" ? {} : { unit }),
    ...(dated === undefined ? {} : { date: dated.date }),
  };
}

export function findUnit(table: ProposedTable): Pick<TableColumns, "unit"> {
  const { unit } = table.known;
  const named = table.columnOf(unit);
  if (named === undefined && unit !== undefined) return { unit: { constant: unit } };
  const best =
    named ??
    table.free().find(({ heading, numbers }) => headings.unit.test(heading) && numbers < most);
  return unitIn(best, table);
}

/** The units of a column of units. */
export function unitIn(
  column: ColumnProfile | undefined,
  table: ProposedTable,
): Pick<TableColumns, "unit"> {
  if (column === undefined) return {};
  const { heading, cells, codes } = column;
  const isNamed = heading === table.known.unit;
  table.set(column, "unit", isNamed ? "named by --unit" : `units, as ${cells[0] ?? ""}`);
  const scales = codes.map((code) => [code, unitScale(code)] as const);
  if (scales.some(([, { power }]) => power !== 0)) {
    const powers = scales.map(([code, { power }]) => [code, String(power)] as const);
    const values = Object.fromEntries(powers);
    table.scales.push({ heading, multiplier: { column: heading, values } });
  }
  const known = scales.flatMap(([code, { unit }]) => {
    const meant = unitOf(unit) ?? unit;
    return meant === code ? [] : [[code, meant] as const];
  });
  const values = Object.fromEntries(known);
  return { unit: known.length === 0 ? heading : { column: heading, values } };
}

/** What the nodes of variables get, and why. */
export function proposedProperties(
  table: ProposedTable,
  columns: Pick<TableColumns, "variable" | "variables">,
): { readonly properties: TableColumns["properties"]; readonly reasons: readonly string[] } {
  const named = namesOf(table, columns);
  if (named.size === 0 || named.size > describedMax) return { properties: undefined, reasons: [] };
  const taken = new Set<string>();
  const proposed = Array.from(named, ([written, name]) => {
    const { properties, reason } = propertiesFor(name, dcidOfName(written), taken);
    return { entry: [written, properties] as const, reason: `${written}: ${reason}` };
  });
  return {
    properties: Object.fromEntries(proposed.map(({ entry }) => entry)),
    reasons: proposed.map(({ reason }) => reason),
  };
}

/** The names of variables by what the table writes. */
function namesOf(
  { profiles, sample }: ProposedTable,
  { variable, variables = {} }: Pick<TableColumns, "variable" | "variables">,
): Map<string, string> {
  if (variable === undefined) {
    const names = Object.entries(variables as Readonly<Record<string, { name?: string }>>).map(
      ([heading, { name = heading }]) => name,
    );
    return new Map(names.map((name) => [name, name]));
  }
  if (typeof variable === "object" && "constant" in variable) {
    return new Map([[variable.constant, variable.constant]]);
  }
  const column = typeof variable === "string" ? variable : variable.column;
  const codes = profiles.find(({ heading }) => heading === column)?.codes ?? [];
  const meant = typeof variable === "string" ? {} : (variable.values ?? {});
  const written = codes.map((code) => meant[code] ?? code);
  const named = new Map(written.map((name) => [name, name]));
  const label = typeof variable === "string" ? undefined : variable.name;
  if (label === undefined) return named;
  const at = (heading: string) => profiles.findIndex((one) => one.heading === heading);
  for (const row of sample.rows) named.set(row[at(column)] ?? "", row[at(label)] ?? "");
  named.delete("");
  return named;
}
