/** Data as SDMX-CSV 2.0: a row per point. */

import { csvCell } from "../export/csv-text.ts";
import type { FacetEntry } from "../stats/facets/facets.ts";
import { dataflow, notApplicable } from "./components.ts";
import { type FoundSeries, facetTexts, type SeriesFound } from "./found-series.ts";

const head = ["STRUCTURE", "STRUCTURE_ID", "ACTION"];
const structure = `dataflow,${dataflow.agency}:${dataflow.id}(${dataflow.version}),I`;

const pieceLength = 1 << 16;

/** The text in pieces, each made when it is asked for (behaviour: sdmx 5). */
export function* csvOf({ components, series }: SeriesFound): Generator<string> {
  const cellsOf = facetCells();
  let piece = `${cells([...head, ...components.map(({ id }) => id)])}\r\n`;
  for (const one of series()) {
    piece += rowsOf(one, cellsOf(one.facet));
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

/** Every line ends with CR and LF, the last one too. */
function rowsOf({ variable, entities, each }: FoundSeries, facet: FacetCells): string {
  const before = `${structure},${cells([variable, ...entities])},${facet.before}`;
  let rows = "";
  each((date, value) => {
    rows += `${before},${csvCell(date)},${csvCell(value)},${facet.after}\r\n`;
  });
  return rows;
}

/** What stands before the dates of all series of a facet, and after their values. */
interface FacetCells {
  readonly before: string;
  readonly after: string;
}

/** Made once for each facet: series are many. */
function facetCells(): (facet: FacetEntry) => FacetCells {
  const known = new Map<FacetEntry, FacetCells>();
  return (facet) => {
    const made = known.get(facet);
    if (made !== undefined) return made;
    const dimensions = facetTexts(facet, "dimension").map((text) => text || notApplicable);
    const fresh = { before: cells(dimensions), after: cells(facetTexts(facet, "attribute")) };
    known.set(facet, fresh);
    return fresh;
  };
}

const cells = (texts: readonly string[]): string => texts.map(csvCell).join(",");
