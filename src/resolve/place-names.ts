/**
 * Places by name (behaviour: resolve 4). A text means a place when all of it is one of the place's
 * names, or such a name followed by what means a place around it: `Mountain View, CA, USA`. Case,
 * spaces and commas of names do not count; codes such as `CA` are compared as they are written.
 */

import { rowsPerStep, type Steps } from "../options/governor.ts";
import type { Bitmap } from "../store/columns/id-sets.ts";
import type { PredicateId } from "../store/graph/arc-table.ts";
import type { Graph } from "../store/graph/graph.ts";
import {
  codesOf,
  isPlainKey,
  nameKeyOf,
  nameProperties,
  textWithoutLanguage,
} from "../store/graph/name-keys.ts";
import { SearchColumns } from "../store/graph/search-columns.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import {
  type Named,
  type NameKind,
  type NameTable,
  NameTableBuilder,
  nameKinds,
} from "./name-table.ts";
import { placesOf, placeTest, populationReader } from "./place-types.ts";

/** Texts of more words are compared with names as a whole only. */
const wordsMax = 16;

/** Steps from a place to those around it; as many as `+` takes (behaviour: node 4.4). */
const hopsMax = 10;

/** Dcids that a text spells: US zip codes, and countries by their ISO 3166 code. */
const spelledDcids = [
  { pattern: /^\d{5}$/, prefix: "zip/" },
  { pattern: /^[A-Z]{3}$/, prefix: "country/" },
];

/** All are listed up to here, and beyond it those that are not known to be small. */
const shortListLength = 15;
const smallPopulation = 2000;

export class PlaceNames {
  readonly #graph: Graph;
  readonly #bearers: NameBearers;
  readonly #containedIn: PredicateId | undefined;
  readonly #populationOf: (place: TermId) => number | undefined;

  private constructor(world: World, bearers: NameBearers) {
    const { graph } = world;
    this.#graph = graph;
    this.#bearers = bearers;
    this.#containedIn = graph.predicateOf("containedInPlace");
    this.#populationOf = populationReader(world);
  }

  static *of(world: World): Steps<PlaceNames> {
    const { graph } = world;
    return new PlaceNames(world, StoredNames.of(graph) ?? (yield* MadeNames.of(graph)));
  }

  /**
   * Places that a text may mean, of any of the types, or of any type at all when none is given:
   * type by type, the most populous first; of those whose population is unknown, the ones with a
   * better kind of name and then by dcid.
   */
  find(text: string, types: readonly string[], within?: TermId): TermId[] {
    const all = this.#ranked(this.#meanings(text));
    const ranked =
      within === undefined ? all : all.filter(({ place }) => this.liesWithin(place, within));
    if (types.length === 0 || ranked.length === 0) return shortListOf(ranked);
    return [...new Set(types.flatMap((type) => shortListOf(this.#ofType(ranked, type))))];
  }

  /** Whether a place lies in another one, over at most `hopsMax` places. */
  liesWithin(place: TermId, outer: TermId): boolean {
    return this.#isWithin(place, new Map([[outer, nameKinds.name]]));
  }

  #meanings(text: string): Named {
    const words = text.split(separators).filter((word) => word !== "");
    if (words.length > wordsMax) return this.#named(words);
    // What the words from each on mean, from the last back to the first.
    const meanings: Named[] = [];
    for (let from = words.length - 1; from >= 0; from--) {
      const found = this.#named(words.slice(from));
      for (let to = from + 1; to < words.length; to++) {
        const around = meanings[to] as Named;
        if (around.size > 0) this.#addWithin(around, words.slice(from, to), found);
      }
      meanings[from] = found;
    }
    return meanings[0] ?? new Map();
  }

  /** Places that all of the words together name. */
  #named(words: readonly string[]): Named {
    const named: Named = new Map();
    const [word] = words.length === 1 ? words : [];
    this.#bearers.collect(words.map(nameKeyOf).join(""), word, named);
    if (word === undefined) return named;
    for (const { pattern, prefix } of spelledDcids) {
      const place = pattern.test(word) ? this.#graph.dictionary.nodeOf(prefix + word) : undefined;
      const isKnown = place !== undefined && this.#bearers.isPlace(place);
      if (isKnown && !named.has(place)) named.set(place, nameKinds.code);
    }
    return named;
  }

  #addWithin(around: Named, words: readonly string[], found: Named): void {
    for (const place of this.#named(words).keys()) {
      if (!found.has(place) && this.#isWithin(place, around)) {
        found.set(place, nameKinds.qualified);
      }
    }
  }

  #isWithin(place: TermId, around: Named): boolean {
    const seen = new Set<TermId>();
    let reached = [place];
    for (let hop = 0; hop < hopsMax && reached.length > 0; hop++) {
      reached = this.#outwards(reached, seen);
      if (reached.some((outer) => around.has(outer))) return true;
    }
    return false;
  }

