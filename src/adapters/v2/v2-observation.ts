/** `/v2/observation`: which data exist, from whom, and the values (behaviour: observation). */

import { CommonsError } from "../../errors/errors.ts";
import { refused } from "../../errors/rpc.ts";
import {
  combined,
  evaluated,
  type Leaf,
  leavesOf,
  type Points,
  parseFormula,
} from "../../expr-parser/formula.ts";
import type { Governor } from "../../options/governor.ts";
import { date, ids, type ParamsOf, text } from "../../router/fields.ts";
import type { MeasuredField } from "../../stats/facet-fields.ts";
import type { FacetEntry } from "../../stats/facets.ts";
import { step } from "../../store/columns/column-source.ts";
import type { Graph } from "../../store/graph/graph.ts";
import { type Dictionary, noTerm, type TermId } from "../../store/texts/dictionary.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import type { World } from "../../world/world.ts";
import type { AnswerForm } from "../edge/endpoint.ts";
import { entitiesOfExpression } from "../reads/contained-places.ts";
import { describeFacet, describeSource } from "../reads/node-page.ts";
import { numericPoints, pointsIn } from "../reads/numeric-points.ts";
import {
  type CalculationListener,
  checkPairs,
  type Entities,
  ObservationAnswer,
} from "../reads/observation-answer.ts";
import { ObservationForm, ObservationText } from "../reads/observation-forms.ts";
import type { V2ObservationResponse } from "../v2-shapes.ts";
import { HoleFiller } from "./calculations.ts";
import { Existence } from "./existence.ts";

export const observationParams = {
  date: date("date"),
  variables: ids("variable.dcids"),
  formula: text("variable.formula"),
  entities: ids("entity.dcids"),
  entityExpression: text("entity.expression"),
  select: ids("select"),
  facetIds: ids("filter.facet_ids"),
  domains: ids("filter.domains", "filter.facet_domains"),
};
export type V2ObservationParams = ParamsOf<typeof observationParams>;

/**
 * @throws CommonsError `REQUEST` when the entities are named in no way or in two, or by an expression without
 * variables
 * @throws ExpressionError for an expression that names no entities
 * @throws LimitError for an answer that takes too much
 * @throws CommonsError for too many pairs of variable and entity
 */
export function v2Observation(
  world: World,
  params: V2ObservationParams,
  governor: Governor,
  options: AnswerForm = {},
): V2ObservationResponse {
  const form = new ObservationForm(world, governor, options.today ? describeSource : describeFacet);
  return answer(world, params, form, governor, options) ? form.response() : {};
}

/** The same as JSON text. */
export function v2ObservationText(
  world: World,
  params: V2ObservationParams,
  governor: Governor,
  options: AnswerForm = {},
): string {
  const text = new ObservationText(world, governor, options.today ? describeSource : describeFacet);
  return answer(world, params, text, governor, options) ? text.response() : "{}";
}

/** False when there are no variables. */
function answer(
  world: World,
  params: V2ObservationParams,
  form: CalculationListener,
  governor: Governor,
  { calculations = false }: AnswerForm,
): boolean {
  checkEntities(params);
  const entities = entitiesOf(world, params, governor);
  if (isFormulaAsked(params)) {
    addDerivedSeries(world, params.formula, entities, form, governor);
    return true;
  }
  const kind = kindOf(params);
  const isListed = kind === "values" && entities.dcids !== undefined;
  const { graph, observations } = world;
  const variables =
    params.variables.length > 0
      ? new Map(params.variables.map((dcid) => [dcid, graph.dictionary.nodeOf(dcid)]))
      : variablesOf(world, entities, governor);
  if (variables.size === 0) return false;

  checkPairs(variables.size, entities.nodes.length, isListed ? "listed" : "sought");
  const filter = new FacetFilter(observations.facets, params.facetIds, params.domains);
  const selection = { date: params.date, filter };
  const listener =
    calculations && kind === "values"
      ? new HoleFiller(world, entities, selection, form, governor)
      : form;
  const found = new ObservationAnswer(observations, entities, selection, listener, governor);
  if (kind === "existence") {
    const isList = params.variables.length === 0;
    const hasCalculations = calculations && !isList;
    const variableCount = variables.size;
    const question = { entities, selection, isList, variableCount, hasCalculations };
    const existence = new Existence(world, question, found, form, governor);
    for (const [dcid, variable] of variables) existence.add(dcid, variable);
    return true;
  }
  for (const [dcid, variable] of variables) {
    if (kind === "values") found.addValues(dcid, variable);
    else found.addFacets(dcid, variable);
  }
  return true;
}

