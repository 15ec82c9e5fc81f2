/**
 * What an importer says by itself and no file says: groups of variables, whose import a node belongs
 * to, provenances. Nobody can mend these statements, so no finding is about them.
 */
import type { Place } from "../../load/index.ts";
import { WorldBuilder } from "../../world/index.ts";

// An importer makes some statements for every row of a table.
const subjectsMax = 1_000;

export class MadeStatements {
  /** Subjects by predicate and object; undefined for more subjects than are remembered. */
  readonly #subjects = new Map<string, Set<string> | undefined>();

  add(subject: string, predicate: string, object: string): void {
    const key = keyOf(predicate, object);
    const known = this.#subjects.get(key);
    if (known === undefined) {
      if (!this.#subjects.has(key)) this.#subjects.set(key, new Set([subject]));
    } else if (known.size === subjectsMax) this.#subjects.set(key, undefined);
    else known.add(subject);
  }

  /** As far as they are remembered. */
  subjectsOf(predicate: string, object: string): Iterable<string> {
    return this.#subjects.get(keyOf(predicate, object)) ?? [];
  }

  has(subject: string, predicate: string, object: string): boolean {
    const key = keyOf(predicate, object);
    const known = this.#subjects.get(key);
    return known === undefined ? this.#subjects.has(key) : known.has(subject);
  }
}

function keyOf(predicate: string, object: string): string {
  return JSON.stringify([predicate, object]);
}

/** Remembers which statements are made. */
export class MadeStatementsBuilder extends WorldBuilder {
  readonly made = new MadeStatements();
  /** Of made statements, by provisional id. */
  readonly #nodes = new Map<number, string>();
  readonly #literals = new Map<number, string>();
  #isMade = false;

  at({ isMade = false }: Place): void {
    this.#isMade = isMade;
    this.#nodes.clear();
    this.#literals.clear();
  }

  override node(dcid: string): number {
    const id = super.node(dcid);
    if (this.#isMade) this.#nodes.set(id, dcid);
    return id;
  }

  override literal(text: string): number {
    const id = super.literal(text);
    if (this.#isMade) this.#literals.set(id, text);
    return id;
  }

  override link(subject: number, predicate: number, object: number, provenance: number): void {
    super.link(subject, predicate, object, provenance);
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

  #note(subject: number, predicate: number, object: string | undefined): void {
    if (!this.#isMade || object === undefined) return;
    this.made.add(this.#nodes.get(subject)!, this.#nodes.get(predicate)!, object);
  }
}
