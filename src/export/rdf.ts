/**
 * The world as RDF: triples as they are, observations as blank nodes with the properties that they
 * have as StatVarObservation nodes. N-Quads keep the provenance as the graph of a statement.
 */

import { type Facet, facetFields, fieldText, tableFields } from "../stats/index.ts";
import type { World } from "../world/index.ts";
import { iri, literal } from "./rdf-text.ts";
import { seriesOf, triplesOf } from "./statements.ts";

export function* nTriples(world: World): Generator<string> {
  yield* statements(world, () => "");
}

export function* nQuads(world: World): Generator<string> {
  yield* statements(world, (provenance) => (provenance === "" ? "" : ` ${iri(provenance)}`));
}

function* statements(world: World, graphOf: (provenance: string) => string): Generator<string> {
  const iris = remembered(iri);
  const graphs = remembered(graphOf);
  for (const { subject, predicate, object, isNode, provenance } of triplesOf(world)) {
    const end = isNode ? iri(object) : literal(object);
    yield `${iri(subject)} ${iris(predicate)} ${end}${graphs(provenance)} .\n`;
  }
  yield* observationStatements(world, graphs);
}

function* observationStatements(
  { graph, observations }: World,
  graphOf: (provenance: string) => string,
): Generator<string> {
  const { dictionary } = graph;
  for (const { variable, entity, facet, start, end } of seriesOf(observations)) {
    const close = `${graphOf(facet.provenanceId)} .\n`;
    const shared = [
      [`typeOf`, iri("StatVarObservation")],
      [`variableMeasured`, iri(dictionary.textOf(variable))],
      [`observationAbout`, iri(dictionary.textOf(entity))],
      ...facetProperties(facet),
    ].map(([property, value]) => `${iri(property!)} ${value}${close}`);
    for (let point = start; point < end; point++) {
      const node = `_:o${point} `;
      const own = [
        `${iri("observationDate")} ${literal(observations.dateOf(point))}${close}`,
        `${iri("value")} ${literal(observations.textOf(point))}${close}`,
      ];
      yield node + [...shared, ...own].join(node);
    }
  }
}

/** Those that are set; the provenance is the graph of the statements. */
function facetProperties(facet: Facet): [string, string][] {
  return tableFields
    .filter((field) => field !== "provenanceId" && fieldText(facet, field) !== "")
    .map((field) => {
      const render = facetFields[field].object === "node" ? iri : literal;
      return [field, render(fieldText(facet, field))];
    });
}

/** Predicates and provenances are few and come again with every statement. */
function remembered(render: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let rendered = known.get(text);
    if (rendered === undefined) {
      rendered = render(text);
      known.set(text, rendered);
    }
    return rendered;
  };
}
