/** Why `/v2/observation` finds nothing. */

import { lowerArc, reach, readLinkedRelation } from "../adapters/reads/lowered-arc.ts";
import { type NumericPoints, numericPoints } from "../adapters/reads/numeric-points.ts";
import type { V2ObservationParams } from "../adapters/v2/v2-observation.ts";
import { FacetFilter, isFormulaAsked } from "../adapters/v2/v2-observation.ts";
import { leavesOf, parseFormula } from "../expr-parser/formula.ts";
import type { Governor } from "../options/governor.ts";
import { entityPropertiesOf } from "../stats/read/entity-properties.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import { noTerm, type TermId } from "../store/texts/dictionary.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import { explainFilter } from "./explain-filter.ts";
import { knownNodes, withoutFilters } from "./explain-node.ts";
import type { Suggestion } from "./explanation.ts";
import { type Context, quoted } from "./story.ts";

export function explainObservation(context: Context, asked: V2ObservationParams): void {
  const params = isFormulaAsked(asked) ? ofFormula(asked) : asked;
  const isListed = params.entityExpression === "";
  const entities = isListed
    ? knownNodes(context, params.entities)
    : entitiesOf(context, params.entityExpression);
  if (entities === undefined) return;
  const variables = variablesOf(context, params, entities);
  if (variables === undefined) return;
  const found = seriesOf(context, params, isListed);
  for (const variable of variables) {
    for (const entity of entities) found.add(variable, entity);
  }
  if (!context.story.step("pairs of variable and entity with observations", found.pairs)) {
    endWithoutPairs(context, variables, entities);
  } else reportSeries(context, params, found);
}

/** What is asked of the variables of a formula: all that was observed, whatever date and filter say. */
function ofFormula(params: V2ObservationParams): V2ObservationParams {
  const variables = leavesOf(parseFormula(params.formula, false)).map(({ variable }) => variable);
  return { ...params, variables, date: "", facetIds: [], domains: [] };
}

/** Whether filter and date count depends on what is selected, as in the answer itself. */
function seriesOf(
  { world: { observations }, governor }: Context,
  { select, date, facetIds, domains }: V2ObservationParams,
  isListed: boolean,
): FoundSeries {
  const isAboutSeries =
    select.includes("facet") || (select.includes("date") && select.includes("value"));
  const filter = new FacetFilter(observations.facets, facetIds, domains);
  const isAnyDate = !isAboutSeries || date === "" || date === "LATEST";
  return new FoundSeries(
    observations,
    isAboutSeries || !isListed ? filter : undefined,
    isAnyDate ? undefined : date,
    governor,
  );
}

function reportSeries(
  { story }: Context,
  { date, domains }: V2ObservationParams,
  found: FoundSeries,
): void {
  if (!story.step("series of numbers", found.numeric)) {
    story.end("noNumbers", "none of the values is a number, and the service leaves others out");
  } else if (!story.step("series that pass the facet filter", found.kept)) {
    const there = found.facets(domains.length > 0);
    story.end("filteredByFacet", "the facet filter lets no series of them pass", there);
  } else if (!story.step("series with a number at the date", found.dated)) {
    story.end("otherDates", `none of the series has a number at ${quoted([date])}`, found.dates());
  }
}

/** What an expression leads to, as `entitiesOfExpression` walks. */
function entitiesOf(context: Context, expression: string): Iterable<TermId> | undefined {
  const { story, governor } = context;
  const { graph } = context.world;
  const { subject, arcs } = readLinkedRelation(expression);
  const known = knownNodes(context, [subject]);
  const [arc] = arcs;
  if (known === undefined || arc === undefined) return undefined;
  const inward = { ...arc, direction: "in" } as const;
  const walk = (way: typeof inward): Uint32Array => {
    governor.look();
    const lowered = lowerArc(graph, way);
    const [label] = lowered.labels ?? [];
    const [from = noTerm] = known;
    return label === undefined ? new Uint32Array(0) : reach(graph, from, lowered, label, governor);
  };
  const met = walk({ ...inward, ...withoutFilters(inward), direction: "in" });
  governor.rows(met.length);
  if (!story.step("nodes that the expression walks over", met.length)) {
    const reason = `no triple says that something lies in ${quoted([subject])}`;
    story.end("noMatch", reason);
    return undefined;
  }
  const left = walk(inward);
  if (story.step("of them pass the filter", left.length)) return left;
  explainFilter(context, arc.filter, met);
  return undefined;
}

