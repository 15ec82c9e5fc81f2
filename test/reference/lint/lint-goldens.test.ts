/**
 * Recorded reports of the official tool's `lint` and, for statistics, of its `genmcf`: the same
 * inputs checked here. Counters agree by name and number but for the differences below, and the
 * test fails if a list is not exact.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { lint } from "../../../src/commons/with-files.ts";
import { withFolder } from "../../unit/load/load-texts.ts";
import { describeWithReference, referenceRoot } from "../reference-data.ts";

const root = join(referenceRoot, "data/import/tool/src/test/resources/org/datacommons/tool");

/** Counter, its number there, its number here. */
type Difference = readonly [counter: string, theirs: number, ours: number];

interface Explained {
  readonly reason: string;
  readonly differences: readonly Difference[];
}

const existence = "Existence_MissingReference_";

/** The tool asks a server; we ask the loaded graph, and only where it describes others of the kind. */
const askedServer = (differences: readonly (readonly [string, number])[]): Explained => ({
  reason: "the tool asks a server; here the schema is not loaded, which is one note",
  differences: [
    ...differences.map(([property, count]): Difference => [`${existence}${property}`, count, 0]),
    ["Graph_NotLoaded", 0, 1],
  ],
});

const served: Explained = {
  reason: "about the server that the tool asks",
  differences: [["API_EmptyDcCallResponse", 1, 0]],
};

const missingSchema = (statTypes: number): readonly (readonly [string, number])[] => [
  ["Property", 4],
  ["constraintProperties", 1],
  ["containedIn", 1],
  ["domainIncludes", 1],
  ["statType", statTypes],
  ["subClassOf", 1],
];

/** Lines below a `Node:` line that cannot be read. */
const unreadable = (lines: number, dcids: readonly Difference[]): Explained => ({
  reason: "we leave a block with an unreadable name out; the tool adds its lines to the one before",
  differences: [["MCF_MalformedNode", 0, lines], ...dcids],
});

const untyped = (differences: readonly Difference[]): Explained => ({
  reason: "a node whose only line cannot be read has no properties to us, and no type to the tool",
  differences,
});

const sawtooth: Explained = {
  reason: "two values at one date are told once, and neighbours are compared all the same",
  differences: [
    ["StatsCheck_Inconsistent_Values", 1, 0],
    ["StatsCheck_MaxPercentFluctuationGreaterThan500", 0, 1],
  ],
};

/** `dcs:MeasuredValue`, and a dash of another kind in a type. */
const misspelt = (...names: readonly ("statType" | "typeOf")[]): Explained => ({
  reason: "the tool does not look for slips",
  differences: names.map((name) => [`Graph_MisspeltName_${name}`, 0, 1]),
});

const cases: Readonly<Record<string, readonly Explained[]>> = {
  mcfonly: [
    askedServer(missingSchema(6)),
    served,
    misspelt("statType"),
    unreadable(4, [["Sanity_InvalidChars_dcid", 1, 0]]),
    untyped([
      ["Mutator_MissingTypeOf", 1, 0],
      ["Sanity_MissingOrEmpty_typeOf", 1, 0],
    ]),
  ],
  allfiletypes: [
    misspelt("statType", "typeOf"),
    askedServer([
      ...missingSchema(5),
      ["measurementMethod", 12],
      ["observationAbout", 12],
      ["variableMeasured", 12],
    ]),
    unreadable(4, [["Sanity_InvalidChars_dcid", 2, 1]]),
    untyped([
      ["Mutator_MissingTypeOf", 1, 0],
      ["Sanity_MissingOrEmpty_typeOf", 2, 1],
    ]),
    {
      reason: "the tool does not read the complex values of nodes that fail its other checks",
      differences: [
        ["MCF_InvalidLatitude", 1, 3],
        ["MCF_InvalidLongitude", 1, 2],
        ["MCF_MalformedComplexValueParts", 2, 3],
      ],
    },
    {
      reason: "the tool counts [] as empty and as malformed",
      differences: [["StrSplit_EmptyToken_location", 1, 0]],
    },
    {
      reason: "the tool does not look for it",
      differences: [
        ["Graph_ConflictingNames", 0, 1],
        ["Graph_VariableWithoutObservations", 0, 6],
      ],
    },
  ],
  nocsv: [
    misspelt("statType"),
    askedServer(missingSchema(5)),
    served,
    // In the template too: what the lines added to blocks make wrong there is not wrong here.
    unreadable(13, [
      ["Sanity_InvalidChars_dcid", 1, 0],
      ["Sanity_MissingOrEmpty_variableMeasured", 0, 1],
      ["Sanity_MultipleDcidValues", 2, 1],
      ["Sanity_MultipleVals_observationAbout", 1, 0],
      ["Sanity_MultipleVals_value", 1, 0],
      ["Sanity_TmcfMissingEntityDef", 5, 1],
      ["TMCF_UnsupportedColumnNameInProperty", 1, 0],
    ]),
    untyped([
      ["Mutator_MissingTypeOf", 2, 0],
      ["Sanity_MissingOrEmpty_typeOf", 2, 1],
    ]),
    {
      reason: "the tool does not mind a template without a table",
      differences: [["Source_UnusedTemplate", 0, 1]],
    },
  ],
  statchecks: [
    { reason: "neither places nor schema are loaded", differences: [["Graph_NotLoaded", 0, 2]] },
    { reason: "a row stands twice", differences: [["Graph_RepeatedObservation", 0, 1]] },
    sawtooth,
  ],
};

