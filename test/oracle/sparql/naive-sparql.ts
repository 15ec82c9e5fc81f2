/**
 * The obvious way to answer a query of the documented dialect: write down every triple, those of
 * observations included, and try them all for every pattern. Slow, short and plainly right.
 */

import { observationId } from "../../../src/ids/observation-id.ts";
import { compareUtf8 } from "../../../src/store/texts/utf8.ts";
import type { World } from "../../../src/world/world.ts";
import { worldOf } from "../small-world.ts";

export interface NaiveTerm {
  /** An observation is a node, but one that no text names: `text` is its place in the list. */
  readonly kind: "node" | "literal" | "observation";
  readonly text: string;
}

export interface NaiveTriple {
  readonly subject: string;
  readonly predicate: string;
  readonly object: NaiveTerm;
  readonly provenance: string;
}

export interface NaiveObservation {
  readonly variable: string;
  readonly entity: string;
  readonly date: string;
  readonly value: string;
  readonly importName: string;
  /** As an import writes it. */
  readonly method: string;
  readonly period: string;
  readonly unit: string;
  readonly scalingFactor: string;
}

export interface NaiveData {
  readonly triples: readonly NaiveTriple[];
  /** No two of one series and date. */
  readonly observations: readonly NaiveObservation[];
}

/** A variable by name, or constants of which any will do. */
export type NaiveSlot = { readonly variable: string } | { readonly constants: readonly string[] };

export interface NaivePattern {
  readonly subject: NaiveSlot;
  readonly predicate: string;
  readonly object: NaiveSlot;
}

export interface NaiveQuery {
  readonly select: readonly string[];
  readonly distinct: boolean;
  readonly patterns: readonly NaivePattern[];
}

const observationType = "StatVarObservation";
const anchors = ["variableMeasured", "observationAbout"];
/** Properties of an observation that may be unset. */
export const columns = ["typeOf", "observationDate", "value", "provenance", "measurementMethod"]
  .concat("observationPeriod", "unit", "scalingFactor", "samplePopulation", "location")
  .concat(anchors);
/** Those of the place types that tests use. */
export const places = ["Place", "State", "City"];

/** A triple, stored or a property of an observation. */
export type Fact = readonly [subject: NaiveTerm, predicate: string, object: NaiveTerm];
type Bindings = ReadonlyMap<string, NaiveTerm>;

/** Every row of the answer, unordered and without LIMIT, as printed texts. */
export function naiveRows(data: NaiveData, query: NaiveQuery): string[][] {
  const stored = factsOf(data);
  const nodes = nodesOf(data);
  const { patterns } = query;
  // Observations are matched only by variables that are said to be observations.
  const plain = stored.filter(([subject]) => subject.kind !== "observation");
  const factsFor = (pattern: NaivePattern) => (isOfObservation(pattern, patterns) ? stored : plain);
  const isAlias = !stored.some(([, name]) => name === "subType");
  // The old spelling is the column of types, too.
  const isOptional = (pattern: NaivePattern) =>
    isOptionalColumn(
      isAlias && pattern.predicate === "subType" ? { ...pattern, predicate: "typeOf" } : pattern,
      patterns,
    );
  let rows: Bindings[] = [new Map()];
  for (const pattern of patterns.filter((one) => !isOptional(one))) {
    rows = rows.flatMap((row) => matches(pattern, row, factsFor(pattern), nodes, data));
  }
  for (const pattern of patterns.filter(isOptional)) {
    rows = rows.flatMap((row) => {
      const found = matches(pattern, row, factsFor(pattern), nodes, data);
      return found.length === 0 ? [row] : found;
    });
  }
  const printed = rows.map((row) => query.select.map((name) => textOf(row.get(name), data)));
  if (!query.distinct) return printed;
  return [...new Map(printed.map((row) => [JSON.stringify(row), row])).values()];
}

/** Order of printed texts. */
export function compareTexts(a: string, b: string): number {
  return compareUtf8(a, b);
}

function matches(
  pattern: NaivePattern,
  row: Bindings,
  facts: readonly Fact[],
  nodes: readonly NaiveTerm[],
  data: NaiveData,
): Bindings[] {
  const found: Bindings[] = [];
  for (const [subject, object] of pairsOf(pattern, facts, nodes, data)) {
    const extended = bound(pattern.subject, subject, row, data);
    const both = extended && bound(pattern.object, object, extended, data);
    if (both !== undefined) found.push(both);
  }
  return found;
}

/** Subjects and objects that a pattern's predicate connects. */
function pairsOf(
  { predicate, object }: NaivePattern,
  facts: readonly Fact[],
  nodes: readonly NaiveTerm[],
  data: NaiveData,
): (readonly [NaiveTerm, NaiveTerm])[] {
  if (predicate === "dcid") {
    const observations = data.observations.map((_, at) => observationTerm(at));
    return [...nodes, ...observations].map((node) => [node, node]);
  }
  const isSubType = predicate === "subType" && !facts.some(([, name]) => name === "subType");
  const name = isSubType ? "typeOf" : predicate;
  const isPlace = name === "typeOf" && "constants" in object && object.constants.join() === "Place";
  const own = facts.filter(([, other]) => other === name);
  if (!isPlace) return own.map(([from, , to]) => [from, to]);
  const ofPlaces = own.filter(([, , to]) => places.includes(to.text));
  const subjects = new Map(ofPlaces.map(([from]) => [keyOf(from), from]));
  return [...subjects.values()].map((from) => [from, { kind: "node", text: "Place" }]);
}

