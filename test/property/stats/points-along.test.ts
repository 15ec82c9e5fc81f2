import fc from "fast-check";
import { expect, test } from "vitest";
import { ObservationTable } from "../../../src/stats/read/observations.ts";
import { type PointColumns, pointsAlong } from "../../../src/stats/read/points-along.ts";
import type { ColumnSource } from "../../../src/store/columns/column-source.ts";
import type { TermId } from "../../../src/store/texts/dictionary.ts";
import { ColumnRecorder } from "../../unit/stats/read/column-recorder.ts";
import { frozen, type Row } from "../../unit/stats/read/frozen-rows.ts";
import { runs } from "../runs.ts";

const names = ["a", "b", "c", "d", "e", "f", "g"];

/** Values of every width and kind, and texts. */
const values = [
  "0",
  "1.5",
  "-7",
  "30000",
  "2000000000",
  "1.25",
  "1e-7",
  "98765432109876543210",
  "n/a",
];

const rows: fc.Arbitrary<Row[]> = fc.array(
  fc
    .tuple(
      fc.constantFrom(...names),
      fc.constantFrom(...names),
      fc.constantFrom("", "P1Y", "P1M"),
      fc.constantFrom("2001", "2002", "2003-05", "2004", "2005"),
      fc.constantFrom(...values),
    )
    .map(([variable, entity, observationPeriod, date, value]): Row => {
      return [variable, entity, { observationPeriod }, date, value];
    }),
  { minLength: 1, maxLength: 60 },
);

/** The same columns, of which none is said to be here as a whole. */
function inParts(recorder: ColumnRecorder): ColumnSource {
  return {
    column: (name) => recorder.column(name),
    lazyRows: (name) => ({ ...recorder.lazyRows(name), isWhole: false }),
  };
}

/** Place, series, facet, point, date and number of each row. */
function rowsOf({ count, places, series, facets, points, dates, numbers }: PointColumns) {
  const columns = [places, series, facets, points, dates, numbers];
  return Array.from({ length: count }, (_, row) => columns.map((column) => column[row]!));
}

function naiveRows(
  observations: ObservationTable,
  variable: TermId,
  entities: readonly TermId[],
  date: number | undefined,
): number[][] {
  const found: number[][] = [];
  for (const [place, entity] of entities.entries()) {
    const { start, end } = observations.seriesOf(variable, entity);
    for (let series = start; series < end; series++) {
      const isLast = date === undefined;
      const point = isLast ? observations.latestOf(series) : observations.pointAt(series, date);
      if (point < 0) continue;
      const facet = observations.facetNumberOf(series);
      expect(observations.facetAt(facet)).toBe(observations.facetOf(series));
      const code = observations.dateCodeAt(point);
      found.push([place, series, facet, point, code, observations.numberAt(point)]);
    }
  }
  return found;
}

test("points along a variable are those of its series, with columns here and in parts", () => {
  fc.assert(
    fc.property(rows, fc.array(fc.nat(names.length), { maxLength: 12 }), (loaded, picked) => {
      const { graph, observations } = frozen(loaded).world;
      const recorder = new ColumnRecorder(observations);
      const { meta } = observations;
      const apart = ObservationTable.readFrom(inParts(recorder), meta, graph.dictionary);
      const nodes = Array.from({ length: graph.dictionary.nodeCount }, (_, node) => node);
      const into = pointsAlong(observations, 0, []);
      for (const entities of [nodes, nodes.toReversed(), picked]) {
        for (const variable of nodes) {
          for (const date of [undefined, 0, meta.dateCount >> 1]) {
            const expected = naiveRows(observations, variable, entities, date);
            for (const table of [observations, apart]) {
              expect(rowsOf(pointsAlong(table, variable, entities, date))).toEqual(expected);
              expect(rowsOf(pointsAlong(table, variable, entities, date, into))).toEqual(expected);
            }
          }
        }
      }
    }),
    runs(15),
  );
});
