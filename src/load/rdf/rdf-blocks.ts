/**
 * Blocks of lines of RDF → statements, usual lines straight from their bytes. Lines of which there is
 * something to say go as texts to the reader of lines, which then finds what it would have found
 * without this one.
 */
import {
  eachLine,
  type Progress,
  requireLength,
  requireLines,
  searchable,
  textOf,
  textStart,
} from "../bytes/index.ts";
import type { FileLog } from "../report/index.ts";
import { LastNode, type Sink } from "../statements/index.ts";
import { type KnownName, nameStart, nodeOfName, oddName } from "./rdf-names.ts";
import { RdfObservations } from "./rdf-observations.ts";
import type { RdfReader } from "./rdf-reader.ts";
import { nodeTerm, oddLine, RdfScanner } from "./rdf-scanner.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const hashByte = 0x23;
const linesAtOnce = 64;
/** A blank node that is larger is read as texts. */
const groupBytesMax = 64 * 1024;

/** What a reader of blocks works with. */
export interface RdfTarget {
  readonly sink: Sink;
  readonly log: FileLog;
  readonly progress: Progress;
  readonly fileProvenance: () => number;
  /** Takes lines as texts. */
  readonly reader: RdfReader;
}

export class RdfBlocks {
  readonly #target: RdfTarget;
  readonly #scanner = new RdfScanner();
  readonly #observations: RdfObservations;
  readonly #subject: LastNode;
  /** Of the next line. */
  #line = 1;
  #isStart = true;
  /** Where the lines about the blank node at hand begin; -1 if there is none. */
  #groupStart = -1;
  #groupLine = 0;
  #groupCount = 0;
  #labelStart = 0;
  #labelEnd = 0;
  #groupGraph: KnownName | undefined;

  constructor(target: RdfTarget) {
    this.#target = target;
    this.#subject = new LastNode(target.sink);
    this.#observations = new RdfObservations(target.sink, (graph) => this.#provenanceOf(graph));
  }

  /** @returns where the first unfinished line or blank node starts. */
  take(bytes: Uint8Array, end: number, isLast: boolean): number {
    const { file } = this.#target.log;
    const linesEnd = requireLines(bytes, end, isLast, file, this.#line);
    let at = 0;
    if (linesEnd > 0 && this.#isStart) {
      this.#isStart = false;
      at = textStart(bytes);
    }
    this.#scanner.open(bytes);
    while (at < linesEnd) at = this.#lines(bytes, at, linesEnd);
    requireLength(end - Math.min(linesEnd, end), file, this.#line);
    if (isLast) this.#endGroup(bytes, linesEnd);
    if (this.#groupStart < 0) return Math.min(linesEnd, end);
    const start = this.#groupStart;
    this.#line = this.#groupLine;
    this.#groupStart = -1;
    return start;
  }

  /** Some lines, after which it returns: so its code is compiled soon. */
  #lines(bytes: Uint8Array, start: number, end: number): number {
    this.#target.progress.checkCancelled();
    let at = start;
    for (let line = 0; line < linesAtOnce && at < end; line++) {
      at = this.#takeLine(bytes, at);
      this.#line += 1;
    }
    return at;
  }

  /** @returns where the next one starts. */
  #takeLine(bytes: Uint8Array, start: number): number {
    const scanner = this.#scanner;
    const next = scanner.line(bytes, start);
    if (next === oddLine) return this.#oddLine(bytes, start);
    if (scanner.isBlank) return this.#ofBlank(bytes, start, next);
    this.#leaveGroup(bytes, start);
    if (this.#triple(bytes)) this.#target.progress.rows += 1;
    else this.#texts(bytes, start, next, this.#line);
    return next;
  }

  #oddLine(bytes: Uint8Array, start: number): number {
    const next = bytes.indexOf(lineFeed, start) + 1;
    // A comment says nothing of the node around it.
    const isReturn = bytes[start] === carriageReturn && next === start + 2;
    if (bytes[start] === hashByte || next === start + 1 || isReturn) return next;
    this.#leaveGroup(bytes, start);
    this.#texts(bytes, start, next, this.#line);
    return next;
  }

  /** A line about a blank node. */
  #ofBlank(bytes: Uint8Array, start: number, next: number): number {
    const { subjectStart, subjectEnd, graph } = this.#scanner;
    const { reader } = this.#target;
    const isOpen = this.#groupStart >= 0;
    const isSame = isOpen && this.#hasLabel(bytes, subjectStart, subjectEnd);
    if (!isSame) {
      this.#endGroup(bytes, start);
      const { openLabel } = reader;
      if (openLabel !== undefined) {
        if (openLabel === textOf(bytes, subjectStart, subjectEnd)) {
          this.#texts(bytes, start, next, this.#line);
          return next;
        }
        reader.end();
      }
      this.#groupStart = start;
      this.#groupLine = this.#line;
      this.#groupCount = 0;
      this.#labelStart = subjectStart;
      this.#labelEnd = subjectEnd;
      this.#groupGraph = graph;
      this.#observations.begin();
    }
    this.#groupCount += 1;
    const isPlain = this.#observations.add(this.#scanner);
    if (!isPlain || next - this.#groupStart > groupBytesMax) {
      this.#groupTexts(bytes, next);
    }
    return next;
  }

  #hasLabel(bytes: Uint8Array, start: number, end: number): boolean {
    const other = this.#labelStart;
    if (end - start !== this.#labelEnd - other) return false;
    for (let at = end - start - 1; at >= 0; at--) {
      if (bytes[start + at] !== bytes[other + at]) return false;
    }
    return true;
  }

  /** What follows at `end` is about another blank node, or nothing. */
  #endGroup(bytes: Uint8Array, end: number): void {
    if (this.#groupStart < 0) return;
    if (this.#observations.write(bytes, this.#groupGraph)) {
      this.#target.progress.rows += this.#groupCount;
      this.#groupStart = -1;
    } else this.#groupTexts(bytes, end);
  }

  /** What follows at `end` is about no blank node: there may be more of this one behind it. */
  #leaveGroup(bytes: Uint8Array, end: number): void {
    if (this.#groupStart >= 0) this.#groupTexts(bytes, end);
  }

  #groupTexts(bytes: Uint8Array, end: number): void {
    const start = this.#groupStart;
    this.#groupStart = -1;
    this.#texts(bytes, start, end, this.#groupLine);
  }

  /** Hands lines to the reader of texts. */
  #texts(bytes: Uint8Array, start: number, end: number, first: number): void {
    const { reader, progress } = this.#target;
    eachLine(searchable(bytes, end).subarray(start), first, (line, number) => {
      if (reader.line(line, number)) progress.rows += 1;
    });
  }

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
    if (!isWhole || predicate.dcid === "") return false;
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
    if (graph === undefined || graph.dcid === "") return this.#target.fileProvenance();
    return nodeOfName(graph, this.#target.sink);
  }
}
