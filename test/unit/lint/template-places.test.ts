/** What a template says wrongly is reported in the template. */
import { expect, test } from "vitest";
import { fix } from "../../../src/commons/with-files.ts";
import { withFolder } from "../load/load-texts.ts";
import { lintTexts } from "./lint-texts.ts";

const template = (...changes: [from: string, to: string][]) =>
  changes.reduce(
    (text, [from, to]) => text.replace(from, to),
    `Node: E:t->E0
typeOf: dcs:StatVarObservation
variableMeasured: dcs:V
observationAbout: C:t->place
observationDate: C:t->date
observationPeriod: "P1Y"
unit: dcs:USDollar
value: C:t->value
`,
  );
const table = "place,date,value\np/1,2020,1\np/1,2021,2\n";

async function foundIn(...changes: [from: string, to: string][]) {
  const texts = { "t.tmcf": template(...changes), "t.csv": table };
  const { found, messages } = await lintTexts(texts);
  const fixed = await withFolder(texts, async (folder) => (await fix(folder)).files);
  const all = found.map((one, at) => `${one} ${messages[at]}`.replace(/'[^']*\/(?=t\.)/g, "'"));
  return {
    found: all.filter((one) => !one.includes("Graph_NotLoaded")),
    isFixed: fixed.length === 1 && fixed[0]?.after === template(),
  };
}

test("a slip of the type of observations is one finding, at its line, and has a cure", async () => {
  const { found, isFixed } = await foundIn(["StatVarObservation", "StatVarObservaton"]);
  expect(found).toEqual([
    "fatal CSV_TmcfCheckFailure t.csv: no row is loaded: template 't.tmcf' has errors or does not fit the columns",
    "error Resolution_DcidAssignmentFailure_StatVarObservaton t.tmcf:2 typeOf 'StatVarObservaton' of node 'E:t->E0' is no type of observations; is 'StatVarObservation' meant?",
  ]);
  expect(isFixed).toBe(true);
});

test.each([
  [
    "observationPeriod",
    "observationperiod",
    "warning Sanity_UnexpectedPropInStatVarObservation t.tmcf:6",
  ],
  ["USDollar", "USDolar", "warning Graph_MisspeltName_unit t.tmcf:7"],
])(
  "%s as %s is reported at its line of the template, and has a cure",
  async (right, wrong, place) => {
    const { found, isFixed } = await foundIn([right, wrong]);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(place);
    expect(found[0]).toContain(`is '${right}' meant?`);
    expect(isFixed).toBe(true);
  },
);

test("a slip of a property that an observation needs is reported at its line", async () => {
  const { found, isFixed } = await foundIn(["observationAbout", "observationabout"]);
  expect(found[1]).toContain("error Sanity_MissingOrEmpty_observationAbout t.tmcf:4");
  expect(isFixed).toBe(true);
});

test("a slip in a cell stays in its row", async () => {
  const { found } = await lintTexts({
    "t.tmcf": template(["dcs:USDollar", "C:t->unit"]),
    "t.csv": "place,date,value,unit\np/1,2020,1,USDolar\n",
  });
  expect(found[0]).toBe("warning Graph_MisspeltName_unit t.csv:2");
});

test("a period that is none is reported at its line of the template", async () => {
  const { found } = await foundIn(['"P1Y"', '"1Y"']);
  expect(found).toEqual([expect.stringContaining("warning Graph_InvalidPeriod t.tmcf:6")]);
});

test("a method and a variable that nothing describes are reported at their lines of the template", async () => {
  const described = ["X", "Y"]
    .map((name) => `Node: dcid:${name}\ntypeOf: dcs:StatisticalVariable\n\n`)
    .join("");
  const type = "Node: dcid:StatisticalVariable\ntypeOf: dcs:Class\n";
  const { found } = await lintTexts({
    "t.tmcf": template(["unit: dcs:USDollar", "measurementMethod: dcs:Census"]),
    "t.csv": table,
    "a.mcf": described + type,
  });
  const missing = "warning Existence_MissingReference";
  expect(found).toContain(`${missing}_measurementMethod t.tmcf:7`);
  expect(found).toContain(`${missing}_variableMeasured t.tmcf:3`);
});

test("a column without its C: is reported at its line of the template, once", async () => {
  const { found } = await foundIn(["C:t->value", "t->value"]);
  expect(found).toEqual([
    expect.stringContaining("fatal CSV_TmcfCheckFailure t.csv"),
    expect.stringMatching(
      /^error TMCF_UnexpectedNonColumn t\.tmcf:8 .*Write C:t->value, without quotes$/,
    ),
  ]);
});

test("two nodes that differ in their value alone are reported at the second one", async () => {
  const second = template(["E0", "E1"], ["C:t->value", "C:t->other"]);
  const lines = async (wrong: string) => {
    const { found, messages } = await lintTexts({
      "t.tmcf": `${template()}\n${wrong}`,
      "t.csv": "place,date,value,other\np/1,2020,1,3\n",
    });
    return found
      .map((one, at) => `${one} ${messages[at]}`)
      .filter((one) => !one.startsWith("info"));
  };
  expect(await lines(second.replace("dcs:V", "dcs:W"))).toEqual([]);
  expect(await lines(second)).toEqual([
    "error Sanity_InconsistentSvObsValues t.csv:2 'V' of 'p/1': two values at '2020', of which a load keeps the later one, of this line: '3'; the same row has '1', too",
    "warning TMCF_SameObservation t.tmcf:12 node 'E:t->E1' differs from node 'E:t->E0' in line 1 in its value alone; is the variable 'V' right?",
  ]);
});

test("a column that no template reads is a note", async () => {
  const { found, messages } = await lintTexts({
    "t.tmcf": template(),
    "t.csv": "place,date,value,more,\np/1,2020,1,3,\n",
  });
  const at = found.indexOf("info CSV_UnreadColumns t.csv:1");
  expect(messages[at]).toBe("a column that no template reads: 'more'");
});
