/** Data as SDMX-CSV 2.0: a row per point. */

import { csvCell } from "../export/csv-text.ts";
import type { PointVisitor } from "../stats/read/point-reader.ts";
import { TextBytes } from "../stats/text-bytes.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { dataflow, notApplicable } from "./components.ts";
import { facetTexts, type SeriesFound, type SeriesList } from "./found-series.ts";

const head = ["STRUCTURE", "STRUCTURE_ID", "ACTION"];

/** Strings that are longer than twice this cost much more. */
const pieceLength = 1 << 16;
/** Of a series at a time. */
const pointsMax = 1 << 7;

const encoder = new TextEncoder();
const encoded = (text: string): Uint8Array => encoder.encode(text);
const cells = (texts: readonly string[]): string => texts.map(csvCell).join(",");

const comma = 0x2c;
/** What each row begins with; the one before it ends. */
const structure = encoded(`\r\ndataflow,${dataflow.agency}:${dataflow.id}(${dataflow.version}),I`);

/** The text in pieces, each made when it is asked for (behaviour: sdmx 5). */
export function* csvOf(found: SeriesFound): Generator<string> {
  const rows = new Rows(found);
  yield cells([...head, ...found.components.map(({ id }) => id)]);
  for (const list of found.lists) {
    for (let at = 0; at < list.series.length; ) {
      at = rows.addFrom(list, at);
      if (rows.isFull) yield rows.taken();
    }
  }
  // Every line ends with CR and LF, the last one too.
  yield `${rows.taken()}\r\n`;
}

/** What stands before the dates of all series of a facet, and after their values. */
interface FacetCells {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** By character of ASCII: 1 for one that cells in quotes alone may have. */
const special = new Uint8Array(128);
for (const byte of encoded('",\r\n')) special[byte] = 1;

/** Writes rows: what many of them share is copied, and most cells are never strings. */
class Rows {
  readonly #found: SeriesFound;
  readonly #text = new TextBytes(pieceLength * 2);
  /** By number. */
  readonly #facets: FacetCells[] = [];
  /** By code. */
  readonly #dates: Uint8Array[] = [];
  readonly #visitor: PointVisitor;
  /** The first point that is left of the series at which the text became full. */
  #left = 0;
  /** What the first row of the series is about, and from its start on, where each of these cells begins. */
  readonly #about: TermId[] = [];
  readonly #places: number[] = [];
  /** Where that row begins, and where its date does. */
  #start = 0;
  #end = 0;
  /** Whether it ends there. */
  #isBegun = false;
  #after: Uint8Array = structure;

  constructor(found: SeriesFound) {
    this.#found = found;
    const text = this.#text;
    this.#visitor = {
      decimal: (date, mantissa, decimals) => {
        this.#beginRow(date);
        text.decimal(mantissa, decimals);
        text.copy(this.#after);
      },
      text: (date, value) => {
        this.#beginRow(date);
        text.add(csvCell(value));
        text.copy(this.#after);
      },
    };
  }

  get isFull(): boolean {
    return this.#text.length >= pieceLength;
  }

  /** What was written since. */
  taken(): string {
    this.#about.length = 0;
    return this.#text.taken();
  }

  /**
   * Writes the rows of series from a place of a list on, until the text is full.
   *
   * @returns the place from which to go on
   */
  addFrom(list: SeriesList, first: number): number {
    const { world, pointsOf } = this.#found;
    for (let at = first; at < list.series.length; at++) {
      if (this.isFull) return at;
      const series = list.series[at] ?? 0;
      this.#beginSeries(list, series);
      for (const range of pointsOf(series)) {
        for (let start = Math.max(range.start, this.#left); start < range.end; ) {
          const end = Math.min(range.end, start + pointsMax);
          world.observations.eachPoint(series, this.#visitor, { start, end });
          start = end;
          if (start === range.end || !this.isFull) continue;
          this.#left = start;
          return at;
        }
      }
      this.#left = 0;
    }
    return list.series.length;
  }

  /** Series stand by variable and first entity: most of what rows begin with is that of the series before. */
  #beginSeries({ variable, entities }: SeriesList, series: number): void {
    const facet = this.#found.world.observations.facetNumberOf(series);
    const { before, after } = this.#facets[facet] ?? this.#cellsOf(facet);
    const text = this.#text;
    const start = text.length;
    const cellCount = entities.count + 1;
    let place = 0;
    let term = variable;
    while (place < cellCount && this.#about[place] === term) {
      term = entities.at(series, place);
      place += 1;
    }
    if (this.#about.length === 0) text.copy(structure);
    else text.repeat(this.#start, this.#start + (this.#places[place] ?? 0));
    while (place < cellCount) {
      this.#about[place] = term;
      this.#places[place] = text.length - start;
      this.#cell(term);
      term = entities.at(series, place);
      place += 1;
    }
    this.#places[place] = text.length - start;
    text.copy(before);
    this.#start = start;
    this.#end = text.length;
    this.#isBegun = true;
    this.#after = after;
  }

  #cell(term: TermId): void {
    const text = this.#found.world.graph.dictionary.textOf(term);
    this.#text.byte(comma);
    if (!this.#text.addWithout(special, text)) this.#text.add(csvCell(text));
  }

  #beginRow(date: number): void {
    if (this.#isBegun) this.#isBegun = false;
    else this.#text.repeat(this.#start, this.#end);
    this.#text.copy(this.#dates[date] ?? this.#dateOf(date));
  }

  #dateOf(code: number): Uint8Array {
    const cell = encoded(`${csvCell(this.#found.world.observations.dateOfCode(code))},`);
    this.#dates[code] = cell;
    return cell;
  }

  #cellsOf(number: number): FacetCells {
    const facet = this.#found.world.observations.facetAt(number);
    const dimensions = facetTexts(facet, "dimension").map((text) => text || notApplicable);
    const attributes = facetTexts(facet, "attribute");
    const fresh = {
      before: encoded(`,${cells(dimensions)},`),
      after: encoded(`,${cells(attributes)}`),
    };
    this.#facets[number] = fresh;
    return fresh;
  }
}
