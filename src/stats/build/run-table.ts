/**
 * Runs: rows of one series that follow each other. Files keep a series together, so that a world
 * has little more runs than series; they are put together when it freezes.
 */

import { LimitError } from "../../errors/errors.ts";
import { type SlabRows, Uint32Builder, Uint32Slabs } from "../../store/columns/growing-columns.ts";
import { releaseScratch } from "../../store/columns/scratch.ts";

/** Runs as plain data. */
export interface CollectedRuns {
  readonly variables: SlabRows<Uint32Array>;
  readonly entities: SlabRows<Uint32Array>;
  readonly facets: SlabRows<Uint32Array>;
  readonly dateLists: SlabRows<Uint32Array>;
}

export class RunTableBuilder {
  readonly variables = new Uint32Slabs();
  readonly entities = new Uint32Slabs();
  readonly facets = new Uint32Slabs();
  /** Number of each run's list of dates; it says how many rows the run has. */
  readonly dateLists = new Uint32Slabs();

  get count(): number {
    return this.dateLists.length;
  }

  add(variable: number, entity: number, facet: number, dateList: number): void {
    this.variables.push(variable);
    this.entities.push(entity);
    this.facets.push(facet);
    this.dateLists.push(dateList);
  }

  /** Gives the runs away. */
  take(): CollectedRuns {
    return {
      variables: this.variables.take(),
      entities: this.entities.take(),
      facets: this.facets.take(),
      dateLists: this.dateLists.take(),
    };
  }
}

/** What one builder collected, and what its ids are among those of all. */
interface RunsOfBuilder {
  readonly runs: CollectedRuns;
  readonly firstNode: number;
  /** Final number of each of its facets. */
  readonly facetNumbers: Uint32Array;
  /** Number of each of its lists of dates among those of all; undefined if it is the same. */
  readonly listNumbers: Uint32Array | undefined;
  /** Where its first row is among those of all. */
  readonly firstRow: number;
}

/** Runs of all builders, one builder after the other; plain data. */
export interface Runs {
  readonly count: number;
  readonly facets: Uint32Array;
  /** Final nodes. */
  readonly entities: Uint32Array;
  readonly variables: Uint32Array;
  /** The runs' lists of dates, which say how many rows each has. */
  readonly dateLists: Uint32Array;
  readonly firstRows: Uint32Array;
}

/** Makes a column of ids. */
export type MakeIds = (length: number) => Uint32Array;

/** The builders' runs are gone afterwards. */
export function joinRuns(
  builders: readonly RunsOfBuilder[],
  nodeRanks: Uint32Array,
  lists: DateLists,
  make: MakeIds,
): Runs {
  const count = builders.reduce((sum, { runs }) => sum + runs.dateLists.length, 0);
  const joined = (idsOf: (builder: RunsOfBuilder) => GivenIds) => {
    const column = make(count);
    let run = 0;
    for (const builder of builders) {
      const given = idsOf(builder);
      writeIds(given, column, run);
      run += given.ids.length;
    }
    return column;
  };
  const ofNodes = (builder: RunsOfBuilder, ids: SlabRows<Uint32Array>) => {
    return { ids, first: builder.firstNode, meanings: nodeRanks };
  };
  const dateLists = joined(({ runs, listNumbers: meanings }) => {
    return { ids: runs.dateLists, first: 0, meanings };
  });
  return {
    count,
    dateLists,
    firstRows: firstRowsOf(builders, dateLists, lists, make(count)),
    facets: joined(({ runs, facetNumbers: meanings }) => {
      return { ids: runs.facets, first: 0, meanings };
    }),
    entities: joined((builder) => ofNodes(builder, builder.runs.entities)),
    variables: joined((builder) => ofNodes(builder, builder.runs.variables)),
  };
}

/** Ids that count from `first` among all, and what each means. */
interface GivenIds {
  readonly ids: SlabRows<Uint32Array>;
  readonly first: number;
  readonly meanings: Uint32Array | undefined;
}

function writeIds({ ids, first, meanings }: GivenIds, column: Uint32Array, from: number): void {
  let to = from;
  for (const slab of ids.slabs) {
    const count = Math.min(slab.length, from + ids.length - to);
    if (meanings === undefined) column.set(slab.subarray(0, count), to);
    else for (let at = 0; at < count; at++) column[to + at] = meanings[slab[at]! + first]!;
    to += count;
    releaseScratch(slab);
  }
}

