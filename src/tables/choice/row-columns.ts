/** Columns of what series are about, and where they come from. */

import { aboutProperty } from "../../stats/facet-fields.ts";
import { entityPropertiesOf } from "../../stats/read/entity-properties.ts";
import type { Graph } from "../../store/graph/graph.ts";
import { noTerm, type TermId } from "../../store/texts/dictionary.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import type { World } from "../../world/world.ts";
import {
  type Coded,
  Coding,
  inRuns,
  renumbered,
  type TextColumn,
  textColumn,
} from "../column-data.ts";
import { isByProperty, type ReadQuestion } from "../table-question.ts";
import type { ChosenSeries } from "./chosen-series.ts";

/** Rows of a table: `counts[i]` rows, side by side, for the series `picks[i]`; default: for series i. */
export interface RowRuns {
  readonly picks?: Uint32Array;
  readonly counts: Uint32Array;
  readonly length: number;
  /** Codes of columns with one text, which share them; made when the first one comes. */
  zeros?: Uint32Array;
  /** Where they begin, and the end of the last one; made when it is first asked for. */
  offsets?: Uint32Array;
}

function offsetsOfRuns(counts: Uint32Array): Uint32Array {
  const offsets = new Uint32Array(counts.length + 1);
  for (let at = 0; at < counts.length; at++) offsets[at + 1] = offsets[at]! + counts[at]!;
  return offsets;
}

/** What rows have of their series. @param count numbers in the column are below it */
function spread(column: Uint32Array, runs: RowRuns, count: number): Coded {
  const { picks, counts, length } = runs;
  const own = picks?.map((at) => column[at]!) ?? column.slice(0, counts.length);
  const coded = renumbered(own, count);
  if (length === counts.length) return coded;
  const { things } = coded;
  if (things.length < 2) {
    runs.zeros ??= new Uint32Array(length);
    return { codes: runs.zeros, things };
  }
  const codes = new Uint32Array(length);
  runs.offsets ??= offsetsOfRuns(counts);
  const { offsets } = runs;
  for (let at = 0; at < counts.length; at++) {
    for (let row = offsets[at]!; row < offsets[at + 1]!; row++) codes[row] = own[at]!;
  }
  inRuns(codes, offsets);
  return { codes, things };
}

/** Columns of what series are about. */
export function entityColumns(
  world: World,
  question: ReadQuestion,
  chosen: ChosenSeries,
  runs: RowRuns,
  withNames: boolean,
): TextColumn[] {
  const { graph } = world;
  const { dictionary } = graph;
  const { entities } = chosen;
  const columns: TextColumn[] = [];
  if (entities !== undefined) {
    const { nodes, dcids } = entities;
    const coded = spread(chosen.places, runs, nodes.length);
    const dcidOf = (place: number) => dcids?.[place] ?? dictionary.textOf(nodes[place]!);
    columns.push(textColumn("entity", coded, dcidOf));
    if (withNames) columns.push(nameColumn(graph, "entity", coded, (place) => nodes[place]!));
  }
  for (const [property, nodes] of furtherNodes(world, question, chosen)) {
    const coding = new Coding(nodes.length);
    for (const [at, node] of nodes.entries()) coding.set(at, node);
    const coded = spread(coding.codes, runs, coding.things.length);
    const nodeOf = (code: number) => coding.things[code]!;
    const textOf = (node: TermId) => (node === noTerm ? null : dictionary.textOf(node));
    columns.push(textColumn(property, coded, (code) => textOf(nodeOf(code))));
    if (withNames) columns.push(nameColumn(graph, property, coded, nodeOf));
  }
  return columns;
}

/**
 * By property: the entity of each series; `noTerm` for none. Properties ascend: those of the
 * question's variables, if it asks by property, or else of those about several.
 */
function furtherNodes(
  { graph, observations }: World,
  { entities, variables }: ReadQuestion,
  { count, series, variables: column }: ChosenSeries,
): Map<string, Uint32Array> {
  const isAsked = isByProperty(entities);
  const propertiesOf = new Map(
    Array.from(new Set(column.subarray(0, count)), (at) => [
      at,
      entityPropertiesOf(graph, graph.dictionary.nodeOf(variables[at]!)),
    ]),
  );
  const named = [...propertiesOf.values()].filter(
    (list) => isAsked || list.length > 1 || list[0] !== aboutProperty,
  );
  const all = new Set([...(isAsked ? Object.keys(entities) : []), ...named.flat()]);
  const nodes = new Map(
    [...all].sort(compareUtf8).map((property) => [property, new Uint32Array(count).fill(noTerm)]),
  );
  for (let at = 0; at < count && nodes.size > 0; at++) {
    const own = observations.allEntitiesOf(series[at]!);
    for (const [place, property] of propertiesOf.get(column[at]!)!.entries()) {
      const list = nodes.get(property);
      if (list !== undefined) list[at] = own[place]!;
    }
  }
  return nodes;
}

/** Columns of entities, variable and facet. */
export function seriesColumns(
  world: World,
  question: ReadQuestion,
  chosen: ChosenSeries,
  runs: RowRuns,
  withNames: boolean,
): TextColumn[] {
  const { graph, observations } = world;
  const { variables } = question;
  const coded = spread(chosen.variables, runs, variables.length);
  const { facets } = observations;
  const facetCodes = spread(chosen.facets, runs, facets.length);
  const nodeOf = (at: number) => graph.dictionary.nodeOf(variables[at]!) ?? noTerm;
  return [
    ...entityColumns(world, question, chosen, runs, withNames),
    textColumn("variable", coded, (at) => variables[at]!),
    ...(withNames ? [nameColumn(graph, "variable", coded, nodeOf)] : []),
    textColumn("facetId", facetCodes, (facet) => facets[facet]!.facetId),
    ...facetFields.map((field) =>
      textColumn(field, facetCodes, (facet) => facets[facet]![field] || null),
    ),
  ];
}

/** The column of names beside one of dcids. */
function nameColumn(
  graph: Graph,
  name: string,
  coded: Coded,
  nodeOf: (thing: number) => TermId,
): TextColumn {
  return textColumn(`${name}_name`, coded, (thing) => {
    const node = nodeOf(thing);
    return node === noTerm ? null : (graph.nameTextOf(node) ?? null);
  });
}

/** Columns of a facet after its id: names and order of the official Python client. */
const facetFields = [
  "importName",
  "measurementMethod",
  "observationPeriod",
  "provenanceUrl",
  "unit",
] as const;
