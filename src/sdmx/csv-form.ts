/** Data as SDMX-CSV 2.0: a row per point. */

import { csvCell } from "../export/csv-text.ts";
import type { FacetEntry } from "../stats/facets/facets.ts";
import { dataflow, notApplicable } from "./components.ts";
import { facetTexts, type SeriesFound } from "./found-series.ts";

const head = ["STRUCTURE", "STRUCTURE_ID", "ACTION"];
const structure = `dataflow,${dataflow.agency}:${dataflow.id}(${dataflow.version}),I`;

const pieceLength = 1 << 16;

/** The text in pieces, each made when it is asked for (behaviour: sdmx 5). */
export function* csvOf({ components, series }: SeriesFound): Generator<string> {
  const cellsOf = facetCells();
  // Lists are joined much faster than texts that grow.
  let texts = [cells([...head, ...components.map(({ id }) => id)])];
  let length = 0;
  for (const { variable, entities, facet, each } of series()) {
    const { before, after } = cellsOf(facet);
    const first = `\r\n${structure},${cells([variable, ...entities])},${before},`;
    each((date, value) => {
      texts.push(first, csvCell(date), ",", csvCell(value), ",", after);
      length += first.length + after.length;
    });
    if (length < pieceLength) continue;
    yield texts.join("");
    [texts, length] = [[], 0];
  }
  // Every line ends with CR and LF, the last one too.
  yield `${texts.join("")}\r\n`;
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
