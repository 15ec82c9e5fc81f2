/** Says whether the option `columns` is one: a program in JavaScript may give anything. */
import { describeArgument } from "../../errors/excerpts.ts";
import { entitiesMax, measuredFields } from "../../stats/facet-fields.ts";
import { layoutNames } from "../layouts/layouts.ts";

type Check = (value: unknown, name: string) => void;

/** Holds values to a test. */
const that =
  (expected: string, holds: (value: unknown) => boolean): Check =>
  (value, name) => {
    if (!holds(value)) refuse(name, expected, value);
  };

const isWhole = (value: unknown, from: number, to = Number.POSITIVE_INFINITY) =>
  Number.isInteger(value) && (value as number) >= from && (value as number) <= to;

const text = that("a text", (value) => typeof value === "string" && value !== "");
const anyText = that("a text", (value) => typeof value === "string");
const flag = that("true or false", (value) => typeof value === "boolean");
const digits = that("a number of digits from 1 to 100", (value) => isWhole(value, 1, 100));
const lineNumber = that("a number of a line, from 1", (value) => isWhole(value, 1));
const rowCount = that("a number of rows", (value) => isWhole(value, 0));

const power = that(
  "a power of ten from 1 to 1000000000000",
  (value) => typeof value === "number" && /^1(?:0{1,12})?$/.test(String(value)),
);

const powerOrHeading: Check = (value, name) => {
  if (isRecord(value)) either("a heading or { column, values }", codes)(value, name);
  else (typeof value === "string" ? text : power)(value, name);
};

const delimiter = that(
  "one character",
  (value) => typeof value === "string" && value.length === 1 && !/["\r\n]/.test(value),
);

const oneOf = (values: readonly string[]): Check =>
  that(values.map((one) => `"${one}"`).join(" or "), (value) => values.includes(value as string));

const listOfTexts: Check = (value, name) => {
  if (!Array.isArray(value)) refuse(name, "a list of texts", value);
  for (const [at, one] of value.entries()) text(one, `${name}[${at}]`);
};

/** An object whose members have any names. */
const recordOf =
  (expected: string, check: Check): Check =>
  (value, name) => {
    if (!isRecord(value)) refuse(name, expected, value);
    for (const [key, one] of Object.entries(value)) check(one, `${name}[${JSON.stringify(key)}]`);
  };

const codes: Readonly<Record<string, Check>> = {
  column: text,
  values: recordOf("an object of texts by code", anyText),
};

const dimension: Check = (value, name) => {
  if (!isRecord(value)) refuse(name, "an object as { property, values }", value);
  checkMembers(value, dimensionMembers, name);
};

const codeMeaning: Check = (value, name) => {
  if (typeof value === "string") return;
  if (!isRecord(value)) refuse(name, "a text or { value, name }", value);
  checkMembers(value, { value: anyText, name: text }, name);
  if (value["value"] === undefined) refuse(name, "a text or { value, name }", value);
};

const dimensionMembers: Readonly<Record<string, Check>> = {
  property: text,
  values: recordOf("an object of values by code", codeMeaning),
  name: text,
};

function codedPlace(value: unknown, name: string): void {
  if (isRecord(value)) {
    checkMembers(value, { dcid: text, name: text, type: text }, name);
    text(value["dcid"], `${name}.dcid`);
  } else text(value, name);
}

const constant: Readonly<Record<string, Check>> = { constant: text };
const ids: Readonly<Record<string, Check>> = {
  column: text,
  prefix: text,
  digits,
  values: recordOf("an object of dcids by code", codedPlace),
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

const columnOrConstant = either(
  "a column's heading, { column, values } or { constant }",
  constant,
  codes,
);

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
    part: text,
  }),
  dates: listOrRecord("a list of headings or an object of dates by heading", text),
  variable: either("a column's heading, { column, values, name } or { constant }", constant, {
    ...codes,
    name: text,
  }),
  value: text,
  variables: listOrRecord(
    "a list of headings or an object of variables by heading",
    either("a dcid or { variable, unit, … }", {
      variable: text,
      name: text,
      multiplier: power,
      date: text,
      ...measures,
    }),
  ),
  ...Object.fromEntries(measuredFields.map((field) => [field, columnOrConstant])),
  dimensions: recordOf("an object of dimensions by heading", dimension),
  properties: recordOf(
    "an object of properties by variable",
    recordOf("an object of texts by property", text),
  ),
  multiplier: powerOrHeading,
  notes: listOfTexts,
  skipRows: rowCount,
  only: recordOf("an object of cells by heading", anyText),
  repeated: oneOf(["refused", "later"]),
  header: lineNumber,
  sheet: text,
  layout: oneOf(layoutNames),
  decimal: oneOf([".", ","]),
  delimiter,
  encoding: oneOf(["utf-8", "windows-1252"]),
};

/** @throws TypeError that names the member that is wrong */
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
  checkDate(option);
}

function checkDate({ date, dates, variables }: Readonly<Record<string, unknown>>): void {
  if (dates !== undefined && date !== undefined) {
    throw new TypeError("columns.date and columns.dates exclude each other");
  }
  if (dates === undefined && date === undefined && !areDated(variables)) {
    throw new TypeError(
      'columns.date is missing: name the column of dates, or one date as { constant: "2024" }',
    );
  }
}

/** Whether each column of values has a date of its own. */
function areDated(variables: unknown): boolean {
  if (!isRecord(variables)) return false;
  return Object.values(variables).every((one) => isRecord(one) && one["date"] !== undefined);
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

/** A text, or an object with the members of one of the forms, the first of which it must have, unless that is a variable. */
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
    const [first = ""] = Object.keys(form);
    if (first !== "variable" && !keys.includes(first)) refuse(name, expected, value);
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(name: string, expected: string, value: unknown): never {
  throw new TypeError(`${name} needs ${expected}, not ${describeArgument(value)}`);
}
