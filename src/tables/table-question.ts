/** The question for a table. */

import { describeArgument } from "../errors/excerpts.ts";
import type { EntityExpression } from "../expr-parser/parse-relation.ts";
import {
  OptionError,
  type OptionRow,
  type OptionRows,
  requireOptions,
} from "../options/required-options.ts";
import { type Facet, tableFields } from "../stats/facet-fields.ts";

/**
 * `records`: a row per observation. `dates`: a row per series and a column per date. `variables`: a
 * row per entity and date, and a column per variable; where only one observation of a series is
 * wanted (`date` is `latest` or one date), a row per entity.
 */
export type TableShape = "records" | "dates" | "variables";

/**
 * `latest` and `all` of a series, one date as it was loaded, or a range of dates. `latest-common`: of each
 * entity the latest date at which each variable has a number in some facet, and what a question with this date
 * gives; an entity without one has no row. With `best-for-all`, only the facets chosen for all count.
 */
export type WantedDate =
  | "latest"
  | "latest-common"
  | "all"
  | (string & Record<never, never>)
  | DateRange;

/** A range of dates with both ends. */
export interface DateRange {
  /** The first date, in byte order. Default: no limit. */
  readonly from?: string | undefined;
  /**
   * The last date; dates that begin with it are in, too: `2020` takes `2020-12`. Default: no limit.
   */
  readonly to?: string | undefined;
}

/** Facets that are kept: those that agree with all members. An empty list keeps everything. */
export type TableFilter = {
  /** One of these texts; an empty text is a facet without the field, `true` an aggregate. */
  readonly [Field in keyof Facet]?: string | readonly string[] | undefined;
} & {
  readonly facetIds?: readonly string[] | undefined;
  /** Endings of the host of `provenanceUrl`, as `/v2/observation` compares them. */
  readonly domains?: readonly string[] | undefined;
};

/**
 * Entities by property, for variables whose observations are about several: a list of dcids or an
 * expression for each property. A property that is left out may have any entity.
 */
export type EntitiesByProperty = Readonly<Record<string, readonly string[] | EntityExpression>>;

/** A column from the graph. */
export interface JoinedRelation {
  /** A relation expression with one property in each arc: `->containedInPlace{typeOf:State}`. */
  readonly path: string;
  /** The column of dcids that it begins at. Default: `entity`. */
  readonly of: string;
  /**
   * What becomes of several values: the `first` in byte order, a `list` with `; ` between them, or a row for each
   * (`rows`). Default: they are refused.
   */
  readonly several?: "first" | "list" | "rows" | undefined;
}

/** The same as callers write it. */
export type WantedRelation = Omit<JoinedRelation, "of"> & Partial<Pick<JoinedRelation, "of">>;

/** What decides which facet of a series comes first. */
export type FacetOrder = "series" | "service";

