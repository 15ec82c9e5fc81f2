/** The words of a question: how they are cut, what slips were meant to be, the phrases among them, the parts between. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Governor } from "../../../src/options/governor.ts";
import { meaning } from "../../../src/search/meaning.ts";
import { subjectsOf } from "../../../src/search/subjects.ts";
import { readPhrases } from "../../../src/understand/asked-phrases.ts";
import { partsOf, placesIn, runAfterPer, withoutRun } from "../../../src/understand/asked-runs.ts";
import { Spelling } from "../../../src/understand/asked-spelling.ts";

import { AskedText, type Run } from "../../../src/understand/asked-text.ts";
import { withExcepted } from "../../../src/understand/excepted-places.ts";
import { worldOf } from "../../oracle/small-world.ts";

meaning.provide(() => readFileSync(new URL("../../../src/search/meaning.bin", import.meta.url)));

const askedOf = (text: string, nodes: readonly string[] = []) =>
  new AskedText(
    text,
    (word) => (word === "popluation" ? "population" : undefined),
    (dcid) => nodes.includes(dcid),
  );

describe("words", () => {
  test.each([
    ["U.S. debt", "U.S. debt", "us debt"],
    ["a.b.c", "a.b.c", "abc"],
    ["over 100,000 or 1,00", "over 100,000 or 1 00", "over 100,000 or 1 00"],
    ["California's and states’ 5's", "California and states 5's", "california and states 5s"],
    ["1960's, O’Shea", "1960's O’Shea", "1960s o’shea"],
    ["popluation of OHIO", "population of OHIO", "population of ohio"],
    ["Popluation", "population", "population"],
    ["été हिन्दी x²", "été हिन्दी x²", "été हिन्दी x²"],
    ["Count_Person geoId/06", "Count Person geoId 06", "count person geoid 06"],
    ["", "", ""],
  ])("of '%s' are '%s', and plain '%s'", (text, written, plain) => {
    const { words } = askedOf(text);
    expect(words.map((word) => word.text).join(" ")).toBe(written);
    expect(words.map((word) => word.plain).join(" ")).toBe(plain);
  });

  test("stand where they begin and end, without what is cut off", () => {
    expect(askedOf("in Ohio's popluation").words).toEqual([
      { start: 0, end: 2, text: "in", plain: "in" },
      { start: 3, end: 7, text: "Ohio", plain: "ohio" },
      { start: 10, end: 20, text: "population", plain: "population" },
    ]);
  });

  test("that are a dcid of the world are one, wherever it stands", () => {
    const nodes = ["Count_Person", "geoId/06", "dc/g/x.y-z"];
    const { words } = askedOf("a Count_Person of geoId/06, geoId/07 dc/g/x.y-z b", nodes);
    expect(words.map(({ text, start }) => [text, start])).toEqual([
      ["a", 0],
      ["Count_Person", 2],
      ["of", 15],
      ["geoId/06", 18],
      ["geoId", 28],
      ["07", 34],
      ["dc/g/x.y-z", 37],
      ["b", 48],
    ]);
  });

  test("are 64 of the first 2000 letters", () => {
    expect(askedOf("a ".repeat(65)).words).toHaveLength(64);
    expect(askedOf(`${" ".repeat(1998)}abc`).words.map(({ text }) => text)).toEqual(["ab"]);
  });

  test("are free until they are taken, and none beside the text is", () => {
    const asked = askedOf("a b c d");
    asked.take(1, 3);
    expect([-1, 0, 1, 2, 3, 4].map((at) => asked.isFree(at))).toEqual([
      ...[false, true, false],
      ...[false, true, false],
    ]);
    expect([asked.isFree(0, 2), asked.isFree(2, 4), asked.isFree(3, 5)]).toEqual([
      false,
      false,
      false,
    ]);
    asked.take(0, 1);
    expect(asked.isFree(0)).toBe(false);
  });

  test("are given alone and together, in small letters and as written", () => {
    const asked = askedOf("Rain, in  The popluation; now");
    expect([asked.plainAt(0), asked.plainAt(-1), asked.plainAt(9)]).toEqual(["rain", "", ""]);
    expect([asked.plain(0, 3), asked.plain(3, 9)]).toEqual(["rain in the", "population now"]);
    expect(asked.written(1, 4)).toBe("in The population");
    expect([0, 1, 2, 3, 4, 5].map((at) => asked.hasCommaBefore(at))).toEqual([
      ...[false, true, false],
      ...[false, true, false],
    ]);
    expect(asked.span(1, 3)).toEqual({ start: 6, end: 13, text: "in  The" });
    expect(asked.span(9, 9)).toEqual({ start: 0, end: 0, text: "" });
  });
});

describe("slips", () => {
  /** A world for each word: what was made for one is not used again. */
  const spelling = () => {
    const world = worldOf([
      ["or", "typeOf", "State"],
      ["or", "name", "=Oregon"],
      ["sp", "typeOf", "City"],
      ["sp", "name", "=Springfield-on-Lowezt Été"],
      ["none", "typeOf", "City"],
      ["film", "typeOf", "Movie"],
      ["film", "name", "=Casablanka"],
      ["Income", "typeOf", "StatisticalVariable"],
      ["Income", "name", "=Qwincome of topmoxt grops"],
    ]);
    return new Spelling(world, subjectsOf(world), new Governor({}));
  };

  test.each([
    ["orgeon", "oregon"],
    ["oregon", undefined],
    ["springfeild", "springfield"],
    ["springfield", undefined],
    ["topmost", undefined],
    ["highset", "highest"],
    ["highest", undefined],
    ["lowert", "lowest"],
    ["qwincom", undefined],
    ["qwincome", undefined],
    ["casablank", undefined],
    ["zzzzzz", undefined],
    ["house", undefined],
    ["ets", undefined],
    ["1orgeon", undefined],
    ["orgeon1", undefined],
    ["orgeon-a", undefined],
    ["grop", undefined],
  ])("'%s' was meant to be '%s'", (word, meant) => {
    expect(spelling().mended(word)).toBe(meant);
  });

  test("of eight words of a question are mended, and right ones do not count", () => {
    const one = spelling();
    const words = ["oregon", "highest", "qwincome", ...Array(9).fill("orgeon")];
    expect(words.map((word) => one.mended(word))).toEqual([
      ...[undefined, undefined, undefined],
      ...Array(8).fill("oregon"),
      undefined,
    ]);
  });
});

