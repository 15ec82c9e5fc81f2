/** Damaged tables of statistical offices are read right or refused: no number is ever wrong. */
import { expect, test } from "vitest";
import {
  besideOf,
  type GalleryPoint,
  galleryBytes,
  galleryFiles,
  knownOf,
  tryTable,
} from "../../gallery.ts";
import { sized } from "../runs.ts";
import { cellsOf, mutilate } from "./mutilated-tables.ts";

const headings =
  /Country Code|^"?DATASET|^FREQ,|\\(?:TIME_PERIOD|time)\t|OBS_VALUE|Flag Codes|^"?[Ee]ntity,|^(?:DATE|observation_date),|^"?GEO|NAME,|WEO Subject|Time Period,|ref_area|Country or Area|Region\/Country|SeriesCode|Area Code|IndicatorCode|REF_DATE|Perioden|1_Auspraegung|1_variable_attr|^v4_1|^iso3;|^Area\||^Sex,|^country,|^"?Country"?[,;]|^"Date"|^"";BB|^"",BB|^(?:code,)?Year,|[Ss]eries[_ ][Ii][Dd] *[,\t]|^"?GeoF|Combined_Key|^Province|^SortOrder|LocationId|GHO .CODE|^"Title"|^"?N\u00edvel|iso_code|^Libell|^,"|^SUMLEV|^Country Name/;

/** `npm test` tries a part of them. */
const step = sized(5, 1);

/** A table without a header has none to damage. */
const texts = galleryFiles().filter((file) => !/\.json$|teachers/.test(file));

/**
 * Values of these tables are different ones, so that a value says which point it is. A wrong number is a value
 * at another place or date, or a series of a place that mixes several.
 */
function wrongIn(points: readonly GalleryPoint[], right: readonly GalleryPoint[]): string[] {
  const byValue = new Map<string, GalleryPoint[]>();
  for (const point of right) {
    byValue.set(point.value, [...(byValue.get(point.value) ?? []), point]);
  }
  const series = new Map<string, string>();
  return points.flatMap(({ series: name, entity, date, value }) => {
    const own = `${name} of ${entity}`;
    const found = (byValue.get(value) ?? []).find(
      (point) => point.entity === entity && point.date === date,
    );
    if (found === undefined) return [`${own} in ${date}: ${value}`];
    const before = series.get(own) ?? found.series;
    series.set(own, before);
    return before === found.series ? [] : [`${own} mixes ${before} and ${found.series}`];
  });
}

test.each(texts)("%s", { timeout: 120_000 }, async (file) => {
  const name = file.slice(file.indexOf("/") + 1);
  const known = knownOf(file);
  const beside = besideOf(file);
  const content = galleryBytes(file);
  const right = await tryTable(name, content, known, beside);
  if ("problems" in right) throw new Error(right.problems.join("; "));
  const text = new TextDecoder(/^SYB|0012_flat/.test(name) ? "windows-1252" : "utf-8").decode(
    content,
  );
  const all = mutilate(cellsOf(text, headings));
  expect(all.length).toBeGreaterThanOrEqual(10);
  // Others of each table in turn, so that every kind of damage is tried.
  const mutilated = all.filter((_, at) => at % step === texts.indexOf(file) % step);
  const wrong: string[] = [];
  let readCount = 0;
  for (const { how, text: changed } of mutilated) {
    const found = await tryTable(name, Buffer.from(changed), known, beside);
    if ("problems" in found) continue;
    readCount += 1;
    for (const one of wrongIn(found, right).slice(0, 1)) wrong.push(`${how}: ${one}`);
  }
  expect(wrong).toEqual([]);
  // Not all are refused: titles and notes change no number.
  if (step === 1) expect(readCount).toBeGreaterThan(0);
});
