import { describe, expect, test } from "vitest";
import { Governor } from "../../../src/options/governor.ts";
import { findIn } from "../../../src/search/find-in.ts";
import { WordIndex } from "../../../src/search/word-index.ts";

function indexOf(...texts: string[]): WordIndex {
  const index = new WordIndex();
  for (const [owner, text] of texts.entries()) index.add(owner, text);
  return index;
}

/** Similarity of every text to a question. */
function similar(...texts: string[]) {
  const index = indexOf(...texts);
  return (question: string) => [...index.compared(question).cosines];
}

describe("similarity", () => {
  const ask = similar("Total population", "Female population", "Median age of females", "");

  test("is 1 for the same words in any order, case and number", () => {
    for (const question of [
      "Female Population",
      "populations, FEMALE",
      "female_population",
      "population of women",
      "number of women in the population",
    ]) {
      expect(ask(question)[1]).toBeCloseTo(1, 6);
    }
  });

  test("is the cosine of what words say: rare ones say more", () => {
    const rarity = (having: number) => Math.log(1 + (4 - having + 0.5) / (having + 0.5));
    const [two, one] = [rarity(2), rarity(1)];
    const [total, female, age, empty] = ask("females");
    expect(female).toBeCloseTo(two / Math.hypot(two, two), 6);
    expect(age).toBeCloseTo(two / Math.hypot(two, one, one), 6);
    expect([total, empty]).toEqual([0, 0]);
  });

  test("comes with the share of the question that a text has", () => {
    const index = indexOf("oil tax", "oil job", "oil", "tax job");
    expect([...index.compared("oil tax").shares].map((share) => share.toFixed(2))).toEqual([
      "1.00",
      "0.21",
      "0.21",
      "0.79",
    ]);
  });

  test("is lowered by words that no text has, not barred", () => {
    const [total] = ask("population");
    const [lowered] = ask("population of unicorns living elsewhere");
    expect(lowered).toBeGreaterThan(0);
    expect(lowered).toBeLessThan(total!);
  });

  test.each(["", "?", "of the", "zzzz", "\ud800", "__proto__", "constructor"])(
    "is 0 for %j",
    (question) => {
      expect(ask(question)).toEqual([0, 0, 0, 0]);
    },
  );

  test("is none in an empty index", () => {
    expect(similar()("population")).toEqual([]);
    expect(similar("", "--")("population")).toEqual([0, 0]);
  });
});

describe("misspelt words", () => {
  const ask = similar("Female population", "Unemployment rate", "Age in 2030");

  test("count half: one wrong letter of four, two of eight", () => {
    expect(ask("femele popultion")[0]).toBeCloseTo(0.5, 6);
    const mixed = ask("femele population")[0];
    expect(mixed).toBeGreaterThan(0.5);
    expect(mixed).toBeLessThan(1);
    for (const slip of ["unemploimnt", "unepmloyment", "unemploymentt", "nemployment"]) {
      expect(ask(slip)[1]).toBeGreaterThan(0);
    }
    expect(ask("femle")[0]).toBeGreaterThan(0);
  });

  test("are not guessed when they are short, far off or numbers", () => {
    for (const question of ["aga", "fxmxle", "2031"]) expect(ask(question)).toEqual([0, 0, 0]);
  });

  test("that are also there without the mistake do not count twice", () => {
    expect(ask("population popultion female")).toEqual(ask("population female"));
  });

  test("mean the closest word, of several the most common one", () => {
    expect(similar("card one", "cart two", "cart three")("carx").map(Math.sign)).toEqual([0, 1, 1]);
    const far = similar("incorporated", "incorporates", "incorporates now");
    expect(far("incorporatedd").map(Math.sign)).toEqual([1, 0, 0]);
  });
});

test("of many words that are as near, the three most common ones are meant, and then those that sort first", () => {
  const index = indexOf("cart", "carp", "care", "card", "care", "carp now");
  const { wrong, words } = index.near("carx");
  expect([wrong, words.map((word) => index.wordOf(word))]).toEqual([1, ["care", "carp", "card"]]);
});

