import { describe, expect, test } from "vitest";
import { loadTexts } from "../load-texts.ts";

describe("the only template of a folder", () => {
  const template = `Node: E:T->E
typeOf: dcs:City
dcid: C:T->id
name: C:T->name
`;

  test("is for the tables that have its columns, and for no others", async () => {
    const { sink, diagnostics, messages } = await loadTexts({
      "cities.tmcf": template,
      "a.csv": "id,name,more\na,A,x\n",
      "b.csv": "key,label\nb,B\n",
      "c.csv": "id,label\nc,C\n",
    });
    expect(sink.lines).toEqual(['a name "A"', "a typeOf City"]);
    expect(diagnostics).toEqual([
      "error Source_UnrecognisedFile b.csv",
      "error Source_UnrecognisedFile c.csv",
      "info CSV_UnreadColumns a.csv:1",
    ]);
    expect(messages[0]).toContain(
      "'cities.tmcf' has its name, 'b.tmcf', or speaks of its columns only",
    );
  });

  test("is for a table of its own name, or named with it, whose missing columns are reported", async () => {
    const texts = { "b.tmcf": template, "b.csv": "key,label\nb,B\n", "c.csv": "id,label\nc,C\n" };
    const { diagnostics } = await loadTexts(texts);
    expect(diagnostics.slice(0, 3)).toEqual([
      "error Source_UnrecognisedFile c.csv",
      "error Sanity_TmcfMissingColumn b.csv:1",
      "error Sanity_TmcfMissingColumn b.csv:1",
    ]);
    const named = await loadTexts(texts, {}, ["b.tmcf", "c.csv"]);
    expect(named.diagnostics).toContain("error Sanity_TmcfMissingColumn c.csv:1");
  });
});
