/** Observations as a table or a chart. */

import { readdirSync } from "node:fs";
import type { Cell, Citation, Table } from "../../index.ts";
import { tableRows } from "../../tables/table-question.ts";
import { seriesOf, tableChart } from "../charts.ts";
import {
  type CliCommand,
  countOption,
  type OptionValues,
  text,
  textOption,
  texts,
} from "../command.ts";
import { type CliIo, exitCodes, UsageError } from "../io.ts";
import type { AnyCommons } from "../opened-world.ts";
import { options as shared } from "../options.ts";
import { type Answer, OutputFile, printNote, type Rows } from "../output.ts";
import { withInputLines } from "../standard-input.ts";
import { divisorNotes, otherSources } from "../stat-notes.ts";
import {
  divisorOf,
  drawnOf,
  explained,
  missingNames,
  noLimits,
  questionOf,
  type StatQuestion,
  verbOptions,
  withVerbs,
} from "../stat-table.ts";
import { oneLine } from "../styled-text.ts";
import { pageNotes } from "./catalog-commands.ts";
import { explorerFolder } from "./explorer-command.ts";

export const statCommand: CliCommand = {
  usage: "stat <source> <variable> <entity...>",
  about: "observations of variables about entities, as a table or a chart",
  details: "Commas part variables; an entity may be an expression, or - for standard input.",
  options: [
    shared.date,
    { flags: "--from <date>", about: "all dates from this one on" },
    { flags: "--to <date>", about: "all dates up to this one" },
    {
      flags: "--facets <which>",
      about: "best, best-for-all (that of most entities), all, or ids",
      byDefault: "best",
    },
    {
      flags: "--facet-order <order>",
      about: "first of a series by date, or as the service ranks",
      byDefault: "series",
      choices: tableRows.facetOrder.choices,
    },
    { flags: "--per-capita", about: "divides by Count_Person" },
    { flags: "--denominator <variable>", about: "divides by this variable" },
    ...verbOptions,
    { flags: "--sort <column>", about: "order of rows; -COLUMN begins with the greatest" },
    shared.limit,
    shared.offset,
    {
      flags: "--shape <shape>",
      about: "rows",
      choices: tableRows.shape.choices,
    },
    {
      ...shared.format,
      about: "a file, as -o says",
      choices: ["parquet", "arrow"],
    },
    { flags: "--plot", about: "draw bars, or lines for several dates" },
    { flags: "--svg <file>", about: "draw them into a file, with title, dates and sources" },
    { flags: "--cite", about: "say beside the values where they come from" },
    shared.explain,
  ],
  groups: ["answers", "sources"],
  examples: [
    "pocket-commons stat data Count_Person geoId/06 geoId/48 --from 2015 --plot",
    "pocket-commons stat data Count_Person 'country/USA<-containedInPlace+{typeOf:State}'",
    "pocket-commons stat data Count_Person geoId/06 --from 2015 --change 1y",
  ],
  run: async ([source, variable, given], options, { io, ask }) => {
    const entities = await withInputLines(texts(given), io);
    const question = questionOf(text(variable).split(","), entities, options);
    const format = formatOf(options, io);
    const commons = await ask([text(source)], options);
    const explain = () => explained(commons, question);
    if (options["explain"] === true) return { explain, rows: noRows };
    const { table, notes } = await tableFor(commons, question, options);
    const isCited = options["cite"] === true || textOption(options, "svg") !== undefined;
    const citations = isCited ? await commons.cite(table, noLimits) : [];
    const sources = citationNotes(citations, options);
    if (format === undefined) {
      const { notes: missing, isUnknown } = await missingNames(commons, question, table);
      const answer = await answerOf({ table, citations, question }, options, io);
      const exitCode = isUnknown ? exitCodes.mistakes : exitCodes.done;
      return { ...answer, explain, notes: [...missing, ...notes, ...sources], exitCode };
    }
    if (options.quiet !== true) for (const line of sources) printNote(line, io);
    io.stdout(format === "parquet" ? await table.parquet() : await table.arrow());
    return undefined;
  },
};

const noRows: Rows = { columns: [], rows: [] };

/** Columns without `--shape`. */
const mainColumns = ["variable", "entity", "entity_name", "date", "value", "unit", "importName"];

