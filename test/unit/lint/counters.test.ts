/** Names of counters: the official import tool's, or ours, which docs/lint.md lists. */
import { expect, test } from "vitest";
import { filesUnder } from "../../tidy/source-tree.ts";

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
  TMCF: ["MalformedEntity", "MalformedSchemaTerm", "UnsupportedColumnNameInProperty"],
};

const ours = ["Config", "Graph", "JsonLd", "Manifest", "RDF", "Source", "Sql"];
const families = [...ours, ...Object.keys(official)].join("|");
const written = new RegExp(`"((?:${families})_[A-Za-z0-9_]+)"`, "g");

test("docs/lint.md names each counter that the official tool has not", () => {
  const files = filesUnder();
  const document = files.find(({ path }) => path === "docs/lint.md")!.text;
  const sources = files.filter(({ path }) => /^src\/(?:load|lint)\//.test(path));
  const counters = new Set(
    sources.flatMap(({ text }) => Array.from(text.matchAll(written), ([, counter]) => counter!)),
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
