/** Words with slips: what they were meant to be. */

import { type Governor, MadeInSteps, rowsPerStep, type Steps } from "../options/governor.ts";
import { placesOf } from "../resolve/place-types.ts";
import { meaning } from "../search/meaning.ts";
import type { Subjects } from "../search/subjects.ts";
import { nearestOf } from "../search/word-index.ts";
import { searchWordsOf } from "../search/words.ts";
import { derived } from "../store/columns/column-source.ts";
import { noTerm } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { knownWords } from "./phrases.ts";

/** Of more places the first are looked at. */
const placesMax = 200_000;
/** More slips of one text are not looked for. */
const slipsMax = 8;

const placeWordsOf = derived(
  (world: World) => new MadeInSteps(() => placeWords(world)),
  ({ graph }) => graph,
);

function* placeWords({ graph }: World): Steps<ReadonlySet<string>> {
  const words = new Set<string>();
  // To read all names of a world that lies elsewhere takes too long.
  if (graph.out.isFar) return words;
  const places = placesOf(graph);
  let count = 0;
  for (let node = 0; node < graph.dictionary.nodeCount && count < placesMax; node++) {
    if (!places.has(node)) continue;
    if (count++ % rowsPerStep === 0) yield;
    const name = graph.nameOf(node);
    if (name === noTerm) continue;
    for (const word of graph.dictionary
      .textOf(name)
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []) {
      words.add(word);
    }
  }
  return words;
}

export class Spelling {
  readonly #world: World;
  readonly #subjects: Subjects;
  readonly #governor: Governor;
  #slips = 0;

  constructor(world: World, subjects: Subjects, governor: Governor) {
    this.#world = world;
    this.#subjects = subjects;
    this.#governor = governor;
  }

  /** The word that one in small letters was meant to be; undefined where it is right, or nothing is near. */
  mended(word: string): string | undefined {
    if (!/^\p{L}{4,}$/u.test(word) || this.#isKnown(word)) return undefined;
    const places = placeWordsOf(this.#world).finished(this.#governor);
    if (places.has(word) || this.#slips++ >= slipsMax) return undefined;
    const own = nearestIn(word, knownWords);
    const place = nearestIn(word, places);
    const subject = this.#subjects.words.near(word, this.#governor);
    const wrong = subject.words.length > 0 ? subject.wrong : Number.POSITIVE_INFINITY;
    // A variable is searched with its slips mended: only what reads other parts of the text counts here.
    const best = own.wrong <= place.wrong ? own : place;
    return best.wrong < wrong || (best === own && best.wrong === wrong) ? best.word : undefined;
  }

  #isKnown(word: string): boolean {
    if (knownWords.has(word) || meaning.table?.has(word) === true) return true;
    return [...searchWordsOf(word)].some((one) => this.#subjects.words.has(one));
  }
}

function nearestIn(word: string, words: ReadonlySet<string>) {
  const { wrong, at } = nearestOf(word, words);
  const [first] = at;
  if (first === undefined) return { wrong: Number.POSITIVE_INFINITY, word: undefined };
  return { wrong, word: [...words][first] };
}
