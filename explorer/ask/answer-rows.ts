/** Rows of an answer as observations, with names and sources. */
import type { Understood } from "../backend/world.ts";
import { facetText, type Observation, observationsIn } from "../parts/observations.ts";

export type UnderstoodAnswer = NonNullable<Understood["answer"]>;

export interface Row {
  readonly now: Observation;
  /** Of a change, the first one. */
  readonly before?: Observation;
  /** Of a change, as a part of the first value; not finite where there is none. */
  readonly share: number;
  /** Of a correlation, the second variable. */
  readonly against?: Observation;
}

export function rowsIn(
  { variables, citations }: Understood,
  { rows, facets }: UnderstoodAnswer,
): readonly Row[] {
  const names = new Map(variables.map(({ dcid, name }) => [dcid, name ?? dcid]));
  const second = variables[1]?.dcid ?? "";
  const cellsOf = (row: (typeof rows)[number], point: (typeof rows)[number] | Point) => {
    const { importName, provenanceUrl, measurementMethod, observationPeriod, unit } =
      facets[point.facetId ?? row.facetId] ?? {};
    const variable = "variable" in point ? point.variable : second;
    return [
      ...[row.entity, row.entityName ?? row.entity, variable, names.get(variable) ?? variable],
      ...[point.date, point.value, point.facetId ?? row.facetId],
      ...[importName, provenanceUrl, measurementMethod, observationPeriod, unit],
    ].map((cell) => cell ?? null);
  };
  const all = rows.flatMap((row) => [
    cellsOf(row, row),
    cellsOf(row, row.before === undefined ? row : { ...row, ...row.before }),
    cellsOf(row, row.against ?? row),
  ]);
  const made = observationsIn({
    columns,
    rows: all,
    total: all.length,
    notNumbers: 0,
    undivided: 0,
    citations,
  });
  return rows.map((row, at): Row => {
    const [now, before, against] = made.slice(3 * at, 3 * at + 3) as [
      Observation,
      Observation,
      Observation,
    ];
    return {
      now,
      share: row.changeShare ?? Number.NaN,
      ...(row.before !== undefined && { before }),
      ...(row.against !== undefined && { against }),
    };
  });
}

interface Point {
  readonly date: string;
  readonly value: number;
  readonly facetId: string;
}

const columns = [
  ...["entity", "entity_name", "variable", "variable_name", "date", "value", "facetId"],
  ...["importName", "provenanceUrl", "measurementMethod", "observationPeriod", "unit"],
];

/** All observations of rows. */
export const observedIn = (rows: readonly Row[]): readonly Observation[] =>
  rows.flatMap(({ now, before, against }) =>
    [now, before, against].filter((one) => one !== undefined),
  );

/** Points of lines as rows, after the rows that no line has. */
export function withLines(rows: readonly Row[], lines: readonly Observation[]): readonly Row[] {
  const keyOf = ({ entity, variable, date, facetId }: Observation) =>
    JSON.stringify([entity, variable, date, facetId]);
  const drawn = new Set(lines.map(keyOf));
  return [
    ...rows.filter(({ now }) => !drawn.has(keyOf(now))),
    ...lines.map((now): Row => ({ now, share: Number.NaN })),
  ];
}

/** Those of the lines whose place has its number above from another series. */
export function othersIn(
  lines: readonly Observation[],
  numbers: readonly Observation[],
): readonly Observation[] {
  const keyOf = ({ entity, variable }: Observation) => `${entity} ${variable}`;
  const facetOf = new Map(numbers.map((one) => [keyOf(one), one.facetId]));
  return lines.filter((one) => (facetOf.get(keyOf(one)) ?? one.facetId) !== one.facetId);
}

/** Two sentences: the series of lines of one variable, and those of the numbers above them. None where they are the same. */
export function otherSeries(
  all: readonly Observation[],
  numbers: readonly Observation[],
): readonly string[] {
  const others = othersIn(all, numbers);
  if (others.length === 0) return [];
  const joined = (texts: readonly string[]) => [...new Set(texts)].join("; ");
  const places = new Set(others.map(({ entity }) => entity));
  const above = numbers.filter(
    ({ entity, variable }) => places.has(entity) && variable === all[0]?.variable,
  );
  const isAll = all.every(({ entity }) => places.has(entity));
  const whose = isAll ? "" : ` of ${[...new Set(above.map((one) => one.entityName))].join(", ")}`;
  return [
    `The lines${whose} are the longest series, ${joined(others.map(facetText))}.`,
    `The numbers above are of ${joined(above.map(facetText))}.`,
  ];
}

/** How many sources have dates that the lines of one variable lack of a place. */
export function otherDates(lines: readonly Observation[], all: readonly Observation[]): number {
  const keyOf = ({ entity, variable, date }: Observation) => `${entity} ${variable} ${date}`;
  const drawn = new Set(lines.map(keyOf));
  const others = all.filter((one) => one.variable === lines[0]?.variable && !drawn.has(keyOf(one)));
  return new Set(others.map(({ facetId }) => facetId)).size;
}
