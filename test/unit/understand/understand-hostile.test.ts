/** Texts that are no questions, and worlds that are very small or very large. */
import { expect, test } from "vitest";
import { open, world } from "../../../src/index.ts";

const sample = await open("data-samples");
const limits = { timeout: 5000 };

test.each([
  ["nothing", ""],
  ["one letter", "a"],
  ["one sign", "?"],
  ["control characters", "\u0000\u0007\u001b[31m\u202e population"],
  ["half of a pair", "\ud83d population of texas"],
  ["signs of expressions", "x<-containedInPlace+{typeOf:County}"],
  ["names of members", "__proto__ constructor toString of hasOwnProperty"],
  ["right to left", "كم عدد سكان تكساس"],
  ["without spaces", "カリフォルニアの人口"],
])("%s is read without an error", async (_, text) => {
  const { text: same, intent } = await sample.understand(text, limits);
  expect(same).toBe(text);
  expect(intent.kind).toBe("value");
});

test("of a megabyte the beginning is read, and no word takes longer for it", async () => {
  const long = `population of texas ${"versus texas against ".repeat(50_000)}`;
  const { places, variables } = await sample.understand(long, limits);
  expect(places[0]?.entities).toBe("geoId/48");
  expect(variables[0]?.dcid).toBe("Count_Person");
  const one = await sample.understand("a".repeat(1 << 20), limits);
  expect(one.variables).toEqual([]);
  const slips = await sample.understand("texsa califronia ".repeat(60_000), limits);
  expect(slips.places[0]?.entities).toBe("geoId/48");
});

test("a world of three variables, without places and types, is asked as any other", async () => {
  const small = await open(
    world()
      .series("Cats", "a", { 2020: 1 })
      .series("Dogs", "a", { 2020: 2, 2021: 3 })
      .series("Birds", "b", { 2020: 3 }),
  );
  const { variables, places, answer } = await small.understand("dogs");
  expect(variables).toMatchObject([{ dcid: "Dogs" }]);
  expect(places).toMatchObject([{ entities: "a", isAssumed: true }]);
  expect(answer?.rows).toMatchObject([{ entity: "a", date: "2021", value: 3 }]);
  const empty = await (await open({ "a.mcf": "Node: dcid:A\ntypeOf: dcid:B\n" })).understand(
    "dogs in ohio",
  );
  expect([empty.places, empty.variables, empty.answer]).toEqual([[], [], undefined]);
});

test("places that lie in each other, that have no type, or that are many of one name are asked as others", async () => {
  const cities = Array.from({ length: 12 }, (_, at) => `city/${at}`);
  const odd = await open({
    "graph.csv": [
      "subject_id,predicate,object_id,object_value",
      ...["Cats", "Dogs", "Birds"].map((dcid) => `${dcid},typeOf,StatisticalVariable,`),
      ...[
        "a,typeOf,Country,",
        "b,typeOf,Country,",
        "a,containedInPlace,b,",
        "b,containedInPlace,a,",
      ],
      ...["x,name,,Xland", "y,name,,Yland"],
      ...cities.flatMap((dcid) => [`${dcid},typeOf,City,`, `${dcid},name,,Springfield`]),
    ].join("\n"),
    "observations.csv": [
      "entity,variable,date,value",
      ...["a,Cats,2020,1", "b,Cats,2020,2", "x,Dogs,2020,3", "y,Dogs,2020,4"],
      ...cities.map((dcid, at) => `${dcid},Birds,2020,${at}`),
    ].join("\n"),
  });
  const placesOf = async (text: string) => (await odd.understand(text)).places;
  expect(await placesOf("cats")).toMatchObject([{ entities: "b", isAssumed: true }]);
  // One of several places without types would be any of them.
  expect(await placesOf("dogs")).toEqual([]);
  const [place] = await placesOf("birds in springfield");
  expect([place?.entities, place?.others.length]).toEqual(["city/0", 10]);
  expect(await placesOf("birds")).toMatchObject([{ entities: "City<-typeOf", isSet: true }]);
});

test("limits of a request count", async () => {
  await expect(
    sample.understand("population of all states since 1900", { maxRows: 10 }),
  ).rejects.toThrow("maxRows");
  const signal = AbortSignal.abort(new Error("over"));
  await expect(sample.understand("population", { signal })).rejects.toThrow("over");
});

test("a place in no county has an empty answer, not another's", async () => {
  const { answer, places } = await sample.understand("population of counties in texas");
  expect(places).toMatchObject([{ entities: "geoId/48<-containedInPlace+{typeOf:County}" }]);
  expect(answer?.rowCount).toBe(0);
});
