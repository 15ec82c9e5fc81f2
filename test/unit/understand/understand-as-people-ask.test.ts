/** As people type: a question of which nothing explains a word has no number; courtesy, fillers and slips need no explanation. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";

const sample = await open("data-samples");
const path = new URL("./as-people-ask.txt", import.meta.url);
const asked = readFileSync(path, "utf8")
  .trim()
  .split("\n")
  .filter((line) => !line.startsWith("#"))
  .map((line) => line.split(" | ") as [string, string]);
const lacking = asked.filter(([, wanted]) => wanted.startsWith("- "));
const answered = asked.filter(([, wanted]) => !wanted.startsWith("- "));

test.each(lacking)("%s: no number, %s", async (text, words) => {
  const { answer, unread, nearest } = await sample.understand(text);
  const read = unread.map((span) => span.text.toLowerCase());
  expect(answer).toBeUndefined();
  expect(nearest.length > 0 || read.length > 0).toBe(true);
  for (const word of words.slice(2).split(" ")) expect(read).toContain(word);
});

test.each(answered)("%s: %s", async (text, dcid) => {
  const { answer, variables, unread } = await sample.understand(text);
  expect([variables.map((one) => one.dcid), unread]).toEqual([[dcid], []]);
  expect(answer?.rowCount).toBeGreaterThan(0);
});

test("what is nearest is named with its dcid, and a correction answers with it", async () => {
  const text = "people in prison in California";
  const { nearest, variables, places } = await sample.understand(text);
  expect(variables.map(({ dcid }) => dcid)).toEqual(["Count_Person"]);
  expect(nearest[0]).toMatchObject({ dcid: "Count_Person", name: "Total Population" });
  expect(places).toMatchObject([{ entities: "geoId/06" }]);
  const corrected = await sample.understand(text, { variables: ["Count_Person"] });
  expect(corrected.answer?.rows).toMatchObject([{ entity: "geoId/06", variable: "Count_Person" }]);
});

test("corrected places replace the words after 'in', and no others", async () => {
  const of = (text: string) => sample.understand(text, { places: ["geoId/06"] });
  expect((await of("median age in the northeast")).answer?.rowCount).toBe(1);
  expect((await of("median age of people in puerto rico")).answer?.rowCount).toBe(1);
  expect((await of("solar electricity")).answer).toBeUndefined();
});

test("with words alone, too, what no word explains has no number", async () => {
  const how = { meaning: false };
  const { answer, unread } = await sample.understand("population of dogs in Texas", how);
  expect([answer, unread.map((span) => span.text)]).toEqual([undefined, ["dogs"]]);
  expect((await sample.understand("populations of Texas", how)).answer?.rowCount).toBe(1);
});
