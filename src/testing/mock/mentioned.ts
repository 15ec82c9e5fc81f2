/** The names that a request mentions, by what they must be. */

import { type Arc, parseLinkedRelation, parseRelation } from "../../expr-parser/index.ts";
import { constantsOf } from "../../sparql/index.ts";

/** A node may be a subject, an object or an entity; a variable is a node that data may be about. */
export type NameKind = "dcid" | "property" | "variable" | "type" | "constant";

export interface Mention {
  readonly kind: NameKind;
  readonly name: string;
}

type Reader = (value: unknown) => Iterable<Mention>;

const each =
  (kind: NameKind): Reader =>
  (value) =>
    [value].flat().map((name) => ({ kind, name: String(name) }));

const dcids = each("dcid");
const variables = each("variable");
const types = each("type");
const properties = each("property");
const sparql: Reader = (value) =>
  constantsOf(String(value)).map(({ text, isProperty }) => ({
    kind: isProperty ? "property" : "constant",
    name: text,
  }));

/** By endpoint and by parameter; parameters that mention nothing are left out. */
const readers: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  "v2.node": { nodes: dcids, property: relation },
  "v2.observation": { variables, entities: dcids, entityExpression: linkedRelation },
  "v2.resolve": { property: relation },
  "v2.sparql": { query: sparql },
  "v1.triples": { node: dcids },
  "v1.bulkTriples": { nodes: dcids },
  "v1.bulkPropertyValues": { nodes: dcids, property: properties },
  "v1.linkedPropertyValues": { nodes: dcids, property: properties, valueNodeType: types },
  "v1.observationPoint": { entity: dcids, variable: variables },
  "v1.observationSeries": { entity: dcids, variable: variables },
  "v1.bulkObservationPoint": { entities: dcids, variables },
  "v1.bulkObservationSeries": { entities: dcids, variables },
  "v1.linkedObservationPoint": { linkedEntity: dcids, entityType: types, variables },
  "v1.linkedObservationSeries": { linkedEntity: dcids, entityType: types, variables },
  "v1.query": { query: sparql },
  "v0.triples": { dcids },
  "v0.propertyValues": { dcids, property: properties, valueType: types },
  "v0.propertyLabels": { dcids },
  "v0.placesIn": { dcids, placeType: types },
  "v0.statVars": { dcids },
  "v0.popObs": { dcid: dcids },
  "v0.placeObs": { placeType: types, populationType: types },
  "v0.query": { query: sparql },
};

/** @param params those of a request that was answered, so that its expressions can be read */
export function mentionsOf(endpoint: string, params: Readonly<Record<string, unknown>>): Mention[] {
  const own = (Object.hasOwn(readers, endpoint) ? readers[endpoint] : undefined) ?? {};
  return Object.entries(own).flatMap(([key, read]) =>
    Object.hasOwn(params, key) ? [...read(params[key])] : [],
  );
}

/** Names of the endpoints whose names are checked: a test compares them with the table. */
export const checkedEndpoints: readonly string[] = Object.keys(readers);

function* relation(value: unknown): Generator<Mention> {
  for (const arc of parseRelation(String(value)).arcs) yield* arcMentions(arc);
}

function* linkedRelation(value: unknown): Generator<Mention> {
  const { subject, arcs } = parseLinkedRelation(String(value));
  yield { kind: "dcid", name: subject };
  for (const arc of arcs) yield* arcMentions(arc);
}

function* arcMentions({ labels, filter }: Arc): Generator<Mention> {
  const items = labels.kind === "some" ? labels.items : [];
  for (const { name } of items) yield { kind: "property", name };
  for (const { key, values } of [...filter, ...items.flatMap((item) => item.filter)]) {
    // An operator on languages, no property.
    if (key.startsWith("$")) continue;
    yield { kind: "property", name: key };
    for (const name of values) yield { kind: key === "typeOf" ? "type" : "constant", name };
  }
}
