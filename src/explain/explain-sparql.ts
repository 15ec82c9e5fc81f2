/** Why a query finds nothing. */

import type { AnswerSettings } from "../adapters/edge/endpoint.ts";
import type { V2SparqlRequest } from "../adapters/shapes.ts";
import { sparqlPart } from "../adapters/v2/v2-sparql.ts";
import { excerpt } from "../errors/excerpts.ts";
import type { Governor } from "../options/governor.ts";
import {
  dcidProperty,
  type Expression,
  type Group,
  type GroupPart,
  isAnchor,
  observationType,
  oldTypeProperty,
  onlyText,
  type Pattern,
  type PatternEnd,
  type Plan,
  placeTypes,
  typeProperty,
  type VariableId,
} from "../sparql/plan.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import type { Suggestion } from "./explanation.ts";
import type { KnownNames } from "./known-names.ts";
import { type Context, quoted, type Story } from "./story.ts";

export function explainSparql(
  context: Context,
  { query }: V2SparqlRequest,
  { dialect = "documented" }: AnswerSettings,
): void {
  const { story } = context;
  const plan = sparqlPart.require().planOf(query, dialect);
  const explainer = new QueryExplainer(context, plan);
  if (!explainer.group(plan.where) || !explainer.groups()) return;
  const { offset } = plan;
  if (offset > 0 && !story.step(`rows after OFFSET ${offset}`, explainer.rows.countAll())) {
    story.end("offset", `OFFSET ${offset} leaves out all rows`);
  }
}

/** Explains the WHERE of a query part by part. */
class QueryExplainer {
  readonly rows: QueryRows;
  readonly #context: Context;
  readonly #plan: Plan;

  constructor(context: Context, plan: Plan) {
    this.#context = context;
    this.#plan = plan;
    this.rows = new QueryRows(context.world, plan, context.governor);
  }

