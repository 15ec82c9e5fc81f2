/**
 * SQLite as an expert lays it out: every text once, with a number; tables of numbers that are their
 * own index, in the orders that questions need; joins in an order written by hand.
 */

import { rmSync } from "node:fs";
import type { Facet } from "../../src/wire.ts";
import type { Answers } from "../contest/rows.ts";
import { firstColumn, gridOf, labelsByNode, latestOf, seriesOf, totalOf } from "./answer-rows.ts";
import { type Contestant, facetColumn, facetOfCells, type Tables } from "./contestant.ts";
import { readRows } from "./csv-rows.ts";
import { JsonLists, SqliteFile, type Statement } from "./sqlite.ts";

const idOf = (text: string) => `(SELECT id FROM term WHERE text = ${text})`;
const textOf = (id: string) => `(SELECT text FROM term WHERE id = ${id})`;
const constant = (text: string) => idOf(`'${text}'`);
const given = idOf("?");
const objectText = `CASE WHEN object > 0 THEN ${textOf("object")} ELSE value END`;

const has = (alias: string, node: string, predicate: string, object: string) =>
  `CROSS JOIN triple ${alias} ON ${alias}.subject = ${node}
     AND ${alias}.predicate = ${constant(predicate)} AND ${alias}.object = ${object}`;
const named = (node: string) =>
  `CROSS JOIN triple name ON name.subject = ${node} AND name.predicate = ${constant("name")}`;
const partOf = (alias: string, object: string) =>
  `${alias}.object = ${object} AND ${alias}.predicate = ${constant("containedInPlace")}
     AND ${alias}.object > 0`;

const queries = {
  q1: `SELECT ${objectText} FROM triple
       WHERE subject = ${given} AND predicate = ${constant("name")}`,
  q2: `SELECT ${textOf("predicate")}, ${objectText}, ${textOf("provenance")} FROM triple
       WHERE subject = ${given}`,
  q3: `SELECT ${textOf("subject")} FROM triple
       WHERE object > 0 AND object = ${given} AND predicate = ${constant("typeOf")} LIMIT 500`,
  q4: `WITH RECURSIVE part(id) AS (
         SELECT ${given} UNION
         SELECT within.subject FROM part JOIN triple within ON ${partOf("within", "part.id")})
       SELECT ${textOf("part.id")}, name.value FROM part
       ${has("type", "part.id", "typeOf", constant("County"))} ${named("part.id")}`,
  q5: `SELECT DISTINCT node.value, ${textOf("triple.predicate")} FROM json_each(?) node
       CROSS JOIN term ON term.text = node.value
       CROSS JOIN triple ON triple.subject = term.id`,
  o1: `SELECT facet, date, value FROM point WHERE variable = ${given} AND entity = ${given}
       ORDER BY facet, date`,
  o2: `SELECT place.value, facet, max(date), point.value FROM json_each(?) place
       CROSS JOIN term ON term.text = place.value
       CROSS JOIN point ON point.variable = ${given} AND point.entity = term.id
       GROUP BY place.id, facet`,
  o3: `SELECT variable.value, entity.value, facet, point.value FROM json_each(?) variable
       CROSS JOIN term first ON first.text = variable.value
       CROSS JOIN json_each(?) entity CROSS JOIN term second ON second.text = entity.value
       CROSS JOIN point ON point.variable = first.id AND point.entity = second.id
         AND point.date = ?`,
  o4: `SELECT ${textOf("variable")} FROM entity_variable WHERE entity = ${given}`,
  o5: `SELECT count(*), sum(value) FROM point WHERE variable = ${given}`,
  o6: "SELECT count(*), sum(value) FROM point",
  s1: `SELECT ${textOf("part.subject")}, name.value FROM triple part
       ${has("type", "part.subject", "typeOf", constant("State"))} ${named("part.subject")}
       WHERE ${partOf("part", given)} ORDER BY name.value LIMIT 10`,
  s2: `SELECT ${textOf("one.subject")}, name.value FROM triple one
       ${has("type", "one.subject", "typeOf", constant("StatisticalVariable"))}
       ${has("property", "one.subject", "measuredProperty", given)}
       ${has("population", "one.subject", "populationType", given)} ${named("one.subject")}
       WHERE one.object = ${given} AND one.predicate = ${constant("gender")} AND one.object > 0`,
  s3: `SELECT DISTINCT ${textOf("state.subject")}, name.value FROM triple state
       ${has("state_type", "state.subject", "typeOf", constant("State"))} ${named("state.subject")}
       CROSS JOIN triple county ON ${partOf("county", "state.subject")}
       ${has("county_type", "county.subject", "typeOf", constant("County"))}
       CROSS JOIN triple city ON ${partOf("city", "county.subject")}
       ${has("city_type", "city.subject", "typeOf", constant("City"))}
       WHERE ${partOf("state", given)}`,
} as const;

export class TunedSqlite implements Contestant {
  readonly version = SqliteFile.version();
  readonly #path: string;
  readonly #lists = new JsonLists();
  #file: SqliteFile | undefined;
  #facets: Facet[] = [];
  /** While loading. */
  #ids = new Map<string, number>();
  #insertTerm: Statement | undefined;

  constructor(store: string) {
    this.#path = `${store}.db`;
  }

