/**
 * Observations as a list of rows and nothing else: every read is a filter and a sort over texts.
 * Facets and their order are written down once more (behaviour: observation 6, observation 8).
 */

import { compareTexts, distinct, type NaiveGraph, naiveNode } from "../store/naive-graph.ts";

/** What a loader says about a series; `provenance` is a dcid, undefined for none. */
export interface NaiveSource {
  readonly provenance: string | undefined;
  readonly importName: string;
  readonly provenanceUrl: string;
  readonly measurementMethod: string;
  readonly observationPeriod: string;
  readonly scalingFactor: string;
  readonly unit: string;
  readonly isDcAggregate: boolean;
}

export interface NaiveFacet extends Omit<NaiveSource, "provenance"> {
  readonly provenanceId: string;
}

export interface NaiveRow {
  readonly variable: string;
  readonly entity: string;
  readonly facet: NaiveFacet;
  readonly date: string;
  readonly value: string;
}

export interface NaiveSeries extends Omit<NaiveRow, "date" | "value"> {
  /** Ascending by date; of rows with one date the last loaded. */
  readonly points: readonly { readonly date: string; readonly value: string }[];
}

export function naiveFacet(source: NaiveSource, graph: NaiveGraph): NaiveFacet {
  const { provenance, ...facet } = source;
  if (facet.measurementMethod === "DataCommonsAggregate") {
    Object.assign(facet, { measurementMethod: "", isDcAggregate: true });
  } else if (facet.measurementMethod.startsWith("dcAggregate/")) {
    const measurementMethod = facet.measurementMethod.replace("dcAggregate/", "");
    Object.assign(facet, { measurementMethod, isDcAggregate: true });
  }
  const { importName, provenanceUrl } = facet;
  if (provenance === undefined || provenance === "") {
    return { ...facet, provenanceId: importName === "" ? "" : `dc/base/${importName}` };
  }
  if (importName !== "" || provenanceUrl !== "") return { ...facet, provenanceId: provenance };
  const lastPart = provenance.split("/").at(-1)!;
  const [url] = graph.arcs("out", naiveNode(provenance), "url");
  return {
    ...facet,
    importName: provenance.startsWith("dc/base/")
      ? provenance.replace("dc/base/", "")
      : graph.nameOf(provenance) || lastPart,
    provenanceUrl: url?.term.text ?? "",
    provenanceId: provenance,
  };
}

/** A number when the text is a finite decimal number, else the text. */
export function naiveValue(text: string): number | string {
  const isDecimal = text !== "" && text === text.trim() && !/[xob]/i.test(text);
  return isDecimal && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Numbers ascending, texts in byte order, column by column. */
function compareColumns(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [at, left] of a.entries()) {
    const right = b[at]!;
    const order =
      typeof left === "string" ? compareTexts(left, String(right)) : left - Number(right);
    if (order !== 0) return order;
  }
  return 0;
}

const measured = (facet: NaiveFacet) => [
  facet.measurementMethod,
  facet.observationPeriod,
  facet.scalingFactor,
  facet.unit,
  facet.provenanceUrl,
];

/** The order of facet numbers, which breaks ties of every other order. */
export const compareNaiveFacets = (a: NaiveFacet, b: NaiveFacet): number => {
  const columns = (facet: NaiveFacet) => [
    facet.importName,
    ...measured(facet),
    Number(facet.isDcAggregate),
    facet.provenanceId,
  ];
  return compareColumns(columns(a), columns(b));
};

export type NaiveOrder = "series" | "cohort" | "facet";

/** Best first; `score` gives a facet's score. */
export function naiveRank(
  series: readonly NaiveSeries[],
  order: NaiveOrder,
  score: (facet: NaiveFacet) => number,
): NaiveSeries[] {
  const columns = ({ facet }: NaiveSeries) => {
    if (order === "series") return [facet.importName, ...measured(facet)];
    if (order === "cohort") return measured(facet);
    return [...measured(facet), facet.importName];
  };
  const latest = ({ points }: NaiveSeries) => points.at(-1)!.date;
  const recency = (a: NaiveSeries, b: NaiveSeries) =>
    order === "cohort"
      ? 0
      : compareTexts(latest(b), latest(a)) || b.points.length - a.points.length;
  return [...series]
    .sort((a, b) => compareNaiveFacets(a.facet, b.facet))
    .sort(
      (a, b) =>
        score(a.facet) - score(b.facet) || recency(a, b) || compareColumns(columns(a), columns(b)),
    );
}

export class NaiveObservations {
  /** As loaded: in that order, with repetitions. */
  readonly loaded: readonly NaiveRow[];

  constructor(loaded: readonly NaiveRow[]) {
    this.loaded = loaded;
  }

  variables(): string[] {
    return distinct(
      this.loaded.map(({ variable }) => variable),
      compareTexts,
    );
  }

  entities(variable?: string): string[] {
    const rows = this.loaded.filter((row) => variable === undefined || row.variable === variable);
    return distinct(
      rows.map(({ entity }) => entity),
      compareTexts,
    );
  }

  variablesOf(entity: string): string[] {
    return distinct(
      this.loaded.filter((row) => row.entity === entity).map(({ variable }) => variable),
      compareTexts,
    );
  }

  dates(): string[] {
    return distinct(
      this.loaded.map(({ date }) => date),
      compareTexts,
    );
  }

  /** Series of a variable about an entity, by facet. */
  seriesOf(variable: string, entity: string): NaiveSeries[] {
    const rows = this.loaded.filter((row) => row.variable === variable && row.entity === entity);
    const facets = distinct(
      rows.map(({ facet }) => facet),
      compareNaiveFacets,
    );
    return facets.map((facet) => {
      const own = rows.filter((row) => compareNaiveFacets(row.facet, facet) === 0);
      const dates = distinct(
        own.map(({ date }) => date),
        compareTexts,
      );
      const points = dates.map((date) => ({
        date,
        value: own.findLast((row) => row.date === date)!.value,
      }));
      return { variable, entity, facet, points };
    });
  }

  /**
   * Rows that repeat the series and date of an earlier one, and those that differ from the last.
   */
  repetitions(): { repeated: number; conflicting: number } {
    let repeated = 0;
    let conflicting = 0;
    for (const [at, row] of this.loaded.entries()) {
      const before = this.loaded
        .slice(0, at)
        .findLast(
          ({ variable, entity, facet, date }) =>
            variable === row.variable &&
            entity === row.entity &&
            date === row.date &&
            compareNaiveFacets(facet, row.facet) === 0,
        );
      if (before === undefined) continue;
      repeated++;
      if (before.value !== row.value) conflicting++;
    }
    return { repeated, conflicting };
  }
}
