/** DuckDB in memory: its own CSV reader, sorted tables, indexes where a look-up needs one. */

import { rmSync } from "node:fs";
import type { Facet } from "../../../src/wire.ts";
import type { Answers } from "../../contest/rows.ts";
import { firstColumn, gridOf, labelsByNode, latestOf, seriesOf, totalOf } from "../answer-rows.ts";
import type { Contestant, Tables } from "../contestant.ts";
import { csv, DuckDbConnection, facetColumns, facetTable, triplesOf } from "./connection.ts";

const typed = (alias: string, node: string, predicate: string, object: string) =>
  `JOIN triple ${alias} ON ${alias}.subject = ${node} AND ${alias}.predicate = '${predicate}'
     AND ${alias}.object = ${object}`;
const named = (node: string) =>
  `JOIN triple name ON name.subject = ${node} AND name.predicate = 'name'`;

// The index of a table is used when nothing but its column is compared: hence "here" first.
const queries = {
  q1: `WITH here AS MATERIALIZED (SELECT * FROM triple WHERE subject = $1)
       SELECT coalesce(object, value) FROM here WHERE predicate = 'name'`,
  q2: "SELECT predicate, coalesce(object, value), provenance FROM triple WHERE subject = $1",
  q3: "SELECT subject FROM triple WHERE object = $1 AND predicate = 'typeOf' LIMIT 500",
  q4: `WITH RECURSIVE part(id) AS (
         SELECT $1 UNION SELECT triple.subject FROM part
         JOIN triple ON triple.object = part.id WHERE triple.predicate = 'containedInPlace')
       SELECT part.id, name.value FROM part
       ${typed("type", "part.id", "typeOf", "'County'")} ${named("part.id")}`,
  q5: `SELECT DISTINCT subject, predicate FROM triple
       WHERE subject IN (SELECT unnest($1))`,
  o1: `WITH here AS MATERIALIZED (SELECT * FROM point WHERE pair = hash($1, $2))
       SELECT facet, date, value FROM here WHERE variable = $1 AND entity = $2
       ORDER BY facet, date`,
  o2: `SELECT entity, facet, max(date), arg_max(value, date) FROM point
       WHERE variable = $1 AND entity IN (SELECT unnest($2)) GROUP BY entity, facet`,
  o3: `SELECT variable, entity, facet, value FROM point
       WHERE variable IN (SELECT unnest($1)) AND entity IN (SELECT unnest($2)) AND date = $3`,
  o4: "SELECT variable FROM entity_variable WHERE entity = $1",
  o5: "SELECT count(*), sum(value) FROM point WHERE variable = $1",
  o6: "SELECT count(*), sum(value) FROM point",
  s1: `SELECT part.subject, name.value FROM triple part
       ${typed("type", "part.subject", "typeOf", "'State'")} ${named("part.subject")}
       WHERE part.predicate = 'containedInPlace' AND part.object = $1
       ORDER BY name.value LIMIT 10`,
  s2: `SELECT one.subject, name.value FROM triple one
       ${typed("type", "one.subject", "typeOf", "'StatisticalVariable'")}
       ${typed("property", "one.subject", "measuredProperty", "$1")}
       ${typed("population", "one.subject", "populationType", "$2")} ${named("one.subject")}
       WHERE one.predicate = 'gender' AND one.object = $3`,
  s3: `SELECT DISTINCT state.subject, name.value FROM triple state
       ${typed("state_type", "state.subject", "typeOf", "'State'")} ${named("state.subject")}
       JOIN triple county ON county.object = state.subject
         AND county.predicate = 'containedInPlace'
       ${typed("county_type", "county.subject", "typeOf", "'County'")}
       JOIN triple city ON city.object = county.subject AND city.predicate = 'containedInPlace'
       ${typed("city_type", "city.subject", "typeOf", "'City'")}
       WHERE state.predicate = 'containedInPlace' AND state.object = $1`,
} as const;

