/** Reads one instance MCF file: usual nodes as bytes, straight into the sink, others as lines. */

import { measuredFields, unsetSource } from "../../stats/facet-fields.ts";
import { BlockReader, type FileChunk, readBytes } from "../bytes/byte-blocks.ts";
import { FileLog, type Finding, type FindingLog, shown } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { type LineHandler, textStart } from "../bytes/lines.ts";
import { Progress } from "../bytes/load-progress.ts";
import { bytesOfText, indexOfBytes, searchable, textOf } from "../bytes/native.ts";
import type { BlockSource, DeferredBlocks } from "../nodes/block-names.ts";
import { NodeImport, type NodeRun } from "../nodes/node-import.ts";
import { FacetSlots, type KnownCells, knownDates, knownTexts } from "../records/known-cells.ts";
import { RecordLoop, type RecordReader, unfinished } from "../records/record-loop.ts";
import { type FileContext, type FileProvenance, provenanceOf } from "../statements/provenance.ts";
import { noId, type Sink } from "../statements/sink.ts";
import { facetTexts } from "../statements/statements.ts";
import type { NodeBlock } from "../values/mcf-value.ts";
import { dateSlot, requiredCount, valueSlot } from "../values/observation-parts.ts";
import { isEntityName, McfParser } from "./mcf-parser.ts";
import { McfProperties } from "./mcf-properties.ts";
import { McfScanner, odd, reference } from "./mcf-scanner.ts";

/** How nodes begin, at the very begin of a line. */
export const nodeStart = "Node:";
const nodeLine = bytesOfText(`\n${nodeStart}`);

/** A chunk that begins with a node, or with the file; its local names are deferred. */
interface McfChunk extends FileChunk {
  /** What stands at the top of the file. */
  readonly context: FileContext;
}

/**
 * Local names wait for the end of the file: the caller then calls `endFile` of the importer.
 * @returns the line after the last one.
 */
export async function loadMcf(
  input: InputFile,
  provenance: FileProvenance,
  run: McfRun,
  chunk?: McfChunk,
): Promise<number> {
  const log = new FileLog(run.log, input.path);
  if (input.size === 0 && !input.isGzip) log.report(emptyFile);
  const loop = new RecordLoop(input, run, log.damaged);
  const reader = new McfReader(loop, log, provenance, run, chunk);
  await loop.read(reader, chunk);
  reader.end();
  return loop.line;
}

/** It was cut off, or is an export of nothing. */
export const emptyFile: Finding = {
  level: "warning",
  counter: "MCF_EmptyFile",
  line: undefined,
  message: () => "the file is empty: write nodes, or take it out of the load",
};

const noContext: FileContext = { importName: undefined, provenanceUrl: undefined };
const noPrefixes: ReadonlySet<string> = new Set();

class McfReader implements RecordReader {
  readonly #loop: RecordLoop;
  readonly #log: FileLog;
  readonly #provenance: FileProvenance;
  readonly #run: McfRun;
  readonly #scanner: McfScanner;
  /** Made for the first one. */
  #observations: McfObservations | undefined;
  /** Most files have no line that it needs to see. */
  #parser: McfParser | undefined;
  readonly #context: FileContext;
  /** A sink that asks where statements stand gets the line of each. So are damaged blocks read. */
  #isByLines: boolean;
  /** Known from the first node on: a Context block stands before it. */
  #source: BlockSource | undefined;
  readonly #isChunk: boolean;
  readonly #onLine: LineHandler = (line, number, isDamaged) =>
    this.#parserNow().line(line, number, isDamaged);

  constructor(
    loop: RecordLoop,
    log: FileLog,
    provenance: FileProvenance,
    run: McfRun,
    chunk: McfChunk | undefined,
  ) {
    this.#loop = loop;
    this.#isChunk = chunk !== undefined;
    this.#log = log;
    this.#provenance = provenance;
    this.#run = run;
    this.#scanner = run.scanner;
    this.#isByLines = run.sink.at !== undefined;
    const isLater = chunk !== undefined && chunk.range.start > 0;
    this.#context = isLater ? chunk.context : noContext;
  }

