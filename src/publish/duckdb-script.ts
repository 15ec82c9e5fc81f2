/** A script that reads the exported tables into DuckDB, with views for usual questions. */

import { type ExportFile, fileOf } from "../export/exported-files.ts";
import { facetFields, tableFields } from "../stats/facets/facet-fields.ts";

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

export const duckdbScript: ExportFile = fileOf(
  "world.sql",
  () => [
    "-- In this folder: duckdb world.duckdb < world.sql\n",
    ...statements.map((statement) => `${statement};\n`),
  ],
  1,
);
