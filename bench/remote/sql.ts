/** Twelve questions as SQL that somebody would write by hand: one statement each, over indexed tables. */

import { execFileSync } from "node:child_process";
import type { Questions } from "../contest/questions.ts";
import type { WorldFiles } from "../data/world-files.ts";
import type { Asked } from "./rows.ts";

/** The same statements as the snapshot's, with the indexes that the questions want. */
export function loadTables(port: number, files: WorldFiles): void {
  const copy = (table: string, path: string) =>
    `\\copy ${table} FROM '${path}' (FORMAT csv, HEADER)`;
  const statements = [
    `CREATE UNLOGGED TABLE triples (subject text, predicate text, object text, value text,
       provenance text)`,
    `CREATE UNLOGGED TABLE observations (variable text, entity text, date text, value text,
       import_name text, provenance_url text, measurement_method text, observation_period text,
       unit text, scaling_factor text, is_dc_aggregate text)`,
    copy("triples", files.triples),
    copy("observations", files.observations),
    "CREATE INDEX ON triples (subject, predicate)",
    "CREATE INDEX ON triples (object, predicate, subject) WHERE object IS NOT NULL",
    "CREATE INDEX ON triples (value, predicate) WHERE predicate = 'wikidataId'",
    "CREATE INDEX ON observations (variable, entity, date)",
    "CREATE INDEX ON observations (entity, variable)",
    "ANALYZE triples",
    "ANALYZE observations",
  ];
  const commands = statements.flatMap((statement) => ["-c", statement]);
  const at = ["-h", "127.0.0.1", "-p", `${port}`, "-U", "bench", "-d", "postgres"];
  execFileSync("psql", ["-q", "-v", "ON_ERROR_STOP=1", ...at, ...commands], { stdio: "pipe" });
}

export interface TwinQuestion {
  readonly name: string;
  readonly sql: string;
  readonly parameters: (at: number) => unknown[];
  readonly ask: (on: Asked, at: number) => unknown;
}

const countiesOf = `WITH RECURSIVE within AS (
    SELECT $1::text AS place
    UNION SELECT subject FROM triples JOIN within ON object = place AND predicate = 'containedInPlace'
  ), counties AS (
    SELECT place FROM within JOIN triples ON subject = place AND predicate = 'typeOf' AND object = 'County'
  )`;
const facet = "import_name, measurement_method, observation_period, unit, scaling_factor";
const usa = "country/USA";
const countiesExpression = `${usa}<-containedInPlace+{typeOf:County}` as const;
const select = ["variable", "entity", "date", "value"] as const;