  #parserNow(): McfParser {
    if (this.#parser !== undefined) return this.#parser;
    this.#parser = new McfParser("instance", this.#log, (block: NodeBlock): void => {
      this.#run.progress.rows += 1;
      if (isEntityName(block.name)) this.#reportTemplate(block);
      else this.#run.nodes.add(block, this.#sourceOf());
    });
    Object.assign(this.#parser.context, this.#context);
    return this.#parser;
  }

  #reportTemplate({ name, line }: NodeBlock): void {
    const message = () =>
      `${shown(name)} is a node of a template, and the file is read as plain MCF; a file of templates has the ending .tmcf`;
    const counter = "MCF_MalformedNodeName";
    this.#log.report({ level: "error", counter, line, message, once: "template" });
  }

  open(bytes: Uint8Array): void {
    this.#isByLines = this.#run.sink.at !== undefined || this.#loop.isDamaged;
    this.#scanner.open(bytes);
  }

  end(): void {
    this.#parser?.end();
  }

  record(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
    const scanner = this.#scanner;
    const parser = this.#parser;
    const hasPrefixes = parser !== undefined && parser.context.prefixes.size > 0;
    const isUsual = !this.#isByLines && !hasPrefixes && scanner.isNode(start);
    const next = isUsual ? scanner.node(start, end, isLast) : odd;
    if (next === unfinished) return unfinished;
    if (next !== odd) {
      parser?.end();
      if (this.#statements(bytes)) {
        this.#loop.line += scanner.lines;
        return next;
      }
    }
    const feed = indexOfBytes(searchable(bytes, end), nodeLine, start);
    return this.#loop.texts(bytes, start, feed < 0 ? end : feed + 1, this.#onLine);
  }

  /** @returns false for a node that has to be read as lines: nothing of it was written. */
  #statements(bytes: Uint8Array): boolean {
    const scanner = this.#scanner;
    // What a name means in other chunks is not known here.
    if (this.#isChunk && scanner.isNamed) return false;
    const source = this.#sourceOf();
    // One without a type is reported where its lines are read.
    if (!scanner.isObservation && saysVariable(scanner)) return false;
    if (scanner.isObservation) {
      this.#observations ??= new McfObservations(this.#run.sink);
      if (!this.#observations.write(bytes, scanner, source.provenance)) return false;
    } else this.#triples(bytes, source);
    if (scanner.isNamed) this.#name(bytes, source);
    this.#run.progress.rows += 1;
    return true;
  }

  #triples(bytes: Uint8Array, source: BlockSource): void {
    const { sink } = this.#run;
    const { count, known, kinds, starts, ends, properties, dcidStart, dcidEnd } = this.#scanner;
    const subject = sink.nodeOf(bytes, dcidStart, dcidEnd);
    for (let at = 0; at < count; at++) {
      const property = properties[at]!;
      const start = starts[at]!;
      const end = ends[at]!;
      const predicate = known.predicateOf(property);
      if (kinds[at] === reference) {
        const object = known.objectOf(property, start, end);
        sink.link(subject, predicate, object, source.provenance);
      } else {
        const literal = sink.literalOf(bytes, start, end);
        sink.attribute(subject, predicate, literal, source.provenance);
      }
    }
  }

  #name(bytes: Uint8Array, source: BlockSource): void {
    const { nameStart, nameEnd, dcidStart, dcidEnd } = this.#scanner;
    const name = textOf(bytes, nameStart, nameEnd);
    const dcid = textOf(bytes, dcidStart, dcidEnd);
    this.#run.nodes.name({ name, line: this.#loop.line }, dcid, source);
  }

  #sourceOf(): BlockSource {
    const context = this.#parser?.context;
    const { sink } = this.#run;
    this.#source ??= {
      log: this.#log,
      provenance: provenanceOf(this.#provenance, context ?? this.#context, sink),
      prefixes: context?.prefixes ?? noPrefixes,
    };
    return this.#source;
  }
}

/**
 * The context of a file; plain data.
 * @returns undefined if it declares prefixes, or no node begins in the first block: one reader has to
 * know all of it.
 */
export async function contextOf(input: InputFile): Promise<FileContext | undefined> {
  for await (const block of readBytes(input, new Progress(0))) {
    const text = `\n${textOf(block, textStart(block), block.length)}`;
    const end = text.indexOf(`\n${nodeStart}`);
    if (end < 0) return undefined;
    const log = new FileLog({ report: () => {} }, input.path);
    const { context } = parserOf(text.slice(0, end), log);
    const { importName, provenanceUrl } = context;
    return context.prefixes.size === 0 ? { importName, provenanceUrl } : undefined;
  }
  return undefined;
}

