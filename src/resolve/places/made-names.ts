/** Names of places in tables that a world's first search by name makes from all of them. */

import { rowsPerStep, type Steps } from "../../governor/index.ts";
import {
  type Bitmap,
  codesOf,
  type Graph,
  nameKeyOf,
  nameProperties,
  type TermId,
  textWithoutLanguage,
} from "../../store/index.ts";
import { type Named, type NameTable, NameTableBuilder, nameKinds } from "../texts/index.ts";
import type { NameBearers } from "./name-bearers.ts";
import { placesOf } from "./place-types.ts";

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

/** Hands on the values of one property of all places, by place and then by text. */
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
