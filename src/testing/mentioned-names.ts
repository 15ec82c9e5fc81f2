/** The names that a request mentions, and those of them that a world lacks. */

import { groupId, groupTypes } from "../adapters/v2/existence.ts";
import { sparqlPart } from "../adapters/v2/v2-sparql.ts";
import type { V2Select } from "../adapters/v2-shapes.ts";
import type { Commons } from "../commons/commons.ts";
import { didYouMean, meant, nearest } from "../errors/nearest.ts";
import type { Arc } from "../expr-parser/ast.ts";
import { leavesOf, parseFormula } from "../expr-parser/formula.ts";
import { parseLinkedRelation, parseRelation } from "../expr-parser/parse-relation.ts";

/** A dcid is a subject, an object or an entity. */
type NameKind =
  | "dcid"
  | "property"
  | "variable"
  /** Or a group of variables, or a topic. */
  | "variableOrGroup"
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
    variables: each("variableOrGroup"),
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
  "v0.placeObs": {
    placeType: types,
    populationType: each("constant"),
    observationDate: each("constant"),
  },
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
  variableOrGroup: "variable",
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
  mentions: readonly Mention[],
): ReadonlyMap<string, string> {
  const names = new KnownNames(commons);
  const problems = new Map<string, string>();
  for (const mention of mentions) {
    if (problems.has(mention.name) || names.has(mention)) continue;
    problems.set(mention.name, names.problemOf(mention, mentions));
  }
  return problems;
}

/** The last date, as a question of `/v2` writes it. */
const latest = "LATEST";

const variableTypes = ["StatisticalVariable"];

/** Those whose names are dcids. */
const nodeKinds: readonly NameKind[] = ["dcid", "variable", "variableOrGroup", "type"];

/** The names of a world, by what they may stand for. */
class KnownNames {
  readonly #graph: Commons["engine"]["graph"];
  readonly #observations: Commons["engine"]["observations"];

  constructor({ engine }: Commons) {
    this.#graph = engine.graph;
    this.#observations = engine.observations;
  }

  /** Whether a name is one of the world, and of the kind that its place asks for. */
  has({ kind, name, problem }: Mention): boolean {
    if (problem !== undefined) return false;
    const { dictionary } = this.#graph;
    const node = dictionary.nodeOf(name);
    switch (kind) {
      case "property":
        return ownProperties.has(name) || this.#graph.predicateOf(name) !== undefined;
      case "selection":
        return selections.some((one) => one === name);
      case "dateOrLatest":
        return name === latest || this.has({ kind: "date", name });
      case "date":
        return this.#observations.dateCodeOf(name) !== undefined;
      case "facet":
        return this.#observations.facets.some(({ facetId }) => facetId === name);
      case "constant":
        return node !== undefined || dictionary.literalOf(name) !== undefined;
      case "dcid":
        return node !== undefined;
      default:
        return node !== undefined && (this.#isOf(kind, node) || this.#isOpen(kind, node));
    }
  }

  problemOf({ kind, name, problem }: Mention, all: readonly Mention[]): string {
    if (problem !== undefined) return problem;
    const owner = kind === "selection" ? "the service" : "the world";
    const said = `${owner} has no ${words[kind]} '${name}'${this.#otherwise(kind, name)}`;
    const isExchanged = kind.startsWith("variable") && this.#graph.dictionary.nodeOf(name);
    if (isExchanged && all.some((one) => one.kind === "dcid" && this.has({ ...one, kind })))
      return `${said}; are variable and entity exchanged?`;
    if (kind !== "constant" && name.includes(","))
      return `${said}; a comma parts no names here: repeat the parameter, or give a list`;
    const called = this.#called(kind, name);
    const known = this.#namesOf(kind);
    // A name that is written otherwise is another property: only a slip has one instead.
    if (kind === "property") return said + didYouMean(meant(name, known));
    const near = called.length > 0 ? called : nearest(name, known);
    return said + (didYouMean(near) || "; it knows none");
  }

  /** What a known name is, whose place asks for something else. */
  #otherwise(kind: NameKind, name: string): string {
    const node = this.#graph.dictionary.nodeOf(name);
    if (node === undefined || kind === "selection") return "";
    const types = this.#texts(this.#graph.linked(node, "typeOf"));
    if (types.length > 0) return `: it is a node of the type ${types.join(", ")}`;
    if (this.#graph.predicateOf(name) !== undefined) return ": it is a property";
    return this.#isOf("type", node) ? ": it is a type" : "";
  }

  /** The nodes with this name: `geoId/06` for `California`. */
  #called(kind: NameKind, name: string): string[] {
    if (!nodeKinds.includes(kind)) return [];
    const nodes = this.#graph.linked(this.#graph.dictionary.literalOf(name), "name", "in");
    return this.#texts(nodes.filter((node) => this.#isOf(kind, node)).slice(0, 3));
  }

