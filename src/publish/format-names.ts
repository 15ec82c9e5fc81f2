/** The options of an export: pages load them at once, and the writers with the first export. */

import { progressRow } from "../options/request-rows.ts";

/** Every format, in the order of the documentation. */
export const exportFormats = [
  "tables",
  "mcf",
  "nquads",
  "ntriples",
  "turtle",
  "long",
  "wide",
  "sdmx-csv",
  "json-stat",
  "croissant",
  "data-package",
  "duckdb",
] as const satisfies readonly string[];

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
 * - `duckdb`: the files of `tables`, and a script that reads them into DuckDB, with views
 */
export type ExportFormat = (typeof exportFormats)[number];

export const exportRows = {
  format: { is: ["text"], choices: exportFormats },
  force: { is: ["flag"] },
  signal: { is: ["signal"] },
  onProgress: progressRow,
} as const;
