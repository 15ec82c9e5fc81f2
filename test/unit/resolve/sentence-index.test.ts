import { describe, expect, test } from "vitest";
import { SentenceIndex } from "../../../src/resolve/sentence-index.ts";

/** Similarity of every sentence to a question; 0 for those that are not found. */
function indexOf(...sentences: string[]) {
  const index = new SentenceIndex();
  for (const sentence of sentences) index.add(sentence);
  return (question: string, isWanted = (_: number) => true) => {
    const similarities = sentences.map(() => 0);
    for (const { sentence, similarity } of index.search(question, isWanted)) {
      similarities[sentence] = similarity;
    }
    return similarities;
  };
}

describe("similarity", () => {
  const ask = indexOf("Total population", "Female population", "Median age of females", "");

  test("is 1 for the same words in any order, case and number", () => {
    for (const question of [
      "Female Population",
      "populations, FEMALE",
      "female_population",
      "population of women",
      "number of women in the population",
    ]) {
      expect(ask(question)[1]).toBeCloseTo(1, 12);
    }
  });

  test("is the share of BM25+ that a sentence of just these words has", () => {
    // Three sentences have seven words; two have "female".
    const saturation = (length: number) => 0.5 + 2.2 / (1 + 1.2 * (0.3 + (0.7 * length) / (7 / 3)));
    const [total, female, age, empty] = ask("females");
    expect(female).toBeCloseTo(saturation(2) / saturation(1), 12);
    expect(age).toBeCloseTo(saturation(3) / saturation(1), 12);
    expect([total, empty]).toEqual([0, 0]);
  });

  test("is 0 for less than a quarter of the best: more words narrow", () => {
    expect(ask("population").map(Math.sign)).toEqual([1, 1, 0, 0]);
    expect(ask("total population").map(Math.sign)).toEqual([1, 0, 0, 0]);
    // Of a question about many things, the best that there is still answers.
    const parts = ask("total females, median things and other matters");
    expect(parts.map(Math.sign)).toEqual([1, 0, 1, 0]);
  });

  test("is not 0 for half of the words when all are equally rare", () => {
    const both = indexOf("oil tax", "oil job", "tax job");
    expect(both("oil tax").map(Math.sign)).toEqual([1, 1, 1]);
  });

  test("is lowered by words that no sentence has, not barred", () => {
    const [total] = ask("population");
    const [lowered] = ask("population of unicorns living elsewhere");
    expect(lowered).toBeGreaterThan(0);
    expect(lowered).toBeLessThan(total!);
  });

  test("compares with the best of the wanted sentences", () => {
    expect(ask("total population", (sentence) => sentence === 1).map(Math.sign)).toEqual([
      0, 1, 0, 0,
    ]);
    expect(ask("total population", () => false)).toEqual([0, 0, 0, 0]);
  });

  test("does not depend on the order of the words, to the last bit", () => {
    const words = "median age females total";
    const turned = words.split(" ").reverse().join(" ");
    expect(ask(words)).toEqual(ask(turned));
  });

  test.each(["", "?", "of the", "zzzz", "\ud800", "__proto__", "constructor"])(
    "is 0 for %j",
    (question) => {
      expect(ask(question)).toEqual([0, 0, 0, 0]);
    },
  );

  test("is none in an empty index", () => {
    expect(indexOf()("population")).toEqual([]);
    expect(indexOf("", "of the")("population")).toEqual([0, 0]);
  });
});

describe("misspelt words", () => {
  const ask = indexOf("Female population", "Unemployment rate", "Age in 2030");

  test("count a little less: one wrong letter of four, two of eleven", () => {
    expect(ask("femele popultion")[0]).toBeCloseTo(0.6, 12);
    const mixed = ask("femele population")[0];
    expect(mixed).toBeGreaterThan(0.6);
    expect(mixed).toBeLessThan(1);
    expect(ask("unemploimnt")[1]).toBeGreaterThan(0);
    expect(ask("femle")[0]).toBeGreaterThan(0);
  });

  test("are not guessed when they are short, far off or numbers", () => {
    for (const question of ["aga", "fxmxle", "2031"]) expect(ask(question)).toEqual([0, 0, 0]);
  });

  test("that are also there without the mistake do not count twice", () => {
    expect(ask("population popultion female")).toEqual(ask("population female"));
    expect(ask("popultion population female")).toEqual(ask("population female"));
  });

  test("mean the closest word, of several the most common one", () => {
    const near = indexOf("card one", "cart two", "cart three");
    expect(near("carx").map(Math.sign)).toEqual([0, 1, 1]);
    const far = indexOf("incorporated", "incorporates", "incorporates now");
    expect(far("incorporatedd").map(Math.sign)).toEqual([1, 0, 0]);
  });
});

describe("endless questions", () => {
  test("are read in part", () => {
    const ask = indexOf("Total population", "Female population");
    const started = performance.now();
    expect(ask("population ".repeat(1e5))[0]).toBeGreaterThan(0);
    expect(ask(`${"x ".repeat(1000)}population`)[0]).toBe(0);
    const letter = (at: number) => String.fromCharCode(97 + at);
    const words = Array.from({ length: 64 }, (_, at) => `q${letter(at % 8)}${letter(at / 8)}`);
    expect(ask(`${words.slice(1).join(" ")} population`)[0]).toBeGreaterThan(0);
    expect(ask(`${words.join(" ")} population`)[0]).toBe(0);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test("find by rare words; common ones only rank what they find", () => {
    const thousands = (text: string, count: number) => Array<string>(count * 1000).fill(text);
    const ask = indexOf("oil tax", ...thousands("oil", 11), ...thousands("tax", 10));
    const found = (question: string) => ask(question).filter((similarity) => similarity > 0).length;
    expect(found("oil")).toBe(11_001);
    // Together they would find too many.
    expect(found("oil tax")).toBe(10_001);
    const [best, ...others] = ask("oil tax");
    expect(best).toBeCloseTo(1, 12);
    expect(Math.max(...others)).toBeLessThan(best!);
    expect(others[0]).toBe(0);
    // A single word always finds.
    const same = indexOf(...thousands("oil", 21));
    expect(same("oil").filter((similarity) => similarity > 0)).toHaveLength(21_000);
  });
});