/** Which observations a table has, and in which shape. */
export interface TableQuestion {
  /**
   * Dcids, or an expression such as `country/USA<-containedInPlace+{typeOf:State}`. An entity
   * without data has no row. Or entities by property: the table then has a column for each property
   * of the variables, and none that is called `entity`.
   */
  readonly entities: readonly string[] | EntityExpression | EntitiesByProperty;
  /** Dcids. A variable without data has no row, but its column in the shape `variables`. */
  readonly variables: readonly string[];
  /** `latest`, `latest-common`, `all`, a date as it was loaded, or a range. Default: `latest`. */
  readonly date?: WantedDate | undefined;
  /**
   * Of the facets that pass the filter and have a number at the date: `best`, the first of each
   * series by `facetOrder`. `best-for-all`: of each variable the one that most of
   * the entities have, of equals that with the later date, of equals the better one. `all`. Or the
   * ids of the wanted ones. Default: `best`. In the shape `variables`, of several ids the best
   * counts.
   */
  readonly facet?: "best" | "best-for-all" | "all" | readonly string[] | undefined;
  /**
   * Which facet of a variable about an entity comes first. `series`: the one with the latest of the wanted
   * dates, of equals the one that the service ranks first. `service`: as `/v2/observation` orders facets
   * and leaves some out, which depends on how entities are named. Default: `series`.
   */
  readonly facetOrder?: FacetOrder | undefined;
  /** Facets that are kept. Default: all. */
  readonly filter?: TableFilter | undefined;
  /**
   * Divides amounts by `Count_Person`: see `denominator`. Refuses rates, medians and averages. Default: false.
   */
  readonly perCapita?: boolean | undefined;
  /**
   * Values, whatever they are, are divided by this variable's value about the same entity. A number of
   * the same year counts before others, and without one the number with the nearest date. Among series that
   * have such a number, the one of the same facet counts, otherwise the best ranked one. Nearest means the fewest days
   * between the first days of both dates (`2020` begins on 2020-01-01), in one series of two as near the earlier.
   * Without a number, or with 0, the value is null.
   */
  readonly denominator?: string | undefined;
  /**
   * Columns from the graph, by name: `{ type: "->typeOf", state: "->containedInPlace{typeOf:State}" }`. Null where a
   * path leads nowhere. They stand after all others; with `names`, each has a column of names.
   */
  readonly join?: Readonly<Record<string, string | WantedRelation>> | undefined;
  /** Adds a column of names after `entity` and `variable`. Default: false. */
  readonly names?: boolean | undefined;
  /**
   * What a row is. `records`: an observation. `dates`: a series, with a column for each date. `variables`: an
   * entity and a date, or an entity if one observation of a series is wanted. Default: `records`.
   */
  readonly shape?: TableShape | undefined;
}

/** What `perCapita` divides by. */
export const population = "Count_Person";

/** A question with its defaults. */
export interface ReadQuestion {
  readonly entities: readonly string[] | string | EntitiesByProperty;
  readonly variables: readonly string[];
  /** As the endpoint spells it: empty for all dates. */
  readonly date: string;
  readonly range: DateRange | undefined;
  /** Is of each entity one date wanted that all variables have? `date` is empty then. */
  readonly hasCommonDate: boolean;
  readonly facet: "best" | "best-for-all" | "all" | readonly string[];
  readonly facetOrder: FacetOrder;
  readonly filter: TableFilter;
  readonly denominator: string | undefined;
  /** Are only amounts divided? */
  readonly isPerCapita: boolean;
  readonly join: Readonly<Record<string, JoinedRelation>>;
  readonly names: boolean;
  readonly shape: TableShape;
}

/** @throws TypeError for a question that does not fit the types */
export function readQuestion(question: TableQuestion): ReadQuestion {
  requireOptions("table", question, tableRows);
  const { entities, variables, date = "latest", facet = "best", filter = {} } = question;
  const { shape = "records" } = question;
  requireOptions("table", filter, filterRows, "filter");
  const range = typeof date === "string" ? undefined : date;
  if (range !== undefined) checkRange(range);
  if (typeof facet === "string") checkFacet(facet);
  if (shape === "variables" && facet === "all") {
    throw new TypeError("the shape 'variables' has one facet per series: 'facet' cannot be 'all'");
  }
  const hasCommonDate = date === "latest-common";
  if (hasCommonDate && facet !== "best" && facet !== "best-for-all") {
    throw new TypeError(
      "the date 'latest-common' goes with one facet per series: 'facet' is best or best-for-all",
    );
  }
  if (isByProperty(entities)) checkByProperty(entities, question);
  return {
    entities,
    variables: [...new Set(variables)],
    date: typeof date === "string" ? wireDateOf(date) : "",
    range,
    hasCommonDate,
    facet,
    facetOrder: question.facetOrder ?? "series",
    filter,
    denominator: question.denominator ?? (question.perCapita === true ? population : undefined),
    isPerCapita: question.denominator === undefined && question.perCapita === true,
    join: readJoin(question.join),
    names: question.names === true,
    shape,
  };
}

