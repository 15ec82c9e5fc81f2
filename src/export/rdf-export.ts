/**
 * The world as RDF. An observation is a blank node with the properties of a StatVarObservation.
 * N-Quads keep the provenance as the graph of a statement.
 */

import {
  aboutProperty,
  entityProperties,
  type Facet,
  facetFields,
  fieldText,
  tableFields,
} from "../stats/facet-fields.ts";
import { namedProperties } from "../stats/read/entity-properties.ts";
import type { Range } from "../store/columns/column-source.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { triplesOf } from "./world-statements.ts";

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
  world: World,
  graphOf: (provenance: string) => string,
): Generator<string> {
  for (const { shared, facet, start, end } of observedSeries(world)) {
    const close = `${graphOf(facet.provenanceId)} .\n`;
    const lines = shared.map(([property, value]) => `${iri(property)} ${value}${close}`);
    for (let point = start; point < end; point++) {
      const node = `_:o${point} `;
      const own = ownProperties(world, point).map(([name, text]) => `${iri(name)} ${text}${close}`);
      yield node + [...lines, ...own].join(node);
    }
  }
}

/** A property, and its value as a term of N-Triples. */
type Rendered = readonly [property: string, value: string];

/** A property that all observations of a series have. */
export interface SharedProperty {
  readonly property: string;
  readonly text: string;
  readonly isNode: boolean;
}

/** Without the provenance, which is the graph of the statements. */
export function sharedProperties({ graph, observations }: World, series: number): SharedProperty[] {
  const { dictionary } = graph;
  const variable = observations.variableOf(series);
  const facet = observations.facetOf(series);
  const named = namedProperties(graph, variable).map((one) => dictionary.textOf(one));
  const entities = observations.allEntitiesOf(series);
  const node = (property: string, text: string) => ({ property, text, isNode: true });
  return [
    node("typeOf", "StatVarObservation"),
    node("variableMeasured", dictionary.textOf(variable)),
    ...named.map((property) => node(entityProperties, property)),
    ...(named.length === 0 ? [aboutProperty] : named).map((property, at) =>
      node(property, dictionary.textOf(entities[at] as TermId)),
    ),
    ...tableFields
      .filter((field) => field !== "provenanceId" && fieldText(facet, field) !== "")
      .map((field) => ({
        property: field,
        text: fieldText(facet, field),
        isNode: facetFields[field].object === "node",
      })),
  ];
}

/** A series with the properties that all its observations have. */
interface ObservedSeries extends Range {
  readonly facet: Facet;
  readonly shared: readonly Rendered[];
}

/** Every series. `render` writes nodes. */
export function* observedSeries(
  world: World,
  render: (dcid: string) => string = iri,
): Generator<ObservedSeries> {
  const { observations } = world;
  for (let series = 0; series < observations.seriesCount; series++) {
    const shared = sharedProperties(world, series).map(
      ({ property, text, isNode }): Rendered => [property, (isNode ? render : literal)(text)],
    );
    yield { shared, facet: observations.facetOf(series), ...observations.pointsOf(series) };
  }
}

/** Date and value of an observation. */
export function ownProperties({ observations }: World, point: number): readonly Rendered[] {
  return [
    ["observationDate", literal(observations.dateOf(point))],
    ["value", literal(observations.textOf(point))],
  ];
}

/** Keeps the rendered texts: predicates and provenances are few, and each statement has them. */
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

/** Where Data Commons shows its nodes. */
export const base = "https://datacommons.org/browser/";

// biome-ignore lint/suspicious/noControlCharactersInRegex: an IRI may hold none of them.
const notInIri = /[\u0000-\u0020<>"{}|^`\\%\u007f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a literal escapes them all.
const escaped = /["\\\u0000-\u001f\u007f]/g;

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\b", "\\b"],
  ["\f", "\\f"],
]);

const hex = (character: string, digits: number): string =>
  character.charCodeAt(0).toString(16).toUpperCase().padStart(digits, "0");

/**
 * A dcid as an IRI: the address at which Data Commons shows it. Characters that an IRI may not hold
 * are percent-encoded. So is the percent sign itself: a reader gets the same dcid back.
 */
export function iriOf(dcid: string): string {
  return base + dcid.replace(notInIri, (character) => `%${hex(character, 2)}`);
}

/** The same as a term of N-Triples. */
export function iri(dcid: string): string {
  return `<${iriOf(dcid)}>`;
}

export function literal(text: string): string {
  const inner = text.replace(
    escaped,
    (character) => shortEscapes.get(character) ?? `\\u${hex(character, 4)}`,
  );
  return `"${inner}"`;
}
