/** Places of states with numbers of years and of months, the same for us and for DuckDB. */

import { Random } from "../data/random.ts";

export const firstYear = 1990;
export const lastYear = 2023;
const states = 50;

/** A row: entity, variable, date, value, source. */
type Row = readonly [string, string, string, number, string];

export const placeOf = (at: number): string => `geoId/${String(at).padStart(6, "0")}`;
export const stateOf = (at: number): string => `geoId/S${String(at % states).padStart(2, "0")}`;

/** Facets A and B for people; some years are missing, and some numbers of B differ from those of A. */
export function* rowsOf(places: number): Generator<Row> {
  const random = new Random(11);
  for (const variable of ["People", "Jobs", "Income"]) {
    for (let place = 0; place < places; place++) {
      const base = 1000 + Math.floor(random.fraction() * 1_000_000);
      for (let year = firstYear; year <= lastYear; year++) {
        const value = Math.round(base * (1 + (year - firstYear) * 0.01 + random.fraction() / 10));
        const isThere = random.fraction() > 0.05;
        if (isThere) yield [placeOf(place), variable, String(year), value, "A"];
        if (variable !== "People" || place % 3 !== 0 || year < 2010) continue;
        const other = random.fraction() < 0.3 ? Math.round(value * 1.04) : value;
        yield [placeOf(place), variable, String(year), other, "B"];
      }
    }
  }
  for (let place = 0; place < places; place++) {
    for (let month = 0; month < 72; month++) {
      const date = `${2018 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
      yield [placeOf(place), "Price", date, 100 + Math.floor(random.fraction() * 50), "A"];
    }
  }
}

export function* lines(places: number): Generator<string> {
  yield "entity,variable,date,value,import_name\n";
  for (const row of rowsOf(places)) yield `${row.join(",")}\n`;
}

export function graphOf(places: number): string {
  const node = (dcid: string, type: string, inside: string) =>
    `Node: dcid:${dcid}\ntypeOf: dcs:${type}\ncontainedInPlace: dcid:${inside}\n`;
  return [
    ...Array.from({ length: states }, (_, at) => node(stateOf(at), "State", "country/X")),
    ...Array.from({ length: places }, (_, at) => node(placeOf(at), "County", stateOf(at))),
  ].join("\n");
}
