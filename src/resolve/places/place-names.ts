/**
 * Places by name (behaviour: resolve 4). A text means a place when all of it is one of the place's
 * names, or such a name followed by what means a place around it: `Mountain View, CA, USA`. Case,
 * spaces and commas of names do not count; codes such as `CA` are compared as they are written.
 */

import { rowsPerStep, type Steps } from "../../governor/index.ts";
import type { Bitmap, Graph, PredicateId, TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import {
  type Named,
  type NameTable,
  NameTableBuilder,
  nameKinds,
  textWithoutLanguage,
} from "../texts/index.ts";
import { placesOf } from "./place-types.ts";
import { populationReader } from "./population.ts";

/** Texts of more words are compared with names as a whole only. */
const wordsMax = 16;

/** Steps from a place to those around it; as many as `+` takes (behaviour: node 4.4). */
const hopsMax = 10;

const alternateProperties = ["alternateName", "nameWithLanguage", "shortDisplayName"];
const codeProperties = ["abbreviation", "countryAlpha2Code", "countryAlpha3Code", "isoCode"];

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
  readonly #places: Bitmap;
  readonly #containedIn: PredicateId | undefined;
  readonly #populationOf: (place: TermId) => number | undefined;
  /** By words in lower case, with nothing between them. */
  readonly #names: NameTable;
  /** By the code as written. */
  readonly #codes: NameTable;

  private constructor(world: World, places: Bitmap, names: NameTable, codes: NameTable) {
    const { graph } = world;
    this.#graph = graph;
    this.#places = places;
    this.#containedIn = graph.predicateOf("containedInPlace");
    this.#populationOf = populationReader(world);
    this.#names = names;
    this.#codes = codes;
  }

  static *of(world: World): Steps<PlaceNames> {
    const { graph } = world;
    const places = placesOf(graph);
    const names = yield* namesOf(graph, places);
    const codes = yield* codesOf(graph, places);
    return new PlaceNames(world, places, names, codes);
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
    this.#names.collect(words.map(lowered).join(""), named);
    const [word] = words;
    if (word === undefined || words.length > 1) return named;
    this.#codes.collect(word, named);
    for (const { pattern, prefix } of spelledDcids) {
      const place = pattern.test(word) ? this.#graph.dictionary.nodeOf(prefix + word) : undefined;
      const isKnown = place !== undefined && this.#places.has(place);
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

function* namesOf(graph: Graph, places: Bitmap): Steps<NameTable> {
  const builder = new NameTableBuilder();
  yield* eachLiteral(graph, places, "name", (text, place) => {
    builder.add(keyOf(text), place, nameKinds.name);
  });
  for (const property of alternateProperties) {
    yield* eachLiteral(graph, places, property, (text, place) => {
      builder.add(keyOf(textWithoutLanguage(text)), place, nameKinds.alternate);
    });
  }
  return builder.freeze();
}

function* codesOf(graph: Graph, places: Bitmap): Steps<NameTable> {
  const builder = new NameTableBuilder();
  for (const property of codeProperties) {
    yield* eachLiteral(graph, places, property, (text, place) => {
      builder.add(text, place, nameKinds.code);
      // ISO 3166-2: the part of a country has the country's code in front.
      const dash = text.indexOf("-");
      if (dash >= 0) builder.add(text.slice(dash + 1), place, nameKinds.code);
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

const separators = /[\s,]+/;
const allSeparators = /[\s,]+/g;

function keyOf(name: string): string {
  return lowered(name).replaceAll(allSeparators, "");
}

/** Texts that look alike are alike: composed and combined accents are the same. */
function lowered(word: string): string {
  return word.normalize("NFC").toLowerCase();
}
