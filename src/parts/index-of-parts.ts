/** The index of the parts of a world: what questions need to know of all of them. */

import { LoadError, SnapshotError } from "../errors/errors.ts";
import { compareFacets, type FacetEntry, facetKey } from "../stats/facets.ts";
import type { ObservationPart } from "../stats/read/observations-in-parts.ts";
import { NodePositions } from "../stats/read/series-lookup.ts";
import { entitiesPerStart, partIndexColumns } from "../stats/series-columns.ts";
import {
  type Column,
  type ColumnSource,
  FrozenColumns,
  type IdColumn,
} from "../store/columns/column-source.ts";
import { groupOf } from "../store/columns/kernels.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { freezeTexts } from "../store/texts/text-freeze.ts";
import { TextTableBuilder } from "../store/texts/text-table-builder.ts";
import { addGraph } from "../world/add-world.ts";
import { type CommonsInfo, infoOf, type World, WorldBuilder } from "../world/world.ts";
import type { SnapshotParts, TaggedGraph } from "./part-of-world.ts";

/** A part of a world, opened. */
interface OpenPart extends ObservationPart {
  readonly tag: string;
}

/**
 * The graph of a world, without its observations: all nodes and literals.
 * @param nodes dcids of further nodes
 */
export function graphOfWorld({ graph }: World, nodes: Iterable<string> = []): World {
  const builder = new WorldBuilder();
  addGraph(graph, builder);
  for (const dcid of nodes) builder.node(dcid);
  return builder.freeze().world;
}

/** A variable, and where its series lie. */
interface VariableRow {
  readonly node: number;
  readonly part: number;
  /** Its place among those of the part. */
  readonly place: number;
  readonly series: number;
  readonly points: number;
}

/** @throws LoadError for a variable that lies in two parts, and for parts that were ranked differently */
export function indexOfParts(
  graph: TaggedGraph,
  info: CommonsInfo,
  parts: readonly OpenPart[],
): SnapshotParts {
  const made = new FrozenColumns();
  const { nodeCount } = graph.graph.dictionary;
  const rows = variableRows(parts, graph);
  const variables = made.make("observations.variables", Uint32Array, rows.length);
  const offsets = made.make("observations.variableOffsets", Float64Array, rows.length + 1);
  const firstPoints = made.make("parts.firstPoints", Float64Array, rows.length + 1);
  const ofVariables = made.makeNarrow("parts.ofVariables", rows.length, parts.length);
  for (const [at, { node, part, series, points }] of rows.entries()) {
    variables[at] = node;
    ofVariables[at] = part;
    offsets[at + 1] = offsets[at]! + series;
    firstPoints[at + 1] = firstPoints[at]! + points;
  }
  NodePositions.of(variables, nodeCount, made, "observations.variablePositions");
  /** By part and place there: the place among all. */
  const places = parts.map(({ table }) => new Uint32Array(table.variableCount));
  for (const [at, { part, place }] of rows.entries()) places[part]![place] = at;
  const entityCount = addEntities(parts, places, nodeCount, made);
  made.keep(
    "observations.furtherVariables",
    Uint32Array.from(parts.flatMap((part, at) => furtherOf(part, places[at]!))).sort(),
  );
  made.keep("parts.textPoints", textPointsOf(parts, places, firstPoints));
  const dates = new TextTableBuilder();
  for (const { table } of parts) for (const date of table.dates()) dates.add(date);
  const { table: dateTable } = freezeTexts([dates.take()], made, "observations.dates");
  const meta = {
    facets: facetsOf(parts),
    hasOneOrder: parts.some(({ table }) => table.meta.hasOneOrder),
    dateCount: dateTable.count,
    variableCount: rows.length,
    entityCount,
    seriesCount: offsets.at(-1)!,
    pointCount: firstPoints.at(-1)!,
    seriesLayout: { dateBits: 0, formatBits: 0, kindWord: 1, valueWord: 0 },
    byteLength: parts.reduce((sum, { table }) => sum + table.byteLength, 0),
  } as const;
  if (meta.hasOneOrder && !parts.every(({ table }) => table.meta.hasOneOrder)) {
    throw new LoadError("some parts have the order of facets of a ranking, and some do not");
  }
  const columns = new Map(
    partIndexColumns.map(({ name }): [string, Column] => [name, made.column(name)]),
  );
  const contents = {
    graph: graph.graph.meta,
    observations: meta,
    info: infoOf({ graph: graph.graph, observations: meta }, info.diagnostics, info.imports),
    inParts: { graph: graph.tag, parts: parts.map(({ tag }) => tag) },
  };
  return { columns, contents };
}