describe("phrases", () => {
  const phrasesIn = (text: string) =>
    readPhrases(askedOf(text)).map(({ span, from, to, ...says }) => [span.text, says]);
  const [highest, lowest] = [{ order: "highest" }, { order: "lowest" }] as const;
  const people = { about: "population" };
  const [ranking, change] = [{ kind: "ranking" }, { kind: "change" }] as const;
  const [ofAmount, isVerb] = [{ ofAmount: true }, { isVerb: true }] as const;

  test.each([
    ["most", { ...ranking, ...highest, speed: "same" }],
    ["maximum", { ...ranking, ...highest }],
    ["least", { ...ranking, ...lowest, speed: "opposite" }],
    ["fewest", { ...ranking, ...lowest }],
    ["largest", { ...ranking, ...highest, ...people, speed: "same" }],
    ["most populous", { ...ranking, ...highest, ...people }],
    ["smallest", { ...ranking, ...lowest, ...people, speed: "opposite" }],
    ["least populated", { ...ranking, ...lowest, ...people }],
    ["wealthiest", { ...ranking, ...highest, about: "income" }],
    ["poorest", { ...ranking, ...lowest, about: "income" }],
    ["oldest", { ...ranking, ...highest, about: "median age" }],
    ["youngest", { ...ranking, ...lowest, about: "median age" }],
    ["ranked by", ranking],
    ["difference between", { kind: "comparison" }],
    ["correlated with", { kind: "correlation" }],
    ["biggest rise", { ...change, ...highest, ...people, ...ofAmount }],
    ["greatest gain", { ...change, ...highest, ...people, ...ofAmount }],
    ["largest drop", { ...change, ...lowest, ...ofAmount }],
    ["growth", { ...change, ...highest, ...people }],
    ["grew", { ...change, ...highest, ...people, ...isVerb }],
    ["gain", { ...change, ...highest, ...people, ...ofAmount }],
    ["added", { ...change, ...highest, ...people, ...ofAmount, ...isVerb }],
    ["decline", { ...change, ...lowest }],
    ["declined", { ...change, ...lowest, ...isVerb }],
    ["shrank", { ...change, ...lowest, ...people, ...isVerb }],
    ["lost", { ...change, ...lowest, ...people, ...ofAmount, ...isVerb }],
    ["evolved", change],
    ["on a map", { kind: "map" }],
    ["time series", { isLong: true }],
    ["per head", { perCapita: true }],
    ["fastest", { speed: "same" }],
    ["slowest", { speed: "opposite" }],
  ])("'%s' says %j", (words, says) => {
    expect(phrasesIn(`cats ${words} dogs`)).toEqual([[words, says]]);
  });

  test.each([
    ["top 5 states", [["top 5", 5]]],
    ["states, 5 largest", [["5 largest", 5]]],
    ["the top ten", [["top ten", 10]]],
    ["top 999", [["top 999", 999]]],
    ["top 1000", [["top", undefined]]],
    ["top 0", [["top", undefined]]],
    ["top 05", [["top", undefined]]],
    ["top x5", [["top", undefined]]],
    ["3 top 5", [["top 5", 5]]],
    ["5 changes", [["changes", undefined]]],
    ["change 5", [["change", undefined]]],
    [
      "top 5 with least",
      [
        ["top 5", 5],
        ["least", undefined],
      ],
    ],
  ])("numbers beside a ranking limit it: %s", (text, limits) => {
    const read = readPhrases(askedOf(text));
    expect(read.map(({ span, limit }) => [span.text, limit])).toEqual(limits);
  });

  test.each([
    ["which five states rain highest", 5, false],
    ["which five states rain grew", undefined, true],
    ["five cats states rain highest", undefined, true],
    ["five states rain top 3", 3, true],
  ])("a number before words that were taken limits a ranking alone: %s", (text, limit, isFree) => {
    const asked = askedOf(text);
    const words = text.split(" ");
    asked.take(words.indexOf("states"), words.indexOf("states") + 1);
    const read = readPhrases(asked);
    expect(read.map((phrase) => phrase.limit)).toEqual([limit]);
    expect(asked.isFree(words.indexOf("five"))).toBe(isFree);
  });

  test("take their words, the longest phrase first, and none that is taken", () => {
    const asked = askedOf("rain over the years compared to most");
    asked.take(6, 7);
    const read = readPhrases(asked);
    expect(read.map(({ from, to, span }) => [from, to, span.text])).toEqual([
      [1, 4, "over the years"],
      [4, 6, "compared to"],
    ]);
    expect(asked.words.map((_, at) => asked.isFree(at))).toEqual([true, ...Array(6).fill(false)]);
  });
});