export class DuckDb implements Contestant {
  readonly version = DuckDbConnection.version();
  readonly #path: string;
  #database: DuckDbConnection | undefined;
  #facets: Facet[] = [];

  constructor(store: string) {
    this.#path = `${store}.duckdb`;
  }

  async loadTriples({ triples }: Tables): Promise<number> {
    this.#database = await DuckDbConnection.open();
    await this.#run(`CREATE TABLE triple AS ${triplesOf(triples)} ORDER BY subject`);
    await this.#run("CREATE INDEX triple_subject ON triple (subject)");
    await this.#run("CREATE INDEX triple_object ON triple (object)");
    return await this.#database.countOf("triple");
  }

  async loadObservations({ observations }: Tables): Promise<number> {
    await this.#run(`CREATE TEMP TABLE raw AS SELECT * FROM ${csv(observations)}`);
    await this.#run(facetTable);
    await this.#run(`CREATE TABLE point AS
      SELECT variable, entity, facet, date, cast(value AS DOUBLE) AS value,
        hash(variable, entity) AS pair
      FROM raw JOIN facet USING (${facetColumns}) ORDER BY variable, entity, facet, date`);
    await this.#run("DROP TABLE raw");
    await this.#run("CREATE INDEX point_pair ON point (pair)");
    await this.#run(`CREATE TABLE entity_variable AS
      SELECT DISTINCT entity, variable FROM point ORDER BY entity`);
    await this.#run("CREATE INDEX entity_variable_entity ON entity_variable (entity)");
    this.#facets = await this.#database!.facets();
    return await this.#database!.countOf("point");
  }

  async save(): Promise<string> {
    rmSync(this.#path, { force: true });
    await this.#run(`ATTACH '${this.#path}' AS saved`);
    await this.#run("COPY FROM DATABASE memory TO saved");
    await this.#run("DETACH saved");
    return this.#path;
  }

  async reopen(): Promise<void> {
    this.#database = await DuckDbConnection.open();
    await this.#run(`ATTACH '${this.#path}' AS saved (READ_ONLY)`);
    await this.#run("USE saved");
    this.#facets = await this.#database.facets();
  }

  close(): void {
    this.#database?.close();
  }

  readonly answers: Answers = {
    q1: async (node) => firstColumn(await this.#ask(queries.q1, node)),
    q2: async (node) => (await this.#ask(queries.q2, node)) as [string, string, string][],
    q3: async (type) => firstColumn(await this.#ask(queries.q3, type)),
    q4: async (place) => (await this.#ask(queries.q4, place)) as [string, string][],
    q5: async (nodes) => labelsByNode(await this.#ask(queries.q5, nodes)),
    o1: async ([variable, entity]) =>
      seriesOf(await this.#ask(queries.o1, variable, entity), this.#facets),
    o2: async ({ variable, entities }) =>
      latestOf(await this.#ask(queries.o2, variable, entities), this.#facets),
    o3: async ({ variables, entities, date }) =>
      gridOf(await this.#ask(queries.o3, variables, entities, date), this.#facets),
    o4: async (entity) => firstColumn(await this.#ask(queries.o4, entity)),
    o5: async (variable) => totalOf(await this.#ask(queries.o5, variable)),
    o6: async () => totalOf(await this.#ask(queries.o6)),
    s1: async (place) => (await this.#ask(queries.s1, place)) as [string, string][],
    s2: async ({ population, property, gender }) =>
      (await this.#ask(queries.s2, property, population, gender)) as [string, string][],
    s3: async (place) => (await this.#ask(queries.s3, place)) as [string, string][],
  };

  async #run(sql: string): Promise<void> {
    await this.#database!.run(sql);
  }

  async #ask(
    sql: string,
    ...parameters: readonly (string | readonly string[])[]
  ): Promise<unknown[][]> {
    return await this.#database!.ask(sql, ...parameters);
  }
}