function parserOf(text: string, log: FileLog): McfParser {
  const parser = new McfParser("instance", log, () => {});
  for (const [index, line] of text.split("\n").entries()) parser.line(line, index);
  return parser;
}

/** What the reader of MCF files needs. */
export interface McfRun extends NodeRun {
  /** It knows the properties of all files. */
  readonly scanner: McfScanner;
}

/** @param defer takes blocks of a chunk that only the reader of the whole file can import. */
export function runInto<Log extends FindingLog>(
  sink: Sink,
  log: Log,
  progress: Progress,
  defer?: (blocks: DeferredBlocks) => void,
): McfRun & { readonly log: Log } {
  let scanner: McfScanner | undefined;
  return {
    sink,
    log,
    progress,
    blocks: new BlockReader(progress),
    // It is large, and much that is loaded has no MCF.
    get scanner() {
      scanner ??= new McfScanner(new McfProperties(sink));
      return scanner;
    },
    nodes: new NodeImport(sink, defer),
  };
}

function saysVariable({ known, count, properties }: McfScanner): boolean {
  for (let at = 0; at < count; at++) {
    if (known.slots[properties[at]!] === variableSlot) return true;
  }
  return false;
}

// Usual nodes of observations → statements, straight from their bytes (behaviour: inputs 4.4).

const [variableSlot, entitySlot] = [0, 1];

/** Of one file. */
class McfObservations {
  readonly #sink: Sink;
  /** Which value of the node has each part; -1 for none. */
  readonly #values = new Int32Array(requiredCount + measuredFields.length);
  readonly #dates: KnownCells<number | undefined>;
  readonly #fields = measuredFields.map(() => knownTexts());
  readonly #facets: FacetSlots;
  #provenance = noId;

  constructor(sink: Sink) {
    this.#sink = sink;
    this.#dates = knownDates(sink);
    this.#facets = new FacetSlots(measuredFields.length, (texts) => {
      const measured = facetTexts((field) => texts[measuredFields.indexOf(field)]!);
      return sink.facet({ ...unsetSource, ...measured, provenance: this.#provenance });
    });
  }

  /**
   * The node that the scanner found in the bytes. @param provenance the same for all of them
   * @returns false for one that has to be read as lines: nothing of it was written.
   */
  write(bytes: Uint8Array, scanner: McfScanner, provenance: number): boolean {
    if (!this.#findParts(scanner)) return false;
    const { known, properties, starts, ends } = scanner;
    const values = this.#values;
    const sink = this.#sink;
    const node = (slot: number) => {
      const at = values[slot]!;
      return known.objectOf(properties[at]!, starts[at]!, ends[at]!);
    };
    const [when, what] = [values[dateSlot]!, values[valueSlot]!];
    const date = this.#dates.of(bytes, starts[when]!, ends[when]!);
    if (date === undefined) return false;
    this.#provenance = provenance;
    const facet = this.#facetOf(bytes, scanner);
    const [variable, entity] = [node(variableSlot), node(entitySlot)];
    return sink.observationOf(variable, entity, facet, date, bytes, starts[what]!, ends[what]!);
  }

  /** @returns false if a part is missing, doubled or empty, and for other properties. */
  #findParts({ known, count, properties, starts, ends }: McfScanner): boolean {
    const values = this.#values.fill(-1);
    for (let at = 0; at < count; at++) {
      const slot = known.slots[properties[at]!]!;
      if (slot < 0 || values[slot]! >= 0 || starts[at] === ends[at]) return false;
      values[slot] = at;
    }
    for (let slot = 0; slot < requiredCount; slot++) if (values[slot]! < 0) return false;
    return true;
  }

  #facetOf(bytes: Uint8Array, { starts, ends }: McfScanner): number {
    const fields = this.#fields;
    for (let field = 0; field < fields.length; field++) {
      const at = this.#values[requiredCount + field]!;
      const text = at < 0 ? undefined : fields[field]!.of(bytes, starts[at]!, ends[at]!);
      this.#facets.set(field, text);
    }
    return this.#facets.find();
  }
}
