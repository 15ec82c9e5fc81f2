/**
 * References to nodes that nothing describes and that the sources are expected to describe. Only
 * those of the checked sources are looked at, wherever the nodes are described.
 */
import { shown } from "../../load/index.ts";
import type { Graph, TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import type { FindingLog, Target } from "../report/index.ts";
import type { CheckedWorld } from "./checked-world.ts";
import type { ExpectedNodes } from "./expected-nodes.ts";

const counter = "Existence_MissingReference";

export class ReferenceChecks {
  readonly #worlds: CheckedWorld;
  readonly #world: World;
  readonly #log: FindingLog;
  readonly #expected: ExpectedNodes;

  constructor(worlds: CheckedWorld, expected: ExpectedNodes, log: FindingLog) {
    this.#worlds = worlds;
    this.#world = worlds.own;
    this.#expected = expected;
    this.#log = log;
  }

  check(): void {
    this.#checkObjects();
    this.#checkPredicates();
    this.#checkObserved();
  }

  #checkObjects(): void {
    const { graph } = this.#world;
    const { dictionary, in: arcs } = graph;
    for (let node = 0; node < dictionary.nodeCount; node++) {
      const { start, end } = arcs.rows(node);
      if (start === end || this.#worlds.isDescribed(node) || !this.#expected.includes(node))
        continue;
      for (let row = start; row < end; row++) {
        // A statement of several provenances is one.
        if (row > start && isSameRow(arcs, row, row - 1)) continue;
        const property = dictionary.textOf(graph.predicates[arcs.predicates[row]!]!);
        const subject = dictionary.textOf(arcs.terms[row]!);
        const name = dictionary.textOf(node);
        const target: Target = { about: "node", texts: [subject, property, name] };
        this.#tell(property, name, () => target, `of node ${shown(subject)} `);
      }
    }
  }

  #checkPredicates(): void {
    const { graph } = this.#world;
    for (const [predicate, node] of graph.predicates.entries()) {
      if (this.#worlds.isDescribed(node) || !this.#expected.includes(node)) continue;
      const { start, end } = graph.rowsByPredicate(predicate);
      const name = graph.dictionary.textOf(node);
      const subject = graph.dictionary.textOf(graph.subjectOf(graph.rowByPredicate(start)));
      this.#log.addToWorld({
        level: "warning",
        counter,
        suffix: "Property",
        message: () =>
          `property ${shown(name)} is described nowhere; ${end - start} statements have it, the first one of node ${shown(subject)}`,
        target: () => ({ about: "node", texts: [subject, name] }),
      });
    }
  }

  /** Variables, entities, methods and units of observations, each of which is told once. */
  #checkObserved(): void {
    const { observations } = this.#world;
    const told = new Set<string>();
    for (let series = 0; series < observations.seriesCount; series++) {
      const { measurementMethod, unit } = observations.facetOf(series);
      this.#checkNode("variableMeasured", observations.variableOf(series), told, series);
      this.#checkNode("observationAbout", observations.entityOf(series), told, series);
      this.#checkName("measurementMethod", measurementMethod, told, series);
      this.#checkName("unit", unit, told, series);
    }
  }

  /** A method or a unit: nodes of the schema, though a facet holds their dcids as texts. */
  #checkName(property: string, name: string, told: Set<string>, series: number): void {
    if (name === "") return;
    const node = this.#world.graph.dictionary.nodeOf(name);
    if (node !== undefined) this.#checkNode(property, node, told, series);
    else if (!this.#worlds.describes(name) && isFirst(told, `${property} ${name}`)) {
      if (!this.#expected.includesName(name)) return;
      this.#tell(property, name, () => this.#placeOf(name, series), "of observations ");
    }
  }

  #checkNode(property: string, node: TermId, told: Set<string>, series: number): void {
    if (this.#worlds.isDescribed(node) || !this.#expected.includes(node)) return;
    if (!isFirst(told, `${property} #${node}`)) return;
    const name = this.#world.graph.dictionary.textOf(node);
    this.#tell(property, name, () => this.#placeOf(name, series), "of observations ");
  }

  /** Where a name is said: a row of the same entity that does not say it is the wrong place. */
  #placeOf(name: string, series: number): Target {
    const { graph, observations } = this.#world;
    const { dictionary } = graph;
    const entity = dictionary.textOf(observations.entityOf(series));
    const variable = dictionary.textOf(observations.variableOf(series));
    return { about: "name", texts: [name, entity, variable] };
  }

  #tell(property: string, name: string, target: () => Target, whose: string): void {
    this.#log.addToWorld({
      level: "warning",
      counter,
      suffix: property,
      message: () => `${property} ${whose}refers to ${shown(name)}, which nothing describes`,
      target,
    });
  }
}

function isFirst(told: Set<string>, key: string): boolean {
  const { size } = told;
  return told.add(key).size > size;
}

function isSameRow(arcs: Graph["in"], row: number, other: number): boolean {
  return arcs.predicates[row] === arcs.predicates[other] && arcs.terms[row] === arcs.terms[other];
}
