/**
 * The pictures of `docs/analysis.md`: what its questions answer, drawn by the explorer's code, in light and in dark colours.
 * `UPDATE_DOCUMENTS=1 npx vitest run test/explorer/analysis-pictures.test.ts` makes them again.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { colors } from "../../explorer/charts/colors.ts";
import { plainPicture, type TablePicture, tablePicture } from "../../explorer/charts/picture.ts";
import { count, mean, median, sum } from "../../src/analysis.ts";
import { type Cell, open, type Table } from "../../src/index.ts";
import { projectRoot, read } from "../tidy/source-tree.ts";

type Row = Readonly<Record<string, Cell>>;
type Series = TablePicture["series"];

const commons = await open("data-samples/us-states");
const states = "country/USA<-containedInPlace+{typeOf:State}";
const people = { variables: ["Count_Person"], names: true, facet: "best-for-all" } as const;
const ask = async (question: Parameters<typeof commons.table>[0]) =>
  (await commons.table(question)) as unknown as Table;
const ofStates = () => ask({ ...people, entities: states });
const ofCalifornia = (from: string) =>
  ask({ ...people, entities: ["geoId/06"], date: { from, to: "2025" } });
const ofCounties = () =>
  ask({
    ...people,
    entities: "country/USA<-containedInPlace+{typeOf:County}",
    date: "2020",
    join: { state: "->containedInPlace{typeOf:State}->name" },
  });

/** A bar for each row, or a line for the rows of one name. */
function seriesOf(
  table: Iterable<Row>,
  nameOf: string | ((row: Row) => string),
  value = "value",
): Series {
  const lines = new Map<string, { date: string; value: number }[]>();
  for (const row of table) {
    const name = typeof nameOf === "string" ? String(row[nameOf]) : nameOf(row);
    const points = lines.get(name) ?? [];
    lines.set(name, points);
    if (row[value] !== null)
      points.push({ date: String(row["date"] ?? ""), value: Number(row[value]) });
  }
  return Array.from(lines, ([name, points]) => ({ name, points }));
}

interface Picture {
  readonly name: string;
  /** Its heading in the document. */
  readonly title: string;
  readonly about: string;
  readonly draw: () => Promise<{ readonly of: Table; readonly series: Series }>;
}

const pictures: readonly Picture[] = [
  {
    name: "largest",
    title: "Which are the largest?",
    about: "People, 2025: the first ten states",
    draw: async () => {
      const of = (await ofStates()).sorted("value", "descending").head(10);
      return { of, series: seriesOf(of, "entity_name") };
    },
  },
  {
    name: "share",
    title: "How does each rank, and what share does it have?",
    about: "Share of the people of all states, 2025: the first ten",
    draw: async () => {
      const of = (await ofStates()).rank("value", { as: "rank" }).share("value", { as: "share" });
      const first = of.sorted("rank").head(10);
      return {
        of,
        series: seriesOf(first, ({ rank, entity_name }) => `${rank} ${entity_name}`, "share"),
      };
    },
  },
  {
    name: "change",
    title: "What is the change since the year before?",
    about: "People of California: change of each year, as a share",
    draw: async () => {
      const of = (await ofCalifornia("2010")).perSeries().percentChange({ as: "change" });
      return { of, series: seriesOf(of, "entity_name", "change") };
    },
  },
  {
    name: "growth",
    title: "Which grew fastest?",
    about: "People: growth per year from 2010 to 2020, the first ten states",
    draw: async () => {
      const table = await ask({ ...people, entities: states, date: { from: "2010", to: "2020" } });
      const of = table.perSeries().cagr({ as: "growth" }).sorted("growth", "descending").head(10);
      return { of, series: seriesOf(of, "entity_name", "growth") };
    },
  },
  {
    name: "months",
    title: "How do months become years?",
    about: "Numbers of 14 months, and the mean of the one year that has them all",
    draw: async () => {
      const months = Array.from({ length: 14 }, (_, at) => [
        2020 + Math.floor(at / 12),
        (at % 12) + 1,
      ]);
      const lines = months.map(
        ([year, month]) => `geoId/06,Rate,${year}-${String(month).padStart(2, "0")},${month}`,
      );
      const rates = await open({
        "rates.csv": ["entity,variable,date,value", ...lines].join("\n"),
      });
      const of = (await rates.table({
        entities: ["geoId/06"],
        variables: ["Rate"],
        date: "all",
      })) as unknown as Table;
      const years = of.perSeries().resample("year", "mean");
      return {
        of,
        series: [...seriesOf(of, () => "Month"), ...seriesOf(years, () => "Mean of the year")],
      };
    },
  },
  {
    name: "rolling",
    title: "What is the mean over three years?",
    about: "People of California, and the mean of each year and the two before",
    draw: async () => {
      const of = (await ofCalifornia("2010")).perSeries().rollingMean(3, { as: "mean" });
      return {
        of,
        series: [
          ...seriesOf(of, () => "People"),
          ...seriesOf(of, () => "Mean of three years", "mean"),
        ],
      };
    },
  },
  {
    name: "index",
    title: "How did they go since a common start?",
    about: "People: 2010 is 100",
    draw: async () => {
      const entities = ["geoId/06", "geoId/48"];
      const table = await ask({ ...people, entities, date: { from: "2010", to: "2020" } });
      const of = table.perSeries().indexTo("2010", { as: "index" });
      return { of, series: seriesOf(of, "entity_name", "index") };
    },
  },
  {
    name: "groups",
    title: "What is the mean by group?",
    about: "People of counties that the sample has, 2020",
    draw: async () => {
      const of = (await ofCounties())
        .group("state")
        .agg({ mean: mean("value"), median: median("value") });
      const rows = [...of.unpivot({ on: ["mean", "median"] })];
      return { of, series: seriesOf(rows, ({ state, variable }) => `${state}, ${variable}`) };
    },
  },
  {
    name: "ratio",
    title: "What is the ratio of two variables?",
    about: "Unemployed people as a share of all, 2025: the ten states with the largest",
    draw: async () => {
      const table = await ask({
        entities: states,
        variables: ["Count_Person_Unemployed", "Count_Person"],
        names: true,
        shape: "variables",
        date: "latest-common",
      });
      const of = table.derive({ share: "Count_Person_Unemployed / Count_Person" });
      const first = of.sorted("share", "descending").head(10);
      return { of, series: seriesOf(first, "entity_name", "share") };
    },
  },
  {
    name: "sources",
    title: "Where do sources disagree?",
    about: "People of the District of Columbia, by source",
    draw: async () => {
      const of = await ask({
        entities: ["geoId/11"],
        variables: ["Count_Person"],
        date: { from: "2010" },
        facet: "all",
      });
      return { of, series: seriesOf(of, "importName") };
    },
  },
  {
    name: "parts",
    title: "Do the parts come to the whole?",
    about: "People, 2020: of each state, and of those of its counties that the sample has",
    draw: async () => {
      const counties = await ofCounties();
      const sums = counties.group("state").agg({ sum: sum("value"), counties: count("value") });
      const whole = await ask({ ...people, entities: states, date: "2020" });
      const of = whole.join(sums, { on: { entity_name: "state" }, how: "inner" });
      const bars = [...of].flatMap((row) => [
        { name: String(row["entity_name"]), value: row["value"] },
        { name: `${row["counties"]} counties of it`, value: row["sum"] },
      ]);
      return { of, series: seriesOf(bars as Row[], "name") };
    },
  },
  {
    name: "histogram",
    title: "How are the numbers spread?",
    about: "States, by people in millions, 2025",
    draw: async () => {
      const of = (await ofStates()).histogram("value", { bins: 4 });
      const millions = (cell: Cell | undefined) => (Number(cell) / 1e6).toFixed(1);
      return {
        of,
        series: seriesOf(of, ({ from, to }) => `${millions(from)} to ${millions(to)}`, "count"),
      };
    },
  },
];