/** What separates facets of one source. */
const facetColumns = ["measurementMethod", "observationPeriod"];

/** Whether two rows have the same main columns but for their values. */
function areMixed(table: Table): boolean {
  const seen = new Set<string>();
  for (const { variable, entity, date, importName } of table.objects()) {
    const before = seen.size;
    if (seen.add(JSON.stringify([variable, entity, date, importName])).size === before) return true;
  }
  return false;
}

/** The main ones, what the value was divided by, and those that verbs and joins made: after the value. */
function shownOf(table: Table, { facet }: StatQuestion): Readonly<Record<string, string>> {
  const names = table.columns.map(({ name }) => name);
  const isGrouped = !names.includes("variable") || !names.includes("value");
  const value = names.indexOf("value");
  const made = names.slice(value + 1);
  const isMixed = facet !== "best" && !isGrouped && areMixed(table);
  const apart = isMixed ? facetColumns.filter((name) => names.includes(name)) : [];
  const shown = isGrouped
    ? names
    : [...mainColumns.filter((name) => names.includes(name)), ...apart, ...made];
  return Object.fromEntries(shown.map((name) => [name, name]));
}

async function tableFor(
  commons: AnyCommons,
  question: StatQuestion,
  options: OptionValues,
): Promise<{ readonly table: Table; readonly notes: string[] }> {
  const made = await commons.table(question, noLimits);
  const calculated = withVerbs(made, options);
  let { table } = calculated;
  // Who names facets wants no others.
  const isNoted = options.quiet !== true && question.facet === "best";
  const others = isNoted ? await otherSources(commons, question) : [];
  const divided = options.quiet === true ? [] : await divisorNotes(commons, question, made);
  const notes = options.quiet === true ? [] : [...divided, ...calculated.notes, ...others];
  const sort = textOption(options, "sort");
  if (sort !== undefined) {
    const isDown = sort.startsWith("-");
    table = table.sorted(isDown ? sort.slice(1) : sort, isDown ? "descending" : "ascending");
  }
  const total = table.length;
  const offset = Math.min(countOption(options, "offset") ?? 0, total);
  const end = Math.min(offset + (countOption(options, "limit") ?? total), total);
  if (offset === 0 && end === total) return { table, notes };
  const rows = Uint32Array.from({ length: end - offset }, (_, at) => offset + at);
  return { table: table.take(rows), notes: [...pageNotes(offset, rows.length, total), ...notes] };
}

async function answerOf(
  { table, citations, question }: Cited,
  options: OptionValues,
  io: CliIo,
): Promise<Answer> {
  const isPlain = textOption(options, "shape") === undefined;
  const shown = isPlain ? table.select(shownOf(table, question)) : table.withDates();
  const names = shown.columns.map(({ name }) => name);
  const rows = {
    columns: names,
    rows: { length: shown.length, [Symbol.iterator]: () => shown.rows() },
  };
  const picture = textOption(options, "svg");
  if (picture !== undefined) {
    return { rows, text: [await drawInto(picture, { table, citations, question }, io)] };
  }
  if (options["plot"] === true) return { rows, text: tableChart(drawnOf(table)) };
  return options["cite"] === true ? { rows, json: citedJson(rows, citations) } : { rows };
}

interface Cited {
  readonly table: Table;
  readonly citations: readonly Citation[];
  readonly question: StatQuestion;
}

/** What `--cite` says beside an answer; JSON has it in the answer. */
function citationNotes(citations: readonly Citation[], options: OptionValues): string[] {
  if (options["cite"] !== true || options.json === true) return [];
  return citations.map(({ text: line }) => `source: ${oneLine(line)}`);
}

/** The answer with `--cite` and `--json`. */
const citedJson = ({ columns, rows }: Rows, citations: readonly Citation[]) => ({
  observations: Array.from(rows, (row) =>
    Object.fromEntries(columns.map((column, at) => [column, row[at]])),
  ),
  citations,
});

/** Says what was done. */
async function drawInto(path: string, drawn: Cited, io: CliIo): Promise<string> {
  const svg = await tableSvg({ ...drawn, table: drawnOf(drawn.table) });
  if (svg === undefined) return "nothing to draw";
  const file = new OutputFile(path, io);
  try {
    file.io.stdout(svg);
    file.keep();
  } finally {
    file.end();
  }
  return `wrote ${path}`;
}

