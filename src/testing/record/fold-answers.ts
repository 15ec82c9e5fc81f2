/** Makes statements of answers: a function per endpoint. */

import type { EndpointName } from "../../adapters/endpoint-methods.ts";
import type { ArcEntry } from "../../adapters/shapes.ts";
import type { V0Triple } from "../../adapters/v0-shapes.ts";
import type {
  V1BulkPointResponse,
  V1BulkPropertyValuesResponse,
  V1BulkSeriesResponse,
  V1BulkTriplesResponse,
  V1TriplesResponse,
} from "../../adapters/v1-shapes.ts";
import type {
  V2Candidate,
  V2FacetObservations,
  V2NodeResponse,
  V2ObservationResponse,
  V2ResolveResponse,
} from "../../adapters/v2-shapes.ts";
import { ExpressionError } from "../../errors/errors.ts";
import type { Arc } from "../../expr-parser/ast.ts";
import { parseLinkedRelation, parseRelation } from "../../expr-parser/parse-relation.ts";
import {
  entitiesOf,
  foldBulk,
  foldOneSeries,
  foldPlaceObs,
  foldPoint,
  foldPopObs,
  foldSeries,
  type Params,
  type Payload,
} from "./fold-older-answers.ts";
import type { Entry, Statements } from "./recorded-statements.ts";

/**
 * @returns why a replay may differ: what of the answer is no statement; undefined when all of it is
 */
type Fold = (params: Params, answer: never, into: Statements) => string | undefined;

/** Of answers that are no statements. */
const nothing =
  (reason: string): Fold =>
  () =>
    reason;
const rowsOnly = nothing("rows of a query are no statements");

const folds: Readonly<Record<EndpointName, Fold>> = {
  "v2.node": node,
  "v2.observation": observation,
  "v2.resolve": resolve,
  "v1.triples": ({ node, direction }, answer: V1TriplesResponse, into) => {
    foldTriples(String(node), direction === "out", answer.triples, into);
    return undefined;
  },
  "v1.bulkTriples": ({ direction }, answer: V1BulkTriplesResponse, into) => {
    for (const { node, triples } of answer.data ?? []) {
      foldTriples(node, direction === "out", triples, into);
    }
    return undefined;
  },
  "v1.bulkPropertyValues": (params, answer: V1BulkPropertyValuesResponse, into) => {
    const { property, direction } = params;
    for (const { node, values = [] } of answer.data ?? []) {
      for (const entry of values) into.entry(node, String(property), direction === "out", entry);
    }
    return undefined;
  },
  "v1.linkedPropertyValues": ({ valueNodeType }, answer: V1BulkPropertyValuesResponse, into) => {
    for (const { node, values = [] } of answer.data ?? []) {
      for (const entry of values) foldPart(node, String(valueNodeType), entry, into);
    }
    return undefined;
  },
  "v1.observationPoint": foldPoint,
  "v1.observationSeries": foldOneSeries,
  "v1.bulkObservationPoint": foldBulk,
  "v1.bulkObservationSeries": foldBulk,
  "v1.linkedObservationPoint": foldLinked,
  "v1.linkedObservationSeries": foldLinked,
  "v0.propertyValues": ({ property, valueType }, answer: Payload, into) => {
    const byNode = payloadOf<Record<string, { out?: ArcEntry[]; in?: ArcEntry[] }>>(answer);
    for (const [node, values] of Object.entries(byNode)) {
      for (const entry of values.out ?? []) into.entry(node, String(property), true, entry);
      for (const entry of values.in ?? []) into.entry(node, String(property), false, entry);
    }
    return valueType === undefined ? undefined : "values of other types were not asked for";
  },
  "v0.placesIn": ({ placeType }, answer: Payload, into) => {
    for (const { dcid, place } of payloadOf<{ dcid: string; place: string }[]>(answer)) {
      foldPart(dcid, String(placeType), { dcid: place }, into);
    }
    return undefined;
  },
  "v0.triples": ({ dcids }, answer: Payload, into) => {
    for (const triple of Object.values(payloadOf<Record<string, V0Triple[]>>(answer)).flat()) {
      foldTriple(triple, dcids as readonly string[], into);
    }
    return "of many triples about a node the service shows some";
  },
  "v0.popObs": foldPopObs,
  "v0.placeObs": foldPlaceObs,
  "v2.sparql": rowsOnly,
  "v1.query": rowsOnly,
  "v0.query": rowsOnly,
  "v0.propertyLabels": nothing("labels without their values are no statements"),
  "v0.statVars": nothing("which variables were observed says no value"),
};

