import { describe, expect, test } from "vitest";
import { type IndicatorType, searchIndicators } from "../../../src/search/subjects.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";

function indicatorsIn(triples: readonly TripleRow[]) {
  const world = worldOf(triples);
  return (question: string, types: IndicatorType[] = ["StatisticalVariable", "Topic"]) =>
    searchIndicators(world, question, types, { meaning: false }).map(
      ({ node, shown: _, ...match }) => ({
        dcid: world.graph.dictionary.textOf(node),
        ...match,
      }),
    );
}

const variable = (dcid: string, ...texts: [property: string, text: string][]): TripleRow[] => [
  [dcid, "typeOf", "StatisticalVariable"],
  ...texts.map(([property, text]): TripleRow => [dcid, property, `=${text}`]),
];

const search = indicatorsIn([
  ...variable("Count_Person", ["name", "Total population"]),
  ...variable(
    "Count_Person_Diabetes",
    ["name", "Diabetes"],
    ["description", "Number of people who live with diabetes"],
    ["alternateName", "Zuckerkrankheit@de"],
  ),
  ...variable("Median_Age_Person"),
  ...variable("Count_Farm", ["searchDescription", "How many farms there are"]),
  ["dc/topic/Diabetes", "typeOf", "Topic"],
  ["dc/topic/Diabetes", "name", "=Diabetes"],
  ["dc/topic/Both", "typeOf", "Topic"],
  ["dc/topic/Both", "typeOf", "StatisticalVariable", "dc/base/A"],
  ["dc/topic/Both", "typeOf", "StatisticalVariable", "dc/base/B"],
  ["dc/topic/Both", "name", "=Forestry", "dc/base/A"],
  ["dc/topic/Both", "name", "=Forestry", "dc/base/B"],
  ["geoId/06", "typeOf", "State"],
  ["geoId/06", "name", "=Diabetes"],
]);

describe("variables and topics", () => {
  test("finds variables and topics by name, equal scores by dcid", () => {
    expect(search("diabetes")).toEqual([
      {
        dcid: "Count_Person_Diabetes",
        type: "StatisticalVariable",
        score: 1,
        sentence: "Diabetes",
      },
      { dcid: "dc/topic/Diabetes", type: "Topic", score: 1, sentence: "Diabetes" },
    ]);
  });

  test("shows the text that is most similar, in its own words", () => {
    expect(search("people living with diabetes")[0]).toMatchObject({
      dcid: "Count_Person_Diabetes",
      sentence: "Number of people who live with diabetes",
    });
    expect(search("how many farms")[0]?.sentence).toBe("How many farms there are");
    expect(search("Zuckerkrankheit")).toMatchObject([{ score: 1, sentence: "Zuckerkrankheit" }]);
  });

  test("knows a variable without texts by the words of its dcid", () => {
    expect(search("median age")).toMatchObject([
      { dcid: "Median_Age_Person", sentence: "Median Age Person" },
    ]);
  });

  test("begins with the one whose dcid is asked for, whatever else it is called", () => {
    const found = search("count_person");
    expect(found[0]).toMatchObject({ dcid: "Count_Person", score: 1, sentence: "Count Person" });
    expect(found.map(({ sentence }) => sentence)).not.toContain("Count Person Diabetes");
    const called = indicatorsIn(variable("Count_Farm", ["name", "Farms (count)"]));
    expect(called("count_farm")).toMatchObject([{ score: 1, sentence: "Farms (count)" }]);
  });

  test("a topic that is also a variable is a topic, and listed once", () => {
    expect(search("forestry")).toMatchObject([{ dcid: "dc/topic/Both", type: "Topic" }]);
  });

  test("keeps the wanted types", () => {
    expect(search("diabetes", ["Topic"]).map(({ dcid }) => dcid)).toEqual(["dc/topic/Diabetes"]);
    expect(search("diabetes", [])).toEqual([]);
  });

  test.each(["", "unheard of", "\ud800"])("finds nothing for %j", (question) => {
    expect(search(question)).toEqual([]);
  });

  test("finds nothing in a world without indicators", () => {
    expect(indicatorsIn([["a", "name", "=Diabetes"]])("diabetes")).toEqual([]);
  });

  test("lists the best fifty, by score and then by dcid", () => {
    const numbers = Array.from({ length: 70 }, (_, at) => String(at).padStart(2, "0"));
    const many = indicatorsIn([
      ...numbers.flatMap((at) => variable(`v/${at}`, ["name", `Rain gauge ${at}`])),
      ...numbers.flatMap((at) => variable(`u/${at}`, ["name", `Rain gauge station ${at}`])),
      ...variable("w/best", ["description", "No rain at all"], ["name", "Rain"]),
    ]);
    const found = many("rain");
    expect(found).toHaveLength(50);
    expect(found[0]).toMatchObject({ dcid: "w/best", score: 1, sentence: "Rain" });
    expect(found.slice(1).map(({ dcid }) => dcid)).toEqual(
      numbers.slice(0, 49).map((at) => `v/${at}`),
    );
  });

  test("lists equal scores by dcid whatever words they are for, with the most telling text", () => {
    const numbers = Array.from({ length: 60 }, (_, at) => String(at).padStart(2, "0"));
    const texts = [["Oil", "Tax"], ["Tax", "Oil"], ["Tax"], ["Oil"]];
    const many = indicatorsIn(
      numbers.flatMap((at) => {
        const [name, description] = texts[Number(at) % 4]!;
        return description === undefined
          ? variable(`v/${at}`, ["name", name!])
          : variable(`v/${at}`, ["name", name!], ["description", description]);
      }),
    );
    const found = many("oil or tax");
    expect(new Set(found.map(({ score }) => score)).size).toBe(1);
    expect(found.map(({ dcid }) => dcid)).toEqual(numbers.slice(0, 50).map((at) => `v/${at}`));
    expect(found.slice(0, 4).map(({ sentence }) => sentence)).toEqual(texts.map(([name]) => name));
  });

  test("scores lie in (0, 1] and have eight decimals", () => {
    const scores = search("total number of farms and forests").map(({ score }) => score);
    expect(scores.length).toBeGreaterThan(0);
    for (const score of scores) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
      expect(Number(score.toFixed(8))).toBe(score);
    }
  });
});
