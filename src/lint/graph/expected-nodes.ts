/**
 * Which nodes the sources are expected to describe. Sources seldom hold the whole graph, so a missing
 * node is a mistake only where others of its kind are described: the kinds are told apart by what
 * stands before the last slash of a dcid, and dcids without a slash are names of the schema, which is
 * loaded when `StatisticalVariable` is described. What belongs to a kind that is not loaded is told
 * in one note per kind.
 */
import { shown } from "../../load/index.ts";
import { Bitmap, type TermId } from "../../store/index.ts";
import { saysItself } from "../nodes/index.ts";
import type { FindingLog } from "../report/index.ts";
import { type CheckedWorld, saysSomething } from "./checked-world.ts";

const notLoaded = "Graph_NotLoaded";
const schemaWitness = "StatisticalVariable";

// Kinds come from the input: without a bound, hostile dcids would be as many.
const kindsMax = 10_000;

export class ExpectedNodes {
  readonly #worlds: CheckedWorld;
  /** Kinds of which at least one node is described. */
  readonly #described = new Set<string>();
  /** How many nodes of each other kind are referred to, and one of them. */
  readonly #missing = new Map<string, { count: number; readonly example: string }>();
  readonly #seen: Bitmap;

  constructor(worlds: CheckedWorld) {
    this.#worlds = worlds;
    this.#seen = new Bitmap(worlds.own.graph.dictionary.nodeCount);
    const { graph } = worlds.all;
    for (let node = 0; node < graph.dictionary.nodeCount; node++) {
      if (!saysSomething(graph, node) || this.#described.size >= kindsMax) continue;
      const kind = kindOf(graph.dictionary.textOf(node));
      if (kind !== "") this.#described.add(kind);
    }
    if (worlds.describes(schemaWitness)) this.#described.add("");
  }

  /** Says whether a node that nothing describes should be; others are counted by their kind. */
  includes(node: TermId): boolean {
    const name = this.#worlds.own.graph.dictionary.textOf(node);
    if (this.#isOfDescribedKind(name)) return !this.#isExplained(name);
    if (this.#seen.has(node)) return false;
    this.#seen.add(node);
    this.#countMissing(name);
    return false;
  }

  /** The same of a dcid that is held as a text; to be asked once for each. */
  includesName(name: string): boolean {
    if (this.#isOfDescribedKind(name)) return !this.#isExplained(name);
    this.#countMissing(name);
    return false;
  }

  /** Tells what was asked for and is of kinds that are not loaded. */
  tellMissing(log: FindingLog): void {
    for (const [kind, { count, example }] of this.#missing) {
      const isSchema = kind === "";
      const what = isSchema ? "names of the schema" : `dcids ${shown(`${kind}/…`)}`;
      const witness = isSchema ? schemaWitness : "none of them";
      log.addToWorld({
        level: "info",
        counter: notLoaded,
        message: () =>
          `${what}, such as ${shown(example)}: ${count} referred to, ${witness} ` +
          `${isSchema ? "not " : ""}described among the sources; they are not checked`,
      });
    }
  }

  #isOfDescribedKind(name: string): boolean {
    return this.#described.has(kindOf(name));
  }

  #isExplained(name: string): boolean {
    return saysItself(name, (part) => this.#worlds.describes(part));
  }

  #countMissing(name: string): void {
    const kind = kindOf(name);
    const known = this.#missing.get(kind);
    if (known !== undefined) known.count += 1;
    else if (this.#missing.size < kindsMax) this.#missing.set(kind, { count: 1, example: name });
  }
}

/** `geoId` of `geoId/06`; empty without a slash. */
function kindOf(dcid: string): string {
  return dcid.slice(0, Math.max(dcid.lastIndexOf("/"), 0));
}
