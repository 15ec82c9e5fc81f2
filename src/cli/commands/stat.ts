/** Observations of variables about entities. */

import type { Table, TableQuestion } from "../../index.ts";
import { type CliCommand, type OptionValues, text, textOption, texts } from "../command.ts";
import { type CliIo, UsageError } from "../io.ts";
import type { Answer, Rows } from "../output.ts";
import type { AnyCommons } from "../remote-source.ts";
import { checkForms, questionOf, requestOf, statOptions } from "../stat-options.ts";
import { tableChart } from "../table-chart.ts";

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
    if (options.json === true) return { json: await commons.observation(request), rows: noRows };
    const explain = () => commons.explain({ observation: request });
    if (options["explain"] === true) return { json: undefined, explain, rows: noRows };
    const table = await tableFor(commons, question, options);
    if (textOption(options, "format") === undefined) return answerOf(table, options, explain);
    await printAs(textOption(options, "format"), table, io);
    return undefined;
  },
};

const noRows: Rows = { columns: [], rows: [] };

/** Nobody waits for a command as for a service: the user ends it. */
const noLimits = {
  deadline: Number.POSITIVE_INFINITY,
  maxRows: Number.POSITIVE_INFINITY,
  maxBytes: Number.POSITIVE_INFINITY,
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
  else if (format === "json") io.stdout(`${JSON.stringify(table.objects(), null, 2)}\n`);
  else for (const part of table.csvParts()) io.stdout(part);
}