/** All variables, ascending. */
function variableRows(parts: readonly OpenPart[], { graph }: TaggedGraph): VariableRow[] {
  const rows = parts.flatMap(({ table }, part) =>
    Array.from(table.variables, (node, place): VariableRow => {
      const range = table.seriesOfVariable(node as TermId);
      const points = table.pointsOfSeries(range);
      const series = range.end - range.start;
      return { node, part, place, series, points: points.end - points.start };
    }),
  );
  rows.sort((a, b) => a.node - b.node);
  const twice = rows.findIndex(({ node }, at) => node === rows[at + 1]?.node);
  if (twice < 0) return rows;
  const [one, other] = [rows[twice]!, rows[twice + 1]!].map(({ part }) => parts[part]!.name);
  const dcid = graph.dictionary.textOf(rows[twice]!.node as TermId);
  throw new LoadError(`the variable '${dcid}' lies in two parts, '${one}' and '${other}'`);
}

/** Facets of all parts in their order, each once. */
function facetsOf(parts: readonly OpenPart[]): FacetEntry[] {
  const facets = new Map<string, FacetEntry>();
  for (const { name, table } of parts) {
    for (const facet of table.facets) {
      const key = facetKey(facet);
      const score = facets.get(key)?.score ?? facet.score;
      if (!Object.is(score, facet.score)) {
        const found = `a facet has the score ${facet.score}, not ${score}`;
        throw new LoadError(`the part '${name}' has another ranking than the others: ${found}`);
      }
      facets.set(key, facet);
    }
  }
  return [...facets.values()].sort(compareFacets);
}

function furtherOf({ table }: OpenPart, places: Uint32Array): number[] {
  const variables = table.source.column("observations.furtherVariables") as Uint32Array;
  return Array.from(variables, (place) => places[place]!);
}

/** Points that are texts, as they are numbered in the world. */
function textPointsOf(
  parts: readonly OpenPart[],
  places: readonly Uint32Array[],
  firstPoints: Float64Array,
): Float64Array {
  const all = parts.flatMap(({ table }, part) => {
    const points = table.textPoints();
    if (points.length === 0) return [];
    const firsts = Float64Array.from(
      table.variables,
      (node) => table.pointsOfSeries(table.seriesOfVariable(node as TermId)).start,
    );
    return Array.from(points, (point) => {
      const place = groupOf(firsts, point);
      return point - firsts[place]! + firstPoints[places[part]![place]!]!;
    });
  });
  return Float64Array.from(all).sort();
}