describe("parts", () => {
  const written = (asked: AskedText, parts: readonly (readonly Run[])[]) =>
    parts.map((runs) => runs.map(({ from, to }) => asked.plain(from, to)));
  const partsIn = (text: string, taken: readonly string[] = []) => {
    const asked = askedOf(text);
    for (const [at, { plain }] of asked.words.entries())
      if (taken.includes(plain)) asked.take(at, at + 1);
    return { asked, parts: partsOf(asked, readPhrases(asked)) };
  };

  test.each([
    ["what is the median age of the people", [["median age of the people"]]],
    ["how did rain fare", [["rain fare"]]],
    ["how many cats", [["cats"]]],
    ["how do you do", []],
    ["please show me the", []],
    ["rain and snow", [["rain"], ["snow"]]],
    ["rain with snow or hail", [["rain"], ["snow"], ["hail"]]],
    ["rain, snow; hail", [["rain"], ["snow"], ["hail"]]],
    ["rain versus snow", [["rain"], ["snow"]]],
    ["rain in ohio snow", [["rain", "snow"]]],
    ["rain in ohio", [["rain"]]],
    ["ohio", []],
    ["rain highest snow", [["rain", "snow"]]],
    ["ohio, rain", [["rain"]]],
    ["and rain and", [["rain"]]],
  ])("of '%s' are %j", (text, parts) => {
    const read = partsIn(text, ["ohio"]);
    expect(written(read.asked, read.parts)).toEqual(parts);
  });

  test("are made of the places of their words", () => {
    expect(
      placesIn([
        { from: 1, to: 3 },
        { from: 4, to: 5 },
      ]),
    ).toEqual([1, 2, 4]);
  });

  test.each([
    ["people per household in ohio", "household"],
    ["people per large household of cats", "large household"],
    ["people per household", "household"],
    ["cats ohio people per large household", "large household"],
    ["people ohio per household", "household"],
    ["people per of household", undefined],
    ["people per", undefined],
    ["people household", undefined],
  ])("'%s' is divided by '%s'", (text, divisor) => {
    const { asked, parts } = partsIn(text, ["ohio"]);
    const run = runAfterPer(asked, parts.flat());
    expect(run && asked.plain(run.from, run.to)).toBe(divisor);
  });

  test.each([
    ["people per household of cats and dogs", 2, 3, [["people", "cats"], ["dogs"]]],
    ["cats and dogs", 2, 3, [["cats"]]],
    ["cats and dogs", 0, 1, [["dogs"]]],
    ["cats of dogs", 1, 2, [["cats", "dogs"]]],
    ["cats ohio dogs", 1, 2, [["cats", "dogs"]]],
  ])("'%s' without words %d to %d has %j", (text, from, to, left) => {
    const { asked, parts } = partsIn(text, ["ohio"]);
    expect(written(asked, withoutRun(asked, parts, { from, to }))).toEqual(left);
  });
});

