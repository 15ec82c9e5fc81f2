/** Looks at a table that says nothing of its columns. The worker loads this with the first such table. */
import { type Commons, open } from "../../src/browser.ts";
import { doubtsOf, takenNames } from "../../src/cli/import/import-doubts.ts";
import { placesNamed } from "../../src/cli/import/import-places.ts";
import { MemoryTree } from "../../src/load/bytes/memory-tree.ts";
import { proposeFile } from "../../src/propose/propose-file.ts";
import type { AskedTable, ReadTable } from "./messages.ts";

const rowsShown = 6;
const placesMax = 8;
const variablesMax = 4;
const levels = ["fatal", "error", "warning", "info"];

/** @param below the world that its names are looked up in */
export async function readTable(
  { name, file, known }: AskedTable,
  below: Commons | undefined,
): Promise<ReadTable> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const tree = new MemoryTree([[name, bytes]]);
  const input = { path: name, size: bytes.length, isGzip: /\.gz$/i.test(name), tree };
  const seen = await proposeFile(input, known);
  const { proposal, unknown } = await placesNamed(seen, below, known.type !== undefined);
  const { columns } = proposal;
  if (columns === undefined) return { ...nothing, proposal };
  const world = await open(
    { [name]: bytes },
    { columns: { ...columns, repeated: "later" }, ...(below === undefined ? {} : { base: below }) },
  );
  const { counters } = world.info.diagnostics;
  const reported = levels.flatMap((level) =>
    counters
      .filter((one) => one.level === level)
      .map(({ count, examples }) => ({ level, count, message: messageOf(examples[0]) })),
  );
  return {
    proposal,
    columns,
    unknown: known.create === undefined ? unknown : [],
    reported,
    doubts: [...doubtsOf(world, proposal, known), ...takenNames(world, below)],
    observationCount: world.info.observationCount,
    ...firstOf(world, below),
  };
}

const nothing = {
  columns: undefined,
  unknown: [],
  reported: [],
  doubts: [],
  observationCount: 0,
  rows: [],
  start: { places: [], variables: [] },
  dateCount: 0,
};

interface Example {
  readonly line?: number | undefined;
  readonly message: string;
}

function messageOf(example: Example | undefined): string {
  const { line, message = "" } = example ?? {};
  return line === undefined ? message : `line ${line}: ${message}`;
}

/** The first rows of the first variables, and what a picture can begin with. */
function firstOf(world: Commons, below: Commons | undefined) {
  const { graph, observations } = world.engine;
  const { dictionary } = graph;
  const [places, variables, dates] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const byVariable = new Map<string, string[][]>();
  for (let series = 0; series < observations.seriesCount; series++) {
    const place = dictionary.textOf(observations.entityOf(series));
    const variable = dictionary.textOf(observations.variableOf(series));
    places.add(place);
    variables.add(variable);
    if (byVariable.size < rowsShown) byVariable.set(variable, byVariable.get(variable) ?? []);
    const rows = byVariable.get(variable);
    const { unit = "" } = observations.facetOf(series);
    const { start, end } = observations.pointsOf(series);
    for (let point = start; point < end; point++) {
      const date = observations.dateOf(point);
      dates.add(date);
      if (rows === undefined || rows.length >= rowsShown) continue;
      const names = [nameOf(place, [below, world]), nameOf(variable, [world])];
      rows.push([...names, date, observations.textOf(point), unit]);
    }
  }
  const each = Math.floor(rowsShown / byVariable.size);
  return {
    rows: [...byVariable.values()].flatMap((rows) => rows.slice(0, each)),
    start: {
      places: [...places].slice(0, placesMax),
      variables: [...variables].slice(0, variablesMax),
    },
    dateCount: dates.size,
  };
}

/** In the first of the worlds that has one. */
function nameOf(dcid: string, worlds: readonly (Commons | undefined)[]): string {
  for (const world of worlds) {
    const { data = {} } = world?.v2.node({ nodes: [dcid], property: "->name" }) ?? {};
    const name = data[dcid]?.arcs?.["name"]?.nodes?.[0]?.value;
    if (name !== undefined) return name;
  }
  return dcid;
}
