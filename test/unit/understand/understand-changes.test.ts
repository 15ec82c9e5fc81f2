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
    ...["Cats", "Dogs", "Birds", "Owls", "Fish", "Cows", "HealthyCats"].flatMap((dcid) => [
      `${dcid},typeOf,StatisticalVariable,`,
      `${dcid},name,,${dcid === "HealthyCats" ? "Healthy cats" : dcid}`,
    ]),
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
