/**
 * All patterns of one group whose subject is one observation variable, matched at once: against the
 * observation index, series by series, and then against observations that are plain nodes of the
 * graph. No observation becomes a node on the way.
 */

import { numberOf } from "../../stats/decimals.ts";
import type { Range } from "../../store/columns/column-source.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { VariableId } from "../plan.ts";
import {
  aboutOf,
  ColumnReader,
  cellOfText,
  isPointColumn,
  type ObservationColumn,
  type PointColumn,
  type SeriesColumn,
} from "./observation-properties.ts";
import { type CellId, type Next, type Search, type Unit, unbound } from "./search.ts";

/** `?o <column> <slot>` */
export interface ColumnPattern<C extends ObservationColumn = ObservationColumn> {
  readonly column: C;
  /** Negative for constants. */
  readonly variable: VariableId;
  readonly texts: readonly string[];
  /** False: an observation without it matches all the same, and the variable stays unbound. */
  readonly isRequired: boolean;
  /** The variable is in no other pattern: nothing compares its value with others. */
  readonly isAlone: boolean;
}

interface Prepared<C extends ObservationColumn> extends ColumnPattern<C> {
  readonly accepted: ReadonlySet<CellId>;
  /** Those of them that the dictionary has. */
  readonly nodes: readonly TermId[];
}

interface WantedEntities {
  readonly property: string;
  readonly nodes: readonly TermId[];
}

/** Texts that a value can have, and what numbers they are. */
interface WantedValues {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

/** Of longer lists of variables or entities, this many are counted and the rest is guessed. */
const countedMax = 64;

export class ObservationUnit implements Unit {
  readonly variables: readonly VariableId[];
  readonly #search: Search;
  readonly #variable: VariableId;
  readonly #seriesPatterns: Prepared<SeriesColumn>[] = [];
  readonly #pointPatterns: Prepared<PointColumn>[] = [];
  readonly #columns: ColumnReader;
  /** The same patterns over the graph; undefined where it holds no observation. */
  readonly #inGraph: Unit | undefined;
  /** Variables that are bound at the moment and must be taken back. */
  readonly #bound: VariableId[] = [];
  /** Codes of the dates that a point can have in this run of `each`; undefined when any. */
  #codes: readonly number[] | undefined;
  /** The values that a point can have in this run of `each`; undefined when any. */
  #wanted: WantedValues | undefined;
  /** One point per series will do. */
  #isOncePerSeries = false;