const document = read("docs/analysis.md");

/** Both themes in one file: programs that show it choose. */
const inBothThemes = (text: string): string => {
  const used = new Set(Array.from(text.matchAll(/var\(--([\w-]+)\)/g), ([, name = ""]) => name));
  const css = read("explorer/style/base.css");
  const dark = (name: string) =>
    new RegExp(`--${name}: light-dark\\([^,]+, (#\\w+)\\)`).exec(css)?.[1];
  const ruleOf = (colorOf: (name: string) => string | undefined) =>
    `:root{${[...used]
      .sort()
      .map((name) => `--${name}:${colorOf(name)}`)
      .join(";")}}`;
  const style = `${ruleOf((name) => colors[name])}@media(prefers-color-scheme:dark){${ruleOf(dark)}}`;
  return text.replace("</title>", `</title><style>${style}</style>`);
};

function requireInDocument({
  name,
  title,
  svg,
}: {
  name: string;
  title: string;
  svg: string;
}): void {
  const path = `docs/analysis/${name}.svg`;
  if (process.env["UPDATE_DOCUMENTS"] !== undefined) writeFileSync(join(projectRoot, path), svg);
  expect(svg).not.toContain("undefined");
  expect(svg.length).toBeLessThan(16_000);
  expect(read(path)).toBe(svg);
  const [, section = ""] = document.split(`### ${title}\n`);
  expect(section.split("\n### ")[0]).toContain(`](analysis/${name}.svg)`);
}

async function textsOf(title: string, about: string, table: Table) {
  const cited = await commons.cite(table);
  return { title, about, sources: [...new Set(cited.map(({ text }) => text))] };
}

test.each(pictures)(
  "analysis.md has the picture of '$title'",
  async ({ name, title, about, draw }) => {
    const { of, series } = await draw();
    const texts = await textsOf(title, about, of);
    requireInDocument({ name, title, svg: await tablePicture({ ...texts, series }, inBothThemes) });
  },
);

test("analysis.md has the picture of two variables that go together", async () => {
  const title = "Do two variables go together?";
  const table = await ask({
    entities: states,
    variables: ["Median_Income_Household", "Count_Person"],
    shape: "variables",
    date: "2015",
  });
  const dots = [...table].map(({ entity, Count_Person: x, Median_Income_Household: y }) => {
    return { name: String(entity), x: Number(x), y: Number(y), about: "" };
  });
  const texts = {
    ...(await textsOf(title, "States, 2015", table)),
    axes: { x: "people", y: "median income of households, US dollars" },
  };
  const draw: Parameters<typeof plainPicture>[0] = (kinds, sheet) =>
    kinds.scatter(dots, sheet, { about: title });
  requireInDocument({
    name: "together",
    title,
    svg: await plainPicture(draw, texts, inBothThemes),
  });
});

test("each question of analysis.md has a picture", () => {
  const [, questions = ""] = /## Thirteen questions\n(.*?)\n## /s.exec(document) ?? [];
  const shown = [...questions.matchAll(/^!\[.+\]\(analysis\/[a-z]+\.svg\)$/gm)];
  expect(shown).toHaveLength(13);
  expect(questions.match(/^### /gm)).toHaveLength(13);
  expect(questions.match(/<!-- example: run as a test -->/g)).toHaveLength(13);
});
