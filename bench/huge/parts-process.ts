/** A process of `parts.ts`: makes the graph or a part, joins the parts, or asks the world. */

import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { answerParent, childTask } from "../machine/child.ts";
import { peakRss } from "../machine/memory.ts";
import {
  lastYear,
  nameOf,
  numberOf,
  type PartsShape,
  placeOf,
  rowsOfPart,
  variableOf,
  writeGraph,
  writeRows,
} from "./parts-world.ts";

const built = (name: string): string => new URL(`../../../dist/${name}.js`, import.meta.url).href;
const { open } = (await import(built("index"))) as typeof import("../../src/index.ts");
const parts = (await import(built("parts"))) as typeof import("../../src/parts.ts");
const { openRemote } = (await import(built("remote"))) as typeof import("../../src/remote.ts");
const { fileBlocks } = (await import(built("operate"))) as typeof import("../../src/operate.ts");

export interface PartsTask extends PartsShape {
  readonly kind: "graph" | "build" | "join" | "ask";
  readonly folder: string;
  readonly part?: number;
}

/** What a process took. */
export interface Made {
  readonly seconds: number;
  readonly peak: number;
  readonly bytes: number;
}

export interface AskedParts {
  readonly observations: number;
  /** Milliseconds. */
  readonly firstAnswer: number;
  readonly latest: number;
  /** Of the same questions from afar. */
  readonly rounds: { readonly first: number; readonly latest: number };
}

const asked = 100;
const task = childTask<PartsTask>();
const { folder } = task;
const at = (name: string): string => join(folder, name);
const partPath = (part: number): string => at(`part-${part}.part`);

switch (task.kind) {
  case "graph":
    answerParent(await graph());
    break;
  case "build":
    answerParent(await build(task.part ?? 0));
    break;
  case "join":
    answerParent(await joined());
    break;
  case "ask":
    answerParent(await ask());
}

async function made(make: () => Promise<unknown>, path: string): Promise<Made> {
  const start = performance.now();
  await make();
  const seconds = (performance.now() - start) / 1000;
  return { seconds, peak: peakRss(), bytes: statSync(path).size };
}

async function graph(): Promise<Made> {
  writeGraph(task, at("graph.csv"));
  const path = at("graph.pocket");
  const found = await made(async () => {
    await parts.saveGraph(await open(at("graph.csv")), path);
  }, path);
  rmSync(at("graph.csv"));
  return found;
}

async function build(part: number): Promise<Made> {
  const rows = at(`rows-${part}.csv`);
  writeRows(task, part, rows);
  const found = await made(async () => {
    const report = await parts.buildPart(await open(at("graph.pocket")), rows, partPath(part));
    if (report.observationCount !== rowsOfPart(task)) throw new Error("rows were lost");
  }, partPath(part));
  rmSync(rows);
  return found;
}

async function joined(): Promise<Made> {
  const all = Array.from({ length: task.parts }, (_, part) => partPath(part));
  let index = "";
  const found = await made(async () => {
    const { index: stored } = await parts.joinParts(at("graph.pocket"), all, at("world.json"));
    index = stored.address;
  }, at("world.json"));
  return { ...found, bytes: statSync(at(index)).size };
}

async function ask(): Promise<AskedParts> {
  const start = performance.now();
  const commons = await open(at("world.json"));
  requireLatest(commons.v2.observation(questionOf(task.parts - 1, 1)), task.parts - 1, 1);
  const firstAnswer = performance.now() - start;
  const further = performance.now();
  for (let part = 0; part < task.parts; part++) {
    requireLatest(commons.v2.observation(questionOf(part, asked)), part, asked);
  }
  const latest = (performance.now() - further) / task.parts;
  const { data } = commons.v2.node({ nodes: [placeOf(0)], property: "->name" });
  const name = data?.[placeOf(0)]?.arcs?.["name"]?.nodes?.[0]?.value;
  if (name !== nameOf(0)) throw new Error(`the name is ${name}`);
  const remote = await openRemote(fileBlocks(at("world.json")));
  const { rounds: opened } = remote.traffic;
  requireLatest(await remote.v2.observation(questionOf(0, asked)), 0, asked);
  const { rounds: first } = remote.traffic;
  requireLatest(await remote.v2.observation(questionOf(0, asked, 1)), 0, asked, 1);
  const { rounds } = remote.traffic;
  remote.close();
  const { observationCount: observations } = commons.info;
  return {
    observations,
    firstAnswer,
    latest,
    rounds: { first: first - opened, latest: rounds - first },
  };
}

/** The latest values of a variable in some places, from everywhere in a part. */
function questionOf(part: number, entities: number, further = 0) {
  return {
    select: ["variable", "entity", "date", "value"] as const,
    variable: { dcids: [variableOf(variableIn(part, further))] },
    entity: { dcids: placesIn(entities).map(placeOf) },
    date: "LATEST",
  };
}

function variableIn(part: number, further: number): number {
  return part * task.variables + ((part * 7919 + further) % task.variables);
}

function placesIn(count: number): number[] {
  const length = Math.min(count, task.entities);
  return Array.from({ length }, (_, at) => Math.floor((at * task.entities) / length));
}

type Answer = ReturnType<Awaited<ReturnType<typeof open>>["v2"]["observation"]>;

function requireLatest({ byVariable }: Answer, part: number, count: number, further = 0): void {
  const variable = variableIn(part, further);
  for (const place of placesIn(count)) {
    const [facet] =
      byVariable?.[variableOf(variable)]?.byEntity?.[placeOf(place)]?.orderedFacets ?? [];
    const [point] = facet?.observations ?? [];
    const expected = numberOf(variable, place, lastYear);
    if (point?.date === `${lastYear}` && point.value === expected) continue;
    throw new Error(
      `${variableOf(variable)} of ${placeOf(place)} is ${point?.value}, not ${expected}`,
    );
  }
}
