/** Writes, loads or opens a world of a billion observations in a process of its own. Prints figures. */

import { statSync } from "node:fs";
import type { Commons } from "../../src/index.ts";
import { median } from "../contest/figures.ts";
import { open } from "../library.ts";
import { answerParent, childTask } from "../machine/child.ts";
import { peakRss } from "../machine/memory.ts";
import {
  countsOf,
  entitiesOf,
  filesOf,
  lastYear,
  nameOf,
  numberOf,
  placeOf,
  placesOf,
  variableOf,
  variables,
  type WorldPart,
  writeFiles,
} from "./billion-world.ts";

export interface BillionTask extends WorldPart {
  readonly kind: "write" | "load" | "open";
  readonly folder: string;
  readonly snapshot: string;
  /** Of `writers`, which write every so manieth file. */
  readonly writer?: number;
  readonly writers?: number;
}

export interface Loaded {
  readonly loadSeconds: number;
  readonly saveSeconds: number;
  /** Bytes: the most that the process had before it saved, what the columns take, the file. */
  readonly peak: number;
  readonly columns: number;
  readonly file: number;
  readonly medians: Medians;
}

export interface Opened {
  /** Milliseconds from the call of `open` to the answer. */
  readonly firstAnswer: number;
  /** Each question reads blocks that no question read before. */
  readonly untouched: Medians;
  /** The same questions once more. */
  readonly medians: Medians;
}

/** Milliseconds of a question. */
export interface Medians {
  readonly name: number;
  readonly latest: number;
  readonly series: number;
}

const asked = 2001;

const task = childTask<BillionTask>();
const { folder, snapshot, writer = 0, writers = 1 } = task;
switch (task.kind) {
  case "write":
    writeFiles(task, folder, (file) => file % writers === writer);
    answerParent({});
    break;
  case "load":
    answerParent(await load());
    break;
  case "open":
    answerParent(await reopen());
}

async function load(): Promise<Loaded> {
  const start = performance.now();
  const commons = await open(filesOf(folder));
  const loadSeconds = (performance.now() - start) / 1000;
  const peak = peakRss();
  requireCounts(commons);
  const medians = ask(commons);
  const saving = performance.now();
  await commons.save(snapshot);
  const saveSeconds = (performance.now() - saving) / 1000;
  const columns = commons.info.bytes;
  return { loadSeconds, saveSeconds, peak, columns, file: statSync(snapshot).size, medians };
}

async function reopen(): Promise<Opened> {
  const start = performance.now();
  const commons = await open(snapshot);
  requireName(commons, 0);
  const firstAnswer = performance.now() - start;
  requireCounts(commons);
  return { firstAnswer, untouched: ask(commons), medians: ask(commons) };
}

function requireCounts({ info }: Commons): void {
  const { observations, series, triples } = countsOf(task);
  const found = [info.observationCount, info.seriesCount, info.tripleCount];
  const wanted = [observations, series, triples];
  if (found.join() !== wanted.join()) throw new Error(`there are ${found}, not ${wanted}`);
}

/** Asks questions from everywhere in the world, and checks each answer. */
function ask(commons: Commons): Medians {
  const places = placesOf(task);
  const entities = entitiesOf(task);
  const timed = (question: (at: number) => void) =>
    median(
      Array.from({ length: asked }, (_, at) => {
        const start = performance.now();
        question(at);
        return performance.now() - start;
      }),
    );
  const pairOf = (at: number): [number, number] => [
    (at * 7919) % variables,
    (at * 104_729) % entities,
  ];
  return {
    name: timed((at) => requireName(commons, (at * 15_485_863) % places)),
    latest: timed((at) => requireLatest(commons, ...pairOf(at))),
    series: timed((at) => requireSeries(commons, ...pairOf(at))),
  };
}

function requireName(commons: Commons, place: number): void {
  const dcid = placeOf(place);
  const { data } = commons.v2.node({ nodes: [dcid], property: "->name" });
  const found = data?.[dcid]?.arcs?.["name"]?.nodes?.[0]?.value;
  if (found !== nameOf(place)) throw new Error(`${dcid} has the name ${found}`);
}

function requireLatest(commons: Commons, variable: number, place: number): void {
  const [{ date, value }] = pointsOf(commons, variable, place, "LATEST") as [Point];
  if (date !== `${lastYear}` || value !== numberOf(variable, place, lastYear)) {
    throw new Error(`the latest of ${variableOf(variable)} is ${value} in ${date}`);
  }
}

function requireSeries(commons: Commons, variable: number, place: number): void {
  const points = pointsOf(commons, variable, place, "");
  const isRight = points.every(
    ({ date, value }) => value === numberOf(variable, place, Number(date)),
  );
  if (points.length !== 10 || !isRight) throw new Error(`${variableOf(variable)} is wrong`);
}

interface Point {
  readonly date?: string;
  readonly value?: number;
}

function pointsOf(commons: Commons, variable: number, place: number, date: string) {
  const [name, dcid] = [variableOf(variable), placeOf(place)];
  const { byVariable } = commons.v2.observation({
    select: ["variable", "entity", "date", "value"],
    variable: { dcids: [name] },
    entity: { dcids: [dcid] },
    date,
  });
  return byVariable?.[name]?.byEntity?.[dcid]?.orderedFacets?.[0]?.observations ?? [];
}