/** @throws UsageError for two ways of drawing */
function drawingIn(options: OptionValues): "--plot" | "--svg" | undefined {
  const isPlot = options["plot"] === true;
  if (textOption(options, "svg") === undefined) return isPlot ? "--plot" : undefined;
  if (isPlot) throw new UsageError("--svg does not go with --plot");
  return "--svg";
}

/** @throws UsageError for options that do not go together */
function formatOf(options: OptionValues, { isTerminal }: CliIo): string | undefined {
  const [, ending] = /\.(parquet|arrow)$/.exec(options.output ?? "") ?? [];
  const format = textOption(options, "format") ?? ending;
  const isData = options.csv === true || options.json === true;
  const drawing = drawingIn(options);
  if (format !== undefined && (isData || drawing !== undefined)) {
    throw new UsageError("--format goes with none of --csv, --json, --plot and --svg");
  }
  if (drawing === "--svg" && isData)
    throw new UsageError("--svg goes with neither --csv nor --json");
  if (drawing !== undefined && (textOption(options, "shape") ?? "records") !== "records") {
    throw new UsageError(`${drawing} draws records, and no other shape`);
  }
  if (isTerminal && format !== undefined) {
    throw new UsageError(`${format} is no text: write it into a file with -o`);
  }
  return format;
}

// A table as a picture in a file: the explorer's page draws it, and this loads the page's drawing code.

/** As `explorer/charts/picture.ts` takes it. */
interface TablePicture {
  readonly title: string;
  readonly about: string;
  readonly sources: readonly string[];
  readonly series: readonly {
    readonly name: string;
    readonly points: readonly { readonly date: string; readonly value: number }[];
  }[];
}

interface Drawing {
  readonly tablePicture: (picture: TablePicture) => Promise<string>;
}

/**
 * SVG of lines, or of bars where each series has one number; undefined where there is no number.
 *
 * @throws UsageError for lines over dates of another form than `2020`, `2020-03` and `2020-03-01`
 */
async function tableSvg({ table, citations, question }: Cited): Promise<string | undefined> {
  const rows = table.toJSON();
  const series = Array.from(seriesOf(rows), ([name, points]) => ({ name, points }));
  const dates = [...new Set(series.flatMap(({ points }) => points.map(({ date }) => date)))].sort();
  if (dates.length === 0) return undefined;
  const odd = dates.find((date) => !/^\d{4}(?:-\d\d){0,2}(?:T.*)?$/.test(date));
  if (odd !== undefined && series.some(({ points }) => points.length > 1)) {
    throw new UsageError(`--svg draws lines over years, months and days, not over '${odd}'`);
  }
  const nameOf = (row: Row) => row["variable_name"] ?? row["variable"];
  const isOneUnit = new Set(rows.map(({ unit }) => unit ?? "")).size === 1;
  const units = textsOf(rows, (row) =>
    isOneUnit || !row["unit"] ? row["unit"] : `${nameOf(row)} in ${row["unit"]}`,
  );
  const span = [...new Set([dates[0], dates.at(-1)])].join(" to ");
  const names = textsOf(rows, nameOf).join(", ");
  const divisor = divisorOf(question);
  const isPerPerson = question.denominator === undefined;
  const divided = isPerPerson ? " per person" : `, divided by ${divisor}`;
  const { tablePicture } = await drawing();
  return await tablePicture({
    series,
    title: divisor === undefined ? names : `${names}${divided}`,
    about: [units.join(", "), span].filter((text) => text !== "").join(" · "),
    sources: citations.map(({ text }) => text),
  });
}

type Row = Readonly<Record<string, Cell>>;

/** Each once. */
function textsOf(rows: readonly Row[], textIn: (row: Row) => Cell | undefined): readonly string[] {
  return [...new Set(rows.map((row) => `${textIn(row) ?? ""}`))].filter((text) => text !== "");
}

async function drawing(): Promise<Drawing> {
  const folder = explorerFolder("--svg needs");
  const file = readdirSync(folder).find((name) => /^drawing-\w+\.js$/.test(name)) ?? "";
  return (await import(new URL(file, folder).href)) as Drawing;
}
