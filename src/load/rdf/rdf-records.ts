/**
 * Records of RDF → statements: a line with a triple, or all lines about one blank node. Usual records
 * are read as bytes, others as texts.
 */

import { facetOfTexts, sourceFields } from "../../stats/facet-fields.ts";
import { FileLog } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import type { LineHandler } from "../bytes/lines.ts";
import type { Progress } from "../bytes/load-progress.ts";
import { textOf } from "../bytes/native.ts";
import {
  FacetSlots,
  KnownCells,
  knownDates,
  knownTexts,
  LastNode,
} from "../records/known-cells.ts";
import { RecordLoop, type RecordReader, unfinished } from "../records/record-loop.ts";
import type { TableRun } from "../statements/load-run.ts";
import { type FileProvenance, lazyProvenance } from "../statements/provenance.ts";
import type { Sink } from "../statements/sink.ts";
import { observationType } from "../values/observation-parts.ts";
import { RdfReader } from "./rdf-reader.ts";
import {
  type KnownName,
  literalTerm,
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

/** Reads a file of N-Triples or N-Quads, as bytes where that is possible. */
export async function loadRdf(
  input: InputFile,
  provenance: FileProvenance,
  { sink, log, progress, blocks }: TableRun,
): Promise<void> {
  const fileLog = new FileLog(log, input.path);
  const fileProvenance = lazyProvenance(provenance, sink);
  const reader = new RdfReader(fileProvenance, sink, fileLog);
  const loop = new RecordLoop(input, { blocks, progress }, fileLog.damaged);
  await loop.read(new RdfRecords(loop, { sink, progress, fileProvenance, reader }));
  reader.end();
}

class RdfRecords implements RecordReader {
  readonly #loop: RecordLoop;
  readonly #target: RdfTarget;
  readonly #scanner = new RdfScanner();
  readonly #observations: RdfObservations;
  readonly #subject: LastNode;
  /** A sink that takes places gets the line of each statement. So are damaged blocks read. */
  #isByLines = false;
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

const [typeSlot, variableSlot, entitySlot, dateSlot, valueSlot] = [0, 1, 2, 3, 4];
const required = ["typeOf", "variableMeasured", "observationAbout", "observationDate", "value"];
const properties: readonly string[] = [...required, ...sourceFields];

class RdfObservations {
  readonly #sink: Sink;
  /** Bounds and kinds of the objects of the node at hand by slot, without the base of an IRI; -1 for none. */
  readonly #starts = new Int32Array(properties.length);
  readonly #ends = new Int32Array(properties.length);
  readonly #kinds = new Uint8Array(properties.length);
  readonly #variable: LastNode;
  readonly #entity: LastNode;
  readonly #types = new KnownCells((text) => text === observationType);
  readonly #dates: KnownCells<number | undefined>;
  readonly #fields = sourceFields.map(() => knownTexts());
  #graph: KnownName | undefined;
  readonly #facets: FacetSlots;

  /** @param provenanceOf the node of a graph, or of what stands in none. */
  constructor(sink: Sink, provenanceOf: (graph: KnownName | undefined) => number) {
    this.#sink = sink;
    this.#variable = new LastNode(sink);
    this.#entity = new LastNode(sink);
    this.#dates = knownDates(sink);
    this.#facets = new FacetSlots(sourceFields.length + 1, (texts) => {
      const facet = facetOfTexts((field) => texts[sourceFields.indexOf(field)]!);
      return sink.facet({ provenance: provenanceOf(this.#graph), ...facet });
    });
  }

  /** The lines of another node follow. */
  begin(): void {
    this.#starts.fill(-1);
  }

  /** @returns false for a line of which there may be something to say. */
  add(bytes: Uint8Array, line: RdfScanner): boolean {
    const predicate = line.predicate!;
    predicate.slot ??= properties.indexOf(predicate.text);
    const { slot } = predicate;
    if (slot === -1 || this.#starts[slot] !== -1) return false;
    const { objectStart: start, objectEnd: end, objectKind } = line;
    const first = objectKind === nodeTerm ? nameStart(bytes, start, end) : start;
    this.#starts[slot] = first;
    this.#ends[slot] = end;
    this.#kinds[slot] = objectKind;
    return first !== oddName && first < end;
  }

  /** @returns false for a node that has to be read as texts: nothing of it was written. */
  write(bytes: Uint8Array, graph: KnownName | undefined): boolean {
    const [starts, ends] = [this.#starts, this.#ends];
    for (let slot = 0; slot < required.length; slot++) {
      const isNode = slot < dateSlot;
      if (starts[slot] === -1) return false;
      if (this.#kinds[slot] !== (isNode ? nodeTerm : literalTerm)) return false;
    }
    if (!this.#types.of(bytes, starts[typeSlot]!, ends[typeSlot]!)) return false;
    const date = this.#dates.of(bytes, starts[dateSlot]!, ends[dateSlot]!);
    if (date === undefined) return false;
    const facet = this.#facetOf(bytes, graph);
    return this.#sink.observationOf(
      this.#variable.of(bytes, starts[variableSlot]!, ends[variableSlot]!),
      this.#entity.of(bytes, starts[entitySlot]!, ends[entitySlot]!),
      facet,
      date,
      bytes,
      starts[valueSlot]!,
      ends[valueSlot]!,
    );
  }

  #facetOf(bytes: Uint8Array, graph: KnownName | undefined): number {
    const fields = this.#fields;
    for (let field = 0; field < fields.length; field++) {
      const slot = required.length + field;
      const start = this.#starts[slot]!;
      const text = start === -1 ? undefined : fields[field]!.of(bytes, start, this.#ends[slot]!);
      this.#facets.set(field, text);
    }
    this.#facets.set(fields.length, graph);
    this.#graph = graph;
    return this.#facets.find();
  }
}
