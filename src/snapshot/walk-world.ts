/** All that must hold in a snapshot whose checksums are right: a checksum shows damage, not intent. */

import { Catalog } from "../catalog/catalog.ts";
import { SnapshotError } from "../errors/errors.ts";
import { wrongFacet } from "../stats/facets/facets.ts";
import type { ObservationMeta } from "../stats/read/observation-meta.ts";
import { walkObservations } from "../stats/read/walk-observations.ts";
import type { ObservationCounts } from "../stats/series-columns.ts";
import type { Offsets } from "../store/columns/column-row.ts";
import type { Column, ColumnSource } from "../store/columns/column-source.ts";
import { type WalkedColumns, WalkedRows, walkColumn } from "../store/columns/walked-columns.ts";
import { walkList } from "../store/stored/stored-lists.ts";
import { literalsName } from "../store/texts/dictionary.ts";
import { type WalkedGraph, walkGraph } from "../store/verify/walk-graph.ts";
import { walkTexts } from "../store/verify/walk-texts.ts";
import { TextReader } from "../store/verify/walked-texts.ts";
import { again, elementBytes, preludeBytes } from "./format.ts";
import type { SectionEntry } from "./header.ts";
import { type WorldContents, type WorldCounts, worldColumns, worldFrom } from "./world-contents.ts";

const widest = "observations.values64";
const valueNames = [...[8, 16, 32].map((bits) => `observations.values${bits}`), widest];

/** Reads rows start … end - 1 of a section. */
type ReadRows = (section: string, start: number, end: number) => Column;

/** The sections of a header as the columns that the table names. */
export class SectionTable implements WalkedColumns<ObservationCounts> {
  readonly counts: ObservationCounts;
  readonly file: string | undefined;
  readonly #entries: ReadonlyMap<string, SectionEntry>;
  readonly #columns: typeof worldColumns;
  readonly #pageBytes: number;
  readonly #read: ReadRows;

