/** Places of a question: by name, and all of a type, within places or anywhere. */

import { namesBegun } from "../catalog/names-begun.ts";
import type { Governor } from "../options/governor.ts";
import { dominantTypeOf } from "../resolve/place-types.ts";
import { liesWithin, placesNamed } from "../resolve/world-searches.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import type { AskedText, IsInName } from "./asked-text.ts";
import { type ExceptedPlace, type Mention, withExcepted } from "./excepted-places.ts";
import {
  adjectives,
  intentPhrases,
  joiningWords,
  shortNames,
  typeWords,
  worldWords,
} from "./phrases.ts";
import type { Meant, Span, UnderstoodPlace } from "./understanding.ts";

const nameWordsMax = 6;
const typeWordsMax = 4;
const othersMax = 10;
/** Words before a place. */
const placingWords = new Set(
  "in of for at within inside across between and or vs versus than to with near against".split(" "),
);

/** "US$", "US dollars". */
const isMoney = (asked: AskedText, at: number): boolean =>
  /^(?:dollars?|cents?)$/.test(asked.plainAt(at + 1)) ||
  asked.text[asked.words[at]?.end ?? 0] === "$";

/** "Show us" is about no country. */
const toldWords = new Set(["tell", "show", "give", "let"]);

interface NamedMention extends Mention {
  readonly place: TermId;
  /** What else it may mean. */
  readonly others: readonly TermId[];
}

interface PlacedPart {
  readonly from: number;
  readonly place: UnderstoodPlace;
}

interface ReadPlaces {
  readonly places: readonly UnderstoodPlace[];
  readonly excepted: readonly ExceptedPlace[];
}

interface TypeMention extends Mention {
  readonly type: string;
  readonly node: TermId;
}

/** Reads the places of a question, and takes their words. */
export class PlaceReader {
  readonly #world: World;
  readonly #governor: Governor;
  readonly #isSubjectWord: (word: string) => boolean;
  readonly #isInName: IsInName;
  /** Places that a type names: "the country of Georgia". */
  readonly #called = new Set<string>();

  /**
   * @param isSubjectWord whether some variable has a word: it is no place then, unless it looks like one
   * @param isInName whether words are a part of the whole name of a variable, as "exports to the US": they are no place then
   */
  constructor(
    world: World,
    isSubjectWord: (word: string) => boolean,
    isInName: IsInName,
    governor: Governor,
  ) {
    this.#world = world;
    this.#governor = governor;
    this.#isSubjectWord = isSubjectWord;
    this.#isInName = isInName;
  }

