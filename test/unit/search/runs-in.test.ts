import { expect, test } from "vitest";
import { runsIn } from "../../../src/search/runs-in.ts";
import { TextRuns } from "../../../src/search/text-runs.ts";

test.each([
  ["Rain, 2.5 %", ["Rain", ",", "2", ".", "5", "%"]],
  ["a_b\tc\u00a0d", ["a", "_", "b", "c", "d"]],
  ["雨–雪", ["雨", "–", "雪"]],
  ["雨雪　€€", ["雨雪", "€", "€"]],
  ["Été «chaud»", ["Été", "«", "chaud", "»"]],
  ["", []],
  [" ", []],
])("'%s' has these runs and marks", (text, runs) => {
  expect(runsIn(text)).toEqual(runs);
});

test("equal runs of several texts are one, and texts are known by theirs", () => {
  const texts = new TextRuns();
  for (const text of ["sun, rain", "", "rain sun"]) texts.add(text);
  expect(texts.written).toEqual(["sun", ",", "rain"]);
  expect([0, 1, 2].map((text) => texts.spaced(text))).toEqual(["sun , rain", "", "rain sun"]);
});
