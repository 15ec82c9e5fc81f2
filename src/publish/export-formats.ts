/** The formats of an export, one row each. */

import { describeArgument } from "../errors/excerpts.ts";
import { longTable, observationsTable, triplesTable, wideTable } from "../export/csv-tables.ts";
import {
  type ExportFile,
  fileOf,
  manifestFile,
  type Omission,
  Omissions,
  tableFile,
} from "../export/exported-files.ts";
import { mcfFiles } from "../export/mcf-export.ts";
import { nQuads, nTriples } from "../export/rdf-export.ts";
import { turtle } from "../export/turtle-export.ts";
import type { World } from "../world/world.ts";
import { croissant, dataPackage } from "./dataset-files.ts";
import { jsonStatFile, sdmxCsvFiles } from "./statistics-files.ts";

/**
 * - `tables`: the two tables of a self-hosted instance, as CSV; loads again to the same answers
 * - `mcf`: MCF per provenance, a table of observations and a manifest; loads again to the same
 * - `nquads`: RDF with provenance as graph; loads again to the same
 * - `ntriples`: RDF without provenance
 * - `turtle`: RDF without provenance, in short forms
 * - `long`: a row per observation with names, for data frames
 * - `wide`: a row per entity and date, a column per variable
 * - `sdmx-csv`: SDMX-CSV 2.0, a row per observation
 * - `json-stat`: a collection of JSON-stat 2.0, a dataset per variable and facet
 * - `croissant`: the table of `long`, and its description by Croissant 1.0
 * - `data-package`: the table of `long`, and its description as a Frictionless Data Package
 */
export type ExportFormat =
  | "tables"
  | "mcf"
  | "nquads"
  | "ntriples"
  | "turtle"
  | "long"
  | "wide"
  | "sdmx-csv"
  | "json-stat"
  | "croissant"
  | "data-package";

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
  // The base and the end of the last statement are pieces of their own.
  turtle: (world) => [fileOf("graph.ttl", () => turtle(world), 2)],
  long: (world) => [tableFile("observations-long.csv", () => longTable(world))],
  wide: (world, omissions) => [
    tableFile("observations-wide.csv", () => wideTable(world, omissions)),
  ],
  "sdmx-csv": sdmxCsvFiles,
  "json-stat": (world) => [jsonStatFile(world)],
  croissant,
  "data-package": dataPackage,
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