/** The row with a slot bound to a term, if it can be. */
function bound(
  slot: NaiveSlot,
  term: NaiveTerm,
  row: Bindings,
  data: NaiveData,
): Bindings | undefined {
  if ("constants" in slot) return slot.constants.includes(textOf(term, data)) ? row : undefined;
  const known = row.get(slot.variable);
  if (known === undefined) return new Map(row).set(slot.variable, term);
  return keyOf(known) === keyOf(term) ? row : undefined;
}

/** Is the subject a variable that some pattern says to be an observation? */
export function isOfObservation({ subject }: NaivePattern, all: readonly NaivePattern[]): boolean {
  if (!("variable" in subject)) return false;
  return all.some(
    (one) =>
      isAnchor(one) && "variable" in one.subject && one.subject.variable === subject.variable,
  );
}

/** A column of an observation whose variable nothing else uses may be unset. */
function isOptionalColumn(pattern: NaivePattern, all: readonly NaivePattern[]): boolean {
  const { predicate, object } = pattern;
  if (!("variable" in object) || !columns.includes(predicate)) return false;
  if (!isOfObservation(pattern, all) || isAnchor(pattern)) return false;
  const slots = all.flatMap((one) => [one.subject, one.object]);
  const uses = slots.filter((slot) => "variable" in slot && slot.variable === object.variable);
  return uses.length === 1;
}

/** Does a pattern say that its subject is an observation? */
export function isAnchor({ predicate, object }: NaivePattern): boolean {
  if (anchors.includes(predicate)) return true;
  return (
    predicate === "typeOf" && "constants" in object && object.constants.join() === observationType
  );
}

/** Every triple there is. */
export function factsOf({ triples, observations }: NaiveData): Fact[] {
  const facts: Fact[] = triples.map(({ subject, predicate, object }) => [
    { kind: "node", text: subject },
    predicate,
    object,
  ]);
  for (const [at, one] of observations.entries()) {
    const add = (predicate: string, kind: "node" | "literal", text: string) => {
      if (text !== "") facts.push([observationTerm(at), predicate, { kind, text }]);
    };
    add("typeOf", "node", observationType);
    add("variableMeasured", "node", one.variable);
    add("observationAbout", "node", one.entity);
    add("observationDate", "literal", one.date);
    add("value", "literal", one.value);
    add("observationPeriod", "literal", one.period);
    add("measurementMethod", "node", one.method);
    add("unit", "node", one.unit);
    add("scalingFactor", "literal", one.scalingFactor);
    add("provenance", "node", `dc/base/${one.importName}`);
  }
  // From how many provenances a triple comes makes no difference.
  return [...new Map(facts.map((fact) => [JSON.stringify(fact), fact])).values()];
}

/** Nodes that the world knows. */
export function nodesOf({ triples, observations }: NaiveData): NaiveTerm[] {
  const dcids = new Set<string>();
  for (const { subject, predicate, object, provenance } of triples) {
    for (const dcid of [subject, predicate, provenance]) dcids.add(dcid);
    if (object.kind === "node") dcids.add(object.text);
  }
  for (const { variable, entity } of observations) dcids.add(variable).add(entity);
  return [...dcids].map((text) => ({ kind: "node", text }));
}

export function observationTerm(at: number): NaiveTerm {
  return { kind: "observation", text: String(at) };
}

function keyOf({ kind, text }: NaiveTerm): string {
  return `${kind} ${text}`;
}

/** What is printed; empty for nothing. */
export function textOf(term: NaiveTerm | undefined, { observations }: NaiveData): string {
  if (term === undefined) return "";
  if (term.kind !== "observation") return term.text;
  const one = observations[Number(term.text)]!;
  return observationId({
    observationAbout: one.entity,
    variableMeasured: one.variable,
    observationDate: one.date,
    value: one.value,
    observationPeriod: one.period,
    unit: one.unit,
    measurementMethod: one.method,
    scalingFactor: one.scalingFactor,
  });
}

/** The same data as a world. */
export function worldOfData({ triples, observations }: NaiveData): World {
  return worldOf(
    triples.map(({ subject, predicate, object, provenance }) => {
      const mark = object.kind === "literal" ? "=" : "";
      return [subject, predicate, mark + object.text, provenance];
    }),
    observations.map(({ variable, entity, date, value, ...facet }) => {
      const { method: measurementMethod, period: observationPeriod } = facet;
      const { importName, unit, scalingFactor } = facet;
      const source = { importName, measurementMethod, observationPeriod, unit, scalingFactor };
      return [variable, entity, date, value, source];
    }),
  );
}
