/** Series: by variable and entity, best ranked first, each with its points, dates and values. */

import type { WalkedRows } from "../../store/columns/walked-columns.ts";
import { KeyedSum, type SumKey } from "../../store/stored/keyed-sum.ts";
import type { WalkedObservations } from "../series-columns.ts";
import type { ObservationMeta } from "./observation-meta.ts";
import { type RecordReading, readingOf, seriesLayout } from "./series-lookup.ts";
import type { Values } from "./walk-values.ts";

/** What is kept of the series before, whose rank is above. */
interface Ranked {
  readonly score: number;
  readonly latest: number;
  readonly count: number;
  readonly facet: number;
  readonly others: readonly number[];
}

export class SeriesWalk {
  /** Of pairs of an entity and the place of a variable. */
  readonly pairs: KeyedSum;
  readonly #meta: ObservationMeta;
  readonly #values: Values;
  readonly #dates: DateLists;
  readonly #further: FurtherWalk;
  readonly #offsets: WalkedRows;
  readonly #entities: WalkedRows;
  readonly #records: WalkedRows;
  readonly #reading: RecordReading;
  /** Words of the record at hand. */
  readonly #words: number[] = [];
  /** By facet: the last pair of variable and entity that had it, counted from 1. */
  readonly #pairOfFacet: Float64Array;
  /** Facets and further entities of the pair at hand, where there are such entities. */
  readonly #seen = new Set<string>();
  #pair = 0;
  #before: Ranked | undefined;

  constructor(
    columns: WalkedObservations,
    { meta, values, key }: { meta: ObservationMeta; values: Values; key: SumKey },
  ) {
    this.pairs = new KeyedSum(key);
    this.#meta = meta;
    this.#values = values;
    this.#dates = new DateLists(columns);
    this.#further = new FurtherWalk(columns, key);
    this.#reading = readingOf(meta.seriesLayout);
    this.#offsets = columns.rows("observations.variableOffsets");
    this.#entities = columns.rows("observations.seriesEntities");
    this.#records = columns.rows("observations.seriesRecords", 2);
    this.#pairOfFacet = new Float64Array(meta.facets.length);
  }

  walk(): void {
    this.#checkLayout();
    this.#values.walkFormats();
    this.#dates.walk();
    const offsets = this.#offsets;
    for (let variable = 0, series = 0; variable + 1 < offsets.length; variable++) {
      const end = offsets.at(variable + 1);
      if (end === series) throw offsets.wrong(variable + 1, "a variable without series");
      this.#further.begin(variable, end - series);
      for (let before = -1; series < end; series++) {
        before = this.#walkOne(series, variable, before);
      }
    }
    this.#values.finish();
    this.#further.finish();
  }

