/**
 * Which nodes the sources should describe. Sources seldom hold the whole graph. So a missing node
 * is a mistake only when most others of its kind are described. The text before the last slash of a
 * dcid is its kind. Dcids without a slash are names of the schema, which is loaded when
 * `StatisticalVariable` is described. A kind that is not loaded, or with more missing than
 * described nodes, is reported in one note.
 */
import { shown } from "../../load/bytes/diagnostics.ts";
import { Bitmap } from "../../store/columns/id-sets.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { CheckedWorld } from "../checked-world.ts";
import type { LintLog } from "../lint-log.ts";
import { isSelfExplaining } from "./schema-names.ts";

const notLoaded = "Graph_NotLoaded";
const schemaWitness = "StatisticalVariable";

// Kinds come from the input: without a limit, hostile dcids would make endless kinds.
const kindsMax = 10_000;

/** Public places without a slash in their dcids. */
const largePlaces = new Set(
  "Earth africa antarctica asia europe northamerica oceania southamerica".split(" "),
);

interface Kind {
  /** Described nodes. */
  described: number;
  /** Nodes with references to them and no description. */
  missing: number;
  /** A missing node. */
  example: string;
}

/** Gets every question twice: it counts first; after `settle` it answers. */
export class ExpectedNodes {
  readonly #worlds: CheckedWorld;
  readonly #kinds = new Map<string, Kind>();
  readonly #seen: Bitmap;
  readonly #seenNames = new Set<string>();
  readonly #seenVariables: Bitmap;
  readonly #variables: Kind = { described: 0, missing: 0, example: "" };
  readonly #seenEntities: Bitmap;
  readonly #entities = { described: 0, missing: 0 };
  #isSettled = false;

  constructor(worlds: CheckedWorld) {
    this.#worlds = worlds;
    this.#seen = new Bitmap(worlds.own.graph.dictionary.nodeCount);
    this.#seenVariables = new Bitmap(worlds.own.graph.dictionary.nodeCount);
    this.#variables.described = describedVariables(worlds);
    this.#seenEntities = new Bitmap(worlds.own.graph.dictionary.nodeCount);
    this.#entities.described = describedEntities(worlds);
    const { graph } = worlds.all;
    for (let node = 0; node < graph.dictionary.nodeCount; node++) {
      if (!worlds.isDescribedInAll(node)) continue;
      const kind = this.#kindOf(graph.dictionary.textOf(node));
      if (kind !== undefined) kind.described += 1;
    }
  }

  /** Kinds of which at least one node is described; that of the schema is left out. */
  describedKinds(): string[] {
    return Array.from(this.#kinds).flatMap(([name, { described }]) =>
      name === "" || described === 0 ? [] : [name],
    );
  }

  /** How many nodes of a kind are described. */
  describedOf(kind: string): number {
    return this.#kinds.get(kind)?.described ?? 0;
  }

