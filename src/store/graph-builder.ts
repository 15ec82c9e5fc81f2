/** Collects triples under provisional ids, then sorts, dedupes and freezes them. */

import { type IdColumn, narrowColumn, Uint32Builder } from "./column.ts";
import { type Dictionary, noTerm, type Ranks } from "./dictionary.ts";
import { Graph } from "./graph.ts";
import { lowerBound, offsetsOf, radixSort, scatter } from "./kernels.ts";
import type { FrozenColumns } from "./segments.ts";
import { freezeTypeSets } from "./type-sets.ts";

/** Marks an object as a literal; node and literal ids stay below it. */
const literalBit = 0x8000_0000;
/** The provenance column stores provisional node ids shifted by one, so that 0 is "none". */
const noProvenance = 0;
/** Subjects with at most this many arcs are sorted by insertion. */
const insertionMax = 24;

export class GraphBuilder {
  readonly #subjects = new Uint32Builder();
  readonly #predicates = new Uint32Builder();
  readonly #objects = new Uint32Builder();
  readonly #provenances = new Uint32Builder();

  /** `provenance` is a provisional node id or negative for none. */
  addLink(subject: number, predicate: number, object: number, provenance: number): void {
    this.#add(subject, predicate, object, provenance);
  }

  addAttribute(subject: number, predicate: number, literal: number, provenance: number): void {
    this.#add(subject, predicate, (literal | literalBit) >>> 0, provenance);
  }

