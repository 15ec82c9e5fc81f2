/** Columns that say what a row is about. */

import type { FacetEntry } from "../../stats/index.ts";
import { type Graph, noTerm, type TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import type { ChosenSeries } from "../choice/index.ts";
import { Numbering, type TextColumn, textColumn } from "../columns/index.ts";

/** Entity, variable and facet of rows that have one series each. */
export class SeriesColumns {
  readonly #world: World;
  readonly #entities: CodesOf;
  readonly #variables: CodesOf;
  readonly #facets: CodesOf;

  constructor(world: World, length: number) {
    this.#world = world;
    [this.#entities, this.#variables, this.#facets] = [codes(length), codes(length), codes(length)];
  }

  /** Says which series rows are of. */
  fill({ entity, series }: ChosenSeries, start: number, end: number): void {
    const { observations } = this.#world;
    fill(this.#entities, entity, start, end);
    fill(this.#variables, observations.variableOf(series), start, end);
    fill(this.#facets, observations.facetNumberOf(series), start, end);
  }

  columns(withNames: boolean): TextColumn[] {
    const { graph, observations } = this.#world;
    const [entities, variables, facets] = [this.#entities, this.#variables, this.#facets];
    return [
      ...nodeColumns(graph, "entity", entities.codes, entities.numbers.met, withNames),
      ...nodeColumns(graph, "variable", variables.codes, variables.numbers.met, withNames),
      ...facetColumns(
        facets.codes,
        facets.numbers.met.map((facet) => observations.facets[facet]!),
      ),
    ];
  }
}

interface CodesOf {
  readonly codes: Uint32Array;
  readonly numbers: Numbering;
}

function codes(length: number): CodesOf {
  return { codes: new Uint32Array(length), numbers: new Numbering() };
}

function fill({ codes, numbers }: CodesOf, thing: number, start: number, end: number): void {
  codes.fill(numbers.codeOf(thing), start, end);
}

/** A column of dcids and, if wanted, one of names. */
export function nodeColumns(
  graph: Graph,
  name: "entity" | "variable",
  codes: Uint32Array,
  nodes: readonly TermId[],
  withNames: boolean,
): TextColumn[] {
  const { dictionary } = graph;
  const dcids = nodes.map((node) => dictionary.textOf(node));
  if (!withNames) return [textColumn(name, codes, dcids)];
  const names = nodes.map((node) => {
    const term = graph.nameOf(node);
    return term === noTerm ? null : dictionary.textOf(term);
  });
  return [textColumn(name, codes, dcids), textColumn(`${name}_name`, codes, names)];
}

const fields = [
  "importName",
  "measurementMethod",
  "observationPeriod",
  "provenanceUrl",
  "unit",
] as const;

/** Id and fields, as the official Python client names and orders them. */
function facetColumns(codes: Uint32Array, facets: readonly FacetEntry[]): TextColumn[] {
  const ids = facets.map(({ id }) => id);
  const columnOf = (field: (typeof fields)[number]) => {
    const texts = facets.map((facet) => facet[field] || null);
    return textColumn(field, codes, texts);
  };
  return [textColumn("facetId", codes, ids), ...fields.map(columnOf)];
}
