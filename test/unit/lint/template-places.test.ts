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
