/** All that must hold in a snapshot whose checksums are right: a checksum tells damage, not intent. */

import { SnapshotError } from "../errors/index.ts";
import { walkObservations, wrongFacet } from "../stats/index.ts";
import {
  type RowType,
  type Walk,
  type WalkedGraph,
  WalkedRows,
  type WalkedSections,
  walkGraph,
} from "../store/index.ts";
import type { WorldContents } from "./contents-shape.ts";
import { again, elementBytes, preludeBytes, type SectionEntry } from "./layout/index.ts";
import { checkContents } from "./world-contents.ts";

/** The sections of a header as columns that are walked; their pages come from elsewhere. */
export class SectionTable implements WalkedSections {
  readonly file: string | undefined;
  readonly #entries: ReadonlyMap<string, SectionEntry>;
  readonly #pageBytes: number;
  readonly #asked = new Set<string>();

  /** @param pageBytes what is read at once of a section, the last page apart */
  constructor(entries: readonly SectionEntry[], pageBytes: number, file: string | undefined) {
    this.file = file;
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
    this.#pageBytes = pageBytes;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  rows(
    name: string,
    types: readonly RowType[],
    length?: number | undefined,
    pagesKept = 1,
  ): WalkedRows {
    const entry = this.#entries.get(name);
    if (entry === undefined) {
      throw new SnapshotError("damaged", `has no section '${name}': ${again}`, {
        file: this.file,
        section: name,
      });
    }
    this.#asked.add(name);
    if (!types.includes(entry.type)) throw this.#wrong(entry, 0, `it is ${entry.type}`);
    const size = elementBytes(entry.type);
    const rows = entry.byteLength / size;
    if (length !== undefined && rows !== length) {
      throw this.#wrong(entry, Math.min(rows, length), `there are ${rows} rows, not ${length}`);
    }
    const pageRows = Math.max(1, Math.floor(this.#pageBytes / size));
    const wrong = (row: number, reason: string) => this.#wrong(entry, row, reason);
    return new WalkedRows({ name, length: rows, pageRows, wrong }, pagesKept);
  }

  /** Bytes of the sections whose names begin with a prefix. */
  byteLength(...prefixes: readonly string[]): number {
    let bytes = 0;
    for (const { name, byteLength } of this.#entries.values()) {
      if (prefixes.some((prefix) => name.startsWith(prefix))) bytes += byteLength;
    }
    return bytes;
  }

  /** @throws SnapshotError for a section that no table has */
  finish(): void {
    for (const [name, entry] of this.#entries) {
      if (!this.#asked.has(name)) throw this.#wrong(entry, 0, "no table has this section");
    }
  }

  #wrong({ name, type, offset }: SectionEntry, row: number, reason: string): SnapshotError {
    const message = `section '${name}' cannot be true at row ${row} (${reason}): ${again}`;
    const at = offset + row * elementBytes(type);
    return new SnapshotError("damaged", message, { file: this.file, section: name, offset: at });
  }
}

/**
 * Walks every column of a world once or a few times. Whoever drives it puts the pages in place that
 * it yields, here or from afar.
 * @throws SnapshotError from the walk, `damaged`, with section and offset, when there is a world whose
 * freeze would not be this one in all that questions read
 */
export function* walkWorld(sections: SectionTable, contents: unknown): Walk {
  checkContents(contents, sections.file);
  const { graph, observations } = contents;
  const { nodeCount, literalCount } = graph;
  const wrong = (reason: string) => wrongHeader(reason, sections.file);
  const facet = wrongFacet(observations.facets);
  if (facet >= 0) throw wrong(`facet ${facet} is out of place`);
  const walked = yield* walkGraph(sections, graph);
  const { literals } = walked;
  yield* walkObservations(sections, observations, { nodeCount, literalCount, literals });
  sections.finish();
  const provenances = yield* provenancesOf(walked, contents);
  const different = differentCount(contents, sections, walked.subjects, provenances);
  if (different !== undefined) throw wrong(`the number of ${different} is another one`);
}

/** Distinct provenances of triples and facets. */
function* provenancesOf(
  { provenances, hasProvenance }: WalkedGraph,
  { observations }: WorldContents,
): Walk<number> {
  // A node without a text is none.
  let count = provenances - ((yield* hasProvenance("")) ? 1 : 0);
  const others = new Set(observations.facets.map(({ provenanceId }) => provenanceId));
  others.delete("");
  for (const dcid of others) if (!(yield* hasProvenance(dcid))) count++;
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
    ["subjects", graph.subjectCount, subjects],
    ["nodes", info.nodes, subjects],
    ["triples", info.triples, graph.tripleCount],
    ["observations", info.observations, observations.pointCount],
    ["series", info.series, observations.seriesCount],
    ["facets", info.facets, observations.facets.length],
    ["variables", info.variables, observations.variableCount],
    ["entities", info.entities, observations.entityCount],
    ["provenances", info.provenances, provenances],
    ["bytes of the graph", graph.byteLength, graphBytes],
    ["bytes of observations", observations.byteLength, observationBytes],
    ["bytes", info.bytes, graphBytes + observationBytes],
  ];
  return pairs.find(([, told, counted]) => told !== counted)?.[0];
}

function wrongHeader(reason: string, file: string | undefined): SnapshotError {
  const message = `its header cannot be true (${reason}): ${again}`;
  return new SnapshotError("damaged", message, { file, offset: preludeBytes });
}
