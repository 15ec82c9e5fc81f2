/** The option `columns`: what the columns of a table hold that says nothing of it itself. */
import { describeArgument } from "../../errors/excerpts.ts";
import {
  entitiesMax,
  type MeasuredField,
  measuredFields,
} from "../../stats/facets/facet-fields.ts";

/** What all rows have in common, where a column would say it row by row. */
export interface ConstantText {
  readonly constant: string;
}

/** A column that holds ids. Each cell becomes a dcid. */
export interface DcidColumn {
  /** Heading. */
  readonly column: string;
  /** What stands before each id: `geoId/` makes `geoId/06` of `06`. Default: nothing. */
  readonly prefix?: string | undefined;
  /** Digits of an id: `6` becomes `06` for 2, since spreadsheets drop zeros. Default: as written. */
  readonly digits?: number | undefined;
  /** Cells whose rows are left out, such as codes of groups of countries. Default: none. */
  readonly without?: readonly string[] | undefined;
}

/** A column that holds names of places or other entities, which are looked up. */
export interface NameColumn {
  /** Heading. */
  readonly name: string;
  /** Type of these entities, as `City`. Default: any. */
  readonly type?: string | undefined;
  /** Dcid of a place that all of them lie in, as `geoId/25`. Default: anywhere. */
  readonly within?: string | undefined;
  /**
   * Beginning of the dcids of entities that no world has: `town/` makes `town/New_Salem` of
   * `New Salem`, with its name, `type` and `within`. Default: such rows are reported and left out.
   */
  readonly create?: string | undefined;
  /** Cells whose rows are left out. Default: none. */
  readonly without?: readonly string[] | undefined;
}

/**
 * What rows are about: the heading of a column of dcids, a column of ids, a column of names, or
 * both, when names count where the id is empty.
 */
export type EntityColumn =
  | string
  | DcidColumn
  | NameColumn
  | (DcidColumn & NameColumn)
  | ConstantText;

/** Dates: the heading of a column, or one date of all rows. */
export type DateColumn = string | DatesOf | ConstantText;

/** A column of dates. */
export interface DatesOf {
  /** Heading. */
  readonly column: string;
  /** Whether `3/4/2020` is in April. Default: false, the month stands first. */
  readonly dayFirst?: boolean | undefined;
}

/** The variable of a column of values, and how it is measured. Texts count as they are written. */
export interface VariableColumn extends Partial<Readonly<Record<MeasuredField, string>>> {
  /** Dcid. Default: made of the name, as `Median_income` of `Median income`. */
  readonly variable?: string | undefined;
  /** Name of the variable, if no dcid is given. Default: the heading. */
  readonly name?: string | undefined;
  /** A power of ten that each value is multiplied by. Default: that of the table. */
  readonly multiplier?: number | undefined;
}

/** How values are measured: the heading of a column, or a text for all rows. */
export type MeasureColumn = string | ConstantText;

/**
 * What the columns of a table hold, by their headings. There is a value per row (`variable` and
 * `value`), a column of values per variable (`variables`) or one per date (`dates` and `variable`).
 * Further columns are not read.
 */
