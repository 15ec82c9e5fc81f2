/** Results as a document for a reader. */

import type { Result } from "../cases/harness.ts";
import type { Scale } from "../data/scales.ts";
import type { LoadMeasurement, LoadResult } from "../loads/loads.ts";
import { callTable, loadTable, reachTable, versionsLine } from "./contest-report.ts";
import { pictureLinks } from "./pictures.ts";
import { judge } from "./reach.ts";
import type { AllResults, ScaleResults } from "./results.ts";
import { count, duration, megabytes, percent, table } from "./table.ts";

const order: readonly Scale[] = ["S", "M", "L", "T"];

/** All scales one after the other. */
export function printAll(results: AllResults): string {
  const parts = order.flatMap((scale) => {
    const one = results[scale];
    return one === undefined ? [] : [printScale(one, results.S)];
  });
  return `# Results\n\nMade by \`npm run bench -- --write\`; what the rows mean: \`bench/README.md\`.\n\n${parts.join("\n")}`;
}

/** @param small the results at scale S, which a larger scale may be compared with */
export function printScale(results: ScaleResults, small?: ScaleResults): string {
  const { scale, triples, observations, entries, loads, cases, own } = results;
  const parts = [
    `## Scale ${scale}: ${count(triples)} triples, ${count(observations)} observations`,
    machineLine(results),
    ...disturbedLine(results),
  ];
  const section = (title: string, text: string) => parts.push(`### ${title}`, text);
  if (entries.length > 0) {
    const pictures = pictureLinks(results);
    if (pictures !== "") parts.push(pictures);
    parts.push(versionsLine(entries));
    const judgements = judge(results, small);
    if (judgements.length > 0) section("Reach", reachTable(judgements));
    if (cases.length > 0 || hasCalls(results)) {
      section("A call, median", callTable(entries, "p50"));
      section("A call, 99 of 100 take no longer", callTable(entries, "p99"));
    }
    section("Loading, memory, saving", loadTable(entries));
  }
  const more = ownTable(own);
  if (more !== undefined) section("Further figures", more);
  if (loads.length > 0) section("Files of all forms", formatTable(loads));
  const memory = memoryTable(loads);
  if (memory !== undefined) section("Memory", memory);
  if (cases.length > 0) section("Typed methods, fetch and the engine's parts", resultTable(cases));
  return `${parts.join("\n\n")}\n`;
}

function disturbedLine({ disturbances }: ScaleResults): string[] {
  if (disturbances.length === 0) return [];
  return [`**Measured on a busy machine.** Cores busy elsewhere: ${disturbances.join("; ")}.`];
}

function hasCalls({ entries }: ScaleResults): boolean {
  return entries.some(({ figures }) => Object.keys(figures).some((name) => name.endsWith(".p50")));
}

function machineLine({ machine }: ScaleResults): string {
  const { cpu, cores, memoryGiB, node, date, loadBefore, loadAfter, others } = machine;
  const elsewhere = others === undefined ? "" : `, ${others.toFixed(2)} cores busy elsewhere`;
  return (
    `${cpu}, ${cores} cores, ${memoryGiB} GiB; Node ${node}; ${date}; ` +
    `load average ${loadBefore} → ${loadAfter}${elsewhere}`
  );
}

/** Figures that are neither of a comparison nor of a case. */
function ownTable(own: ScaleResults["own"]): string | undefined {
  const perSecond = (value: number) => `${count(Math.round(value))}/s`;
  const known: readonly (readonly [name: string, title: string, print: (v: number) => string])[] = [
    ["mcf.bytes", "MCF: size", megabytes],
    ["mcf.triples", "MCF: triples", count],
    ["mcf.time", "MCF: load, 1 thread", duration],
    ["start.bytes", "start-up: size of the snapshot", megabytes],
    ["start.time", "start-up: import, open, one answer, as a process", duration],
    ["start.node", "start-up: of it Node itself", duration],
    ["requests.properties", "fetch: labels of 100 nodes", perSecond],
    ["requests.latest", "fetch: latest of all counties", perSecond],
    ["requests.facets", "fetch: facets of 10 variables in all counties", perSecond],
    ["requests.mix", "fetch: one of each in turn, main thread", perSecond],
    ["requests.mix_1", "fetch: the same, 1 worker thread on a shared store", perSecond],
    ["requests.mix_2", "fetch: the same, 2 worker threads on a shared store", perSecond],
  ];
  const rows = known.flatMap(([name, title, print]) =>
    own[name] === undefined ? [] : [[title, print(own[name])]],
  );
  return rows.length === 0 ? undefined : table(["what", "figure"], rows, 1);
}

function formatTable(loads: readonly LoadResult[]): string {
  const heads = ["case", "files", "rows", "size", "load", "of it freeze", "rows/s", "MB/s"];
  const rows = loads.map(({ title, median, fileBytes, ...load }) => {
    const rowCount = median.triples + median.observations;
    return [
      load.case,
      title,
      count(rowCount),
      megabytes(fileBytes),
      duration(median.loadMs),
      duration(median.loadMs - median.readMs),
      count(rowCount / (median.loadMs / 1000)),
      (fileBytes / 1e6 / (median.loadMs / 1000)).toFixed(0),
      duration(median.cpuMs),
      megabytes(median.peakRss),
      `±${percent(load.rme)}`,
      String(load.rounds),
      load.hash,
    ];
  });
  return table([...heads, "CPU", "peak RSS", "rme", "rounds", "hash"], rows, 2);
}

/** Needs the triples alone and the same triples with the observations. */
function memoryTable(loads: readonly LoadResult[]): string | undefined {
  const triples = loads.find((load) => load.case === "l2")?.median;
  const world = loads.find((load) => load.case === "l5")?.median;
  if (triples === undefined || world === undefined) return undefined;
  const graph = triples.columns;
  const perTriple = (bytes: number) => (bytes / triples.triples).toFixed(1);
  const perObservation = (bytes: number) => (bytes / world.observations).toFixed(1);
  const rest = (of: (load: LoadMeasurement) => number) => perObservation(of(world) - of(triples));
  const graphOf = ({ columns: { all, observations } }: LoadMeasurement) => all - observations;
  return table(
    ["bytes", "per triple", "per observation"],
    [
      ["columns: dictionary", perTriple(graph.dictionary), ""],
      ["columns: arcs out", perTriple(graph.arcsOut), ""],
      ["columns: arcs in", perTriple(graph.arcsIn), ""],
      ["columns: by predicate, names", perTriple(graph.byPredicateAndNames), ""],
      ["columns: observations", "", perObservation(world.columns.observations)],
      ["columns: texts of observations", "", rest(graphOf)],
      ["**columns, all**", perTriple(graph.all), rest(({ columns }) => columns.all)],
      ["heap and external", perTriple(triples.heapGrowth), rest(({ heapGrowth }) => heapGrowth)],
      ["RSS growth", perTriple(triples.rssGrowth), rest(({ rssGrowth }) => rssGrowth)],
    ],
    1,
  );
}

function resultTable(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.case,
    result.title,
    result.contestant,
    count(result.lines),
    duration(result.median),
    duration(result.p99),
    duration(result.cpu),
    count(result.operationsPerSecond),
    `±${percent(result.rme)}`,
    count(result.samples),
    result.hash,
  ]);
  const heads = ["case", "question", "by", "lines", "median", "p99", "CPU", "ops/s", "rme"];
  return table([...heads, "samples", "hash"], rows, 3);
}
