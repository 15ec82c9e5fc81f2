/**
 * Every term of a world has one number. Nodes come first, then literals, each in UTF-8 byte order
 * of its text: `id < nodeCount` is true for nodes alone, and id order is answer order.
 */

import { type ColumnSource, hasForFar, type Id, LateColumn } from "../columns/column-source.ts";
import { lowerBound } from "../columns/kernels.ts";
import { PackedTexts } from "./far-texts.ts";
import { HashedTextTable, type TakeBytes, type TextRows, TextTable } from "./text-table.ts";
import { Utf8Scratch } from "./utf8.ts";

/** Dense number of a term. */
export type TermId = Id<"term">;

/** Stands for "no term" in columns of term ids. */
export const noTerm = 0xffff_ffff;

/** What a dictionary's columns do not say. */
export interface DictionaryMeta {
  readonly nodeCount: number;
  readonly literalCount: number;
}

/** What the columns of texts are called in front of their own names. */
export const nodesName = "dictionary.nodes";
export const literalsName = "dictionary.literals";
/** The same of columns for readers far away. */
export const farNodes = "far.nodes";
export const farLiterals = "far.literals";
/** Nodes that most questions name, and their dcids. */
export const farKnown = "far.known";

/** So many terms are remembered where that is of use to one question alone. */
const briefTerms = 64;

/** Ids and texts of all terms, both ways. */
export class Dictionary {
  /** Nodes have the ids 0 … nodeCount - 1. */
  readonly nodeCount: number;
  /** Literals have the ids nodeCount … termCount - 1. */
  readonly termCount: number;
  readonly #nodes: HashedTextTable;
  readonly #literals: TextTable;
  /** Terms at most that are remembered. */
  readonly #recentMax: number;
  #recentTexts: RecentTexts | undefined;
  #recentNodes: RecentIds | undefined;
  readonly #known: KnownNodes | undefined;

  /** @internal */
  constructor(nodes: HashedTextTable, literals: TextTable, source?: ColumnSource) {
    this.#nodes = nodes;
    const isKnown = source !== undefined && hasForFar(source, `${farKnown}.ends`);
    this.#known = isKnown ? new KnownNodes(source) : undefined;
    this.#recentMax = source?.isBrief === true ? briefTerms : Number.POSITIVE_INFINITY;
    this.#literals = literals;
    this.nodeCount = nodes.texts.count;
    this.termCount = this.nodeCount + literals.count;
  }

  /** @internal */
  static readFrom(source: ColumnSource, { nodeCount, literalCount }: DictionaryMeta): Dictionary {
    return new Dictionary(
      HashedTextTable.readFrom(source, nodesName, nodeCount, farNodes),
      TextTable.readFrom(source, literalsName, literalCount, farLiterals),
      source,
    );
  }

  /** @internal */
  get meta(): DictionaryMeta {
    return { nodeCount: this.nodeCount, literalCount: this.termCount - this.nodeCount };
  }

  /** Bytes of all columns. */
  get byteLength(): number {
    return this.#nodes.byteLength + this.#literals.byteLength;
  }

  /** Id of the node with this dcid, or undefined. */
  nodeOf(dcid: string): TermId | undefined {
    this.#recentNodes ??= new RecentIds(Math.min(this.nodeCount, this.#recentMax));
    const recents = this.#recentNodes;
    const recent = recents.get(dcid);
    if (recent >= 0) return recent;
    const node = this.#known?.nodeOf(dcid) ?? this.#nodes.idOf(dcid);
    if (node !== undefined && recents.isWanted()) recents.set(this.textOf(node), node);
    return node;
  }

  /** Id of the literal with exactly this text, or undefined. */
  literalOf(text: string): TermId | undefined {
    const id = this.#literals.idOf(text);
    return id === undefined ? undefined : id + this.nodeCount;
  }