  read(asked: AskedText): ReadPlaces {
    const named = this.#named(asked);
    const { left, excepted } = withExcepted(asked, named, ({ place, others }) =>
      [place, ...others].map((one) => this.#meant(one)),
    );
    return { places: this.#joined(asked, left, this.#types(asked)), excepted };
  }

  /** Of several meanings, one with values of a variable comes before one without. */
  withValues(
    place: UnderstoodPlace,
    variables: readonly { readonly dcid: string }[],
  ): UnderstoodPlace {
    const { graph, observations } = this.#world;
    const nodes = variables.flatMap(({ dcid }) => graph.dictionary.nodeOf(dcid) ?? []);
    const hasValues = (dcid: string) => {
      const node = graph.dictionary.nodeOf(dcid) as TermId;
      return nodes.some((variable) => {
        const { start, end } = observations.seriesOf(variable, node);
        return start < end;
      });
    };
    const better = place.others.find(({ dcid }) => hasValues(dcid));
    if (better === undefined || this.#called.has(place.entities) || hasValues(place.entities))
      return place;
    const own = this.#meant(graph.dictionary.nodeOf(place.entities) as TermId);
    const others = [own, ...place.others.filter((other) => other !== better)];
    return { ...place, ...this.placeOf(better.dcid), others };
  }

  /** What a dcid, or an expression of `understanding`, means. */
  placeOf(entities: string): UnderstoodPlace {
    const set = /^(?:(.+)<-containedInPlace\+?\{typeOf:(.+)\}|(.+)<-typeOf)$/.exec(entities);
    const base = { entities, others: [], isAssumed: false };
    if (set === null) {
      const { graph } = this.#world;
      const node = graph.dictionary.nodeOf(entities);
      const {
        dcid,
        name = dcid,
        ...type
      } = node === undefined ? { dcid: entities } : this.#meant(node);
      return { ...base, name, ...type, isSet: false };
    }
    const [, place, inner, all] = set;
    const type = inner ?? all ?? "";
    const around = place === undefined ? undefined : this.#world.graph.dictionary.nodeOf(place);
    if (around === undefined) return { ...base, name: `every ${type}`, type, isSet: true };
    const within = this.#meant(around);
    // All that there are may lie in one country: nobody asked for the world.
    if (place === "Earth") return { ...base, name: `every ${type}`, type, isSet: true, within };
    return { ...base, name: `${type} in ${within.name ?? within.dcid}`, type, isSet: true, within };
  }

  /** The longest name from each word on. */
  #named(asked: AskedText): NamedMention[] {
    const found: NamedMention[] = [];
    const { words } = asked;
    // All are looked up before any is used: a world that lies elsewhere then fetches them together.
    const known = new Map<string, readonly TermId[]>();
    for (const from of words.keys()) {
      for (let to = from + nameWordsMax; to > from; to--) {
        if (asked.isFree(from, to)) known.set(`${from} ${to}`, this.#placesAt(asked, from, to));
      }
    }
    for (const from of words.keys()) {
      for (let to = from + nameWordsMax; to > from; to--) {
        const [place, ...others] = known.get(`${from} ${to}`) ?? [];
        if (place === undefined || !asked.isFree(from, to)) continue;
        found.push({ from, to, place, others });
        asked.take(from, to);
      }
    }
    return found;
  }

  #placesAt(asked: AskedText, from: number, to: number): readonly TermId[] {
    const [first, last] = [asked.plainAt(from), asked.plainAt(to - 1)];
    if (joiningWords.has(first) && first !== "us") return [];
    // "Portland OR" has the code of a state.
    if (joiningWords.has(last) && last.length > 2) return [];
    if (to - from === 1 && !this.#mayName(asked, from)) return [];
    const written = asked.written(from, to);
    const own = this.#find(written);
    const usual = shortNames.get(asked.plain(from, to));
    const places = own.length === 0 && usual !== undefined ? this.#find(usual) : own;
    return places.length > 0 || to - from > 1 ? places : this.#spelled(asked, from, written);
  }

  #find(text: string): readonly TermId[] {
    const { graph, observations } = this.#world;
    const node = text.includes("/") ? graph.dictionary.nodeOf(text) : undefined;
    if (node !== undefined && observations.seriesCountOf(node) === 0) return [node];
    return placesNamed(this.#world, text, [], undefined, this.#governor);
  }

  /** The world, codes in small letters, and beginnings of names. */
  #spelled(asked: AskedText, at: number, written: string): readonly TermId[] {
    const word = asked.plainAt(at);
    if (worldWords.has(word)) return this.#find("World");
    const before = asked.plainAt(at - 1);
    const isPlaced = placingWords.has(before) || before === "the" || at === 0;
    const coded = isPlaced ? this.#find(word.toUpperCase()) : [];
    return coded.length === 0 ? this.#begun(asked, written) : coded;
  }

  /** Beside others, a word may name another place than one that it begins: no number may be about that. */
  #begun(asked: AskedText, written: string): readonly TermId[] {
    return asked.words.length === 1 ? namesBegun(this.#world, written) : [];
  }

  #mayName(asked: AskedText, at: number): boolean {
    const plain = asked.plainAt(at);
    const text = asked.written(at, at + 1);
    if (isMoney(asked, at)) return false;
    if (text === "us" && toldWords.has(asked.plainAt(at - 1))) return false;
    if (intentPhrases.has(plain) || /^\d{1,4}$/.test(plain)) return false;
    if (plain.includes("/") || !this.#isSubjectWord(plain)) return true;
    if (this.#isInName(at, at + 1)) return false;
    if (text === "us") return true;
    const before = asked.plainAt(asked.plainAt(at - 1) === "the" ? at - 2 : at - 1);
    // "The US", also where a variable is in "US$".
    const isShortName = shortNames.has(plain) && /^\p{Lu}[\p{Lu}.]+$/u.test(text);
    return placingWords.has(before) || isShortName || (at > 0 && /^\p{Lu}\p{Ll}/u.test(text));
  }

  #types(asked: AskedText): TypeMention[] {
    const found: TypeMention[] = [];
    for (const from of asked.words.keys()) {
      for (let to = from + typeWordsMax; to > from; to--) {
        const type = asked.isFree(from, to) ? this.#typeOf(asked.plain(from, to)) : undefined;
        if (type === undefined) continue;
        found.push({ from, to, ...type });
        asked.take(from, to);
      }
    }
    return found;
  }

  /** The type that words in small letters name, if something that is a place has it. */
  #typeOf(words: string): { readonly type: string; readonly node: TermId } | undefined {
    const one = singular(words);
    const joined = one.replace(/(?:^| )(\p{L})/gu, (_, letter: string) => letter.toUpperCase());
    for (const type of [joined, ...(typeWords.get(one)?.split(" ") ?? [])]) {
      const node = this.#world.graph.dictionary.nodeOf(type);
      if (node !== undefined && this.#isPlaceType(node)) return { type, node };
    }
    return undefined;
  }

  #isPlaceType(type: TermId): boolean {
    const first = this.#firstOf(type);
    if (first === undefined) return false;
    const { graph, observations } = this.#world;
    return (
      graph.linked(first, "containedInPlace").length > 0 || observations.variableCountOf(first) > 0
    );
  }

  /** The first node of a type. */
  #firstOf(type: TermId): TermId | undefined {
    const { graph } = this.#world;
    const typeOf = graph.predicateOf("typeOf");
    if (typeOf === undefined) return undefined;
    const rows = graph.in.rowsOf(type, typeOf);
    return rows.start < rows.end ? graph.in.termsIn(rows)[rows.start] : undefined;
  }

