/**
 * Recorded runs of the official tool's `genmcf`: its inputs loaded here, against the nodes it wrote.
 * The tool also resolves ids and leaves out nodes that fail its checks; what follows from that is
 * listed below, and the test fails if a list is not exact.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DiagnosticLog, FileLog } from "../../src/load/diagnostics.ts";
import { load } from "../../src/load/index.ts";
import { McfParser } from "../../src/load/mcf-parser.ts";
import type { NodeBlock } from "../../src/load/mcf-value.ts";
import { identityOf } from "../../src/load/node-identity.ts";
import { isObservation, observationParts } from "../../src/load/observation-parts.ts";
import { RecordingSink } from "../unit/load/recording-sink.ts";
import { describeWithReference, referenceRoot } from "./reference-data.ts";

const root = join(referenceRoot, "data/import/tool/src/test/resources/org/datacommons/tool/genmcf");

interface Difference {
  readonly reason: string;
  readonly statements: RegExp;
  readonly count: number;
}

interface GoldenCase {
  /** Size of the recorded output: distinct triples and observations. */
  readonly size: number;
  /** What the recorded output has and a load does not. */
  readonly missing: readonly Difference[];
  /** What a load has and the recorded output does not. */
  readonly extra: readonly Difference[];
}

const generatedTexts = (statements: RegExp): Difference => ({
  reason: "the tool makes up names and definitions of variables",
  statements,
  count: 2,
});

const unresolved = (statements: RegExp, count: number): Difference => ({
  reason: "the dcid comes from resolving other ids or is generated",
  statements,
  count,
});