/** Which variables each entity has. @returns how many entities there are */
function addEntities(
  parts: readonly OpenPart[],
  places: readonly Uint32Array[],
  nodeCount: number,
  made: FrozenColumns,
): number {
  const counts = new Uint32Array(nodeCount + 1);
  for (const part of parts)
    eachEntity(part, (node, start, end) => (counts[node + 1]! += end - start));
  let entityCount = 0;
  let pairs = 0;
  let most = 0;
  for (let node = 0; node < nodeCount; node++) {
    entityCount += Number(counts[node + 1]! > 0);
    pairs += counts[node + 1]!;
    most = Math.max(most, counts[node + 1]!);
  }
  if (pairs > 0xffff_ffff) throw new LoadError("entities have too many variables for one index");
  const entities = new Uint32Array(entityCount);
  const starts = Math.ceil(entityCount / entitiesPerStart);
  const entityStarts = made.make("parts.entityStarts", Uint32Array, starts + 1);
  const entityCounts = made.makeNarrow("parts.entityCounts", entityCount, most);
  for (let node = 0, at = 0; node < nodeCount; node++) {
    const count = counts[node + 1]!;
    if (count > 0) {
      if (at % entitiesPerStart === 0) entityStarts[at / entitiesPerStart] = counts[node]!;
      entityCounts[at] = count;
      entities[at++] = node;
    }
    counts[node + 1] = counts[node]! + count;
  }
  entityStarts[starts] = pairs;
  // Now they say where the next variable of each node comes.
  const variableCount = places.reduce((sum, { length }) => sum + length, 0);
  const variables = made.makeNarrow("observations.entityVariables", pairs, variableCount - 1);
  for (const [at, part] of parts.entries()) {
    const own = places[at]!;
    eachEntity(part, (node, start, end, rows) => {
      for (let row = start; row < end; row++) variables[counts[node]!++] = own[rows[row]!]!;
    });
  }
  for (let at = 0, start = 0; at < entityCount; at++) {
    const end = start + entityCounts[at]!;
    variables.subarray(start, end).sort();
    start = end;
  }
  NodePositions.of(entities, nodeCount, made, "observations.entityPositions");
  return entityCount;
}

type TakeEntity = (node: number, start: number, end: number, variables: IdColumn) => void;

function eachEntity({ table }: OpenPart, take: TakeEntity): void {
  const column = (name: string) => table.source.column(`observations.${name}`);
  const bits = column("entityPositions.bits");
  const offsets = column("entityOffsets") as Uint32Array;
  const variables = column("entityVariables") as IdColumn;
  eachNode(bits, (node, place) => take(node, offsets[place]!, offsets[place + 1]!, variables));
}

/** @param take gets each node of which a bit is set, and its place among them */
export function eachNode(bits: Column, take: (node: number, place: number) => void): void {
  let place = 0;
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      take(word * 32 + 31 - Math.clz32(rest & -rest), place++);
    }
  }
}

/**
 * Makes the index once more, and compares.
 * @param index as it is stored, and its file
 * @throws SnapshotError for an index that says something else than the parts do, and names its section
 */
export function checkIndex(
  graph: TaggedGraph,
  parts: readonly OpenPart[],
  { columns, contents, file }: StoredIndex,
): void {
  const differs = (message: string, section?: string) =>
    new SnapshotError("damaged", message, { file, section });
  let made: SnapshotParts;
  try {
    made = indexOfParts(graph, contents.info, parts);
  } catch (error) {
    throw error instanceof LoadError ? differs(error.message) : error;
  }
  for (const [name, expected] of made.columns) {
    const found = columns.column(name);
    const isSame =
      found.length === expected.length && expected.every((row, at) => row === found[at]);
    if (!isSame) throw differs(`the section '${name}' says something else than the parts`, name);
  }
  const { observations, info } = made.contents;
  for (const [what, found, expected] of [
    ["observations", contents.observations, observations],
    ["info", contents.info, info],
  ] as const) {
    // A read header has its members in the order in which it was written.
    if (JSON.stringify(found) === JSON.stringify(expected)) continue;
    throw differs(`what its header says of '${what}' is not what the parts hold`);
  }
}

interface StoredIndex extends Pick<SnapshotParts, "contents"> {
  readonly columns: ColumnSource;
  readonly file: string | undefined;
}

/** @throws SnapshotError for a part of another graph, or another part than the index is of */
export function checkPart(
  name: string,
  found: { readonly tag: string; readonly graph: string | undefined },
  expected: { readonly tag: string; readonly graph: string },
): void {
  const fail = (message: string) => new SnapshotError("foreign", message, { file: name });
  if (found.graph === undefined) throw fail("is no part of a world in parts");
  if (found.graph !== expected.graph) throw fail("was built with another graph: build it again");
  if (found.tag !== expected.tag) throw fail("is another part than the one that was published");
}