  constructor(
    search: Search,
    variable: VariableId,
    patterns: readonly ColumnPattern[],
    inGraph: Unit | undefined,
  ) {
    this.#search = search;
    this.#variable = variable;
    this.#columns = new ColumnReader(search);
    this.#inGraph = inGraph;
    for (const pattern of patterns) {
      const cells = pattern.texts.map((text) => cellOfText(search.terms, pattern.column, text));
      const prepared = { ...pattern, accepted: new Set(cells), nodes: this.#nodesAmong(cells) };
      if (isPointColumn(pattern.column)) this.#pointPatterns.push(prepared as never);
      else this.#seriesPatterns.push(prepared as never);
    }
    const ends = patterns.map((pattern) => pattern.variable).filter((one) => one >= 0);
    this.variables = [variable, ...ends];
  }

  keep(needed: ReadonlySet<VariableId>): void {
    const ofPoint = this.#pointPatterns.map((pattern) => pattern.variable);
    this.#isOncePerSeries = ![this.#variable, ...ofPoint].some((one) => needed.has(one));
  }

  count(): number {
    const bound = this.#search.at(this.#variable);
    if (bound !== unbound) {
      return this.#search.terms.isPoint(bound) ? 1 : (this.#inGraph?.count() ?? 0);
    }
    const hasDate = this.#codesNow() !== undefined;
    const variables = this.#nodesNow("variableMeasured");
    const entities = this.#entitiesNow();
    let sum = 0;
    for (const range of this.#ranges(
      variables?.slice(0, countedMax),
      entities && { ...entities, nodes: entities.nodes.slice(0, countedMax) },
    )) {
      sum += size(hasDate ? range : this.#search.observations.pointsOfSeries(range));
    }
    const guessed = sum * shareOf(variables) * shareOf(entities?.nodes);
    return guessed + (this.#inGraph?.count() ?? 0);
  }

  each(next: Next): boolean {
    const { terms, observations } = this.#search;
    this.#codes = this.#codesNow();
    this.#wanted = this.#wantedNow();
    const bound = this.#search.at(this.#variable);
    if (terms.isPoint(bound)) {
      const point = bound - terms.pointBase;
      return this.#ofSeries(observations.seriesOfPoint(point), next, point);
    }
    if (bound === unbound) {
      const variables = this.#nodesNow("variableMeasured");
      const entities = this.#entitiesNow();
      for (const { start, end } of this.#ranges(variables, entities)) {
        for (let series = start; series < end; series++) {
          if (!this.#ofSeries(series, next)) return false;
        }
      }
    }
    return this.#inGraph?.each(next) ?? true;
  }

  /** Runs of series that can match by their variable and entity; undefined means any. */
  *#ranges(
    variables: readonly TermId[] | undefined,
    entities: WantedEntities | undefined,
  ): Generator<Range> {
    const { observations } = this.#search;
    if (variables === undefined && entities === undefined) {
      yield { start: 0, end: observations.seriesCount };
      return;
    }
    if (entities === undefined) {
      for (const variable of variables ?? []) yield observations.seriesOfVariable(variable);
      return;
    }
    for (const entity of entities.nodes) {
      for (const variable of variables ?? observations.variablesOf(entity)) {
        const isFirst = this.#columns.propertiesOf(variable)[0] === entities.property;
        if (isFirst) yield observations.seriesOf(variable, entity);
      }
      yield* this.#furtherRanges(variables, entities.property, entity);
    }
  }

  /** Series with an entity at another place than the first. */
  *#furtherRanges(
    variables: readonly TermId[] | undefined,
    property: string,
    entity: TermId,
  ): Generator<Range> {
    const { observations } = this.#search;
    for (const series of observations.further.seriesWith(entity)) {
      const variable = observations.variableOf(series);
      const isFirst = this.#columns.propertiesOf(variable)[0] === property;
      if (isFirst || variables?.includes(variable) === false) continue;
      const isIt = this.#columns.entityOf(property, series) === entity;
      if (isIt) yield { start: series, end: series + 1 };
    }
  }

  /** The entities that observations can be about now, by one property; undefined when any. */
  #entitiesNow(): WantedEntities | undefined {
    for (const { column } of this.#seriesPatterns) {
      const property = aboutOf(column);
      const nodes = property === undefined ? undefined : this.#nodesNow(column);
      if (property !== undefined && nodes !== undefined) return { property, nodes };
    }
    return undefined;
  }

  /** The nodes that a column can be now; undefined when any. */
  #nodesNow(column: SeriesColumn): readonly TermId[] | undefined {
    for (const pattern of this.#seriesPatterns) {
      if (pattern.column !== column) continue;
      if (pattern.variable < 0) return pattern.nodes;
      const bound = this.#search.at(pattern.variable);
      if (bound !== unbound) return this.#nodesAmong([bound]);
    }
    return undefined;
  }

  #nodesAmong(cells: readonly CellId[]): TermId[] {
    return cells.filter((cell) => cell < this.#search.terms.nodeCount).sort((a, b) => a - b);
  }

