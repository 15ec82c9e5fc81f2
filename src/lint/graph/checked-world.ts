/** The world of what is checked, and the world of all that it may refer to. */
import type { Graph, TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import type { MadeStatements } from "./made-statements.ts";

export class CheckedWorld {
  readonly own: World;
  /** What is checked and what else is loaded: the same world where nothing else is. */
  readonly all: World;

  readonly #made: MadeStatements | undefined;

  /** @param made of `own`; default: none. */
  constructor(own: World, all: World, made?: MadeStatements) {
    this.own = own;
    this.all = all;
    this.#made = made;
  }

  /** Whether an importer made a statement of `own`, which no file says. */
  isMade(subject: TermId, predicate: TermId, object: TermId): boolean {
    if (this.#made === undefined) return false;
    const { dictionary } = this.own.graph;
    const [from, by, to] = [subject, predicate, object].map((term) => dictionary.textOf(term));
    return this.#made.has(from!, by!, to!);
  }

  /** Variables that an importer made from what a config says. */
  madeVariables(): Iterable<string> {
    return this.#made?.subjectsOf("typeOf", "StatisticalVariable") ?? [];
  }

  /** The node in `all` that a node of `own` is. */
  inAll(node: TermId): TermId | undefined {
    if (this.all === this.own) return node;
    return this.all.graph.dictionary.nodeOf(this.own.graph.dictionary.textOf(node));
  }

  /** Whether anything loaded says something of a node of `own`. */
  isDescribed(node: TermId): boolean {
    if (saysSomething(this.own.graph, node)) return true;
    const other = this.all === this.own ? undefined : this.inAll(node);
    return other !== undefined && saysSomething(this.all.graph, other);
  }

  /** The same by dcid. */
  describes(dcid: string): boolean {
    const { graph } = this.all;
    const node = graph.dictionary.nodeOf(dcid);
    return node !== undefined && saysSomething(graph, node);
  }
}

/** A node is described when something is said of it. */
export function saysSomething({ out }: Graph, node: TermId): boolean {
  const { start, end } = out.rows(node);
  return start < end;
}
