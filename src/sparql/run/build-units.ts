/** A plan's groups over one world: names become ids, patterns become units. */

import {
  certainOfGroup,
  certainOfPart,
  dcidProperty,
  type Expression,
  existsIn,
  type Group,
  type GroupPart,
  isAnchor,
  oldTypeProperty,
  onlyText,
  type Pattern,
  type PatternEnd,
  type Plan,
  placeTypes,
  typeProperty,
  type VariableId,
  variablesOf,
  variablesOfGroup,
  variablesOfPart,
  visibleOfPart,
} from "../plan.ts";
import { BindUnit, cellOf, MinusUnit, TableUnit, valuesUnit } from "./binding-units.ts";
import type { RowTable } from "./bindings.ts";
import { PinUnit, SameUnit } from "./dcid-units.ts";
import { conditionOf, evaluatorOf } from "./evaluators.ts";
import { ConditionUnit, Conjunction, OptionalUnit, Sequence, UnionUnit } from "./group-units.ts";
import { aboutOf, columnOf } from "./observation-properties.ts";
import { type ColumnPattern, ObservationUnit } from "./observation-unit.ts";
import { PathUnit } from "./path-unit.ts";
import { type CellId, endsOf, nodeEndsOf, type Search, type Unit } from "./search.ts";
import { TripleUnit } from "./triple-unit.ts";
import { WildcardUnit } from "./wildcard-unit.ts";

/**
 * The unit of a plan's WHERE. `needed`: rows that differ in no variable of these are one row, so
 * that one match for each will do.
 */
export function whereUnit(
  search: Search,
  plan: Plan,
  needed: ReadonlySet<VariableId> | undefined,
  answer: PlanAnswer,
): Unit {
  return new UnitBuilder(search, plan, answer).group(plan.where, needed);
}

/** All rows of a query within another one. */
type PlanAnswer = (plan: Plan) => RowTable;

const none: ReadonlySet<VariableId> = new Set();

class UnitBuilder {
  readonly #search: Search;
  readonly #plan: Plan;
  readonly #answer: PlanAnswer;
  /** Variables that patterns around the group at hand surely bind. */
  #decided: ReadonlySet<VariableId> = none;

  constructor(search: Search, plan: Plan, answer: PlanAnswer) {
    this.#search = search;
    this.#plan = plan;
    this.#answer = answer;
  }

  group(group: Group, needed?: ReadonlySet<VariableId>): Unit {
    const around = this.#decided;
    this.#decided = new Set([...around, ...certainOfGroup(group, true)]);
    const unit = this.#group(group, needed);
    this.#decided = around;
    return unit;
  }

  #group({ parts, conditions }: Group, needed: ReadonlySet<VariableId> | undefined): Unit {
    const own = parts.filter((part) => !isIdle(part, parts));
    const hasOrder = own.some((part) => isOrdered(part) || looseWithin(part).length > 0);
    if (!hasOrder) return this.#conjunction(own, conditions, needed);
    const { first, later } = stagesOf(own);
    const laterVariables = new Set(later.flatMap((part) => [...variablesOfPart(part)]));
    const isLate = (condition: Expression) =>
      variablesOf(condition).some((variable) => laterVariables.has(variable));
    const early = conditions.filter((condition) => !isLate(condition));
    return new Sequence(this.#search, [
      this.#conjunction(first, early),
      ...later.map((part) => this.#partUnit(part)),
      ...conditions.filter(isLate).map((condition) => this.#condition(condition)),
    ]);
  }