function variablesOf(
  context: Context,
  { variables: asked }: V2ObservationParams,
  entities: Iterable<TermId>,
): Iterable<TermId> | undefined {
  const {
    world: { graph, observations },
    story,
    names,
    governor,
  } = context;
  if (asked.length === 0) {
    const found = new Set<TermId>();
    for (const entity of entities) {
      const own = observations.variablesOf(entity);
      governor.work(1 + own.length);
      for (const variable of own) found.add(variable);
    }
    if (story.step("variables with observations about them", found.size)) return found;
    const further = furtherIn(context, entities);
    const isNot = "nothing was observed about the known entities";
    story.end(
      "noData",
      further?.reason ?? isNot,
      names.nodes(further?.variables ?? [], "variable", 1),
    );
    return undefined;
  }
  const texts = [...new Set(asked)];
  const nodes = texts.map((text) => {
    governor.work(8);
    return graph.dictionary.nodeOf(text);
  });
  const isObserved = (node: TermId | undefined): node is TermId =>
    node !== undefined && observations.seriesCountOf(node) > 0;
  const lost = texts.filter((_, at) => !isObserved(nodes[at]));
  if (story.step("variables with observations", texts.length - lost.length, lost)) {
    return nodes.filter(isObserved);
  }
  const isExchanged = Array.from(entities).some(isObserved);
  const hint = isExchanged ? ": exchange variable and entity" : "";
  const reason = `there are no observations of the variable ${quoted(lost)}${hint}`;
  story.end("unknownVariable", reason, names.nearVariables(lost));
  return undefined;
}

const listedMax = 5;

/** Of observations about several entities, where one of these is not the first one: the service looks at that alone. */
function furtherIn(
  { world: { graph, observations }, governor }: Context,
  entities: Iterable<TermId>,
  variables: Iterable<TermId | undefined> = [undefined],
) {
  for (const variable of variables) {
    const within = variable === undefined ? undefined : observations.seriesOfVariable(variable);
    for (const entity of entities) {
      governor.work(8);
      const [series] = observations.further.seriesWith(entity, within);
      if (series === undefined) continue;
      const of = observations.variableOf(series);
      const properties = entityPropertiesOf(graph, of);
      const place = observations.allEntitiesOf(series).lastIndexOf(entity);
      const shown = (text = "") => quoted([text]);
      const textOf = (node: TermId) => shown(graph.dictionary.textOf(node));
      const reason =
        `${textOf(entity)} is ${shown(properties[place])} in observations of ${textOf(of)}, and this request ` +
        `looks at ${shown(properties[0])} alone: SDMX and tables look at all entities`;
      return { reason, variables: [of] };
    }
  }
  return undefined;
}

function endWithoutPairs(
  context: Context,
  variables: Iterable<TermId>,
  entities: Iterable<TermId>,
): void {
  const {
    world: { observations },
    story,
    names,
    governor,
  } = context;
  const others = new Set<TermId>();
  for (const variable of variables) {
    governor.work(8);
    const { start, end } = observations.seriesOfVariable(variable);
    for (let at = start; at < Math.min(end, start + listedMax); at++) {
      others.add(observations.entityOf(at));
    }
    if (others.size >= listedMax) break;
  }
  const about = new Set<TermId>();
  for (const entity of entities) {
    governor.work(8);
    for (const variable of observations.variablesOf(entity)) about.add(variable);
    if (about.size >= listedMax) break;
  }
  const nothingElse = about.size === 0 ? "; nothing else was observed about them" : "";
  const isNot = `no variable of the request was observed about an entity of it${nothingElse}`;
  story.end("noData", furtherIn(context, entities, variables)?.reason ?? isNot, [
    ...names.nodes(about, "variable", listedMax),
    ...names.nodes(others, "dcid", listedMax),
  ]);
}

