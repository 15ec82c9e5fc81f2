/** A billion observations and a hundred million triples, or a part of them: what is in which file. */

import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** One n-th of everything. */
export interface WorldPart {
  readonly part: number;
}

const variableCount = 2000;
const dateCount = 10;
const firstYear = 2011;
const triplesPerPlace = 4;
const tables = 40;
const chunkLength = 1 << 20;
/** A prime, by which numbers are scattered. */
const scatter = 2_654_435_761;

export const entitiesOf = ({ part }: WorldPart): number => Math.ceil(50_000 / part);
export const placesOf = ({ part }: WorldPart): number => Math.ceil(25_000_000 / part);
export const variables: number = variableCount;
export const lastYear: number = firstYear + dateCount - 1;

export const variableOf = (at: number): string => `v/${String(at).padStart(4, "0")}`;
export const placeOf = (at: number): string => `p/${String(at).padStart(8, "0")}`;
export const nameOf = (place: number): string => `Place ${place}`;

/** Of any of the years. */
export function numberOf(variable: number, place: number, year: number): number {
  return ((variable * 31 + place * 7 + year) * scatter) % 1_000_003;
}

export interface WorldCounts {
  readonly observations: number;
  readonly series: number;
  readonly triples: number;
}

export function countsOf(world: WorldPart): WorldCounts {
  const series = variableCount * entitiesOf(world);
  return { series, observations: series * dateCount, triples: placesOf(world) * triplesPerPlace };
}

/** Names of all files, in the order in which they are written and loaded. */
export function filesOf(folder: string): string[] {
  const observations = Array.from({ length: tables }, (_, at) =>
    join(folder, `observations-${String(at).padStart(2, "0")}.csv`),
  );
  return [join(folder, "triples.csv"), ...observations];
}

/** Writes those files of which `isWanted`: several processes may write some each. */
export function writeFiles(
  world: WorldPart,
  folder: string,
  isWanted: (file: number) => boolean,
): void {
  for (const [at, path] of filesOf(folder).entries()) {
    if (!isWanted(at)) continue;
    const file = openSync(path, "w");
    try {
      for (const chunk of at === 0 ? triples(world) : observations(world, at - 1)) {
        writeSync(file, chunk);
      }
    } finally {
      closeSync(file);
    }
  }
}

/** Each place lies in one of a thousand others. */
function* triples(world: WorldPart): Generator<string> {
  const places = placesOf(world);
  let chunk = "subject_id,predicate,object_id,object_value,provenance\n";
  for (let at = 0; at < places; at++) {
    const dcid = placeOf(at);
    chunk += `${dcid},typeOf,City,,dc/base/Huge\n${dcid},name,,${nameOf(at)},dc/base/Huge\n`;
    chunk += `${dcid},containedInPlace,${placeOf(at % Math.min(1000, places))},,dc/base/Huge\n`;
    chunk += `${dcid},code,,${at % 9973},dc/base/Huge\n`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

function* observations(world: WorldPart, file: number): Generator<string> {
  const entities = entitiesOf(world);
  const perTable = variableCount / tables;
  let chunk = "variable,entity,date,value\n";
  for (let variable = file * perTable; variable < (file + 1) * perTable; variable++) {
    const name = variableOf(variable);
    for (let place = 0; place < entities; place++) {
      const start = `${name},${placeOf(place)},`;
      for (let year = firstYear; year <= lastYear; year++) {
        chunk += `${start}${year},${numberOf(variable, place, year)}\n`;
      }
      if (chunk.length < chunkLength) continue;
      yield chunk;
      chunk = "";
    }
  }
  yield chunk;
}