  #conjunction(
    parts: readonly GroupPart[],
    conditions: readonly Expression[],
    needed?: ReadonlySet<VariableId>,
  ): Unit {
    const patterns = parts.flatMap((part) => (part.kind === "patterns" ? part.patterns : []));
    const others = parts.filter((part) => part.kind !== "patterns");
    const certain = new Map(others.map((part) => [this.#partUnit(part), certainOfPart(part)]));
    const units = [...this.#patternUnits(patterns), ...certain.keys()];
    const tests = conditions.map((condition) => this.#condition(condition));
    const rows = needed === undefined ? undefined : { variables: needed, certain };
    return new Conjunction(this.#search, units, tests, rows);
  }

  #partUnit(part: GroupPart): Unit {
    const search = this.#search;
    switch (part.kind) {
      case "patterns":
        return new Conjunction(search, this.#patternUnits(part.patterns));
      case "group":
        return this.group(part.group);
      case "optional":
        return new OptionalUnit(search, this.group(part.group));
      case "minus":
        return new MinusUnit(this.group(part.group));
      case "union":
        return new UnionUnit(part.branches.map((branch) => this.group(branch)));
      case "path":
        return new PathUnit(search, part.subject, part.path, part.object);
      case "values": {
        const decided = this.#decided;
        return valuesUnit(search, part.variables, part.rows, (one) => decided.has(one));
      }
      case "bind":
        return new BindUnit(
          search,
          part.variable,
          variablesOf(part.expression),
          this.#cellOf(part.expression),
        );
      case "query":
        return new TableUnit(search, part.columns, () => this.#answer(part.plan));
    }
  }

  #cellOf(expression: Expression): () => CellId {
    const search = this.#search;
    if (expression.kind === "variable") {
      return () => search.terms.storedAs(search.at(expression.variable));
    }
    return cellOf(search, evaluatorOf(expression, search, [], this.#exists));
  }

  readonly #exists = (group: Group): Unit => this.group(group);

  #condition(condition: Expression): ConditionUnit {
    const holds = conditionOf(condition, this.#search, [], this.#exists);
    return new ConditionUnit(variablesOf(condition), holds);
  }

  /** Patterns of one observation variable become one unit, every other pattern one of its own. */
  #patternUnits(patterns: readonly Pattern[]): Unit[] {
    const units: Unit[] = [];
    const ofObservations = new Map<VariableId, Pattern[]>();
    for (const pattern of patterns) {
      const { subject, predicate } = pattern;
      const isColumn =
        subject.kind === "variable" &&
        this.#plan.observations.has(subject.variable) &&
        predicate.kind === "constants" &&
        columnOf(this.#search.graph, this.#propertyOf(predicate)) !== undefined;
      if (!isColumn) {
        units.push(this.#patternUnit(pattern));
        continue;
      }
      const known = ofObservations.get(subject.variable);
      if (known === undefined) ofObservations.set(subject.variable, [pattern]);
      else known.push(pattern);
    }
    for (const [variable, own] of ofObservations) {
      units.push(this.#observationUnit(variable, own));
    }
    return units;
  }

  #patternUnit({ subject, predicate, object }: Pattern): Unit {
    const search = this.#search;
    if (predicate.kind === "variable") {
      return new WildcardUnit(
        search,
        nodeEndsOf(search, subject),
        predicate.variable,
        endsOf(search, object),
      );
    }
    const name = this.#propertyOf(predicate);
    if (name === dcidProperty) return this.#dcidUnit(subject, object);
    const number = search.graph.predicateOf(name);
    if (number === undefined) return nothing;
    const isAnyPlace =
      name === typeProperty && object.kind === "constants" && onlyText(object) === anyPlace;
    const objects: PatternEnd = isAnyPlace ? { kind: "constants", texts: placeTypes } : object;
    const ends = {
      subject: nodeEndsOf(search, subject),
      predicate: number,
      object: endsOf(search, objects),
      isOncePerSubject: isAnyPlace,
    };
    const isImpossible = [ends.subject, ends.object].some(
      ({ variable, ids }) => variable < 0 && ids.length === 0,
    );
    return isImpossible ? nothing : new TripleUnit(search, ends);
  }

  /** `subType` is an old spelling of `typeOf`, where the data have no property of that name. */
  #propertyOf(predicate: PatternEnd): string {
    const name = onlyText(predicate) ?? "";
    const isOld = name === oldTypeProperty && this.#search.graph.predicateOf(name) === undefined;
    return isOld ? typeProperty : name;
  }

  #dcidUnit(subject: PatternEnd, object: PatternEnd): Unit {
    const search = this.#search;
    if (subject.kind === "variable") {
      if (object.kind === "constants") return new PinUnit(search, subject.variable, object.texts);
      return new SameUnit(search, subject.variable, object.variable);
    }
    if (object.kind === "variable") return new PinUnit(search, object.variable, subject.texts);
    const isSame = object.texts.some((text) => subject.texts.includes(text));
    const exists = nodeEndsOf(search, subject).ids.length > 0;
    return isSame && exists ? everything : nothing;
  }

  #observationUnit(variable: VariableId, patterns: readonly Pattern[]): Unit {
    // Only what is certainly an observation has columns that may be unset.
    const isAnchored = patterns.some(isAnchor);
    const columns: ColumnPattern[] = [];
    const inGraph: Unit[] = [];
    for (const pattern of patterns) {
      const { object } = pattern;
      const column = columnOf(this.#search.graph, this.#propertyOf(pattern.predicate));
      if (column === undefined) continue;
      const isAlone = object.kind === "variable" && this.#plan.uses[object.variable] === 1;
      const isAbout = aboutOf(column) !== undefined;
      const isRequired = !isAlone || !isAnchored || isAnchor(pattern) || isAbout;
      columns.push({
        column,
        variable: object.kind === "variable" ? object.variable : -1,
        texts: object.kind === "constants" ? object.texts : [],
        isRequired,
        isAlone,
      });
      const unit = this.#patternUnit(pattern);
      inGraph.push(isRequired ? unit : new OptionalUnit(this.#search, unit, variable));
    }
    const isInGraph = inGraph.every((unit) => unit.count() > 0);
    const graphUnit = isInGraph ? new Conjunction(this.#search, inGraph) : undefined;
    return new ObservationUnit(this.#search, variable, columns, graphUnit);
  }
}

const [anyPlace] = placeTypes;

/** Whether what stands before a part matters to it. */
function isOrdered({ kind }: GroupPart): boolean {
  return kind === "optional" || kind === "minus" || kind === "bind";
}

/** What is within a part and looks at more than its group binds for it: what shares it is joined after the part. */
function looseWithin(part: GroupPart): VariableId[] {
  if (part.kind === "union") return part.branches.flatMap(looseOf);
  return "group" in part ? looseOf(part.group) : [];
}

/** Variables that an OPTIONAL, a MINUS or an EXISTS has, and that nothing before it in its group binds. */
function looseOf({ parts, conditions }: Group): VariableId[] {
  const certain = new Set<VariableId>();
  const loose: VariableId[] = [];
  const add = (variables: Iterable<VariableId>) => {
    for (const one of variables) if (!certain.has(one)) loose.push(one);
  };
  for (const part of parts) {
    if (part.kind === "optional" || part.kind === "minus") add(variablesOfGroup(part.group));
    if (part.kind === "bind") add(askedBy(part.expression));
    add(looseWithin(part));
    for (const one of certainOfPart(part)) certain.add(one);
  }
  for (const condition of conditions) add(askedBy(condition));
  return loose;
}

/** Variables of the groups that an expression asks for by EXISTS. */
const askedBy = (expression: Expression): VariableId[] =>
  existsIn(expression).flatMap((group) => variablesOf({ kind: "exists", group }));

/** MINUS without a variable of the parts before it takes nothing away. */
function isIdle(part: GroupPart, parts: readonly GroupPart[]): boolean {
  if (part.kind !== "minus") return false;
  const before = new Set(
    parts.slice(0, parts.indexOf(part)).flatMap((one) => [...visibleOfPart(one)]),
  );
  return ![...variablesOfGroup(part.group)].some((variable) => before.has(variable));
}

/**
 * The required parts that may be joined in any order, and what follows them in its order. A
 * required part moves before the optional ones where that changes nothing: where they share only
 * variables that are bound before.
 */
function stagesOf(parts: readonly GroupPart[]): {
  readonly first: GroupPart[];
  readonly later: GroupPart[];
} {
  const first: GroupPart[] = [];
  const later: GroupPart[] = [];
  const certain = new Set<VariableId>();
  /** Variables of parts with a place that were not certainly bound before them. */
  const loose = new Set<VariableId>();
  for (const part of parts) {
    const variables = [...variablesOfPart(part)];
    if (isOrdered(part)) {
      later.push(part);
      const own = [...variables, ...looseWithin(part)];
      for (const one of own.filter((variable) => !certain.has(variable))) loose.add(one);
      continue;
    }
    const mayMove = !variables.some((variable) => loose.has(variable));
    (mayMove ? first : later).push(part);
    for (const one of looseWithin(part)) loose.add(one);
    for (const variable of certainOfPart(part)) certain.add(variable);
  }
  return { first, later };
}

const nothing: Unit = { variables: [], count: () => 0, each: () => true };
const everything: Unit = { variables: [], count: () => 1, each: (next) => next() };
