/** `/v2/node`: labels, values and neighbours of nodes (behaviour: node). */

import { RequestError } from "../../errors/index.ts";
import { type Arc, parseRelation } from "../../expr-parser/index.ts";
import type { Graph, PredicateId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import { Describer, emptyRecord, lowerParsedArc, perGraph, readyMax } from "../graph/index.ts";
import {
  describeArcs,
  EntryWriter,
  type FoundArc,
  findArcPage,
  NodePage,
  visiblePredicates,
} from "../node/index.ts";
import {
  type Fragment,
  fragment,
  isIndexKey,
  JsonBytes,
  nilMarshal,
  RpcError,
} from "../table/index.ts";
import type { V2NodeData, V2NodeParams, V2NodeResponse } from "../wire/index.ts";

/**
 * @throws ExpressionError for a property that is no relation expression
 * @throws RequestError for `*+`
 * @throws TokenError for a token that is damaged or belongs to another request
 * @throws RpcError (13) for more than one arc, as the real service answers
 */
export function v2Node({ graph }: World, params: V2NodeParams): V2NodeResponse {
  const { labels, arcs, nextToken } = findNodes(graph, params);
  if (params.nodes.length === 0) return {};
  const data = emptyRecord<V2NodeData>();
  for (const dcid of params.nodes) data[dcid] = {};
  for (const [dcid, predicates] of labels) {
    data[dcid] = { properties: predicates.map((predicate) => graph.predicateDcid(predicate)) };
  }
  const describer = new Describer(graph);
  for (const [dcid, found] of arcs) data[dcid] = { arcs: describeArcs(describer, found) };
  return nextToken === "" ? { data } : { data, nextToken };
}

/** What the answer is made of; a node without anything is absent. */
interface FoundNodes {
  readonly labels: ReadonlyMap<string, readonly PredicateId[]>;
  readonly arcs: ReadonlyMap<string, readonly FoundArc[]>;
  readonly nextToken: string;
}

const nothing: FoundNodes = { labels: new Map(), arcs: new Map(), nextToken: "" };

function findNodes(graph: Graph, { property, nodes, nextToken }: V2NodeParams): FoundNodes {
  const arc = singleArc(property);
  if (nodes.length === 0) return nothing;
  if (arc.labels.kind === "none") return { ...nothing, labels: findLabels(graph, nodes, arc) };
  const page = new NodePage(graph, "v2.node", property, nodes, nextToken);
  return { ...nothing, ...findArcPage(graph, lowerParsedArc(graph, arc), page) };
}

function singleArc(property: string): Arc {
  const { arcs } = parseRelation(property);
  const [arc] = arcs;
  if (arc === undefined || arcs.length > 1) {
    throw new RpcError(nilMarshal.code, nilMarshal.message);
  }
  if (arc.labels.kind === "any" && arc.transitive) {
    throw new RequestError(`invalid filter for ${arc.direction === "out" ? "->" : "<-"}*+`);
  }
  return arc;
}

function findLabels(
  graph: Graph,
  nodes: readonly string[],
  { direction }: Arc,
): Map<string, readonly PredicateId[]> {
  const found = new Map<string, readonly PredicateId[]>();
  for (const dcid of nodes) {
    const node = found.has(dcid) ? undefined : graph.dictionary.nodeOf(dcid);
    const predicates = node === undefined ? [] : visiblePredicates(graph, node, direction);
    if (predicates.length > 0) found.set(dcid, predicates);
  }
  return found;
}

/**
 * The answer of `v2Node` as JSON, without making its objects; undefined where members would not
 * stand in the order in which they are written.
 */
export function writeV2Node({ graph }: World, params: V2NodeParams): Uint8Array | undefined {
  const found = findNodes(graph, params);
  const out = new JsonBytes();
  if (params.nodes.length === 0) {
    out.add(empty);
    return out.finish();
  }
  out.add(open);
  const writer = new NodeWriter(graph, found, out);
  for (const dcid of new Set(params.nodes)) if (!writer.node(dcid)) return undefined;
  out.dropComma();
  out.add(found.nextToken === "" ? closeData : nextToken);
  if (found.nextToken !== "") {
    out.string(found.nextToken);
    out.add(close);
  }
  return out.finish();
}

/** Writes nodes with a comma behind each; false where its key would not stay where it is. */
class NodeWriter {
  readonly #graph: Graph;
  readonly #found: FoundNodes;
  readonly #out: JsonBytes;
  readonly #entries: EntryWriter;

  constructor(graph: Graph, found: FoundNodes, out: JsonBytes) {
    this.#graph = graph;
    this.#found = found;
    this.#out = out;
    this.#entries = new EntryWriter(graph, out);
  }

  node(dcid: string): boolean {
    if (isIndexKey(dcid)) return false;
    const out = this.#out;
    out.string(dcid);
    const predicates = this.#found.labels.get(dcid);
    const arcs = this.#found.arcs.get(dcid);
    if (predicates !== undefined) this.#labels(predicates);
    else if (arcs === undefined) out.add(emptyNode);
    else return this.#arcs(arcs);
    return true;
  }

  #labels(predicates: readonly PredicateId[]): void {
    this.#out.add(openLabels);
    for (const predicate of predicates) this.#out.add(labelFragment(this.#graph, predicate));
    this.#out.dropComma();
    this.#out.add(closeLabels);
  }

  #arcs(arcs: readonly FoundArc[]): boolean {
    const out = this.#out;
    out.add(openArcs);
    for (const arc of arcs) {
      if (isIndexKey(arc.label)) return false;
      out.string(arc.label);
      out.add(openEntries);
      this.#entries.entries(arc);
      out.dropComma();
      out.add(closeEntries);
    }
    out.dropComma();
    out.add(closeArcs);
    return true;
  }
}

const empty = fragment("{}");
const open = fragment('{"data":{');
const closeData = fragment("}}");
const nextToken = fragment('},"nextToken":');
const close = fragment("}");
const emptyNode = fragment(":{},");
const openLabels = fragment(':{"properties":[');
const closeLabels = fragment("]},");
const openArcs = fragment(':{"arcs":{');
const closeArcs = fragment("}},");
const openEntries = fragment(':{"nodes":[');
const closeEntries = fragment("]},");

const labelFragments = perGraph((): Fragment[] => []);

/** A label with the comma behind it. */
function labelFragment(graph: Graph, predicate: PredicateId): Fragment {
  const known = labelFragments(graph)[predicate];
  if (known !== undefined) return known;
  const made = fragment(`${JSON.stringify(graph.predicateDcid(predicate))},`);
  if (predicate < readyMax) labelFragments(graph)[predicate] = made;
  return made;
}
