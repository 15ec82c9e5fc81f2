/**
 * Usual lines of a table of triples → statements, straight from their bytes: five cells, each of them bare,
 * or the text in one pair of quotes. A cell that is that of the line before keeps its id. Any other line is
 * left to the reader of rows, which reads all tables.
 */
import { lowStop, repeats } from "../bytes/native.ts";
import type { StraightLines } from "../records/cell-rows.ts";
import { noId, type Sink } from "../statements/sink.ts";

/** The columns of the tables. */
export const straightColumns = [
  "subject_id",
  "predicate",
  "object_id",
  "object_value",
  "provenance",
];

const commaByte = 0x2c;
const quoteByte = 0x22;
const lineFeed = 0x0a;
/** So few that the code is compiled soon. */
const linesAtOnce = 128;

/** Not 0 for bytes that end a bare cell or make a line odd. */
const bareStops = stopsAt(0, lineFeed, 0x0d, quoteByte, commaByte);
const quotedStops = stopsAt(0, lineFeed, 0x0d, quoteByte);

function stopsAt(...bytes: readonly number[]): Uint8Array {
  const stops = new Uint8Array(256);
  for (const byte of bytes) stops[byte] = 1;
  return stops;
}

/** A column of dcids: where the last cell lies in the block, and its node. */
interface LastCell {
  start: number;
  end: number;
  node: number;
  /** The cell of the line at hand was found to be the same. */
  isSame: boolean;
}

function noCell(): LastCell {
  return { start: 0, end: 0, node: noId, isSame: false };
}

export class TripleLines implements StraightLines {
  taken = 0;
  readonly #sink: Sink;
  readonly #fileProvenance: () => number;
  #view: DataView = new DataView(new ArrayBuffer(0));
  readonly #subject = noCell();
  readonly #predicate = noCell();
  readonly #object = noCell();
  readonly #provenance = noCell();

  /** @param fileProvenance of lines that bring none. */
  constructor(sink: Sink, fileProvenance: () => number) {
    this.#sink = sink;
    this.#fileProvenance = fileProvenance;
  }

  open(bytes: Uint8Array): void {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const cell of [this.#subject, this.#predicate, this.#object, this.#provenance]) {
      cell.start = cell.end = 0;
    }
  }

  read(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    let taken = 0;
    for (; taken < linesAtOnce && at < end; taken++) {
      const next = this.#line(bytes, at, end);
      if (next === at) break;
      at = next;
    }
    this.taken = taken;
    return at;
  }

  /** @returns where the next line begins; `start` for an odd line, of which nothing was written. */
  #line(bytes: Uint8Array, start: number, end: number): number {
    const view = this.#view;
    const subject = this.#subject;
    const subjectEnd = cellEnd(bytes, view, start, end, subject, commaByte);
    const predicateEnd = nextEnd(bytes, view, subjectEnd);
    const objectEnd = nextEnd(bytes, view, predicateEnd);
    const isQuoted = bytes[objectEnd] === commaByte && bytes[objectEnd + 1] === quoteByte;
    const textStart = isQuoted ? objectEnd + 2 : objectEnd + 1;
    const textEnd = isQuoted
      ? lowStop(bytes, view, textStart, quotedStops)
      : nextEnd(bytes, view, objectEnd);
    const textNext = isQuoted && bytes[textEnd] === quoteByte ? textEnd + 1 : textEnd;
    // All commas before were there.
    if (bytes[textNext] !== commaByte) return start;
    const [predicateStart, objectStart] = [subjectEnd + 1, predicateEnd + 1];
    const provenanceStart = textNext + 1;
    const last = this.#provenance;
    const provenanceEnd = cellEnd(bytes, view, provenanceStart, end, last, lineFeed);
    const isOdd =
      bytes[provenanceEnd] !== lineFeed ||
      subjectEnd === start ||
      predicateEnd === predicateStart ||
      (objectEnd === objectStart && textEnd === textStart);
    if (isOdd) return start;
    const sink = this.#sink;
    const of = this.#nodeIn(subject, bytes, start, subjectEnd);
    const predicate = this.#nodeIn(this.#predicate, bytes, predicateStart, predicateEnd);
    const provenance =
      provenanceStart === provenanceEnd
        ? this.#fileProvenance()
        : this.#nodeIn(last, bytes, provenanceStart, provenanceEnd);
    if (objectStart < objectEnd) {
      const object = this.#nodeIn(this.#object, bytes, objectStart, objectEnd);
      sink.link(of, predicate, object, provenance);
    }
    if (textStart < textEnd) {
      sink.attribute(of, predicate, sink.literalOf(bytes, textStart, textEnd), provenance);
    }
    return provenanceEnd + 1;
  }

  #nodeIn(last: LastCell, bytes: Uint8Array, start: number, end: number): number {
    if (last.isSame) return last.node;
    const isPerhaps = end - start === last.end - last.start;
    if (isPerhaps && repeats(this.#view, last.start, last.end, start)) return last.node;
    last.node = this.#sink.nodeOf(bytes, start, end);
    last.start = start;
    last.end = end;
    return last.node;
  }
}

/** Where the cell after a comma ends; the offset itself if there is no comma. */
function nextEnd(bytes: Uint8Array, view: DataView, comma: number): number {
  return bytes[comma] === commaByte ? lowStop(bytes, view, comma + 1, bareStops) : comma;
}

/** Where the cell at `start` ends, which is often the last one of its column again. */
function cellEnd(
  bytes: Uint8Array,
  view: DataView,
  start: number,
  end: number,
  last: LastCell,
  stop: number,
): number {
  const same = start + last.end - last.start;
  const isPerhaps = same > start && same < end && bytes[same] === stop;
  last.isSame = isPerhaps && repeats(view, last.start, last.end, start);
  return last.isSame ? same : lowStop(bytes, view, start, bareStops);
}