/** Observations of the places within a place. Places without data are in the answer, too. */
function foldLinked(
  params: Params,
  answer: V1BulkPointResponse | V1BulkSeriesResponse,
  into: Statements,
): string | undefined {
  const { linkedEntity, entityType } = params;
  for (const dcid of entitiesOf(answer)) {
    foldPart(String(linkedEntity), String(entityType), { dcid }, into);
  }
  return foldBulk(params, answer, into);
}

function payloadOf<Content>({ payload }: Payload): Content {
  return JSON.parse(payload) as Content;
}

function foldTriple(triple: V0Triple, asked: readonly string[], into: Statements): void {
  const { subjectId = "", subjectName, subjectTypes, predicate = "" } = triple;
  const { objectId, objectName, objectTypes, objectValue, provenanceId } = triple;
  const isOut = asked.includes(subjectId) || objectId === undefined;
  const subject = { dcid: subjectId, name: subjectName, types: subjectTypes };
  const object = { dcid: objectId, name: objectName, types: objectTypes };
  into.mention(isOut ? subject : object);
  into.entry(isOut ? subjectId : objectId, predicate, isOut, {
    ...(isOut ? object : subject),
    value: objectValue,
    provenanceId,
  });
}

/** A place of a type within another place, directly or not. */
function foldPart(place: string, type: string, part: Entry, into: Statements): void {
  into.reached(place, "containedInPlace", false, part);
  keep(part, "typeOf", [type], into);
}

/**
 * Folds an answer of any endpoint.
 * @param answer undefined for a text that is no JSON
 */
export function foldAnswer(
  endpoint: EndpointName,
  params: Params,
  answer: unknown,
  into: Statements,
): string | undefined {
  if (answer === undefined) return "the answer is no JSON";
  try {
    return folds[endpoint](params, answer as never, into);
  } catch (error) {
    // The recorded service may read more than this one.
    if (error instanceof ExpressionError) return `its expression cannot be read: ${error.message}`;
    // Its members are read as those of a right answer, and have other types.
    const isOdd = error instanceof TypeError || error instanceof SyntaxError;
    if (!isOdd) throw error;
    return "the answer has another form than this endpoint's";
  }
}

function foldTriples(
  node: string,
  isOut: boolean,
  triples: V1TriplesResponse["triples"],
  into: Statements,
): void {
  for (const [property, { nodes = [] }] of Object.entries(triples ?? {})) {
    for (const entry of nodes) into.entry(node, property, isOut, entry);
  }
}

function node(params: Params, { data = {} }: V2NodeResponse, into: Statements): string | undefined {
  const { arcs } = parseRelation(String(params["property"]));
  const [arc] = arcs;
  if (arc === undefined || arcs.length > 1) return "chains of arcs are not folded into the world";
  for (const [dcid, { arcs: found = {} }] of Object.entries(data)) {
    for (const [label, { nodes = [] }] of Object.entries(found)) {
      for (const entry of nodes) foldEntry(dcid, label, entry, arc, into);
    }
  }
  if (arc.labels.kind === "none") {
    return "labels are recorded as far as their values were asked for";
  }
  const isVague = arc.filter.some(({ key, values }) => key !== "typeOf" || values.length > 1);
  return isVague ? "which value of its filter let an entry pass is not recorded" : undefined;
}

function foldEntry(
  node: string,
  label: string,
  entry: ArcEntry,
  { direction, transitive, filter }: Arc,
  into: Statements,
): void {
  const isOut = direction === "out";
  if (transitive) into.reached(node, label.replace(/\+$/, ""), isOut, entry);
  else into.entry(node, label, isOut, entry);
  for (const { key, values } of filter) keep(entry, key, values, into);
}

