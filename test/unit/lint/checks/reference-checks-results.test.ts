/** Values that are dcids, of variables whose statType is measurementResult. */
import { expect, test } from "vitest";
import { lintTexts } from "../lint-texts.ts";

const table = "entity,variable,date,value\n";

function variable(dcid: string, ...lines: string[]): string {
  return [`Node: dcid:${dcid}`, "typeOf: dcs:StatisticalVariable", ...lines, "", ""].join("\n");
}

const result = (dcid: string): string =>
  variable(
    dcid,
    "populationType: dcs:Place",
    "measuredProperty: dcs:area",
    "statType: dcs:measurementResult",
  );

const things = "Node: dcid:thing/1\ntypeOf: dcs:Thingy\n\n";
const schema = "Node: dcid:StatisticalVariable\ntypeOf: dcs:Class\nsubClassOf: dcs:Thing\n\n";

async function about(texts: Readonly<Record<string, string>>) {
  const { found, messages } = await lintTexts(texts);
  const isResult = (finding: string) => /measurementResult|StatTypeUnknown/i.test(finding);
  return {
    found: found.filter(isResult),
    messages: messages.filter((_message, at) => isResult(found[at]!)),
  };
}

test("that nothing describes are errors where others of their kind are described, each once", async () => {
  const rows =
    "p/1,V,2020,thing/1\np/1,V,2021,thing/2\np/2,V,2021,thing/2\np/1,V,2022,other/1\np/1,V,2023,Name\n";
  const { found, messages } = await about({
    "a.mcf": things + result("V"),
    "o.csv": table + rows,
  });
  expect(found).toEqual([
    "error Existence_MissingReference_value_StatType_measurementResult o.csv:3",
  ]);
  expect(messages).toEqual([
    "the value 'thing/2' of 'V' is a dcid by the variable's statType, and nothing describes it",
  ]);
});

test("of the schema are errors once that is there, but for those that say what they stand for", async () => {
  const acre = "Node: dcid:Acre\ntypeOf: dcs:UnitOfMeasure\n\n";
  const texts = {
    "a.mcf": schema + acre + result("V"),
    "o.csv": `${table}p/1,V,2020,Acre\np/1,V,2021,Acre1.5\np/1,V,2022,Acr\n`,
  };
  expect((await about(texts)).found).toEqual([
    "error Existence_MissingReference_value_StatType_measurementResult o.csv:4",
  ]);
});

test("are no numbers, whatever is loaded", async () => {
  const texts = { "a.mcf": result("V"), "o.csv": `${table}p/1,V,2020,7\np/1,V,2021,7\n` };
  expect((await about(texts)).found).toEqual([
    "error Existence_MissingReference_value_StatType_measurementResult o.csv:2",
  ]);
});

test("of kinds that are not loaded are in the note about them", async () => {
  const texts = {
    "a.mcf": result("V"),
    "o.csv": `${table}p/1,V,2020,thing/1\np/1,V,2021,thing/2\n`,
  };
  const { messages } = await lintTexts(texts);
  expect(messages.join("\n")).toContain("dcids 'thing/…', such as 'thing/1': 2 referred to");
});

test("may be those of a variable without a statType, if they are no numbers", async () => {
  const texts = {
    "a.mcf": variable("V", "name: x") + variable("N", "name: x"),
    "o.csv": `${table}p/1,N,2020,7\np/1,V,2020,7\np/1,V,2021,thing/1\np/1,V,2022,thing/2\np/1,W,2022,x\n`,
  };
  const { found, messages } = await about(texts);
  expect(found).toEqual(["error Existence_CheckMeasurementResult_StatTypeUnknown o.csv:4"]);
  expect(messages).toEqual([
    "the value 'thing/1' of 'V' is not a number, and no statType of the variable says whether it is a dcid",
  ]);
  const described = { ...texts, "s.mcf": schema };
  expect((await about(described)).found).toEqual([
    "error Existence_CheckMeasurementResult_StatTypeUnknown o.csv:4",
    "error Existence_CheckMeasurementResult_StatTypeUnknown o.csv:6",
  ]);
});

test("are texts and numbers of other variables as well", async () => {
  const measured = result("V").replace("measurementResult", "measuredValue");
  const texts = { "a.mcf": things + measured, "o.csv": `${table}p/1,V,2020,thing/2\n` };
  expect((await about(texts)).found).toEqual([]);
});
