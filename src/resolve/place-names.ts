/**
 * Places by name (behaviour: resolve 4). A text means a place when all of it is one of the place's
 * names, or such a name followed by what means a place around it: `Mountain View, CA, USA`. Case,
 * spaces and commas of names do not count; codes such as `CA` are compared as they are written.
 */

import type { Steps } from "../governor/governor.ts";
import type { PredicateId } from "../store/graph/arc-table.ts";
import type { Graph } from "../store/graph/graph.ts";
import { nameKeyOf } from "../store/graph/name-keys.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { MadeNames, type NameBearers, StoredNames } from "./name-bearers.ts";
import { type Named, nameKinds } from "./name-table.ts";
import { populationReader } from "./place-types.ts";

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
