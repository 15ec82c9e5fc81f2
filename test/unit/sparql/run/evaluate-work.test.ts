/** How much work a query is: rows that it goes through, not time. */

import { describe, expect, test } from "vitest";
import { LimitError } from "../../../../src/errors/errors.ts";
import { Governor } from "../../../../src/options/governor.ts";
import { planOf } from "../../../../src/sparql/compile/query-plan.ts";
import { evaluate } from "../../../../src/sparql/run/evaluate.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../../oracle/small-world.ts";

const triples: TripleRow[] = [];
const observations: ObservationRow[] = [];
for (let state = 0; state < 10; state++) {
  triples.push([`s${state}`, "typeOf", "State"], [`s${state}`, "containedInPlace", "country"]);
  for (let city = 0; city < 100; city++) {
    const dcid = `s${state}c${city}`;
    triples.push([dcid, "typeOf", "City"], [dcid, "containedInPlace", `s${state}`]);
    triples.push([dcid, "name", `=city ${city}`]);
    for (let year = 2000; year < 2005; year++) {
      observations.push(["Count_Person", dcid, String(year), String(city), {}]);
    }
  }
}
const world = worldOf(triples, observations);

/** Rows, steps of work and bytes that a query may take. */
interface Most {
  readonly rows?: number;
  readonly steps?: number;
  readonly bytes?: number;
}

/** Refuses by steps and not by the clock. */
class StepGovernor extends Governor {
  #left: number;

  constructor({ rows, steps = Number.POSITIVE_INFINITY, bytes }: Most) {
    super({ maxRows: rows, maxMemoryBytes: bytes, timeout: Number.POSITIVE_INFINITY });
    this.#left = steps;
  }

  override work(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new LimitError("too many steps");
  }
}

function rowsWithin(query: string, most: Most): number {
  const plan = planOf(query, "extended");
  return evaluate(world, plan, new StepGovernor(most)).rows?.length ?? 0;
}

describe("joins begin where there is least", () => {
  test("with a constant that few triples have, whatever the order of the patterns", () => {
    const patterns = ["?c typeOf City", "?c containedInPlace s3", "?c name ?n", '?c name "city 7"'];
    for (let turn = 0; turn < patterns.length; turn++) {
      const turned = [...patterns.slice(turn), ...patterns.slice(0, turn)].join(" . ");
      expect(rowsWithin(`SELECT ?c WHERE { ${turned} }`, { rows: 100 })).toBe(1);
    }
  });

  test("of observations with the entities, if these are fewer", () => {
    const query = `SELECT ?v WHERE { ?o typeOf StatVarObservation . ?o variableMeasured Count_Person .
      ?o observationAbout ?c . ?o observationDate "2003" . ?o value ?v . ?c name "city 7" }`;
    expect(rowsWithin(query, { rows: 200, steps: 2000 })).toBe(10);
  });

  test("and the other way round", () => {
    const query = `SELECT ?n WHERE { ?c typeOf City . ?c name ?n . ?o observationAbout ?c .
      ?o value ?v . ?o observationDate "2003" . ?o variableMeasured Nothing }`;
    expect(rowsWithin(query, { rows: 10, steps: 20 })).toBe(0);
  });

  test("a pattern that matches nothing ends all work at once", () => {
    const query = "SELECT ?a WHERE { ?a typeOf City . ?b typeOf City . ?c typeOf Nothing }";
    expect(rowsWithin(query, { rows: 10, steps: 200 })).toBe(0);
  });
});

describe("no more is looked at than the answer needs", () => {
  test("LIMIT without order ends the search", () => {
    const query = "SELECT ?a ?b WHERE { ?a typeOf City . ?b typeOf City } LIMIT 10";
    expect(rowsWithin(query, { rows: 300, steps: 1000 })).toBe(10);
  });

  test("DISTINCT asks for one match of what is not selected", () => {
    const query =
      "SELECT DISTINCT ?s WHERE { ?s typeOf State . ?c containedInPlace ?s . ?c name ?n }";
    expect(rowsWithin(query, { rows: 500 })).toBe(10);
    const cross = "SELECT DISTINCT ?s WHERE { ?s typeOf State . ?c typeOf City . ?d typeOf City }";
    expect(rowsWithin(cross, { rows: 200 })).toBe(10);
  });

  test("DISTINCT asks for one point of each series", () => {
    const query =
      "SELECT DISTINCT ?c WHERE { ?o variableMeasured Count_Person . ?o observationAbout ?c }";
    expect(rowsWithin(query, { rows: 2100, steps: 8000 })).toBe(1000);
  });
});

describe("a query that takes too much is refused", () => {
  test.each([
    ["rows", "SELECT (COUNT(*) AS ?n) { ?a typeOf City . ?b typeOf City }", { rows: 100_000 }],
    ["steps", "SELECT ?a { ?a containedInPlace ?b FILTER(?a = ?b) }", { steps: 500 }],
    ["memory", "SELECT ?a ?b { ?a typeOf City . ?b typeOf City }", { bytes: 1_000_000 }],
    ["memory", "SELECT DISTINCT ?a ?b { ?a typeOf City . ?b typeOf City }", { bytes: 1_000_000 }],
    [
      "memory",
      "SELECT ?a ?b { ?a typeOf City . ?b typeOf City } ORDER BY ?a",
      { bytes: 1_000_000 },
    ],
    ["ids", "SELECT ?o { ?o dcid dc/o/x }", { steps: 100_000 }],
    ["regular expressions", 'SELECT ?c { ?c name ?n FILTER(regex(?n, "x{50}")) }', { steps: 9000 }],
  ])("%s", (_, query, limits) => {
    expect(() => rowsWithin(query, limits)).toThrow(LimitError);
  });

  test("a query of as many patterns as there may be is not", () => {
    const chain = Array.from({ length: 256 }, (_, at) => `?a${at} containedInPlace ?a${at + 1}`);
    expect(rowsWithin(`SELECT ?a0 WHERE { ${chain.join(" . ")} }`, {})).toBe(0);
    const star = Array.from({ length: 255 }, (_, at) => `?a name ?n${at}`);
    expect(rowsWithin(`SELECT ?a WHERE { ${star.join(" . ")} } LIMIT 5`, {})).toBe(5);
    const optional = star.map((pattern) => `OPTIONAL { ${pattern} }`).join(" ");
    expect(rowsWithin(`SELECT ?a { ?a typeOf City ${optional} } LIMIT 5`, {})).toBe(5);
  });
});