/** An entry that passes a filter has one of its values. With one value only, it is clear which. */
function keep(entry: Entry, key: string, values: readonly string[], into: Statements): void {
  if (key === "typeOf" && values.length === 1) into.mention({ dcid: entry.dcid, types: values });
}

function observation(
  params: Params,
  { byVariable = {}, facets = {} }: V2ObservationResponse,
  into: Statements,
): string | undefined {
  // Series of observations have facets.
  const isDerived = Boolean(params["formula"]) && Object.keys(facets).length === 0;
  if (isDerived) return "what a formula comes to is no observation";
  const expression = String(params["entityExpression"] ?? "");
  const relation = expression === "" ? undefined : parseLinkedRelation(expression);
  let isWhole = true;
  for (const [variable, { byEntity = {} }] of Object.entries(byVariable)) {
    for (const [entity, { orderedFacets = [] }] of Object.entries(byEntity)) {
      if (relation !== undefined) foldEntity(entity, relation, into);
      for (const { facetId, observations = [] } of orderedFacets) {
        foldSeries(variable, entity, observations, facets[facetId], into);
      }
      isWhole &&= orderedFacets.length > 0 && orderedFacets.every(hasAllPoints);
    }
  }
  return isWhole ? undefined : "observations are recorded as far as their values were asked for";
}

/** Whether a series shows all of its observations. Without a count it does. */
function hasAllPoints({ observations = [], obsCount = observations.length }: V2FacetObservations) {
  return observations.length === obsCount;
}

/** An expression that led to an entity says where the entity lies, and its type. */
function foldEntity(
  entity: string,
  { subject, arcs }: ReturnType<typeof parseLinkedRelation>,
  into: Statements,
): void {
  const [arc] = arcs;
  if (arc?.labels.kind !== "some" || arcs.length > 1) return;
  for (const { name } of arc.labels.items) {
    if (arc.direction === "in") into.path(entity, name, subject);
    else into.path(subject, name, entity);
  }
  for (const { key, values } of arc.filter) keep({ dcid: entity }, key, values, into);
}

function resolve(
  params: Params,
  { entities = [] }: V2ResolveResponse,
  into: Statements,
): string | undefined {
  const property = String(params["property"] ?? "<-description->dcid");
  const [incoming, outgoing] = parseRelation(property).arcs;
  const [input = "", output = ""] = [incoming, outgoing].map(onlyLabel);
  const filter = incoming?.filter ?? [];
  const isName = input === "description" && params["resolver"] !== "indicator";
  const asked = isName ? "name" : identifierOf(input, output);
  for (const { node, candidates = [] } of entities) {
    for (const candidate of candidates) {
      foldCandidate(candidate, into);
      if (isName) into.place(candidate.dcid);
      for (const { key, values } of filter) keep(candidate, key, values, into);
      into.aside(candidate.dcid, asked, node);
    }
  }
  return lossOf(input, output, isName);
}

/** The property that has the inputs as values; empty for other searches. */
function identifierOf(input: string, output: string): string {
  return output === "dcid" && !searched.has(input) ? input : "";
}

function lossOf(input: string, output: string, isName: boolean): string | undefined {
  if (isName) return "a search by name is recorded as names of what it found";
  if (searched.has(input)) return `a search by ${input} is not folded into the world`;
  return output === "dcid"
    ? undefined
    : "identifiers by other identifiers are not folded into the world";
}

function onlyLabel(arc: Arc | undefined): string {
  const items = arc?.labels.kind === "some" ? arc.labels.items : [];
  return items[0]?.name ?? "";
}

function foldCandidate({ dcid, dominantType, typeOf = [] }: V2Candidate, into: Statements): void {
  into.mention({ dcid, types: [dominantType ?? "", ...typeOf] });
}

const searched: ReadonlySet<string> = new Set(["description", "geoCoordinate", "geoCoordinates"]);