/** Numbers of all levels but the tool's counts of successes. */
function recorded(path: string): Map<string, number> {
  // The recorded reports hold an escape that JSON does not know.
  const text = readFileSync(path, "utf8").replaceAll("\\'", "'");
  const { levelSummary } = JSON.parse(text) as {
    levelSummary: Record<string, { counters: Record<string, string> }>;
  };
  const counts = new Map<string, number>();
  for (const [level, { counters }] of Object.entries(levelSummary)) {
    if (level === "LEVEL_INFO") continue;
    for (const [name, count] of Object.entries(counters)) add(counts, name, Number(count));
  }
  return counts;
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

async function linted(folder: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { counter, count } of (await lint(folder)).counters) add(counts, counter, count);
  return counts;
}

function differencesOf(theirs: Map<string, number>, ours: Map<string, number>): Difference[] {
  return [...new Set([...theirs.keys(), ...ours.keys()])]
    .map((name): Difference => [name, theirs.get(name) ?? 0, ours.get(name) ?? 0])
    .filter(([, left, right]) => left !== right)
    .sort();
}

describeWithReference("recorded reports of lint", () => {
  test.each(Object.entries(cases))("%s", async (name, explained) => {
    const theirs = recorded(join(root, "lint", name, "output/report.json"));
    const ours = await linted(join(root, "lint", name, "input"));
    const expected = explained.flatMap(({ differences }) => differences);
    expect(differencesOf(theirs, ours)).toEqual([...expected].sort());
    const agreed = [...theirs].filter(([counter, count]) => ours.get(counter) === count);
    expect(agreed.length).toBeGreaterThan(name === "statchecks" ? 2 : 24);
  });

  test("no run is left out", () => {
    expect(readdirSync(join(root, "lint")).sort()).toEqual(Object.keys(cases).sort());
  });
});

describeWithReference("statistics in recorded reports of genmcf", () => {
  const isStatistic = ([counter]: readonly [string, number]): boolean =>
    counter.startsWith("StatsCheck_");

  test.each([
    [
      "statchecks",
      [
        ["StatsCheck_Inconsistent_Values", 1, 0],
        ["StatsCheck_MaxPercentFluctuationGreaterThan500", 1, 2],
      ],
    ],
    ["manyinconsistent", [["StatsCheck_Inconsistent_Values", 1, 0]]],
    ["measurementresult", []],
    ["successtmcf", []],
  ])("%s", async (name, expected) => {
    const theirs = recorded(join(root, "genmcf", name, "output/report.json"));
    const ours = await linted(join(root, "genmcf", name, "input"));
    const [left, right] = [theirs, ours].map((counts) => new Map([...counts].filter(isStatistic)));
    expect(differencesOf(left!, right!)).toEqual(expected);
    expect(left!.size).toBeGreaterThan(0);
  });
});

describeWithReference("values that are dcids in a recorded report of genmcf", () => {
  const folder = join(root, "genmcf/measurementresult");
  const isExistence = (counter: string): boolean => counter.startsWith(existence.slice(0, 10));

  test("are not checked where neither they nor their variables are loaded", async () => {
    const theirs = recorded(join(folder, "output/report.json"));
    const ours = await linted(join(folder, "input"));
    const asked: readonly Difference[] = askedServer([
      ["value_StatType_measurementResult", 2],
      ["variableMeasured", 5],
    ]).differences.filter(([counter]) => isExistence(counter));
    expect(differencesOf(theirs, ours).filter(([counter]) => isExistence(counter))).toEqual([
      ["Existence_CheckMeasurementResult_StatTypeUnknown", 1, 0],
      ...asked,
    ]);
  });

  test("are checked with what the tool was told by the server", async () => {
    const described = ["StatisticalVariable", "Acre1.0", "Acre10.0", "Acre100.0"]
      .map((dcid) => `Node: dcid:${dcid}\ntypeOf: dcs:Class\n\n`)
      .join("");
    const variable =
      "Node: dcid:WHO/TOBACCO_0000000342\ntypeOf: dcs:StatisticalVariable\nstatType: dcs:measurementResult\n";
    await withFolder({ "server.mcf": described + variable }, async (server) => {
      const { findings } = await lint(join(folder, "input"), { with: server });
      const found = findings
        .filter(({ counter }) => /StatType|variableMeasured/.test(counter))
        .map(({ level, counter, file, line }) => [level, counter, basename(file!), line]);
      expect(found).toEqual([
        ["error", "Existence_CheckMeasurementResult_StatTypeUnknown", "acre.csv", 2],
        ["error", `${existence}value_StatType_measurementResult`, "acre.csv", 5],
        ["error", `${existence}value_StatType_measurementResult`, "acre.csv", 6],
        ["warning", `${existence}variableMeasured`, "acre.tmcf", 21],
      ]);
    });
  });
});

describeWithReference("the real schema", () => {
  test("has few kinds of findings, and what is no reference is an error of it", async () => {
    const { levels, counters } = await lint(join(referenceRoot, "data/schema"), { maxExamples: 1 });
    expect(levels).toEqual({ info: 17, warning: 6992, error: 19, fatal: 0 });
    const kinds = counters.filter(({ counter }) => !counter.startsWith(existence));
    expect(kinds.map(({ counter, count }) => [counter, count])).toEqual([
      // Enumerations that are specialisations of themselves.
      ["Graph_Circle_specializationOf", 13],
      ["Sanity_SameDcidForDifferentStatVars", 6],
      ["Existence_MissingTriple_domainIncludes", 494],
      ["Graph_ConflictingNames", 638],
      // SneakerWaveEvent, beside SneakerwaveEvent.
      ["Graph_MisspeltName_populationType", 1],
      // Typographic quotes, which are a part of names and descriptions.
      ["Graph_QuotesInText", 25],
      ["Graph_NotLoaded", 16],
      ["Source_UnrecognisedFile", 1],
    ]);
  });
});
