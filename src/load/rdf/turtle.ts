/** Turtle → statements of RDF, by the parser of N3.js. */
import { Parser, type Quad, type Term } from "n3";
import { LoadError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import { FileLog } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { requireLength } from "../bytes/lines.ts";
import { RecordLoop, type RecordReader } from "../records/record-loop.ts";
import type { TableRun } from "../statements/load-run.ts";
import { type FileProvenance, lazyProvenance } from "../statements/provenance.ts";
import { dcidOfIri, type RdfStatement, type RdfTerm } from "./rdf-line.ts";
import { RdfReader } from "./rdf-reader.ts";

/** @param line the one on which the statement ends */
type StatementHandler = (statement: RdfStatement, line: number) => void;

/**
 * Reads a file of Turtle.
 *
 * @throws LoadError for a mistake of syntax: what follows it cannot be understood.
 */
export async function loadTurtle(
  input: InputFile,
  provenance: FileProvenance,
  run: TableRun,
): Promise<void> {
  const { sink, log, progress } = run;
  const fileProvenance = lazyProvenance(provenance, sink);
  const reader = new RdfReader(fileProvenance, sink, new FileLog(log, input.path));
  const loop = new RecordLoop(input, run);
  const text = new TurtleText(loop, input, (statement, line) => {
    progress.rows += 1;
    reader.statement(statement, line);
  });
  await loop.read(text);
  text.end();
  reader.end();
}

/** What the parser calls. */
interface ParserHandler {
  readonly onToken: (token: { readonly line: number }) => void;
  readonly onQuad: (error: (Error & TokenContext) | null, quad: Quad | null | undefined) => void;
}

interface TokenContext {
  readonly context?: { readonly line: number };
}

/** What the parser reads from: something like a stream. */
interface TextSource {
  on(event: string, listener: (text: string) => void): void;
}

/** All lines of a block are one record. */
class TurtleText implements RecordReader {
  readonly #loop: RecordLoop;
  readonly #file: string;
  readonly #listeners = new Map<string, (text: string) => void>();
  /** Of the last token, and how much text the parser got since. */
  #line = 1;
  #size = 0;
  #problem: LoadError | undefined;

  constructor(loop: RecordLoop, { path }: InputFile, onStatement: StatementHandler) {
    this.#loop = loop;
    this.#file = path;
    const parser = new Parser({ format: "text/turtle" });
    const parse = parser.parse.bind(parser) as unknown as (
      source: TextSource,
      handler: ParserHandler,
    ) => void;
    parse(
      { on: (event, listener) => this.#listeners.set(event, listener) },
      {
        onToken: ({ line }) => {
          this.#line = line;
          this.#size = 0;
        },
        onQuad: (error, quad) => {
          if (error !== null) this.#fail(error);
          else if (quad) onStatement(statementOf(quad), this.#line);
        },
      },
    );
  }

  open(): void {}

  record(bytes: Uint8Array, start: number, end: number): number {
    const lines: string[] = [];
    this.#loop.texts(bytes, start, end, (line) => lines.push(line));
    this.#take("data", `${lines.join("\n")}\n`);
    this.#size += end - start;
    requireLength(this.#size, this.#file, this.#line);
    return end;
  }

  end(): void {
    this.#take("end", "");
  }

  #take(event: string, text: string): void {
    this.#listeners.get(event)?.(text);
    if (this.#problem !== undefined) throw this.#problem;
  }

  #fail({ message, context }: Error & TokenContext): void {
    const problem = message.replace(/ on line \d+\.$/, "");
    const line = context?.line ?? this.#line;
    this.#problem ??= new LoadError(`is no Turtle: ${excerpt(problem)}`, {
      file: this.#file,
      line,
    });
  }
}

function statementOf({ subject, predicate, object }: Quad): RdfStatement {
  return {
    subject: termOf(subject),
    predicate: termOf(predicate).text,
    object: termOf(object),
    graph: "",
  };
}

/** A term that is no node, or whose IRI cannot be decoded, is a node without a dcid. */
function termOf(term: Term): RdfTerm {
  if (term.termType === "Literal") return { kind: "literal", text: term.value };
  if (term.termType === "BlankNode") return { kind: "blank", text: term.value };
  return { kind: "node", text: term.termType === "NamedNode" ? decoded(term.value) : "" };
}

function decoded(iri: string): string {
  try {
    return dcidOfIri(iri);
  } catch {
    return "";
  }
}