export interface TableColumns extends Partial<Readonly<Record<MeasuredField, MeasureColumn>>> {
  readonly entity?: EntityColumn | undefined;
  /**
   * In place of `entity`: the columns of up to three entities, by the properties of the variables, as
   * `{ sourceCountry: "From", destinationCountry: "To" }`.
   */
  readonly entities?: Readonly<Record<string, EntityColumn>> | undefined;
  /** A year, a month, a day or a quarter: `2020`, `2020-07`, `Jul 2020`, `7/1/2020`, `2020Q3`. */
  readonly date?: DateColumn | undefined;
  /** Columns of values whose headings are dates; or their dates by heading. */
  readonly dates?: readonly string[] | Readonly<Record<string, string>> | undefined;
  /** The heading of a column of dcids or names of variables, or one dcid for all rows. */
  readonly variable?: string | ConstantText | undefined;
  /** Heading. */
  readonly value?: string | undefined;
  /** Columns of values; or their variables by heading: a dcid, or more about them. */
  readonly variables?:
    | readonly string[]
    | Readonly<Record<string, string | VariableColumn>>
    | undefined;
  /**
   * A power of ten that each value is multiplied by: 1000 for a table in thousands. Values stay exact.
   * Default: 1.
   */
  readonly multiplier?: number | undefined;
  /** The sign before decimals. Default: `.`; with `,`, dots and blanks part thousands. */
  readonly decimal?: "." | "," | undefined;
  /** What parts cells. Default: the one of `,` `;` tab and `|` that fits the first rows best. */
  readonly delimiter?: string | undefined;
  /** Default: `utf-8`, or `windows-1252` for a file that is not UTF-8. */
  readonly encoding?: "utf-8" | "windows-1252" | undefined;
  /** Only rows with these cells are read, by heading: `{ SEX: "_T" }`. Default: all rows. */
  readonly only?: Readonly<Record<string, string>> | undefined;
  /** Line of the header, from 1; lines above it are not read. Default: the first line with text. */
  readonly header?: number | undefined;
}

type Check = (value: unknown, name: string) => void;

const text: Check = (value, name) => {
  if (typeof value !== "string" || value === "") refuse(name, "a text", value);
};

const flag: Check = (value, name) => {
  if (typeof value !== "boolean") refuse(name, "true or false", value);
};

const digits: Check = (value, name) => {
  const isCount = Number.isInteger(value) && (value as number) > 0 && (value as number) <= 100;
  if (!isCount) refuse(name, "a number of digits from 1 to 100", value);
};

const multiplier: Check = (value, name) => {
  const isPower = typeof value === "number" && /^1(?:0{1,12})?$/.test(String(value));
  if (!isPower) refuse(name, "a power of ten from 1 to 1000000000000", value);
};

const lineNumber: Check = (value, name) => {
  const isLine = Number.isInteger(value) && (value as number) > 0;
  if (!isLine) refuse(name, "a number of a line, from 1", value);
};

const listOfTexts: Check = (value, name) => {
  if (!Array.isArray(value)) refuse(name, "a list of texts", value);
  for (const [at, one] of value.entries()) text(one, `${name}[${at}]`);
};

const cellsByHeading: Check = (value, name) => {
  if (!isRecord(value)) refuse(name, "an object of cells by heading", value);
  for (const [heading, cell] of Object.entries(value)) {
    if (typeof cell !== "string") refuse(`${name}[${JSON.stringify(heading)}]`, "a text", cell);
  }
};

const constant: Readonly<Record<string, Check>> = { constant: text };
const ids: Readonly<Record<string, Check>> = {
  column: text,
  prefix: text,
  digits,
  without: listOfTexts,
};
const names: Readonly<Record<string, Check>> = {
  name: text,
  type: text,
  within: text,
  create: text,
  without: listOfTexts,
};
const measures = Object.fromEntries(measuredFields.map((field) => [field, text]));

const columnOrConstant = either("a column's heading or { constant }", constant);

const entityColumn = either(
  "a column's heading, { column, prefix, digits }, { name, type, within, create } or { constant }",
  constant,
  ids,
  names,
  { ...ids, ...names },
);

const entityColumns: Check = (value, name) => {
  const count = isRecord(value) ? Object.keys(value).length : 0;
  if (!isRecord(value) || count === 0 || count > entitiesMax) {
    refuse(name, `an object of one to ${entitiesMax} columns by property`, value);
  }
  for (const [property, one] of Object.entries(value)) entityColumn(one, `${name}.${property}`);
};

