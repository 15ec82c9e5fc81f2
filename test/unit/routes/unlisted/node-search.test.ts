/** `/v3/node_search` over a few names. */
import { beforeAll, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerTo, refusalOf } from "../unlisted-world.ts";

const node = (dcid: string, name: string, ...types: string[]) =>
  `Node: dcid:${dcid}\n${types.map((type) => `typeOf: dcs:${type}\n`).join("")}name: "${name}"\n`;

let commons: Commons;
beforeAll(async () => {
  const many = Array.from({ length: 120 }, (_, at) => node(`many/${at}`, `Many ${at}`, "Thing"));
  commons = await open({
    "names.mcf": [
      node("b", "Household Income, by County", "Topic"),
      node("a", "Household Income, by County", "StatVarGroup"),
      node("c", "Income", "Property", "Thing"),
      node("d", "income", "Property"),
      node("e", "Median income of a household", "StatisticalVariable"),
      node("f", "Incomes", "Topic"),
      ...many,
    ].join("\n"),
  });
});

interface Results {
  readonly results?: readonly { readonly node: { readonly dcid: string } }[];
}
const ask = (body: object) => answerTo(commons, "/v3/node_search", body) as Results;
const dcidsOf = (body: object) => ask(body).results?.map((result) => result.node.dcid);

test("a name that is the query comes first, then names with all of its words, by name and dcid", () => {
  expect(dcidsOf({ query: "income" })).toEqual(["d", "a", "b", "c", "e"]);
  expect(dcidsOf({ query: "HOUSEHOLD income" })).toEqual(["a", "b", "e"]);
  expect(dcidsOf({ query: "income, household" })).toEqual(["a", "b", "e"]);
  expect(answerTo(commons, "/v3/node_search?query=Income&types=Property")).toEqual({
    results: [
      { node: { name: "Income", types: ["Property", "Thing"], dcid: "c" } },
      { node: { name: "income", types: ["Property"], dcid: "d" } },
    ],
  });
});

test("a node has any of the wanted types", () => {
  expect(dcidsOf({ query: "income", types: ["Topic", "Thing"] })).toEqual(["b", "c"]);
  expect(ask({ query: "income", types: ["Nothing"] })).toEqual({});
});

test("a hundred are answered, and nothing to a query without words", () => {
  expect(ask({ query: "many" }).results).toHaveLength(100);
  for (const query of ["", " ,", "nothing"]) expect(ask({ query })).toEqual({});
  expect(ask({})).toEqual({});
});

test("each name counts as a row", () => {
  const refusal = refusalOf(commons.limited({ maxRows: 50 }), "/v3/node_search?query=many");
  expect(refusal.message).toContain("maxRows");
});
