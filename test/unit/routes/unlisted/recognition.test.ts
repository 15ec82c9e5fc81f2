/** `/v1|v2/recognize/places` and `/v1/recognize/entities` over a few names. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerTo, refusalOf } from "../unlisted-world.ts";

const place = (dcid: string, type: string, name: string, ...within: string[]) =>
  `Node: dcid:${dcid}\ntypeOf: dcs:${type}\nname: "${name}"\n${within
    .map((outer) => `containedInPlace: dcid:${outer}\n`)
    .join("")}`;

let commons: Commons;
beforeAll(async () => {
  commons = await open({
    "places.mcf": [
      place("country/USA", "Country", "United States"),
      place("geoId/06", "State", "California", "country/USA"),
      place("geoId/48", "State", "Texas", "country/USA"),
      place("city/ca", "City", "Mountain View", "geoId/06"),
      place("city/tx", "City", "Mountain View", "geoId/48"),
      place("city/york", "City", "York"),
      place("city/newyork", "City", "New York"),
      `Node: dcid:income\ntypeOf: dcs:Property\nname: "Median Income"\n`,
      `Node: dcid:cat\ntypeOf: dcs:Animal\nreconName: "cat"\n`,
    ].join("\n"),
    "people.csv":
      "entity,variable,date,value\ncity/tx,Count_Person,2020,9\ncity/ca,Count_Person,2020,5\n",
  });
});

const itemsOf = (path: string, query: string) => {
  const answer = answerTo(commons, path, { queries: [query] }) as {
    readonly queryItems: Readonly<Record<string, { readonly items?: readonly object[] }>>;
  };
  return answer.queryItems[query]?.items ?? [];
};

describe("places in a text", () => {
  const places = (span: string, ...dcids: string[]) => ({
    span,
    places: dcids.map((dcid) => ({ dcid })),
  });
  const items = (query: string) => itemsOf("/v2/recognize/places", query);

  test("are the longest names, most people first, with the words between them", () => {
    expect(items("income of people in new york and York")).toEqual([
      { span: "income of people in" },
      places("new york", "city/newyork"),
      { span: "and" },
      places("York", "city/york"),
    ]);
    expect(items("Mountain View")).toEqual([places("Mountain View", "city/tx", "city/ca")]);
  });

  test.each([
    "Mountain View, California",
    "Mountain View California",
    "Mountain View in California",
  ])("of %s are those in the place around them", (query) =>
    expect(items(`age in ${query}`)).toEqual([{ span: "age in" }, places(query, "city/ca")]),
  );

  test("may stand in three levels", () => {
    const query = "Mountain View ,  Texas in United States";
    expect(items(query)).toEqual([places("Mountain View, Texas in United States", "city/tx")]);
  });

  test("that do not lie in each other are apart", () => {
    const both = [places("York", "city/york"), places("Texas", "geoId/48")];
    expect(items("York, Texas")).toEqual(both);
    expect(items("California and then Texas")).toEqual([
      places("California", "geoId/06"),
      { span: "and then" },
      places("Texas", "geoId/48"),
    ]);
  });

  test("of one name are the fifteen with most people, and all others that are no hamlets", async () => {
    const names = Array.from({ length: 20 }, (_, at) => `town/${String(at).padStart(2, "0")}`);
    const people = names.map((town, at) => `${town},Count_Person,2020,${2017 - at}`);
    const towns = await open({
      "towns.mcf": names.map((town) => place(town, "City", "Springfield")).join("\n"),
      "people.csv": `entity,variable,date,value\n${people.join("\n")}\n`,
    });
    const answer = answerTo(towns, "/v2/recognize/places", { queries: ["Springfield"] });
    const found = places("Springfield", ...names.slice(0, 18));
    expect(answer).toEqual({ queryItems: { Springfield: { items: [found] } } });
  });

  test("are asked of several texts, by GET and in the first version, too", () => {
    const url = "/v1/recognize/places?queries=Texas&queries=nothing%20known&queries=,";
    expect(answerTo(commons, url)).toEqual({
      queryItems: {
        Texas: { items: [places("Texas", "geoId/48")] },
        "nothing known": { items: [{ span: "nothing known" }] },
        ",": {},
      },
    });
    expect(answerTo(commons, "/v2/recognize/places", {})).toEqual({});
  });

  test("are found in a long text within the limits of a request", () => {
    const query = `${"word ".repeat(400)}Texas`;
    expect(items(query).at(-1)).toEqual(places("Texas", "geoId/48"));
  });
});

describe("entities in a text", () => {
  const items = (query: string) => itemsOf("/v1/recognize/entities", query);

  test("have any name or name for reconciliation, whatever the case; the longest come first", () => {
    expect(items("The MEDIAN income of a Cat, York")).toEqual([
      { span: "the" },
      { span: "median income", entities: [{ dcid: "income" }] },
      { span: "of a" },
      { span: "cat", entities: [{ dcid: "cat" }] },
      { span: "york", entities: [{ dcid: "city/york" }] },
    ]);
    expect(items("new york")).toEqual([{ span: "new york", entities: [{ dcid: "city/newyork" }] }]);
    expect(items("mountain view")).toEqual([
      { span: "mountain view", entities: [{ dcid: "city/ca" }, { dcid: "city/tx" }] },
    ]);
  });

  test("take a row for each name that is looked at", () => {
    const refusal = refusalOf(commons.limited({ maxRows: 3 }), "/v1/recognize/entities?queries=a");
    expect(refusal.message).toContain("maxRows");
  });
});

describe("names that share words", () => {
  const found = async (query: string, ...texts: readonly string[]) => {
    const nodes = texts.map(
      (text, at) => `Node: dcid:n${at}\ntypeOf: dcs:Animal\nname: "${text}"\n`,
    );
    const world = await open({ "a.mcf": nodes.join("\n") });
    const answer = answerTo(world, "/v1/recognize/entities", { queries: [query] }) as {
      readonly queryItems: Readonly<Record<string, { readonly items?: readonly Item[] }>>;
    };
    return (answer.queryItems[query]?.items ?? []).map(({ span, entities = [] }) =>
      [span, ...entities.map(({ dcid }) => dcid)].join(" = "),
    );
  };
  interface Item {
    readonly span: string;
    readonly entities?: readonly { readonly dcid: string }[];
  }

  test.each<[query: string, names: readonly string[], items: readonly string[]]>([
    ["a b c", ["a b", "b c"], ["a b = n0", "c"]],
    ["a b c", ["b c", "a b"], ["a b = n1", "c"]],
    ["b c a b", ["a b", "b c"], ["b c = n1", "a b = n0"]],
    ["a b c d", ["a b", "b c d"], ["a", "b c d = n1"]],
    ["a b c d", ["a", "b", "c", "d", "b c"], ["a = n0", "b c = n4", "d = n3"]],
    ["x a x", ["A", "a"], ["x", "a = n0 = n1", "x"]],
    ["a a", ["a"], ["a = n0", "a = n0"]],
    ["1 2 3 4 5 6 7 8 9 10", ["1 2 3 4 5 6 7 8 9 10"], ["1 2 3 4 5 6 7 8 9 10 = n0"]],
    ["1 2 3 4 5 6 7 8 9 10 11", ["1 2 3 4 5 6 7 8 9 10 11"], ["1 2 3 4 5 6 7 8 9 10 11"]],
  ])("in %j, of %j, are %j", async (query, names, items) => {
    expect(await found(query, ...names)).toEqual(items);
  });

  test("nothing is recognised where nothing has a name", async () => {
    expect(await found("a b")).toEqual(["a b"]);
  });
});
