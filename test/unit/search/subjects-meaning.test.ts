/** Variables by what they mean, with the table of the package. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { projectRoot } from "../../tidy/source-tree.ts";

let sample: Commons;
beforeAll(async () => {
  sample = await open(`${projectRoot}/data-samples/us-states`);
});

function found(text: string, options: { readonly meaning?: boolean } = {}) {
  const { entities = [] } = sample.v2.resolve({ nodes: [text], resolver: "indicator" }, options);
  return (entities[0]?.candidates ?? []).map(({ dcid, metadata }) => ({ dcid, ...metadata }));
}

/** Without words in common, or nearly so. */
const questions: readonly (readonly [question: string, wanted: string])[] = [
  ["jobless rate", "UnemploymentRate_Person"],
  ["salary", "Median_Income_Household"],
  ["life span", "LifeExpectancy_Person"],
  ["teenagers", "Count_Person_16To19Years"],
  ["inhabitants", "Count_Person"],
  ["women", "Count_Person_Female"],
  ["number of families", "Count_Household"],
  ["power output", "Annual_Generation_Electricity"],
];

describe("a search by meaning", () => {
  test.each(questions)("for '%s' begins with %s", (question, wanted) => {
    expect(found(question)[0]?.dcid).toBe(wanted);
  });

  test("has the same candidates and scores again, in (0, 1] with four decimals, the highest first", () => {
    const scores = found("how many people").map(({ score }) => score as string);
    expect(scores.length).toBeGreaterThan(2);
    for (const score of scores) expect(score).toMatch(/^(0\.\d{4}|1\.0000)$/);
    expect(scores).toEqual([...scores].sort().reverse());
    expect(found("how many people").map(({ score }) => score)).toEqual(scores);
  });

  test("begins with exact names and dcids, which alone score 1", () => {
    for (const { dcid, name } of sample.catalog.variables()) {
      for (const text of [dcid, ...(name === undefined ? [] : [name])]) {
        const [best, ...others] = found(text);
        expect(best).toMatchObject({ dcid, score: "1.0000" });
        expect(others.map(({ score }) => score)).not.toContain("1.0000");
      }
    }
  });

  test("scores words that are the same, but for their order and number, with 0.9 or more, and never with 1", () => {
    expect(found("unemployment rates")[0]?.score).toBe("0.9000");
    const score = Number(found("income, median household")[0]?.score);
    expect(score).toBeGreaterThan(0.93);
    expect(score).toBeLessThan(1);
  });

  test("mends slips", () => {
    expect(found("unemploymnt rtae")[0]?.dcid).toBe("UnemploymentRate_Person");
    expect(found("medain income")[0]?.dcid).toBe("Median_Income_Household");
  });

  test.each([
    "asdf",
    "",
    "?",
    "my cat is hungry",
    "qwerty zxcv",
    "失业率",
    "\ud800\u0000",
    "x".repeat(1e6),
    "best pizza recipe",
    "世界 您好 weather",
  ])("finds nothing for noise: %.20s", (text) => {
    expect(found(text)).toEqual([]);
  });

  test("is off where a call or a service says so", async () => {
    expect(found("inhabitants", { meaning: false })).toEqual([]);
    const url = "/v2/resolve?nodes=inhabitants&resolver=indicator&key=k";
    const service = sample.service({ meaning: false });
    expect(JSON.parse(service.answer({ url }).body)).toEqual({
      entities: [{ node: "inhabitants" }],
    });
    expect(JSON.parse(sample.service().answer({ url }).body)).toMatchObject({
      entities: [{ candidates: expect.arrayContaining([expect.anything()]) }],
    });
  });
});

test.each([
  ["Arbeitslosenquote", "Unemployed"],
  ["arbeitslosenquote männer", "Unemployed"],
  ["taux de chômage", "Unemployed"],
  ["taux de chomage", "Unemployed"],
  ["失业率", "Unemployed"],
  ["الدخل", "Income"],
  ["Einkommen der Haushalte", "Income"],
  ["unemployment rate", "Unemployed"],
])("of names in other languages the words count: %s", async (text, dcid) => {
  const rows = [
    ["Unemployed", "name", "Unemployment rate"],
    ["Unemployed", "nameWithLanguage", "Arbeitslosenquote@de"],
    ["Unemployed", "nameWithLanguage", "Taux de chômage@fr"],
    ["Unemployed", "nameWithLanguage", "失业率@zh"],
    ["Income", "name", "Household income"],
    ["Income", "nameWithLanguage", "Einkommen der Haushalte@de"],
    ["Income", "nameWithLanguage", "الدخل@ar"],
    ["Births", "name", "Number of births"],
  ];
  const world = await open({
    "world.csv": [
      "subject_id,predicate,object_id,object_value",
      ...["Unemployed", "Income", "Births"].map((one) => `${one},typeOf,StatisticalVariable,`),
      ...rows.map(([one, property, value]) => `${one},${property},,${value}`),
    ].join("\n"),
  });
  const { entities = [] } = world.v2.resolve({ nodes: [text], resolver: "indicator" });
  expect(entities[0]?.candidates?.[0]?.dcid).toBe(dcid);
});
