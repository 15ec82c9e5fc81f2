/** Changes and correlations of numbers with zeros, without change, and all the same. */
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";

const values: Readonly<Record<string, readonly [number, number, number]>> = {
  a: [0, 5, 10],
  b: [5, 5, 20],
  c: [10, 5, 30],
  d: [10, 20, 40],
};

const world = await open({
  "graph.csv": [
    "subject_id,predicate,object_id,object_value",
    ...Object.keys(values).flatMap((dcid) => [
      `${dcid},typeOf,City,`,
      `${dcid},name,,${dcid.toUpperCase()}ville`,
    ]),
    "e,typeOf,City,",
    ...["Cats", "Dogs", "Birds", "Owls", "Fish", "Cows", "Geese", "Hens", "HealthyCats"].flatMap(
      (dcid) => [
        `${dcid},typeOf,StatisticalVariable,`,
        `${dcid},name,,${dcid === "HealthyCats" ? "Healthy cats" : dcid}`,
      ],
    ),
  ].join("\n"),
  "observations.csv": [
    "entity,variable,date,value,unit",
    ...Object.entries(values).flatMap(([dcid, [before, after, birds]]) => [
      `${dcid},Cats,2019,${before},`,
      `${dcid},Cats,2020,${after},`,
      `${dcid},Dogs,2020,7,`,
      `${dcid},Birds,2020,${birds},`,
      `${dcid},HealthyCats,2020,50,Percent`,
    ]),
    ...["a,Owls,2020-01,1,", "a,Owls,2020-02,2,", "b,Owls,2020-01,4,", "b,Owls,2020-03,3,"],
    ...["a,Fish,2010,1,", "a,Fish,2020,3,", "b,Fish,2020,1,", "c,Fish,2020,1,"],
    ...["a,Cows,2010,1,", "a,Cows,2020,3,", "d,Cows,2010,1,", "d,Cows,2020,2,"],
    ...["b,Cows,2010,1,", "b,Cows,2015,5,", "c,Cows,2015,1,", "c,Cows,2020,9,"],
    ...["a,Geese,2010,4,", "a,Geese,2015,5,", "a,Geese,2020,6,", "b,Geese,2010,2,"],
    ...["b,Geese,2015,3,", "c,Geese,2015,1,", "c,Geese,2020,4,"],
    ...[..."abcde"].flatMap((dcid, at) => [
      ...(at < 4 ? [`${dcid},Hens,2010,${at + 1},`] : []),
      ...(at < 3 ? [`${dcid},Hens,2000,9,`] : []),
      `${dcid},Hens,2015,8,`,
      `${dcid},Hens,2020,10,`,
    ]),
  ].join("\n"),
});

const changesOf = async (text: string) =>
  (await world.understand(text)).answer?.rows.map(({ entity, change, changeShare }) => [
    entity,
    change,
    changeShare,
  ]);

test("what did not change has not grown, and from nothing there is no share", async () => {
  expect(await changesOf("in which cities did the cats grow")).toEqual([
    ["d", 10, 1],
    ["a", 5, undefined],
  ]);
  expect(await changesOf("cities where cats fell")).toEqual([["c", -5, -0.5]]);
  expect(await changesOf("change of cats by city")).toEqual([
    ["d", 10, 1],
    ["a", 5, undefined],
    ["b", 0, 0],
    ["c", -5, -0.5],
  ]);
});

test("changes of many places are between dates that most have, unless only one place would be left", async () => {
  expect(await changesOf("change of cows by city")).toEqual([
    ["a", 2, 2],
    ["d", 1, 1],
  ]);
  expect(await changesOf("change of fish by city")).toEqual([["a", 2, 2]]);
  expect(await changesOf("change of geese by city")).toEqual([
    ["c", 3, 3],
    ["a", 2, 0.5],
    ["b", 1, 0.5],
  ]);
  // 2010 has four in five of those that 2015 has.
  expect(await changesOf("change of hens by city")).toEqual([
    ["a", 9, 9],
    ["b", 8, 4],
    ["c", 7, 7 / 3],
    ["d", 6, 1.5],
  ]);
});

test("of a year of months one place has all, and of many places each has its last", async () => {
  const valuesOf = async (text: string) =>
    (await world.understand(text)).answer?.rows.map(({ value }) => value);
  expect(await valuesOf("owls in Aville in 2020")).toEqual([1, 2]);
  expect(await valuesOf("owls by city in 2020")).toEqual([3, 2]);
});

test("changes of single places stay in their order, unless one is asked for", async () => {
  const dcidsOf = async (text: string) => (await changesOf(text))?.map(([dcid]) => dcid);
  expect(await dcidsOf("change of cats in Cville and Dville")).toEqual(["c", "d"]);
  expect(await dcidsOf("growth of cats in Cville and Dville")).toEqual(["d", "c"]);
});

test("what is all the same correlates with nothing", async () => {
  const coefficientOf = async (text: string) => (await world.understand(text)).answer?.coefficient;
  expect(await coefficientOf("correlation of birds and cats by city")).toBeCloseTo(0.775, 3);
  expect(await coefficientOf("correlation of dogs and cats by city")).toBeUndefined();
  expect(await coefficientOf("correlation of cats and dogs by city")).toBeUndefined();
});

test("what has percent as its unit is not divided by people", async () => {
  const { perCapita, unread } = await world.understand("healthy cats per capita in Aville");
  expect([perCapita, unread.map(({ text }) => text)]).toEqual([undefined, ["per capita"]]);
  expect((await world.understand("birds per capita in Aville")).perCapita?.text).toBe("per capita");
});

