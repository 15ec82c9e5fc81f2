/**
 * Names of places in the sections of a snapshot: a search reads the literals that probably have a key, and
 * what they name. Nothing is made before the first search.
 */

import { SearchColumns } from "../../store/graph/search-columns.ts";
import {
  codesOf,
  type Graph,
  isPlainKey,
  nameKeyOf,
  nameProperties,
  type PredicateId,
  type TermId,
  textWithoutLanguage,
} from "../../store/index.ts";
import { type Named, type NameKind, nameKinds } from "../texts/index.ts";
import type { NameBearers } from "./name-bearers.ts";
import { placeTest } from "./place-types.ts";

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

  /** Undefined where the world has no such sections. */
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
