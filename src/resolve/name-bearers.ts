/**
 * Which places have a name, for a search by name. Snapshots hold columns that answer it. For other
 * worlds the first search makes tables of all names.
 */

import { rowsPerStep, type Steps } from "../governor/governor.ts";
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
import {
  type Named,
  type NameKind,
  type NameTable,
  NameTableBuilder,
  nameKinds,
} from "./name-table.ts";
import { placesOf, placeTest } from "./place-types.ts";

export interface NameBearers {
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
