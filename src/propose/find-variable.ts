/** Which column says the variable of a row, and its unit; what is said about variables. */
import type { ColumnMetadata } from "../load/bytes/table-metadata.ts";
import type { TableColumns, VariableColumn } from "../load/described/column-option.ts";
import { dcidOfName } from "../load/described/made-dcids.ts";
import {
  multiplierOf,
  nameWithout,
  unclearPower,
  unitScale,
  withoutUnclear,
} from "../load/described/multipliers.ts";
import { dcidWithParts } from "../load/described/table-variables.ts";
import { partsIn, unitOf } from "./codes/code-lists.ts";
import { isRegionOfWorld } from "./codes/places-by-code.ts";
import { propertiesFor } from "./codes/variable-properties.ts";
import { type ColumnProfile, headings, isNamesake, unitSaid } from "./column-profile.ts";
import { type DatedColumn, isDateColumn, yearedColumns, yearedProblems } from "./find-date.ts";
import { looksLikeCode } from "./find-dimensions.ts";
import { cellAt, pairsOf } from "./obstacles.ts";
import { optionOf } from "./proposal.ts";
import type { ProposedTable } from "./proposed-table.ts";

const most = 0.8;
const describedMax = 2_000;

export function findVariable(table: ProposedTable): TableColumns["variable"] {
  const { variable } = table.known;
  const named = table.columnOf(variable);
  if (named === undefined && variable !== undefined) return { constant: dcidOfName(variable) };
  const others = table
    .free()
    .filter((one) => saysVariable(one) && one.numbers < most && !one.codes.every(isRegionOfWorld));
  // Codes count before names, which then are their names.
  const coded = others.find(({ codes }) => others.length > 1 && codes.every(looksLikeCode));
  const best = named ?? coded ?? others[0];
  if (best === undefined) return undefined;
  const { heading, codes, example } = best;
  const areCodes = codes.every(looksLikeCode);
  const kind = areCodes ? "code" : "name";
  const count =
    codes.length === 1
      ? `one ${kind} of a variable`
      : `${codes.length} different ${kind}s of variables`;
  const reason = `${count}, as ${example}`;
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

/** The column with the names of codes: one to one, it needs no heading that is like theirs. */
function labelOf(code: ColumnProfile, table: ProposedTable): ColumnProfile | undefined {
  const { sample, positionOf } = table;
  return table.free().find((one) => {
    if (one.numbers >= 0.2 || one.codes.every(looksLikeCode)) return false;
    const { saysOther, isSaidByOther } = pairsOf(sample.rows, positionOf(code), positionOf(one));
    const isOneToOne = isSaidByOther && code.codes.length > 1 && saysVariable(one);
    return saysOther && (isOneToOne || isNamesake(code.heading, one.heading));
  });
}

const saysVariable = ({ heading }: ColumnProfile): boolean =>
  headings.variable.test(heading) && !headings.unit.test(heading);

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
  const { multiplier = 1 } = table.known;
  const areShares = columns.map((one) => saidUnit(one, table).unit === "Percent");
  const variables = columns.map((one, at) => {
    const own = dated.find(({ profile }) => profile === one);
    const variable = variableIn(one, table, own, named(one.heading));
    // What multiplies counts does not multiply shares beside them.
    if (multiplier === 1 || areShares[at] === false || !areShares.includes(false)) {
      return [one.heading, variable];
    }
    table.set(one, "value", `numbers, as ${one.example}, in Percent, not multiplied`);
    return [one.heading, { ...variable, multiplier: 1 }];
  });
  return Object.fromEntries(variables) as Record<string, VariableColumn>;
}

/**
 * One variable whose parts stand in headings, as `Male` and `Female`, or `0-14` and `65+`.
 * @returns undefined if the caller names no variable, or other headings stand there.
 */
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
    const column = { variable: dcid, ...(year && { date: year }) };
    return { dcid, about, column: [profile.heading, column] as const };
  });
  return {
    variables: Object.fromEntries(said.map(({ column }) => column)),
    properties: Object.fromEntries(said.map(({ dcid, about }) => [dcid, about])),
  };
}

