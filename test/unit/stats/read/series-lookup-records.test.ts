import { describe, expect, test } from "vitest";
import { LimitError } from "../../../../src/errors/errors.ts";
import {
  makeRecords,
  readingOf,
  type SeriesRecord,
  SeriesRecordWriter,
  seriesAt,
  seriesLayout,
} from "../../../../src/stats/read/series-lookup.ts";
import { FrozenColumns, LateColumn } from "../../../../src/store/columns/column-source.ts";

const counts = { dates: 100, formats: 3, facets: 60, hasOneWidth: true };

function recordsOf(given: typeof counts, series: readonly SeriesRecord[], points: number) {
  const columns = new FrozenColumns();
  const layout = seriesLayout(given);
  const records = makeRecords(columns, layout, series.length, points);
  // Two writers, as of two threads.
  const writers = [0, 1].map((first) => new SeriesRecordWriter(records, layout, first));
  for (const [at, record] of series.entries()) writers[at === 0 ? 0 : 1]!.add(record);
  const words = columns.column("observations.seriesRecords") as Uint32Array;
  const reading = readingOf(layout);
  const { stride, dateMask, kindWord, formatShift, formatMask, facetShift, valueWord } = reading;
  const read = series.map((_, number): SeriesRecord => {
    const at = number * stride;
    const kind = words[at + kindWord]!;
    return {
      firstPoint: words[at]!,
      firstDate: (words[at + 1]! & dateMask) >>> 0,
      format: (kind >>> formatShift) & formatMask,
      facet: kind >>> facetShift,
      firstValue: words[at + valueWord]!,
    };
  });
  return { words, stride, read };
}

describe("records of series", () => {
  const largest = ({ dates, formats, facets }: typeof counts): SeriesRecord[] => [
    { firstPoint: 0, firstDate: dates - 1, format: 0, facet: facets - 1, firstValue: 0 },
    { firstPoint: 7, firstDate: 0, format: formats - 1, facet: 0, firstValue: 7 },
    { firstPoint: 9, firstDate: dates - 1, format: formats - 1, facet: facets - 1, firstValue: 9 },
  ];

  test.each([
    ["two words", counts, 2],
    ["two words that are full", { ...counts, dates: 2 ** 24, facets: 64 }, 2],
    ["one facet and one format", { ...counts, dates: 2 ** 30, formats: 1, facets: 1 }, 2],
    ["three", { ...counts, dates: 2 ** 25 }, 3],
    ["three for very many dates", { ...counts, dates: 2 ** 32 - 1 }, 3],
    ["three for very many facets", { ...counts, formats: 2 ** 13, facets: 2 ** 19 }, 3],
  ])("of %s", (_, given, words) => {
    const series = largest(given);
    const { stride, read } = recordsOf(given, series, 12);
    expect(stride).toBe(words);
    expect(read).toEqual(series);
  });

  test.each([
    [counts, 3],
    [{ ...counts, dates: 2 ** 25 }, 4],
  ])("with places of values of several widths", (given, words) => {
    const several = { ...given, hasOneWidth: false };
    const series = largest(several).map((record, at) => ({ ...record, firstValue: at * 1000 }));
    const { stride, read } = recordsOf(several, series, 12);
    expect(stride).toBe(words);
    expect(read).toEqual(series);
  });

  test("find the series of a point", () => {
    const { words, stride } = recordsOf(counts, largest(counts), 12);
    const columns = new FrozenColumns();
    columns.keep("records", words);
    const records = new LateColumn<Uint32Array>(columns, "records");
    const found = Array.from({ length: 12 }, (_, point) =>
      seriesAt(records, stride, (words.length - 1) / stride, point),
    );
    expect(found).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2]);
  });

  test("refuse more kinds than a word can name", () => {
    expect(() => seriesLayout({ ...counts, formats: 2 ** 13, facets: 2 ** 20 })).toThrow(
      new LimitError("1048576 facets of series in 8192 formats are too many"),
    );
  });
});