  /** @internal Nodes whose dcids begin with a text, at most so many. */
  nodesBeginningWith(text: string, most: number): TermId[] {
    return this.#nodes.texts.beginningWith(text, most);
  }

  /** @internal Literals that begin with a text, at most so many. */
  literalsBeginningWith(text: string, most: number): TermId[] {
    return this.#literals.beginningWith(text, most).map((id) => id + this.nodeCount);
  }

  /** A node's dcid or a literal's text. */
  textOf(term: TermId): string {
    this.#recentTexts ??= new RecentTexts(Math.min(this.termCount, this.#recentMax));
    const recent = this.#recentTexts.get(term);
    if (recent !== undefined) return recent;
    const text =
      term < this.nodeCount
        ? (this.#known?.textOf(term) ?? this.#nodes.texts.textOf(term))
        : this.#literals.textOf(term - this.nodeCount);
    this.#recentTexts.set(term, text);
    return text;
  }

  /**
   * Shows where the UTF-8 of a term's text lies; the bytes are not to be kept.
   *
   * @internal
   */
  bytesOf(term: TermId, take: TakeBytes): void {
    if (term < this.nodeCount) this.#nodes.texts.bytesOf(term, take);
    else this.#literals.bytesOf(term - this.nodeCount, take);
  }

  /**
   * The columns of the literals; the first of them is term `nodeCount`.
   * @internal
   */
  get literalRows(): TextRows {
    return this.#literals.rows;
  }

  /** Is the term a node, and not a literal? */
  isNode(term: TermId): boolean {
    return term < this.nodeCount;
  }
}

/** Nodes that most questions name, predicates and types, kept at hand by whoever is far away. */
class KnownNodes {
  readonly #nodes: LateColumn<Uint32Array>;
  readonly #texts: PackedTexts;
  readonly #scratch = new Utf8Scratch();

  /** @param source has them */
  constructor(source: ColumnSource) {
    this.#nodes = new LateColumn(source, `${farKnown}.nodes`);
    this.#texts = new PackedTexts(source, farKnown);
  }

  nodeOf(dcid: string): TermId | undefined {
    const length = this.#scratch.write(dcid);
    if (length < 0) return undefined;
    const at = this.#texts.countUpTo(this.#scratch.bytes, length) - 1;
    const isKnown = at >= 0 && this.#texts.isText(at, this.#scratch.bytes, length);
    return isKnown ? this.#nodes.rows[at] : undefined;
  }

  textOf(node: TermId): string | undefined {
    const nodes = this.#nodes.rows;
    const at = lowerBound(nodes, node, 0, nodes.length);
    return nodes[at] === node ? this.#texts.textOf(at) : undefined;
  }
}

// What was turned from bytes into strings lately, and from strings into ids. A page that is asked
// for again, or the neighbours of one place, name the same terms over and over: remembering costs
// some nanoseconds where making a string costs seventy and finding one over a hundred.
//
// Terms share a few slots, which the last to come keep: a few megabytes at most, never cleared.

/** Longer texts are not remembered, so that the memory is bounded. */
const lengthMax = 64;
/** Slots at most. */
const slotsMax = 1 << 16;
const slotsMin = 64;

/**
 * Every so often something is remembered in the slot beside its own: two that have the same slot, and
 * are asked for by turns, soon do not push each other out.
 */
const besideEvery = 16;

/** Texts by the number of their term. */
export class RecentTexts {
  readonly #texts: string[];
  /** Number of the term in each slot, plus one. */
  readonly #terms: Uint32Array;
  readonly #mask: number;
  #turn = 0;

  /** For terms 0 … count - 1. */
  constructor(count: number) {
    const slots = slotsFor(count);
    this.#texts = new Array<string>(slots).fill("");
    this.#terms = new Uint32Array(slots);
    this.#mask = slots - 1;
  }

