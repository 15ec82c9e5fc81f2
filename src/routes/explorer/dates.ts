/** At which dates and in which years places have values: what a map and a scatter choose from. */
import type { Commons, EntityExpression, TableColumn } from "../../index.ts";

export interface Dates {
  /** Places with a number of each variable, whenever. */
  readonly places: number;
  /** Of the first variable, with the number of places; the latest first. */
  readonly dates: readonly { readonly date: string; readonly count: number }[];
  /**
   * Years in which places have numbers of all variables, the latest first. A year has one date of each
   * variable: the one that most places have, of equals the shortest, of these the latest.
   */
  readonly years: readonly {
    readonly year: string;
    readonly dates: readonly string[];
    readonly count: number;
  }[];
}

type PlacesByDate = ReadonlyMap<string, ReadonlySet<string>>;

interface Wanted {
  readonly place: string;
  readonly type: string;
  readonly variables: readonly string[];
}

export async function datesOf(
  commons: Commons,
  { place, type, variables }: Wanted,
): Promise<Dates> {
  const entities: EntityExpression = `${place}<-containedInPlace+{typeOf:${type}}`;
  const table = await commons.table({ entities, variables, date: "all", facet: "all" });
  const [variableAt, entityAt] = [
    textsOf(table.column("variable")),
    textsOf(table.column("entity")),
  ];
  const [dateAt, values] = [textsOf(table.column("date")), table.column("value")];
  const byVariable = new Map(variables.map((one) => [one, new Map<string, Set<string>>()]));
  for (let row = 0; row < table.length; row++) {
    if (values?.kind !== "number" || Number.isNaN(values.values[row])) continue;
    const ofVariable = byVariable.get(variableAt(row));
    const there = ofVariable?.get(dateAt(row)) ?? new Set();
    ofVariable?.set(dateAt(row), there.add(entityAt(row)));
  }
  const [first = new Map(), ...others] = byVariable.values();
  const all = [first, ...others];
  return {
    places: commonTo(all.map(placesOf)),
    dates: latestFirst(first.keys()).map((date) => ({ date, count: first.get(date)?.size ?? 0 })),
    years: latestFirst(new Set([...first.keys()].map(yearOf))).flatMap((year) => {
      const found = all.flatMap((ofVariable) => widestIn(ofVariable, year) ?? []);
      const count = commonTo(found.map(({ there }) => there));
      const isWhole = found.length === all.length && count > 0;
      return isWhole ? [{ year, dates: found.map(({ date }) => date), count }] : [];
    }),
  };
}

function textsOf(column: TableColumn | undefined): (row: number) => string {
  if (column?.kind !== "text") return () => "";
  return (row) => column.texts[column.codes[row] ?? 0] ?? "";
}

const yearOf = (date: string): string => date.slice(0, 4);

/** Dates are ASCII: any order of texts is the same. */
const latestFirst = (dates: Iterable<string>): string[] => [...dates].sort().reverse();

const placesOf = (ofVariable: PlacesByDate): ReadonlySet<string> =>
  new Set([...ofVariable.values()].flatMap((there) => [...there]));

function widestIn(ofVariable: PlacesByDate, year: string) {
  const found = latestFirst(ofVariable.keys()).flatMap((date) => {
    const there = ofVariable.get(date);
    return there !== undefined && yearOf(date) === year ? [{ date, there }] : [];
  });
  return found.sort((a, b) => b.there.size - a.there.size || a.date.length - b.date.length)[0];
}

/** How many places are in all of the sets. */
function commonTo([first = new Set(), ...others]: readonly ReadonlySet<string>[]): number {
  return [...first].filter((place) => others.every((other) => other.has(place))).length;
}
