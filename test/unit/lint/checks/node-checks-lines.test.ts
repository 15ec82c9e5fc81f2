/** What single lines of nodes say wrongly, and where it is reported. */
import { expect, test } from "vitest";
import { lintMcf, lintTexts } from "../lint-texts.ts";

test("a property has its domain and its range, and a dcid is reported once, however it is written", async () => {
  const property =
    "Node: dcid:size\ntypeOf: schema:Property\nname: size\nrangeIncludes: dcs:text\ndomainIncludes: dcs:person\n";
  expect(await lintMcf(property)).toEqual([
    "error Sanity_NotInitUpper_rangeIncludesInProperty a.mcf:4",
    "error Sanity_NotInitUpper_domainIncludesInProperty a.mcf:5",
  ]);
  expect(await lintMcf("Node: x\ndcid: dcid:a b\ntypeOf: dcs:City\n")).toEqual([
    "error Sanity_InvalidChars_dcid a.mcf:2",
  ]);
  // Of two dcids, the load says what is wrong.
  const two = await lintMcf("Node: x\ndcid: a|b\ndcid: c|d\ntypeOf: dcs:City\n");
  expect(two.filter((one) => one.includes("InvalidChars_dcid"))).toEqual([]);
});

test("a measured property in a template has the domain of its rows, and not of a column", async () => {
  const template =
    "Node: E:t->E0\ntypeOf: dcs:StatisticalVariable\ndcid: C:t->d\npopulationType: C:t->p\n" +
    "measuredProperty: dcs:size\nstatType: dcs:measuredValue\n";
  const mcf = 'Node: dcid:size\ntypeOf: schema:Property\nname: "size"\ndomainIncludes: dcs:Place\n';
  const { found } = await lintTexts({
    "s.mcf": mcf,
    "t.tmcf": template,
    "t.csv": "d,p\nW,Place\n",
  });
  expect(found.filter((one) => one.includes("domainIncludes"))).toEqual([]);
});
