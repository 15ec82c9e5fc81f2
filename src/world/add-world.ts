/**
 * A frozen world, said again to a builder: the beginning of a larger one. Texts are numbered once;
 * triples and observations go over as numbers, without being written and read as text.
 */

import { noId } from "../load/statements/sink.ts";
import { type Facet, fieldsOf, sourceFields, unsetSource } from "../stats/facet-fields.ts";
import { foldAggregate } from "../stats/facets.ts";
import { namedProperties } from "../stats/read/entity-properties.ts";
import type { Graph } from "../store/graph/graph.ts";
import { type Dictionary, noTerm, type TermId } from "../store/texts/dictionary.ts";
import { facetOf } from "./given-facets.ts";
import type { World, WorldBuilder } from "./world.ts";

/** Nothing of the builder may depend on what comes later: a base comes first. */
export function addWorld(world: World, builder: WorldBuilder): void {
  const terms = addGraph(world.graph, builder);
  addObservations(world, (node) => terms[node]!, builder, world.observations.variables);
}

/** Terms and triples. @returns what the terms are called in the builder */
export function addGraph(graph: Graph, builder: WorldBuilder): Uint32Array {
  const terms = addTerms(graph.dictionary, builder);
  addTriples(graph, terms, builder);
  return terms;
}

/** The observations of some variables, and of the graph only the nodes that they name. */
export function addVariables(
  world: World,
  variables: Iterable<number>,
  builder: WorldBuilder,
): void {
  const { dictionary } = world.graph;
  const known = new Map<TermId, number>();
  const nodeOf = (term: TermId): number => {
    const node = known.get(term) ?? builder.node(dictionary.textOf(term));
    known.set(term, node);
    return node;
  };
  addObservations(world, nodeOf, builder, variables);
}

/**
 * What the terms of a world are called in the builder. Terms without statements are added too:
 * answers differ for known and unknown nodes.
 */
function addTerms(dictionary: Dictionary, builder: WorldBuilder): Uint32Array {
  const ids = new Uint32Array(dictionary.termCount);
  let term = 0;
  const addNode = (bytes: Uint8Array, start: number, end: number): void => {
    ids[term] = builder.nodeOf(bytes, start, end);
  };
  const addLiteral = (bytes: Uint8Array, start: number, end: number): void => {
    ids[term] = builder.literalOf(bytes, start, end);
  };
  for (; term < dictionary.nodeCount; term++) dictionary.bytesOf(term, addNode);
  for (; term < dictionary.termCount; term++) dictionary.bytesOf(term, addLiteral);
  return ids;
}

function addTriples(graph: Graph, terms: Uint32Array, builder: WorldBuilder): void {
  const { dictionary, out } = graph;
  const predicates = Array.from(graph.predicates, (node) => terms[node]!);
  const provenances = Array.from(graph.provenances, (_node, number) => {
    const dcid = graph.provenanceDcid(number);
    return dcid === undefined ? noId : builder.node(dcid);
  });
  const add = (subject: number, row: number): void => {
    const object = out.terms[row] as TermId;
    const predicate = predicates[out.predicates[row]!]!;
    const provenance = provenances[out.provenances[row]!]!;
    if (dictionary.isNode(object)) builder.link(subject, predicate, terms[object]!, provenance);
    else builder.attribute(subject, predicate, terms[object]!, provenance);
  };
  for (let node = 0; node < dictionary.nodeCount; node++) {
    const { start, end } = out.rows(node as TermId);
    if (start === end) continue;
    const subject = terms[node]!;
    // Of several names the one that was loaded first is the one that answers show.
    const first = nameRow(graph, node as TermId);
    if (first >= 0) add(subject, first);
    for (let row = start; row < end; row++) if (row !== first) add(subject, row);
  }
}

/** The row of the name that answers show; -1 for a node without one. */
function nameRow(graph: Graph, node: TermId): number {
  const name = graph.nameOf(node);
  const predicate = name === noTerm ? undefined : graph.predicateOf("name");
  if (predicate === undefined) return -1;
  const { start, end } = graph.out.rowsOf(node, predicate);
  for (let row = start; row < end; row++) if (graph.out.terms[row] === name) return row;
  return -1;
}

function addObservations(
  { graph, observations }: World,
  nodeOf: (term: TermId) => number,
  builder: WorldBuilder,
  variables: Iterable<number>,
): void {
  const facets = observations.facets.map((facet) => addFacet(facet, graph, builder));
  const dates = new Uint32Array(observations.meta.dateCount);
  for (let code = 0; code < dates.length; code++) {
    dates[code] = builder.date(observations.dateOfCode(code));
  }
  let [variable, entity, facet] = [0, 0, 0];
  const visitor = {
    decimal: (date: number, mantissa: number, decimals: number) => {
      builder.decimal(variable, entity, facet, dates[date]!, mantissa, decimals);
    },
    text: (date: number, text: string) => {
      builder.observation(variable, entity, facet, dates[date]!, text);
    },
  };
  const moved = (nodes: readonly TermId[]) => nodes.map(nodeOf);
  for (const node of variables) {
    variable = nodeOf(node);
    const { start, end } = observations.seriesOfVariable(node as TermId);
    const properties = moved(namedProperties(graph, node as TermId));
    for (let series = start; series < end; series++) {
      entity = nodeOf(observations.entityOf(series));
      facet = facets[observations.facetNumberOf(series)]!;
      if (properties.length > 0) {
        const [, ...others] = observations.allEntitiesOf(series);
        facet = builder.facetAbout(facet, properties, moved(others));
      }
      observations.eachPoint(series, visitor);
    }
  }
}

/**
 * A facet whose import name and URL are those of its provenance node is given by that node: what is
 * loaded later may say more about it.
 */
function addFacet(facet: Facet, graph: Graph, builder: WorldBuilder): number {
  const { provenanceId, importName, provenanceUrl } = facet;
  const written = foldAggregate(facet);
  const { dictionary } = graph;
  const isKnown = provenanceId !== "" && dictionary.nodeOf(provenanceId) !== undefined;
  const source = { ...unsetSource, provenance: noId };
  const derived = isKnown ? facetOf(source, provenanceId, graph) : undefined;
  const isDerived = derived?.importName === importName && derived.provenanceUrl === provenanceUrl;
  // Without a node, the dcid is made of the import's name again.
  const isMade = facetOf({ ...source, importName }, "", graph).provenanceId === provenanceId;
  const provenance = isKnown || !isMade ? builder.node(provenanceId) : noId;
  return builder.facet({
    ...fieldsOf(sourceFields, (field) => written[field]),
    importName: isDerived ? "" : importName,
    provenanceUrl: isDerived ? "" : provenanceUrl,
    isDcAggregate: false,
    provenance,
  });
}
