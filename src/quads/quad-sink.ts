/** A sink of RDF/JS: quads become files that `open` takes. */

import { literal as literalText } from "../export/rdf-export.ts";

/** What a sink needs of a term. */
export interface RdfSinkTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string | undefined;
  readonly datatype?: { readonly value: string } | undefined;
}

/** What a sink needs of a quad. */
export interface SinkQuad {
  readonly subject: RdfSinkTerm;
  readonly predicate: RdfSinkTerm;
  readonly object: RdfSinkTerm;
  readonly graph: RdfSinkTerm;
}

/** A stream of quads: by events, or by `for await`. */
export interface QuadEvents {
  /** Each quad. */
  on(event: "data", listener: (quad: SinkQuad) => void): unknown;
  /** There are no more. */
  on(event: "end", listener: () => void): unknown;
  /** It could not be read. */
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** Files of RDF in memory, by their names: what `open` takes. */
export interface RdfFiles {
  readonly "graph.nq": Uint8Array;
  readonly "manifest.json": string;
}

const stringType = "http://www.w3.org/2001/XMLSchema#string";
/** Lines that become bytes together. */
const linesPerPart = 4096;

/**
 * Collects quads: `open(await sink.files())` is a world of them. IRIs below
 * `https://datacommons.org/browser/` and schema.org are dcids, other IRIs are dcids as they are. Blank
 * nodes with the properties of observations become observations. Graphs become provenances.
 */
export class RdfSink {
  readonly #parts: Uint8Array[] = [];
  readonly #encoder = new TextEncoder();
  #lines: string[] = [];
  /** Statements about blank nodes, which the reader wants together. */
  readonly #blank = new Map<string, string>();
  #streams: Promise<void>[] = [];

  /** Adds all quads of a stream. Returns it: its `end` and `error` say when it was read. */
  import<Source extends QuadEvents>(stream: Source): Source {
    const read = new Promise<void>((resolve, reject) => {
      stream.on("data", (one) => {
        try {
          this.add(one);
        } catch (error) {
          reject(error);
        }
      });
      stream.on("end", resolve);
      stream.on("error", reject);
    });
    // `files` throws it.
    read.catch(() => {});
    this.#streams.push(read);
    return stream;
  }

  /**
   * Adds one quad.
   *
   * @throws TypeError for terms that a world cannot have, such as quoted triples
   */
  add({ subject, predicate, object, graph }: SinkQuad): void {
    const end = graph.termType === "DefaultGraph" ? "" : ` ${termText(graph)}`;
    const about = termText(subject);
    const line = `${about} ${termText(predicate)} ${termText(object)}${end} .\n`;
    if (subject.termType === "BlankNode") {
      this.#blank.set(about, (this.#blank.get(about) ?? "") + line);
      return;
    }
    this.#lines.push(line);
    if (this.#lines.length === linesPerPart) this.#encode();
  }

  /**
   * What was added, once all streams have ended.
   *
   * @throws the error of a stream (rejects)
   */
  async files(): Promise<RdfFiles> {
    await Promise.all(this.#streams);
    for (const lines of this.#blank.values()) this.#lines.push(lines);
    this.#blank.clear();
    this.#encode();
    const bytes = new Uint8Array(this.#parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    const manifest = { graph: [{ file: "graph.nq", provenanceId: "" }] };
    return { "graph.nq": bytes, "manifest.json": JSON.stringify(manifest) };
  }

  #encode(): void {
    if (this.#lines.length > 0) this.#parts.push(this.#encoder.encode(this.#lines.join("")));
    this.#lines = [];
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an IRI may hold none of them.
const notInIri = /[\u0000-\u0020<>"{}|^`\\]/g;

function termText({ termType, value, language, datatype }: RdfSinkTerm): string {
  switch (termType) {
    case "NamedNode":
      return `<${value.replace(notInIri, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)}>`;
    case "BlankNode":
      return `_:${value.replace(/[^A-Za-z0-9_]/g, (one) => `_x${one.codePointAt(0)?.toString(16)}_`)}`;
    case "Literal": {
      if (language !== undefined && language !== "") return `${literalText(value)}@${language}`;
      const type = datatype?.value ?? stringType;
      return type === stringType ? literalText(value) : `${literalText(value)}^^<${type}>`;
    }
    default:
      throw new TypeError(`a world has no ${termType} as a term of a statement`);
  }
}
