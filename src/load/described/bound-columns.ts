/** What the option `columns` says, with the positions of the columns in one table's header. */
import { aboutProperty, type MeasuredField, measuredFields } from "../../stats/facet-fields.ts";
import { shown } from "../bytes/diagnostics.ts";
import { withoutNamespace } from "../values/mcf-value.ts";
import { isNothing } from "../values/no-value.ts";
import { slipOf } from "../values/slips.ts";
import { dateIn } from "../values/table-dates.ts";
import type { DecimalSign } from "./cell-forms.ts";
import type {
  CodedColumn,
  CodedPlace,
  CodeMeaning,
  EntityColumn,
  MeasureColumn,
  TableColumns,
  VariableColumn,
} from "./column-option.ts";
import { dcidOfName } from "./made-dcids.ts";

/** A column by its position, with the meanings of its codes. */
interface ColumnPart {
  readonly at: number;
  readonly values?: ReadonlyMap<string, string>;
}

/** A column, or a text for all rows. */
export type Part = ColumnPart | { readonly constant: string };

/** "" for what is no value. */
export function textOf(part: Part, cells: readonly string[]): string {
  return "constant" in part ? part.constant : cellOf(part.at, cells, part.values);
}

/** What a cell means. */
export function cellOf(
  at: number,
  cells: readonly string[],
  values?: ReadonlyMap<string, string>,
): string {
  const cell = cells[at] ?? "";
  return values?.get(cell) ?? (isNothing(cell) ? "" : cell);
}

/** One observation of each row: where its value and all else stand. */
export interface ValueColumn {
  readonly at: number;
  readonly date: Part;
  readonly variable: Part;
  /** Whether the variable is a name, of which a dcid is made; else it is one. */
  readonly isName: boolean;
  /** Of names of variables, where the variable is a code. */
  readonly nameAt?: number | undefined;
  /** Each value is multiplied by this power of ten, 1000 of "in thousands", or by that of a column. */
  readonly multiplier: number | ColumnPart;
  readonly facet: ReadonlyMap<MeasuredField, Part>;
}

export interface BoundDimension {
  readonly at: number;
  readonly property: string;
  readonly values: ReadonlyMap<string, CodeMeaning>;
  /** Of names of codes. */
  readonly nameAt: number | undefined;
}

export interface BoundEntity {
  /** Of ids; undefined if names say the entity. */
  readonly id: Part | undefined;
  /** Of names. */
  readonly nameAt: number | undefined;
  readonly prefix: string;
  readonly digits: number;
  /** Places by code; undefined if each code becomes a dcid. */
  readonly values: ReadonlyMap<string, CodedPlace> | undefined;
  readonly type: string;
  readonly within: string;
  readonly create: string | undefined;
  /** Cells of rows that are left out. */
  readonly without: ReadonlySet<string>;
}

export interface BoundColumns {
  readonly header: readonly string[];
  /** By property: mostly one, by `observationAbout`. */
  readonly entities: ReadonlyMap<string, BoundEntity>;
  readonly values: readonly ValueColumn[];
  readonly dimensions: readonly BoundDimension[];
  /** What is said about variables, by dcid or name. */
  readonly properties: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Columns whose cells are counted and not read. */
  readonly notes: readonly number[];
  /** Rows below the header that are not read. */
  readonly skipRows: number;
  /** Whether a later row may say another value. */
  readonly isRepeatable: boolean;
  readonly dayFirst: boolean;
  /** Months or quarters of the years in the column of dates. */
  readonly datePart: { readonly at: number; readonly sign: string } | undefined;
  readonly decimal: DecimalSign;
  /** Rows with other cells than these are not read. */
  readonly only: readonly { readonly at: number; readonly cell: string }[];
}

/** Why an option does not fit a header: the first reason. */
interface Misfit {
  readonly problem: string;
}

class MisfitError extends Error {}

/** Headings are compared as they are written. */
export function bindColumns(
  columns: TableColumns,
  header: readonly string[],
): BoundColumns | Misfit {
  try {
    return new Binder(header).bind(columns);
  } catch (error) {
    if (error instanceof MisfitError) return { problem: error.message };
    throw error;
  }
}

class Binder {
  readonly #header: readonly string[];

  constructor(header: readonly string[]) {
    this.#header = header;
  }