describe("places that are left out", () => {
  const placeNames = ["texas", "ohio", "iowa"];
  test.each([
    ["states except texas", "", "except texas"],
    ["states except for the state of texas", "", "except for the state of texas"],
    ["states other than all those in texas", "", "other than all those in texas"],
    ["states not in the city of texas", "", "not in the city of texas"],
    ["states without county texas", "", "without county texas"],
    ["states but for country texas", "", "but for country texas"],
    ["except texas", "", "except texas"],
    ["texas", "texas", ""],
    ["the state of texas", "texas", ""],
    ["states except big texas", "texas", ""],
    ["texas except ohio and iowa", "texas", "except ohio|and iowa"],
    ["except texas or ohio", "", "except texas|or ohio"],
    ["except texas, ohio", "", "except texas|ohio"],
    ["except texas and the state of ohio", "", "except texas|and the state of ohio"],
    ["except texas the ohio", "", "except texas|the ohio"],
    ["except texas and big ohio", "ohio", "except texas"],
    ["except texas for ohio", "ohio", "except texas"],
    ["except texas rain ohio except iowa", "ohio", "except texas|except iowa"],
    ["ohio and texas", "ohio|texas", ""],
  ])("of '%s' '%s' are left, and '%s' left out", (text, left, out) => {
    const asked = askedOf(text);
    const named = asked.words.flatMap(({ plain }, from) =>
      placeNames.includes(plain) ? [{ from, to: from + 1 }] : [],
    );
    for (const { from, to } of named) asked.take(from, to);
    const read = withExcepted(asked, named, ({ from }) => [{ dcid: asked.plainAt(from) }]);
    expect(read.left.map(({ from, to }) => asked.plain(from, to)).join("|")).toBe(left);
    expect(
      read.excepted.map(({ from, to, span, meanings }) => [
        asked.plain(from, to),
        span.text,
        meanings,
        asked.isFree(from) || asked.isFree(to - 1),
      ]),
    ).toEqual(
      out
        .split("|")
        .filter((one) => one !== "")
        .map((one) => [one, one, [{ dcid: one.split(" ").at(-1) }], false]),
    );
  });
});
