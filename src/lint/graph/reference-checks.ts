/**
 * References to nodes that nothing describes and that the sources are expected to describe. Only
 * those of the checked sources are looked at, wherever the nodes are described.
 */
import { shown } from "../../load/index.ts";
import { type NodeField, nodeFields } from "../../stats/index.ts";
import type { Graph, TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import type { Target, WorldLog } from "../report/index.ts";
import type { CheckedWorld } from "./checked-world.ts";
import type { ExpectedNodes } from "./expected-nodes.ts";

type ObservedName = "variableMeasured" | "observationAbout" | NodeField;

const counter = "Existence_MissingReference";

export class ReferenceChecks {
  readonly #worlds: CheckedWorld;
  readonly #world: World;
  readonly #log: WorldLog;
  readonly #expected: ExpectedNodes;
  readonly #given: ReadonlySet<string>;

  /** @param given provenances that files have from elsewhere: what a caller or a manifest says. */
  constructor(
    worlds: CheckedWorld,
    expected: ExpectedNodes,
    log: WorldLog,
    given: ReadonlySet<string>,
  ) {
    this.#given = given;
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
        this.#tell(predicate, object, target, `of node ${shown(subject)} `);
      }
    }
  }

  /** The statements about a node that somebody wrote; one of several provenances counts once. */
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
      const { count, subject } = this.#statementsWith(predicate, node);
      if (subject === undefined || !this.#expected.includes(node)) continue;
      const name = graph.dictionary.textOf(node);
      const first = graph.dictionary.textOf(subject);
      this.#log.addToWorld({
        level: "warning",
        counter,
        suffix: "Property",
        message: () =>
          `property ${shown(name)} is described nowhere; ${count} statements have it, the first one of node ${shown(first)}`,
        target: () => ({ about: "statement", subject: first, predicate: name }),
      });
    }
  }

  /** How many somebody wrote, and the subject of the first one. */
  #statementsWith(predicate: number, node: TermId): { count: number; subject?: TermId } {
    const { graph } = this.#world;
    const { start, end } = graph.rowsByPredicate(predicate);
    let count = 0;
    let first: TermId | undefined;
    for (let at = start; at < end; at++) {
      const row = graph.rowByPredicate(at);
      const subject = graph.subjectOf(row);
      if (this.#worlds.isMade(subject, node, graph.out.terms[row]!)) continue;
      count += 1;
      first ??= subject;
    }
    return first === undefined ? { count } : { count, subject: first };
  }

  /** Variables, entities, methods and units of observations; each is reported once. */
  #checkObserved(): void {
    const { observations } = this.#world;
    const told = new Set<string>();
    for (let series = 0; series < observations.seriesCount; series++) {
      const facet = observations.facetOf(series);
      this.#checkNode("variableMeasured", observations.variableOf(series), told);
      this.#checkNode("observationAbout", observations.entityOf(series), told);
      for (const field of nodeFields) this.#checkName(field, facet[field], told);
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
      this.#tell("provenance", name, { about: "provenance", name }, "of rows ");
    }
  }

  /** A method or a unit: nodes of the schema, though a facet holds their dcids as texts. */
  #checkName(property: ObservedName, name: string, told: Set<string>): void {
    if (name === "") return;
    const node = this.#world.graph.dictionary.nodeOf(name);
    if (node !== undefined) this.#checkNode(property, node, told);
    else if (!this.#worlds.describes(name) && isFirst(told, `${property} ${name}`)) {
      if (!this.#expected.includesName(name)) return;
      this.#tell(property, name, { about: property, name }, "of observations ");
    }
  }

  #checkNode(property: ObservedName, node: TermId, told: Set<string>): void {
    if (this.#worlds.isDescribed(node)) return;
    const isExpected =
      this.#expected.includes(node) ||
      (property === "variableMeasured" && this.#expected.includesVariable(node));
    if (!isExpected) return;
    if (!isFirst(told, `${property} #${node}`)) return;
    const name = this.#world.graph.dictionary.textOf(node);
    this.#tell(property, name, { about: property, name }, "of observations ");
  }

  #tell(property: string, name: string, target: Target, whose: string): void {
    this.#log.addToWorld({
      level: "warning",
      counter,
      suffix: property,
      message: () => `${property} ${whose}refers to ${shown(name)}, which nothing describes`,
      target: () => target,
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
