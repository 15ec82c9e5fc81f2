/** Places of findings in every kind of source. */
import { expect, test } from "vitest";
import type { SourceLine } from "../../../../src/lint/blocks/index.ts";
import { Locator } from "../../../../src/lint/places/locator.ts";
import type { KeptFinding, Target } from "../../../../src/lint/report/finding-log.ts";
import { lintTexts } from "../lint-texts.ts";

const finding = (target: Target): KeptFinding => ({
  level: "warning",
  counter: "c",
  message: "m",
  target,
  file: undefined,
  line: undefined,
  text: undefined,
});

const line = (text: string, number: number, subject?: number | "any"): SourceLine => ({
  file: "f",
  text,
  line: number,
  subject,
  dcids: undefined,
});

/** Where a target is found among lines. */
function placeIn(
  lines: readonly string[],
  target: Target,
  subject?: number | "any",
): number | undefined {
  const sought = finding(target);
  const locator = new Locator([sought]);
  for (const [at, text] of lines.entries()) locator.line(line(text, at + 1, subject));
  locator.end();
  return sought.line;
}

test("a row that says everything is preferred to an earlier one that says less", () => {
  const lines = ["entity,variable,date,value", "p,V,2000,1", "p,V,2001,1"];
  const target: Target = { about: "observation", texts: ["p", "V", "2001"] };
  expect(placeIn(lines, target)).toBe(3);
});

test("the first of the rows that say most, where none says everything", () => {
  const lines = ["entity,date,value", "p,2000,1", "p,2001,1", "p,2001,2"];
  const target: Target = { about: "observation", texts: ["p", "V", "EUR", "2001"] };
  expect(placeIn(lines, target)).toBe(3);
});

test("a variable may be the name of a column", () => {
  const lines = ["entity,date,V,W", "q,2000,1,2", "p,2000,1,2"];
  expect(placeIn(lines, { about: "observation", texts: ["p", "W", "2000"] })).toBe(3);
});

test("a name is where it is said, and not at another row of its observation", () => {
  const lines = ["entity,variable,date", "p,W,2000", "California,V,2000"];
  expect(placeIn(lines, { about: "name", texts: ["V", "p", "V"] })).toBe(3);
  expect(placeIn(lines, { about: "name", texts: ["X", "p", "V"] })).toBeUndefined();
});

test("quoted cells are read as they are meant", () => {
  const lines = ['"a, ""b""",x', "c,d"];
  expect(placeIn(lines, { about: "observation", texts: ['a, "b"', "x"] })).toBe(1);
});

test("a node is where it is described, and not where it is spoken of", () => {
  const lines = ["subject_id,predicate,object_id", "a,near,b", "b,near,a"];
  expect(placeIn(lines, { about: "node", texts: ["b"] }, 0)).toBe(3);
  expect(placeIn(lines, { about: "node", texts: ["b"] })).toBeUndefined();
  expect(placeIn(lines, { about: "node", texts: ["c"] }, 0)).toBeUndefined();
});

test("observations in RDF are the lines of a blank node", async () => {
  const iri = (name: string): string => `<https://datacommons.org/browser/${name}>`;
  const observation = (label: string, date: string, value: string): string[] => [
    `_:${label} ${iri("typeOf")} ${iri("StatVarObservation")} .`,
    `_:${label} ${iri("variableMeasured")} ${iri("V")} .`,
    `_:${label} ${iri("observationAbout")} ${iri("p")} .`,
    `_:${label} ${iri("observationDate")} "${date}" .`,
    `_:${label} ${iri("value")} "${value}" .`,
  ];
  const lines = [...observation("a", "2000", "1"), ...observation("b", "2001", "9")];
  const { found, lines: texts } = await lintTexts({ "r.nt": `${lines.join("\n")}\n` });
  expect(found[0]).toBe("warning StatsCheck_MaxPercentFluctuationGreaterThan500 r.nt:10");
  expect(texts[0]).toContain('"9"');
});

test("dumps in SQL and JSON-LD", () => {
  const sql = ["CREATE TABLE triples (x);", "INSERT INTO triples VALUES('a''b','name','','x');"];
  expect(placeIn(sql, { about: "node", texts: ["a'b"] }, "any")).toBe(2);
  const json = ["{", '  "@id": "dcid:a/1",', '  "name": "x" }'];
  expect(placeIn(json, { about: "node", texts: ["a/1"] }, "any")).toBe(2);
});
