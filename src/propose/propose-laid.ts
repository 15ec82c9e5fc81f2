/**
 * A proposal for a table in a layout of a publisher: what its columns hold is known, and only codes of
 * places and forms of dates are to be judged by the cells.
 */
import type { TableColumns, VariableColumn } from "../load/described/column-option.ts";
import { unitScale } from "../load/described/multipliers.ts";
import type { LaidColumn, LayoutRole } from "../load/layouts/layout.ts";
import type { FoundLayout } from "../load/layouts/layouts.ts";
import { looksLikeDcid } from "../load/values/mcf-value.ts";
import { dateIn } from "../load/values/table-dates.ts";
import { unitOf } from "./codes/code-lists.ts";
import { type ColumnProfile, headings } from "./column-profile.ts";
import { findDay } from "./find-date.ts";
import { dimensionOf } from "./find-dimensions.ts";
import { findEntity } from "./find-entity.ts";
import { measuredBy, multiplierIn, type Use } from "./find-measures.ts";
import { unitIn, variablesIn } from "./find-variable.ts";
import { functionBetween } from "./obstacles.ts";
import { type ColumnRole, type KnownColumns, optionOf } from "./proposal.ts";
import type { ProposedTable } from "./proposed-table.ts";

/** What is missing is added to the problems of the table. */
export function proposeLaid(table: ProposedTable, layout: FoundLayout): TableColumns {
  return new LaidProposer(table, layout).propose();
}

class LaidProposer {
  readonly #table: ProposedTable;
  readonly #layout: FoundLayout;
  readonly #known: KnownColumns;
  readonly #columns: readonly LaidColumn[];

  constructor(table: ProposedTable, layout: FoundLayout) {
    this.#table = table;
    this.#layout = layout;
    this.#known = table.known;
    this.#columns = namedBy(table.known, layout.table.columns);
  }

  propose(): TableColumns {
    const entity = this.#entities() ?? this.#entity();
    const dates = this.#dated();
    const date = dates === undefined ? this.#date() : undefined;
    const values = this.#values(dates);
    const facets = this.#facets();
    const parts = this.#parts();
    return {
      ...this.#table.multiplier(),
      layout: this.#layout.name,
      ...entity,
      ...(date && { date }),
      ...values,
      ...facets,
      ...parts,
      ...this.#table.form(),
    };
  }