describe("the cost of a query", () => {
  /** Steps and bytes that a query takes in a world of `count` long texts. */
  function costOf(query: string, length = 10, count = 20): { steps: number; bytes: number } {
    const rows = Array.from({ length: count }, (_, at): TripleRow => {
      return [`n${at}`, "text", `=${at}${"x".repeat(length)}`];
    });
    const cost = { steps: 0, bytes: 0 };
    const governor = new (class extends Governor {
      override work(steps: number): void {
        cost.steps += steps;
      }
      override bytes(count: number): void {
        cost.bytes += count;
      }
    })();
    evaluate(worldOf(rows), planOf(query, "extended"), governor);
    return cost;
  }

  test("has the memory of the texts of the answer", () => {
    const query = "SELECT ?t { ?a text ?t }";
    const grown = costOf(query, 1010).bytes - costOf(query, 10).bytes;
    expect(grown).toBe(20 * 1000);
    expect(costOf("SELECT ?a ?t { ?a text ?t }").bytes).toBeGreaterThan(
      costOf(query).bytes + 20 * 50,
    );
  });

  test("grows with columns, keys and aggregates, row by row", () => {
    const steps = (query: string) => costOf(query).steps;
    expect(steps("SELECT ?a ?t { ?a text ?t }")).toBeGreaterThanOrEqual(
      steps("SELECT ?a { ?a text ?t }") + 40,
    );
    const one = "SELECT (COUNT(?t) AS ?c) { ?a text ?t } GROUP BY ?a";
    const keys = "SELECT (COUNT(?t) AS ?c) { ?a text ?t } GROUP BY ?a ?t";
    const two = "SELECT (COUNT(?t) AS ?c) (COUNT(?a) AS ?d) { ?a text ?t } GROUP BY ?a";
    expect(steps(keys)).toBeGreaterThanOrEqual(steps(one) + 40);
    expect(steps(two)).toBeGreaterThanOrEqual(steps(one) + 40);
    expect(costOf(two).bytes).toBeGreaterThanOrEqual(costOf(one).bytes + 20 * 24);
    const texts = "SELECT (MAX(?t) AS ?c) { ?a text ?t }";
    expect(steps(texts)).toBeGreaterThanOrEqual(steps(texts.replace("MAX", "COUNT")) + 20);
  });
});

describe("a query that is asked again", () => {
  const plan = (query: string) => planOf(query, "extended");

  test("answers for the world that it is asked about", () => {
    const query = plan('SELECT ?c WHERE { ?c containedInPlace s3 . ?c name "city 7" }');
    const other = worldOf([
      ["x", "containedInPlace", "s3"],
      ["x", "name", "=city 7"],
    ]);
    for (let times = 0; times < 2; times++) {
      expect(evaluate(world, query).rows).toEqual([{ cells: [{ value: "s3c7" }] }]);
      expect(evaluate(other, query).rows).toEqual([{ cells: [{ value: "x" }] }]);
    }
  });

  test("answers after it was refused", () => {
    const query = plan("SELECT ?c ?v WHERE { ?o observationAbout ?c . ?o value ?v . ?c name ?n }");
    const answer = evaluate(world, query);
    const refuse = () => evaluate(world, query, new StepGovernor({ bytes: 100 }));
    expect(refuse).toThrow(LimitError);
    expect(evaluate(world, query)).toEqual(answer);
    expect(answer.rows).toHaveLength(5000);
  });

  test("counts its work anew", () => {
    const query = plan("SELECT ?c WHERE { ?c typeOf City . ?c name ?n }");
    for (let times = 0; times < 3; times++) {
      expect(evaluate(world, query, new StepGovernor({ rows: 6000 })).rows).toHaveLength(1000);
    }
  });
});

test("a star goes along with the subjects of a constant, in whatever order these come", () => {
  const rows: TripleRow[] = [];
  for (let at = 0; at < 300; at++) {
    rows.push([`n${at}`, "kind", `k${at % 2}`], [`n${at}`, "size", `z${at % 3}`]);
    rows.push([`g${299 - at}`, "holds", `n${at}`]);
  }
  const star = worldOf(rows);
  const query = planOf(
    "SELECT ?g ?n WHERE { ?g holds ?n . ?n kind k1 . ?n size z2 } ORDER BY ?g",
    "extended",
  );
  const found = (evaluate(star, query).rows ?? []).map(({ cells }) => cells[1]?.value);
  const expected = [...Array(300).keys()].filter((at) => at % 2 === 1 && at % 3 === 2);
  expect(new Set(found)).toEqual(new Set(expected.map((at) => `n${at}`)));
  expect(found).toHaveLength(expected.length);
});
