/** Options of the command `stat`, and the questions that they make. */

import type { DateRange, EntityExpression, TableQuestion, V2ObservationRequest } from "../index.ts";
import { type CliOption, explainOption, type OptionValues, textOption } from "./command.ts";
import { type CliIo, UsageError } from "./io.ts";

export const statOptions: readonly CliOption[] = [
  { flags: "-d, --date <date>", about: "a date, LATEST or all", byDefault: "LATEST" },
  { flags: "--from <date>", about: "all dates from this one on" },
  { flags: "--to <date>", about: "all dates up to this one" },
  {
    flags: "-f, --facets <which>",
    about: "the best facet of each series, the facet of most entities for each variable, or all",
    byDefault: "best",
    choices: ["best", "best-for-all", "all"],
  },
  { flags: "--per-capita", about: "divide by Count_Person" },
  { flags: "--denominator <variable>", about: "divide by this variable" },
  { flags: "--sort <column>", about: "order of rows; -COLUMN begins with the greatest" },
  { flags: "-n, --limit <rows>", about: "at most so many rows" },
  {
    flags: "--shape <shape>",
    about: "all columns of records, or a column per date or variable; default: the main columns",
    choices: ["records", "dates", "variables"],
  },
  {
    flags: "--format <format>",
    about: "print the table in this format, also on a terminal",
    choices: ["csv", "json", "parquet", "arrow"],
  },
  { flags: "--plot", about: "draw bars, or lines for several dates" },
  explainOption,
];

/** The endpoint's part of a question. */
export function requestOf(
  variables: readonly string[],
  entities: readonly string[],
  options: OptionValues,
): V2ObservationRequest {
  const expression = expressionAmong(entities);
  const date = dateOf(options);
  return {
    date: typeof date !== "string" || date === "all" ? "" : date,
    variable: { dcids: variables },
    entity: expression === undefined ? { dcids: entities } : { expression },
    select: ["entity", "variable", "date", "value"],
  };
}

export function questionOf(
  variables: readonly string[],
  entities: readonly string[],
  options: OptionValues,
): TableQuestion {
  const denominator = textOption(options, "denominator");
  return {
    variables,
    entities: expressionAmong(entities) ?? entities,
    date: dateOf(options),
    facet: (textOption(options, "facets") ?? "best") as "best",
    shape: (textOption(options, "shape") ?? "records") as "records",
    perCapita: options["perCapita"] === true,
    names: true,
    ...(denominator === undefined ? {} : { denominator }),
  };
}

function expressionAmong(entities: readonly string[]): EntityExpression | undefined {
  const expression = entities.find(isExpression);
  if (expression === undefined || entities.length === 1) return expression;
  throw new UsageError("an expression names all entities: it stands alone");
}

function dateOf(options: OptionValues): string | DateRange {
  const date = textOption(options, "date") ?? "LATEST";
  const [from, to] = [textOption(options, "from"), textOption(options, "to")];
  if (from === undefined && to === undefined) return date;
  if (date !== "LATEST") throw new UsageError("--date goes with neither --from nor --to");
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function isExpression(entity: string): entity is EntityExpression {
  return entity.includes("<-") || entity.includes("->");
}

/** Options of which the endpoint's answer knows nothing. */
const ofTables = [
  "from",
  "to",
  "perCapita",
  "denominator",
  "sort",
  "limit",
  "shape",
  "format",
  "plot",
];

/** @throws UsageError for options that do not go together */
export function checkForms(options: OptionValues, { isTerminal }: CliIo): void {
  const format = textOption(options, "format");
  if (options.json === true && ofTables.some((name) => options[name] !== undefined)) {
    throw new UsageError(
      "--json prints the endpoint's answer, which no option of tables changes: use --format json",
    );
  }
  if (format !== undefined && (options.csv === true || options["plot"] === true)) {
    throw new UsageError("--format goes with neither --csv nor --plot");
  }
  if (isTerminal && (format === "parquet" || format === "arrow")) {
    throw new UsageError(`${format} is no text: send it into a file with >`);
  }
  if (options["plot"] === true && (textOption(options, "shape") ?? "records") !== "records") {
    throw new UsageError("--plot draws records, and no other shape");
  }
}
