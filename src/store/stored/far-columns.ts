/**
 * The small columns that whoever reads a snapshot from afar keeps at hand, so that each step of a question
 * is one round of reads: fences between groups of texts, samples of offsets, rows of long runs, and the
 * dcids of nodes that most questions name. A freeze does not make them, and nobody near reads them.
 */

import type { Column } from "../columns/index.ts";
import { fenceBetween, packedTexts, sampleBits, samplesOf } from "../far/index.ts";
import { farArcNames, farArcsOf, farNames, type Graph, knownMax } from "../graph/index.ts";
import {
  blockMask,
  farKnown,
  farLiterals,
  farNodes,
  noTerm,
  type TakeBytes,
} from "../texts/index.ts";
import { longRunColumnsOf, longRunsOf } from "./long-run-rows.ts";

/** @param names the columns of names in the order of nodes, if there are any */
export function farColumnsOf(
  graph: Graph,
  names: ReadonlyMap<string, Column>,
): Map<string, Column> {
  const { dictionary } = graph;
  const { nodeCount, termCount } = dictionary;
  const nodes = fencesOf(farNodes, nodeCount, (id, take) => dictionary.bytesOf(id, take));
  const literals = fencesOf(farLiterals, termCount - nodeCount, (id, take) =>
    dictionary.bytesOf(nodeCount + id, take),
  );
  const all = [known(graph), nodes, literals, arcs("graph.out", graph), arcs("graph.in", graph)];
  const blocks = names.get(`${farNames}.blocks`);
  const bytes = names.get(`${farNames}.bytes`);
  if (blocks !== undefined && bytes !== undefined) {
    const starts = samplesOf(blocks, nodeCount, bytes.length, blockMask + 1);
    all.push(new Map<string, Column>([[`${farNames}.starts`, starts]]));
  }
  return new Map(all.flatMap((columns) => [...columns]));
}

/** Predicates, provenances and types, ascending; none where there are too many. */
function knownNodesOf(graph: Graph): number[] {
  const { predicates, provenances, typeSetCount, dictionary } = graph;
  const nodes = new Set<number>(predicates);
  for (const provenance of provenances) if (provenance !== noTerm) nodes.add(provenance);
  for (let set = 0; set < typeSetCount && nodes.size <= knownMax; set++) {
    for (const type of graph.typesOfSet(set)) if (dictionary.isNode(type)) nodes.add(type);
  }
  return nodes.size > knownMax ? [] : [...nodes].sort((a, b) => a - b);
}

/** Their dcids, in the same order. */
function known(graph: Graph): Map<string, Column> {
  const nodes = knownNodesOf(graph);
  const texts = nodes.map((node) => bytesOf((take) => graph.dictionary.bytesOf(node, take)));
  return new Map<string, Column>([
    [`${farKnown}.nodes`, Uint32Array.from(nodes)],
    ...packedTexts(farKnown, texts),
  ]);
}

/** Texts by their places, and where their bytes begin. */
type ShowBytes = (id: number, take: TakeBytes) => void;

function fencesOf(name: string, count: number, show: ShowBytes): Map<string, Column> {
  const step = 2 ** sampleBits(count);
  const starts = new Uint32Array(Math.ceil(count / step) + 1);
  const fences: Uint8Array[] = [];
  for (let id = 0; id < count; id += step) {
    const before = id === 0 ? undefined : bytesOf((take) => show(id - 1, take));
    const first = bytesOf((take) => show(id, take));
    show(id, (_, start) => {
      starts[fences.length] = start;
    });
    fences.push(fenceBetween(before, first));
  }
  if (count > 0) {
    show(count - 1, (_, __, end) => {
      starts[fences.length] = end;
    });
  }
  return new Map<string, Column>([
    [`${name}.starts`, starts],
    ...packedTexts(`${name}.fences`, fences),
  ]);
}

function bytesOf(show: (take: TakeBytes) => void): Uint8Array {
  let copy: Uint8Array = new Uint8Array();
  show((bytes, start, end) => {
    copy = bytes.slice(start, end);
  });
  return copy;
}

function arcs(name: "graph.in" | "graph.out", graph: Graph): Map<string, Column> {
  const table = graph.arcs(name === "graph.in" ? "in" : "out");
  const { offsets } = table;
  const far = farArcsOf(name);
  const samples = samplesOf(offsets, offsets.length - 1, offsets.at(-1) ?? 0);
  const columns = new Map<string, Column>([[`${far}.${farArcNames.samples}`, samples]]);
  if (name === "graph.out") return columns;
  const runs = longRunColumnsOf(`${far}.${farArcNames.runs}`, longRunsOf(table));
  return new Map([...columns, ...runs]);
}