  /**
   * @param pageBytes what is read at once of a section, the last page apart
   * @param columns the table of columns. Default: that of a world
   */
  constructor(
    entries: readonly SectionEntry[],
    counts: WorldCounts,
    pageBytes: number,
    file: string | undefined,
    read: ReadRows,
    columns = worldColumns,
  ) {
    this.#columns = columns;
    this.file = file;
    this.#read = read;
    this.counts = { ...counts, rowsOf: (name) => rowsIn(this.#entry(name)) };
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
    this.#pageBytes = pageBytes;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  rows(name: string, pagesKept = 1): WalkedRows {
    const entry = this.#entry(name);
    const row = this.#columns.get(name);
    if (row === undefined) throw this.#wrong(entry, 0, "no table has this section");
    if (!row.types.includes(entry.type)) throw this.#wrong(entry, 0, `it is ${entry.type}`);
    const length = rowsIn(entry);
    const wanted = row.rows?.(this.counts) ?? length;
    if (length !== wanted) {
      throw this.#wrong(entry, Math.min(length, wanted), `there are ${length} rows, not ${wanted}`);
    }
    const pageRows = Math.max(1, Math.floor(this.#pageBytes / elementBytes(entry.type)));
    const wrong = (at: number, reason: string) => this.#wrong(entry, at, reason);
    const read = (start: number, end: number) => this.#read(name, start, end);
    return new WalkedRows({ length, pageRows, read, wrong }, pagesKept);
  }

  /**
   * Checks that all columns of a world are there, and that each has its type and the length that the
   * numbers of the header give it. Nothing is read. So no reader makes loops or arrays that are longer
   * than the sections.
   * @throws SnapshotError `damaged`
   */
  checkLengths(): void {
    const kinds = new Set<string | undefined>([undefined]);
    const columns = this.#columns;
    for (const name of this.#entries.keys()) kinds.add(columns.get(name)?.kind);
    for (const { name, kind } of columns.values()) if (kinds.has(kind)) this.rows(name);
    for (const name of this.#entries.keys()) if (!columns.has(name)) this.rows(name);
    if (!columns.has(widest)) return;
    const { points, rowsOf } = this.counts;
    const values = valueNames.reduce((sum, name) => sum + rowsOf(name), 0);
    if (values !== points) {
      throw this.#wrong(this.#entry(widest), 0, `there are ${values} values of ${points} points`);
    }
  }

  /** Checks each column alone. */
  walkEach(): void {
    for (const row of this.#columns.values()) {
      if (this.has(row.name)) walkColumn(this.rows(row.name), row, this.counts);
    }
  }

  /** Columns of offsets by their names: which rows they lead to, and how far apart they stand. */
  offsets(): ReadonlyMap<string, OffsetBounds> {
    const found = new Map<string, OffsetBounds>();
    for (const { name, offsets } of this.#columns.values()) {
      if (offsets !== undefined && this.has(name)) found.set(name, boundsOf(offsets, this.counts));
    }
    return found;
  }

  /** Bytes of the sections whose names begin with a prefix. */
  byteLength(...prefixes: readonly string[]): number {
    let bytes = 0;
    for (const { name, byteLength } of this.#entries.values()) {
      if (prefixes.some((prefix) => name.startsWith(prefix))) bytes += byteLength;
    }
    return bytes;
  }

  #entry(name: string): SectionEntry {
    const entry = this.#entries.get(name);
    if (entry !== undefined) return entry;
    const message = `has no section '${name}': ${again}`;
    throw new SnapshotError("damaged", message, { file: this.file, section: name });
  }

  #wrong({ name, type, offset }: SectionEntry, row: number, reason: string): SnapshotError {
    const message = `section '${name}' cannot be true at row ${row} (${reason}): ${again}`;
    const at = offset + row * elementBytes(type);
    return new SnapshotError("damaged", message, { file: this.file, section: name, offset: at });
  }
}

/** What the offsets in a column can be. */
export interface OffsetBounds {
  /** Rows from one offset to the next. */
  readonly stride: number;
  /** No offset is above this. */
  readonly most: number;
}

function boundsOf<C>({ end, stride }: Offsets<C>, counts: C): OffsetBounds {
  return { stride: stride?.(counts) ?? 1, most: end(counts) };
}

function rowsIn({ byteLength, type }: SectionEntry): number {
  return byteLength / elementBytes(type);
}

/**
 * Walks every column of a world once or a few times.
 * @param source the same columns, for what follows from a whole world
 * @throws SnapshotError `damaged`, with section and offset, when there is a world whose freeze would not
 * be this one in all that questions read
 */
export function walkWorld(
  sections: SectionTable,
  contents: WorldContents,
  source: ColumnSource,
): void {
  const { observations } = contents;
  const wrong = (reason: string) => wrongHeader(reason, sections.file);
  const facet = wrongFacet(observations.facets);
  if (facet >= 0) throw wrong(`facet ${facet} is out of place`);
  sections.checkLengths();
  sections.walkEach();
  if (contents.inParts !== undefined) {
    if (contents.inParts.parts === undefined) walkPart(sections, observations);
    return;
  }
  const walked = walkGraph(sections);
  walkObservations(sections, observations, walked.literals);
  const provenances = provenancesOf(walked, contents);
  const different = differentCount(contents, sections, walked.subjects, provenances);
  if (different !== undefined) throw wrong(`${different} is another one`);
  // Without the lists that it has: they are made anew.
  const column = (name: string) => source.column(name);
  const lazyRows = (name: string) => source.lazyRows(name);
  const { world } = worldFrom({ column, lazyRows }, contents, sections.file);
  for (const [name, lines] of new Catalog(world).lists()) {
    if (sections.has(`${name}.ends`)) walkList(sections, name, lines);
  }
}

/** The part of a world: its literals are values of observations. */
function walkPart(sections: SectionTable, observations: ObservationMeta): void {
  walkTexts(sections, literalsName);
  walkObservations(sections, observations, new TextReader(sections, literalsName));
}

/** Distinct provenances of triples and facets. */
function provenancesOf(
  { provenances, hasProvenance }: WalkedGraph,
  { observations }: WorldContents,
): number {
  // A node without a text is none.
  let count = provenances - (hasProvenance("") ? 1 : 0);
  const others = new Set(observations.facets.map(({ provenanceId }) => provenanceId));
  others.delete("");
  for (const dcid of others) if (!hasProvenance(dcid)) count++;
  return count;
}

/** A number of the header that does not agree with the others and the columns. */
function differentCount(
  { graph, observations, info }: WorldContents,
  sections: SectionTable,
  subjects: number,
  provenances: number,
): string | undefined {
  const graphBytes = sections.byteLength("graph.", "dictionary.");
  const observationBytes = sections.byteLength("observations.");
  const pairs: readonly (readonly [string, number, number])[] = [
    ["subjectCount", graph.subjectCount, subjects],
    ["nodeCount", info.nodeCount, subjects],
    ["tripleCount", info.tripleCount, graph.tripleCount],
    ["observationCount", info.observationCount, observations.pointCount],
    ["seriesCount", info.seriesCount, observations.seriesCount],
    ["facetCount", info.facetCount, observations.facets.length],
    ["variableCount", info.variableCount, observations.variableCount],
    ["entityCount", info.entityCount, observations.entityCount],
    ["provenanceCount", info.provenanceCount, provenances],
    ["byteLength of the graph", graph.byteLength, graphBytes],
    ["byteLength of the observations", observations.byteLength, observationBytes],
    ["bytes", info.bytes, graphBytes + observationBytes],
  ];
  return pairs.find(([, given, counted]) => given !== counted)?.[0];
}

function wrongHeader(reason: string, file: string | undefined): SnapshotError {
  const message = `its header cannot be true (${reason}): ${again}`;
  return new SnapshotError("damaged", message, { file, offset: preludeBytes });
}