  /** "counties in California" is one part, "state of California" is California. */
  #joined(
    asked: AskedText,
    named: readonly NamedMention[],
    types: readonly TypeMention[],
  ): UnderstoodPlace[] {
    const left = new Set(named);
    const read: PlacedPart[] = [];
    for (const type of types) {
      const own = this.#ofType(asked, type, named);
      if (own !== undefined) {
        left.delete(own.mention);
        left.add(own.meant);
        continue;
      }
      const beside = this.#besides(asked, type, named);
      // "The states of Texas and Georgia" are these two.
      if (beside.some(({ place }) => this.#hasType(place, type.node))) continue;
      const around = beside.length > 0 ? beside : this.#outer([...left], type);
      for (const place of around) left.delete(place);
      read.push(...this.#setsOf(asked, type, beside, around));
    }
    for (const mention of left) {
      const place = this.#placeAt(mention, asked.span(mention.from, mention.to));
      read.push({ from: mention.from, place });
    }
    const places = read.sort((a, b) => a.from - b.from).map(({ place }) => place);
    const isFirst = ({ entities }: UnderstoodPlace, at: number) =>
      places.findIndex((place) => place.entities === entities) === at;
    return places.filter(isFirst);
  }

  /** "Georgia the country", "state of Georgia": of several places of a name the one of the type. */
  #ofType(asked: AskedText, type: TypeMention, named: readonly NamedMention[]) {
    const words = asked.plain(type.from, type.to);
    const mention =
      singular(words) === words ? named.find((one) => isCalled(asked, one, type)) : undefined;
    if (mention === undefined) return undefined;
    const all = [mention.place, ...mention.others];
    const place = all.find((one) => this.#hasType(one, type.node));
    if (place === undefined) return undefined;
    this.#called.add(this.#world.graph.dictionary.textOf(place));
    return { mention, meant: { ...mention, place, others: all.filter((one) => one !== place) } };
  }

  /** All of a type, within each of the places around them. */
  #setsOf(
    asked: AskedText,
    type: TypeMention,
    beside: readonly NamedMention[],
    around: readonly NamedMention[],
  ): PlacedPart[] {
    const adjective = this.#adjectiveBefore(asked, type.from);
    const outers = adjective === undefined ? around.map(({ place }) => place) : [adjective.place];
    const starts = [type.from, adjective?.from ?? type.from, ...beside.map(({ from }) => from)];
    const from = Math.min(...starts);
    const span = asked.span(from, Math.max(type.to, ...beside.map(({ to }) => to)));
    const { dictionary } = this.#world.graph;
    const sets =
      outers.length === 0
        ? [this.#allOf(type)]
        : outers.map(
            (outer) => `${dictionary.textOf(outer)}<-containedInPlace+{typeOf:${type.type}}`,
          );
    return sets.map((set) => ({ from, place: { ...this.placeOf(set), span } }));
  }

  /** "counties in California and Delaware". */
  #besides(asked: AskedText, type: TypeMention, named: readonly NamedMention[]): NamedMention[] {
    const beside: NamedMention[] = [];
    for (const place of named) {
      const last = beside.at(-1);
      const isListed =
        last !== undefined &&
        last.from > type.from &&
        ["", "and", "or"].includes(asked.plain(last.to, place.from));
      if (isListed || this.#isBeside(asked, type, place)) beside.push(place);
    }
    return beside;
  }

  /** Whether only words such as "in the" stand between a type and a place. */
  #isBeside(asked: AskedText, type: TypeMention, place: NamedMention): boolean {
    if (place.to === type.from) return !asked.hasCommaBefore(type.from);
    if (place.from < type.to) return false;
    const between = asked.words.slice(type.to, place.from).map(({ plain }) => plain);
    return between.every((word) =>
      ["in", "of", "the", "within", "inside", "across"].includes(word),
    );
  }

  /** Places that the type does not have and that lie around some of it. */
  #outer(named: readonly NamedMention[], type: TypeMention): NamedMention[] {
    return named.filter(({ place }) => !this.#hasType(place, type.node));
  }

  #adjectiveBefore(asked: AskedText, at: number) {
    for (const from of [at - 2, at - 1]) {
      const name = asked.isFree(from, at) ? adjectives.get(asked.plain(from, at)) : undefined;
      const [place] = name === undefined ? [] : this.#find(name);
      if (place === undefined) continue;
      asked.take(from, at);
      return { from, place };
    }
    return undefined;
  }

  #hasType(place: TermId, type: TermId): boolean {
    return this.#world.graph.typesOfSet(this.#world.graph.typeSetOf(place)).includes(type);
  }

  /** All of a type: inside the Earth, where that holds one of them. */
  #allOf({ type, node }: TypeMention): string {
    const { dictionary } = this.#world.graph;
    const [earth, first] = [dictionary.nodeOf("Earth"), this.#firstOf(node)];
    const isInside =
      earth !== undefined &&
      first !== undefined &&
      liesWithin(this.#world, dictionary.textOf(first), earth);
    return isInside ? `Earth<-containedInPlace+{typeOf:${type}}` : `${type}<-typeOf`;
  }

  #placeAt({ place, others }: NamedMention, span: Span): UnderstoodPlace {
    return {
      ...this.placeOf(this.#world.graph.dictionary.textOf(place)),
      span,
      others: others.slice(0, othersMax).map((other) => this.#meant(other)),
    };
  }

  #meant(node: TermId): Meant {
    const { graph } = this.#world;
    const type = dominantTypeOf(graph, node);
    return { ...graph.named(node), ...(type !== "" && { type }) };
  }
}

/** Whether a type says which place is meant, not which places within it. */
function isCalled(asked: AskedText, place: Mention, type: Mention): boolean {
  return place.to <= type.from
    ? ["", "the"].includes(asked.plain(place.to, type.from))
    : asked.plain(type.to, place.from) === "of";
}

/** Of the last word. */
function singular(words: string): string {
  if (words.endsWith("ies")) return `${words.slice(0, -3)}y`;
  return words.endsWith("s") ? words.slice(0, -1) : words;
}