describe("endless questions", () => {
  test("are read in part", () => {
    const ask = similar("Total population", "Female population");
    const started = performance.now();
    expect(ask("population ".repeat(1e5))[0]).toBeGreaterThan(0);
    expect(ask(`${"x ".repeat(1000)}population`)[0]).toBe(0);
    const letter = (at: number) => String.fromCharCode(97 + at);
    const words = Array.from({ length: 64 }, (_, at) => `q${letter(at % 8)}${letter(at / 8)}`);
    expect(ask(`${words.slice(1).join(" ")} population`)[0]).toBeGreaterThan(0);
    expect(ask(`${words.join(" ")} population`)[0]).toBe(0);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe("words as somebody types them", () => {
  const found = (question: string, ...texts: string[]) => findIn([indexOf(...texts)], question);
  const owners = (question: string, ...texts: string[]) =>
    found(question, ...texts).matches.map(({ owner }) => owner);

  test("are found whole, at the beginning and inside of words, in this order", () => {
    expect(owners("port", "seaport", "portal", "port", "harbour")).toEqual([2, 1, 0]);
    expect(owners("po", "seaport", "portal")).toEqual([1]);
  });

  test("find most where most of them are", () => {
    expect(owners("age of trees", "oak trees", "age of oak trees", "age")).toEqual([1, 0, 2]);
  });

  test("find by the weight of the text", () => {
    const index = new WordIndex();
    index.add(1, "oak", 1);
    index.add(2, "oak", 3);
    index.add(2, "oak", 1);
    expect(findIn([index], "oak").matches.map(({ owner }) => owner)).toEqual([2, 1]);
  });

  test("tell what they were read as", () => {
    expect(found("oka tree zzzz", "oak", "trees").words).toEqual([
      { asked: "oka", found: [], isSlip: true },
      { asked: "tree", found: ["tree"], isSlip: false },
      { asked: "zzzz", found: [], isSlip: true },
    ]);
    expect(found("aple", "apple").words).toEqual([
      { asked: "aple", found: ["apple"], isSlip: true },
    ]);
  });

  test("are misspelt only where no index has them, and mean the nearest word of all", () => {
    const { matches, words } = findIn([indexOf("Maine"), indexOf("Mine", "Maize")], "maine");
    expect(matches).toHaveLength(1);
    expect(words).toEqual([{ asked: "maine", found: ["maine"], isSlip: false }]);
    expect(findIn([indexOf("Oregon"), indexOf("Organ now")], "oregonn").words).toEqual([
      { asked: "oregonn", found: ["oregon"], isSlip: true },
    ]);
    const several = ["Populative", "Rain", "Population", "Populative"];
    expect(
      findIn(
        several.map((one) => indexOf(one)),
        "populatiom",
      ).words,
    ).toEqual([{ asked: "populatiom", found: ["population"], isSlip: true }]);
  });
});

test("slips are looked for as long as the question may take, and words that are there in any case", () => {
  const index = indexOf(...Array.from({ length: 10_000 }, (_, at) => `population ${at}`));
  const limited = new Governor({ timeout: 0 });
  limited.look();
  expect(index.compared("population", limited).cosines).toHaveLength(10_000);
  expect(() => index.compared("populatoin", limited)).toThrow(
    expect.objectContaining({ code: "LIMIT", setting: "timeout" }),
  );
  expect(findIn([index], "population", limited).matches).toHaveLength(10_000);
  expect(() => findIn([index], "populatoin", limited)).toThrow(
    expect.objectContaining({ code: "LIMIT", setting: "timeout" }),
  );
});

test.each([
  ["Count_Persn", "Count person"],
  ["CountPersonFemale", "Count Person Female"],
  ["count_persn, of women?", "count_person, of women?"],
  ["persn\tcount", "person\tcount"],
  ["Persons (2021)", "Persons (2021)"],
  ["PERSOM", "person"],
  ["persnn known", "person known"],
  ["knwon unlikely", "knwon unlikely"],
  ["Persan persin", "Persan person"],
  ["", ""],
])("a question is mended in its place: '%s' becomes '%s'", (question, mended) => {
  const index = indexOf("Count of persons", "Person, female", "2020");
  expect(index.mended(question, (word) => ["known", "persan"].includes(word))).toBe(mended);
});