/** The dcid of a variable that has another name for people. */
function dcidOf(about: ColumnMetadata | undefined): string | undefined {
  const isTitled = about?.title !== undefined && about.title !== about.id;
  return isTitled ? dcidOfName(about.id) : undefined;
}

/** @param given what the caller multiplies by; left out where the answer stands in a file, which the caller edits. */
function nameOf(said: string, given: number | undefined): string {
  const power = unclearPower(said);
  const isAnswered = power !== undefined && (given ?? 10 ** power) === 10 ** power;
  return nameWithout(isAnswered ? withoutUnclear(said) : said);
}

function variableIn(
  profile: ColumnProfile,
  table: ProposedTable,
  dated: DatedColumn | undefined,
  named: string | undefined,
): VariableColumn {
  const { heading, example } = profile;
  const about = table.sample.metadata?.of(heading);
  const said = named ?? about?.title ?? dated?.name ?? heading;
  const { unit, multiplier } = saidUnit(profile, table);
  const { multiplier: given } = table.known;
  const own = multiplier ?? multiplierOf(said);
  const times = given === undefined ? own : 1;
  const sayer = multiplier === undefined ? "heading" : "unit";
  const isOther = given !== undefined && own !== 1 && own !== given;
  const measured = [
    ...(unit === "" ? [] : [`in ${unit}`]),
    ...(times === 1 ? [] : [`times ${times}, as the ${sayer} says`]),
    ...(isOther
      ? [`times ${given}, as --multiplier says, and not ${own}, as the ${sayer} says`]
      : []),
    ...(dated === undefined ? [] : [`of ${dated.date}`]),
  ];
  const reason = ["numbers", `as ${example}`, ...measured].join(", ");
  table.set(profile, "value", `${reason}: a variable of its own`);
  const name = nameOf(said, given);
  const dcid = named === undefined ? dcidOf(about) : heading;
  return {
    ...(dcid === undefined ? {} : { variable: dcid }),
    ...(name === heading ? {} : { name }),
    ...(times === 1 ? {} : { multiplier: times }),
    ...(unit === "" ? {} : { unit }),
    ...(dated === undefined ? {} : { date: dated.date }),
  };
}

/** The unit of a column of values, and what it says that they are multiplied by. */
export function saidUnit(
  { heading, unit }: ColumnProfile,
  { sample, known: { unit: given }, profiles, roleOf }: ProposedTable,
): { readonly unit: string; readonly multiplier?: number } {
  const said = sample.metadata?.of(heading)?.unit;
  if (said === undefined) {
    // A sign that contradicts what --unit or a column of units says is an error of its cell.
    const isSaid = given !== undefined || profiles.some((one) => roleOf(one.heading) === "unit");
    const isOwn = unit === "Percent" || unitSaid(heading) !== undefined;
    return { unit: isSaid && !isOwn ? "" : unit };
  }
  const { power, unit: own } = unitScale(said);
  const known = unitOf(own) ?? own;
  return power === 0 ? { unit: known } : { unit: known, multiplier: 10 ** power };
}

/** Refuses a unit of `--unit` that no column takes, because each column says another one. */
export function refuseUnusedUnit(columns: readonly ColumnProfile[], table: ProposedTable): void {
  const { unit: given } = table.known;
  const first = columns[0];
  if (given === undefined || first === undefined || table.columnOf(given) !== undefined) return;
  const wanted = unitOf(given) ?? given;
  const said = columns.map((one) => saidUnit(one, table).unit);
  if (said.some((unit) => unit === "" || unit === wanted)) return;
  table.problem(
    `--unit says '${given}', and each column says another unit, as '${first.heading}' ${said[0]}: leave --unit out, or change the headings`,
  );
}

/** `--unit "Million USD"` says what values are multiplied by, too: that is another option. */
function refusePower(said: string, table: ProposedTable): void {
  const { power, unit } = unitScale(said);
  if (power === 0) return;
  const own = unit === "" ? [] : [optionOf("unit", unitOf(unit) ?? unit)];
  const { multiplier = 10 ** power } = table.known;
  const cure = [...own, optionOf("multiplier", String(multiplier))].join(" ");
  table.problem(`--unit '${said}' says a unit and a power of ten, which --multiplier says`, cure);
}