/** Series whose dates are looked at, to say which there are. */
const datedMax = 64;

/** Series that a request about observations meets, counted step by step. */
class FoundSeries {
  /** Pairs of variable and entity that have any. */
  pairs = 0;
  /** Series with numbers. */
  numeric = 0;
  /** Those that pass the facet filter. */
  kept = 0;
  /** Those with a number at the date. */
  dated = 0;
  readonly #observations: ObservationTable;
  readonly #numbers: NumericPoints;
  readonly #filter: FacetFilter | undefined;
  readonly #date: string;
  readonly #hasAnyDate: boolean;
  readonly #code: number | undefined;
  readonly #governor: Governor;
  readonly #facets = new Set<number>();
  readonly #withDates: number[] = [];

  /** @param date undefined where any counts */
  constructor(
    observations: ObservationTable,
    filter: FacetFilter | undefined,
    date: string | undefined,
    governor: Governor,
  ) {
    this.#observations = observations;
    this.#numbers = numericPoints(observations);
    this.#filter = filter;
    this.#date = date ?? "";
    this.#hasAnyDate = date === undefined;
    this.#code = date === undefined ? undefined : observations.dateCodeOf(date);
    this.#governor = governor;
  }

  add(variable: TermId, entity: TermId): void {
    const { start, end } = this.#observations.seriesOf(variable, entity);
    this.#governor.work(4 + 4 * (end - start));
    if (end > start) this.pairs++;
    for (let series = start; series < end; series++) this.#count(series);
  }

  #count(series: number): void {
    const observations = this.#observations;
    if (!this.#numbers.isInSeries(series)) return;
    this.numeric++;
    this.#facets.add(observations.facetNumberOf(series));
    if (this.#filter?.keeps(observations.facetOf(series)) === false) return;
    this.kept++;
    if (this.#withDates.length < datedMax) this.#withDates.push(series);
    if (this.#hasAnyDate || this.#isDated(series)) this.dated++;
  }

  #isDated(series: number): boolean {
    if (this.#code === undefined) return false;
    const point = this.#observations.pointAt(series, this.#code);
    return point >= 0 && this.#numbers.has(point);
  }

  /** Facets of the series with numbers, or the hosts of their URLs. */
  facets(withDomains: boolean): Suggestion[] {
    const found: Suggestion[] = [];
    for (const number of this.#facets) {
      const facet = this.#observations.facets[number];
      if (facet === undefined) continue;
      const { facetId, importName, provenanceUrl } = facet;
      found.push({
        kind: "facet",
        value: facetId,
        ...(importName === "" ? {} : { name: importName }),
      });
      if (!(withDomains && URL.canParse(provenanceUrl))) continue;
      const { hostname } = new URL(provenanceUrl);
      if (hostname !== "") found.push({ kind: "domain", value: hostname });
    }
    return found;
  }

  /**
   * The dates around the date of the request, and the first and the last one. `LATEST` before them for
   * a text that no date begins as, such as the `latest` of tables.
   */
  dates(): Suggestion[] {
    const all = new Set<string>();
    for (const series of this.#withDates) {
      for (const [date] of this.#observations.historyOf(series)) all.add(date);
    }
    const sorted = [...all].sort(compareUtf8);
    const at = sorted.findIndex((date) => compareUtf8(date, this.#date) > 0);
    const after = at < 0 ? sorted.length : at;
    const word = /^\d/.test(this.#date) ? [] : ["LATEST"];
    const near = [...word, sorted[after - 1], sorted[after], sorted[0], sorted.at(-1)];
    return [...new Set(near)].flatMap((value) =>
      value === undefined ? [] : { kind: "date", value },
    );
  }
}
