/** What pickers of variables ask. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerTo, refusalOf } from "../unlisted-world.ts";

const graph = `Node: dcid:dc/g/People
typeOf: dcs:StatVarGroup
specializationOf: dcid:dc/g/Root

Node: dcid:dc/g/Custom_Mine
typeOf: dcs:StatVarGroup
specializationOf: dcid:dc/g/People, dcid:dc/g/Loop

Node: dcid:dc/g/Loop
typeOf: dcs:StatVarGroup
specializationOf: dcid:dc/g/Custom_Mine

Node: dcid:dc/g/Lost
typeOf: dcs:StatVarGroup

Node: dcid:Count_Person
typeOf: dcs:StatisticalVariable
name: "People, all of them"
populationType: dcs:Person
memberOf: dcid:dc/g/People, dcid:dc/g/Custom_Mine

Node: dcid:Count_Person_Female
typeOf: dcs:StatisticalVariable
name: "Women"
description: "People who are women (Count_Person_Female)"
populationType: dcs:Person
gender: dcs:Female
memberOf: dcid:dc/g/People

Node: dcid:women
typeOf: dcs:StatisticalVariable
memberOf: dcid:dc/g/Loop

Node: dcid:Women_Lost
typeOf: dcs:StatisticalVariable
memberOf: dcid:dc/g/Lost

Node: dcid:dc/calc/1
typeOf: dcs:StatisticalCalculation
outputProperty: dcid:women
inputPropertyExpression: "Count_Person * 2"
`;

const rows = [
  "entity,variable,date,value",
  "geoId/06,Count_Person,2020,10",
  "geoId/48,Count_Person_Female,2020,5",
];

let commons: Commons;
beforeAll(async () => {
  commons = await open({ "graph.mcf": graph, "observations.csv": rows.join("\n") });
});
const ask = (url: string, body?: object) => answerTo(commons, url, body);

describe("/v2/variable/filter", () => {
  const statVars = [
    { dcid: "women", name: "sent", types: ["a"] },
    { dcid: "Count_Person_Female" },
    { dcid: "Count_Person" },
    { dcid: "Nothing" },
  ];

  test("keeps those with data about any of the entities, as they were sent", () => {
    const entities = ["geoId/06", "geoId/48"];
    const kept = { statVars: [{ dcid: "Count_Person_Female" }, { dcid: "Count_Person" }] };
    expect(ask("/v2/variable/filter", { statVars, entities })).toEqual(kept);
    expect(ask("/v2/variable/filter", { stat_vars: statVars, entities: ["geoId/06"] })).toEqual({
      statVars: [{ dcid: "Count_Person" }],
    });
  });

  test("keeps all without entities; nothing is an empty answer", () => {
    expect(ask("/v2/variable/filter", { statVars })).toEqual({ statVars });
    expect(ask("/v2/variable/filter", { statVars, entities: ["nowhere"] })).toEqual({});
    expect(ask("/v2/variable/filter", { entities: ["geoId/06"] })).toEqual({});
  });

  test("keeps what can be calculated, where that is turned on", () => {
    const question = { statVars, entities: ["geoId/06"] };
    const calculating = commons.asService({ calculations: true });
    expect(answerTo(calculating, "/v2/variable/filter", question)).toEqual({
      statVars: [statVars[0], { dcid: "Count_Person" }],
    });
  });

  test("refuses what is no list of objects", () => {
    const message = "statVars: a list of objects";
    const refusal = { status: 400, code: 3, message };
    expect(refusalOf(commons, "/v2/variable/filter", { statVars: ["a"] })).toEqual(refusal);
  });
});

describe("/v1/variable/ancestors", () => {
  const ancestorsOf = (node: string) => ask("/v1/variable/ancestors", { node });

  test("go up to the root, and through groups of one's own first", () => {
    expect(ancestorsOf("Count_Person")).toEqual({ ancestors: ["dc/g/Custom_Mine", "dc/g/Loop"] });
    expect(ask("/v1/variable/ancestors/Count_Person_Female")).toEqual({
      ancestors: ["dc/g/People"],
    });
    expect(ask("/v1/variable/ancestors/dc/g/People")).toEqual({});
  });

  test("are none without a path to the root", () => {
    expect(ancestorsOf("Women_Lost")).toEqual({});
    expect(ancestorsOf("nobody")).toEqual({});
    const message = "Missing required argument: node";
    expect(refusalOf(commons, "/v1/variable/ancestors", {})).toMatchObject({
      status: 400,
      message,
    });
  });
});

describe("/v1/variable/search", () => {
  const search = (query: string, more: object = {}) =>
    ask("/v1/variable/search", { query, ...more });
  const all = { dcid: "Count_Person", name: "People, all of them" };
  const female = { dcid: "Count_Person_Female", name: "Women" };
  const mine = { dcid: "women", name: "women" };

  test("finds variables with all words; those with fewer constraints come first", () => {
    expect(search("peo")).toEqual({ statVars: [all, female], matches: ["people"] });
    expect(search("WOMEN,people")).toEqual({ statVars: [female], matches: ["people", "women"] });
    // A dcid of one word counts as one with many constraints.
    expect(search("women")).toEqual({ statVars: [female, mine], matches: ["", "women"] });
    expect(search("people nobody")).toEqual({});
    expect(search("")).toEqual({});
  });

  test("shows a dcid that was found where the texts of the variable have it", () => {
    expect(search("count_person_f")).toEqual({
      statVars: [female],
      matches: ["Count_Person_Female"],
    });
    expect(search("count_person")).toEqual({
      statVars: [all, female],
      matches: ["", "Count_Person_Female"],
    });
  });

  test("keeps variables with data about a place, and all matches", () => {
    const statVars = [female];
    expect(search("people", { places: ["geoId/48"] })).toEqual({ statVars, matches: ["people"] });
    expect(search("people", { places: ["nowhere"], svOnly: true })).toEqual({
      matches: ["people"],
    });
  });
});

describe("the order of what is found", () => {
  const group = "Node: dcid:dc/g/All\ntypeOf: dcs:StatVarGroup\n";
  const variable = (dcid: string, ...lines: readonly string[]) =>
    [
      `Node: dcid:${dcid}`,
      "typeOf: dcs:StatisticalVariable",
      "memberOf: dcid:dc/g/All",
      ...lines,
      "",
    ].join("\n");
  const found = async (query: string, ...blocks: readonly string[]) => {
    const world = await open({ "a.mcf": [group, ...blocks].join("\n") });
    const url = `/v1/variable/search?query=${encodeURIComponent(query)}`;
    const { statVars = [] } = answerTo(world, url) as {
      readonly statVars?: readonly { readonly dcid: string }[];
    };
    return statVars.map(({ dcid }) => dcid);
  };

  test("is by constraints, then by other properties, then by name, then by dcid", async () => {
    const plain = "populationType: dcs:Person";
    const blocks = [
      variable("one", 'name: "x b"', plain),
      variable("two", 'name: "x a"', plain),
      variable("three", 'name: "x a"', plain),
      variable("four", 'name: "x a"', plain, "measuredProperty: dcs:count"),
      variable("five", 'name: "x a"', "age: dcs:Years20"),
      variable("X_Y_Z", 'name: "x a"'),
      variable("six", 'name: "x a"'),
    ];
    const order = ["three", "two", "one", "four", "five", "X_Y_Z", "six"];
    expect(await found("x", ...blocks)).toEqual(order);
    expect(await found("x", ...blocks.toReversed())).toEqual(order);
  });

  test("ends after a thousand", async () => {
    const many = Array.from({ length: 1001 }, (_, at) => variable(`v${1000 + at}`, 'name: "x"'));
    const dcids = await found("x", ...many);
    expect([dcids.length, dcids[0], dcids.at(-1)]).toEqual([1000, "v1000", "v1999"]);
  });

  test.each([
    ["x", true],
    ["X, y", true],
    ["lo", true],
    ["cid", true],
    ["ng", false],
    ["x z", false],
    ["id", false],
    [" , ", false],
  ])("of %j has a variable whose words begin so: %j", async (query, isFound) => {
    const one = variable("cid", 'name: "x, y"', 'description: "a long one"');
    expect(await found(query, one)).toEqual(isFound ? ["cid"] : []);
  });

  test("has variables of groups below the root alone, where there is one", async () => {
    const root = "Node: dcid:dc/g/All\nspecializationOf: dcid:dc/g/Root\n";
    const other = [
      "Node: dcid:dc/g/Lost\ntypeOf: dcs:StatVarGroup\n",
      "Node: dcid:lost\ntypeOf: dcs:StatisticalVariable\nmemberOf: dcid:dc/g/Lost\n",
    ];
    expect(await found("lost", ...other, variable("a"))).toEqual(["lost"]);
    expect(await found("lost", ...other, variable("a"), root)).toEqual([]);
  });
});