  /** @returns whether a group of parts has matches */
  group({ parts, conditions }: Group): boolean {
    const { governor, story } = this.#context;
    const items = itemsOf(parts, this.#plan);
    for (const [at, item] of items.entries()) {
      governor.look();
      const text = textOfItem(item, this.#plan);
      const what = at === 0 ? text : `${text}, together with what stands before`;
      if (story.step(what, this.rows.count(items.slice(0, at + 1)))) continue;
      this.#endAt(items, at);
      return false;
    }
    return this.#conditions(items, conditions);
  }

  /** @returns whether HAVING leaves a group */
  groups(): boolean {
    const { grouping } = this.#plan;
    const { story } = this.#context;
    if (grouping === undefined) return true;
    if (story.step("groups", this.rows.countGroups())) return true;
    story.end("filteredOut", "HAVING lets no group pass");
    return false;
  }

  /** Which items have matches of their own, and why the one at hand leaves nothing. */
  #endAt(items: readonly GroupPart[], at: number): void {
    const { governor, story } = this.#context;
    let isAlone = false;
    for (const [place, item] of items.entries()) {
      governor.look();
      if (place === 0) continue;
      const has = story.step(`alone: ${textOfItem(item, this.#plan)}`, this.rows.count([item]));
      if (place === at) isAlone = has;
    }
    const item = items[at];
    if (item === undefined) return;
    if (!isAlone) this.#endOf(item);
    const text = textOfItem(item, this.#plan);
    story.end("noMatch", `${text} has matches, but none together with what stands before it`);
  }

  /** Why one item alone has no match. */
  #endOf(item: GroupPart): void {
    if (item.kind === "patterns") {
      for (const pattern of item.patterns) explainPattern(this.#context, this.#plan, pattern);
      return;
    }
    if (item.kind === "union") for (const branch of item.branches) this.group(branch);
    else if (item.kind === "group" || item.kind === "optional") this.group(item.group);
  }

  #conditions(items: readonly GroupPart[], conditions: readonly Expression[]): boolean {
    const { governor, story } = this.#context;
    for (const at of conditions.keys()) {
      governor.look();
      const left = this.rows.count(items, conditions.slice(0, at + 1));
      if (story.step(`rows that pass FILTER ${at + 1}`, left)) continue;
      const isAlone = this.rows.count(items, conditions.slice(at, at + 1)) > 0;
      const others = isAlone ? " together with those before it" : "";
      story.end("filteredOut", `FILTER ${at + 1} lets no row pass${others}`);
      return false;
    }
    return true;
  }
}

/** Why a pattern alone has no match. */
function explainPattern(context: Context, plan: Plan, pattern: Pattern): void {
  const { world, story, names } = context;
  const { subject, predicate, object } = pattern;
  const property = onlyText(predicate);
  const isObservation = subject.kind === "variable" && plan.observations.has(subject.variable);
  if (isObservation && property !== undefined) {
    endOfObservation(context, property, object, textOfPattern(pattern, plan));
    return;
  }
  const unknown = unknownOf(world, pattern);
  if (unknown !== undefined) {
    endOfUnknown(unknown, story, names);
    return;
  }
  const reason = `all names in ${textOfPattern(pattern, plan)} are known, but no triple is so`;
  story.end("noMatch", reason, [...thereFor(context, pattern)]);
}

type Unknown = {
  readonly kind: "unknownDcid" | "unknownProperty" | "unknownType" | "unknownText";
} & {
  readonly texts: readonly string[];
};

/** The first end of a pattern whose constants the world lacks. */
function unknownOf({ graph }: World, { subject, predicate, object }: Pattern): Unknown | undefined {
  const { dictionary } = graph;
  const isNode = (text: string): boolean => dictionary.nodeOf(text) !== undefined;
  const isTerm = (text: string): boolean =>
    isNode(text) || dictionary.literalOf(text) !== undefined;
  if (lacks(subject, isNode)) return { kind: "unknownDcid", texts: textsOf(subject) };
  const property = onlyText(predicate);
  if (property === dcidProperty) {
    return lacks(object, isNode) ? { kind: "unknownDcid", texts: textsOf(object) } : undefined;
  }
  const isType = property === typeProperty || property === oldTypeProperty;
  const wanted = isType ? typeProperty : property;
  if (wanted !== undefined && graph.predicateOf(wanted) === undefined) {
    return { kind: "unknownProperty", texts: [wanted] };
  }
  const isPlace = isType && onlyText(object) === placeTypes[0];
  if (!lacks(object, isTerm) || isPlace) return undefined;
  return { kind: isType ? "unknownType" : "unknownText", texts: textsOf(object) };
}

function lacks(end: PatternEnd, isKnown: (text: string) => boolean): boolean {
  return end.kind === "constants" && !end.texts.some(isKnown);
}

function textsOf(end: PatternEnd): readonly string[] {
  return end.kind === "constants" ? end.texts : [];
}

function endOfUnknown({ kind, texts }: Unknown, story: Story, names: KnownNames): void {
  const said = quoted(texts);
  switch (kind) {
    case "unknownDcid":
      story.end(kind, `no node has the dcid ${said}`, names.nearDcids(texts));
      return;
    case "unknownProperty":
      story.end(kind, `no triple has the property ${said}`, names.nearProperties(texts));
      return;
    case "unknownType":
      story.end(kind, `no node has the type ${said}`, names.nearTypes(texts));
      return;
    case "unknownText":
      story.end(kind, `no triple leads to ${said}`, names.nearDcids(texts));
  }
}

const listedMax = 10;

/** Values or properties of the subject, or types if the pattern is about a type. */
function* thereFor(
  { world: { graph }, names, governor }: Context,
  { subject, predicate }: Pattern,
): Generator<Suggestion> {
  const property = onlyText(predicate);
  if (property === typeProperty || property === oldTypeProperty) {
    yield* names.nodes(names.types(), "type");
  }
  const nodes = textsOf(subject).flatMap((text) => graph.dictionary.nodeOf(text) ?? []);
  for (const node of nodes.slice(0, listedMax)) {
    governor.work(listedMax);
    const number = property === undefined ? undefined : graph.predicateOf(property);
    const values = number === undefined ? [] : graph.valuesOf(node, number);
    yield* names.nodesOrTexts(values, "value");
    if (values.length > 0) continue;
    const predicates = graph.predicatesOf(node, "out").map((one) => graph.predicates[one]);
    yield* names.nodes(predicates as TermId[], "property");
  }
}

function endOfObservation(
  { world: { graph, observations }, story, names, governor }: Context,
  property: string,
  object: PatternEnd,
  text: string,
): void {
  const texts = textsOf(object);
  const said = quoted(texts);
  if (property === typeProperty && onlyText(object) === observationType) {
    story.end("noData", "the world has no observations");
    return;
  }
  if (texts.length > 0 && property === "variableMeasured") {
    const reason = `there are no observations of the variable ${said}`;
    story.end("unknownVariable", reason, names.nearVariables(texts));
    return;
  }
  if (texts.length > 0 && property === "observationAbout") {
    const isKnown = texts.some((one) => graph.dictionary.nodeOf(one) !== undefined);
    const reason = isKnown ? `nothing was observed about ${said}` : `no node has the dcid ${said}`;
    story.end(isKnown ? "noData" : "unknownDcid", reason, names.nearDcids(texts));
    return;
  }
  if (texts.length > 0 && property === "observationDate") {
    const found: Suggestion[] = [];
    for (let series = 0; series < Math.min(observations.seriesCount, listedMax); series++) {
      governor.work(4);
      const code = observations.lastDateOf(series);
      found.push({ kind: "date", value: observations.dateOfCode(code) });
    }
    story.end("otherDates", `nothing was observed at ${said}`, found);
    return;
  }
  story.end("noMatch", `no observation has ${text}`);
}

// The parts of a query one by one: their texts for people, and how many rows they have.

/**
 * Each pattern as a part of its own, in their order. A pattern that makes a variable an observation
 * comes before the other patterns of the variable: without it they have another meaning.
 */
export function itemsOf(parts: readonly GroupPart[], plan: Plan): GroupPart[] {
  return parts.flatMap((part): GroupPart[] => {
    if (part.kind !== "patterns") return [part];
    const { patterns } = part;
    const anchored = new Set<VariableId>();
    const ordered = patterns.flatMap((pattern) => {
      const variable = observationOf(pattern, plan);
      if (variable === undefined) return [pattern];
      if (anchored.has(variable)) return isAnchor(pattern) ? [] : [pattern];
      anchored.add(variable);
      const anchors = patterns.filter(
        (other) => observationOf(other, plan) === variable && isAnchor(other),
      );
      return isAnchor(pattern) ? anchors : [...anchors, pattern];
    });
    return ordered.map((pattern) => ({ kind: "patterns", patterns: [pattern] }));
  });
}

function observationOf({ subject }: Pattern, plan: Plan): VariableId | undefined {
  if (subject.kind !== "variable") return undefined;
  return plan.observations.has(subject.variable) ? subject.variable : undefined;
}

function textOfItem(item: GroupPart, plan: Plan): string {
  switch (item.kind) {
    case "patterns":
      return item.patterns.map((pattern) => textOfPattern(pattern, plan)).join(" . ");
    case "group":
      return "the group in braces";
    case "optional":
      return "OPTIONAL";
    case "union":
      return `UNION of ${item.branches.length}`;
    case "minus":
      return "MINUS";
    case "path":
      return `the path from ${textOfEnd(item.subject, plan)} to ${textOfEnd(item.object, plan)}`;
    case "values":
      return `VALUES of ${item.rows.length}`;
    case "bind":
      return `BIND of ?${excerpt(plan.variables[item.variable] ?? "")}`;
    case "query":
      return "the query in braces";
  }
}

function textOfPattern({ subject, predicate, object }: Pattern, plan: Plan): string {
  return [subject, predicate, object].map((end) => textOfEnd(end, plan)).join(" ");
}

function textOfEnd(end: PatternEnd, { variables }: Plan): string {
  if (end.kind === "variable") return `?${excerpt(variables[end.variable] ?? "")}`;
  const texts = end.texts.slice(0, 5).map(excerpt);
  if (end.texts.length === 1) return texts[0] ?? "";
  return `(${texts.join(" ")}${end.texts.length > 5 ? " …" : ""})`;
}

/** Rows that are counted: where there are more, these are enough to know. */
const countedMax = 100;

/** Counts the rows of parts of one query. */
class QueryRows {
  readonly #world: World;
  readonly #plan: Plan;
  readonly #governor: Governor;

  constructor(world: World, plan: Plan, governor: Governor) {
    this.#world = world;
    this.#plan = plan;
    this.#governor = governor;
  }

  /** Matches of some parts together, 100 at most. */
  count(parts: readonly GroupPart[], conditions: readonly Expression[] = []): number {
    return this.#rowsOf({
      ...this.#plan,
      where: { parts, conditions },
      header: [""],
      columns: [{ kind: "computed", expression: { kind: "boolean", value: true } }],
      distinct: false,
      order: [],
      limit: countedMax,
      offset: 0,
      isAsk: false,
      grouping: undefined,
    });
  }

  /** Groups that the query leaves, 100 at most. */
  countGroups(): number {
    return this.#rowsOf({ ...this.#plan, offset: 0 });
  }

  /** Rows of the query itself, 100 at most. */
  countAll(): number {
    return this.#rowsOf(this.#plan);
  }

  #rowsOf(plan: Plan): number {
    const limit = Math.min(plan.limit, countedMax);
    return (
      sparqlPart.require().evaluate(this.#world, { ...plan, limit }, this.#governor).rows?.length ??
      0
    );
  }
}
