/** Variables of custom folders that measure the same. */
import { expect, test } from "vitest";
import { describingProperties } from "../../../../src/lint/checks/schema-names.ts";
import { lintTexts } from "../lint-texts.ts";

const twins = "Sanity_DifferentDcidsForSameStatVar";

async function twinsIn(config: object, mcf: string, csv = "dcid,date,X\nc/1,2020,1\n") {
  const { found, messages } = await lintTexts(
    { "c/config.json": JSON.stringify(config, null, 1), "c/n.mcf": mcf, "c/o.csv": csv },
    { maxExamples: 100 },
  );
  const at = found.findIndex((finding) => finding.includes(twins));
  return { found: found.filter((finding) => finding.includes(twins)), message: messages[at] };
}

const config = { inputFiles: { "o.csv": {} } };
const variable = (dcid: string, ...lines: string[]): string =>
  [`Node: dcid:${dcid}`, "typeOf: dcs:StatisticalVariable", ...lines, "", ""].join("\n");

test("are reported in MCF, whatever the importer completes", async () => {
  const mcf =
    variable("V", "measuredProperty: dcs:count", "populationType: dcs:Person", 'name: "V"') +
    variable(
      "W",
      "populationType: dcs:Person",
      "statType: dcs:measuredValue",
      "measuredProperty: dcs:count",
    );
  const { found, message } = await twinsIn(config, mcf);
  expect(found).toEqual([`error ${twins} c/n.mcf:7`]);
  expect(message).toBe("'W' measures the same as 'V'");
});

test("one variable in two blocks with other values is reported at the second value", async () => {
  const mcf =
    variable("V", "measuredProperty: dcs:count", "populationType: dcs:Person") +
    variable("V", "measuredProperty: dcs:count", "populationType: dcs:Person", "gender: dcs:Male") +
    variable("V", "measuredProperty: dcs:amount", 'name: "V"');
  const { found, messages } = await lintTexts({
    "c/config.json": JSON.stringify(config),
    "c/n.mcf": mcf,
    "c/o.csv": "dcid,date,V\nc/1,2020,1\n",
  });
  const counter = "Sanity_SameDcidForDifferentStatVars";
  expect(found.filter((finding) => finding.includes(counter))).toEqual([
    `error ${counter} c/n.mcf:14`,
  ]);
  expect(messages.find((message) => message.includes("several values"))).toMatch(
    /^'V' has several values of measuredProperty, '(?:amount', 'count|count', 'amount)': are two variables meant\?$/,
  );
});

test("a quote at the end alone is reported: the importer takes out one at the beginning", async () => {
  const mcf = ['name: "Fresno County', 'name: Fresno County"', 'name: "Fresno County"']
    .map((line, at) => `Node: dcid:c/${at}\ntypeOf: dcs:County\n${line}\n`)
    .join("\n");
  const { found } = await lintTexts({
    "c/config.json": JSON.stringify(config),
    "c/n.mcf": mcf,
    "c/o.csv": "dcid,date,V\nc/1,2020,1\n",
  });
  expect(found.filter((finding) => finding.includes("Quotes"))).toEqual([
    "warning Graph_QuotesInText c/n.mcf:7",
  ]);
});

test("are reported in the config", async () => {
  const properties = { measuredProperty: "count", populationType: "Person" };
  const csv = "dcid,date,X,Y\nc/1,2020,1,1\n";
  const { found } = await twinsIn(
    { ...config, variables: { X: { properties }, Y: { properties } } },
    "",
    csv,
  );
  expect(found).toEqual([`error ${twins} c/config.json:12`]);
});

test("are those of which one says what the importer assumes of the other, in any order", async () => {
  const count = "measuredProperty: dcs:count";
  const mcf =
    variable("V", count, "populationType: dcs:Thing", "age: dcs:Years1", "gender: dcs:Male") +
    variable("W", "gender: dcs:Male", "age: dcs:Years1", "statType: dcs:measuredValue", count) +
    variable("A", count, "gender: dcs:Male, dcs:Female") +
    variable("B", "gender: dcs:Female, dcs:Male", count, "includedIn: dcid:s/1");
  expect((await twinsIn(config, mcf)).found).toEqual([
    `error ${twins} c/n.mcf:8`,
    `error ${twins} c/n.mcf:20`,
  ]);
});

test("are none that measure themselves, or differ in anything", async () => {
  const count = "measuredProperty: dcs:count";
  const mcf =
    variable("A") +
    variable("B") +
    variable("C", count) +
    variable("D", count, "populationType: dcs:Person") +
    variable("E", count, "gender: dcs:Female") +
    variable("F", count, "statType: dcs:medianValue");
  expect((await twinsIn(config, mcf)).found).toEqual([]);
});

test("are none of which another block says more", async () => {
  const mcf =
    variable("V", "measuredProperty: dcs:count") +
    variable("W", "measuredProperty: dcs:count") +
    variable("V", "gender: dcs:Female");
  expect((await twinsIn(config, mcf)).found).toEqual([]);
});

/** A dcid and a provenance belong to each node anyway. */
const describing = [...describingProperties].filter((one) => !/^(?:dcid|provenance)$/.test(one));

test.each([...describing, "searchDescription"])(
  "are those that differ in %s alone, which does not say what is measured",
  async (property) => {
    const count = "measuredProperty: dcs:count";
    const mcf =
      variable("V", count, `${property}: "one"`) + variable("W", count, `${property}: "two"`);
    expect((await twinsIn(config, mcf)).found).toEqual([`error ${twins} c/n.mcf:6`]);
  },
);
