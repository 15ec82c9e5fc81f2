/** Reads one instance MCF file: usual nodes as bytes, straight into the sink, others as lines. */
import {
  bytesOfText,
  type FileChunk,
  type InputFile,
  indexOfBytes,
  searchable,
  textOf,
} from "../bytes/index.ts";
import type { BlockSource } from "../nodes/index.ts";
import { RecordLoop, type RecordReader, unfinished } from "../records/index.ts";
import { FileLog } from "../report/index.ts";
import { type FileContext, type FileProvenance, provenanceOf } from "../statements/index.ts";
import type { NodeBlock } from "../values/index.ts";
import { McfObservations } from "./mcf-observations.ts";
import { McfParser } from "./mcf-parser.ts";
import type { McfRun } from "./mcf-run.ts";
import { type McfScanner, odd, reference } from "./mcf-scanner.ts";
import { nodeStart } from "./mcf-top.ts";

const nodeLine = bytesOfText(`\n${nodeStart}`);

/** A chunk that begins with a node, or with the file; its local names are deferred. */
export interface McfChunk extends FileChunk {
  /** What stands at the top of the file. */
  readonly context: FileContext;
}

/**
 * Local names wait for the end of the file, which the caller tells the importer.
 * @returns the line after the last one.
 */
export async function loadMcf(
  input: InputFile,
  provenance: FileProvenance,
  run: McfRun,
  chunk?: McfChunk,
): Promise<number> {
  const loop = new RecordLoop(input, run);
  const log = new FileLog(run.log, input.path);
  const reader = new McfReader(loop, log, provenance, run, chunk);
  await loop.read(reader, chunk);
  reader.end();
  return loop.line;
}

class McfReader implements RecordReader {
  readonly #loop: RecordLoop;
  readonly #log: FileLog;
  readonly #provenance: FileProvenance;
  readonly #run: McfRun;
  readonly #scanner: McfScanner;
  readonly #observations: McfObservations;
  readonly #parser: McfParser;
  /** A sink that asks where statements stand gets the line of each. */
  readonly #isByLines: boolean;
  /** Known from the first node on: a Context block stands before it. */
  #source: BlockSource | undefined;
  readonly #isChunk: boolean;
  readonly #onLine = (line: string, number: number): void => this.#parser.line(line, number);

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
    this.#observations = new McfObservations(run.sink);
    this.#isByLines = run.sink.at !== undefined;
    const onNode = (block: NodeBlock): void => {
      run.progress.rows += 1;
      run.nodes.add(block, this.#sourceOf());
    };
    this.#parser = new McfParser("instance", log, onNode);
    const isLater = chunk !== undefined && chunk.range.start > 0;
    if (isLater) Object.assign(this.#parser.context, chunk.context);
  }

  open(bytes: Uint8Array): void {
    this.#scanner.open(bytes);
  }

  end(): void {
    this.#parser.end();
  }

  record(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
    const scanner = this.#scanner;
    const parser = this.#parser;
    const isUsual = !this.#isByLines && scanner.isNode(start) && parser.context.prefixes.size === 0;
    const next = isUsual ? scanner.node(start, end, isLast) : odd;
    if (next === unfinished) return unfinished;
    if (next !== odd) {
      parser.end();
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
    if (!scanner.isObservation) this.#triples(bytes, source);
    else if (!this.#observations.write(bytes, scanner, source.provenance)) return false;
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
    const { context } = this.#parser;
    const { sink } = this.#run;
    this.#source ??= {
      log: this.#log,
      provenance: provenanceOf(this.#provenance, context, sink),
      prefixes: context.prefixes,
    };
    return this.#source;
  }
}