export function twinsOf({ q1, q2, q3, q5, o1, o2, o3, o4 }: Questions): TwinQuestion[] {
  const counties = o2[0]!.entities;
  const some = (at: number) => counties.slice(at * 100, at * 100 + 100);
  const variable = (at: number) => o2[at % o2.length]!.variable;
  const ids = (at: number) =>
    q1.slice(at * 10, at * 10 + 10).map((dcid) => dcid.replace(/^wikidataId\//, ""));
  return [
    {
      name: "name of a node",
      sql: "SELECT value, provenance FROM triples WHERE subject = $1 AND predicate = 'name'",
      parameters: (at) => [q1[at]],
      ask: (on, at) => on.v2.node({ nodes: [q1[at]!], property: "->name" }),
    },
    {
      name: "all arcs of a node",
      sql: `SELECT t.predicate, t.object, t.value, t.provenance, n.value AS name FROM triples t
            LEFT JOIN triples n ON n.subject = t.object AND n.predicate = 'name' WHERE t.subject = $1`,
      parameters: (at) => [q2[at]],
      ask: (on, at) => on.v2.node({ nodes: [q2[at]!], property: "->*" }),
    },
    {
      name: "names of 100 nodes",
      sql: "SELECT subject, value, provenance FROM triples WHERE subject = ANY($1) AND predicate = 'name'",
      parameters: (at) => [q5[at]],
      ask: (on, at) => on.v2.node({ nodes: [...q5[at]!], property: "->name" }),
    },
    {
      name: "500 of a type",
      sql: `SELECT t.subject, n.value FROM (SELECT subject FROM triples WHERE object = $1
              AND predicate = 'typeOf' ORDER BY subject LIMIT 501) t
            LEFT JOIN triples n ON n.subject = t.subject AND n.predicate = 'name'`,
      parameters: (at) => [q3[at % q3.length]],
      ask: (on, at) => on.v2.node({ nodes: [q3[at % q3.length]!], property: "<-typeOf" }),
    },
    {
      name: "counties of the USA",
      sql: `${countiesOf} SELECT place, value FROM counties
            LEFT JOIN triples ON subject = place AND predicate = 'name' ORDER BY place LIMIT 501`,
      parameters: () => [usa],
      ask: (on) => on.v2.node({ nodes: [usa], property: "<-containedInPlace+{typeOf:County}" }),
    },
    {
      name: "all dates of a pair",
      sql: `SELECT date, value, ${facet} FROM observations WHERE variable = $1 AND entity = $2
            ORDER BY import_name, date`,
      parameters: (at) => [...o1[at]!],
      ask: (on, at) =>
        on.v2.observation({
          date: "",
          variable: { dcids: [o1[at]![0]] },
          entity: { dcids: [o1[at]![1]] },
          select,
        }),
    },
    {
      name: "LATEST of 100 dcids",
      sql: `SELECT DISTINCT ON (entity, ${facet}) entity, date, value, ${facet} FROM observations
            WHERE variable = $1 AND entity = ANY($2) ORDER BY entity, ${facet}, date DESC`,
      parameters: (at) => [variable(at), some(at)],
      ask: (on, at) => latest(on, variable(at), { dcids: some(at) }),
    },
    {
      name: "LATEST of 3,143 dcids",
      sql: `SELECT DISTINCT ON (entity, ${facet}) entity, date, value, ${facet} FROM observations
            WHERE variable = $1 AND entity = ANY($2) ORDER BY entity, ${facet}, date DESC`,
      parameters: (at) => [variable(at), counties],
      ask: (on, at) => latest(on, variable(at), { dcids: [...counties] }),
    },
    {
      name: "LATEST by expression",
      sql: `${countiesOf} SELECT DISTINCT ON (entity, ${facet}) entity, date, value, ${facet}
            FROM observations JOIN counties ON entity = place WHERE variable = $2
            ORDER BY entity, ${facet}, date DESC`,
      parameters: (at) => [usa, variable(at)],
      ask: (on, at) => latest(on, variable(at), { expression: countiesExpression }),
    },
    {
      name: "a date of 10 × 50",
      sql: `SELECT variable, entity, value, ${facet} FROM observations
            WHERE variable = ANY($1) AND entity = ANY($2) AND date = $3`,
      parameters: (at) => [o3[at]!.variables, o3[at]!.entities, o3[at]!.date],
      ask: (on, at) =>
        on.v2.observation({
          date: o3[at]!.date,
          variable: { dcids: [...o3[at]!.variables] },
          entity: { dcids: [...o3[at]!.entities] },
          select,
        }),
    },
    {
      name: "variables of an entity",
      sql: "SELECT DISTINCT variable FROM observations WHERE entity = $1",
      parameters: (at) => [o4[at]],
      ask: (on, at) =>
        on.v2.observation({ entity: { dcids: [o4[at]!] }, select: ["variable", "entity"] }),
    },
    {
      name: "ten ids",
      sql: "SELECT value, subject FROM triples WHERE predicate = 'wikidataId' AND value = ANY($1)",
      parameters: (at) => [ids(at)],
      ask: (on, at) => on.v2.resolve({ nodes: ids(at), property: "<-wikidataId->dcid" }),
    },
  ];
}

function latest(
  on: Asked,
  variable: string,
  entity: { readonly dcids: string[] } | { readonly expression: typeof countiesExpression },
): unknown {
  return on.v2.observation({ date: "LATEST", variable: { dcids: [variable] }, entity, select });
}