  /** The names that a test may have meant instead: those of the same kind. */
  *#namesOf(kind: NameKind): Generator<string> {
    switch (kind) {
      case "property":
        yield* ownProperties;
        return yield* this.#texts(this.#graph.predicates);
      case "selection":
        return yield* selections;
      case "dateOrLatest":
        yield latest;
        return yield* this.#observations.dates();
      case "date":
        return yield* this.#observations.dates();
      case "facet":
        for (const { facetId } of this.#observations.facets) yield facetId;
        return;
      default:
        return yield* this.#nodesOf(kind);
    }
  }

  *#nodesOf(kind: NameKind): Generator<string> {
    const { dictionary } = this.#graph;
    // A constant may be a text, too.
    const end = kind === "constant" ? dictionary.termCount : dictionary.nodeCount;
    for (let node = 0; node < end; node++) {
      if (this.#isOf(kind, node)) yield dictionary.textOf(node);
    }
  }

  #texts(nodes: Iterable<number>): string[] {
    return Array.from(nodes, (node) => this.#graph.dictionary.textOf(node));
  }

  /** Whether the world shows that a node is of a kind. */
  #isOf(kind: NameKind, node: number): boolean {
    switch (kind) {
      case "variable":
        return this.#isObserved(node) || this.#isA(node, variableTypes);
      case "variableOrGroup":
        return this.#isOf("variable", node) || this.#isA(node, groupTypes);
      case "type":
        return this.#isReached(node, "typeOf") || this.#isA(node, ["Class"]);
      // Names of properties are nodes too, but a test seldom means them. Of a recorded node there may be a name alone.
      case "dcid":
        return this.#isSubject(node) || this.#isEntity(node) || this.#isObserved(node);
      default:
        return true;
    }
  }

  /** Whether it may be of a kind for all that the world says: it is described, and has no type. */
  #isOpen(kind: NameKind, node: number): boolean {
    if (kind === "type") return this.#isReached(node, "subClassOf");
    if (kind === "variableOrGroup" && groupId.test(this.#graph.dictionary.textOf(node)))
      return true;
    const { start, end } = this.#graph.typeRows(node);
    const isOther = start < end || this.#isEntity(node) || this.#isOf("type", node);
    return !isOther && this.#isSubject(node);
  }

  /** Whether it is an instance of a type, or of a subclass of it. */
  #isA(node: number, wanted: readonly string[]): boolean {
    const types = new Set(this.#graph.linked(node, "typeOf"));
    for (const type of types) {
      if (wanted.includes(this.#graph.dictionary.textOf(type))) return true;
      for (const above of this.#graph.linked(type, "subClassOf")) types.add(above);
    }
    return false;
  }

  #isReached(node: number, property: string): boolean {
    const predicate = this.#graph.predicateOf(property);
    return predicate !== undefined && this.#graph.predicatesOf(node, "in").includes(predicate);
  }

  #isSubject(node: number): boolean {
    return this.#graph.predicatesOf(node, "out").length > 0;
  }

  #isEntity(node: number): boolean {
    return this.#observations.variableCountOf(node) > 0;
  }

  #isObserved(node: number): boolean {
    return this.#observations.seriesCountOf(node) > 0;
  }
}
