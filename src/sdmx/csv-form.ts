/** Data as SDMX-CSV 2.0: a row per point. */

import { csvCell } from "../export/csv-text.ts";
import { dataflow, notApplicable } from "./components.ts";
import { attributesOf, dimensionsOf, type FoundSeries, type SeriesFound } from "./found-series.ts";

const head = ["STRUCTURE", "STRUCTURE_ID", "ACTION"];
const structure = ["dataflow", `${dataflow.agency}:${dataflow.id}(${dataflow.version})`, "I"];

const pieceLength = 1 << 16;

/** The text in pieces, each made when it is asked for (behaviour: sdmx 5). */
export function* csvOf({ components, series }: SeriesFound): Generator<string> {
  let piece = `${cells([...head, ...components.map(({ id }) => id)])}\r\n`;
  for (const one of series()) {
    piece += rowsOf(one);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

/** Every line ends with CR and LF, the last one too. */
function rowsOf(series: FoundSeries): string {
  const dimensions = dimensionsOf(series).map((text) => text || notApplicable);
  const before = cells([...structure, ...dimensions]);
  const after = `${cells(attributesOf(series))}\r\n`;
  let rows = "";
  series.each((date, value) => {
    rows += `${before},${csvCell(date)},${csvCell(value)},${after}`;
  });
  return rows;
}

const cells = (texts: readonly string[]): string => texts.map(csvCell).join(",");
