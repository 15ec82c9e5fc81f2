/**
 * Twenty-four questions that people ask of observations, each by verbs in at most four lines, and as
 * SQL. Both answer rows of texts and numbers, whose order does not count.
 */

import {
  corr,
  count,
  max,
  mean,
  median,
  quantile,
  std,
  sum,
  weightedMean,
} from "../../src/analysis.ts";
import type { Cell, Commons, Table } from "../../src/index.ts";

export interface AnalysisQuestion {
  readonly name: string;
  readonly ours: (commons: Commons) => Promise<Table>;
  /** The columns of both answers, in this order. */
  readonly columns: readonly string[];
  readonly sql: string;
}

export type AnswerRow = readonly Cell[];

const entities = "country/X<-containedInPlace+{typeOf:County}" as const;
const filter = { importName: "A" } as const;
const join = { state: "->containedInPlace{typeOf:State}" } as const;
const all = { entities, filter, date: "all" } as const;
/** Verbs that need no type of a row. */
const ask = async (commons: Commons, question: Parameters<Commons["table"]>[0]): Promise<Table> =>
  (await commons.table(question)) as unknown as Table;

const obs = (variable: string, more = "") =>
  `SELECT entity, date, value FROM obs WHERE variable = '${variable}' AND facet = 'A' ${more}`;
/** Every number with the one of the year before. */
const withBefore = (variable: string, years = 1) =>
  `SELECT a.entity, a.date, a.value, b.value AS before FROM (${obs(variable)}) a
   LEFT JOIN (${obs(variable)}) b ON a.entity = b.entity AND cast(a.date AS INT) = cast(b.date AS INT) + ${years}`;
const years = `SELECT g.entity, g.date, o.value FROM
   (SELECT e.entity, cast(y.y AS VARCHAR) AS date FROM
     (SELECT entity, min(cast(date AS INT)) AS f, max(cast(date AS INT)) AS l FROM (${obs("People")}) GROUP BY 1) e
     JOIN (SELECT unnest(range(1990, 2024)) AS y) y ON y.y BETWEEN e.f AND e.l) g
   LEFT JOIN (${obs("People")}) o ON o.entity = g.entity AND o.date = g.date`;