  loadTriples({ triples }: Tables): number {
    rmSync(this.#path, { force: true });
    const file = new SqliteFile(this.#path, "create");
    this.#file = file;
    file.execute(`
      CREATE TABLE term (id INTEGER PRIMARY KEY, text TEXT);
      CREATE TABLE triple (subject INT, predicate INT, object INT, value TEXT, provenance INT,
        PRIMARY KEY (subject, predicate, object, value)) WITHOUT ROWID;
      BEGIN`);
    this.#insertTerm = file.statement("INSERT INTO term VALUES (?, ?)");
    const insert = file.statement("INSERT INTO triple VALUES (?, ?, ?, ?, ?)");
    const rows = readRows(triples, ([subject, predicate, object, value, provenance]) => {
      const objectId = object === "" ? 0 : this.#idOf(object!);
      const [s, p, from] = [subject!, predicate!, provenance!].map((text) => this.#idOf(text));
      insert.run(s!, p!, objectId, value!, from!);
    });
    file.execute(`
      COMMIT;
      CREATE UNIQUE INDEX term_text ON term (text);
      CREATE INDEX triple_in ON triple (object, predicate, subject) WHERE object > 0;
      ANALYZE`);
    return rows;
  }

  loadObservations({ observations }: Tables): number {
    const file = this.#file!;
    file.execute(`
      DROP INDEX term_text;
      CREATE TABLE facet (id INTEGER PRIMARY KEY, json TEXT);
      CREATE TABLE point (variable INT, entity INT, facet INT, date TEXT, value REAL,
        PRIMARY KEY (variable, entity, facet, date)) WITHOUT ROWID;
      CREATE TABLE entity_variable (entity INT, variable INT,
        PRIMARY KEY (entity, variable)) WITHOUT ROWID;
      BEGIN`);
    const insert = file.statement("INSERT INTO point VALUES (?, ?, ?, ?, ?)");
    const insertPair = file.statement("INSERT OR IGNORE INTO entity_variable VALUES (?, ?)");
    const facetIds = new Map<string, number>();
    let lastVariable = "";
    let lastEntity = "";
    let variableId = 0;
    let entityId = 0;
    const rows = readRows(observations, (cells) => {
      const [variable, entity, date, value] = cells as [string, string, string, string];
      if (variable !== lastVariable || entity !== lastEntity) {
        variableId = this.#idOf(variable);
        entityId = this.#idOf(entity);
        lastVariable = variable;
        lastEntity = entity;
        insertPair.run(entityId, variableId);
      }
      const facet = this.#facetIdOf(cells.slice(facetColumn), facetIds);
      insert.run(variableId, entityId, facet, date, Number(value));
    });
    const insertFacet = file.statement("INSERT INTO facet VALUES (?, ?)");
    for (const [id, facet] of this.#facets.entries()) insertFacet.run(id, JSON.stringify(facet));
    file.execute("COMMIT; CREATE UNIQUE INDEX term_text ON term (text); ANALYZE");
    return rows;
  }

  settle(): void {
    this.#ids = new Map();
    this.close();
    this.reopen();
  }

  save(): string {
    return this.#path;
  }

  reopen(): void {
    this.#file = new SqliteFile(this.#path, "read");
    this.#facets = [];
    const [[isThere]] = this.#rows("SELECT count(*) FROM sqlite_master WHERE name = 'facet'") as [
      [number],
    ];
    if (isThere === 0) return;
    for (const [id, json] of this.#rows("SELECT id, json FROM facet") as [number, string][]) {
      this.#facets[id] = JSON.parse(json) as Facet;
    }
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  readonly answers: Answers = {
    q1: (node) => this.#texts(queries.q1, node),
    q2: (node) => this.#rows(queries.q2, node) as [string, string, string][],
    q3: (type) => this.#texts(queries.q3, type),
    q4: (place) => this.#pairs(queries.q4, place),
    q5: (nodes) => labelsByNode(this.#rows(queries.q5, this.#lists.of(nodes))),
    o1: ([variable, entity]) => seriesOf(this.#rows(queries.o1, variable, entity), this.#facets),
    o2: ({ variable, entities }) =>
      latestOf(this.#rows(queries.o2, this.#lists.of(entities), variable), this.#facets),
    o3: ({ variables, entities, date }) => {
      const lists = this.#lists;
      const rows = this.#rows(queries.o3, lists.of(variables), lists.of(entities), date);
      return gridOf(rows, this.#facets);
    },
    o4: (entity) => this.#texts(queries.o4, entity),
    o5: (variable) => totalOf(this.#rows(queries.o5, variable)),
    o6: () => totalOf(this.#rows(queries.o6)),
    s1: (place) => this.#pairs(queries.s1, place),
    s2: ({ population, property, gender }) => this.#pairs(queries.s2, property, population, gender),
    s3: (place) => this.#pairs(queries.s3, place),
  };

  #rows(sql: string, ...parameters: readonly string[]): unknown[][] {
    return this.#file!.rows(sql, ...parameters);
  }

  #pairs(sql: string, ...parameters: readonly string[]): [string, string][] {
    return this.#rows(sql, ...parameters) as [string, string][];
  }

  #texts(sql: string, ...parameters: readonly string[]): string[] {
    return firstColumn(this.#rows(sql, ...parameters));
  }

  #idOf(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#ids.size + 1;
      this.#ids.set(text, id);
      this.#insertTerm!.run(id, text);
    }
    return id;
  }

  #facetIdOf(cells: readonly string[], known: Map<string, number>): number {
    const key = cells.join("\t");
    let id = known.get(key);
    if (id === undefined) {
      id = known.size;
      known.set(key, id);
      this.#facets.push(facetOfCells(cells));
    }
    return id;
  }
}