/** Runs of a builder lie one after the other. */
function firstRowsOf(
  builders: readonly RunsOfBuilder[],
  dateLists: Uint32Array,
  lists: DateLists,
  into: Uint32Array,
): Uint32Array {
  let run = 0;
  for (const { runs, firstRow } of builders) {
    const end = run + runs.dateLists.length;
    for (let row = firstRow; run < end; run++) {
      into[run] = row;
      row += lists.endOf(dateLists[run]!) - lists.startOf(dateLists[run]!);
    }
  }
  return into;
}

// Lists of dates, each kept once: most series were observed at the same dates as many others.

/** Twice as many slots are the most that a 32-bit mask can address. */
const listsMax = 0x4000_0000;

/** Lists as plain data: list l is codes[ends[l - 1], ends[l]). */
export interface CollectedLists {
  readonly codes: Uint32Array;
  readonly ends: Uint32Array;
}

/** Reads lists. */
export class DateLists {
  readonly codes: Uint32Array;
  readonly #ends: Uint32Array;

  constructor({ codes, ends }: CollectedLists) {
    this.codes = codes;
    this.#ends = ends;
  }

  get count(): number {
    return this.#ends.length;
  }

  startOf(list: number): number {
    return list === 0 ? 0 : this.#ends[list - 1]!;
  }

  endOf(list: number): number {
    return this.#ends[list]!;
  }
}

/** Puts the final codes of dates in place of provisional ones. */
export function rankLists({ codes }: CollectedLists, ranks: Uint32Array): void {
  for (let at = 0; at < codes.length; at++) codes[at] = ranks[codes[at]!]!;
}

/** Numbers distinct lists of date codes while they come in. */
export class DateRunsBuilder {
  readonly #codes = new Uint32Builder();
  readonly #ends = new Uint32Builder();
  /** Open addressing: list + 1, 0 is free. */
  #slots = new Uint32Array(1 << 8);
  #last = -1;

  /** Distinct lists so far. */
  get count(): number {
    return this.#ends.length;
  }

  /** Codes of all lists together. */
  get codeCount(): number {
    return this.#codes.length;
  }

  /** All lists, one after the other; may be longer than they are. */
  get codes(): Uint32Array {
    return this.#codes.values;
  }

  startOf(list: number): number {
    return list === 0 ? 0 : this.#ends.values[list - 1]!;
  }

  endOf(list: number): number {
    return this.#ends.values[list]!;
  }

  /** What was collected, as plain data; nothing is to be added afterwards. */
  take(): CollectedLists {
    return {
      codes: this.#codes.values.subarray(0, this.#codes.length),
      ends: this.#ends.values.subarray(0, this.#ends.length),
    };
  }

  /** Adds the lists of another builder, whose codes count from `firstCode` here; their numbers. */
  adopt({ codes, ends }: CollectedLists, firstCode: number): Uint32Array {
    const own = codes.map((code) => code + firstCode);
    return ends.map((end, list) => this.add(own, list === 0 ? 0 : ends[list - 1]!, end));
  }

  /** Number of the list codes[start, end). */
  add(codes: Uint32Array, start: number, end: number): number {
    // Rows that come date by date are lists of one date, the same as the one before.
    if (this.#last >= 0 && this.#is(this.#last, codes, start, end)) return this.#last;
    this.#last = this.#find(codes, start, end);
    return this.#last;
  }

  #find(codes: Uint32Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashCodes(codes, start, end) & mask;
    for (let stored = this.#slots[slot]!; stored !== 0; stored = this.#slots[slot]!) {
      if (this.#is(stored - 1, codes, start, end)) return stored - 1;
      slot = (slot + 1) & mask;
    }
    const list = this.count;
    if (list === listsMax) throw new LimitError(`a world holds at most ${listsMax} lists of dates`);
    this.#slots[slot] = list + 1;
    for (let at = start; at < end; at++) this.#codes.push(codes[at]!);
    this.#ends.push(this.#codes.length);
    if (this.count * 2 > this.#slots.length) this.#growSlots();
    return list;
  }

  #is(list: number, codes: Uint32Array, start: number, end: number): boolean {
    const from = this.startOf(list);
    if (this.endOf(list) - from !== end - start) return false;
    const mine = this.#codes.values;
    for (let at = start; at < end; at++) {
      if (mine[from + at - start] !== codes[at]) return false;
    }
    return true;
  }

  #growSlots(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let list = 0; list < this.count; list++) {
      let slot = hashCodes(this.#codes.values, this.startOf(list), this.endOf(list)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = list + 1;
    }
  }
}

function hashCodes(codes: Uint32Array, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at++)
    hash = Math.imul(hash ^ codes[at]!, 0x9e3779b1) ^ (hash >>> 15);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
