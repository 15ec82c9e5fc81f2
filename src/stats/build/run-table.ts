/**
 * Runs: rows of one series that follow each other. Files keep a series together, so that a world
 * has little more runs than series; they are put together when it freezes.
 */

import { releaseScratch, type SlabRows, Uint32Slabs } from "../../store/index.ts";
import type { DateLists } from "./date-runs.ts";

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
