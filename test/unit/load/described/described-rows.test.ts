/** Rows of described tables: what each gives and what is found, whether read as bytes or as texts. */
import { expect, test } from "vitest";
import { type Diagnostic, open, type TableColumns } from "../../../../src/index.ts";
import { observationsOf } from "./opened-columns.ts";

/** Observations, and findings as `level counter line × count | message`. */
async function outcome(rows: readonly string[], columns: TableColumns): Promise<string[]> {
  const found: Diagnostic[] = [];
  const onDiagnostic = (diagnostic: Diagnostic) => void found.push(diagnostic);
  const commons = await open({ "a.csv": `${rows.join("\n")}\n` }, { columns, onDiagnostic });
  const counts = new Map(
    commons.info.diagnostics.counters.map(({ level, counter, count }) => [
      `${level} ${counter}`,
      count,
    ]),
  );
  const findings = found.map(({ level, counter, line, message }) => {
    const count = counts.get(`${level} ${counter}`);
    return `${level} ${counter} ${line ?? "-"} × ${count} | ${message}`;
  });
  return [...observationsOf(commons), ...findings];
}

const plain: TableColumns = { entity: "p", date: "d", variables: ["n"] };
const perRow: TableColumns = { entity: "p", date: "d", variable: "v", value: "n" };
const many = Array.from({ length: 22 }, (_, at) => `a,${2000 + at},1,x${at}`);

test.each<
  [what: string, rows: readonly string[], columns: TableColumns, expected: readonly string[]]
