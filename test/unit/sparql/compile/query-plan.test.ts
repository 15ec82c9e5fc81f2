import { describe, expect, test } from "vitest";
import { planOf } from "../../../../src/sparql/compile/query-plan.ts";

const query = (name: string) => `SELECT ?a WHERE { ?a name ${name} }`;

describe("plans", () => {
  test("are data without ids: names, slots and numbers of variables", () => {
    const text = 'SELECT ?n WHERE { ?s dcid (a "b") . ?s name ?n } ORDER BY DESC(?n) LIMIT 5';
    const variable = (number: number) => ({ kind: "variable", variable: number });
    const constants = (...texts: string[]) => ({ kind: "constants", texts });
    expect(planOf(text, "documented")).toEqual({
      variables: ["s", "n"],
      uses: [2, 1],
      visible: [0, 1],
      isAsk: false,
      isInner: false,
      observations: new Set(),
      where: {
        parts: [
          {
            kind: "patterns",
            patterns: [
              { subject: variable(0), predicate: constants("dcid"), object: constants("a", "b") },
              { subject: variable(0), predicate: constants("name"), object: variable(1) },
            ],
          },
        ],
        conditions: [],
      },
      header: ["?n"],
      columns: [variable(1)],
      distinct: false,
      order: [{ column: 0, isDescending: true, isNumeric: false }],
      limit: 5,
      offset: 0,
      grouping: undefined,
    });
  });

  test("say which variables are observations", () => {
    const typed = "SELECT ?o WHERE { ?o typeOf StatVarObservation . ?p typeOf State }";
    expect(planOf(typed, "documented").observations).toEqual(new Set([0]));
    const told = "SELECT ?o WHERE { ?s name ?n . ?o observationAbout ?s }";
    expect(planOf(told, "documented").observations).toEqual(new Set([2]));
    for (const none of [
      "SELECT ?o { ?o name StatVarObservation }",
      "SELECT ?o { ?o typeOf ?t . ?t name ?n }",
      "SELECT ?o { ?o typeOf (StatVarObservation State) }",
      "SELECT ?o { a observationAbout ?o . b typeOf StatVarObservation }",
    ]) {
      expect(planOf(none, "extended").observations).toEqual(new Set());
    }
  });

  test("are remembered by text and dialect", () => {
    const plan = planOf(query("x"), "documented");
    expect(planOf(query("x"), "documented")).toBe(plan);
    expect(planOf(query("x"), "extended")).not.toBe(plan);
    expect(planOf(query("y"), "documented")).not.toBe(plan);
  });

  test("are forgotten when others were asked for since", () => {
    const old = planOf(query("old"), "documented");
    const used = planOf(query("used"), "documented");
    for (let at = 0; at < 300; at++) {
      planOf(query(`n${at}`), "documented");
      planOf(query("used"), "documented");
    }
    expect(planOf(query("used"), "documented")).toBe(used);
    expect(planOf(query("old"), "documented")).not.toBe(old);
  });

  test("of very long texts are not kept", () => {
    const most = query(`"${"x".repeat((1 << 14) - query('""').length)}"`);
    expect(most.length).toBe(1 << 14);
    expect(planOf(most, "documented")).toBe(planOf(most, "documented"));
    const long = `${most} `;
    expect(planOf(long, "documented")).not.toBe(planOf(long, "documented"));
  });
});

test.each(["a", "abcdef"])("a syntax error names its place in the text, with %s in it", (name) => {
  const text = `SELECT ?${name} { ?${name} typeOf ${name} . FILTER(?${name} = ) }`;
  expect(() => planOf(text, "extended")).toThrow(`at [1:${text.indexOf(")") + 1}]`);
});
