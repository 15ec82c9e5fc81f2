/** Names that contradict each other, and angles that are none. */
import { describe, expect, test } from "vitest";
import { lintTexts, soundVariable } from "../lint-texts.ts";

type Texts = Parameters<typeof lintTexts>[0];

async function foundIn(texts: Texts, counter: RegExp): Promise<readonly string[]> {
  const { found } = await lintTexts(texts, { maxExamples: 100 });
  return found.filter((finding) => counter.test(finding));
}

const city = (dcid: string, ...lines: string[]): string =>
  [`Node: dcid:${dcid}`, "typeOf: dcs:City", ...lines, "", ""].join("\n");

test("two variables with observations and one name are a note at the second one", async () => {
  const variables = soundVariable("A", 'name: "Calls"') + soundVariable("B", 'name: "Calls"');
  const unobserved = soundVariable("C", 'name: "Calls"');
  const rows = "entity,variable,date,value\np,A,2020,1\np,B,2020,1\n";
  const texts = { "a.mcf": variables + unobserved, "o.csv": rows };
  expect(await foundIn(texts, /ConflictingNames/)).toEqual([
    "info Graph_ConflictingNames a.mcf:13",
  ]);
});

describe("two names of one dcid", () => {
  const names = /ConflictingNames/;

  test("are reported at the place of the second one, in any file", async () => {
    const texts = { "a.mcf": city("c/1", 'name: "One"'), "b.mcf": city("c/1", 'name: "Two"') };
    expect(await foundIn(texts, names)).toEqual(["warning Graph_ConflictingNames b.mcf:3"]);
    const { messages } = await lintTexts(texts);
    expect(messages).toContain("node 'c/1' has 2 names: 'One', 'Two'");
    const rows = "c/1,name,,One\nc/2,name,,Two\nc/1,name,,One\nc/1,name,,Two\n";
    const table = { "t.csv": `subject_id,predicate,object_id,object_value\n${rows}` };
    expect(await foundIn(table, names)).toEqual(["warning Graph_ConflictingNames t.csv:5"]);
  });

  test("are once for each node, however many there are", async () => {
    const text = city("c/1", 'name: "One", "Two", "Three"') + city("c/2", 'name: "One", "Two"');
    expect(await foundIn({ "a.mcf": text }, names)).toEqual([
      "warning Graph_ConflictingNames a.mcf:3",
      "warning Graph_ConflictingNames a.mcf:7",
    ]);
  });

  test("are shown up to the third", async () => {
    const text = city("c/1", 'name: "One", "Two", "Three", "Four"');
    const { messages } = await lintTexts({ "a.mcf": text });
    const [message] = messages.filter((message) => message.includes("names"));
    expect(message).toMatch(/^node 'c\/1' has 4 names: '\w+', '\w+', '\w+'$/);
  });

  test("are one if case and punctuation alone differ", async () => {
    const text = city("c/1", 'name: "Bad Ems"', 'name: "BAD-EMS"') + city("c/2", 'name: "+", "-"');
    expect(await foundIn({ "a.mcf": text }, names)).toEqual([
      "warning Graph_ConflictingNames a.mcf:8",
    ]);
  });

  test("are no two if they are the same, or names of other nodes", async () => {
    const text =
      city("c/1", 'name: "One"') + city("c/1", 'name: "One"') + city("c/2", 'name: "Two"');
    expect(await foundIn({ "a.mcf": text }, names)).toEqual([]);
  });
});

describe("angles", () => {
  const angles = /MCF_Invalid/;
  const place = (property: string, value: string): Texts => ({
    "a.mcf": city("c/1", `${property}: ${value}`),
  });

  test.each([
    ["latitude", "137.5"],
    ["latitude", "90.00001"],
    ["latitude", "-91"],
    ["latitude", '"abc"'],
    ["latitude", '"37.5E"'],
    ["longitude", "180.1"],
    ["longitude", "-181"],
    ["longitude", '"12.5N"'],
    ["longitude", "TBD"],
  ])("%s %s is none", async (property, value) => {
    const counter = property === "latitude" ? "MCF_InvalidLatitude" : "MCF_InvalidLongitude";
    expect(await foundIn(place(property, value), angles)).toEqual([`error ${counter} a.mcf:3`]);
  });

  test.each([
    ["latitude", "90"],
    ["latitude", "-90.0"],
    ["latitude", '"37.5N"'],
    ["longitude", "180"],
    ["longitude", "-180"],
    ["longitude", '"137.5E"'],
  ])("%s %s is one", async (property, value) => {
    expect(await foundIn(place(property, value), angles)).toEqual([]);
  });

  test("stand at the value that is wrong, in rows too", async () => {
    const rows = "c/1,latitude,,10\nc/2,latitude,,100\nc/1,latitude,,100\n";
    const table = { "t.csv": `subject_id,predicate,object_id,object_value\n${rows}` };
    expect(await foundIn(table, angles)).toEqual([
      "error MCF_InvalidLatitude t.csv:3",
      "error MCF_InvalidLatitude t.csv:4",
    ]);
  });
});