function entitiesOf(world: World, params: V2ObservationParams, governor: Governor): Entities {
  const { entities, entityExpression } = params;
  governor.work(entities.length);
  governor.bytes(entities.length * 8);
  const { graph } = world;
  return entityExpression === ""
    ? listedEntities(entities, graph)
    : { nodes: entitiesOfExpression(graph, entityExpression, governor), dcids: undefined };
}

/** Whether the formula of a request counts (behaviour: observation 11.2). */
export function isFormulaAsked(params: V2ObservationParams): boolean {
  const { formula, variables, entityExpression } = params;
  const isAlone = formula !== "" && variables.length === 0;
  return isAlone && entityExpression === "" && kindOf(params) === "values";
}

function kindOf({ select }: V2ObservationParams): "values" | "facets" | "existence" {
  if (select.includes("date") && select.includes("value")) return "values";
  return select.includes("facet") ? "facets" : "existence";
}

function checkEntities({ variables, entities, entityExpression }: V2ObservationParams): void {
  if (entities.length === 0 && entityExpression === "") {
    throw new CommonsError("REQUEST", "entity must be specified");
  }
  if (entities.length > 0 && entityExpression !== "") {
    throw new CommonsError(
      "REQUEST",
      "only one of entity.dcids and entity.expression should be specified",
    );
  }
  if (entityExpression !== "" && variables.length === 0) {
    throw new CommonsError("REQUEST", "variable must be specified for entity.expression");
  }
}

/** Every variable that has data about one of the entities, ascending. */
function variablesOf(
  { graph, observations }: World,
  { nodes }: Entities,
  governor: Governor,
): Map<string, TermId | undefined> {
  const found = new Set<TermId>();
  const numbers = numericPoints(observations);
  for (const node of nodes) {
    if (node === noTerm) continue;
    const variables = observations.variablesOf(node);
    governor.work(1 + variables.length);
    for (const variable of variables) if (numbers.areOf(variable, node)) found.add(variable);
  }
  // Those of one entity come in order.
  const ascending = nodes.length === 1 ? found : [...found].sort((a, b) => a - b);
  const variables = new Map<string, TermId>();
  for (const variable of ascending) variables.set(graph.dictionary.textOf(variable), variable);
  return variables;
}

/**
 * Which facets a request keeps: by id and by the host of their URL (behaviour: observation 2.3).
 */
export class FacetFilter {
  readonly #kept: ReadonlySet<FacetEntry> | undefined;

  /** Empty lists keep everything; both given must both agree. */
  constructor(
    facets: readonly FacetEntry[],
    facetIds: readonly string[],
    domains: readonly string[],
  ) {
    if (facetIds.length === 0 && domains.length === 0) return;
    const ids = new Set(facetIds);
    this.#kept = new Set(
      facets.filter(
        (facet) =>
          (ids.size === 0 || ids.has(facet.facetId)) &&
          (domains.length === 0 || isFrom(facet.provenanceUrl, domains)),
      ),
    );
  }

  keeps(facet: FacetEntry): boolean {
    return this.#kept === undefined || this.#kept.has(facet);
  }
}

/**
 * The real service compares host endings without a dot boundary: `census.gov` fits `xcensus.gov`.
 */
function isFrom(url: string, domains: readonly string[]): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return domains.some((domain) => host.endsWith(domain));
}

export function listedEntities(given: readonly string[], { source, dictionary }: Graph): Entities {
  const key = () => `entities ${JSON.stringify(given)}`;
  return step(source, key, () => entitiesNamed(given, dictionary));
}

/** Long lists are mostly ids in order, which need no comparison of texts. */
function entitiesNamed(given: readonly string[], dictionary: Dictionary): Entities {
  const nodes = nodesOf(given, dictionary);
  if (nodes.every((node, at) => node !== noTerm && (at === 0 || node > (nodes[at - 1] ?? 0)))) {
    return { nodes, dcids: given };
  }
  const dcids = [...new Set(given)];
  return { nodes: dcids.length === given.length ? nodes : nodesOf(dcids, dictionary), dcids };
}