export function findUnit(table: ProposedTable): Pick<TableColumns, "unit"> {
  const { unit } = table.known;
  const named = table.columnOf(unit);
  if (named === undefined && unit !== undefined) {
    refusePower(unit, table);
    return { unit: { constant: unit } };
  }
  const best =
    named ??
    table.free().find(({ heading, numbers }) => headings.unit.test(heading) && numbers < most);
  return unitIn(best, table);
}

/** What headings of one variable say beside their dates: the power of ten of its values, and their unit. */
export function saidBeside(
  dated: readonly DatedColumn[],
  table: ProposedTable,
): Pick<TableColumns, "unit"> {
  const own = findUnit(table);
  const [first] = dated;
  if (first === undefined || first.name === "") return own;
  const { heading } = first.profile;
  const { unit, multiplier = multiplierOf(first.name) } = saidUnit(first.profile, table);
  if (multiplier !== 1) table.scales.push({ heading, multiplier });
  if (own.unit !== undefined) return own;
  const other = dated.find((one) => saidUnit(one.profile, table).unit !== unit);
  if (other !== undefined) {
    table.problem(
      `'${heading}' and '${other.profile.heading}' are in different units: --unit says one for both`,
    );
  }
  return unit === "" ? own : { unit: { constant: unit } };
}

/** The units of a column of units. */
export function unitIn(
  column: ColumnProfile | undefined,
  table: ProposedTable,
): Pick<TableColumns, "unit"> {
  if (column === undefined) return {};
  const { heading, example, codes } = column;
  const isNamed = heading === table.known.unit;
  table.set(column, "unit", isNamed ? "named by --unit" : `units, as ${example}`);
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
  const { variable } = columns;
  // Names of codes stand in a column of their own.
  const isNamed =
    variable === undefined || (typeof variable === "object" && "constant" in variable);
  const proposed = Array.from(named, ([written, { name, description }]) => {
    const { properties, reason } = propertiesFor(name, dcidOfName(written), taken);
    const own = {
      ...(isNamed && name !== written ? { name } : {}),
      ...properties,
      ...(description === undefined
        ? {}
        : { description: `${properties["description"]} ${description}` }),
    };
    return { entry: [written, own] as const, reason: `${written}: ${reason}` };
  });
  return {
    properties: Object.fromEntries(proposed.map(({ entry }) => entry)),
    reasons: proposed.map(({ reason }) => reason),
  };
}

type SaidVariable = Extract<TableColumns["variable"], { readonly column: string }>;

interface VariableName {
  readonly name: string;
  readonly description?: string | undefined;
}

/** What variables are called, by what the table writes, or by the dcid of a column. */
function namesOf(
  { profiles, sample, known }: ProposedTable,
  { variable, variables = {} }: Pick<TableColumns, "variable" | "variables">,
): Map<string, VariableName> {
  if (variable === undefined) {
    const all = Object.entries(variables as Readonly<Record<string, VariableColumn>>);
    const named = all.map(([heading, { variable: dcid, name = heading }]) => {
      const description = sample.metadata?.of(heading)?.description;
      return [dcid ?? name, { name, description }] as const;
    });
    return new Map(named);
  }
  if (typeof variable === "object" && "constant" in variable) {
    const { constant } = variable;
    const { variable: said = constant } = known;
    return new Map([[constant, { name: dcidOfName(said) === constant ? said : constant }]]);
  }
  const said: SaidVariable = typeof variable === "string" ? { column: variable } : variable;
  const { column, values = {}, name: label } = said;
  const codes = profiles.find(({ heading }) => heading === column)?.codes ?? [];
  const written = codes.map((code) => values[code] ?? code);
  const named = new Map(written.map((name) => [name, { name }]));
  if (label === undefined) return named;
  const at = (heading: string) => profiles.findIndex((one) => one.heading === heading);
  for (const row of sample.rows)
    named.set(cellAt(row, at(column)), { name: cellAt(row, at(label)) });
  named.delete("");
  return named;
}
