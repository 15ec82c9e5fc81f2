/** All that must hold between the columns of a graph. */

import type { WalkedColumns, WalkedRows } from "../columns/walked-columns.ts";
import { farNames } from "../graph/graph.ts";
import { nameRoles, searchNames } from "../graph/name-keys.ts";
import { shapeNames, shapeProperties } from "../graph/polygons.ts";
import { leadNames } from "../graph/type-sets.ts";
import { literalsName, nodesName, noTerm } from "../texts/dictionary.ts";
import { slotLayout } from "../texts/text-table.ts";
import { hashBytes, hashEnd, hashStart, hashWord } from "../texts/utf8.ts";
import { KeyedSum, newSumKey } from "./keyed-sum.ts";
import { walkFar, walkLeads } from "./walk-far.ts";
import { walkSearch, walkShapes } from "./walk-search.ts";
import { walkNames, walkTexts } from "./walk-texts.ts";
import { TextReader, TextSpans } from "./walked-texts.ts";

/** What others read of a graph that was walked. */
export interface WalkedGraph {
  /** Nodes that are the subject of a triple. */
  readonly subjects: number;
  /** Nodes that triples come from. */
  readonly provenances: number;
  readonly literals: TextReader;
  /** Does a triple come from the provenance with this dcid? */
  readonly hasProvenance: (dcid: string) => boolean;
}

/** After each column was walked alone. */
export function walkGraph(columns: WalkedColumns): WalkedGraph {
  walkTexts(columns, nodesName);
  walkSlots(columns, nodesName);
  walkTexts(columns, literalsName);
  const predicateNodes = columns.rows("graph.predicates", 64);
  const provenanceNodes = columns.rows("graph.provenances", 64);
  if (provenanceNodes.length === 0 || provenanceNodes.at(0) !== noTerm) {
    throw provenanceNodes.wrong(0, "the first provenance is none");
  }
  const { subjects, ofPredicates, provenances: found } = walkArcs(columns);
  walkCounts(columns.rows("graph.predicateOffsets"), ofPredicates);
  const unused = found.indexOf(0, 1);
  if (unused > 0) throw provenanceNodes.wrong(unused, "no triple has this provenance");
  const nodeTexts = new TextReader(columns, nodesName);
  const numberOf = (dcid: string, among: WalkedRows, first: number): number => {
    const node = nodeTexts.idOf(dcid);
    return node < 0 ? -1 : placeOf(among, node, first);
  };
  const name = numberOf("name", predicateNodes, 0);
  const typeOf = numberOf("typeOf", predicateNodes, 0);
  walkFacts(columns, name, typeOf);
  if (columns.has(leadNames.offsets)) walkLeads(columns);
  if (columns.has(`${farNames}.bytes`)) walkNames(columns);
  walkFar(columns);
  const literals = new TextReader(columns, literalsName);
  /** By predicate: the value that a list has for its dcid, 0 for others. */
  const byPredicate = (list: Iterable<readonly [dcid: string, value: number]>) => {
    const values = new Uint8Array(predicateNodes.length);
    for (const [dcid, value] of list) {
      const predicate = numberOf(dcid, predicateNodes, 0);
      if (predicate >= 0) values[predicate] = value;
    }
    return values;
  };
  if (columns.has(searchNames.rows)) {
    walkSearch(columns, literals, byPredicate(nameRoles));
  }
  if (columns.has(shapeNames.rows)) {
    const ranks = shapeProperties.map((dcid, at) => [dcid, at + 1] as const);
    walkShapes(columns, literals, byPredicate(ranks));
  }
  return {
    subjects,
    provenances: provenanceNodes.length - 1,
    literals,
    hasProvenance: (dcid) => numberOf(dcid, provenanceNodes, 1) > 0,
  };
}

/** Offsets say how many rows each predicate has, and each has some. */
function walkCounts(offsets: WalkedRows, counts: Uint32Array): void {
  let start = 0;
  for (let at = 0; at < offsets.length; at++) {
    if (at > 0) start += counts[at - 1]!;
    if (counts[at] === 0) throw offsets.wrong(at, "no triple has this predicate");
    if (offsets.at(at) !== start) throw offsets.wrong(at, `its rows begin at ${start}`);
  }
}

/** Place of an id in an ascending column, from row `first` on; -1 when it is not there. */
function placeOf(ids: WalkedRows, id: number, first: number): number {
  let low = first;
  for (let high = ids.length; low < high; ) {
    const middle = low + ((high - low) >>> 1);
    const found = ids.at(middle);
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle;
  }
  return -1;
}

