/** Data as SDMX-CSV 2.0: a row per point. */

import { csvCell } from "../export/csv-text.ts";
import { decimalText } from "../stats/decimals.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import type { PointVisitor } from "../stats/read/point-reader.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { type Utf8Reader, utf8Reader } from "../store/texts/utf8.ts";
import { dataflow, notApplicable } from "./components.ts";
import {
  countIn,
  facetTexts,
  type SeriesFound,
  type SeriesList,
  seriesIn,
} from "./found-series.ts";

const head = ["STRUCTURE", "STRUCTURE_ID", "ACTION"];

/** Strings that are longer than twice this cost much more. */
const pieceLength = 1 << 16;

const encoder = new TextEncoder();
const encoded = (text: string): Uint8Array => encoder.encode(text);
const cells = (texts: readonly string[]): string => texts.map(csvCell).join(",");

const comma = 0x2c;
const none = new Uint8Array(0);
/** What each row begins with; the one before it ends. */
const structure = encoded(`\r\ndataflow,${dataflow.agency}:${dataflow.id}(${dataflow.version}),I`);

/** The text in pieces, each made when it is asked for (behaviour: sdmx 5). */
export function* csvOf(found: SeriesFound): Generator<string> {
  const rows = new Rows(found);
  yield cells([...head, ...found.components.map(({ id }) => id)]);
  for (const list of found.lists) {
    for (let at = 0; at < countIn(list); ) {
      at = rows.addFrom(list, at);
      if (rows.isFull) yield rows.taken();
    }
  }
  // Every line ends with CR and LF, the last one too.
  yield `${rows.ended()}\r\n`;
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
  readonly #dates: Words[] = [];
  readonly #visitor: PointVisitor;
  /** Did the text become full within a series, of which a run of points is at hand? */
  #isWithin = false;
  /** What the last row is about, and from its start on, where each of these cells begins. */
  readonly #about: TermId[] = [];
  readonly #places: number[] = [];
  /** Where that row begins, and where its date does. */
  #start = 0;
  #end = 0;
  /** Whether it ends there. */
  #isBegun = false;
  /** What stands there between those cells and the date. */
  #before: Uint8Array = none;
  /** What ends that row when the next one begins, and what ended the row before it. */
  #after: Uint8Array = none;
  #afterBefore: Uint8Array = none;

  constructor(found: SeriesFound) {
    this.#found = found;
    const text = this.#text;
    this.#visitor = {
      decimal: (date, mantissa, decimals) => {
        this.#beginRow(date);
        text.decimal(mantissa, decimals);
      },
      text: (date, value) => {
        this.#beginRow(date);
        text.add(csvCell(value));
      },
    };
  }

  get isFull(): boolean {
    return this.#text.length >= pieceLength;
  }

  /** What was written since. The end of its last row comes with the next one. */
  taken(): string {
    this.#about.length = 0;
    return this.#text.taken();
  }

  ended(): string {
    this.#text.copy(this.#after);
    return this.taken();
  }

  /**
   * Writes the rows of series from a place of a list on, until the text is full.
   *
   * @returns the place from which to go on
   */
  addFrom(list: SeriesList, first: number): number {
    const count = countIn(list);
    const { points, world } = this.#found;
    const { observations } = world;
    for (let at = first; at < count; at++) {
      if (this.isFull) return at;
      const series = seriesIn(list, at);
      if (this.#isWithin) this.#isWithin = false;
      else {
        points.open(series);
        points.next(observations);
      }
      this.#beginSeries(observations, list, series);
      observations.eachPoint(series, this.#visitor, points);
      while (points.next(observations)) {
        this.#isWithin = this.isFull;
        if (this.#isWithin) return at;
        observations.eachPoint(series, this.#visitor, points);
      }
    }
    return count;
  }

  /** Series stand by variable and first entity: most of what rows begin with is that of the row before. */
  #beginSeries(
    observations: ObservationTable,
    { variable, entities }: SeriesList,
    series: number,
  ): void {
    const facet = observations.facetNumberOf(series);
    const { before, after } = this.#facets[facet] ?? this.#cellsOf(facet);
    const cellCount = entities.count + 1;
    let place = 0;
    let term = variable;
    while (place < cellCount && this.#about[place] === term) {
      term = entities.at(series, place);
      place += 1;
    }
    const text = this.#text;
    let lengthBefore = -1;
    if (this.#about.length === 0) this.#beginText();
    else {
      if (this.#before === before) lengthBefore = this.#places[cellCount] ?? 0;
      this.#repeatUntil(this.#end);
      text.length = this.#start + (this.#places[place] ?? 0);
    }
    while (place < cellCount) {
      this.#about[place] = term;
      this.#places[place] = text.length - this.#start;
      this.#cell(term);
      term = entities.at(series, place);
      place += 1;
    }
    const length = text.length - this.#start;
    this.#places[place] = length;
    // What was repeated still stands after cells of the same length.
    if (length === lengthBefore) text.length += before.length;
    else text.copy(before);
    this.#before = before;
    this.#end = text.length;
    this.#isBegun = true;
    this.#after = after;
  }

  #beginText(): void {
    this.#text.copy(this.#after);
    this.#afterBefore = this.#after;
    this.#start = this.#text.length;
    this.#text.copy(structure);
  }

  /** Ends the last row and begins one as it does, up to a place: at once where the row before it ends alike. */
  #repeatUntil(end: number): void {
    const text = this.#text;
    const after = this.#after;
    const isAlike = this.#afterBefore === after;
    if (!isAlike) text.copy(after);
    const start = text.length + (isAlike ? after.length : 0);
    text.repeat(isAlike ? this.#start - after.length : this.#start, end);
    this.#start = start;
    this.#afterBefore = after;
  }

  #cell(term: TermId): void {
    const text = this.#found.world.graph.dictionary.textOf(term);
    this.#text.byte(comma);
    if (!this.#text.addWithout(special, text)) this.#text.add(csvCell(text));
  }

  #beginRow(date: number): void {
    if (this.#isBegun) this.#isBegun = false;
    else {
      this.#repeatUntil(this.#end);
      this.#end = this.#text.length;
    }
    this.#text.words(this.#dates[date] ?? this.#dateOf(date));
  }

  #dateOf(code: number): Words {
    const date = csvCell(this.#found.world.observations.dateOfCode(code));
    const cell = wordsOf(this.#text.encoded(`${date},`));
    this.#dates[code] = cell;
    return cell;
  }

  #cellsOf(number: number): FacetCells {
    const facet = this.#found.world.observations.facetAt(number);
    const dimensions = facetTexts(facet, "dimension").map((text) => text || notApplicable);
    const attributes = facetTexts(facet, "attribute");
    const fresh = {
      before: this.#text.encoded(`,${cells(dimensions)},`),
      after: this.#text.encoded(`,${cells(attributes)}`),
    };
    this.#facets[number] = fresh;
    return fresh;
  }
}

// Texts as UTF-8 in one buffer, which is used again and again: for answers of many short cells.

const nothing = new Uint8Array(0x80);

const [minus, point, zero] = [0x2d, 0x2e, 0x30];
/** More than the digits of an integer of 32 bits, its sign, and a point with zeros. */
const decimalMax = 32;
const integerMax = 0x7fff_ffff;

/** A short text, and zeros to the end of its last word of four bytes. */
interface Words {
  readonly words: DataView;
  readonly length: number;
}

function wordsOf(bytes: Uint8Array): Words {
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  return { words: new DataView(padded.buffer), length: bytes.length };
}

export class TextBytes {
  /** Bytes that are written. */
  length = 0;
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #read: Utf8Reader | undefined;
  /** Is it ASCII alone, so far? */
  #isAscii = true;

  /** @param size in the beginning */
  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** What is written, as a text; the buffer is empty then. */
  taken(): string {
    this.#read ??= utf8Reader(this.#bytes, this.#isAscii ? "latin1" : "utf8");
    const text = this.#read(0, this.length);
    this.length = 0;
    return text;
  }

  add(text: string): void {
    this.addWithout(nothing, text);
  }

  /** @returns false, and nothing is written, if the text has a character of ASCII that is unwanted: 1 at its place */
  addWithout(unwanted: Uint8Array, text: string): boolean {
    const { length } = text;
    this.#needs(length);
    const bytes = this.#bytes;
    const start = this.length;
    let isAscii = true;
    for (let at = 0; at < length; at++) {
      const unit = text.charCodeAt(at);
      if (unit >= 0x80) isAscii = false;
      else if (unwanted[unit] === 1) return false;
      bytes[start + at] = unit;
    }
    if (isAscii) this.length += length;
    else this.copy(this.encoded(text));
    return true;
  }

  /** A text that is to be copied here. */
  encoded(text: string): Uint8Array {
    const bytes = encoded(text);
    if (this.#isAscii && bytes.length > text.length) {
      this.#isAscii = false;
      this.#read = undefined;
    }
    return bytes;
  }

  byte(byte: number): void {
    this.#needs(1);
    this.#bytes[this.length++] = byte;
  }

  /** Faster than `copy` up to some dozen bytes. */
  words({ words, length }: Words): void {
    const { byteLength } = words;
    this.#needs(byteLength);
    const view = this.#view;
    const to = this.length;
    for (let at = 0; at < byteLength; at += 4) view.setInt32(to + at, words.getInt32(at));
    this.length = to + length;
  }

  copy(bytes: Uint8Array): void {
    this.#needs(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Once more what is written at [start, end). */
  repeat(start: number, end: number): void {
    this.#needs(end - start);
    this.#bytes.copyWithin(this.length, start, end);
    this.length += end - start;
  }

  /** As `decimalText`. */
  decimal(mantissa: number, decimals: number): void {
    if (mantissa > integerMax || mantissa < -integerMax) {
      this.add(decimalText(mantissa, decimals));
      return;
    }
    this.#needs(decimalMax);
    const bytes = this.#bytes;
    let rest = mantissa | 0;
    if (rest < 0) {
      bytes[this.length++] = minus;
      rest = -rest;
    }
    let digits = 1;
    for (let power = 10; rest >= power; power *= 10) digits++;
    if (decimals === 0) {
      for (let at = this.length + digits; at > this.length; ) {
        const tenth = (rest / 10) | 0;
        bytes[--at] = zero + rest - tenth * 10;
        rest = tenth;
      }
      this.length += digits;
      return;
    }
    if (digits <= decimals) digits = decimals + 1;
    let at = this.length + digits;
    this.length = at + 1;
    for (let digit = 0; digit < digits; digit++) {
      if (digit === decimals && digit > 0) bytes[at--] = point;
      const tenth = (rest / 10) | 0;
      bytes[at--] = zero + rest - tenth * 10;
      rest = tenth;
    }
  }

  #needs(count: number): void {
    const needed = this.length + count;
    if (needed <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
    this.#read = undefined;
  }
}
