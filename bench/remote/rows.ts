/** What is asked of a world that lies elsewhere, and what it should take. */

import type { Questions } from "../contest/questions.ts";

export type Asked = Awaited<ReturnType<typeof import("../../src/remote.ts").openRemote>>;

/** Rounds and megabytes. */
export type Cost = readonly [rounds: number, megabytes: number];

export interface Row {
  readonly name: string;
  /** Undefined where nothing is wanted. */
  readonly cold?: Cost;
  /** Of the fourth question of its kind. Undefined where there is one question. */
  readonly warm?: Cost;
  /** The question with one argument after the other. */
  readonly ask: (on: Pick<Asked, "v2" | "ask" | "table">, at: number) => unknown;
}

const latest = { date: "LATEST", select: ["variable", "entity", "date", "value"] } as const;

/** A place of the world, and one around it. */
export interface NamedPlace {
  readonly name: string;
  readonly around: string;
  /** How many places the name may mean. */
  readonly bearers: number;
}

export function rowsOf(
  { q1, q5, o2, o2_expression: places, s1 }: Questions,
  named: readonly NamedPlace[],
): Row[] {
  const few = named.filter(({ bearers }) => bearers <= 5);
  const nameOf = (at: number) => few[at % few.length]!;
  const many = named.toSorted((a, b) => b.bearers - a.bearers);
  const variableOf = (at: number) => ({ dcids: [o2[at % o2.length]!.variable] });
  const counties = o2[0]!.entities;
  const inside = `${places[0]!.place}<-containedInPlace+{typeOf:County}` as const;
  const table = (at: number, names: boolean) => ({
    entities: inside,
    variables: variableOf(at).dcids,
    names,
  });
  return [
    {
      name: "->name",
      cold: [5, 0.3],
      warm: [3, 0.1],
      ask: (on, at) => on.v2.node({ nodes: [q1[at]!], property: "->name" }),
    },
    {
      name: "-> of 100 random nodes",
      ask: (on, at) => on.v2.node({ nodes: [...q5[at % q5.length]!], property: "->" }),
    },
    {
      name: "page of 500 of a type",
      cold: [7, 1.5],
      ask: (on, at) =>
        on.v2.node({
          nodes: [["City", "County", "StatisticalVariable"][at % 3]!],
          property: "<-typeOf",
        }),
    },
    {
      name: "counties of the USA by +",
      cold: [9, 1.5],
      ask: (on) =>
        on.v2.node({ nodes: ["country/USA"], property: "<-containedInPlace+{typeOf:County}" }),
    },
    {
      name: "LATEST of 100 dcids",
      cold: [6, 1],
      warm: [3, 0.3],
      ask: (on, at) =>
        on.v2.observation({
          ...latest,
          variable: variableOf(at),
          entity: { dcids: counties.slice(at * 100, at * 100 + 100) },
        }),
    },
    {
      name: "LATEST of 3,143 by expression",
      cold: [10, 1.6],
      warm: [4, 0.4],
      ask: (on, at) =>
        on.v2.observation({
          ...latest,
          variable: variableOf(at),
          entity: { expression: inside },
        }),
    },
    {
      name: "the same as a table",
      cold: [10, 1.8],
      ask: async (on, at) => (await on.table(table(at, false))).length,
    },
    {
      name: "the same with names",
      cold: [11, 2.8],
      ask: async (on, at) => [...(await on.table(table(at, true))).objects()].length,
    },
    {
      name: "variables of a place",
      cold: [8, 0.5],
      ask: (on, at) =>
        on.v2.observation({
          entity: { dcids: [counties[at]!] },
          select: ["variable", "entity"],
        }),
    },
    {
      name: "all variables of the catalog",
      cold: [3, 0.3],
      ask: (on) => on.ask(({ catalog }) => catalog.variables()),
    },
    {
      name: "types and facets of the catalog",
      cold: [3, 0.3],
      ask: (on) => on.ask(({ catalog }) => [catalog.types(), catalog.facets()]),
    },
    {
      name: "variables by meaning",
      cold: [3, 0.5],
      warm: [3, 0.1],
      ask: (on, at) =>
        on.v2.resolve({
          nodes: [["population", "median income", "jobless rate", "how old are people"][at % 4]!],
          resolver: "indicator",
        }),
    },
    {
      name: "resolve ten ids",
      cold: [6, 1],
      ask: (on, at) =>
        on.v2.resolve({
          nodes: Array.from({ length: 10 }, (_, id) => idOf(q1[at * 10 + id]!)),
          property: "<-wikidataId->dcid",
        }),
    },
    {
      name: "resolve one name",
      cold: [7, 1],
      ask: (on, at) =>
        on.v2.resolve({
          nodes: [nameOf(at).name],
          property: "<-description->dcid",
        }),
    },
    {
      name: `resolve a name of ${many[0]!.bearers} places`,
      ask: (on, at) =>
        on.v2.resolve({
          nodes: [many[at % many.length]!.name],
          property: "<-description->dcid",
        }),
    },
    {
      name: "resolve a name in a place",
      ask: (on, at) =>
        on.v2.resolve({
          nodes: [`${nameOf(at).name}, ${nameOf(at).around}`],
          property: "<-description->dcid",
        }),
    },
    {
      name: "SPARQL star",
      cold: [10, 1],
      ask: (on, at) =>
        on.v2.sparql({
          query: `SELECT ?state ?name WHERE { ?state typeOf State . ?state containedInPlace ${s1[at % s1.length]!} .
            ?state name ?name } ORDER BY ASC(?name) LIMIT 10`,
        }),
    },
    {
      name: "SPARQL path",
      cold: [60, 8],
      ask: (on) =>
        on.v2.sparql({
          query: `SELECT DISTINCT ?state ?name WHERE {
            ?state containedInPlace country/USA . ?state typeOf State . ?state name ?name .
            ?county containedInPlace ?state . ?county typeOf County .
            ?city containedInPlace ?county . ?city typeOf City }`,
        }),
    },
  ];
}

/** Wikidata ids are in the dcids of most places; others have none, and are asked for all the same. */
function idOf(dcid: string): string {
  return dcid.replace(/^wikidataId\//, "");
}