// Arcs by subject and by object: sorted, and the same rows from either side.

/** What was counted of the arcs out. */
interface ArcCounts {
  readonly subjects: number;
  /** Rows of each predicate. */
  readonly ofPredicates: Uint32Array;
  /** 1 for each provenance that a row has. */
  readonly provenances: Uint8Array;
}

function walkArcs(columns: WalkedColumns): ArcCounts {
  const key = newSumKey();
  const [sumOut, sumIn] = [new KeyedSum(key), new KeyedSum(key)];
  const ofPredicates = new Uint32Array(columns.rows("graph.predicates").length);
  const provenances = new Uint8Array(columns.rows("graph.provenances").length);
  const subjects = walkSide(columns, "graph.out", (subject, predicate, object, provenance) => {
    sumOut.add(subject, predicate, object, provenance);
    ofPredicates[predicate]!++;
    provenances[provenance] = 1;
  });
  walkSide(columns, "graph.in", (object, predicate, subject, provenance) => {
    sumIn.add(subject, predicate, object, provenance);
  });
  if (!sumOut.isEqual(sumIn)) {
    throw columns.rows("graph.in.terms").wrong(0, "arcs in are not those that lead out");
  }
  return { subjects, ofPredicates, provenances };
}

type TakeArc = (group: number, predicate: number, term: number, provenance: number) => void;

/** @returns the number of the groups that have rows */
function walkSide(columns: WalkedColumns, name: string, take: TakeArc): number {
  const offsets = columns.rows(`${name}.offsets`);
  const predicates = columns.rows(`${name}.predicates`);
  const terms = columns.rows(`${name}.terms`);
  const provenances = columns.rows(`${name}.provenances`);
  let filled = 0;
  for (let group = 0, row = 0; group + 1 < offsets.length; group++) {
    const end = offsets.at(group + 1);
    if (end > row) filled++;
    let [lastPredicate, lastTerm, lastProvenance] = [-1, 0, 0];
    for (; row < end; row++) {
      const predicate = predicates.at(row);
      const term = terms.at(row);
      const provenance = provenances.at(row);
      const order = predicate - lastPredicate || term - lastTerm || provenance - lastProvenance;
      if (order <= 0) throw terms.wrong(row, "rows are not in order");
      take(group, predicate, term, provenance);
      lastPredicate = predicate;
      lastTerm = term;
      lastProvenance = provenance;
    }
  }
  return filled;
}

// What the graph keeps of each node beside its arcs, held against them: its name and its types.

const setPagesKept = 64;

/**
 * After the arcs out were walked. A node is named by one of the literals that are its names; its set
 * has its types, and no others.
 * @param name number of the predicate, -1 when no triple has it; the same of `typeOf`
 */
function walkFacts(columns: WalkedColumns, name: number, typeOf: number): void {
  walkSets(columns);
  const { nodes } = columns.counts;
  const offsets = columns.rows("graph.out.offsets");
  const predicates = columns.rows("graph.out.predicates");
  const terms = columns.rows("graph.out.terms");
  const checkName = nameCheck(columns);
  const checkTypes = typeCheck(columns);
  const named: number[] = [];
  const types = new Set<number>();
  for (let node = 0, row = 0; node < nodes; node++) {
    named.length = 0;
    types.clear();
    for (const end = offsets.at(node + 1); row < end; row++) {
      const predicate = predicates.at(row);
      if (predicate === name && terms.at(row) >= nodes) named.push(terms.at(row));
      if (predicate === typeOf) types.add(terms.at(row));
    }
    checkName(node, named);
    checkTypes(node, types);
  }
}

function nameCheck(columns: WalkedColumns) {
  const names = columns.rows("graph.names");
  return (node: number, named: readonly number[]): void => {
    const name = names.at(node);
    if (name !== noTerm && named.includes(name)) return;
    if (named.length > 0 && name === noTerm) throw names.wrong(node, `node ${node} has a name`);
    if (name !== noTerm) throw names.wrong(node, `this is no name of node ${node}`);
  };
}

/** @returns a check whose types ascend */
function typeCheck(columns: WalkedColumns) {
  const sets = columns.rows("graph.typeSets");
  const offsets = columns.rows("graph.typeSets.offsets", setPagesKept);
  const terms = columns.rows("graph.typeSets.terms", setPagesKept);
  return (node: number, types: ReadonlySet<number>): void => {
    const set = sets.at(node);
    let at = offsets.at(set);
    const end = offsets.at(set + 1);
    for (const type of types) {
      if (at === end || terms.at(at++) !== type) {
        throw sets.wrong(node, `these are not the types of node ${node}`);
      }
    }
    if (at < end) throw sets.wrong(node, `node ${node} has fewer types`);
  };
}

