/** Observations whose variable or entity is of another kind. */
import { expect, test } from "vitest";
import { lintTexts, soundVariable } from "../lint-texts.ts";

const header = "entity,variable,date,value\n";
const place = 'Node: dcid:geoId/06\ntypeOf: dcs:State\nname: "California"\n\n';

async function rolesIn(rows: string, mcf: string): Promise<readonly string[]> {
  const { found } = await lintTexts({ "a.mcf": mcf, "o.csv": header + rows });
  return found.filter((finding) => /Graph_Variable(?:As|Of)/.test(finding));
}

test("exchanged columns are reported once for each variable and each place", async () => {
  const rows = "geoId/06,V,2020,1\nV,geoId/06,2020,1\nV,geoId/06,2021,1\nV,geoId/07,2021,1\n";
  expect(await rolesIn(rows, place + soundVariable("V"))).toEqual([
    "warning Graph_VariableAsEntity o.csv:3",
    "warning Graph_VariableOfOtherType o.csv:3",
  ]);
});

test("the type that a variable has instead is reported", async () => {
  const texts = { "a.mcf": place, "o.csv": `${header}x,geoId/06,2020,1\n` };
  const { messages } = await lintTexts(texts);
  expect(messages.filter((message) => message.startsWith("variableMeasured"))).toEqual([
    "variableMeasured of observations is 'geoId/06', which is of type 'State' and not a " +
      "StatisticalVariable; are the columns of variables and entities exchanged?",
  ]);
});

test("nothing is reported about nodes without a type, or with several of which one is right", async () => {
  const both = soundVariable("V", "typeOf: dcs:Thing2");
  expect(await rolesIn("geoId/06,V,2020,1\nx,W,2020,1\n", place + both)).toEqual([]);
});

test("the message of a variable as an entity names it", async () => {
  const texts = { "a.mcf": soundVariable("V"), "o.csv": `${header}V,W,2020,1\n` };
  const { messages } = await lintTexts(texts);
  expect(messages).toContain(
    "observationAbout of observations is 'V', which is a StatisticalVariable; are the columns of variables and entities exchanged?",
  );
});