test("all cities are meant where none lies in another place", async () => {
  const { places, answer } = await world.understand("cats in cities in 2019");
  expect(places).toMatchObject([{ entities: "City<-typeOf", isSet: true }]);
  expect(answer?.rows.map(({ value }) => value)).toEqual([10, 10, 5, 0]);
});

/** What differs between answers: all but the question. */
const answerTo = async (text: string) => {
  const { question: _, facets, ...answer } = (await world.understand(text)).answer!;
  const [id] = Object.keys(facets);
  return JSON.parse(JSON.stringify(answer).replaceAll(id!, "f"));
};

test("answers have the members that their kinds have, and no others", async () => {
  const row = (entity: string, of: object) => ({
    ...{ entity, entityName: `${entity.toUpperCase()}ville`, facetId: "f" },
    ...of,
  });
  const cats = (date: string, value: number) => ({ variable: "Cats", date, value });
  expect(await answerTo("cats in Bville in 2019")).toEqual({
    rows: [row("b", cats("2019", 5))],
    rowCount: 1,
  });
  expect(await answerTo("cities with the most cats")).toEqual({
    rows: ["d", "a", "b", "c"].map((dcid) => row(dcid, cats("2020", dcid === "d" ? 20 : 5))),
    rowCount: 4,
    missingCount: 1,
  });
  expect(await answerTo("top 2 cities by cats")).toEqual({
    rows: ["d", "a"].map((dcid) => row(dcid, cats("2020", dcid === "d" ? 20 : 5))),
    rowCount: 4,
    tiedCount: 2,
    missingCount: 1,
  });
  expect(await answerTo("top 1 cities by cats")).not.toHaveProperty("tiedCount");
  expect(await answerTo("change of cats in Aville and Cville")).toEqual({
    rows: [
      row("a", { ...cats("2020", 5), before: { date: "2019", value: 0 }, change: 5 }),
      row("c", {
        ...{ ...cats("2020", 5), before: { date: "2019", value: 10 } },
        ...{ change: -5, changeShare: -0.5 },
      }),
    ],
    rowCount: 2,
  });
  // A place with one of the dates has no change; one that changed the other way has one.
  for (const text of ["change of fish in Aville and Bville", "in which cities did the cats grow"]) {
    expect(await answerTo(text)).toMatchObject({ missingCount: 1 });
  }
  expect(await answerTo("in which cities did the cats grow")).toMatchObject({
    rows: [{ entity: "d" }, { entity: "a" }],
    otherWayCount: 2,
  });
  expect(await answerTo("change of cats by city")).not.toHaveProperty("otherWayCount");
  const { rows, ...correlated } = await answerTo("correlation of birds and cats by city");
  expect(rows[0]).toEqual(
    row("a", {
      ...{ variable: "Birds", date: "2020", value: 10 },
      against: { date: "2020", value: 5, facetId: "f" },
    }),
  );
  expect(correlated).toEqual({
    rowCount: 4,
    missingCount: 1,
    coefficient: expect.closeTo(0.775, 3),
  });
  const { answer } = await world.understand("correlation of dogs and cats by city");
  expect(Object.keys(answer ?? {})).toEqual([
    ...["question", "rows", "rowCount", "facets", "missingCount"],
  ]);
  expect(await answerTo("cats in Aville and Bville")).not.toHaveProperty("missingCount");
  expect(await answerTo("cats in Aville in 2012")).not.toHaveProperty("missingCount");
});

test.each([
  ["lost days per 1 000 employees in Delaware in 2019", "value", "Lost", 8],
  ["lost days per 1 000 employees in Delaware", "value", "Lost", 6],
  ["How did lost days per 1 000 employees change in Delaware?", "change", "Lost", -2],
  ["What was the population growth in Delaware in 2020?", "value", "Growth", 3],
  ["growth of cattle in Delaware", "change", "Cattle", 5],
  ["minimum wage in Delaware", "value", "Least", 7],
  ["growth in Delaware", "change", "Count_Person", 4],
])(
  "a variable is read by its own name, also with a word of changes or ranks: %s",
  async (...row) => {
    const [text, kind, dcid, number] = row;
    const named = {
      Lost: "Lost days per 1 000 employees",
      Growth: "Population growth",
      Least: "Minimum wage",
    };
    const own = await open({
      "w.mcf": [
        'Node: dcid:geoId/10\ntypeOf: dcs:State\nname: "Delaware"\n',
        ...Object.entries({
          ...named,
          Cattle: "Cattle",
          OneWord: "Growth",
          Count_Person: "Population",
        }).map(
          ([node, name]) =>
            `Node: dcid:${node}\ntypeOf: dcs:StatisticalVariable\nname: "${name}"\n`,
        ),
      ].join("\n"),
      "o.csv": `entity,variable,date,value
geoId/10,Lost,2019,8
geoId/10,Lost,2020,6
geoId/10,Growth,2019,2
geoId/10,Growth,2020,3
geoId/10,Cattle,2019,10
geoId/10,Cattle,2020,15
geoId/10,Count_Person,2019,100
geoId/10,Count_Person,2020,104
geoId/10,OneWord,2020,1
geoId/10,Least,2020,7
`,
    });
    const { intent, variables, unread, answer } = await own.understand(text);
    expect([intent.kind, variables.map((one) => one.dcid), unread]).toEqual([kind, [dcid], []]);
    const [row0] = answer?.rows ?? [];
    expect(kind === "change" ? row0?.change : row0?.value).toBe(number);
  },
);
