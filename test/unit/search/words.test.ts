import { describe, expect, test } from "vitest";
import { searchWordsOf, spacedWords } from "../../../src/search/words.ts";

const words = (text: string) => [...searchWordsOf(text)];

describe("searchWordsOf", () => {
  test.each([
    ["Number of the Old People", ["old", "person"]],
    ["GDP per-capita, 2.5%", ["gdp", "per", "capita", "2", "5"]],
    ["Count_Person_25To34Years", ["person", "25", "34", "year"]],
    ["WagesAnnual_NAICSWireless", ["wage", "annual", "naic", "wireless"]],
    ["de la de", ["de", "la"]],
    ["São Paulo’s Élan", ["sao", "paulo", "s", "elan"]],
    ["हिन्दी भाषा", ["हिन्दी", "भाषा"]],
    ["حضر,ذكور", ["حضر", "ذكور"]],
    ["加州", ["加州"]],
    [" ,;\u{1F600} ", []],
    ["\ud800b\udfff", ["b"]],
    ["__proto__", ["proto"]],
    ["How many are there?", ["how", "many", "are", "there"]],
  ])("%s", (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test.each([
    ["deaths", "death"],
    ["cities", "city"],
    ["glass", "glass"],
    ["virus", "virus"],
    ["analysis", "analysis"],
    ["gas", "gas"],
    ["women", "female"],
    ["Men", "male"],
    ["children", "child"],
    ["man", "male"],
    ["woman", "female"],
    ["people", "person"],
    ["jobs", "job"],
    ["seas", "sea"],
    ["bus", "bus"],
    ["iss", "iss"],
    ["ties", "ty"],
    ["lies in", "ly"],
  ])("takes %s for %s", (written, meant) => {
    expect(words(written)).toEqual([meant]);
  });

  test.each(["aBCd EFg hI j2K", "NAICSMining", "x_Y__Zz9", "A\tb.C", "ABC", "Abc", "abcD"])(
    "cuts %s as it does where a letter is beyond ASCII",
    (text) => {
      expect(spacedWords(`${text} \u{4e00}`)).toBe(`${spacedWords(text)} \u{4e00}`);
    },
  );

  test.each([
    ..."a an and are as at by for from how in is many much of on or that the there to".split(" "),
    ..."was were what which with count counts number Numbers".split(" "),
  ])("leaves out '%s', which only joins others, unless a text has nothing else", (joining) => {
    expect(words(`Rain ${joining} sun`)).toEqual(["rain", "sun"]);
    expect(words(joining)).toHaveLength(1);
  });

  test("cuts words where capital letters, numbers and marks begin, in any script", () => {
    expect(spacedWords("ÖlPreis123_ÉTÉBleu")).toBe("Öl Preis 123 ÉTÉ Bleu");
    expect(spacedWords("GDPPerCapita12Of2020")).toBe("GDP Per Capita 12 Of 2020");
    expect(words("Ñandú Ệ ﬁn")).toEqual(["nandu", "e", "fin"]);
  });

  test("cuts endless words and stops at the given number", () => {
    expect(words("x".repeat(1e6))).toEqual(["x".repeat(64)]);
    expect([...searchWordsOf("b c d e", 2)]).toEqual(["b", "c"]);
  });
});

test("spacedWords makes a dcid readable", () => {
  expect(spacedWords("Count_Person_NAICSMining2017")).toBe("Count Person NAICS Mining 2017");
  expect(spacedWords("---")).toBe("---");
});
