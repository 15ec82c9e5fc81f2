/** The names that a request mentions, and those of them that a world lacks. */

import { sparqlPart } from "../adapters/v2/v2-sparql.ts";
import type { V2Select } from "../adapters/v2-shapes.ts";
import type { Commons } from "../commons/commons.ts";
import { didYouMean, nearest } from "../errors/nearest.ts";
import type { Arc } from "../expr-parser/ast.ts";
import { leavesOf, parseFormula } from "../expr-parser/formula.ts";
import { parseLinkedRelation, parseRelation } from "../expr-parser/parse-relation.ts";

/** A dcid is a subject, an object or an entity; a variable is a node with observations. */
type NameKind =
  | "dcid"
  | "property"
  | "variable"
  | "type"
  | "constant"
  | "date"
  | "dateOrLatest"
  | "facet"
  | "selection";

interface Mention {
  readonly kind: NameKind;
  readonly name: string;
  /** What is wrong, whatever the world has. */
  readonly problem?: string;
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
const date = each("date");
const sparql: Reader = (value) =>
  sparqlPart
    .require()
    .constantsOf(String(value))
    .map(({ text, isProperty }) => ({
      kind: isProperty ? "property" : "constant",
      name: text,
    }));

/** By endpoint and by parameter. Parameters without names are left out. */
const readers: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  "v2.node": { nodes: dcids, property: relation },
  "v2.observation": {
    variables,
    formula,
    entities: dcids,
    entityExpression: linkedRelation,
    date: each("dateOrLatest"),
    facetIds: each("facet"),
    select: selection,
  },
  "v2.resolve": { property: relation },
  "v2.sparql": { query: sparql },
  "v1.triples": { node: dcids },
  "v1.bulkTriples": { nodes: dcids },
  "v1.bulkPropertyValues": { nodes: dcids, property: properties },
  "v1.linkedPropertyValues": { nodes: dcids, property: properties, valueNodeType: types },
  "v1.observationPoint": { entity: dcids, variable: variables, date },
  "v1.observationSeries": { entity: dcids, variable: variables },
  "v1.bulkObservationPoint": { entities: dcids, variables, date },
  "v1.bulkObservationSeries": { entities: dcids, variables },
  "v1.linkedObservationPoint": { linkedEntity: dcids, entityType: types, variables, date },
  "v1.linkedObservationSeries": { linkedEntity: dcids, entityType: types, variables },
  "v1.query": { query: sparql },
  "v0.triples": { dcids },
  "v0.propertyValues": { dcids, property: properties, valueType: types },
  "v0.propertyLabels": { dcids },
  "v0.placesIn": { dcids, placeType: types },
  "v0.statVars": { dcids },
  "v0.popObs": { dcid: dcids },
  "v0.placeObs": { placeType: types, populationType: types, observationDate: each("constant") },
  "v0.query": { query: sparql },
};

/** @param params those of a request that was answered, so that its expressions can be read */
export function mentionsOf(endpoint: string, params: Readonly<Record<string, unknown>>): Mention[] {
  const own = (Object.hasOwn(readers, endpoint) ? readers[endpoint] : undefined) ?? {};
  return Object.entries(own).flatMap(([key, read]) =>
    Object.hasOwn(params, key) || read === selection ? [...read(params[key])] : [],
  );
}

/** The endpoints with checked names: a test compares them with the table. */
export const checkedEndpoints: readonly string[] = Object.keys(readers);

/** What `select` of an observation may have. */
const selections: readonly V2Select[] = ["variable", "entity", "date", "value", "facet"];

/** Observations need `date` and `value`. Without `select` there is only which data exist. */
function* selection(value: unknown): Generator<Mention> {
  const kind = "selection";
  const names = value === undefined ? [] : [value].flat().map(String);
  if (names.length === 0) {
    const problem = "the request has no select: the answer has no values";
    yield { kind, name: "select", problem };
  }
  for (const name of names) yield { kind, name };
  const [isDated, isValued] = [names.includes("date"), names.includes("value")];
  if (isDated === isValued) return;
  const [given, lacking] = isDated ? ["date", "value"] : ["value", "date"];
  const problem = `select has '${given}' without '${lacking}': the answer has no values`;
  yield { kind, name: lacking, problem };
}