  /** Returns the entity. */
  #walkOne(series: number, variable: number, entityBefore: number): number {
    const entity = this.#entities.at(series);
    if (entity < entityBefore) {
      throw this.#entities.wrong(series, `entity ${entity} after ${entityBefore} cannot be`);
    }
    const first = series * this.#reading.stride;
    for (let word = 0; word <= this.#reading.stride; word++) {
      this.#words[word] = this.#records.at(first + word);
    }
    const { kind, firstPoint, firstDate, count } = this.#checked(first);
    if (entity !== entityBefore) {
      this.#pair++;
      this.pairs.add(entity, variable, 0, 0);
      this.#before = undefined;
      this.#seen.clear();
    }
    const { facet } = kind;
    const others = this.#further.take(series);
    this.#checkDistinct(first, facet, others);
    const latest = this.#dates.codeAt(firstDate + count - 1);
    this.#checkRank(first, { facet, others, count, latest });
    const { valueWord } = this.#reading;
    const firstValue = valueWord === 0 ? undefined : this.#words[valueWord];
    const run = { format: kind.format, firstPoint, firstValue, count };
    if (!this.#values.walk(run)) {
      throw this.#records.wrong(first, "its values lie elsewhere");
    }
    return entity;
  }

  /** The record at hand in numbers, each in its range. */
  #checked(first: number) {
    const words = this.#words;
    const { stride, dateMask, kindWord, formatShift, formatMask, facetShift } = this.#reading;
    const firstPoint = words[0]!;
    const count = words[stride]! - firstPoint;
    if (count < 1) throw this.#records.wrong(first, "a series without points");
    const firstDate = (words[1]! & dateMask) >>> 0;
    if (
      firstDate + count > this.#dates.length ||
      !this.#dates.ascends(firstDate, firstDate + count)
    ) {
      throw this.#records.wrong(first + 1, "its dates do not ascend");
    }
    const kind = {
      format: (words[kindWord]! >>> formatShift) & formatMask,
      facet: words[kindWord]! >>> facetShift,
    };
    if (kind.format >= this.#values.formatCount || kind.facet >= this.#meta.facets.length) {
      throw this.#records.wrong(first + kindWord, "it has no such format or facet");
    }
    return { kind, firstPoint, firstDate, count };
  }

  /** Series of one variable and entity have different facets or further entities. */
  #checkDistinct(record: number, facet: number, others: readonly number[]): void {
    const key = others.length === 0 ? "" : [facet, ...others].join(" ");
    const isThere = key === "" ? this.#pairOfFacet[facet] === this.#pair : this.#seen.has(key);
    if (isThere) throw this.#records.wrong(record, "another series has its facet");
    if (key === "") this.#pairOfFacet[facet] = this.#pair;
    else this.#seen.add(key);
  }

  /** The best comes first. */
  #checkRank(record: number, given: Omit<Ranked, "score">): void {
    const { facets, hasOneOrder } = this.#meta;
    if (hasOneOrder) return;
    const series = { ...given, score: facets[given.facet]!.score };
    const before = this.#before;
    this.#before = series;
    if (before !== undefined && !comesFirst(before, series)) {
      throw this.#records.wrong(record, "it ranks above the one before");
    }
  }

  /** How records lie follows from what is in them. */
  #checkLayout(): void {
    const { seriesLayout: given, facets } = this.#meta;
    const right = seriesLayout({
      dates: this.#dates.length,
      formats: this.#values.formatCount,
      facets: facets.length,
      hasOneWidth: this.#values.hasOneWidth,
    });
    const parts = ["dateBits", "formatBits", "kindWord", "valueWord"] as const;
    if (parts.some((part) => given[part] !== right[part])) {
      throw this.#records.wrong(0, "records do not lie so");
    }
  }
}

/** The order in which a freeze ranks the series of one variable and entity. */
function comesFirst(a: Ranked, b: Ranked): boolean {
  const order =
    a.score - b.score ||
    b.latest - a.latest ||
    b.count - a.count ||
    a.facet - b.facet ||
    orderOf(a.others, b.others);
  // Scores of one's own may be no numbers, or both infinite, which compares as nothing.
  return !(order > 0);
}

