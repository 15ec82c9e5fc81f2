/** The properties of an observation, which are columns and not triples (behaviour: sparql 3.6). */

import { facetFields, fieldText, measuredFields } from "../../stats/facets/facet-fields.ts";
import { foldAggregate } from "../../stats/facets/facets.ts";
import { observationType } from "../plan.ts";
import { type CellId, type QueryTerms, type Search, unbound } from "./search.ts";

/** What all points of a series share. */
const seriesColumns = [
  "typeOf",
  "variableMeasured",
  "observationAbout",
  "provenance",
  ...measuredFields,
  // Older populations had these; no loaded observation has.
  "samplePopulation",
  "location",
] as const;

const pointColumns = ["observationDate", "value"] as const;

export type SeriesColumn = (typeof seriesColumns)[number];
export type PointColumn = (typeof pointColumns)[number];
export type ObservationColumn = SeriesColumn | PointColumn;

export function isObservationColumn(property: string): property is ObservationColumn {
  return isPointColumn(property as ObservationColumn) || seriesColumns.some((p) => p === property);
}

export function isPointColumn(column: ObservationColumn): column is PointColumn {
  return pointColumns.some((name) => name === column);
}

/** Columns whose texts are nodes; the others are literals (behaviour: sparql 3.6). */
function isNodeColumn(column: ObservationColumn): boolean {
  return !literalColumns.has(column);
}

const literalColumns: ReadonlySet<string> = new Set<string>([
  ...pointColumns,
  ...measuredFields.filter((field) => facetFields[field].object === "literal"),
]);

/** Reads columns as cells. Facets are few, so theirs are remembered. */
export class ColumnReader {
  readonly #search: Search;
  readonly #terms: QueryTerms;
  readonly #type: CellId;
  readonly #facets = new Map<number, ReadonlyMap<SeriesColumn, CellId>>();

  constructor(search: Search) {
    this.#search = search;
    this.#terms = search.terms;
    this.#type = search.terms.nodeOf(observationType);
  }

  /** The cell of a column of a series; `unbound` when it is unset. */
  ofSeries(column: SeriesColumn, series: number): CellId {
    const { observations } = this.#search;
    switch (column) {
      case "typeOf":
        return this.#type;
      case "variableMeasured":
        return observations.variableOf(series);
      case "observationAbout":
        return observations.entityOf(series);
      case "samplePopulation":
      case "location":
        return unbound;
      default:
        return this.#ofFacet(observations.facetNumberOf(series)).get(column) ?? unbound;
    }
  }

  #ofFacet(number: number): ReadonlyMap<SeriesColumn, CellId> {
    const known = this.#facets.get(number);
    if (known !== undefined) return known;
    const facet = this.#search.observations.facets[number];
    const cells = new Map<SeriesColumn, CellId>();
    if (facet !== undefined) {
      this.#addText(cells, "provenance", facet.provenanceId);
      const written = foldAggregate(facet);
      for (const field of measuredFields) this.#addText(cells, field, fieldText(written, field));
    }
    this.#facets.set(number, cells);
    return cells;
  }

  #addText(cells: Map<SeriesColumn, CellId>, column: SeriesColumn, text: string): void {
    if (text !== "") cells.set(column, cellOfText(this.#terms, column, text));
  }
}

/** The cell of a text in a column. */
export function cellOfText(terms: QueryTerms, column: ObservationColumn, text: string): CellId {
  return isNodeColumn(column) ? terms.nodeOf(text) : terms.literalOf(text);
}
