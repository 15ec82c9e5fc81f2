/**
 * Recorded runs of the official tool's `genmcf`: its inputs loaded here, against the nodes it wrote.
 * The tool asks its server for places; what that answered is loaded beside. It also leaves out nodes
 * that fail its checks; what follows from that is listed below, and the test fails if a list is not
 * exact.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onDisk } from "../../../src/disk/disk-tree.ts";
import { DiagnosticLog, FileLog } from "../../../src/load/bytes/diagnostics.ts";
import { type LoadReport, load } from "../../../src/load/load.ts";
import { McfParser } from "../../../src/load/mcf/mcf-parser.ts";
import { identityOf } from "../../../src/load/nodes/block-names.ts";
import type { NodeBlock } from "../../../src/load/values/mcf-value.ts";
import { isObservation, observationParts } from "../../../src/load/values/observation-parts.ts";
import { resolverOver } from "../../../src/resolve/resolver-over.ts";
import { withFolder } from "../../unit/load/load-texts.ts";
import { lineOf, RecordingSink } from "../../unit/load/recording-sink.ts";
import { describeWithReference, referenceRoot } from "../reference-data.ts";

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

const cases: Readonly<Record<string, GoldenCase>> = {
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
        reason:
          "the tool writes complex values that it cannot read as they are; to us they are texts",
        statements: /^CA-(?:MN|VN) location \[/,
        count: 2,
      },
      {
        reason: "the service says unitOfMeasure of quantities (behaviour: inputs 2.5)",
        statements: /^65 unit 6$/,
        count: 1,
      },
    ],
    extra: [
      {
        reason: "texts that the tool writes as complex values",
        statements: /^CA-(?:MN|VN) location "\[/,
        count: 2,
      },
      {
        reason: "the service says unitOfMeasure of quantities (behaviour: inputs 2.5)",
        statements: /^65 unitOfMeasure 6$/,
        count: 1,
      },
      {
        reason: "the tool's checks drop nodes with bad characters in a type or a dcid",
        statements: /^(?:CA-AB|US- CA) /,
        count: 6,
      },
      { reason: "the tool drops nodes with two dcids", statements: /^CA-BC /, count: 3 },
      {
        reason: "the tool drops nodes with dcids above 256",
        statements: /^(?:very)+long/,
        count: 3,
      },
      { reason: "the tool drops nodes without a type", statements: /^US-SF /, count: 3 },
      { reason: "the quantity of such a node", statements: /^LatLong37 /, count: 4 },
    ],
  },
  resolution: {
    size: 36,
    missing: [],
    extra: [
      {
        reason: "the tool drops a node with one lost reference; we drop the reference",
        statements: /^org\/goog /,
        count: 2,
      },
    ],
  },
  localidresolution: { size: 8, missing: [], extra: [] },
  latlngresolution: { size: 20, missing: [], extra: [] },
};

const placed = (dcid: string, type: string, property: string, text: string): string =>
  `Node: dcid:${dcid}\ntypeOf: ${type}\n${property}: ${JSON.stringify(text)}\n`;

/** A square around a coordinate, as the shape of a place. */
const around = (dcid: string, latitude: number, longitude: number): string => {
  const [south, north, west, east] = [latitude - 1, latitude + 1, longitude - 1, longitude + 1];
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
  const coordinates = [[...corners, corners[0]]];
  const shape = JSON.stringify({ type: "Polygon", coordinates });
  return placed(dcid, "AdministrativeArea2", "geoJsonCoordinates", shape);
};

/** What the tool's server knew about the places that it was asked for: here it is loaded. */
const servedNodes = [
  placed("geoId/0649670", "City", "wikidataId", "Q486860"),
  placed("wikidataId/Q1186", "State", "isoCode", "IN-KL"),
  placed("wikidataId/Q1353", "State", "isoCode", "IN-DL"),
  placed("wikidataId/Q677037", "State", "isoCode", "IN-TG"),
  placed("wikidataId/Q1437", "State", "isoCode", "IN-RJ"),
  around("wikidataId/Q1053752", 53, -127),
  around("geoId/16073", 43, -116),
  around("geoId/06075", 37.7395, -122.4014),
  around("geoId/06107", 36, -119.4),
].join("\n");

const log = new FileLog(new DiagnosticLog(), "golden");

