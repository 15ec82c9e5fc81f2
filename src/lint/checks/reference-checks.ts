/**
 * References of the checked sources to nodes that no source describes, although it should: by
 * statements and observations, and by values that are dcids.
 */

import { shown } from "../../load/bytes/diagnostics.ts";
import { type NodeField, nodeFields } from "../../stats/facet-fields.ts";
import type { Range } from "../../store/columns/column-source.ts";
import type { Graph } from "../../store/graph/graph.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { World } from "../../world/world.ts";
import type { CheckedWorld } from "../checked-world.ts";
import type { Target, WorldLog } from "../lint-log.ts";
import type { ExpectedNodes } from "./expected-nodes.ts";

type ObservedName = "variableMeasured" | "observationAbout" | NodeField;

const counter = "Existence_MissingReference";

export class ReferenceChecks {
  readonly #worlds: CheckedWorld;
  readonly #world: World;
  readonly #log: WorldLog;
  readonly #expected: ExpectedNodes;
  readonly #given: ReadonlySet<string>;
  readonly #misspelt: ReadonlySet<TermId>;

  /**
   * @param reported `given`: provenances that a caller or a manifest gave to files; `misspelt`: properties
   * that have a finding already.
   */
  constructor(
    worlds: CheckedWorld,
    expected: ExpectedNodes,
    log: WorldLog,
    { given, misspelt }: { given: ReadonlySet<string>; misspelt: ReadonlySet<TermId> },
  ) {
    this.#given = given;
    this.#misspelt = misspelt;
    this.#worlds = worlds;
    this.#world = worlds.own;
    this.#expected = expected;
    this.#log = log;
  }

  check(): void {
    this.#checkObjects();
    this.#checkPredicates();
    this.#checkObserved();
    this.#checkProvenances();
  }

  #checkObjects(): void {
    const { graph } = this.#world;
    const { dictionary, in: arcs } = graph;
    for (let node = 0; node < dictionary.nodeCount; node++) {
      if (this.#worlds.isDescribed(node)) continue;
      const rows = this.#rowsTo(node);
      if (rows.length === 0 || !this.#expected.includes(node)) continue;
      for (const row of rows) {
        const predicate = dictionary.textOf(graph.predicates[arcs.predicates[row]!]!);
        const subject = dictionary.textOf(arcs.terms[row]!);
        const object = dictionary.textOf(node);
        const target: Target = { about: "statement", subject, predicate, object };
        this.#report(predicate, object, target, `of node ${shown(subject)} `);
      }
    }
  }

  /**
   * Rows of statements to a node that files hold. A statement of several provenances counts once.
   */
  #rowsTo(node: TermId): number[] {
    const { graph } = this.#world;
    const { in: arcs } = graph;
    const { start, end } = arcs.rows(node);
    const rows: number[] = [];
    for (let row = start; row < end; row++) {
      if (row > start && isSameRow(arcs, row, row - 1)) continue;
      const predicate = graph.predicates[arcs.predicates[row]!]!;
      if (!this.#worlds.isMade(arcs.terms[row]!, predicate, node)) rows.push(row);
    }
    return rows;
  }

  #checkPredicates(): void {
    const { graph } = this.#world;
    for (const [predicate, node] of graph.predicates.entries()) {
      if (this.#worlds.isDescribed(node)) continue;
      let [count, subject] = [0, -1];
      for (const one of this.#worlds.subjectsOf(predicate, node)) if (count++ === 0) subject = one;
      if (count === 0 || !this.#expected.includes(node) || this.#misspelt.has(node)) continue;
      const name = graph.dictionary.textOf(node);
      const first = graph.dictionary.textOf(subject);
      this.#log.addToWorld({
        level: "warning",
        counter,
        suffix: "Property",
        message: () =>
          `property ${shown(name)} is described nowhere; ${count} statements have it, the first one of node ${shown(first)}`,
        target: () => ({ about: "statement", subject: first, predicate: name, isProperty: true }),
      });
    }
  }

  /** Variables, entities, methods and units of observations; each is reported once. */
  #checkObserved(): void {
    const { observations } = this.#world;
    const reported = new Set<string>();
    for (let series = 0; series < observations.seriesCount; series++) {
      const facet = observations.facetOf(series);
      this.#checkNode("variableMeasured", observations.variableOf(series), reported);
      for (const entity of observations.allEntitiesOf(series)) {
        this.#checkNode("observationAbout", entity, reported);
      }
      for (const field of nodeFields) this.#checkName(field, facet[field], reported);
    }
  }

  /** Provenances that rows name; each is reported once. */
  #checkProvenances(): void {
    const { graph, observations } = this.#world;
    const { dictionary } = graph;
    const named = new Set(Array.from(graph.provenances, (node) => dictionary.textOf(node)));
    for (const { provenanceId } of observations.facets) named.add(provenanceId);
    for (const name of named) {
      const isKnown = name === "" || this.#given.has(name) || this.#worlds.describes(name);
      if (isKnown || !this.#expected.includesName(name)) continue;
      this.#report("provenance", name, { about: "provenance", name }, "of rows ");
    }
  }

