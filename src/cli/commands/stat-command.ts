/** Observations as a table or a chart. */

import type { EntityExpression, Table, TableQuestion, WantedDate } from "../../index.ts";
import type { V2ObservationRequest } from "../../wire.ts";
import { tableChart } from "../charts.ts";
import {
  type CliCommand,
  type CliOption,
  explainOption,
  type OptionValues,
  text,
  textOption,
  texts,
} from "../command.ts";
import { type CliIo, UsageError } from "../io.ts";
import type { AnyCommons } from "../opened-world.ts";
import type { Answer, Rows } from "../output.ts";

const statOptions: readonly CliOption[] = [
  { flags: "-d, --date <date>", about: "latest, all or a date", byDefault: "latest" },
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

export const statCommand: CliCommand = {
  usage: "stat <source> <variable> <entity...>",
  about:
    "observations of one variable or of several (with commas between them); an entity may be an expression such as country/USA<-containedInPlace+{typeOf:State}",
  options: statOptions,
  examples: [
    "pocket-commons stat data Count_Person geoId/06 geoId/48 --from 2015 --plot",
    "pocket-commons stat data Count_Person 'country/USA<-containedInPlace+{typeOf:State}' --csv",
    "pocket-commons stat data Count_Person,Median_Age_Person geoId/06 --shape variables",
    "pocket-commons stat data Count_Person geoId/06 -d all --format parquet > people.parquet",
  ],
  run: async ([source, variable, entities], options, { io, ask }) => {
    const [variables, given] = [text(variable).split(","), texts(entities)];
    const request = requestOf(variables, given, options);
    const question = questionOf(variables, given, options);
    checkForms(options, io);
    const commons = await ask([text(source)], options);
    if (options.json === true) return { json: await commons.v2.observation(request), rows: noRows };
    const explain = () => commons.explain({ observation: request });
    if (options["explain"] === true) return { json: undefined, explain, rows: noRows };
    const table = await tableFor(commons, question, options);
    if (textOption(options, "format") === undefined) return answerOf(table, options, explain);
    await printAs(textOption(options, "format"), table, io);
    return undefined;
  },
};

const noRows: Rows = { columns: [], rows: [] };

/** A command runs until it is done, or until the user ends it. */
const noLimits = {
  timeout: Number.POSITIVE_INFINITY,
  maxRows: Number.POSITIVE_INFINITY,
  maxMemoryBytes: Number.POSITIVE_INFINITY,
};

/** Columns without `--shape`, and those of records that they are. */
const mainColumns = {
  variable: "variable",
  entity: "entity",
  entity_name: "entity_name",
  date: "date",
  value: "value",
  unit: "unit",
  source: "importName",
};

async function tableFor(
  commons: AnyCommons,
  question: TableQuestion,
  options: OptionValues,
): Promise<Table> {
  let table = await commons.table(question, noLimits);
  const sort = textOption(options, "sort");
  if (sort !== undefined) {
    const isDown = sort.startsWith("-");
    const column = isDown ? sort.slice(1) : sort;
    const name = column === "source" ? mainColumns.source : column;
    table = table.sorted(name, isDown ? "descending" : "ascending");
  }
  const limit = textOption(options, "limit");
  if (limit === undefined) return table;
  if (!/^\d{1,9}$/.test(limit)) {
    throw new UsageError(`--limit is a number of rows, not "${limit.slice(0, 40)}"`);
  }
  return table.head(Number(limit));
}

function answerOf(table: Table, options: OptionValues, explain: Answer["explain"]): Answer {
  const shown = textOption(options, "shape") === undefined ? table.select(mainColumns) : table;
  const answer: Answer = {
    json: undefined,
    rows: {
      columns: shown.columns.map(({ name }) => name),
      rows: Array.from(shown.rows(), (row) => row.map((cell) => String(cell ?? ""))),
    },
    ...(explain === undefined ? {} : { explain }),
  };
  return options["plot"] === true ? { ...answer, text: tableChart(table) } : answer;
}

async function printAs(format: string | undefined, table: Table, io: CliIo): Promise<void> {
  if (format === "parquet") io.stdout(await table.parquet());
  else if (format === "arrow") io.stdout(await table.arrow());
  else if (format === "json") io.stdout(`${JSON.stringify(table, null, 2)}\n`);
  else for (const part of table.csvParts()) io.stdout(part);
}

/** The endpoint's part of a question. */
function requestOf(
  variables: readonly string[],
  entities: readonly string[],
  options: OptionValues,
): V2ObservationRequest {
  const expression = expressionAmong(entities);
  const date = dateOf(options);
  return {
    date: typeof date === "string" ? wireDateOf(date) : "",
    variable: { dcids: variables },
    entity: expression === undefined ? { dcids: entities } : { expression },
    select: ["entity", "variable", "date", "value"],
  };
}

function questionOf(
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

/** As the endpoint spells it. */
function wireDateOf(date: string): string {
  if (date === "latest") return "LATEST";
  return date === "all" ? "" : date;
}

/** @throws UsageError for what is no date, and for a date beside a range */
function dateOf(options: OptionValues): WantedDate {
  const date = textOption(options, "date") ?? "latest";
  if (!/^(?:latest|all|\d.*)$/.test(date)) {
    throw new UsageError(`--date is latest, all or a date, not "${date.slice(0, 40)}"`);
  }
  const [from, to] = [textOption(options, "from"), textOption(options, "to")];
  if (from === undefined && to === undefined) return date;
  if (date !== "latest") throw new UsageError("--date goes with neither --from nor --to");
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
function checkForms(options: OptionValues, { isTerminal }: CliIo): void {
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
