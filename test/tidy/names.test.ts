/** Rules about names of `src`: a name means one file, an export has a reader, and counters have the names of the official import tool or are in docs/lint.md. */
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { foldersOf } from "./import-graph.ts";
import { filesUnder, modulesUnder, type TextFile, withoutComments } from "./source-tree.ts";

/** Names of files that mean the same in each of their folders. */
const sameMeaning: readonly string[] = ["index.ts", "endpoints.ts"];

/** Types of what another file makes or returns without naming them: tsc writes their names. */
const inferred: readonly string[] = ["TimeSeriesPoint", "FlagField", "JsonField"];

const sources = modulesUnder("src");
const others = ["test", "bench", "explorer"].flatMap(modulesUnder);

describe("in src", () => {
  test("no two files have one name, but for those that mean the same", () => {
    const found = repeated(sources.map(({ path }) => path));
    expect(without(found, sameMeaning)).toEqual([]);
    expect(repeated(["src/a/one.ts", "src/b/two.ts", "src/b/c/one.ts"])).toEqual(["one.ts"]);
    expect(repeated(["src/a/one.ts", "src/b/two.ts"])).toEqual([]);
  });

  test("no two folders have one name", () => {
    expect(repeated(foldersOf(sources))).toEqual([]);
    expect(repeated(["src/a", "src/b", "src/b/a"])).toEqual(["a"]);
  });

  test("another file names what a file exports", () => {
    const found = unread(sources, others);
    const lost = found.filter(({ name }) => !inferred.includes(name));
    expect(lost.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });

  test("an export that only a list of names has is found", () => {
    const own = {
      path: "src/a/one.ts",
      text: "export interface Lost {}\nexport const used = 1;\nexport function* alone() {}",
    };
    const list = { path: "src/a/index.ts", text: 'export { type Lost, used } from "./one.ts";' };
    const door = { path: "src/a.ts", text: 'export { alone } from "./a/index.ts";' };
    const reader = { path: "test/unit/a/one.test.ts", text: "// Lost\nexpect(used).toBe(1);" };
    const path = "src/a/one.ts";
    expect(unread([own, list], [reader])).toEqual([
      { path, name: "Lost" },
      { path, name: "alone" },
    ]);
    expect(unread([own, list, door], [reader])).toEqual([{ path, name: "Lost" }]);
  });
});

/** Last names that several paths have. */
function repeated(paths: readonly string[]): string[] {
  const names = paths.map((path) => posix.basename(path));
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].sort();
}

function without(names: readonly string[], allowed: readonly string[]): string[] {
  return names.filter((name) => !allowed.includes(name));
}

/** Names that a file exports and that no other file has; the lists of folders do not count. */
function unread(
  files: readonly TextFile[],
  readers: readonly TextFile[],
): { readonly path: string; readonly name: string }[] {
  const counts = new Map<string, number>();
  const modules = files.filter(({ path }) => !/^src\/.+\/index\.ts$/.test(path));
  for (const { text } of [...modules, ...readers]) {
    for (const word of new Set(withoutComments(text).match(/[A-Za-z_$][\w$]*/g))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const exported =
    /^export (?:abstract |async )*(?:const|let|function\*?|class|interface|type) (\w+)/gm;
  return modules.flatMap(({ path, text }) =>
    [...text.matchAll(exported)]
      .map(([, name]) => ({ path, name: name! }))
      .filter(({ name }) => counts.get(name) === 1),
  );
}

/** Those of the official tool, by the part before the first underscore, without suffixes. */
const official: Readonly<Record<string, readonly string[]>> = {
  CSV: [
    ...["EmptyDcidReferences", "HeaderFailure", "InconsistentRows", "MalformedDCIDFailures"],
    ...["TmcfCheckFailure", "UnexpectedRow"],
  ],
  Existence: ["CheckMeasurementResult_StatTypeUnknown", "MissingReference", "MissingTriple"],
  MCF: [
    ...["InvalidLatitude", "InvalidLongitude", "MalformedColonLessLine", "MalformedComplexValue"],
    ...["MalformedComplexValueParts", "MalformedNode", "MalformedNodeName", "UnexpectedProperty"],
    ...["QuantityMalformedValue", "QuantityRangeMalformedValues"],
  ],
  Resolution: [
    ...["DcidAssignmentFailure", "DivergingDcidsForExternalIds", "IrreplaceableLocalRef"],
    ...["ReferenceToFailedNode", "UnassignableNodeDcid", "UnresolvedExternalId"],
  ],
  Sanity: [
    ...["DcidNameMismatchInSchema", "DcidTableEntity", "DifferentDcidsForSameStatVar"],
    ...["EmptySchemaValue", "InconsistentSvObsValues", "InvalidChars", "InvalidObsDate"],
    ...["MissingOrEmpty", "MultipleDcidValues", "MultipleVals", "NonAsciiValueInNonText"],
    ...["NonAsciiValueInSchema", "NonDoubleObsValue", "NotInitLowerPropName"],
    ...["ObsMissingValueProp", "SVObs_Value_NotANumber", "SameDcidForDifferentStatVars"],
    ...["TmcfMissingColumn", "TmcfMissingEntityDef", "TypeThing", "UnknownStatType"],
    ...["UnexpectedPropInStatVarObservation", "VeryLongDcid"],
  ],
  StatsCheck: [
    ...["3_Sigma", "Data_Holes", "Inconsistent_Date_Granularity", "Invalid_Date"],
    ...["MultipleValueTypesInASeries"],
  ],
  StrSplit: ["BadQuotesInToken", "EmptyToken", "MultiToken"],
  TMCF: [
    "MalformedEntity",
    "MalformedSchemaTerm",
    "UnexpectedNonColumn",
    "UnsupportedColumnNameInProperty",
  ],
};

const ownFamilies = ["Config", "Graph", "JsonLd", "Manifest", "RDF", "Source", "Sql"];
const families = [...ownFamilies, ...Object.keys(official)].join("|");
const counterText = new RegExp(`"((?:${families})_[A-Za-z0-9_]+)"`, "g");

test("docs/lint.md names each counter that the official tool has not", () => {
  const files = filesUnder();
  const document = files.find(({ path }) => path === "docs/lint.md")!.text;
  const sources = files.filter(({ path }) => /^src\/(?:load|lint)\//.test(path));
  const counters = new Set(
    sources.flatMap(({ text }) =>
      Array.from(text.matchAll(counterText), ([, counter]) => counter!),
    ),
  );
  expect(counters.size).toBeGreaterThan(90);
  const unnamed = [...counters].filter((counter) => {
    const [family = ""] = counter.split("_");
    const isOfficial = official[family]?.includes(counter.slice(family.length + 1)) ?? false;
    return !(
      isOfficial ||
      document.includes(`\`${counter}\``) ||
      document.includes(`\`${family}_…\``)
    );
  });
  expect(unnamed).toEqual([]);
});
