/** A world in parts beyond one file: what is in which part. */

import { closeSync, openSync, writeSync } from "node:fs";

/** How large it is. */
export interface PartsShape {
  readonly parts: number;
  /** Of each part. */
  readonly variables: number;
  readonly entities: number;
}

const dateCount = 20;
const firstYear = 2001;
export const lastYear: number = firstYear + dateCount - 1;
const chunkLength = 1 << 20;
/** A prime, by which numbers are scattered. */
const scatter = 2_654_435_761;
export const provenance = "dc/base/Huge";

export const rowsOfPart = ({ variables, entities }: PartsShape): number =>
  variables * entities * dateCount;
export const variableOf = (at: number): string => `v/${String(at).padStart(6, "0")}`;
export const placeOf = (at: number): string => `p/${String(at).padStart(6, "0")}`;
export const nameOf = (place: number): string => `Place ${place}`;

export function numberOf(variable: number, place: number, year: number): number {
  return ((variable * 31 + place * 7 + year) * scatter) % 1_000_003;
}

export function writeGraph({ parts, variables, entities }: PartsShape, path: string): void {
  write(
    path,
    (function* () {
      yield "subject_id,predicate,object_id,object_value,provenance\n";
      yield `${provenance},typeOf,Provenance,,${provenance}\n`;
      for (let at = 0; at < parts * variables; at++) {
        yield `${variableOf(at)},typeOf,StatisticalVariable,,${provenance}\n`;
      }
      for (let at = 0; at < entities; at++) {
        yield `${placeOf(at)},typeOf,City,,${provenance}\n${placeOf(at)},name,,${nameOf(at)},${provenance}\n`;
      }
    })(),
  );
}

export function writeRows({ variables, entities }: PartsShape, part: number, path: string): void {
  write(
    path,
    (function* () {
      yield "variable,entity,date,value,provenance\n";
      for (let variable = part * variables; variable < (part + 1) * variables; variable++) {
        for (let place = 0; place < entities; place++) {
          const start = `${variableOf(variable)},${placeOf(place)},`;
          let rows = "";
          for (let year = firstYear; year <= lastYear; year++) {
            rows += `${start}${year},${numberOf(variable, place, year)},${provenance}\n`;
          }
          yield rows;
        }
      }
    })(),
  );
}

function write(path: string, texts: Iterable<string>): void {
  const file = openSync(path, "w");
  try {
    let chunk = "";
    for (const text of texts) {
      chunk += text;
      if (chunk.length < chunkLength) continue;
      writeSync(file, chunk);
      chunk = "";
    }
    writeSync(file, chunk);
  } finally {
    closeSync(file);
  }
}
