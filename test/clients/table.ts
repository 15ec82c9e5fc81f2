/** Observations of a folder, read from its table by JavaScript alone. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Records of CSV (RFC 4180). */
export function recordsOf(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    record.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    if (record.length > 1 || record[0] !== "") records.push(record);
    record = [];
  }
  return records;
}

/** Values by variable and entity, then by date: more than one where there are several sources. */
export type Observed = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<number>>>;

export const pairOf = (variable: string, entity: string): string => `${variable} of ${entity}`;

/** Which columns of the sample's other tables are of which variables, as its templates say. */
const otherTables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "population.csv": { population: "Count_Person" },
  "acs-1-year.csv": {
    population: "Count_Person",
    male: "Count_Person_Male",
    female: "Count_Person_Female",
    households: "Count_Household",
    median_age: "Median_Age_Person",
    median_income: "Median_Income_Household",
  },
  "labor.csv": {
    unemployment_rate: "UnemploymentRate_Person",
    employed: "Count_Person_Employed",
    unemployed: "Count_Person_Unemployed",
  },
};

/** Values that are no numbers are left out. */
export function observedIn(folder: string): Observed {
  const observed = new Map<string, Map<string, Set<number>>>();
  const add = (variable: string, entity: string, date: string, text: string) => {
    const value = Number(text);
    if (text === "" || Number.isNaN(value)) return;
    const pair = pairOf(variable, entity);
    const byDate = observed.get(pair) ?? new Map<string, Set<number>>();
    observed.set(pair, byDate);
    byDate.set(date, new Set([...(byDate.get(date) ?? []), value]));
  };
  for (const row of rowsOf(join(folder, "observations.csv"))) {
    add(row["variable"] ?? "", row["entity"] ?? "", row["date"] ?? "", row["value"] ?? "");
  }
  for (const [table, columns] of Object.entries(otherTables)) {
    for (const row of rowsOf(join(folder, table))) {
      const date = row["date"] ?? row["year"] ?? "";
      for (const [column, variable] of Object.entries(columns)) {
        add(variable, row["place"] ?? "", date, row[column] ?? "");
      }
    }
  }
  return observed;
}

function rowsOf(path: string): Readonly<Record<string, string>>[] {
  if (!existsSync(path)) return [];
  const [header = [], ...records] = recordsOf(readFileSync(path, "utf8"));
  return records.map((record) =>
    Object.fromEntries(header.map((name, at) => [name, record[at] ?? ""])),
  );
}
