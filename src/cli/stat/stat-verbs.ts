/** What `stat` makes of its table before it shows it: periods, changes, ranks, groups. */

import type { Aggregate, AggregateName, Mixable, TimeSpan } from "../../analysis.ts";
import type { Table } from "../../index.ts";
import { countOption, type OptionValues, textOption } from "../command.ts";
import { UsageError } from "../io.ts";

/** Along series: the question then wants all dates. */
const seriesOptions = ["resample", "index", "change", "rolling"] as const;
const verbs = [...seriesOptions, "rank", "group"] as const;

/** Options of the command, in the order in which they count. */
export const verbOptions = [
  { flags: "--join <name=path>", about: "a column from the graph: type=->typeOf" },
  { flags: "--resample <period>", about: "a row per year, quarter or month (mean or --agg)" },
  { flags: "--index <date>", about: "percentages of the number at this date" },
  { flags: "--change <span>", about: "change since 1y, 1q, 3m or 7d before, as a share" },
  { flags: "--rolling <periods>", about: "mean of so many periods", countMax: 10_000 },
  { flags: "--rank", about: "ranks among all rows; 1 is the greatest" },
  { flags: "--group <columns>", about: "a row for each group of equal cells" },
  { flags: "--agg <names>", about: "of groups: count, mean, median, sum, min, max, std" },
  { flags: "--mix <names>", about: "what may differ in a group: unit, facetId and others" },
];

const namesIn = (options: OptionValues, name: string): readonly string[] =>
  textOption(options, name)?.split(",") ?? [];

export const wantsSeries = (options: OptionValues): boolean =>
  seriesOptions.some((name) => options[name] !== undefined);

/** @throws UsageError for what is no name and path */
export function joinOf(options: OptionValues): Readonly<Record<string, string>> {
  const join = textOption(options, "join");
  if (join === undefined) return {};
  const at = join.indexOf("=");
  if (at < 1) throw new UsageError(`--join is a name, = and a path, not "${join.slice(0, 40)}"`);
  return { [join.slice(0, at)]: join.slice(at + 1) };
}

/**
 * The table after all verbs, and a note about its facets.
 *
 * @throws UsageError for verbs beside what shows observations in another way
 * @throws TypeError for columns, dates and mixtures that a verb refuses
 */
export function withVerbs(
  table: Table,
  options: OptionValues,
): { readonly table: Table; readonly notes: readonly string[] } {
  const asked = verbs.filter((name) => options[name] !== undefined && options[name] !== false);
  const [verb] = asked;
  if (verb === undefined) {
    if (options["agg"] === undefined) return { table, notes: [] };
    throw new UsageError("--agg needs --group or --resample");
  }
  const other = ["plot", "svg"].find(
    (name) => options[name] !== undefined && options[name] !== false,
  );
  // A group has no entity and no date.
  if (other !== undefined && asked.includes("group")) {
    throw new UsageError(`--group goes with no --${other}`);
  }
  if ((textOption(options, "shape") ?? "records") !== "records") {
    throw new UsageError(`--${verb} goes with the shape records alone`);
  }
  const sources = table.sources.map(({ facet, from, to }) =>
    [
      facet.facetId,
      facet.importName,
      facet.measurementMethod,
      from === to ? from : `${from} to ${to}`,
    ]
      .filter((text) => text !== "")
      .join(" "),
  );
  return { table: calculated(table, options), notes: [`facets: ${sources.join("; ")}`] };
}

/** For charts: what a verb made takes the place of the value, and its name that of the unit. */
export function drawnOf(table: Table): Table {
  const after = table.columns.findIndex(({ name }) => name === "value") + 1;
  const made = table.columns
    .slice(after)
    .findLast(({ kind, name }) => kind === "number" && !name.startsWith("denominator"));
  if (made === undefined) return table;
  const names = table.columns.map(({ name }) => [name, name]);
  const drawn = table.select({ ...Object.fromEntries(names), value: made.name });
  return drawn.derive({ unit: () => made.name });
}

function calculated(table: Table, options: OptionValues): Table {
  const mix = namesIn(options, "mix") as Mixable[];
  const aggregates = namesIn(options, "agg");
  const [how = "mean"] = aggregates;
  let made = table;
  const period = textOption(options, "resample");
  if (period !== undefined) made = made.perSeries().resample(period as "year", how as "mean");
  const base = textOption(options, "index");
  if (base !== undefined) made = made.perSeries().indexTo(base, { column: "value" });
  const span = textOption(options, "change") as TimeSpan | undefined;
  if (span !== undefined) made = made.perSeries().percentChange({ column: "value", over: span });
  const periods = countOption(options, "rolling");
  if (periods !== undefined) made = made.perSeries().rollingMean(periods, { column: "value" });
  if (options["rank"] === true) made = made.rank("value", { mix });
  if (options["group"] === undefined) return made;
  const names = aggregates.length === 0 ? ["mean"] : aggregates;
  const wanted = names.map((name): [string, Aggregate] => [
    name,
    { op: name as AggregateName, column: "value" },
  ]);
  return made.group(...namesIn(options, "group")).agg(Object.fromEntries(wanted), { mix });
}