export const analysisQuestions: readonly AnalysisQuestion[] = [
  {
    name: "top 10",
    ours: async (c) =>
      (await ask(c, { entities, filter, variables: ["People"], date: "2020" }))
        .sorted("value", "descending")
        .head(10),
    columns: ["value"],
    sql: `SELECT value FROM (${obs("People", "AND date = '2020'")}) ORDER BY value DESC LIMIT 10`,
  },
  {
    name: "ratio at the latest common date",
    ours: async (c) =>
      (
        await ask(c, {
          ...all,
          variables: ["Jobs", "People"],
          shape: "variables",
          date: "latest-common",
        })
      ).derive({ ratio: "Jobs / People" }),
    columns: ["entity", "date", "ratio"],
    sql: `SELECT entity, max(date), arg_max(j.value / p.value, date) FROM (${obs("Jobs")}) j
      JOIN (${obs("People")}) p USING (entity, date) GROUP BY entity`,
  },
  {
    name: "growth per year",
    ours: async (c) => (await ask(c, { ...all, variables: ["Income"] })).perSeries().cagr(),
    columns: ["entity", "from", "to", "value_cagr"],
    sql: `SELECT entity, min(date), max(date), pow(arg_max(value, date) / arg_min(value, date),
      1 / (cast(max(date) AS INT) - cast(min(date) AS INT))) - 1 FROM (${obs("Income")}) GROUP BY entity`,
  },
  {
    name: "mean, median, deviation and quantile by parent and year",
    ours: async (c) =>
      (await ask(c, { ...all, variables: ["Income"], join }))
        .group("state", "date")
        .agg({ a: mean("value"), b: median("value"), c: std("value"), d: quantile("value", 0.9) }),
    columns: ["state", "date", "a", "b", "c", "d"],
    sql: `SELECT state, date, avg(value), median(value), stddev_samp(value), quantile_cont(value, 0.9)
      FROM (${obs("Income")}) JOIN place ON entity = dcid GROUP BY 1, 2`,
  },
  {
    name: "weighted average",
    ours: async (c) =>
      (await ask(c, { ...all, variables: ["Income", "People"], shape: "variables", join }))
        .group("state", "date")
        .agg({ mean: weightedMean("Income", "People") }),
    columns: ["state", "date", "mean"],
    sql: `SELECT state, coalesce(i.date, p.date), sum(i.value * p.value) / sum(CASE WHEN i.value IS NOT NULL THEN p.value END)
      FROM (${obs("Income")}) i FULL JOIN (${obs("People")}) p USING (entity, date) JOIN place ON entity = dcid GROUP BY 1, 2`,
  },
  {
    name: "correlation matrix",
    ours: async (c) =>
      (await ask(c, { ...all, variables: ["People", "Jobs", "Income"], shape: "variables" }))
        .group()
        .agg({ a: corr("People", "Jobs"), b: corr("People", "Income"), c: corr("Jobs", "Income") }),
    columns: ["a", "b", "c"],
    sql: `WITH w AS (SELECT entity, date, max(value) FILTER (variable = 'People') AS p, max(value) FILTER (variable = 'Jobs') AS j,
        max(value) FILTER (variable = 'Income') AS i FROM obs WHERE facet = 'A' AND variable <> 'Price' GROUP BY 1, 2)
      SELECT corr(p, j), corr(p, i), corr(j, i) FROM w`,
  },
  {
    name: "outliers",
    ours: async (c) =>
      (await ask(c, { entities, filter, variables: ["People"], date: "2020", join }))
        .zScore("value", { within: "state", as: "z" })
        .filter({ z: { min: 1.5 } }),
    columns: ["entity", "z"],
    sql: `SELECT entity, z FROM (SELECT entity, (value - avg(value) OVER s) / stddev_samp(value) OVER s AS z
      FROM (${obs("People", "AND date = '2020'")}) JOIN place ON entity = dcid WINDOW s AS (PARTITION BY state)) WHERE z >= 1.5`,
  },
  {
    name: "year over year",
    ours: async (c) =>
      (await ask(c, { ...all, variables: ["People"] })).perSeries().percentChange({ as: "change" }),
    columns: ["entity", "date", "change"],
    sql: `SELECT entity, date, (value - before) / before FROM (${withBefore("People")})`,
  },
  {
    name: "rolling mean",
    ours: async (c) =>
      (await ask(c, { ...all, variables: ["People"] }))
        .perSeries()
        .rollingMean(3, { minCount: 1, as: "m" }),
    columns: ["entity", "date", "m"],
    sql: `SELECT entity, date, avg(value) OVER (PARTITION BY entity ORDER BY cast(date AS INT)
      RANGE BETWEEN 2 PRECEDING AND CURRENT ROW) FROM (${obs("People")})`,
  },
  {
    name: "gaps",
    ours: async (c) =>
      (await ask(c, { ...all, variables: ["People"] }))
        .perSeries()
        .lag({ as: "before" })
        .filter({ before: null })
        .group("date")
        .agg({ n: count() }),
    columns: ["date", "n"],
    sql: `SELECT date, count(*) FROM (${withBefore("People")}) WHERE before IS NULL GROUP BY 1`,
  },
  {
    name: "coverage",
    ours: async (c) =>
      (await ask(c, { ...all, variables: ["People", "Jobs", "Income"] }))
        .group("variable", "date")
        .agg({ n: count("value") }),
    columns: ["variable", "date", "n"],
    sql: "SELECT variable, date, count(value) FROM obs WHERE facet = 'A' AND variable <> 'Price' GROUP BY 1, 2",
  },
  {
    name: "rank change",
    ours: async (c) =>
      (await ask(c, { ...all, variables: ["People"], date: { from: "2010" } }))
        .filter({ date: ["2010", "2020"] })
        .rank("value", { within: "date", as: "rank" })
        .pivot({ on: "date", index: "entity", values: "rank" })
        .derive({
          change: ({ 2010: one, 2020: two }) =>
            one == null || two == null ? null : Number(two) - Number(one),
        }),
    columns: ["entity", "change"],
    sql: `WITH r AS (SELECT entity, date, rank() OVER (PARTITION BY date ORDER BY value DESC) AS r
        FROM (${obs("People", "AND date IN ('2010', '2020')")}))
      SELECT entity, max(r) FILTER (date = '2020') - max(r) FILTER (date = '2010') FROM r GROUP BY 1`,
  },
  {
    name: "share",
    ours: async (c) =>
      (await ask(c, { entities, filter, variables: ["People"], date: "2020", join })).share(
        "value",
        { within: "state", as: "share" },
      ),
    columns: ["entity", "share"],
    sql: `SELECT entity, value / sum(value) OVER (PARTITION BY state)
      FROM (${obs("People", "AND date = '2020'")}) JOIN place ON entity = dcid`,
  },
  {
    name: "histogram",
    ours: async (c) =>
      (await ask(c, { entities, filter, variables: ["People"], date: "2020" })).histogram("value", {
        bins: 20,
      }),
    columns: ["count"],
    sql: `WITH v AS (${obs("People", "AND date = '2020'")}), e AS (SELECT min(value) AS l, max(value) AS m FROM v)
      SELECT count(value) FROM range(20) b LEFT JOIN
      (SELECT value, least(floor((value - l) / ((m - l) / 20)), 19) AS bin FROM v, e) ON bin = b.range GROUP BY b.range`,
  },
  {
    name: "join with the graph",
    ours: async (c) =>
      (await ask(c, { entities, filter, variables: ["People"], join }))
        .group("state")
        .agg({ n: count() }),
    columns: ["state", "n"],
    sql: `SELECT state, count(DISTINCT entity) FROM (${obs("People")}) JOIN place ON entity = dcid GROUP BY 1`,
  },
  {
    name: "facets that disagree",
    ours: async (c) =>
      (await ask(c, { entities, variables: ["People"], date: "all", facet: "all" }))
        .pivot({ on: "importName", index: ["entity", "date"], values: "value" })
        .derive({ off: "B / A" })
        .filter({ off: { min: 1.01 } }),
    columns: ["entity", "date", "off"],
    sql: `SELECT a.entity, a.date, b.value / a.value FROM (${obs("People")}) a JOIN obs b
      ON a.entity = b.entity AND a.date = b.date AND b.variable = 'People' AND b.facet = 'B' WHERE b.value / a.value >= 1.01`,
  },
  {
    name: "forward fill",
    ours: async (c) => (await ask(c, { ...all, variables: ["People"] })).perSeries().fillForward(),
    columns: ["entity", "date", "value"],
    sql: `SELECT entity, date, last_value(value IGNORE NULLS) OVER (PARTITION BY entity ORDER BY date) FROM (${years})`,
  },
  {
    name: "interpolation",
    ours: async (c) => (await ask(c, { ...all, variables: ["People"] })).perSeries().interpolate(),
    columns: ["entity", "date", "value"],
    sql: `WITH y AS (SELECT *, cast(date AS INT) AS n, CASE WHEN value IS NOT NULL THEN cast(date AS INT) END AS k FROM (${years})),
      b AS (SELECT *, last_value(value IGNORE NULLS) OVER p AS v0, last_value(k IGNORE NULLS) OVER p AS k0,
        first_value(value IGNORE NULLS) OVER f AS v1, first_value(k IGNORE NULLS) OVER f AS k1 FROM y
        WINDOW p AS (PARTITION BY entity ORDER BY n), f AS (PARTITION BY entity ORDER BY n ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING))
      SELECT entity, date, coalesce(value, v0 + (v1 - v0) * (n - k0) / (k1 - k0)) FROM b`,
  },
  {
    name: "monthly to annual",
    ours: async (c) =>
      (await ask(c, { ...all, variables: ["Price"] })).perSeries().resample("year", "mean"),
    columns: ["entity", "date", "value"],
    sql: `SELECT entity, substr(date, 1, 4), avg(value) FROM (${obs("Price")}) GROUP BY 1, 2`,
  },
  {
    name: "pivot",
    ours: async (c) =>
      (await ask(c, { ...all, variables: ["People"] })).pivot({
        on: "date",
        index: "entity",
        values: "value",
      }),
    columns: ["entity", "1990", "2005", "2023"],
    sql: `SELECT entity, max(value) FILTER (date = '1990'), max(value) FILTER (date = '2005'), max(value) FILTER (date = '2023')
      FROM (${obs("People")}) GROUP BY 1`,
  },
  {
    name: "percentiles over time",
    ours: async (c) =>
      (await ask(c, { ...all, variables: ["Income"] })).group("date").agg({
        a: quantile("value", 0.1),
        b: median("value"),
        c: quantile("value", 0.9),
        d: max("value"),
      }),
    columns: ["date", "a", "b", "c", "d"],
    sql: `SELECT date, quantile_cont(value, 0.1), median(value), quantile_cont(value, 0.9), max(value) FROM (${obs("Income")}) GROUP BY 1`,
  },
  {
    name: "nearest profiles",
    ours: async (c) => {
      const own = await ask(c, {
        entities,
        filter,
        variables: ["People", "Jobs", "Income"],
        date: "2020",
        shape: "variables",
      });
      const [one] = own.filter({ entity: "geoId/000007" });
      return own
        .derive({
          far: ({ People, Jobs, Income }) =>
            distance([People, Jobs, Income], [one?.["People"], one?.["Jobs"], one?.["Income"]]),
        })
        .sorted("far")
        .head(10);
    },
    columns: ["far"],
    sql: `WITH w AS (SELECT entity, max(value) FILTER (variable = 'People') AS p, max(value) FILTER (variable = 'Jobs') AS j,
        max(value) FILTER (variable = 'Income') AS i FROM obs WHERE facet = 'A' AND date = '2020' GROUP BY 1), o AS (SELECT * FROM w WHERE entity = 'geoId/000007')
      SELECT sqrt(pow(w.p - o.p, 2) + pow(w.j - o.j, 2) + pow(w.i - o.i, 2)) AS far FROM w, o ORDER BY far NULLS LAST LIMIT 10`,
  },
  {
    name: "deflated by an index",
    ours: async (c) => {
      const price = (await ask(c, { ...all, variables: ["Price"] }))
        .perSeries()
        .resample("year", "mean", { as: "price" });
      return (await ask(c, { ...all, variables: ["Income"] }))
        .join(price.select({ entity: "entity", date: "date", price: "price" }), {
          on: ["entity", "date"],
          how: "inner",
        })
        .derive({ real: "value / price * 100" });
    },
    columns: ["entity", "date", "real"],
    sql: `SELECT i.entity, i.date, i.value / p.price * 100 FROM (${obs("Income")}) i JOIN
      (SELECT entity, substr(date, 1, 4) AS date, avg(value) AS price FROM (${obs("Price")}) GROUP BY 1, 2) p USING (entity, date)`,
  },
  {
    name: "sums up a hierarchy",
    ours: async (c) =>
      (await ask(c, { ...all, variables: ["People"], join }))
        .group("state", "date")
        .agg({ sum: sum("value"), n: count("value") }),
    columns: ["state", "date", "sum", "n"],
    sql: `SELECT state, date, sum(value), count(value) FROM (${obs("People")}) JOIN place ON entity = dcid GROUP BY 1, 2`,
  },
];

function distance(
  one: readonly (Cell | undefined)[],
  other: readonly (Cell | undefined)[],
): number | null {
  if ([...one, ...other].some((cell) => cell == null)) return null;
  return Math.sqrt(
    one.reduce<number>((total, cell, at) => total + (Number(cell) - Number(other[at])) ** 2, 0),
  );
}
