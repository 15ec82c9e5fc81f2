/** What is said beside answers and refusals of SPARQL queries. */
import { expect, test } from "vitest";
import { run } from "../running.ts";
import { saved } from "../saved-sample.ts";

const of = (select: string, more = "") =>
  `SELECT ${select} WHERE { ?o typeOf StatVarObservation . ?o variableMeasured Count_Person . ` +
  `?o observationAbout geoId/06 . ${more} ?o value ?x }`;
const ask = (query: string, ...more: readonly string[]) => run(["sparql", saved, query, ...more]);

test.each([
  [of("(AVG(?x) AS ?a)"), "AVG needs --dialect extended"],
  [of("AVG(?x)"), "AVG needs --dialect extended, and has a name: (AVG(?x) AS ?result)"],
  [of("(count (*) as ?n)"), "COUNT needs --dialect extended"],
  [of("?x", "FILTER(?x > 3) ."), "FILTER needs --dialect extended"],
  [of("?x", "OPTIONAL { ?o unit ?u } ."), "OPTIONAL needs --dialect extended"],
])("a query that only the extended dialect answers names the switch: %s", async (query, note) => {
  const { code, out, err } = await ask(query);
  expect([code, out]).toEqual([1, ""]);
  const [first, second] = err.split("\n");
  expect(first).toBe(note);
  expect(second).toMatch(/^error: /);
  expect((await ask(query, "-q")).err).toMatch(/^error: /);
});

test("an aggregate without a name is told how to have one", async () => {
  const { code, err } = await ask(of("AVG(?x)"), "--dialect", "extended");
  expect(code).toBe(1);
  expect(err).toMatch(/^AVG has a name: \(AVG\(\?x\) AS \?result\)\nerror: /);
});

test("a query with another fault names no switch", async () => {
  for (const query of ["SELECT", 'SELECT ?a WHERE { ?a name "FILTER (COUNT(x)" ']) {
    expect((await ask(query)).err).toMatch(/^error: /);
  }
});

test("an average over several sources of a variable says so", async () => {
  const { code, err } = await ask(of("(AVG(?x) AS ?a)"), "--dialect", "extended");
  expect(code).toBe(0);
  expect(err).toMatch(
    /^Count_Person has \d+ sources, and AVG takes all that match together: '\?observation measurementMethod …' chooses one\n$/,
  );
  for (const query of [
    of("(AVG(?x) AS ?a)", "?o measurementMethod CensusACS5yrSurvey ."),
    of("(COUNT(?x) AS ?a)"),
    of("(AVG(?x) AS ?a)").replace("Count_Person", "Nothing"),
  ]) {
    expect((await ask(query, "--dialect", "extended")).err).not.toContain("sources, and");
  }
  expect((await ask(of("(AVG(?x) AS ?a)"), "--dialect", "extended", "-q")).err).toBe("");
});