/** The first set is empty, all others are not, and their terms ascend. */
function walkSets(columns: WalkedColumns): void {
  const offsets = columns.rows("graph.typeSets.offsets");
  const terms = columns.rows("graph.typeSets.terms");
  if (offsets.length < 2) throw offsets.wrong(0, "there is no set of no types");
  let start = 0;
  for (let at = 0; at < offsets.length; at++) {
    const end = offsets.at(at);
    if (at < 2 ? end !== 0 : end === start)
      throw offsets.wrong(at, `${end} after ${start} ends no set`);
    for (let row = start, before = -1; row < end; row++) {
      const term = terms.at(row);
      if (term <= before) throw terms.wrong(row, "the types of a set ascend");
      before = term;
    }
    start = end;
  }
}

// The hash index of a text table: every text is found, and nothing else is in it.

/** Slots of which pages are kept: each further so many take another pass over the texts. */
const windowSlots = 1 << 24;
/** An honest index takes three steps for a text. Many more are there to keep readers busy. */
const stepsPerText = 64;
const stepsMin = 1 << 20;

export function walkSlots(
  columns: WalkedColumns,
  name: string,
  window: number = windowSlots,
): void {
  const count = columns.rows(`${name}.lengths`).length;
  const slots = new SlotWalk(columns, name, count, window);
  slots.walkTaken();
  for (let first = 0; first < slots.size; first += window) {
    const bytes = columns.rows(`${name}.bytes`);
    const spans = new TextSpans(columns, name);
    for (let id = 0; id < count; id++) {
      spans.next();
      slots.walkText(id, hashOf(bytes, spans), first);
    }
  }
}

class SlotWalk {
  readonly size: number;
  readonly #count: number;
  readonly #layout: ReturnType<typeof slotLayout>;
  readonly #slots: WalkedRows;
  readonly #window: number;
  #steps: number;

  constructor(columns: WalkedColumns, name: string, count: number, window: number) {
    const layout = slotLayout(count);
    const rows = (pages: number) => columns.rows(`${name}.slots`, pages);
    this.size = layout.size;
    this.#count = count;
    this.#layout = layout;
    this.#slots = rows(Math.ceil(window / rows(1).pageRows) + 1);
    this.#window = window;
    this.#steps = stepsMin + count * stepsPerText;
  }

  /** As many slots are taken as there are texts. */
  walkTaken(): void {
    const slots = this.#slots;
    let taken = 0;
    for (let slot = 0; slot < slots.length; slot++) {
      const stored = slots.at(slot);
      if (stored === 0) continue;
      const id = (stored & this.#layout.idMask) >>> 0;
      const isText = id > 0 && id <= this.#count;
      if (!isText || ++taken > this.#count) throw slots.wrong(slot, "it has no text");
    }
  }

  /** A text whose place is within a window is found from there on. */
  walkText(id: number, hash: number, firstSlot: number): void {
    const slots = this.#slots;
    let slot = this.#layout.slotOf(hash);
    if (slot < firstSlot || slot >= firstSlot + this.#window) return;
    const wanted = this.#layout.storedOf(hash, id);
    for (;;) {
      const stored = slots.at(slot);
      if (stored === wanted) return;
      if (stored === 0) throw slots.wrong(slot, `text ${id} is not found`);
      if (--this.#steps < 0) throw slots.wrong(slot, "texts are too far from their places");
      slot = slot + 1 === this.size ? 0 : slot + 1;
    }
  }
}

function hashOf(bytes: WalkedRows, { start, end }: TextSpans): number {
  if (start < end) bytes.goTo(start);
  if (end <= bytes.end) {
    return hashBytes(bytes.rows as Uint8Array, start - bytes.start, end - bytes.start);
  }
  return hashOfPages(bytes, start, end);
}

/** Of a text that lies in several pages. */
function hashOfPages(bytes: WalkedRows, start: number, end: number): number {
  let hash = hashStart(end - start);
  let word = 0;
  for (let at = start; at < end; at++) {
    const place = (at - start) & 3;
    word |= bytes.at(at) << (24 - place * 8);
    if (place < 3 && at + 1 < end) continue;
    hash = hashWord(hash, word);
    word = 0;
  }
  return hashEnd(hash);
}
