/** Worlds as RDF: a source of quads for engines of SPARQL, and a sink that makes files of quads. */

export type { PatternTerm } from "./quads/pattern.ts";
export {
  type QuadEvents,
  type RdfFiles,
  RdfSink,
  type RdfSinkTerm,
  type SinkQuad,
} from "./quads/quad-sink.ts";
export type { QuadListener, QuadStream } from "./quads/quad-stream.ts";
export { type RdfSource, type RdfSourceOptions, rdfSource } from "./quads/rdf-source.ts";
export type {
  RdfBlankNode,
  RdfDefaultGraph,
  RdfLiteral,
  RdfNamedNode,
  RdfPatternTerm,
  RdfQuad,
  RdfTerm,
} from "./quads/terms.ts";