  /** Places that contain one of the given ones and were not seen before. */
  #outwards(places: readonly TermId[], seen: Set<TermId>): TermId[] {
    const { dictionary, out } = this.#graph;
    const outer: TermId[] = [];
    for (const place of places) {
      if (this.#containedIn === undefined || !dictionary.isNode(place)) continue;
      for (const container of out.valuesOf(place, this.#containedIn)) {
        if (!seen.has(container)) outer.push(container);
        seen.add(container);
      }
    }
    return outer;
  }

  #ranked(named: Named): RankedPlace[] {
    const ranked = Array.from(named, ([place, kind]): RankedPlace => {
      return { place, kind, population: this.#populationOf(place) };
    });
    return ranked.sort(
      (a, b) => (b.population ?? -1) - (a.population ?? -1) || a.kind - b.kind || a.place - b.place,
    );
  }

  #ofType(ranked: readonly RankedPlace[], type: string): RankedPlace[] {
    const typeOf = this.#graph.predicateOf("typeOf");
    const node = this.#graph.dictionary.nodeOf(type);
    if (typeOf === undefined || node === undefined) return [];
    return ranked.filter(({ place }) => this.#graph.has(place, typeOf, node));
  }
}

interface RankedPlace {
  readonly place: TermId;
  readonly kind: number;
  readonly population: number | undefined;
}

/** An unknown population is not a small one: such places stay. */
function shortListOf(ranked: readonly RankedPlace[]): TermId[] {
  return ranked
    .filter(
      ({ population }, at) =>
        at < shortListLength || (population ?? smallPopulation) >= smallPopulation,
    )
    .map(({ place }) => place);
}

const separators = /[\s,]+/;

// Which places have a name, for a search by name. Snapshots hold columns that answer it. For other
// worlds the first search makes tables of all names.

interface NameBearers {
  isPlace(term: TermId): boolean;
  /** Adds the places that have a name with a key, or a code if there is one. */
  collect(key: string, code: string | undefined, named: Named): void;
}

/** Tables of all names, which the first search makes. */
export class MadeNames implements NameBearers {
  readonly #places: Bitmap;
  /** By words in lower case, with nothing between them. */
  readonly #names: NameTable;
  /** By the code as written. */
  readonly #codes: NameTable;

  private constructor(places: Bitmap, names: NameTable, codes: NameTable) {
    this.#places = places;
    this.#names = names;
    this.#codes = codes;
  }

  static *of(graph: Graph): Steps<MadeNames> {
    const places = placesOf(graph);
    const names = yield* namesIn(graph, places);
    const codes = yield* codesIn(graph, places);
    return new MadeNames(places, names, codes);
  }

  isPlace(term: TermId): boolean {
    return this.#places.has(term);
  }

