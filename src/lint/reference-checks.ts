/**
 * References to nodes that nothing describes. Sources seldom hold the whole graph, so a missing node
 * is a mistake only where others of its kind are described: the kinds are told apart by what stands
 * before the last slash of a dcid, and dcids without a slash are names of the schema, which is
 * loaded when `StatisticalVariable` is described. What belongs to a kind that is not loaded is told
 * in one note per kind. Only references of the checked sources are looked at, wherever the nodes are
 * described.
 */
import { shown } from "../load/index.ts";
import { Bitmap, type Graph, type TermId } from "../store/index.ts";
import type { World } from "../world.ts";
import { type CheckedWorld, saysSomething } from "./checked-world.ts";
import type { FindingLog, Target } from "./finding-log.ts";
import { saysItself } from "./vocabulary.ts";

const counter = "Existence_MissingReference";
const notLoaded = "Graph_NotLoaded";
const schemaWitness = "StatisticalVariable";

// Kinds come from the input: without a bound, hostile dcids would be as many.
const kindsMax = 10_000;

export class ReferenceChecks {
  readonly #worlds: CheckedWorld;
  readonly #world: World;
  readonly #log: FindingLog;
  /** Kinds of which at least one node is described. */
  readonly #described = new Set<string>();
  /** How many nodes of each other kind are referred to, and one of them. */
  readonly #missing = new Map<string, { count: number; readonly example: TermId }>();
  readonly #seen: Bitmap;

  constructor(worlds: CheckedWorld, log: FindingLog) {
    this.#worlds = worlds;
    this.#world = worlds.own;
    this.#log = log;
    this.#seen = new Bitmap(worlds.own.graph.dictionary.nodeCount);
    const { graph } = worlds.all;
    for (let node = 0; node < graph.dictionary.nodeCount; node++) {
      if (!saysSomething(graph, node) || this.#described.size >= kindsMax) continue;
      const kind = kindOf(graph.dictionary.textOf(node));
      if (kind !== "") this.#described.add(kind);
    }
    if (worlds.describes(schemaWitness)) this.#described.add("");
  }

  check(): void {
    this.#checkObjects();
    this.#checkPredicates();
    this.#checkObserved();
    for (const [kind, { count, example }] of this.#missing) this.#tellMissing(kind, count, example);
  }

  #checkObjects(): void {
    const { graph } = this.#world;
    const { dictionary, in: arcs } = graph;
    for (let node = 0; node < dictionary.nodeCount; node++) {
      const { start, end } = arcs.rows(node);
      if (start === end || this.#worlds.isDescribed(node) || !this.#isExpected(node)) continue;
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
      if (this.#worlds.isDescribed(node) || !this.#isExpected(node)) continue;
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
    else if (
      this.#described.has(kindOf(name)) &&
      !this.#worlds.describes(name) &&
      !this.#isExplained(name) &&
      isFirst(told, `${property} ${name}`)
    ) {
      this.#tell(property, name, () => this.#placeOf(name, series), "of observations ");
    }
  }

  #checkNode(property: string, node: TermId, told: Set<string>, series: number): void {
    if (this.#worlds.isDescribed(node) || !this.#isExpected(node)) return;
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

  /** Says whether a node that nothing describes should be; others are counted by their kind. */
  #isExpected(node: TermId): boolean {
    const name = this.#world.graph.dictionary.textOf(node);
    const kind = kindOf(name);
    if (this.#described.has(kind)) return !this.#isExplained(name);
    if (this.#seen.has(node)) return false;
    this.#seen.add(node);
    const known = this.#missing.get(kind);
    if (known !== undefined) known.count += 1;
    else if (this.#missing.size < kindsMax) this.#missing.set(kind, { count: 1, example: node });
    return false;
  }

  #isExplained(name: string): boolean {
    return saysItself(name, (part) => this.#worlds.describes(part));
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

  #tellMissing(kind: string, count: number, example: TermId): void {
    const name = this.#world.graph.dictionary.textOf(example);
    const isSchema = kind === "";
    const what = isSchema ? "names of the schema" : `dcids ${shown(`${kind}/…`)}`;
    const witness = isSchema ? schemaWitness : "none of them";
    this.#log.addToWorld({
      level: "info",
      counter: notLoaded,
      message: () =>
        `${what}, such as ${shown(name)}: ${count} referred to, ${witness} ` +
        `${isSchema ? "not " : ""}described among the sources; they are not checked`,
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

/** `geoId` of `geoId/06`; empty without a slash. */
function kindOf(dcid: string): string {
  return dcid.slice(0, Math.max(dcid.lastIndexOf("/"), 0));
}
