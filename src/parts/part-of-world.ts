/** The observations of a small world as a part of a larger one: the same columns, in the ids of a graph. */

import { LimitError, LoadError } from "../errors/errors.ts";
import { excerpt } from "../errors/excerpts.ts";
import type { WorldContents } from "../snapshot/world-contents.ts";
import { literalMax } from "../stats/decimals.ts";
import { namedProperties } from "../stats/read/entity-properties.ts";
import { NodePositions } from "../stats/read/series-lookup.ts";
import { observationColumns } from "../stats/series-columns.ts";
import { type Column, FrozenColumns } from "../store/columns/column-source.ts";
import type { Graph } from "../store/graph/graph.ts";
import { textRows } from "../store/graph-columns.ts";
import { literalsName, type TermId } from "../store/texts/dictionary.ts";
import type { CommonsInfo, World } from "../world/world.ts";

/** So many things that a graph lacks are named. */
const namedMax = 10;

/** The columns of a snapshot, and its contents. */
export interface SnapshotParts {
  readonly columns: ReadonlyMap<string, Column>;
  readonly contents: WorldContents;
}

/** The graph of a world in parts, and the tag of its snapshot. */
export interface TaggedGraph {
  readonly graph: Graph;
  readonly tag: string;
}

/**
 * Both worlds number nodes in the order of their dcids, so that no column of the part has to be sorted.
 *
 * @param world observations of some variables, loaded with `facts` of the graph
 * @throws LoadError for a node or a triple that the graph does not have
 */
export function partOfWorld(
  world: World,
  info: CommonsInfo,
  { graph, tag }: TaggedGraph,
): SnapshotParts {
  const nodes = nodesIn(world.graph, graph);
  checkTriples(world.graph, graph, nodes);
  const { source, meta } = world.observations;
  checkProperties(world, graph, nodes);
  const { nodeCount } = graph.dictionary;
  const { literalCount } = world.graph.meta;
  if (nodeCount + literalCount > literalMax) throw new LimitError("the graph has too many nodes");
  const made = new FrozenColumns();
  const moved = (name: string): Uint32Array => {
    const column = made.copy(source.column(`observations.${name}`) as Uint32Array);
    for (let at = 0; at < column.length; at++) column[at] = nodes[column[at]!]!;
    return made.keep(`observations.${name}`, column);
  };
  const variables = moved("variables");
  const entities = moved("seriesEntities");
  moved("furtherEntities");
  moved("furtherNodes");
  NodePositions.of(variables, nodeCount, made, "observations.variablePositions");
  NodePositions.of(entities, nodeCount, made, "observations.entityPositions");
  const texts = made.copy(source.column("observations.exceptionTexts") as Uint32Array);
  const shift = nodeCount - world.graph.dictionary.nodeCount;
  for (let at = 0; at < texts.length; at++) if (texts[at]! <= literalMax) texts[at]! += shift;
  made.keep("observations.exceptionTexts", texts);
  const names = new Set(observationColumns.map(({ name }) => name));
  const columns = new Map<string, Column>();
  for (const { name } of textRows(literalsName, () => literalCount)) {
    columns.set(name, world.graph.source.column(name));
  }
  for (const name of names)
    columns.set(name, made.isMade(name) ? made.column(name) : source.column(name));
  let byteLength = 0;
  for (const name of names) byteLength += columns.get(name)!.byteLength;
  const contents: WorldContents = {
    graph: { ...world.graph.meta, nodeCount, literalCount },
    observations: { ...meta, byteLength },
    info,
    inParts: { graph: tag },
  };
  return { columns, contents };
}

/** What the nodes of one graph are called in another one. */
function nodesIn(own: Graph, graph: Graph): Uint32Array {
  const { dictionary } = own;
  const nodes = new Uint32Array(dictionary.nodeCount);
  const missing: string[] = [];
  for (let node = 0; node < nodes.length; node++) {
    const dcid = dictionary.textOf(node);
    const found = graph.dictionary.nodeOf(dcid);
    if (found === undefined) missing.push(dcid);
    else nodes[node] = found;
  }
  if (missing.length > 0) throw lacking("node", missing);
  return nodes;
}

function lacking(kind: string, things: readonly string[]): LoadError {
  const shown = things.slice(0, namedMax).map((one) => `'${excerpt(one)}'`);
  const more = things.length > shown.length ? ` and ${things.length - shown.length} more` : "";
  const what = things.length === 1 ? `the ${kind}` : `${things.length} ${kind}s`;
  const message = `the graph lacks ${what} ${shown.join(", ")}${more}: add them to its files, and build it again`;
  return new LoadError(message);
}

/** A part holds observations alone: what else was loaded has to be in the graph. */
function checkTriples(own: Graph, graph: Graph, nodes: Uint32Array): void {
  const { dictionary, out } = own;
  const missing: string[] = [];
  for (let subject = 0; subject < nodes.length; subject++) {
    const { start, end } = out.rows(subject as TermId);
    for (let row = start; row < end; row++) {
      const object = out.terms[row] as TermId;
      const dcid = own.predicateDcid(out.predicates[row]!);
      const predicate = graph.predicateOf(dcid);
      const there = dictionary.isNode(object)
        ? nodes[object]
        : graph.dictionary.literalOf(dictionary.textOf(object));
      const isThere =
        predicate !== undefined &&
        there !== undefined &&
        graph.has(nodes[subject] as TermId, predicate, there as TermId);
      if (isThere) continue;
      missing.push(
        [subject as TermId, object].map((term) => dictionary.textOf(term)).join(` ${dcid} `),
      );
    }
  }
  if (missing.length > 0) throw lacking("triple", missing);
}

/** Series of a variable have the entities that the graph says. */
function checkProperties(world: World, graph: Graph, nodes: Uint32Array): void {
  for (const variable of world.observations.variables) {
    const own = namedProperties(world.graph, variable as TermId).map((node) => nodes[node]!);
    const there = namedProperties(graph, nodes[variable] as TermId);
    if (own.join() === there.join()) continue;
    const dcid = world.graph.dictionary.textOf(variable as TermId);
    const names = there.map((node) => graph.dictionary.textOf(node)).join(", ");
    const message = `observations of '${dcid}' are about entities by other properties than the graph says (${names || "observationAbout"})`;
    throw new LoadError(message);
  }
}
