/**
 * Which nodes the sources are expected to describe. Sources seldom hold the whole graph, so a missing
 * node is a mistake only where most others of its kind are described: the kinds are told apart by
 * what stands before the last slash of a dcid, and dcids without a slash are names of the schema,
 * which is loaded when `StatisticalVariable` is described. What belongs to a kind that is not loaded,
 * or of which more is missing than described, is told in one note per kind.
 */
import { shown } from "../../load/index.ts";
import { Bitmap, type TermId } from "../../store/index.ts";
import { saysItself } from "../nodes/index.ts";
import type { LintLog } from "../report/index.ts";
import { type CheckedWorld, saysSomething } from "./checked-world.ts";

const notLoaded = "Graph_NotLoaded";
const schemaWitness = "StatisticalVariable";

// Kinds come from the input: without a bound, hostile dcids would be as many.
const kindsMax = 10_000;

interface Kind {
  /** Nodes of it that are described. */
  described: number;
  /** Nodes of it that are referred to and not described. */
  missing: number;
  /** One of those. */
  example: string;
}

/** Asked twice about everything: it counts, and after `settle` it answers. */
export class ExpectedNodes {
  readonly #worlds: CheckedWorld;
  readonly #kinds = new Map<string, Kind>();
  readonly #seen: Bitmap;
  readonly #seenNames = new Set<string>();
  readonly #seenVariables: Bitmap;
  readonly #variables = { described: 0, missing: 0 };
  #isSettled = false;

  constructor(worlds: CheckedWorld) {
    this.#worlds = worlds;
    this.#seen = new Bitmap(worlds.own.graph.dictionary.nodeCount);
    this.#seenVariables = new Bitmap(worlds.own.graph.dictionary.nodeCount);
    this.#variables.described = describedVariables(worlds);
    const { graph } = worlds.all;
    for (let node = 0; node < graph.dictionary.nodeCount; node++) {
      if (!saysSomething(graph, node)) continue;
      const kind = this.#kindOf(graph.dictionary.textOf(node));
      if (kind !== undefined) kind.described += 1;
    }
  }

  /** Says whether a node that nothing describes should be described. */
  includes(node: TermId): boolean {
    const name = this.#worlds.own.graph.dictionary.textOf(node);
    if (this.#isSettled) return this.#isExpected(name);
    if (this.#seen.has(node)) return false;
    this.#seen.add(node);
    this.#countMissing(name);
    return false;
  }

  /**
   * The same of a variable of observations. Whoever describes most of the observed variables is
   * expected to describe them all, whether or not the schema is loaded.
   */
  includesVariable(node: TermId): boolean {
    if (this.#isSettled) return this.#variables.described > this.#variables.missing;
    if (this.#seenVariables.has(node)) return false;
    this.#seenVariables.add(node);
    this.#variables.missing += 1;
    return false;
  }

  /** The same of a dcid that is held as a text. */
  includesName(name: string): boolean {
    if (this.#isSettled) return this.#isExpected(name);
    if (this.#seenNames.has(name)) return false;
    this.#seenNames.add(name);
    this.#countMissing(name);
    return false;
  }

  /** All that is missing was asked for: from now on it answers. */
  settle(): void {
    this.#isSettled = true;
    this.#seenNames.clear();
  }

  /** Tells what is missing of kinds that are not loaded. */
  tellMissing(log: LintLog): void {
    for (const [name, kind] of this.#kinds) {
      const { missing, example } = kind;
      if (missing === 0 || this.#isLoaded(name, kind)) continue;
      const isSchema = name === "";
      const what = isSchema ? "names of the schema" : `dcids ${shown(`${name}/…`)}`;
      log.addToWorld({
        level: "info",
        counter: notLoaded,
        message: () =>
          `${what}, such as ${shown(example)}: ${missing} referred to and not described, ` +
          `${isSchema ? `${schemaWitness} not` : kind.described} described among the sources; they are not checked`,
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
    return saysItself(name, (part) => this.#worlds.describes(part));
  }

  #countMissing(name: string): void {
    if (this.#isExplained(name)) return;
    const kind = this.#kindOf(name);
    if (kind === undefined) return;
    kind.missing += 1;
    if (kind.example === "") kind.example = name;
  }

  /** undefined beyond the bound. */
  #kindOf(name: string): Kind | undefined {
    const key = kindOf(name);
    const known = this.#kinds.get(key);
    if (known !== undefined || this.#kinds.size >= kindsMax) return known;
    const kind = { described: 0, missing: 0, example: "" };
    this.#kinds.set(key, kind);
    return kind;
  }
}

/** `geoId` of `geoId/06`; empty without a slash. */
function kindOf(dcid: string): string {
  return dcid.slice(0, Math.max(dcid.lastIndexOf("/"), 0));
}

/** How many of the observed variables are described. */
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