  /** Codes of the dates that a point can have now; undefined when any. */
  #codesNow(): number[] | undefined {
    const { observations, terms } = this.#search;
    for (const { column, variable, texts } of this.#pointPatterns) {
      if (column !== "observationDate") continue;
      const bound = variable < 0 ? unbound : this.#search.at(variable);
      if (variable >= 0 && bound === unbound) continue;
      const dates = variable < 0 ? texts : [terms.textOf(bound)];
      return dates.flatMap((date) => observations.dateCodeOf(date) ?? []);
    }
    return undefined;
  }

  /** Values that a point can have now; undefined when any. */
  #wantedNow(): WantedValues | undefined {
    const { terms } = this.#search;
    for (const { column, variable, texts } of this.#pointPatterns) {
      if (column !== "value") continue;
      if (variable < 0) return { texts, numbers: texts.map(numberOf) };
      const bound = this.#search.at(variable);
      if (bound === unbound) continue;
      const text = terms.textOf(bound);
      // A node is no value, whatever its dcid.
      const found = terms.literalOf(text) === bound ? [text] : [];
      return { texts: found, numbers: found.map(numberOf) };
    }
    return undefined;
  }

  /** Numbers first, since texts must be made. */
  #isWanted(point: number, { texts, numbers }: WantedValues): boolean {
    const { observations } = this.#search;
    const number = observations.numberAt(point);
    const isLike = numbers.some((one) => one === number || Number.isNaN(one + number));
    return isLike && texts.includes(observations.textOf(point));
  }

  /** Points of a series, or one of them, if the series matches. */
  #ofSeries(series: number, next: Next, point?: number): boolean {
    this.#search.work(1);
    const mark = this.#bound.length;
    let goOn = true;
    if (this.#acceptsSeries(series)) {
      if (point !== undefined) goOn = this.#ofPoint(point, next);
      else if (this.#isOncePerSeries) goOn = this.#ofAnyPoint(series, next);
      else goOn = this.#eachPoint(series, next);
    }
    this.#takeBack(mark);
    return goOn;
  }

  /** One match, if there is any. */
  #ofAnyPoint(series: number, next: Next): boolean {
    let found = false;
    this.#eachPoint(series, () => {
      found = true;
      return false;
    });
    return found ? next() : true;
  }

  #eachPoint(series: number, next: Next): boolean {
    const { observations } = this.#search;
    if (this.#codes !== undefined) {
      for (const code of this.#codes) {
        const point = observations.pointAt(series, code);
        if (point >= 0 && !this.#ofPoint(point, next)) return false;
      }
      return true;
    }
    const { start, end } = observations.pointsOf(series);
    let point = start;
    let goOn = true;
    for (; point < end && goOn; point++) {
      if (this.#wanted !== undefined && !this.#isWanted(point, this.#wanted)) continue;
      goOn = this.#ofPoint(point, next);
    }
    this.#search.work(point - start);
    return goOn;
  }

  #ofPoint(point: number, next: Next): boolean {
    const mark = this.#bound.length;
    let goOn = true;
    if (this.#acceptsPoint(point)) goOn = next();
    this.#takeBack(mark);
    return goOn;
  }

  #acceptsSeries(series: number): boolean {
    for (const pattern of this.#seriesPatterns) {
      if (!this.#accepts(pattern, this.#columns.ofSeries(pattern.column, series))) return false;
    }
    return true;
  }

  #acceptsPoint(point: number): boolean {
    const { terms, observations } = this.#search;
    for (const pattern of this.#pointPatterns) {
      if (pattern.column === "observationDate") {
        if (!this.#accepts(pattern, terms.dateOf(observations.dateCodeAt(point)))) return false;
      } else if (!this.#acceptsValue(pattern, point)) return false;
    }
    // Bound it is where the look began with one point, or where a column bound it to its cell.
    const bound = this.#search.at(this.#variable);
    if (bound === unbound) this.#bind(this.#variable, terms.pointBase + point);
    return bound === unbound || bound === terms.pointBase + point;
  }

  #acceptsValue(pattern: Prepared<PointColumn>, point: number): boolean {
    const { terms, observations } = this.#search;
    if (pattern.variable < 0) return pattern.texts.includes(observations.textOf(point));
    if (pattern.isAlone) return this.#accepts(pattern, terms.valueBase + point);
    return this.#accepts(pattern, terms.literalOf(observations.textOf(point)));
  }

  #accepts(pattern: Prepared<ObservationColumn>, cell: CellId): boolean {
    const { variable } = pattern;
    if (variable < 0) return pattern.accepted.has(cell);
    if (cell === unbound) return !pattern.isRequired;
    const bound = this.#search.at(variable);
    if (bound !== unbound) return bound === cell;
    this.#bind(variable, cell);
    return true;
  }

  #bind(variable: VariableId, cell: CellId): void {
    this.#search.row[variable] = cell;
    this.#bound.push(variable);
  }

  #takeBack(mark: number): void {
    while (this.#bound.length > mark) {
      this.#search.row[this.#bound.pop() as VariableId] = unbound;
    }
  }
}

/** By how much a list is longer than what was counted of it. */
function shareOf(list: readonly TermId[] | undefined): number {
  return list === undefined ? 1 : Math.max(1, list.length / countedMax);
}

function size({ start, end }: Range): number {
  return end - start;
}
