/** The formats of an export, one row each. */

import { describeArgument } from "../errors/excerpts.ts";
import type { World } from "../world/world.ts";
import { longTable, observationsTable, triplesTable, wideTable } from "./csv-tables.ts";
import {
  type ExportFile,
  fileOf,
  manifestFile,
  type Omission,
  Omissions,
  tableFile,
} from "./exported-files.ts";
import { mcfFiles } from "./mcf-export.ts";
import { nQuads, nTriples } from "./rdf-export.ts";

/**
 * - `tables`: the two tables of a self-hosted instance, as CSV; loads again to the same answers
 * - `mcf`: MCF per provenance, a table of observations and a manifest; loads again to the same
 * - `nquads`: RDF with provenance as graph; loads again to the same
 * - `ntriples`: RDF without provenance
 * - `long`: a row per observation with names, for data frames
 * - `wide`: a row per entity and date, a column per variable
 */
export type ExportFormat = "tables" | "mcf" | "nquads" | "ntriples" | "long" | "wide";

const formats: Record<ExportFormat, (world: World, omissions: Omissions) => ExportFile[]> = {
  tables: (world, omissions) => [
    tableFile("triples.csv", () => triplesTable(world, omissions)),
    tableFile("observations.csv", () => observationsTable(world, omissions)),
    manifestFile({
      graph: [{ file: "triples.csv", provenanceId: "" }],
      observations: "observations.csv",
    }),
  ],
  mcf: mcfFiles,
  nquads: (world) => [
    fileOf("graph.nq", () => nQuads(world)),
    manifestFile({ graph: [{ file: "graph.nq", provenanceId: "" }] }),
  ],
  ntriples: (world) => [fileOf("graph.nt", () => nTriples(world))],
  long: (world) => [tableFile("observations-long.csv", () => longTable(world))],
  wide: (world, omissions) => [
    tableFile("observations-wide.csv", () => wideTable(world, omissions)),
  ],
};

/** Every format, in the order of the documentation. */
export const exportFormats = Object.keys(formats) as readonly ExportFormat[];

/** The files of an export, and what they leave out. */
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
    this.files = make(world, this.#omissions);
  }

  /** What the texts that were read so far left out. */
  get omissions(): readonly Omission[] {
    return this.#omissions.list();
  }
}
