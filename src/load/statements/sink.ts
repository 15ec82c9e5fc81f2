/**
 * Where a loader puts what it read. Ids are handed out by the sink, dense and provisional: they
 * mean nothing after the freeze. A loader never sees a frozen table. The world's builder imports this
 * file, also in pages that load nothing: it imports types alone.
 */
import type { Facet, SourceField } from "../../stats/facet-fields.ts";

/** The id of "no provenance". */
export const noId = -1;

/**
 * Who published a series and how it was measured. The import name and URL are given either outright
 * or through a provenance node, whose `name` and `url` are read when the world freezes (behaviour:
 * observation 8.1). The method is as written: `dcAggregate/<M>` and `DataCommonsAggregate` are
 * unfolded at the freeze.
 */
export interface FacetSource extends Pick<Facet, SourceField> {
  /** Provisional id of the provenance node, or `noId`. */
  readonly provenance: number;
}

/** Where statements stand in the sources. */
export interface Place {
  readonly file: string;
  /** First line is 1; undefined in a file without lines. */
  readonly line: number | undefined;
  /** Where parts of them stand instead: `node` for the begin of the node, else by property. */
  readonly parts?: ReadonlyMap<string, Pick<Place, "file" | "line">>;
  /** No file says them: they are what an importer adds by its own rules. Default: false. */
  readonly isMade?: boolean;
  /** A table's type of what its rows are about: it does not show that this is there. Default: false. */
  readonly isImplied?: boolean;
}

export interface Sink {
  /**
   * Where what follows stands, up to the next call. Sinks that do not ask are spared the trouble.
   */
  at?(place: Place): void;
  /**
   * What follows has this place in the order of the load: several threads read at once. Sinks
   * without it take statements in the order in which they come.
   */
  begin?(order: number): void;
  /** Id of the node with this dcid. */
  node(dcid: string): number;
  /** Id of the literal with this text. */
  literal(text: string): number;
  /** Id of a date text. */
  date(text: string): number;
  /** Id of a facet; equal sources give equal ids. */
  facet(source: FacetSource): number;
  /**
   * Id of a facet of observations that are not about one entity by `observationAbout`.
   * @param properties by which they are about entities, in the order of their bytes; the entity of
   * the observation is that by the first one
   * @param others their entities by the other properties
   */
  facetAbout(facet: number, properties: readonly number[], others: readonly number[]): number;
  /** The same four for UTF-8 bytes [start, end) of a buffer, without a string in between. */
  nodeOf(bytes: Uint8Array, start: number, end: number): number;
  literalOf(bytes: Uint8Array, start: number, end: number): number;
  dateOf(bytes: Uint8Array, start: number, end: number): number;

  /** A triple whose object is a node. `provenance` is a node id or `noId`. */
  link(subject: number, predicate: number, object: number, provenance: number): void;
  /** A triple whose object is a literal. */
  attribute(subject: number, predicate: number, literal: number, provenance: number): void;
  /** One observation; `value` is the text as written and not empty. */
  observation(variable: number, entity: number, facet: number, date: number, value: string): void;
  /**
   * The same for a value in UTF-8 bytes [start, end) of a buffer, if it is a finite decimal number.
   * @returns false for any other value: nothing was added.
   */
  observationOf(
    variable: number,
    entity: number,
    facet: number,
    date: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): boolean;
}

/** Parts of a place in one file, by the lines on which they stand. */
export function partsOf(
  file: string,
  lines: Iterable<readonly [part: string, line: number]>,
): Map<string, Pick<Place, "file" | "line">> {
  return new Map(Array.from(lines, ([part, line]) => [part, { file, line }]));
}
