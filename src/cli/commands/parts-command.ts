/** Builds worlds in parts. */

import { readFile, writeFile } from "node:fs/promises";
import type { Commons, CommonsInfo } from "../../index.ts";
import type { PlannedPart } from "../../parts.ts";
import {
  type CliCommand,
  type CliTools,
  countOption,
  type OptionValues,
  text,
  textOption,
  texts,
} from "../command.ts";
import { exitCodes, UsageError } from "../io.ts";
import { leftOut } from "../opened-world.ts";
import { options as rows } from "../options.ts";
import type { Answer } from "../output.ts";
import { counted } from "../styled-text.ts";

type Step = (paths: readonly string[], options: OptionValues, tools: CliTools) => Promise<Answer>;

export const partsCommand: CliCommand = {
  usage: "parts <step> <path...>",
  about: "build a world whose observations lie in parts, by variable",
  details:
    "The steps: 'graph SOURCE' saves the graph alone; 'plan SOURCE' says how variables divide, from a " +
    "world or a CSV with the columns variable and rows; 'build GRAPH SOURCE' builds a part; " +
    "'join GRAPH PART' writes their index and the pointer world.json.",
  options: [
    rows.output,
    {
      flags: "--nodes <file>",
      about: "graph: dcids that observations name and no triple, a line each",
    },
    { flags: "--parts <count>", about: "plan: how many parts", countMax: 65_535 },
    {
      flags: "--max-rows <rows>",
      about: "plan: observations of a part at most; default: 500 million",
      countMax: 4_000_000_000,
    },
    { flags: "--plan <file>", about: "build: the plan, of which --part is built" },
    { flags: "--part <number>", about: "build: the number of the part, from 0", countMax: 65_535 },
  ],
  groups: ["reports", "loading"],
  examples: [
    "pocket-commons parts graph data -o graph.pocket",
    "pocket-commons parts plan data --parts 4 -o plan.json",
    "pocket-commons parts build graph.pocket data --plan plan.json --part 0 -o part-0.pocket",
    "pocket-commons parts join graph.pocket part-*.pocket -o world.json",
  ],
  run: async ([name, paths], options, tools) => {
    const step = Object.hasOwn(steps, text(name)) ? steps[text(name)] : undefined;
    if (step === undefined) {
      const known = Object.keys(steps).join(", ");
      throw new UsageError(`the steps are ${known}, and '${text(name)}' is none`);
    }
    return await step(texts(paths), options, tools);
  },
};

const steps: Readonly<Record<string, Step>> = {
  graph: async (paths, options, { open }) => {
    const { saveGraph } = await import("../../parts.ts");
    const file = outputOf(options);
    const commons = await open(paths, options);
    const list = textOption(options, "nodes");
    const lines = list === undefined ? "" : await readFile(list, "utf8");
    const nodes = lines.split(/\r?\n/).filter((line) => line !== "");
    await saveGraph(commons, file, nodes);
    const { tripleCount } = commons.info;
    const text = [`saved the graph of ${counted(tripleCount, "triple")} as ${file}`];
    return {
      ...reportOf({ file, tripleCount }, text),
      exitCode: exitCodeOf(commons.info),
    };
  },
  plan: async (paths, options, { open }) => {
    const { planParts } = await import("../../parts.ts");
    const counts = (await countsIn(paths)) ?? countsOf(await open(paths, options));
    const parts = planParts(counts, {
      parts: countOption(options, "parts"),
      maxRows: countOption(options, "maxRows"),
    });
    const json = { parts };
    const { output } = options;
    if (output !== undefined) await writeFile(output, `${JSON.stringify(json, null, 1)}\n`);
    const cells = parts.map(({ rows, variables }, part) => [part, rows, variables.length]);
    const text = parts.map(({ rows, variables }, part) => {
      return `${part}: ${counted(rows, "row")}, ${counted(variables.length, "variable")}`;
    });
    return { json, rows: { columns: ["part", "rows", "variables"], rows: cells }, text };
  },
  build: async ([graph = "", ...sources], options, { read }) => {
    const [{ buildPart }, { open }] = await Promise.all([
      import("../../parts.ts"),
      import("../../index.ts"),
    ]);
    const file = outputOf(options);
    const variables = await plannedIn(options);
    const { provenance, allowOutside, strict } = options;
    const commons = await open(graph);
    const settings = { provenance, allowOutside, strict, variables };
    const report = await buildPart(commons, await read(sources), file, settings);
    const { bytes, observationCount, variableCount, diagnostics } = report;
    const left = diagnostics.levels.error + diagnostics.levels.fatal;
    const text = [`built ${file}: ${sizeOf(report)}`];
    if (left > 0) {
      text.push(`${counted(left, "error")} while loading: a part of the source was left out`);
    }
    return {
      ...reportOf({ file, bytes, observationCount, variableCount, leftOut: left }, text),
      exitCode: left > 0 ? exitCodes.mistakes : exitCodes.done,
    };
  },
  join: async ([graph = "", ...parts], options) => {
    const { joinParts } = await import("../../parts.ts");
    const file = outputOf(options);
    const { name, index, info } = await joinParts(graph, parts, file);
    const { observationCount, variableCount } = info;
    const text = [`joined ${counted(parts.length, "part")} as ${file}: ${sizeOf(info)}`];
    return reportOf({ file, name, index: index.address, observationCount, variableCount }, text);
  },
};

function outputOf({ output }: OptionValues): string {
  if (output === undefined) throw new UsageError("say where it goes: -o FILE");
  return output;
}

type Sized = Pick<CommonsInfo, "observationCount" | "variableCount">;

const sizeOf = ({ observationCount, variableCount }: Sized): string =>
  `${counted(observationCount, "observation")} of ${counted(variableCount, "variable")}`;

function exitCodeOf(info: CommonsInfo): number {
  return leftOut(info) > 0 ? exitCodes.mistakes : exitCodes.done;
}

function reportOf(json: Readonly<Record<string, string | number>>, text: string[]): Answer {
  const columns = Object.keys(json);
  return { json, rows: { columns, rows: [Object.values(json).map(String)] }, text };
}

/** The counts of a CSV; undefined for any other source. */
async function countsIn(paths: readonly string[]): Promise<[string, number][] | undefined> {
  const [path = "", ...others] = paths;
  if (others.length > 0 || !path.endsWith(".csv")) return undefined;
  const [heading = "", ...lines] = (await readFile(path, "utf8")).split(/\r?\n/);
  if (heading.trim() !== "variable,rows") return undefined;
  return lines.flatMap((line, at) => {
    if (line === "") return [];
    const [, variable, count] = /^"?([^"]*?)"?,(\d+)$/.exec(line) ?? [];
    if (variable !== undefined) return [[variable, Number(count)]];
    throw new UsageError(`${path}:${at + 2}: a row is a variable and a number of rows`);
  });
}

const countsOf = ({ catalog }: Commons): [string, number][] =>
  catalog.variables().map(({ dcid, observationCount }) => [dcid, observationCount]);

/** The variables of the part to be built; undefined for all. */
async function plannedIn(options: OptionValues): Promise<readonly string[] | undefined> {
  const path = textOption(options, "plan");
  const part = countOption(options, "part");
  if (path === undefined && part === undefined) return undefined;
  if (path === undefined || part === undefined)
    throw new UsageError("give --plan and --part together");
  const { parts } = JSON.parse(await readFile(path, "utf8")) as { parts?: readonly PlannedPart[] };
  const found = parts?.[part];
  if (found === undefined) throw new UsageError(`${path} plans no part ${part}`);
  return found.variables;
}