  /** Whether a node without a description should have one. */
  includes(node: TermId): boolean {
    const name = this.#worlds.own.graph.dictionary.textOf(node);
    if (this.#isSettled) return this.#isExpected(name);
    if (this.#seen.has(node)) return false;
    this.#seen.add(node);
    this.#countMissing(name);
    return false;
  }

  /** Whether the sources describe any variable, so that a schema without variables is not asked for one. */
  get hasVariables(): boolean {
    const { graph } = this.#worlds.all;
    const [type, predicate] = [graph.dictionary.nodeOf(schemaWitness), graph.predicateOf("typeOf")];
    if (type === undefined || predicate === undefined) return false;
    const { start, end } = graph.in.rowsOf(type, predicate);
    return start < end;
  }

  /**
   * The same for a variable of observations. Sources that describe at least half of the observed variables
   * should describe all, even when the schema is not loaded.
   */
  includesVariable(node: TermId): boolean {
    if (this.#isSettled) return this.#variables.described >= this.#variables.missing;
    if (this.#seenVariables.has(node)) return false;
    this.#seenVariables.add(node);
    const name = this.#worlds.own.graph.dictionary.textOf(node);
    countIn(this.#variables, name);
    return false;
  }

  /**
   * The same for an entity of observations. One without a slash is no name of the schema where most of the observed entities
   * are described: `DE` beside `country/FRA`. The world and the continents have no slash.
   */
  includesEntity(node: TermId): boolean {
    const isExpected = this.includes(node);
    if (this.#isSettled) {
      const name = this.#worlds.own.graph.dictionary.textOf(node);
      const isOdd = kindOf(name) === "" && !largePlaces.has(name);
      return isExpected || (isOdd && this.#entities.described > this.#entities.missing);
    }
    if (!this.#seenEntities.has(node)) this.#entities.missing += 1;
    this.#seenEntities.add(node);
    return false;
  }

  /** The same for a dcid as a text. */
  includesName(name: string): boolean {
    if (this.#isSettled) return this.#isExpected(name);
    if (this.#seenNames.has(name)) return false;
    this.#seenNames.add(name);
    this.#countMissing(name);
    return false;
  }

  /** Ends the counting: from now on it answers. */
  settle(): void {
    this.#isSettled = true;
    this.#seenNames.clear();
  }

  /** Reports the missing nodes of kinds that are not loaded. A schema that is loaded may have no variables. */
  reportMissing(log: LintLog): void {
    const { missing, described, example } = this.#variables;
    if (described < missing && this.#worlds.describes(schemaWitness)) {
      log.addToWorld({
        level: "info",
        counter: notLoaded,
        message: () =>
          `variables of observations, such as ${shown(example)}: ${missing} without a description, ${described} described; they are not checked: ` +
          "load the files that describe them, too (the public schema, of --schema, has no variables)",
      });
    }
    for (const [name, kind] of this.#kinds) {
      const { missing, example } = kind;
      if (missing === 0 || this.#isLoaded(name, kind)) continue;
      const isSchema = name === "";
      const what = isSchema
        ? "names of the schema (types, properties, values of enumerations)"
        : `dcids ${shown(`${name}/…`)}`;
      log.addToWorld({
        level: "info",
        counter: notLoaded,
        message: () =>
          `${what}, such as ${shown(example)}: ${missing} referred to and not described, ` +
          `${isSchema ? `${schemaWitness} not` : kind.described} described among the sources; they are not checked` +
          (isSchema ? `: the option schema, or --schema, looks them up in the public schema` : ""),
      });
    }
  }

  #isExpected(name: string): boolean {
    const kind = this.#kinds.get(kindOf(name));
    return kind !== undefined && this.#isLoaded(kindOf(name), kind) && !this.#isExplained(name);
  }

  #isLoaded(name: string, { described, missing }: Kind): boolean {
    return name === "" ? this.#worlds.describes(schemaWitness) : described >= missing;
  }

  #isExplained(name: string): boolean {
    return isSelfExplaining(name, (part) => this.#worlds.describes(part));
  }

  #countMissing(name: string): void {
    if (this.#isExplained(name)) return;
    const kind = this.#kindOf(name);
    if (kind !== undefined) countIn(kind, name);
  }

  /** undefined above the limit. */
  #kindOf(name: string): Kind | undefined {
    const key = kindOf(name);
    const known = this.#kinds.get(key);
    if (known !== undefined || this.#kinds.size >= kindsMax) return known;
    const kind = { described: 0, missing: 0, example: "" };
    this.#kinds.set(key, kind);
    return kind;
  }
}

function countIn(kind: Kind, name: string): void {
  kind.missing += 1;
  if (kind.example === "") kind.example = name;
}

/** `geoId` of `geoId/06`; empty without a slash. */
function kindOf(dcid: string): string {
  return dcid.slice(0, Math.max(dcid.lastIndexOf("/"), 0));
}

/** The number of observed variables with a description. */
function describedVariables(worlds: CheckedWorld): number {
  const { observations } = worlds.own;
  let count = 0;
  for (let series = 0; series < observations.seriesCount; ) {
    const variable = observations.variableOf(series);
    if (worlds.isDescribed(variable)) count += 1;
    series = observations.seriesOfVariable(variable).end;
  }
  return count;
}

/** The same of the entities of observations. */
function describedEntities(worlds: CheckedWorld): number {
  const { graph, observations } = worlds.own;
  const bits = observations.observedNodes();
  let count = 0;
  for (let node = 0; node < graph.dictionary.nodeCount; node++) {
    const isObserved = (((bits[node >>> 5] ?? 0) >>> (node & 31)) & 1) === 1;
    if (isObserved && worlds.isDescribed(node)) count += 1;
  }
  return count;
}
