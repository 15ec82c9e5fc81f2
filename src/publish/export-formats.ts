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
import { facetFields, tableFields } from "../stats/facet-fields.ts";
import type { World } from "../world/world.ts";
import { croissant, dataPackage } from "./dataset-files.ts";
import { type ExportFormat, exportFormats } from "./format-names.ts";
import { jsonStatFile, sdmxCsvFiles } from "./statistics-files.ts";

// A script that reads the exported tables into DuckDB, with views for usual questions.

const columns = tableFields.map((field) => facetFields[field].column).join(", ");

const tableOf = (file: string) =>
  `read_csv('${file}', header = true, all_varchar = true, delim = ',', quote = '"', escape = '"')`;

/** Dates stay texts: they may be years, months or days. */
const statements = [
  `CREATE TABLE triples AS SELECT * FROM ${tableOf("triples.csv")}`,
  `CREATE TABLE observations AS SELECT * REPLACE (TRY_CAST(value AS DOUBLE) AS value), value AS value_text FROM ${tableOf("observations.csv")}`,
  `CREATE VIEW nodes AS SELECT subject_id AS dcid, min(object_value) FILTER (predicate = 'name') AS name, list(DISTINCT object_id) FILTER (predicate = 'typeOf') AS types FROM triples GROUP BY subject_id`,
  `CREATE VIEW contained AS SELECT DISTINCT subject_id AS place, object_id AS parent FROM triples WHERE predicate = 'containedInPlace'`,
  `CREATE VIEW facets AS SELECT ${columns}, count(*) AS observations, min(date) AS first_date, max(date) AS last_date FROM observations GROUP BY ALL`,
  `CREATE VIEW latest AS SELECT * FROM observations WHERE value IS NOT NULL QUALIFY row_number() OVER (PARTITION BY variable, entity, ${columns} ORDER BY date DESC) = 1`,
];

const duckdbScript: ExportFile = fileOf(
  "world.sql",
  () => [
    "-- In this folder: duckdb world.duckdb < world.sql\n",
    ...statements.map((statement) => `${statement};\n`),
  ],
  1,
);

const tables = (world: World, omissions: Omissions): ExportFile[] => [
  tableFile("triples.csv", () => triplesTable(world, omissions)),
  tableFile("observations.csv", () => observationsTable(world, omissions)),
];

const formats: Record<ExportFormat, (world: World, omissions: Omissions) => ExportFile[]> = {
  tables: (world, omissions) => [
    ...tables(world, omissions),
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
  duckdb: (world, omissions) => [...tables(world, omissions), duckdbScript],
};

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