function readJoin(join: TableQuestion["join"] = {}): ReadQuestion["join"] {
  return Object.fromEntries(
    Object.entries(join).map(([name, given]) => {
      const relation = typeof given === "string" ? { path: given } : given;
      requireOptions("table", relation, relationRows, `join.${name}`);
      return [name, { of: "entity", ...relation }];
    }),
  );
}

export function isByProperty(entities: ReadQuestion["entities"]): entities is EntitiesByProperty {
  return typeof entities === "object" && !Array.isArray(entities);
}

function checkByProperty(entities: EntitiesByProperty, question: TableQuestion): void {
  for (const [property, wanted] of Object.entries(entities)) {
    const isList = Array.isArray(wanted) && wanted.every((one) => typeof one === "string");
    if (isList || typeof wanted === "string") continue;
    const problem = `'entities.${property}' is a list of dcids or an expression, not ${describeArgument(wanted)}`;
    throw new OptionError({ function: "table", option: `entities.${property}` }, problem);
  }
  if (question.denominator === undefined && question.perCapita !== true) return;
  throw new TypeError("table: values about entities by property have no denominator");
}

/** How the dates of observations begin. */
const dateBegins = /^(?:\d{4}(?![^-\d])|\d{1,3}$)/;

/** @throws TypeError for a text that no date begins as */
function wireDateOf(date: string): string {
  if (date === "latest") return "LATEST";
  if (date === "all" || date === "latest-common") return "";
  if (dateBegins.test(date)) return date;
  const problem = `'date' is latest, latest-common, all, a date or { from, to }, not ${describeArgument(date)}`;
  throw new OptionError({ function: "table", option: "date" }, problem);
}

/** @throws TypeError for a range that no date is in */
function checkRange(range: DateRange): void {
  requireOptions("table", range, rangeRows, "date");
  const { from = "", to } = range;
  const odd = [from, to ?? ""].find((end) => end !== "" && !dateBegins.test(end));
  if (odd !== undefined) {
    const problem = `'date' has the end ${describeArgument(odd)}, and no date begins so: dates are 2020, 2020-07 or 2020-07-31`;
    throw new OptionError({ function: "table", option: "date" }, problem);
  }
  if (to === undefined || from <= to || from.startsWith(to)) return;
  const problem = `'date' ends before it begins: from ${describeArgument(from)} to ${describeArgument(to)}`;
  throw new OptionError({ function: "table", option: "date" }, problem);
}

function checkFacet(word: string): void {
  const words = ["best", "best-for-all", "all"];
  if (words.includes(word)) return;
  const problem = `'facet' is one of ${words.join(", ")}, not ${describeArgument(word)}`;
  throw new OptionError({ function: "table", option: "facet" }, problem);
}

const rangeRows = {
  from: { is: ["text"] },
  to: { is: ["text"] },
} satisfies OptionRows<DateRange>;

const relationRows = {
  path: { is: ["text"], isRequired: true },
  of: { is: ["text"] },
  several: { is: ["text"], choices: ["first", "list", "rows"] },
} satisfies OptionRows<WantedRelation>;

const fieldRow: OptionRow = { is: ["text", "texts"] };
const fieldRows: unknown = Object.fromEntries(tableFields.map((field) => [field, fieldRow]));

const filterRows = {
  facetIds: { is: ["texts"] },
  domains: { is: ["texts"] },
  ...(fieldRows as OptionRows<Facet>),
} satisfies OptionRows<TableFilter>;

export const tableRows = {
  entities: { is: ["text", "texts", "object"], isRequired: true },
  variables: { is: ["texts"], isRequired: true },
  date: {
    is: ["text", "object"],
  },
  facet: { is: ["text", "texts"] },
  facetOrder: { is: ["text"], choices: ["series", "service"] },
  filter: { is: ["object"] },
  perCapita: { is: ["flag"] },
  denominator: { is: ["text"] },
  join: { is: ["object"] },
  names: { is: ["flag"] },
  shape: {
    is: ["text"],
    choices: ["records", "dates", "variables"],
  },
} satisfies OptionRows<TableQuestion>;
