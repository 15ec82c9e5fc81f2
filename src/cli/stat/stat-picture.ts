/** A table as a picture in a file: the explorer's page draws it, and this loads the page's drawing code. */

import { existsSync, readdirSync } from "node:fs";
import type { Cell, Citation, Table } from "../../index.ts";
import { seriesOf } from "../charts.ts";
import { UsageError } from "../io.ts";

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
export async function tableSvg(
  table: Table,
  citations: readonly Citation[],
): Promise<string | undefined> {
  const rows = table.toJSON();
  const series = Array.from(seriesOf(rows), ([name, points]) => ({ name, points }));
  const dates = [...new Set(series.flatMap(({ points }) => points.map(({ date }) => date)))].sort();
  if (dates.length === 0) return undefined;
  const odd = dates.find((date) => !/^\d{4}(?:-\d\d){0,2}(?:T.*)?$/.test(date));
  if (odd !== undefined && series.some(({ points }) => points.length > 1)) {
    throw new UsageError(`--svg draws lines over years, months and days, not over '${odd}'`);
  }
  const units = textsOf(rows, ({ unit }) => unit);
  const span = [...new Set([dates[0], dates.at(-1)])].join(" to ");
  const { tablePicture } = await drawing();
  return await tablePicture({
    series,
    title: textsOf(rows, (row) => row["variable_name"] ?? row["variable"]).join(", "),
    about: [units.join(", "), span].filter((text) => text !== "").join(" · "),
    sources: citations.map(({ text }) => text),
  });
}

type Row = Readonly<Record<string, Cell>>;

/** Each once. */
function textsOf(rows: readonly Row[], textIn: (row: Row) => Cell | undefined): readonly string[] {
  return [...new Set(rows.map((row) => `${textIn(row) ?? ""}`))].filter((text) => text !== "");
}

/** Beside the built command, or where a build put it beside the source. */
async function drawing(): Promise<Drawing> {
  for (const place of ["./explorer/", "../../../dist/explorer/"]) {
    const folder = new URL(place, import.meta.url);
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const file = names.find((name) => /^picture-\w+\.js$/.test(name));
    if (file !== undefined) return (await import(new URL(file, folder).href)) as Drawing;
  }
  throw new UsageError("--svg needs the explorer's files, which are not beside the command");
}