  get(term: number): string | undefined {
    const slot = term & this.#mask;
    if (this.#terms[slot] === term + 1) return this.#texts[slot];
    return this.#terms[slot ^ 1] === term + 1 ? this.#texts[slot ^ 1] : undefined;
  }

  set(term: number, text: string): void {
    if (text.length > lengthMax) return;
    this.#turn = (this.#turn + 1) % besideEvery;
    const slot = (term & this.#mask) ^ (this.#turn === 0 ? 1 : 0);
    this.#terms[slot] = term + 1;
    this.#texts[slot] = text;
  }
}

/**
 * Numbers of terms by their text. A text has two slots side by side, the one that came last first,
 * so that two texts do not push each other out.
 */
export class RecentIds {
  readonly #texts: string[];
  /**
   * Of each slot the hash of its text, by which other texts are recognised without reading them,
   * and the number of its term, plus one.
   */
  readonly #slots: Int32Array;
  /** Hashes of the two texts that were last looked for in vain in each pair of slots. */
  readonly #missed: Int32Array;
  readonly #mask: number;
  #hash = 0;

  /** For so many different terms. */
  constructor(count: number) {
    const slots = slotsFor(count);
    this.#texts = new Array<string>(slots).fill("");
    this.#slots = new Int32Array(slots * 2);
    this.#missed = new Int32Array(slots);
    this.#mask = slots - 2;
  }

  /** -1 for a text that is not remembered. */
  get(text: string): number {
    const hash = hashOf(text);
    this.#hash = hash;
    const slots = this.#slots;
    const slot = hash & this.#mask;
    const at = slot * 2;
    if (slots[at] === hash && this.#texts[slot] === text) return (slots[at + 1]! >>> 0) - 1;
    if (slots[at + 2] === hash && this.#texts[slot + 1] === text) return (slots[at + 3]! >>> 0) - 1;
    return -1;
  }

  /**
   * Is the text that `get` just missed worth remembering? Only when it was missed before: a long
   * list of texts that never return would pay for nothing.
   */
  isWanted(): boolean {
    const missed = this.#missed;
    const pair = this.#hash & this.#mask;
    if (missed[pair] === this.#hash || missed[pair + 1] === this.#hash) return true;
    missed[pair + 1] = missed[pair]!;
    missed[pair] = this.#hash;
    return false;
  }

  /**
   * Remembers the text that `get` just missed. It must be a string of its own: one that was cut
   * from a larger string would keep that alive.
   */
  set(text: string, term: number): void {
    if (text.length > lengthMax) return;
    const slots = this.#slots;
    const slot = this.#hash & this.#mask;
    const at = slot * 2;
    slots[at + 2] = slots[at]!;
    slots[at + 3] = slots[at + 1]!;
    slots[at] = this.#hash;
    slots[at + 1] = term + 1;
    this.#texts[slot + 1] = this.#texts[slot]!;
    this.#texts[slot] = text;
  }
}

function slotsFor(count: number): number {
  let slots = slotsMin;
  while (slots < count && slots < slotsMax) slots *= 2;
  return slots;
}

/**
 * A quick hash: texts that agree in all of these places get in each other's way, and that is all.
 * Dcids differ at their end; dcids of variables also differ in the middle.
 */
function hashOf(text: string): number {
  const { length } = text;
  let hash = length;
  if (length < 8) {
    for (let at = 0; at < length; at++) hash = Math.imul(hash, 31) + text.charCodeAt(at);
  } else {
    const last =
      text.charCodeAt(length - 1) ^
      (text.charCodeAt(length - 2) << 7) ^
      (text.charCodeAt(length - 3) << 14) ^
      (text.charCodeAt(length - 4) << 21);
    const before =
      text.charCodeAt(length - 5) ^
      (text.charCodeAt(length - 6) << 7) ^
      (text.charCodeAt(length - 7) << 14) ^
      (text.charCodeAt(length >>> 1) << 21);
    hash = Math.imul(last ^ length, 0x9e37_79b1) ^ Math.imul(before, 0x85eb_ca6b);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return hash ^ (hash >>> 13);
}