>([
  [
    "other rows",
    ["p,d,n,S", "a,2020,1,T", "a,2020,2,F", "a,2020,3,M"],
    { ...plain, only: { S: "T" } },
    [
      "n a 2020 1",
      "info CSV_RowsOfOtherValues - × 2 | rows with other cells than columns.only names are not read: 2",
    ],
  ],
  [
    "cells without a value",
    ["p,d,n,m", "a,2020,,1", "a,2021,:,", "a,2022,:,2"],
    { ...plain, variables: ["n", "m"] },
    [
      "m a 2020 1",
      "m a 2022 2",
      "info Sanity_NoValueInObs 3 × 2 | ':' says that there is no value: column 'n'",
      "info Sanity_NoValueInObs 4 × 2 | ':' says that there is no value: column 'n'",
      "info StrSplit_EmptyToken_value - × 2 | cells without a value: column 'n': '' × 1",
      "info StrSplit_EmptyToken_value - × 2 | cells without a value: column 'm': '' × 1",
    ],
  ],
  [
    "notes",
    ["p,d,n,f", "a,2020,1,e", "a,2021,2,", "a,2022,3,e", "a,2023,4,p", "a,2024,,p"],
    { ...plain, notes: ["f"] },
    [
      "n a 2020 1",
      "n a 2021 2",
      "n a 2022 3",
      "n a 2023 4",
      "info CSV_NotesNotRead - × 3 | notes are not read: column 'f': 'e' × 2, 'p' × 1",
      "info StrSplit_EmptyToken_value - × 1 | cells without a value: column 'n': '' × 1",
    ],
  ],
  [
    "many notes",
    ["p,d,n,f", ...many],
    { ...plain, notes: ["f"] },
    [
      ...Array.from({ length: 22 }, (_, at) => `n a ${2000 + at} 1`),
      `info CSV_NotesNotRead - × 22 | notes are not read: column 'f': ${Array.from({ length: 20 }, (_, at) => `'x${at}' × 1`).join(", ")}, 'others' × 2`,
    ],
  ],
  [
    "rows without entity, date or variable",
    ["p,d,n,v", ",2020,1,V", "a,,2,V", "a,2020,3,", "a,2021,4,V"],
    perRow,
    [
      "V a 2021 4",
      "error Sanity_MissingOrEmpty_entity 2 × 1 | the row has no entity; row not loaded",
      "error Sanity_MissingOrEmpty_date 3 × 1 | the row has no date; row not loaded",
      "error Sanity_MissingOrEmpty_variable 4 × 1 | the row has no variable; row not loaded",
    ],
  ],
  [
    "dates that are none, and others",
    ["p,d,n", "a,soon,1", "a,Jul 2020,2", "a,Aug 2020,3", "a,2020Q1,4"],
    plain,
    [
      "n a 2020-07 2",
      "n a 2020-08 3",
      "n a 2020-03 4 P3M",
      "error Sanity_InvalidObsDate 2 × 1 | 'soon' is not a date, such as 2020, 2020-07, Jul 2020 or 2020Q3; the observation is not loaded: column 'd'",
      "info Sanity_ReadObsDate 3 × 1 | 'Jul 2020' is read as 2020-07, and others like it: column 'd'",
    ],
  ],
  [
    "powers that are none, and others",
    ["p,d,n,k", "a,2020,1.5,3", "a,2021,2,Thousands", "a,2022,3,x", "a,2023,4,"],
    { ...plain, multiplier: "k" },
    [
      "n a 2020 1500",
      "n a 2021 2000",
      "n a 2023 4",
      "error Sanity_MultiplierOfObsValue 4 × 1 | 'x' is no power of ten, such as 3 or Thousands; the observation is not loaded: column 'k'",
    ],
  ],
  [
    "units that say nothing",
    ["p,d,n,u", "a,2020,1,NotApplicable", "a,2021,2,_Z", "a,2022,3,dcs:Person"],
    { ...plain, unit: "u" },
    ["n a 2022 3 Person", "n a 2020 1", "n a 2021 2"],
  ],
  [
    "values of other units",
    ["p,d,n", "a,2020,$1", "a,2021,2%", "a,2022,x"],
    { ...plain, unit: { constant: "Percent" } },
    [
      "n a 2021 2 Percent",
      "error Sanity_UnitOfObsValue 2 × 1 | '$1' is not in 'Percent', the unit of its column; it is not loaded: column 'n'",
      "info Sanity_SignInObsValue 3 × 1 | '2%' is read as 2 in Percent: column 'n'",
      "info Sanity_NoValueInObs 4 × 1 | 'x' says that there is no value: column 'n'",
    ],
  ],
  [
    "entities that are totals or none",
    ["p,d,n", "Total,2020,1", "Total,2021,2", "a b,2020,3", "X,2020,4", "a,2020,5"],
    { ...plain, entity: { column: "p", without: ["X"] } },
    [
      "n a 2020 5",
      "warning Resolution_TotalRow 2 × 2 | 'Total' is a total of other rows and no entity; 2 rows not loaded",
      "error Resolution_UnresolvedEntity 4 × 1 | 'a b' is no dcid: it holds a space or a comma; row not loaded",
      "info Resolution_LeftOutEntity 5 × 1 | 'X' is left out by the option columns; row not loaded",
    ],
  ],
  [
    "codes without a place",
    ["p,d,n", "A,2020,1", "B,2020,2", "B,2021,3", "All,2020,4"],
    { ...plain, entity: { column: "p", values: { A: { dcid: "a", name: "Ay", type: "Place" } } } },
    [
      "n a 2020 1",
      "error Resolution_UnresolvedEntity 3 × 2 | columns.entity.values has no place for 'B'; 2 rows not loaded",
      "warning Resolution_TotalRow 5 × 1 | 'All' is a total of other rows and no entity; row not loaded",
    ],
  ],
  [
    "parts of dates",
    ["p,d,quarter,n", "a,2020,1,1", "a,2020,,2", "a,2020,9,3", "a,,2,4"],
    { ...plain, date: { column: "d", part: "quarter" } },
    [
      "n a 2020-03 1 P3M",
      "n a 2020 2",
      "info Sanity_ReadObsDate 2 × 1 | '2020-Q1' is read as 2020-03, and others like it: column 'd'",
      "error Sanity_InvalidObsDate 4 × 1 | '2020-Q9' is not a date, such as 2020, 2020-07, Jul 2020 or 2020Q3; the observation is not loaded: column 'd'",
      "error Sanity_MissingOrEmpty_date 5 × 1 | the row has no date; row not loaded",
    ],
  ],
])("%s", async (_, rows, columns, expected) => {
  expect(await outcome(rows, columns)).toEqual(expected);
  const latin: TableColumns = { ...columns, encoding: "windows-1252" };
  expect(await outcome(rows, latin)).toEqual(expected);
});