  /** What rows are about, where the table itself says it. */
  #entities(): Pick<TableColumns, "entity" | "entities"> | undefined {
    const columns = this.#of("entity property");
    if (columns.length === 0) return undefined;
    const { entity } = this.#known;
    if (entity !== undefined) {
      this.#problem(`the headings say what rows are about: leave out --entity '${entity}'`);
    }
    for (const one of columns) this.#set(one, "entity", `dcids, as ${one.example}`);
    const [only] = columns;
    if (columns.length === 1 && only?.heading === "observationAbout")
      return { entity: only.heading };
    return { entities: Object.fromEntries(columns.map(({ heading }) => [heading, heading])) };
  }

  #entity(): Pick<TableColumns, "entity"> | undefined {
    const { entity } = this.#known;
    const isConstant = entity !== undefined && !this.#columns.some((one) => one.heading === entity);
    if (isConstant && looksLikeDcid(entity)) return { entity: { constant: entity } };
    // No publisher writes states of the United States by two letters.
    const coded = this.#of("entity").map((one) =>
      one.codeKind === "either" ? { ...one, codeKind: "alpha2" as const } : one,
    );
    const isKnown = coded.some(({ codeKind, dcids }) => codeKind !== undefined || dcids > 0.5);
    const names = this.#of("entity name");
    // Names say more than codes of no known kind.
    const columns = isKnown ? [...coded, ...names] : [...names, ...coded];
    const found = findEntity(columns, this.#known);
    if (found !== undefined) {
      for (const { profile, reason } of found.uses) this.#set(profile, "entity", reason);
      if (found.problem !== undefined) this.#table.problems.push(found.problem);
      return { entity: found.entity };
    }
    const [first] = columns;
    if (first === undefined) {
      this.#problem("no column says what rows are about: --entity DCID says it for all rows");
    } else {
      this.#problem(
        `'${first.heading}' holds no codes of known places, as '${first.example}': --entity '${first.heading}' --prefix TEXT makes places of their own of them, --name looks names up`,
      );
    }
    return undefined;
  }

  #date(): TableColumns["date"] {
    const [column] = this.#of("date");
    const { table } = this.#layout;
    if (column === undefined) {
      const said = this.#known.date ?? table.date?.(this.#table.sample.stem);
      const date = said === undefined ? undefined : dateIn(said)?.date;
      if (date !== undefined) return { constant: date };
      this.#problem("no column holds dates: --date 2024 says one date for all rows");
      return undefined;
    }
    const { dayFirst, problem } = findDay(column, this.#known);
    if (problem !== undefined) this.#table.problems.push(problem);
    this.#set(column, "date", `dates, as ${column.example}`);
    return dayFirst ? { column: column.heading, dayFirst: true } : column.heading;
  }

  /** Columns of values whose headings are dates. */
  #dated(): readonly string[] | undefined {
    const values = this.#of("value");
    if (this.#of("date").length > 0 || values.length === 0) return undefined;
    if (!values.every(({ heading }) => dateIn(heading) !== undefined)) return undefined;
    for (const one of values) this.#set(one, "value", "the heading is a date");
    return values.map(({ heading }) => heading);
  }

  #values(dates: readonly string[] | undefined): Partial<TableColumns> | undefined {
    const variable = this.#variable();
    if (dates !== undefined) return this.#ofVariable(variable, { dates });
    const said = this.#of("value");
    const values = said.length > 0 ? said : this.#of("open").filter(isNumeric);
    const [first] = values;
    if (first === undefined) {
      this.#problem("no column holds numbers: --value HEADING names one");
      return undefined;
    }
    for (const one of values) this.#set(one, "value", `numbers, as ${one.example}`);
    // Texts beside several columns of values are no part of them.
    if (said.length === 0) {
      for (const one of this.#of("open")) {
        if (!isNumeric(one)) this.#set(one, "note", `texts, as ${one.example}`);
      }
    }
    const isSingle = values.length === 1 && said.length > 0;
    if (
      variable !== undefined ||
      (isSingle && this.#columnOf(first)?.name === undefined && this.#isValue(first))
    ) {
      return this.#ofVariable(variable, { value: first.heading });
    }
    return { variables: this.#variablesOf(values) };
  }

  #variablesOf(values: readonly ColumnProfile[]): Record<string, VariableColumn> {
    const columnOf = (heading: string) => this.#columns.find((one) => one.heading === heading);
    const variables = variablesIn(values, this.#table, [], (one) => columnOf(one)?.name);
    const said = Object.entries(variables).map(([heading, variable]) => [
      heading,
      { ...variable, ...saidOf(columnOf(heading)) },
    ]);
    return Object.fromEntries(said) as Record<string, VariableColumn>;
  }

  #isValue({ heading }: ColumnProfile): boolean {
    return /value/i.test(heading);
  }

  #ofVariable(
    variable: TableColumns["variable"],
    values: Partial<TableColumns>,
  ): Partial<TableColumns> | undefined {
    if (variable !== undefined) return { variable, ...values };
    this.#problem(
      "nothing says of which variable the values are: --variable NAME does",
      optionOf("variable", this.#table.sample.stem),
    );
    return undefined;
  }

  #variable(): TableColumns["variable"] {
    const [column] = this.#of("variable");
    if (column === undefined) {
      const constant =
        this.#known.variable ?? this.#layout.table.variable?.(this.#table.sample.stem);
      return constant === undefined ? undefined : { constant };
    }
    const { heading, example } = column;
    this.#set(column, "variable", `variables, as ${example}`);
    const name = this.#labelOf(heading);
    return name === undefined ? heading : { column: heading, name };
  }

  #labelOf(heading: string): string | undefined {
    return this.#columns.find(({ role, of }) => role === "label" && of === heading)?.heading;
  }

  #facets(): Partial<TableColumns> {
    const [multiplier] = this.#of("multiplier");
    const [period] = this.#of("period");
    const [method] = this.#of("method");
    const [scale] = this.#of("scale");
    const [unit] = this.#of("unit");
    const uses: Use[] = [];
    const { problems } = this.#table;
    if (multiplier !== undefined) {
      this.#table.scales.push(...multiplierIn(multiplier, uses, problems, true));
    }
    const columns = {
      ...(this.#layout.table.hasUnitsAsDcids === true
        ? this.#facetOf("unit", unit)
        : unitIn(unit, this.#table)),
      ...this.#facetOf("scalingFactor", scale),
      ...measuredBy("observationPeriod", period, uses),
      ...measuredBy("measurementMethod", method, uses),
    };
    for (const { profile, role, reason } of uses) this.#set(profile, role, reason);
    return columns;
  }

  /** A column whose cells are taken as they stand. */
  #facetOf(field: "unit" | "scalingFactor", column: ColumnProfile | undefined) {
    if (column === undefined) return {};
    this.#set(column, "unit", `${field} of values, as ${column.example}`);
    return { [field]: column.heading };
  }

  #parts(): Partial<TableColumns> {
    const dimensions = this.#of("dimension").flatMap((one) => {
      if (this.#isAround(one)) {
        this.#set(one, "not read", "the place of a row says it");
        return [];
      }
      const label = this.#table.columnOf(this.#labelOf(one.heading));
      const { column, reason } = dimensionOf(one, label, this.#table);
      this.#set(one, "dimension", reason);
      return [[one.heading, column] as const];
    });
    const notes = this.#of("note");
    for (const one of notes) this.#set(one, "note", `flags or notes, as ${one.example}`);
    for (const one of this.#of("about"))
      this.#set(one, "note", "it says nothing about single rows");
    for (const one of this.#of("label")) this.#set(one, "name", "names of codes");
    return {
      ...(dimensions.length === 0 ? {} : { dimensions: Object.fromEntries(dimensions) }),
      ...(notes.length === 0 ? {} : { notes: notes.map(({ heading }) => heading) }),
    };
  }

  /** Whether a column has the places around those of the rows, such as their countries. */
  #isAround(profile: ColumnProfile): boolean {
    const { profiles, sample, positionOf, roleOf } = this.#table;
    const entity = profiles.find(({ heading }) => roleOf(heading) === "entity");
    if (entity === undefined || !headings.place.test(profile.heading)) return false;
    return functionBetween(sample.rows, positionOf(entity), positionOf(profile));
  }

  /** Columns with cells that have a role. */
  #of(role: LayoutRole): ColumnProfile[] {
    return this.#table.profiles.filter(
      ({ cells }, at) => this.#columns[at]?.role === role && cells.length > 0,
    );
  }

  #columnOf({ heading }: ColumnProfile): LaidColumn | undefined {
    return this.#columns.find((one) => one.heading === heading);
  }

  #problem(problem: string, ...cures: readonly string[]): void {
    this.#table.problem(problem, ...cures);
  }

  #set(profile: ColumnProfile, role: ColumnRole, reason: string): void {
    this.#table.set(profile, role, reason);
  }
}

/** The unit and the power of ten that a layout gives a column. */
function saidOf({ unit = "", power }: Partial<LaidColumn> = {}) {
  const said = power === undefined ? unitScale(unit) : { unit, power };
  return {
    ...(said.unit === "" ? {} : { unit: unitOf(said.unit) ?? said.unit }),
    ...(said.power === 0 ? {} : { multiplier: 10 ** said.power }),
  };
}

function isNumeric({ numbers }: ColumnProfile): boolean {
  return numbers > 0.5;
}

/** What a caller says counts before what a layout says. */
function namedBy(known: KnownColumns, columns: readonly LaidColumn[]): readonly LaidColumn[] {
  const said: readonly (readonly [string | undefined, LayoutRole])[] = [
    [known.entity, "entity"],
    [known.name, "entity"],
    [known.date, "date"],
    [known.variable, "variable"],
    [known.value, "value"],
    [known.unit, "unit"],
  ];
  return said.reduce((before, [heading, role]) => {
    if (!before.some((one) => one.heading === heading)) return before;
    return before.map((one) => {
      if (one.heading === heading) return { ...one, role };
      return one.role === role ? { ...one, role: "open" as const } : one;
    });
  }, columns);
}
