import { describe, expect, test } from "vitest";
import { SentenceIndexBuilder } from "../../../src/resolve/sentence-index.ts";

function indexOf(...sentences: string[]) {
  const builder = new SentenceIndexBuilder();
  for (const sentence of sentences) builder.add(sentence);
  return builder.freeze();
}

const rounded = (similarities: Float64Array) =>
  Array.from(similarities, (similarity) => Math.round(similarity * 10_000) / 10_000);

describe("similarities", () => {
  const index = indexOf("Total population", "Female population", "Median age of females", "");

  test("are 1 for the same words in any order, case and number", () => {
    for (const question of ["Female Population", "populations, FEMALE", "female_population"]) {
      expect(index.similarities(question)[1]).toBeCloseTo(1, 12);
    }
  });

  test("are the cosine between words weighted by rarity", () => {
    // Of four sentences two have "population", two "female" and one "total".
    const common = Math.log1p(4 / 2) ** 2;
    const rare = Math.log1p(4 / 1) ** 2;
    const cosine = (shared: number, a: number, b: number) => shared / Math.sqrt(a * b);
    const [total, female, age, empty] = index.similarities("population");
    expect(total).toBeCloseTo(cosine(common, common, common + rare), 12);
    expect(female).toBeCloseTo(cosine(common, common, common + common), 12);
    expect([age, empty]).toEqual([0, 0]);
  });

  test("are 0 for less than half of what the best sentence has in common", () => {
    const [total, female] = index.similarities("total population");
    expect(total).toBeCloseTo(1, 12);
    expect(female).toBe(0);
    // Of a question about many things, the best that there is still answers.
    const parts = index.similarities("total females, median things and other matters");
    expect(Array.from(parts, Math.sign)).toEqual([1, 0, 1, 0]);
  });

  test("are lowered by words that no sentence has, not barred", () => {
    const [total] = index.similarities("population");
    const [lowered] = index.similarities("population of unicorns living elsewhere");
    expect(lowered).toBeGreaterThan(0);
    expect(lowered).toBeLessThan(total!);
  });

  test("forgive one wrong letter of four, at a price", () => {
    const misspelt = rounded(index.similarities("femele popultion"));
    expect(misspelt[1]).toBe(0.6);
    expect(rounded(index.similarities("aga"))).toEqual([0, 0, 0, 0]);
    expect(rounded(index.similarities("ferale population"))[1]).toBeLessThan(1);
  });

  test("take a misspelt word for the most common one that is close", () => {
    const near = indexOf("cart one", "card two", "card three");
    expect(Array.from(near.similarities("carx"), Math.sign)).toEqual([0, 1, 1]);
  });

  test("do not depend on the order of the words, to the last bit", () => {
    const words = "median age females total";
    const turned = words.split(" ").reverse().join(" ");
    expect([...index.similarities(words)]).toEqual([...index.similarities(turned)]);
  });

  test.each(["", "?", "zzzz", "\ud800", "__proto__"])("are 0 for %j", (question) => {
    expect([...index.similarities(question)]).toEqual([0, 0, 0, 0]);
  });

  test("read a limited part of an endless question", () => {
    const started = performance.now();
    expect(index.similarities("population ".repeat(1e5))[0]).toBeGreaterThan(0);
    expect(index.similarities(`${"x ".repeat(1000)}population`)[0]).toBe(0);
    const letter = (at: number) => String.fromCharCode(97 + at);
    const words = Array.from({ length: 64 }, (_, at) => `q${letter(at % 8)}${letter(at / 8)}`);
    expect(index.similarities(`${words.slice(1).join(" ")} population`)[0]).toBeGreaterThan(0);
    expect(index.similarities(`${words.join(" ")} population`)[0]).toBe(0);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test("are none in an empty index", () => {
    expect([...indexOf().similarities("population")]).toEqual([]);
  });
});