function statementsOf(block: NodeBlock): string[] {
  if (isObservation(block)) {
    const parts = observationParts(block, log)!;
    return [observationLine(Array.from(parts.values, (part) => part?.text ?? ""))];
  }
  const dcid = identityOf(block, { log, provenance: -1, prefixes: new Set() });
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

/** A recorded run's input, loaded beside what the server knew. */
async function loaded(folder: string): Promise<{ sink: RecordingSink; report: LoadReport }> {
  return await withFolder({ "served.mcf": servedNodes }, async (served) => {
    const sink = new RecordingSink();
    const all = new DiagnosticLog();
    const report = await load(onDisk(folder, served), sink, {}, all, undefined, resolverOver);
    return { sink, report };
  });
}

async function loadedStatements(folder: string): Promise<Set<string>> {
  const { sink } = await loaded(folder);
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
  const own = sink.triples.filter(({ provenance }) => provenance !== "dc/base/served");
  return new Set([...own.map(lineOf), ...observations]);
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
  test.each(Object.entries(cases))("%s", async (name, { size, missing, extra }) => {
    const golden = goldenStatements(join(root, name, "output"));
    const loaded = await loadedStatements(join(root, name, "input"));
    expect(golden.size).toBe(size);
    const notLoaded = [...golden].filter((line) => !loaded.has(line));
    const notGolden = [...loaded].filter((line) => !golden.has(line));
    expect(explain(notLoaded, missing)).toEqual({ counts: missing, unexplained: [] });
    expect(explain(notGolden, extra)).toEqual({ counts: extra, unexplained: [] });
  });

  test.each(["resolution", "localidresolution", "latlngresolution"])(
    "what cannot be resolved is counted as there: %s",
    async (name) => {
      const isResolution = ([counter]: readonly [string, number]): boolean =>
        counter.startsWith("error Resolution_");
      const theirs = [...recordedCounts(join(root, name, "output/report.json"))];
      const { report } = await loaded(join(root, name, "input"));
      const ours = report.diagnostics.counters.map(
        ({ level, counter, count }) => [`${level} ${counter}`, count] as const,
      );
      expect(theirs.length).toBeGreaterThan(0);
      expect(ours.filter(isResolution).sort()).toEqual(theirs.filter(isResolution).sort());
    },
  );

  test("a template with errors loads nothing of its table and says so", async () => {
    const sink = new RecordingSink();
    const { diagnostics } = await load(onDisk(join(root, "fataltmcf", "input")), sink);
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
    expect(runs.sort()).toEqual(Object.keys(cases).sort());
  });
});

/** Counters of reading and of dates, as opposed to other checks of meaning and of existence. */
const reading = /^\w+ (?:(?:MCF|CSV|TMCF|StrSplit)_|Sanity_InvalidObsDate$)/;

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

/** Dates that the tool drops as errors: we load those of StatVarObservations, with a warning. */
const oddDates = (level: "error" | "warning", theirs: number, ours: number): CountDifference => ({
  counter: `${level} Sanity_InvalidObsDate`,
  theirs,
  ours,
  reason: "one is that of an Observation, the older type, which is a node like others to us",
});

const lintDifferences: Readonly<Record<string, readonly CountDifference[]>> = {
  mcfonly: [malformedNode, oddDates("error", 1, 0)],
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
    oddDates("error", 3, 2),
    {
      counter: "error StrSplit_EmptyToken_location",
      theirs: 1,
      ours: 0,
      reason: "the tool counts [] as empty and as malformed",
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
  test.each(Object.entries(lintDifferences))("%s", async (name, expected) => {
    const folder = join(root, "../lint", name);
    const theirs = recordedCounts(join(folder, "output/report.json"));
    const { diagnostics } = await load(onDisk(join(folder, "input")), new RecordingSink());
    const ours = new Map<string, number>(
      diagnostics.counters.map(({ level, counter, count }) => [`${level} ${counter}`, count]),
    );
    const counters = [...new Set([...theirs.keys(), ...ours.keys()])].filter((counter) =>
      reading.test(counter),
    );
    const differences = counters
      .map((counter) => [counter, theirs.get(counter) ?? 0, ours.get(counter) ?? 0] as const)
      .filter(([, left, right]) => left !== right);
    expect(counters.length).toBeGreaterThan(9);
    expect(differences.sort()).toEqual(
      expected.map(({ counter, theirs: left, ours: right }) => [counter, left, right]),
    );
  });

  test("the odd dates of a run of genmcf are those that the tool found", async () => {
    const theirs = recordedCounts(join(root, "successtmcf/output/report.json"));
    const { diagnostics } = await load(
      onDisk(join(root, "successtmcf/input")),
      new RecordingSink(),
    );
    const counter = "Sanity_InvalidObsDate";
    const ours = diagnostics.counters.find((summary) => summary.counter === counter);
    expect(ours).toMatchObject({ level: "error", count: theirs.get(`error ${counter}`) });
  });
});
