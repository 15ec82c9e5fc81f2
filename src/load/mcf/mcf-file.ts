/** Reads one instance MCF file: usual nodes as bytes, straight into the sink, others as lines. */
import {
  bytesOfText,
  eachLine,
  type FileChunk,
  type InputFile,
  indexOfBytes,
  requireLengths,
  requireText,
  searchable,
  textOf,
  textStart,
} from "../bytes/index.ts";
import { unfinished } from "../csv/index.ts";
import type { BlockSource } from "../nodes/index.ts";
import { FileLog } from "../report/index.ts";
import { type FileContext, type FileProvenance, provenanceOf } from "../statements/index.ts";
import type { NodeBlock } from "../values/index.ts";
import { McfObservations } from "./mcf-observations.ts";
import { McfParser } from "./mcf-parser.ts";
import type { McfRun } from "./mcf-run.ts";
import { type McfScanner, odd, reference } from "./mcf-scanner.ts";
import { nodeStart } from "./mcf-top.ts";

const lineFeed = 0x0a;
const nodeLine = bytesOfText(`\n${nodeStart}`);

/** A chunk that begins with a node, or with the file; its local names are deferred. */
export interface McfChunk extends FileChunk {
  /** What stands at the top of the file. */
  readonly context: FileContext;
}

/**
 * Local names wait for the end of the file, which the caller tells the importer.
 * @returns the line behind the last one.
 */
export async function loadMcf(
  input: InputFile,
  provenance: FileProvenance,
  run: McfRun,
  chunk?: McfChunk,
): Promise<number> {
  const reader = new McfReader(new FileLog(run.log, input.path), provenance, run, chunk);
  const take = reader.take.bind(reader);
  await run.blocks.read(input, take, chunk?.range);
  reader.end();
  return reader.line;
}

class McfReader {
  /** Of the next line or node. */
  #line: number;
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
  #isStart: boolean;
  readonly #isChunk: boolean;

  constructor(log: FileLog, provenance: FileProvenance, run: McfRun, chunk: McfChunk | undefined) {
    this.#isChunk = chunk !== undefined;
    this.#line = chunk?.firstLine ?? 1;
    this.#isStart = (chunk?.range.start ?? 0) === 0;
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
    if (!this.#isStart) Object.assign(this.#parser.context, chunk?.context);
  }

  get line(): number {
    return this.#line;
  }

  /** @returns where the first unfinished node or line starts. */
  take(bytes: Uint8Array, end: number, isLast: boolean): number {
    const { file } = this.#log;
    const text = searchable(bytes, end);
    const feedEnd = text.lastIndexOf(lineFeed) + 1;
    // Up to its last line feed the text is whole: no character is cut.
    const wholeEnd = isLast ? end : feedEnd;
    requireText(text.subarray(0, wholeEnd), file, this.#line);
    requireLengths(text, file, this.#line);
    const start = this.#isStart ? textStart(text) : 0;
    if (wholeEnd > 0) this.#isStart = false;
    if (isLast && feedEnd < end) bytes[end] = lineFeed;
    this.#scanner.open(bytes);
    const next = this.#nodes(bytes, start, feedEnd < wholeEnd ? end + 1 : wholeEnd, isLast);
    return Math.min(next, end);
  }

  end(): void {
    this.#parser.end();
  }

  /** @param end behind a line feed. */
  #nodes(bytes: Uint8Array, start: number, end: number, isLast: boolean): number {
    const scanner = this.#scanner;
    let at = start;
    while (at < end) {
      const isUsual =
        !this.#isByLines && scanner.isNode(at) && this.#parser.context.prefixes.size === 0;
      const next = isUsual ? scanner.node(at, end, isLast) : odd;
      if (next === unfinished) break;
      if (next === odd) at = this.#oddLines(bytes, at, end);
      else {
        this.#parser.end();
        if (this.#statements(bytes)) {
          this.#line += scanner.lines;
          at = next;
        } else at = this.#oddLines(bytes, at, end);
      }
    }
    return at;
  }

  /** Hands lines to the parser, up to the next node. */
  #oddLines(bytes: Uint8Array, start: number, end: number): number {
    const text = searchable(bytes, end);
    const feed = indexOfBytes(text, nodeLine, start);
    const next = feed < 0 ? end : feed + 1;
    const parser = this.#parser;
    this.#line = eachLine(text.subarray(start, next), this.#line, (line, number) => {
      parser.line(line, number);
    });
    return next;
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
    this.#run.nodes.name({ name, line: this.#line }, dcid, source);
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