const CASES: Readonly<Record<string, GoldenCase>> = {
  statchecks: { size: 54, missing: [], extra: [] },
  measurementresult: {
    size: 21,
    missing: [generatedTexts(/^Acre_MeasurementResult_StatVar (?:name|definition) /)],
    extra: [],
  },
  manyinconsistent: {
    size: 7,
    missing: [generatedTexts(/^Some_StatVar (?:name|definition) /)],
    extra: [],
  },
  successtmcf: {
    size: 48,
    missing: [
      {
        reason: "the tool writes complex values that it cannot read as they are; we report them",
        statements: /^CA-(?:MN|VN) location \[/,
        count: 2,
      },
    ],
    extra: [
      {
        reason: "the tool's checks drop nodes with bad characters in a type or a dcid",
        statements: /^(?:CA-AB|US- CA) /,
        count: 4,
      },
      {
        reason: "the tool's checks drop observations with bad characters or an impossible date",
        statements: /^observation SV[12]\|US- CA\|19\|/,
        count: 2,
      },
      { reason: "the tool drops nodes with two dcids", statements: /^CA-BC /, count: 2 },
      {
        reason: "the tool drops nodes with dcids above 256",
        statements: /^(?:very)+long/,
        count: 2,
      },
      { reason: "the tool drops nodes without a type", statements: /^US-SF /, count: 3 },
      { reason: "the quantity of such a node", statements: /^LatLong37 /, count: 4 },
    ],
  },
  resolution: {
    size: 36,
    missing: [
      unresolved(/\bwikidataId\/Q\d+/, 18),
      unresolved(/\bdc\/[op]\//, 10),
      unresolved(/\bgeoId\/0649670\b/, 4),
      { reason: "the quantity of such a node", statements: /^Years18Onwards /, count: 5 },
    ],
    extra: [
      {
        reason: "the tool drops a node with one lost reference; we drop the reference",
        statements: /^org\/goog /,
        count: 2,
      },
    ],
  },
  localidresolution: {
    size: 8,
    missing: [unresolved(/^observation .*\|pseudoPlaceSimple\|/, 1)],
    extra: [],
  },
  latlngresolution: {
    size: 20,
    missing: [unresolved(/(?:^|\|)(?:geoId\/\d+|wikidataId\/Q1053752)\b/, 20)],
    extra: [],
  },
};

const log = new FileLog(new DiagnosticLog(), "golden");

function statementsOf(block: NodeBlock): string[] {
  if (isObservation(block)) {
    const parts = observationParts(block, log)!;
    return [observationLine(Array.from(parts, (part) => part?.text ?? ""))];
  }
  const dcid = identityOf(block, { log, provenance: -1, prefixes: [] });
  return block.values
    .filter(({ property }) => property !== "dcid" && property !== "keyString")
    .map(
      ({ kind, property, text }) =>
        `${dcid} ${property} ${kind === "reference" || kind === "complex" ? text : JSON.stringify(text)}`,
    );
}

const observationLine = (parts: readonly string[]): string => `observation ${parts.join("|")}`;

function goldenStatements(folder: string): Set<string> {
  const statements = new Set<string>();
  for (const name of readdirSync(folder).filter((file) =>
    /^(?:table|instance)_mcf_nodes.*\.mcf$/.test(file),
  )) {
    const parser = new McfParser("instance", log, (block) => {
      for (const statement of statementsOf(block)) statements.add(statement);
    });
    for (const [index, line] of readFileSync(join(folder, name), "utf8").split("\n").entries()) {
      parser.line(line, index + 1);
    }
    parser.end();
  }
  return statements;
}

async function loadedStatements(folder: string): Promise<Set<string>> {
  const sink = new RecordingSink();
  await load([folder], sink);
  const observations = sink.observations.map((row) =>
    observationLine([
      row.variable,
      row.entity,
      row.date,
      row.value,
      row.measurementMethod,
      row.observationPeriod,
      row.scalingFactor,
      row.unit,
    ]),
  );
  return new Set([...sink.lines, ...observations]);
}

/** How many statements each reason explains, and those that none does. */
function explain(statements: readonly string[], differences: readonly Difference[]): unknown {
  return {
    counts: differences.map((difference) => ({
      ...difference,
      count: statements.filter((statement) => difference.statements.test(statement)).length,
    })),
    unexplained: statements.filter(
      (statement) => !differences.some((difference) => difference.statements.test(statement)),
    ),
  };
}

describeWithReference("recorded runs of genmcf", () => {
  test.each(Object.entries(CASES))("%s", async (name, { size, missing, extra }) => {
    const golden = goldenStatements(join(root, name, "output"));
    const loaded = await loadedStatements(join(root, name, "input"));
    expect(golden.size).toBe(size);
    const notLoaded = [...golden].filter((line) => !loaded.has(line));
    const notGolden = [...loaded].filter((line) => !golden.has(line));
    expect(explain(notLoaded, missing)).toEqual({ counts: missing, unexplained: [] });
    expect(explain(notGolden, extra)).toEqual({ counts: extra, unexplained: [] });
  });

  test("a template with errors loads nothing of its table and says so", async () => {
    const sink = new RecordingSink();
    const { diagnostics } = await load([join(root, "fataltmcf", "input")], sink);
    expect([...sink.triples, ...sink.observations]).toEqual([]);
    expect(diagnostics.levels.fatal).toBe(1);
    expect(diagnostics.counters.at(-1)).toMatchObject({
      level: "fatal",
      counter: "CSV_TmcfCheckFailure",
      count: 1,
    });
  });

  test("no run is left out", () => {
    const runs = readdirSync(root).filter((name) => name !== "fataltmcf");
    expect(runs.sort()).toEqual(Object.keys(CASES).sort());
  });
});

/** Counters of reading, as opposed to checks of meaning and of existence. */
const READING = /^\w+ (?:MCF|CSV|TMCF|StrSplit)_/;

interface CountDifference {
  readonly counter: string;
  readonly theirs: number;
  readonly ours: number;
  readonly reason: string;
}

// We leave a block with an unreadable name out, line by line; the tool adds it to the one before.
const malformedNode: CountDifference = {
  counter: "error MCF_MalformedNode",
  theirs: 0,
  ours: 4,
  reason: "three lines of a block that cannot be read, and a node whose only line cannot be read",
};

const LINT_DIFFERENCES: Readonly<Record<string, readonly CountDifference[]>> = {
  mcfonly: [
    malformedNode,
    {
      counter: "warning CSV_EmptyDcidReferences",
      theirs: 0,
      ours: 1,
      reason: "an empty text on a reference property: the tool calls it Sanity_EmptySchemaValue",
    },
  ],
  allfiletypes: [
    {
      counter: "error MCF_InvalidLatitude",
      theirs: 1,
      ours: 3,
      reason: "two of the nodes fail other checks of the tool first",
    },
    {
      counter: "error MCF_InvalidLongitude",
      theirs: 1,
      ours: 2,
      reason: "one of the nodes fails another check of the tool first",
    },
    {
      counter: "error MCF_MalformedComplexValueParts",
      theirs: 2,
      ours: 3,
      reason: "one of the nodes fails another check of the tool first",
    },
    malformedNode,
    {
      counter: "error StrSplit_EmptyToken_location",
      theirs: 1,
      ours: 0,
      reason: "the tool counts [] as empty and as malformed",
    },
    {
      counter: "warning CSV_EmptyDcidReferences",
      theirs: 2,
      ours: 3,
      reason: "an empty text on a reference property: the tool calls it Sanity_EmptySchemaValue",
    },
  ],
};

function recordedCounts(path: string): Map<string, number> {
  // The recorded reports hold an escape that JSON does not know.
  const report = readFileSync(path, "utf8").replaceAll("\\'", "'");
  const { levelSummary } = JSON.parse(report) as {
    levelSummary: Record<string, { counters: Record<string, string> }>;
  };
  return new Map(
    ["warning", "error"].flatMap((level) => {
      const counters = levelSummary[`LEVEL_${level.toUpperCase()}`]?.counters ?? {};
      return Object.entries(counters).map(([name, count]) => [`${level} ${name}`, Number(count)]);
    }),
  );
}

describeWithReference("recorded reports of lint", () => {
  test.each(Object.entries(LINT_DIFFERENCES))("%s", async (name, expected) => {
    const folder = join(root, "../lint", name);
    const theirs = recordedCounts(join(folder, "output/report.json"));
    const { diagnostics } = await load([join(folder, "input")], new RecordingSink());
    const ours = new Map<string, number>(
      diagnostics.counters.map(({ level, counter, count }) => [`${level} ${counter}`, count]),
    );
    const counters = [...new Set([...theirs.keys(), ...ours.keys()])].filter((counter) =>
      READING.test(counter),
    );
    const differences = counters
      .map((counter) => [counter, theirs.get(counter) ?? 0, ours.get(counter) ?? 0] as const)
      .filter(([, left, right]) => left !== right);
    expect(counters.length).toBeGreaterThan(9);
    expect(differences.sort()).toEqual(
      expected.map(({ counter, theirs: left, ours: right }) => [counter, left, right]),
    );
  });
});