  bind(columns: TableColumns): BoundColumns {
    const { decimal = ".", date, notes = [], skipRows = 0 } = columns;
    const dayFirst = typeof date === "object" && "dayFirst" in date && date.dayFirst === true;
    const given = columns.entities ?? { [aboutProperty]: columns.entity! };
    const entities = new Map(
      Object.entries(given).map(([property, one]) => [property, this.#entity(one)]),
    );
    const only = Object.entries(columns.only ?? {}).map(([heading, cell]) => ({
      at: this.#at(heading, "only"),
      cell,
    }));
    return {
      header: this.#header,
      entities,
      values: this.#values(columns),
      dimensions: this.#dimensions(columns),
      properties: propertiesIn(columns),
      notes: notes.map((heading) => this.#at(heading, "notes")),
      skipRows,
      isRepeatable: columns.repeated === "later",
      dayFirst,
      datePart: this.#datePart(date),
      decimal,
      only,
    };
  }

  #datePart(date: TableColumns["date"]): BoundColumns["datePart"] {
    if (typeof date !== "object" || !("part" in date) || date.part === undefined) return undefined;
    return { at: this.#at(date.part, "date.part"), sign: datePartSign(date.part) };
  }

  #dimensions({ dimensions = {} }: TableColumns): BoundDimension[] {
    return Object.entries(dimensions).map(([heading, { property, values = {}, name }]) => {
      const meanings = Object.entries(values).map(
        ([code, one]) => [code, typeof one === "string" ? { value: one } : one] as const,
      );
      return {
        at: this.#at(heading, "dimensions"),
        property: property ?? propertyOf(heading),
        values: new Map(meanings),
        nameAt: name === undefined ? undefined : this.#at(name, "dimensions"),
      };
    });
  }

  #values(columns: TableColumns): ValueColumn[] {
    const { value, variables, dates } = columns;
    const facet = this.#facet(columns);
    const { multiplier: given = 1 } = columns;
    const multiplier = typeof given === "number" ? given : this.#column(given, "multiplier");
    if (value !== undefined) {
      const date = this.#date(columns);
      const at = this.#at(value, "value");
      return [{ at, date, ...this.#variable(columns), multiplier, facet }];
    }
    if (variables !== undefined) {
      return entriesOf(variables).map(([heading, given]) => {
        const at = this.#at(heading, "variables");
        const { variable, name = heading, multiplier: by = multiplier, ...own } = variableOf(given);
        const measured = new Map(facet);
        for (const field of measuredFields) {
          if (own[field] !== undefined) measured.set(field, { constant: own[field] });
        }
        const date =
          own.date === undefined
            ? this.#date(columns)
            : this.#ownDate(own.date, `variables[${JSON.stringify(heading)}].date is`, measured);
        const isName = variable === undefined;
        const said = { constant: variable ?? name };
        return { at, date, variable: said, isName, multiplier: by, facet: measured };
      });
    }
    const variable = this.#variable(columns);
    return entriesOf(dates!).map(([heading, given]) => {
      const measured = new Map(facet);
      const cure = `; say it, as in { ${JSON.stringify(heading)}: "2024" }`;
      const date = this.#ownDate(given ?? heading, "dates names", measured, cure);
      const at = this.#at(heading, "dates");
      return { at, date, ...variable, multiplier, facet: measured };
    });
  }

  /** The date of one column, whose period goes to `facet` unless the table says one. */
  #ownDate(cell: string, said: string, facet: Map<MeasuredField, Part>, cure = ""): Part {
    const found = dateIn(cell);
    if (found === undefined) {
      throw new MisfitError(`columns.${said} ${shown(cell)}, which is no date${cure}`);
    }
    const { date, period } = found;
    if (period !== undefined && !facet.has("observationPeriod")) {
      facet.set("observationPeriod", { constant: period });
    }
    return { constant: date };
  }

  #entity(entity: EntityColumn): BoundEntity {
    const nowhere = { nameAt: undefined, prefix: "", digits: 0, type: "", within: "" };
    const none = { values: undefined, create: undefined, without: new Set<string>() };
    const plain = { ...nowhere, ...none };
    if (typeof entity === "string") return { ...plain, id: { at: this.#at(entity, "entity") } };
    if ("constant" in entity) return { ...plain, id: entity };
    const id = "column" in entity ? { at: this.#at(entity.column, "entity.column") } : undefined;
    const nameAt = "name" in entity ? this.#at(entity.name, "entity.name") : undefined;
    const { prefix = "", digits = 0, values: dcids } = "column" in entity ? entity : {};
    const places = Object.entries(dcids ?? {}).map(
      ([code, one]) => [code, typeof one === "string" ? { dcid: one } : one] as const,
    );
    const values = dcids === undefined ? undefined : new Map(places);
    const { type = "", within = "", create } = "name" in entity ? entity : {};
    const without = new Set(entity.without);
    return { id, nameAt, prefix, digits, values, type, within, create, without };
  }

  #date({ date }: TableColumns): Part {
    if (typeof date !== "object") return this.#part(date!, "date");
    if (!("constant" in date)) return { at: this.#at(date.column, "date.column") };
    const found = dateIn(date.constant);
    if (found === undefined) {
      throw new MisfitError(`columns.date.constant is ${shown(date.constant)}, which is no date`);
    }
    return { constant: found.date };
  }

  #variable({ variable }: TableColumns): Pick<ValueColumn, "variable" | "isName" | "nameAt"> {
    const part = this.#part(variable!, "variable");
    const name = typeof variable === "object" && "name" in variable ? variable.name : undefined;
    const nameAt = name === undefined ? undefined : this.#at(name, "variable.name");
    return { variable: part, isName: "at" in part, nameAt };
  }

  #facet(columns: TableColumns): Map<MeasuredField, Part> {
    const facet = new Map<MeasuredField, Part>();
    for (const field of measuredFields) {
      const given = columns[field];
      if (given !== undefined) facet.set(field, this.#part(given, field));
    }
    return facet;
  }

  #part(given: MeasureColumn, member: string): Part {
    if (typeof given !== "string" && "constant" in given) return given;
    return this.#column(given, member);
  }

  #column(given: string | CodedColumn, member: string): ColumnPart {
    if (typeof given === "string") return { at: this.#at(given, member) };
    const at = this.#at(given.column, `${member}.column`);
    return given.values === undefined ? { at } : { at, values: mapOf(given.values) };
  }

  #at(heading: string, member: string): number {
    const at = this.#header.indexOf(heading);
    if (at >= 0 && this.#header.indexOf(heading, at + 1) < 0) return at;
    const named = `columns.${member} names the column ${shown(heading)}`;
    if (at >= 0) throw new MisfitError(`${named}, and the header has several of this name`);
    const near = slipOf(heading, this.#header);
    const hint = near === undefined ? "" : `; is ${shown(near)} meant?`;
    throw new MisfitError(`${named}; the columns are ${shown(this.#header.join(", "))}${hint}`);
  }
}

/** By the texts that a column of variables has, or by what a column of values is: its heading stands for its variable. */
function propertiesIn({ properties = {}, variables }: TableColumns): BoundColumns["properties"] {
  const said = entriesOf(variables ?? {}).map(([heading, given]) => {
    const { variable, name = heading } = variableOf(given);
    return { heading, written: variable ?? name };
  });
  const bound = new Map<string, Map<string, string>>();
  for (const [key, one] of Object.entries(properties)) {
    const isWritten = (text: string) =>
      [text, withoutNamespace(text), dcidOfName(text)].includes(key);
    const own =
      said.find(({ written }) => isWritten(written)) ?? said.find(({ heading }) => heading === key);
    if (own === undefined && variables !== undefined) {
      const known = said.flatMap(({ heading, written }) => [heading, written]);
      const near = slipOf(key, known);
      const hint = near === undefined ? "" : `; is ${shown(near)} meant?`;
      const names = shown([...new Set(known)].join(", "));
      throw new MisfitError(
        `columns.properties names ${shown(key)}, which is no variable of the table; they are ${names}${hint}`,
      );
    }
    const name = own?.written ?? key;
    bound.set(name, new Map([...(bound.get(name) ?? []), ...mapOf(one)]));
  }
  return bound;
}

function mapOf(texts: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(texts));
}

/** What stands before a number in a column of quarters or halves of a year, so that it is no month. */
export function datePartSign(heading: string): string {
  if (/qu?a?rt|qtr|trim/i.test(heading)) return "Q";
  return /half|sem/i.test(heading) ? "S" : "";
}

/** The date that a year says with its month or quarter: `2020-Q1` of `2020` and `1`. */
export function dateWithPart(year: string, part: string, sign: string): string {
  if (isNothing(part)) return year;
  return `${year}-${/^\d/.test(part) ? sign : ""}${part}`;
}

/** `seasonalAdjustment` of `Seasonal adjustment`. */
export function propertyOf(heading: string): string {
  const words = heading.match(/[\p{L}\p{N}]+/gu) ?? ["dimension"];
  return words
    .map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))
    .map((word, at) =>
      at === 0
        ? word.charAt(0).toLowerCase() + word.slice(1)
        : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join("");
}

function entriesOf<T>(
  given: readonly string[] | Readonly<Record<string, T>>,
): (readonly [heading: string, given: T | undefined])[] {
  if (Array.isArray(given)) return given.map((heading: string) => [heading, undefined]);
  return Object.entries(given as Readonly<Record<string, T>>);
}

function variableOf(given: string | VariableColumn | undefined): VariableColumn {
  if (typeof given === "string") return { variable: given };
  return given ?? {};
}