  /** A method or a unit: a node of the schema. A facet holds its dcid as a text. */
  #checkName(property: ObservedName, name: string, reported: Set<string>): void {
    if (name === "") return;
    const node = this.#world.graph.dictionary.nodeOf(name);
    if (node !== undefined) this.#checkNode(property, node, reported);
    else if (!this.#worlds.describes(name) && isFirst(reported, `${property} ${name}`)) {
      if (!this.#expected.includesName(name)) return;
      this.#report(property, name, { about: property, name }, "of observations ");
    }
  }

  #checkNode(property: ObservedName, node: TermId, reported: Set<string>): void {
    if (this.#worlds.isDescribed(node)) return;
    const isKnown =
      property === "observationAbout"
        ? this.#expected.includesEntity(node)
        : this.#expected.includes(node);
    const isExpected =
      (isKnown && this.#isAskedFor(property)) ||
      (property === "variableMeasured" && this.#expected.includesVariable(node));
    if (!isExpected) return;
    if (!isFirst(reported, `${property} #${node}`)) return;
    const name = this.#world.graph.dictionary.textOf(node);
    this.#report(property, name, { about: property, name }, "of observations ");
  }

  #isAskedFor(property: ObservedName): boolean {
    return property !== "variableMeasured" || this.#expected.hasVariables;
  }

  /** The official tool calls a missing place of an observation an error, and others a warning. */
  #report(property: string, name: string, target: Target, whose: string): void {
    this.#log.addToWorld({
      level: property === "observationAbout" ? "error" : "warning",
      counter,
      suffix: property,
      message: () => `${property} ${whose}refers to ${shown(name)}, which nothing describes`,
      target: () => target,
    });
  }
}

function isFirst(reported: Set<string>, key: string): boolean {
  const { size } = reported;
  return reported.add(key).size > size;
}

function isSameRow(arcs: Graph["in"], row: number, other: number): boolean {
  return arcs.predicates[row] === arcs.predicates[other] && arcs.terms[row] === arcs.terms[other];
}

const resultType = "measurementResult";

/**
 * Values that are dcids: values of variables whose statType is measurementResult. Each value
 * without an expected description is reported once.
 */
export class ResultChecks {
  readonly #worlds: CheckedWorld;
  readonly #expected: ExpectedNodes;
  readonly #log: WorldLog;
  readonly #reported = new Set<string>();

  constructor(worlds: CheckedWorld, expected: ExpectedNodes, log: WorldLog) {
    this.#worlds = worlds;
    this.#expected = expected;
    this.#log = log;
  }

  check(): void {
    const { observations } = this.#worlds.own;
    let series = 0;
    while (series < observations.seriesCount) {
      const variable = observations.variableOf(series);
      const { end } = observations.seriesOfVariable(variable);
      const points = observations.pointsOfSeries({ start: series, end });
      const statTypes = this.#worlds.textsOf(variable, "statType");
      if (statTypes.includes(resultType)) this.#checkValues(points);
      else if (statTypes.length === 0) this.#checkStatType(variable, points);
      series = end;
    }
  }

  #checkValues({ start, end }: Range): void {
    const { observations } = this.#worlds.own;
    for (let point = start; point < end; point++) {
      const value = observations.textOf(point);
      if (this.#worlds.describes(value) || this.#reported.has(value)) continue;
      this.#reported.add(value);
      // A number is never a dcid.
      if (!this.#isNumber(point) && !this.#expected.includesName(value)) continue;
      this.#report(
        point,
        `Existence_MissingReference_value_StatType_${resultType}`,
        "is a dcid by the variable's statType, and nothing describes it",
      );
    }
  }

  /**
   * Without a statType, a value that is no number may be a dcid. Reports one value per variable.
   */
  #checkStatType(variable: TermId, { start, end }: Range): void {
    if (!this.#worlds.isDescribed(variable) && !this.#expected.includes(variable)) return;
    let point = start;
    while (point < end && this.#isNumber(point)) point += 1;
    if (point === end) return;
    this.#report(
      point,
      "Existence_CheckMeasurementResult_StatTypeUnknown",
      "is not a number, and no statType of the variable says whether it is a dcid",
    );
  }

  #isNumber(point: number): boolean {
    return typeof this.#worlds.own.observations.valueOf(point) === "number";
  }

  #report(point: number, counter: string, what: string): void {
    const { graph, observations } = this.#worlds.own;
    const { dictionary } = graph;
    const series = observations.seriesOfPoint(point);
    const variable = dictionary.textOf(observations.variableOf(series));
    const value = observations.textOf(point);
    const target = (): Target => ({
      about: "observation",
      variable,
      entity: dictionary.textOf(observations.entityOf(series)),
      facet: observations.facetOf(series),
      date: observations.dateOf(point),
      part: "value",
    });
    const message = () => `the value ${shown(value)} of ${shown(variable)} ${what}`;
    this.#log.addToWorld({ level: "error", counter, message, target });
  }
}
