/**
 * Records of RDF → statements: a line with a triple, or all lines about one blank node. Usual records
 * are read as bytes, others as texts.
 */
import type { LineHandler } from "../bytes/lines.ts";
import type { Progress } from "../bytes/load-progress.ts";
import { textOf } from "../bytes/native.ts";
import { LastNode } from "../records/known-cells.ts";
import { type RecordLoop, type RecordReader, unfinished } from "../records/record-loop.ts";
import type { Sink } from "../statements/sink.ts";
import { RdfObservations } from "./rdf-observations.ts";
import type { RdfReader } from "./rdf-reader.ts";
import {
  type KnownName,
  nameStart,
  nodeOfName,
  nodeTerm,
  oddLine,
  oddName,
  RdfScanner,
} from "./rdf-scanner.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const hashByte = 0x23;
/** A blank node that is larger is read as texts. */
const groupBytesMax = 64 * 1024;

/** What the reader of records works with. */
interface RdfTarget {
  readonly sink: Sink;
  readonly progress: Progress;
  readonly fileProvenance: () => number;
  /** Takes lines as texts. */
  readonly reader: RdfReader;
}

export class RdfRecords implements RecordReader {
  readonly #loop: RecordLoop;
  readonly #target: RdfTarget;
  readonly #scanner = new RdfScanner();
  readonly #observations: RdfObservations;
  readonly #subject: LastNode;
  /** A sink that takes places gets the line of each statement. So are damaged blocks read. */
  #isByLines: boolean;
  /** The line that was scanned last, and where the next one starts. */
  #scanned = -1;
  #next = 0;
  /** Of the blank node at hand: its lines, those with statements, and whether texts are needed. */
  #lines = 0;
  #statements = 0;
  #isOdd = false;

  constructor(loop: RecordLoop, target: RdfTarget) {
    this.#loop = loop;
    this.#target = target;
    this.#isByLines = target.sink.at !== undefined;
    this.#subject = new LastNode(target.sink);
    this.#observations = new RdfObservations(target.sink, (graph) => this.#provenanceOf(graph));
  }

  open(bytes: Uint8Array): void {
    this.#isByLines = this.#target.sink.at !== undefined || this.#loop.isDamaged;
    this.#scanner.open(bytes);
    this.#scanned = -1;
  }

  record(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
    if (this.#isByLines) return this.#oddLine(bytes, start);
    const next = this.#line(bytes, start);
    if (next === oddLine) return this.#oddLine(bytes, start);
    if (this.#scanner.isBlank) return this.#blankNode(bytes, start, end, isLast);
    if (!this.#triple(bytes)) return this.#texts(bytes, start, next);
    this.#target.progress.rows += 1;
    this.#loop.line += 1;
    return next;
  }

  /** The line after those about a blank node is scanned once. */
  #line(bytes: Uint8Array, start: number): number {
    if (start === this.#scanned) return this.#next;
    this.#scanned = start;
    this.#next = this.#scanner.line(bytes, start);
    return this.#next;
  }

  #oddLine(bytes: Uint8Array, start: number): number {
    return this.#texts(bytes, start, bytes.indexOf(lineFeed, start) + 1);
  }

  /** All lines about the blank node of the line that was scanned last. */
  #blankNode(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
    const { reader, progress } = this.#target;
    const { subjectStart, subjectEnd, graph } = this.#scanner;
    const { openLabel } = reader;
    if (openLabel !== undefined) {
      const isOpen = openLabel === textOf(bytes, subjectStart, subjectEnd);
      if (isOpen) return this.#texts(bytes, start, this.#next);
      reader.end();
    }
    const at = this.#linesAbout(bytes, start, end);
    if (this.#isOdd) return this.#texts(bytes, start, at);
    if (at === end && !isLast) return unfinished;
    if (!this.#observations.write(bytes, graph)) return this.#texts(bytes, start, at);
    progress.rows += this.#statements;
    this.#loop.line += this.#lines;
    return at;
  }

  /**
   * Scans the lines about the blank node of the line at `start`, and counts them.
   * @returns where they end.
   */
  #linesAbout(bytes: Uint8Array, start: number, end: number): number {
    const scanner = this.#scanner;
    const { subjectStart, subjectEnd } = scanner;
    this.#observations.begin();
    this.#lines = 0;
    this.#statements = 0;
    this.#isOdd = false;
    for (;;) {
      let at = this.#next;
      this.#lines += 1;
      this.#statements += 1;
      this.#isOdd = !this.#observations.add(bytes, scanner) || at - start > groupBytesMax;
      if (this.#isOdd) return at;
      // A comment does not end the node.
      for (; at < end && isComment(bytes, at); this.#lines++) at = bytes.indexOf(lineFeed, at) + 1;
      if (at === end) return at;
      // More lines about the node may follow another statement.
      this.#isOdd = this.#line(bytes, at) === oddLine || !scanner.isBlank;
      if (this.#isOdd || !this.#hasLabel(bytes, subjectStart, subjectEnd)) return at;
    }
  }

  /** Whether the line that was scanned last is about the blank node with this label. */
  #hasLabel(bytes: Uint8Array, start: number, end: number): boolean {
    const { subjectStart, subjectEnd } = this.#scanner;
    if (end - start !== subjectEnd - subjectStart) return false;
    for (let at = end - start - 1; at >= 0; at--) {
      if (bytes[start + at] !== bytes[subjectStart + at]) return false;
    }
    return true;
  }

  #texts(bytes: Uint8Array, start: number, end: number): number {
    return this.#loop.texts(bytes, start, end, this.#onLine);
  }

  readonly #onLine: LineHandler = (line, number, isDamaged) => {
    const { reader, progress } = this.#target;
    if (isDamaged) reader.leaveOut(line);
    else if (reader.line(line, number)) progress.rows += 1;
  };

  /** @returns false for a line that has to be read as text: nothing of it was written. */
  #triple(bytes: Uint8Array): boolean {
    const line = this.#scanner;
    const { sink } = this.#target;
    const { objectStart, objectEnd } = line;
    const isNode = line.objectKind === nodeTerm;
    const subject = nameStart(bytes, line.subjectStart, line.subjectEnd);
    const object = isNode ? nameStart(bytes, objectStart, objectEnd) : objectStart;
    const predicate = line.predicate!;
    const isWhole = subject !== oddName && object !== oddName && object < objectEnd;
    if (!isWhole || predicate.text === "") return false;
    const [from, by] = [
      this.#subject.of(bytes, subject, line.subjectEnd),
      nodeOfName(predicate, sink),
    ];
    const provenance = this.#provenanceOf(line.graph);
    if (isNode) sink.link(from, by, sink.nodeOf(bytes, object, objectEnd), provenance);
    else sink.attribute(from, by, sink.literalOf(bytes, object, objectEnd), provenance);
    return true;
  }

  #provenanceOf(graph: KnownName | undefined): number {
    if (graph === undefined || graph.text === "") return this.#target.fileProvenance();
    return nodeOfName(graph, this.#target.sink);
  }
}

/** Whether the line at `start` is empty, or a comment. */
function isComment(bytes: Uint8Array, start: number): boolean {
  const first = bytes[start];
  if (first === hashByte || first === lineFeed) return true;
  return first === carriageReturn && bytes[start + 1] === lineFeed;
}