function orderOf(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((entity, place) => entity !== b[place]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

// Lists of dates that series share.

const pagesKept = 64;

export class DateLists {
  readonly #runs: WalkedRows;
  /** A bit for each code that is not above the one before, and how many stand before each word. */
  readonly #falls: Uint32Array;
  readonly #before: Uint32Array;

  constructor(columns: WalkedObservations) {
    this.#runs = columns.rows("observations.dateRuns", pagesKept);
    const words = (this.#runs.length >>> 5) + 1;
    this.#falls = new Uint32Array(words);
    this.#before = new Uint32Array(words);
  }

  /** Codes of all lists together. */
  get length(): number {
    return this.#runs.length;
  }

  walk(): void {
    const runs = this.#runs;
    let falls = 0;
    for (let at = 0, before = -1; at < runs.length; at++) {
      const code = runs.at(at);
      if ((at & 31) === 0) this.#before[at >>> 5] = falls;
      if (code <= before) {
        falls++;
        this.#falls[at >>> 5]! |= 1 << (at & 31);
      }
      before = code;
    }
    if ((runs.length & 31) === 0) this.#before[runs.length >>> 5] = falls;
  }

  /** Do codes start … end - 1 ascend? */
  ascends(start: number, end: number): boolean {
    return this.#fallsBefore(start + 1) === this.#fallsBefore(end);
  }

  codeAt(at: number): number {
    return this.#runs.at(at);
  }

  #fallsBefore(at: number): number {
    const word = at >>> 5;
    let count = this.#before[word]!;
    const below = (1 << (at & 31)) - 1;
    for (let rest = this.#falls[word]! & below; rest !== 0; rest &= rest - 1) count++;
    return count;
  }
}

// The further entities of series, and the series in which each of them is one.

/** An observation is about so many entities besides its first one. */
const othersMax = 2;

class FurtherWalk {
  readonly #variables: WalkedRows;
  readonly #offsets: WalkedRows;
  readonly #entities: WalkedRows;
  readonly #columns: WalkedObservations;
  readonly #key: SumKey;
  /** Of pairs of a further entity and a series. */
  readonly #pairs: KeyedSum;
  #next = 0;
  #at = 0;
  /** Further entities of each series of the variable at hand. */
  #each = 0;

  constructor(columns: WalkedObservations, key: SumKey) {
    this.#columns = columns;
    this.#key = key;
    this.#pairs = new KeyedSum(key);
    this.#variables = columns.rows("observations.furtherVariables");
    this.#offsets = columns.rows("observations.furtherOffsets");
    this.#entities = columns.rows("observations.furtherEntities");
  }

  /** Goes to a variable with so many series. */
  begin(variable: number, seriesCount: number): void {
    this.#each = 0;
    const next = this.#next;
    if (next >= this.#variables.length || this.#variables.at(next) !== variable) return;
    this.#next++;
    const length = this.#offsets.at(next + 1) - this.#offsets.at(next);
    this.#each = length / seriesCount;
    if (!Number.isInteger(this.#each) || this.#each < 1 || this.#each > othersMax) {
      throw this.#offsets.wrong(next + 1, `${length} are no entities of ${seriesCount} series`);
    }
  }

  /** Further entities of the next series of the variable. */
  take(series: number): readonly number[] {
    if (this.#each === 0) return none;
    const others: number[] = [];
    for (let place = 0; place < this.#each; place++) others.push(this.#entities.at(this.#at++));
    for (const entity of new Set(others)) this.#pairs.add(entity, series, 0, 0);
    return others;
  }

  /** To be called after the last series. */
  finish(): void {
    const { length } = this.#variables;
    if (this.#next < length)
      throw this.#variables.wrong(this.#next, "its variable is out of place");
    if (this.#walkNodes().isEqual(this.#pairs)) return;
    const series = this.#columns.rows("observations.furtherSeries");
    throw series.wrong(0, "entities are in other series than these");
  }

  /** Every node has series, which ascend. */
  #walkNodes(): KeyedSum {
    const pairs = new KeyedSum(this.#key);
    const nodes = this.#columns.rows("observations.furtherNodes");
    const offsets = this.#columns.rows("observations.furtherNodeOffsets");
    const series = this.#columns.rows("observations.furtherSeries");
    for (let at = 0, row = 0; at < nodes.length; at++) {
      const end = offsets.at(at + 1);
      if (end === row) throw offsets.wrong(at + 1, "an entity without series");
      for (let before = -1; row < end; row++) {
        const one = series.at(row);
        if (one <= before) throw series.wrong(row, `series ${one} after ${before} cannot be`);
        pairs.add(nodes.at(at), one, 0, 0);
        before = one;
      }
    }
    return pairs;
  }
}

const none: readonly number[] = [];
