/** What a template says wrongly is reported in the template. */
import { describe, expect, test } from "vitest";
import { fix } from "../../../src/commons/with-files.ts";
import { withFolder } from "../load/load-texts.ts";
import { lintTexts, soundVariable } from "./lint-texts.ts";

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

test("what is wrong is found at the property and the value that say it, and not at others", async () => {
  const period = '"P1Y"';
  const named = 'name: "1Y"\nobservationPeriod: "1Y"';
  expect((await foundIn([`observationPeriod: ${period}`, named])).found).toContainEqual(
    expect.stringContaining("warning Graph_InvalidPeriod t.tmcf:7"),
  );
  const second = template(["E0", "E1"], ["dcs:V", "dcs:W"], [period, '"1Y"']);
  const { found } = await lintTexts({
    "t.tmcf": `${template()}\n${second}`,
    "t.csv": table,
    "u.tmcf": template(["USDollar", "Euro"]).replaceAll("E:t", "E:u").replaceAll("C:t", "C:u"),
    "u.csv": table.replaceAll("p/", "q/"),
  });
  expect(found.filter((one) => one.includes("Period"))).toEqual([
    "warning Graph_InvalidPeriod t.tmcf:15",
  ]);
});

test("what a cell says stays in its row, where the template says the same of another property", async () => {
  const column: [string, string] = ['"P1Y"', "C:t->period"];
  const texts = {
    "t.tmcf": template(column, ["unit:", "unit: dcs:USDollar\nname:"]),
    "t.csv": "place,date,value,period\np/1,2020,1,P1Y\np/2,2020,2,1Y\n",
  };
  const { found } = await lintTexts(texts);
  expect(found).toContain("warning Graph_InvalidPeriod t.csv:3");
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

test("a property that no schema has is one finding, at its line of the template", async () => {
  const place = "Node: E:t->P\ntypeOf: dcs:City\ndcid: C:t->place\nnmae: C:t->name\n\n";
  const about = "observationAbout: C:t->place";
  const { found } = await lintTexts(
    {
      "t.tmcf": place + template([about, `observationAbot: C:t->place\n${about}`]),
      "t.csv": "place,name,date,value\np/1,A,2020,1\np/2,B,2021,2\n",
    },
    { schema: true },
  );
  expect(found.filter((one) => one.startsWith("warning"))).toEqual([
    "warning Graph_MisspeltProperty t.tmcf:4",
    "warning Existence_MissingReference_Property t.tmcf:9",
  ]);
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

describe("a node that was copied", () => {
  const foundBeside = async (
    [second, ...changes]: readonly [string, ...[string, string][]],
    described = "",
  ) => {
    const copy = changes.reduce((text, [from, to]) => text.replace(from, to), second);
    const { found, messages } = await lintTexts({
      "t.tmcf": `${template()}\n${copy}`,
      "t.csv": "place,date,value,other\np/1,2020,1,3\n",
      "v.mcf": described,
    });
    return found
      .map((one, at) => `${one} ${messages[at]}`)
      .filter((one) => !/^info|MCF_EmptyFile/.test(one));
  };
  const second = template(["E0", "E1"], ["C:t->value", "C:t->other"]);
  const ofW: [string, string] = ["dcs:V", "dcs:W"];

  test("with its variable and its column changed is right", async () => {
    expect(await foundBeside([second, ofW])).toEqual([]);
  });

  test("and differs in its value alone is reported at its variable", async () => {
    expect(await foundBeside([second])).toEqual([
      "error Sanity_InconsistentSvObsValues t.csv:2 'V' of 'p/1': two values at '2020', of which a load keeps the later one, of this line: '3'; the same row has '1', too",
      "warning TMCF_SameObservation t.tmcf:12 node 'E:t->E1' differs from node 'E:t->E0' in line 1 in its value alone; is the variable 'V' right?",
    ]);
  });

  test("and has the column of another variable is reported at its value", async () => {
    const column: [string, string] = ["C:t->other", "C:t->value"];
    expect(await foundBeside([second, ofW, column])).toEqual([
      "warning TMCF_SameObservation t.tmcf:17 node 'E:t->E1' has the value of node 'E:t->E0' in line 1, and another variable; is the column 'C:t->value' right?",
    ]);
    const elsewhere: [string, string] = ["C:t->place", "dcid:p/2"];
    expect(await foundBeside([second, ofW, column, elsewhere])).toEqual([]);
    const ofColumn: [string, string] = ["dcs:V", "C:t->other"];
    expect(await foundBeside([second, ofColumn, column])).toEqual([]);
  });

  test("and has another unit is reported at its variable if one that is described has no observations", async () => {
    const [unit, method]: [string, string][] = [
      ["dcs:USDollar", "dcs:Euro"],
      ["observationPeriod", "measurementMethod: dcs:Survey\nobservationPeriod"],
    ];
    const described = soundVariable("W") + soundVariable("V").replace("Person", "Household");
    expect(await foundBeside([second, unit!], described)).toEqual([
      "warning Graph_VariableWithoutObservations t.tmcf:12 node 'E:t->E1' measures 'V', as the node in line 1 does, and a variable that is described has no observations; is 'W' meant?",
    ]);
    expect(await foundBeside([second, unit!])).toEqual([]);
    expect(await foundBeside([second, unit!, method!], described)).toEqual([]);
    expect(await foundBeside([second, unit!, ofW], described)).toEqual([]);
  });

  test("and lacks the method or the period of the first is one, too; with another one it is none", async () => {
    const described = soundVariable("W") + soundVariable("V").replace("Person", "Household");
    const period = 'observationPeriod: "P1Y"\n';
    const finding =
      "warning Graph_VariableWithoutObservations t.tmcf:12 node 'E:t->E1' measures 'V', as the node in line 1 does, and a variable that is described has no observations; is 'W' meant?";
    expect(await foundBeside([second, [period, ""]], described)).toEqual([finding]);
    const bare: [string, string][] = [
      [period, ""],
      ["unit: dcs:USDollar\n", ""],
    ];
    expect(await foundBeside([second, ...bare], described)).toEqual([finding]);
    expect(await foundBeside([second, ["P1Y", "P5Y"]], described)).toEqual([]);
  });
});

test("a column that no template reads is a note", async () => {
  const { found, messages } = await lintTexts({
    "t.tmcf": template(),
    "t.csv": "place,date,value,more,\np/1,2020,1,3,\n",
  });
  const at = found.indexOf("info CSV_UnreadColumns t.csv:1");
  expect(messages[at]).toBe("a column that no template reads: 'more'");
});

describe("exchanged columns of variables and entities", () => {
  const places = ["1", "2", "3", "4"];
  const foundInRows = async (rows: string, more: Record<string, string> = {}) => {
    const { report, found, messages } = await lintTexts({
      "t.tmcf": template(
        ["dcs:V", "C:t->place"],
        ["C:t->place\nobservationDate", "C:t->about\nobservationDate"],
      ),
      "t.csv": `place,about,date,value\n${rows}`,
      "a.mcf":
        soundVariable("V") +
        places.map((one) => `Node: dcid:p/${one}\ntypeOf: dcs:City\n\n`).join(""),
      ...more,
    });
    const counters = report.counters.filter(({ counter }) => counter.startsWith("Graph_Variable"));
    return {
      counts: counters.map(({ counter, count }) => `${counter} ${count}`),
      found: found
        .map((one, at) => `${one} ${messages[at]}`)
        .filter((one) => one.startsWith("warning Graph_Variable")),
    };
  };
  const question = "are the columns of variables and entities exchanged?";
  const wrong = (place: string) =>
    `variableMeasured of observations is 'p/${place}', which is of type 'City' and not a StatisticalVariable; ${question}`;
  const entity = `observationAbout of observations is 'V', which is a StatisticalVariable; ${question}`;
  const exchanged = places.map((one) => `p/${one},V,2020,${one}\n`).join("");

  test("are one finding for each, at the lines of the template, with their number", async () => {
    expect(await foundInRows(exchanged)).toEqual({
      counts: [
        "Graph_VariableAsEntity 1",
        "Graph_VariableOfOtherType 4",
        "Graph_VariableWithoutObservations 1",
      ],
      found: [
        `warning Graph_VariableOfOtherType t.tmcf:3 ${wrong("1")} So it is for 4: 'p/1', 'p/2', 'p/3' …`,
        `warning Graph_VariableAsEntity t.tmcf:4 ${entity}`,
      ],
    });
  });

  test("are one finding at the first row of a table without a template", async () => {
    const rows = `entity,variable,date,value\nV,p/1,2020,1\nV,p/2,2020,1\n`;
    const { found } = await foundInRows("", { "t.tmcf": "", "t.csv": "", "o.csv": rows });
    expect(found).toEqual([
      `warning Graph_VariableAsEntity o.csv:2 ${entity}`,
      `warning Graph_VariableOfOtherType o.csv:2 ${wrong("1")} So it is for 2: 'p/1', 'p/2' …`,
    ]);
  });

  test("stay at their rows if more than a tenth of the series are right, or one alone is wrong", async () => {
    const { found } = await foundInRows(`p/1,V,2020,1\np/2,V,2020,1\nV,p/3,2020,1\n`);
    expect(found).toEqual([
      `warning Graph_VariableAsEntity t.csv:2 ${entity}`,
      `warning Graph_VariableOfOtherType t.csv:2 ${wrong("1")}`,
      `warning Graph_VariableOfOtherType t.csv:3 ${wrong("2")}`,
    ]);
    expect((await foundInRows("p/1,V,2020,1\n")).found).toEqual([
      `warning Graph_VariableAsEntity t.csv:2 ${entity}`,
      `warning Graph_VariableOfOtherType t.csv:2 ${wrong("1")}`,
    ]);
  });
});

test.each([
  ["that fits no date is reported where the template says it", "2020", "t.tmcf:6"],
  ["that fits some dates is reported at a date that it does not fit", "2020-01", "t.csv:3"],
])("a period %s", async (_name, date, place) => {
  const { found } = await lintTexts({
    "t.tmcf": `Node: E:t->E0
typeOf: dcs:StatVarObservation
variableMeasured: dcid:V
observationAbout: C:t->place
observationDate: C:t->date
observationPeriod: "P1M"
value: C:t->value
`,
    "t.csv": `place,date,value\np,${date},1\np,2021,2\n`,
  });
  expect(found.filter((one) => one.includes("Period"))).toEqual([
    `warning Graph_DateDoesNotFitPeriod ${place}`,
  ]);
});