function nodesOf(dcids: readonly string[], dictionary: Dictionary): Uint32Array {
  const nodes = new Uint32Array(dcids.length);
  for (let at = 0; at < nodes.length; at++) {
    nodes[at] = dictionary.nodeOf(dcids[at] as string) ?? noTerm;
  }
  return nodes;
}

// `variable.formula` of `/v2/observation`: a series that no source has (behaviour: observation
// 11.2).

/** A series that a leaf may stand for. */
interface Candidate {
  readonly points: Points;
  /** Codes of its dates: equal for the same dates. */
  readonly dates: string;
  /** Length of the texts of its dates. */
  readonly length: number;
  /** The greatest of equally long ones is chosen. */
  readonly rank: string;
}

/**
 * Reports the value of a formula for each entity. One that has data of no leaf gets a facet without
 * anything.
 *
 * @throws CommonsError in the words of the real service, where it has no value for an entity
 */
function addDerivedSeries(
  world: World,
  text: string,
  { nodes, dcids }: Entities,
  form: CalculationListener,
  governor: Governor,
): void {
  const formula = parseFormula(text, false);
  const leaves = leavesOf(formula);
  form.beginVariable(text);
  nodes.forEach((node, at) => {
    form.beginEntity(node, dcids?.[at]);
    const chosen = chosenFor(world, leaves, node, governor);
    const derived =
      chosen &&
      evaluated<Points | number>(formula, {
        leaf: (leaf) => chosen.get(leaf.text) as Points,
        constant: (value) => value,
        combine: (operator, left, right) => combined(operator, left, right, "unknown"),
      });
    form.addPoints(undefined, typeof derived === "object" ? derived : { dates: [], values: [] });
    form.endEntity();
  });
  form.endVariable();
}

/** The series of each leaf; undefined for an entity without data. */
function chosenFor(
  world: World,
  leaves: readonly Leaf[],
  entity: TermId,
  governor: Governor,
): ReadonlyMap<string, Points> | undefined {
  const hasData = leaves.some(({ variable }) => seriesOf(world, variable, entity).length > 0);
  if (!hasData) return undefined;
  const found = leaves.map((leaf) => candidatesOf(world, leaf, entity, governor));
  const [first = [], ...others] = found.map((ofLeaf) => new Map(ofLeaf.map((c) => [c.dates, c])));
  const common = [...first.values()].filter(({ dates }) => others.every((one) => one.has(dates)));
  const longest = common.reduce<Candidate | undefined>(
    (best, one) => (best === undefined || one.length > best.length ? one : best),
    undefined,
  );
  if (longest === undefined) {
    throw refused("unknown", "no same date range for input time series sets");
  }
  return new Map(
    leaves.map((leaf, at) => {
      const alike = found[at]?.filter(({ dates }) => dates === longest.dates) ?? [];
      const best = alike.reduce((a, b) => (compareUtf8(a.rank, b.rank) < 0 ? b : a));
      return [leaf.text, best.points];
    }),
  );
}

/** Series of numbers that pass the filter of a leaf. */
function candidatesOf(
  world: World,
  { variable, measured = {} }: Leaf,
  entity: TermId,
  governor: Governor,
): readonly Candidate[] {
  const { observations } = world;
  const wanted = Object.entries(measured) as [MeasuredField, string][];
  const candidates = seriesOf(world, variable, entity).flatMap((series): Candidate[] => {
    const facet = observations.facetOf(series);
    if (!wanted.every(([field, value]) => value === "" || facet[field] === value)) return [];
    const points = pointsIn(observations, observations.pointsOf(series));
    governor.rows(points.dates.length);
    const dates = Array.from(points.dates);
    const length = dates.reduce((sum, code) => sum + observations.dateOfCode(code).length, 0);
    const rank = rankFields.map((field) => facet[field]).join("-");
    return [{ points, dates: dates.join(), length, rank }];
  });
  if (candidates.length === 0) throw refused("unknown", `no data for ${variable}`);
  return candidates;
}

const rankFields = ["measurementMethod", "observationPeriod", "unit", "scalingFactor"] as const;

function seriesOf({ graph, observations }: World, variable: string, entity: TermId): number[] {
  const node = graph.dictionary.nodeOf(variable);
  if (node === undefined || entity === noTerm) return [];
  const { start, end } = observations.seriesOf(node, entity);
  const series = Array.from({ length: end - start }, (_, at) => start + at);
  return [...numericPoints(observations).seriesWith(series)];
}