const members: Readonly<Record<string, Check>> = {
  entity: entityColumn,
  entities: entityColumns,
  date: either("a column's heading, { column, dayFirst } or { constant }", constant, {
    column: text,
    dayFirst: flag,
  }),
  dates: listOrRecord("a list of headings or an object of dates by heading", text),
  variable: columnOrConstant,
  value: text,
  variables: listOrRecord(
    "a list of headings or an object of variables by heading",
    either("a dcid or { variable, unit, … }", {
      variable: text,
      name: text,
      multiplier,
      ...measures,
    }),
  ),
  ...Object.fromEntries(measuredFields.map((field) => [field, columnOrConstant])),
  multiplier,
  only: cellsByHeading,
  header: lineNumber,
  decimal: oneOf([".", ","]),
  delimiter: (value, name) => {
    const isOne = typeof value === "string" && value.length === 1 && !/["\r\n]/.test(value);
    if (!isOne) refuse(name, "one character", value);
  },
  encoding: oneOf(["utf-8", "windows-1252"]),
};

/**
 * Says whether an option is one: a program in JavaScript may give anything.
 * @throws TypeError that names the member that is wrong
 */
export function checkColumns(option: unknown): void {
  if (!isRecord(option)) refuse("columns", "an object as { entity, date, variables }", option);
  checkMembers(option, members, "columns");
  const has = (name: string): boolean => option[name] !== undefined;
  if (!has("entity") && !has("entities")) {
    refuse("columns.entity", "a column or a constant", undefined);
  }
  if (has("entity") && has("entities")) {
    throw new TypeError("columns.entity and columns.entities exclude each other");
  }
  const values = ["value", "variables", "dates"].filter(has);
  if (values.length !== 1) {
    const given = values.length === 0 ? "none" : values.join(" and ");
    throw new TypeError(
      `columns needs one of value, variables and dates, which name the columns of values; given: ${given}`,
    );
  }
  const isPerVariable = has("variables");
  if (isPerVariable === has("variable")) {
    const [one] = values;
    throw new TypeError(
      isPerVariable
        ? "columns.variable and columns.variables exclude each other"
        : `columns.variable is missing: with columns.${one} it names the column of variables, or is { constant }`,
    );
  }
  if (has("dates") === has("date")) {
    throw new TypeError(
      has("date")
        ? "columns.date and columns.dates exclude each other"
        : 'columns.date is missing: name the column of dates, or one date as { constant: "2024" }',
    );
  }
}

function checkMembers(
  given: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, Check>>,
  place: string,
): void {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(known, name)) {
      const expected = `${place} has the members ${Object.keys(known).join(", ")}`;
      throw new TypeError(`${expected}; not ${describeArgument(name)}`);
    }
    if (value !== undefined) known[name]!(value, `${place}.${name}`);
  }
}

/** A text, or an object with the members of one of the forms, the first of which it must have. */
function either(expected: string, ...forms: Readonly<Record<string, Check>>[]): Check {
  return (value, name) => {
    if (typeof value === "string" && value !== "") return;
    if (!isRecord(value)) refuse(name, expected, value);
    const keys = Object.keys(value).filter((key) => value[key] !== undefined);
    const form = forms.find((one) => keys.every((key) => Object.hasOwn(one, key)));
    if (form === undefined) {
      throw new TypeError(`${name} needs ${expected}, not { ${keys.join(", ").slice(0, 100)} }`);
    }
    checkMembers(value, form, name);
    const isNamed = ["column", "name", "constant"].some((key) => keys.includes(key));
    const needsName = !Object.hasOwn(form, "variable");
    if (needsName && !isNamed) refuse(name, expected, value);
  };
}

function listOrRecord(expected: string, check: Check): Check {
  return (value, name) => {
    if (Array.isArray(value) && value.length > 0) {
      for (const [at, one] of value.entries()) text(one, `${name}[${at}]`);
    } else if (isRecord(value) && Object.keys(value).length > 0) {
      for (const [key, one] of Object.entries(value)) check(one, `${name}[${JSON.stringify(key)}]`);
    } else refuse(name, expected, value);
  };
}

function oneOf(values: readonly string[]): Check {
  return (value, name) => {
    if (!values.includes(value as string))
      refuse(name, values.map((one) => `"${one}"`).join(" or "), value);
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(name: string, expected: string, value: unknown): never {
  throw new TypeError(`${name} needs ${expected}, not ${describeArgument(value)}`);
}