  /** Can be called once: the builder's memory is released. */
  freeze(dictionary: Dictionary, ranks: Ranks, frozen: FrozenColumns): Graph {
    const rows = this.#subjects.length;
    const subjects = this.#subjects.values;
    this.#freezeNames(dictionary, ranks, frozen);
    const predicateTable = numbered(this.#predicates.values, rows, ranks.nodes, 0);
    const provenanceTable = numbered(this.#provenances.values, rows, ranks.nodes, 1);
    for (let row = 0; row < rows; row++) subjects[row] = ranks.nodes[subjects[row]!]!;
    this.#rankObjects(dictionary, ranks);

    const offsets = offsetsOf(subjects, rows, dictionary.nodeCount);
    const order = scatter(subjects, offsets);
    const columns: ArcColumns = {
      offsets,
      predicates: gather(predicateTable.column, order, predicateTable.nodes.length - 1),
      terms: gather(this.#objects.values, order, noTerm) as Uint32Array,
      provenances: gather(provenanceTable.column, order, provenanceTable.nodes.length - 1),
    };
    this.#release();
    sortWithinSubjects(columns);
    const out = withoutDuplicates(columns);
    keepArcs(frozen, "graph.out", out);
    const predicateOffsets = offsetsOf(
      out.predicates,
      out.terms.length,
      predicateTable.nodes.length,
    );
    const predicateRows = scatter(out.predicates, predicateOffsets);
    keepArcs(frozen, "graph.in", reversed(out, predicateRows, dictionary.termCount));
    keepAs(frozen, "graph.predicates", predicateTable.nodes);
    keepAs(frozen, "graph.provenances", provenanceTable.nodes);
    keepAs(frozen, "graph.predicateOffsets", predicateOffsets);
    freezeTypes(dictionary, out, predicateTable.nodes, frozen);
    const meta = {
      ...dictionary.meta,
      tripleCount: out.terms.length,
      subjectCount: groupsWithRows(out.offsets),
      byteLength: frozen.byteLength("graph.") + frozen.byteLength("dictionary."),
    };
    return Graph.readFrom(frozen, meta, dictionary);
  }

  #add(subject: number, predicate: number, object: number, provenance: number): void {
    this.#subjects.push(subject);
    this.#predicates.push(predicate);
    this.#objects.push(object);
    this.#provenances.push(provenance < 0 ? noProvenance : provenance + 1);
  }

  /** Rows are still in the order in which they came, so the first name is the first row's. */
  #freezeNames(dictionary: Dictionary, ranks: Ranks, frozen: FrozenColumns): void {
    const names = frozen.make("graph.names", Uint32Array, dictionary.nodeCount).fill(noTerm);
    const name = dictionary.nodeOf("name");
    if (name === undefined) return;
    for (let row = 0; row < this.#subjects.length; row++) {
      if (ranks.nodes[this.#predicates.values[row]!] !== name) continue;
      const object = this.#objects.values[row]!;
      const subject = ranks.nodes[this.#subjects.values[row]!]!;
      if (object < literalBit || names[subject] !== noTerm) continue;
      names[subject] = dictionary.nodeCount + ranks.literals[object - literalBit]!;
    }
  }

  #rankObjects(dictionary: Dictionary, ranks: Ranks): void {
    const objects = this.#objects.values;
    for (let row = 0; row < this.#objects.length; row++) {
      const object = objects[row]!;
      objects[row] =
        object < literalBit
          ? ranks.nodes[object]!
          : dictionary.nodeCount + ranks.literals[object - literalBit]!;
    }
  }

  #release(): void {
    for (const column of [this.#subjects, this.#predicates, this.#objects, this.#provenances]) {
      column.values = new Uint32Array(0);
      column.length = 0;
    }
  }
}

/** The columns of an arc table. */
interface ArcColumns {
  readonly offsets: Uint32Array;
  readonly predicates: IdColumn;
  readonly terms: Uint32Array;
  readonly provenances: IdColumn;
}

/**
 * Numbers the distinct nodes of a column by their rank and rewrites the column to those numbers.
 * `shift` is 1 where the column holds ids plus one and 0 means none; none is then number 0.
 */
function numbered(
  column: Uint32Array,
  rows: number,
  nodeRanks: Uint32Array,
  shift: 0 | 1,
): { column: Uint32Array; nodes: Uint32Array } {
  const numbers = new Uint32Array(nodeRanks.length + shift);
  const used: number[] = shift === 1 ? [0] : [];
  if (shift === 1) numbers[0] = 1;
  for (let row = 0; row < rows; row++) {
    const id = column[row]!;
    if (numbers[id] !== 0) continue;
    numbers[id] = 1;
    used.push(id);
  }
  const rankOf = (id: number) => (id < shift ? -1 : nodeRanks[id - shift]!);
  used.sort((a, b) => rankOf(a) - rankOf(b));
  const nodes = Uint32Array.from(used, (id) => (id < shift ? noTerm : rankOf(id)));
  for (const [number, id] of used.entries()) numbers[id] = number;
  for (let row = 0; row < rows; row++) column[row] = numbers[column[row]!]!;
  return { column, nodes };
}

function gather(column: Uint32Array, order: Uint32Array, valueMax: number): IdColumn {
  const gathered = narrowColumn(order.length, valueMax);
  for (let at = 0; at < order.length; at++) gathered[at] = column[order[at]!]!;
  return gathered;
}

/** Sorts the rows of each subject by predicate, object and provenance. */
function sortWithinSubjects(columns: ArcColumns): void {
  const { offsets } = columns;
  for (let subject = 0; subject + 1 < offsets.length; subject++) {
    const start = offsets[subject]!;
    const end = offsets[subject + 1]!;
    if (end - start <= insertionMax) insertionSort(columns, start, end);
    else sortLongRun(columns, start, end);
  }
}

function insertionSort(
  { predicates, terms, provenances }: ArcColumns,
  start: number,
  end: number,
): void {
  for (let at = start + 1; at < end; at++) {
    const predicate = predicates[at]!;
    const term = terms[at]!;
    const provenance = provenances[at]!;
    let hole = at;
    for (; hole > start; hole--) {
      const before = hole - 1;
      const order =
        predicates[before]! - predicate ||
        terms[before]! - term ||
        provenances[before]! - provenance;
      if (order <= 0) break;
      predicates[hole] = predicates[before]!;
      terms[hole] = terms[before]!;
      provenances[hole] = provenances[before]!;
    }
    predicates[hole] = predicate;
    terms[hole] = term;
    provenances[hole] = provenance;
  }
}

function sortLongRun(columns: ArcColumns, start: number, end: number): void {
  const length = end - start;
  const order = Uint32Array.from({ length }, (_, at) => at);
  const spare = new Uint32Array(length);
  const runs = [columns.provenances, columns.terms, columns.predicates].map((column) =>
    column.slice(start, end),
  );
  for (const run of runs) radixSort(order, 0, length, run, spare);
  const [provenances, terms, predicates] = runs;
  for (let at = 0; at < length; at++) {
    const row = order[at]!;
    columns.predicates[start + at] = predicates![row]!;
    columns.terms[start + at] = terms![row]!;
    columns.provenances[start + at] = provenances![row]!;
  }
}

/** The same triple from the same provenance is one row (facts V2 §2.2, dedup). */
function withoutDuplicates({ offsets, predicates, terms, provenances }: ArcColumns): ArcColumns {
  let kept = 0;
  for (let subject = 0; subject + 1 < offsets.length; subject++) {
    const start = offsets[subject]!;
    const end = offsets[subject + 1]!;
    const first = kept;
    offsets[subject] = first;
    for (let row = start; row < end; row++) {
      const isRepeated =
        kept > first &&
        predicates[kept - 1] === predicates[row] &&
        terms[kept - 1] === terms[row] &&
        provenances[kept - 1] === provenances[row];
      if (isRepeated) continue;
      predicates[kept] = predicates[row]!;
      terms[kept] = terms[row]!;
      provenances[kept] = provenances[row]!;
      kept++;
    }
  }
  const rows = terms.length;
  offsets[offsets.length - 1] = kept;
  if (kept === rows) return { offsets, predicates, terms, provenances };
  return {
    offsets,
    predicates: predicates.slice(0, kept),
    terms: terms.slice(0, kept),
    provenances: provenances.slice(0, kept),
  };
}

/**
 * The triples by object. Rows go in by predicate and, within it, by subject; grouping by object is
 * stable, so each object's rows come out by predicate and then subject without another sort.
 */
function reversed(out: ArcColumns, predicateRows: Uint32Array, termCount: number): ArcColumns {
  const offsets = offsetsOf(out.terms, out.terms.length, termCount);
  const order = scatter(out.terms, offsets, predicateRows);
  const subjects = subjectsOf(out.offsets);
  const like = (column: IdColumn) =>
    narrowColumn(order.length, 256 ** column.BYTES_PER_ELEMENT - 1);
  const predicates = like(out.predicates);
  const provenances = like(out.provenances);
  const terms = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) {
    const row = order[at]!;
    predicates[at] = out.predicates[row]!;
    terms[at] = subjects[row]!;
    provenances[at] = out.provenances[row]!;
  }
  return { offsets, predicates, terms, provenances };
}

/** The subject of every row, spelled out. */
function subjectsOf(offsets: Uint32Array): Uint32Array {
  const subjects = new Uint32Array(offsets[offsets.length - 1]!);
  for (let subject = 0; subject + 1 < offsets.length; subject++) {
    subjects.fill(subject, offsets[subject]!, offsets[subject + 1]!);
  }
  return subjects;
}

function keepArcs(frozen: FrozenColumns, name: string, arcs: ArcColumns): void {
  for (const [column, values] of Object.entries(arcs)) keepAs(frozen, `${name}.${column}`, values);
}

/** Copies a column to where the frozen ones lie. */
function keepAs(frozen: FrozenColumns, name: string, column: IdColumn): void {
  frozen.makeNarrow(name, column.length, 256 ** column.BYTES_PER_ELEMENT - 1).set(column);
}

function groupsWithRows(offsets: Uint32Array): number {
  let count = 0;
  for (let group = 0; group + 1 < offsets.length; group++) {
    if (offsets[group + 1]! > offsets[group]!) count++;
  }
  return count;
}

function freezeTypes(
  dictionary: Dictionary,
  { offsets, predicates, terms }: ArcColumns,
  predicateNodes: Uint32Array,
  frozen: FrozenColumns,
): void {
  const typeOf = dictionary.nodeOf("typeOf");
  const type = typeOf === undefined ? -1 : predicateNodes.indexOf(typeOf);
  const rowsOf = (node: number) => {
    const start = lowerBound(predicates, type, offsets[node]!, offsets[node + 1]!);
    const end = lowerBound(predicates, type + 1, start, offsets[node + 1]!);
    return type < 0 ? { start, end: start } : { start, end };
  };
  freezeTypeSets(dictionary.nodeCount, terms, rowsOf, frozen);
}
