/** What a world can be written as. One row per format. */

import { describeArgument } from "../errors/index.ts";
import type { World } from "../world/index.ts";
import { longTable, wideTable } from "./analysis.ts";
import { chunked } from "./csv-text.ts";
import { type ExportedFile, manifestFile } from "./manifest.ts";
import { mcfFiles } from "./mcf.ts";
import { type Omission, Omissions } from "./omissions.ts";
import { nQuads, nTriples } from "./rdf.ts";
import { observationsTable, triplesTable } from "./tables.ts";

/**
 * - `tables`: the two tables of a self-hosted instance, as CSV; loads again to the same answers
 * - `mcf`: MCF per provenance, a table of observations and a manifest; loads again to the same
 * - `nquads`: RDF with provenance as graph; loads again to the same
 * - `ntriples`: RDF without provenance
 * - `long`: a row per observation with names, for data frames
 * - `wide`: a row per entity and date, a column per variable
 */
export type ExportFormat = "tables" | "mcf" | "nquads" | "ntriples" | "long" | "wide";

const formats: Record<ExportFormat, (world: World, omissions: Omissions) => ExportedFile[]> = {
  tables: (world, omissions) => [
    { name: "triples.csv", lines: () => triplesTable(world, omissions) },
    { name: "observations.csv", lines: () => observationsTable(world, omissions) },
    manifestFile({
      graph: [{ file: "triples.csv", provenanceId: "" }],
      observations: "observations.csv",
    }),
  ],
  mcf: mcfFiles,
  nquads: (world) => [
    { name: "graph.nq", lines: () => nQuads(world) },
    manifestFile({ graph: [{ file: "graph.nq", provenanceId: "" }] }),
  ],
  ntriples: (world) => [{ name: "graph.nt", lines: () => nTriples(world) }],
  long: (world) => [{ name: "observations-long.csv", lines: () => longTable(world) }],
  wide: (world) => [{ name: "observations-wide.csv", lines: () => wideTable(world) }],
};

/** Every format, in the order of the documentation. */
export const exportFormats = Object.keys(formats) as readonly ExportFormat[];

/** A file of an export. */
export interface ExportFile {
  /** Name of the file, without a folder. */
  readonly name: string;
  /** The text of the file in pieces; each call makes it anew. */
  readonly text: () => Iterable<string>;
}

/** The files of an export, and what they could not say. */
export class Export {
  /** The files, in the order in which they are written. */
  readonly files: readonly ExportFile[];
  readonly #omissions = new Omissions();

  constructor(world: World, format: ExportFormat) {
    const make = Object.hasOwn(formats, format) ? formats[format] : undefined;
    if (make === undefined) {
      throw new TypeError(
        `${describeArgument(format)} is not an export format; formats are ${exportFormats.join(", ")}`,
      );
    }
    this.files = make(world, this.#omissions).map(({ name, lines }) => ({
      name,
      text: () => chunked(lines()),
    }));
  }

  /** What the texts that were read so far had to leave out; empty when nothing was. */
  get omissions(): readonly Omission[] {
    return this.#omissions.list();
  }
}