  collect(key: string, code: string | undefined, named: Named): void {
    this.#names.collect(key, named);
    if (code !== undefined) this.#codes.collect(code, named);
  }
}

function* namesIn(graph: Graph, places: Bitmap): Steps<NameTable> {
  const builder = new NameTableBuilder();
  for (const property of nameProperties.names) {
    yield* eachLiteral(graph, places, property, (text, place) => {
      builder.add(nameKeyOf(text), place, nameKinds.name);
    });
  }
  for (const property of nameProperties.alternates) {
    yield* eachLiteral(graph, places, property, (text, place) => {
      builder.add(nameKeyOf(textWithoutLanguage(text)), place, nameKinds.alternate);
    });
  }
  return builder.freeze();
}

function* codesIn(graph: Graph, places: Bitmap): Steps<NameTable> {
  const builder = new NameTableBuilder();
  for (const property of nameProperties.codes) {
    yield* eachLiteral(graph, places, property, (text, place) => {
      for (const code of codesOf(text)) builder.add(code, place, nameKinds.code);
    });
  }
  return builder.freeze();
}

/** Calls `take` for the values of one property of all places, by place and then by text. */
function* eachLiteral(
  graph: Graph,
  places: Bitmap,
  property: string,
  take: (text: string, place: TermId) => void,
): Steps<void> {
  const { dictionary, out } = graph;
  const predicate = graph.predicateOf(property);
  if (predicate === undefined) return;
  yield;
  const rows = graph.rowsOfPredicate(predicate);
  for (let at = 0; at < rows.length; at++) {
    if (at % rowsPerStep === 0) yield;
    const row = rows[at] as number;
    const value = out.terms[row] as TermId;
    if (dictionary.isNode(value)) continue;
    const place = graph.subjectOf(row);
    if (places.has(place)) take(dictionary.textOf(value), place);
  }
}

/**
 * Columns of a snapshot: a search reads the literals that probably have a key, and the places that
 * they name.
 */
export class StoredNames implements NameBearers {
  readonly isPlace: (term: TermId) => boolean;
  readonly #graph: Graph;
  readonly #search: SearchColumns;
  /** How predicates name. */
  readonly #kinds: readonly (readonly [PredicateId, NameKind])[];

  private constructor(graph: Graph, search: SearchColumns) {
    this.#graph = graph;
    this.#search = search;
    this.isPlace = placeTest(graph);
    const { names, alternates, codes } = nameProperties;
    this.#kinds = [
      ...kindsOf(graph, names, nameKinds.name),
      ...kindsOf(graph, alternates, nameKinds.alternate),
      ...kindsOf(graph, codes, nameKinds.code),
    ];
  }

  /** Undefined for a world without these columns. */
  static of(graph: Graph): StoredNames | undefined {
    const search = SearchColumns.of(graph);
    return search === undefined ? undefined : new StoredNames(graph, search);
  }

  collect(key: string, code: string | undefined, named: Named): void {
    const { dictionary } = this.#graph;
    let isPlain: boolean | undefined;
    const look = (bytes: Uint8Array, start: number, end: number) => {
      isPlain = isPlainKey(bytes, start, end, key);
    };
    for (const literal of this.#search.literalsOf(key)) {
      dictionary.bytesOf(literal, look);
      if (isPlain === false) continue;
      const fits =
        isPlain === true
          ? [true, true, code !== undefined && dictionary.textOf(literal) === code]
          : fitsOf(dictionary.textOf(literal), key, code);
      for (const [predicate, kind] of this.#kinds) {
        if (fits[kind] === true) this.#add(literal, predicate, kind, named);
      }
    }
  }

  #add(literal: TermId, predicate: PredicateId, kind: NameKind, named: Named): void {
    const { in: arcs } = this.#graph;
    const rows = arcs.rowsOf(literal, predicate);
    const terms = arcs.termsIn(rows);
    for (let row = rows.start; row < rows.end; row++) {
      const place = terms[row] as TermId;
      const known = named.get(place) ?? Number.POSITIVE_INFINITY;
      if (kind < known && this.isPlace(place)) named.set(place, kind);
    }
  }
}

/** By kind: does a text name so what a key or a code names? */
function fitsOf(text: string, key: string, code: string | undefined): boolean[] {
  const short = textWithoutLanguage(text);
  const isCode = code !== undefined && codesOf(text).includes(code);
  return [nameKeyOf(text) === key, nameKeyOf(short) === key, isCode];
}

function kindsOf(
  graph: Graph,
  properties: readonly string[],
  kind: NameKind,
): (readonly [PredicateId, NameKind])[] {
  return properties.flatMap((property) => {
    const predicate = graph.predicateOf(property);
    return predicate === undefined ? [] : [[predicate, kind] as const];
  });
}
