/** The world of the checked sources, and the world of all sources that they may refer to. */

import type { Place } from "../load/statements/sink.ts";
import type { PredicateId } from "../store/graph/arc-table.ts";
import type { Graph } from "../store/graph/graph.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { type World, WorldBuilder } from "../world/world.ts";

export class CheckedWorld {
  readonly own: World;
  /** All loaded sources. The same world when all are checked. */
  readonly all: World;

  readonly #made: MadeStatements | undefined;

  /** @param made of `own`; default: none. */
  constructor(own: World, all: World, made?: MadeStatements) {
    this.own = own;
    this.all = all;
    this.#made = made;
  }

  /** Whether an importer made a statement of `own`: no file holds it. */
  isMade(subject: TermId, predicate: TermId, object: TermId): boolean {
    if (this.#made === undefined) return false;
    const { dictionary } = this.own.graph;
    const [from, by, to] = [subject, predicate, object].map((term) => dictionary.textOf(term));
    return this.#made.has(from!, by!, to!);
  }

  /** Variables that an importer made from a config. */
  madeVariables(): Iterable<string> {
    return this.#made?.subjectsOf("typeOf", "StatisticalVariable") ?? [];
  }

  /** The types that tables give to their entities, with these entities, unless a file of `own` says the same of one. */
  impliedTypes(): ReadonlyMap<string, readonly string[]> {
    return this.#made?.impliedTypes() ?? new Map();
  }

  /** The id in `all` of a node of `own`. */
  inAll(node: TermId): TermId | undefined {
    if (this.all === this.own) return node;
    return this.all.graph.dictionary.nodeOf(this.own.graph.dictionary.textOf(node));
  }

  /** Whether any loaded source describes a node of `own`. */
  isDescribed(node: TermId): boolean {
    if (this.#says(this.own.graph, node)) return true;
    const other = this.all === this.own ? undefined : this.inAll(node);
    return other !== undefined && this.#says(this.all.graph, other);
  }

  /** The same, for a node of `all`. */
  isDescribedInAll(node: TermId): boolean {
    return this.#says(this.all.graph, node);
  }

  /** More about a node than the type that a table gives to what its rows are about. */
  #says(graph: Graph, node: TermId): boolean {
    const { start, end } = graph.out.rows(node);
    const implied = start === end ? 0 : (this.#made?.impliedOf(graph.dictionary.textOf(node)) ?? 0);
    return end - start > implied;
  }

  /** Texts and dcids of a property in all loaded sources, for a node of `own`. */
  textsOf(node: TermId, property: string): string[] {
    const { graph } = this.all;
    const values = graph.linked(this.inAll(node), property);
    return values.map((term) => graph.dictionary.textOf(term));
  }

  /** The subjects of a predicate of `own`, one per statement that a file holds. */
  *subjectsOf(predicate: PredicateId, node: TermId): Generator<TermId> {
    const { graph } = this.own;
    const { start, end } = graph.rowsByPredicate(predicate);
    for (let at = start; at < end; at++) {
      const row = graph.rowByPredicate(at);
      const subject = graph.subjectOf(row);
      if (!this.isMade(subject, node, graph.out.terms[row]!)) yield subject;
    }
  }

  /** The same as `isDescribed`, by dcid. */
  describes(dcid: string): boolean {
    const { graph } = this.all;
    const node = graph.dictionary.nodeOf(dcid);
    return node !== undefined && this.isDescribedInAll(node);
  }
}

/** A node is described when it is the subject of a statement. */
export function hasStatements({ out }: Graph, node: TermId): boolean {
  const { start, end } = out.rows(node);
  return start < end;
}

// An importer makes some statements for every row of a table.
const subjectsMax = 1_000;
const impliedMax = 200_000;
const statedMax = 2_000_000;

/**
 * Statements that an importer makes and no file holds: groups of variables, imports of nodes,
 * provenances. An author cannot correct them, so no finding is about them.
 */
export class MadeStatements {
  /** Subjects by predicate and object; undefined above the limit. */
  readonly #subjects = new Map<string, Set<string> | undefined>();
  /** How many types tables give to what their rows are about; undefined above the limit. */
  #implied: Map<string, number> | undefined = new Map();

  add(subject: string, predicate: string, object: string): void {
    const key = keyOf(predicate, object);
    const known = this.#subjects.get(key);
    if (known === undefined) {
      if (!this.#subjects.has(key)) this.#subjects.set(key, new Set([subject]));
    } else if (known.size === subjectsMax) this.#subjects.set(key, undefined);
    else known.add(subject);
  }

  imply(subject: string): void {
    this.#implied?.set(subject, this.impliedOf(subject) + 1);
    if ((this.#implied?.size ?? 0) > impliedMax) this.#implied = undefined;
  }

  /** Sets what `impliedTypes` of the checked world answers. */
  impliedTypes: () => ReadonlyMap<string, readonly string[]> = () => new Map();

  /** How many statements about a node are such types. */
  impliedOf(subject: string): number {
    return this.#implied?.get(subject) ?? 0;
  }

  /** Up to the limit. */
  subjectsOf(predicate: string, object: string): Iterable<string> {
    return this.#subjects.get(keyOf(predicate, object)) ?? [];
  }

  has(subject: string, predicate: string, object: string): boolean {
    const key = keyOf(predicate, object);
    const known = this.#subjects.get(key);
    return known === undefined ? this.#subjects.has(key) : known.has(subject);
  }
}

/** One number for two provisional ids. */
function pairOf(subject: number, object: number): number {
  return subject * 2 ** 26 + object;
}

function keyOf(predicate: string, object: string): string {
  return JSON.stringify([predicate, object]);
}

/** A builder that also collects the statements of importers. */
export class MadeStatementsBuilder extends WorldBuilder {
  readonly made = new MadeStatements();
  /** Of made statements, by provisional id. */
  readonly #nodes = new Map<number, string>();
  readonly #literals = new Map<number, string>();
  #typeOf = -1;
  #isMade = false;
  #isImplied = false;
  /** Types as files state them, and as tables imply them, with their texts; undefined above the limit. */
  #stated: Set<number> | undefined = new Set();
  readonly #implied = new Map<number, readonly [subject: string, type: string]>();

  constructor() {
    super();
    this.made.impliedTypes = () => this.#impliedTypes();
  }

  at({ isMade = false, isImplied = false }: Place): void {
    this.#isMade = isMade;
    this.#isImplied = isImplied;
    this.#nodes.clear();
    this.#literals.clear();
  }

  override node(dcid: string): number {
    const id = super.node(dcid);
    if (dcid === "typeOf") this.#typeOf = id;
    if (this.#isMade || this.#isImplied) this.#nodes.set(id, dcid);
    return id;
  }

  override literal(text: string): number {
    const id = super.literal(text);
    if (this.#isMade) this.#literals.set(id, text);
    return id;
  }

  override link(subject: number, predicate: number, object: number, provenance: number): void {
    super.link(subject, predicate, object, provenance);
    if (this.#isImplied) this.#imply(subject, object);
    else if (predicate === this.#typeOf) this.#state(subject, object);
    this.#note(subject, predicate, this.#nodes.get(object));
  }

  override attribute(
    subject: number,
    predicate: number,
    literal: number,
    provenance: number,
  ): void {
    super.attribute(subject, predicate, literal, provenance);
    this.#note(subject, predicate, this.#literals.get(literal));
  }

  #imply(subject: number, object: number): void {
    const [dcid, type] = [this.#nodes.get(subject)!, this.#nodes.get(object)!];
    this.made.imply(dcid);
    if (this.#implied.size < impliedMax) this.#implied.set(pairOf(subject, object), [dcid, type]);
  }

  #state(subject: number, object: number): void {
    if (this.#stated?.size === statedMax) this.#stated = undefined;
    this.#stated?.add(pairOf(subject, object));
  }

  #impliedTypes(): Map<string, string[]> {
    const entities = new Map<string, string[]>();
    const stated = this.#stated;
    if (stated === undefined) return entities;
    const agreed = new Set<string>();
    for (const [pair, [dcid, type]] of this.#implied) {
      if (stated.has(pair)) agreed.add(type);
      const known = entities.get(type);
      if (known === undefined) entities.set(type, [dcid]);
      else known.push(dcid);
    }
    for (const type of agreed) entities.delete(type);
    return entities;
  }

  #note(subject: number, predicate: number, object: string | undefined): void {
    if (!this.#isMade || object === undefined) return;
    this.made.add(this.#nodes.get(subject)!, this.#nodes.get(predicate)!, object);
  }
}