/** One that cannot be read did not count, or the request would not have been answered. */
function formula(value: unknown): Mention[] {
  try {
    return leavesOf(parseFormula(String(value), false)).flatMap(({ variable }) => [
      ...variables(variable),
    ]);
  } catch {
    return [];
  }
}

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
    // An operator on languages is no property.
    if (key.startsWith("$")) continue;
    yield { kind: "property", name: key };
    for (const name of values) yield { kind: key === "typeOf" ? "type" : "constant", name };
  }
}

/** Properties that the service accepts in questions, although no triple has them. */
const ownProperties: ReadonlySet<string> = new Set([
  "dcid",
  "description",
  "geoCoordinate",
  "geoCoordinates",
  "observationAbout",
  "observationDate",
  "variableMeasured",
  "value",
]);

const words: Readonly<Record<NameKind, string>> = {
  dcid: "dcid",
  property: "property",
  variable: "variable",
  type: "type",
  constant: "value",
  date: "date",
  dateOrLatest: "date",
  facet: "facet",
  selection: "word of select",
};

/** @returns a sentence for each name that the world lacks, in the order of the mentions */
export function unknownNames(
  commons: Commons,
  mentions: Iterable<Mention>,
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const mention of mentions) {
    if (problems.has(mention.name) || isKnown(commons, mention)) continue;
    problems.set(mention.name, problemOf(commons, mention));
  }
  return problems;
}

/** Whether the world has the name. */
function isKnown({ engine }: Commons, { kind, name, problem }: Mention): boolean {
  if (problem !== undefined) return false;
  const { graph, observations } = engine;
  const { dictionary } = graph;
  switch (kind) {
    case "property":
      return ownProperties.has(name) || graph.predicateOf(name) !== undefined;
    case "selection":
      return selections.some((one) => one === name);
    case "dateOrLatest":
      return name === latest || observations.dateCodeOf(name) !== undefined;
    case "date":
      return observations.dateCodeOf(name) !== undefined;
    case "facet":
      return observations.facets.some(({ facetId }) => facetId === name);
    default:
      if (dictionary.nodeOf(name) !== undefined) return true;
      return kind === "constant" && dictionary.literalOf(name) !== undefined;
  }
}

/** The last date, as a question of `/v2` writes it. */
const latest = "LATEST";

function problemOf(commons: Commons, { kind, name, problem }: Mention): string {
  if (problem !== undefined) return problem;
  const hint = didYouMean(nearest(name, namesOf(commons, kind))) || "; it knows none";
  const owner = kind === "selection" ? "the service" : "the world";
  return `${owner} has no ${words[kind]} '${name}'${hint}`;
}

/** The names that a test may have meant instead: those of the same kind. */
function* namesOf({ engine }: Commons, kind: NameKind): Generator<string> {
  const { graph, observations } = engine;
  switch (kind) {
    case "property":
      for (const node of graph.predicates) yield graph.dictionary.textOf(node);
      return;
    case "selection":
      return yield* selections;
    case "dateOrLatest":
      yield latest;
      return yield* observations.dates();
    case "date":
      return yield* observations.dates();
    case "facet":
      for (const { facetId } of observations.facets) yield facetId;
      return;
    default:
      return yield* nodesOf(engine, kind);
  }
}

function* nodesOf({ graph, observations }: Commons["engine"], kind: NameKind): Generator<string> {
  const { dictionary } = graph;
  // A constant may be a text, too.
  const end = kind === "constant" ? dictionary.termCount : dictionary.nodeCount;
  for (let node = 0; node < end; node++) {
    if (kind === "variable" && observations.seriesCountOf(node) === 0) continue;
    if (kind === "dcid" && !isThing(node)) continue;
    if (kind === "type" && !isType(node)) continue;
    yield dictionary.textOf(node);
  }

  function isType(node: number): boolean {
    const typeOf = graph.predicateOf("typeOf");
    return typeOf !== undefined && graph.predicatesOf(node, "in").includes(typeOf);
  }

  /** Names of properties are nodes too, but a test seldom means them. Of a recorded node there may be a name alone. */
  function isThing(node: number): boolean {
    const isEntity = observations.variablesOf(node).length > 0;
    const isSubject = graph.predicatesOf(node, "out").length > 0;
    return isSubject || isEntity || observations.seriesCountOf(node) > 0;
  }
}
