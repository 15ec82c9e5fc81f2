/** The properties of an observation, which are columns and not triples (behaviour: sparql 3.6). */

import {
  aboutProperty,
  entityProperties,
  facetFields,
  fieldText,
  measuredFields,
} from "../../stats/facet-fields.ts";
import { foldAggregate } from "../../stats/facets.ts";
import { entityPropertiesOf } from "../../stats/read/entity-properties.ts";
import type { Graph } from "../../store/graph/graph.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
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

/** An entity by another property than `observationAbout`, which some variable names. */
type EntityColumn = `about ${string}`;

export type SeriesColumn = (typeof seriesColumns)[number] | EntityColumn;
export type PointColumn = (typeof pointColumns)[number];
export type ObservationColumn = SeriesColumn | PointColumn;

/** The column that a property of observations is; undefined for one that is none. */
export function columnOf(graph: Graph, property: string): ObservationColumn | undefined {
  const column = property as ObservationColumn;
  if (isPointColumn(column) || seriesColumns.some((name) => name === property)) return column;
  const [node, naming] = [graph.dictionary.nodeOf(property), graph.predicateOf(entityProperties)];
  const isNamed =
    node !== undefined && naming !== undefined && graph.valuesOf(node, naming, "in").length > 0;
  return isNamed ? `about ${property}` : undefined;
}

/** The property by which a column is what observations are about; undefined for any other column. */
export function aboutOf(column: ObservationColumn): string | undefined {
  if (column === aboutProperty) return column;
  return column.startsWith("about ") ? column.slice("about ".length) : undefined;
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
  /** Does any variable name the properties of its entities? */
  readonly #isNamed: boolean;
  readonly #properties = new Map<TermId, readonly string[]>();

  constructor(search: Search) {
    this.#search = search;
    this.#terms = search.terms;
    this.#type = search.terms.nodeOf(observationType);
    this.#isNamed = search.graph.predicateOf(entityProperties) !== undefined;
  }

  /** Properties of a variable, in the order of the entities of its series. */
  propertiesOf(variable: TermId): readonly string[] {
    const known = this.#properties.get(variable);
    if (known !== undefined) return known;
    const found = entityPropertiesOf(this.#search.graph, variable);
    this.#properties.set(variable, found);
    return found;
  }

  /** The entity of a series by a property; `unbound` for none. */
  entityOf(property: string, series: number): CellId {
    const { observations } = this.#search;
    if (!this.#isNamed && property === aboutProperty) return observations.entityOf(series);
    const place = this.propertiesOf(observations.variableOf(series)).indexOf(property);
    if (place === 0) return observations.entityOf(series);
    return place < 0 ? unbound : (observations.allEntitiesOf(series)[place] ?? unbound);
  }

  /** The cell of a column of a series; `unbound` when it is unset. */
  ofSeries(column: SeriesColumn, series: number): CellId {
    const { observations } = this.#search;
    switch (column) {
      case "typeOf":
        return this.#type;
      case "variableMeasured":
        return observations.variableOf(series);
      case aboutProperty:
        return this.entityOf(aboutProperty, series);
      case "samplePopulation":
      case "location":
        return unbound;
      default: {
        const property = aboutOf(column);
        if (property !== undefined) return this.entityOf(property, series);
        return this.#ofFacet(observations.facetNumberOf(series)).get(column) ?? unbound;
      }
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
