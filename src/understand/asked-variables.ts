/** Variables of a question: what is left of its words, divided where it is about several. */

import type { Governor } from "../options/governor.ts";
import { inPlainWords } from "../search/everyday-words.ts";
import { subjectsOf } from "../search/subjects.ts";
import { searchWordsOf } from "../search/words.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import type { ReadPhrase } from "./asked-phrases.ts";
import { isDividing, isFiller, partsOf, placesIn, runAfterPer, withoutRun } from "./asked-runs.ts";
import { AskedText, type IsInName, type Run } from "./asked-text.ts";
import { ExplainedWords, isAmountOf, isDenied, ownText, stemOf } from "./explained-words.ts";
import { generalWords, peopleWords, population, statisticWords } from "./phrases.ts";
import type { Meant, Span, UnderstoodVariable } from "./understanding.ts";
import { partMeant } from "./variable-parts.ts";

const othersMax = 10;
/** Words that are so similar are the name of one variable, even with "and" between them. */
const surely = 0.85;
const fairly = 0.6;
/** How much less similar one may be that is per person already. */
const near = 0.05;
/** How much less similar one may be that is not per person, where nobody asks for that, or that has the statistic that is asked for. */
const nearWhole = 0.15;
/** What is less similar is not meant, unless it has a word of the question. */
const hardly = 0.55;
/** The same for the words that say what is measured, without such as "median" and "per capita". */
const hardlyAlone = 0.5;
/** Without a place that nobody knows, the rest is so much more similar to a variable. */
const otherwise = 0.09;
/** Variables that are no less similar than this are equally similar. */
const tied = 0.06;
const nearestMax = 3;
const placed = / (?:in|within|across|around|near) /i;

export class VariableReader {
  readonly #world: World;
  readonly #meaning: boolean | undefined;
  readonly #governor: Governor;
  #denominator: UnderstoodVariable | undefined;
  readonly #explained: ExplainedWords;
  /** Of all words of the question: of variables that are equally similar, the one that has more of them is meant. */
  #stems: ReadonlySet<string> = new Set();

  constructor(world: World, meaning: boolean | undefined, governor: Governor) {
    this.#world = world;
    this.#meaning = meaning;
    this.#governor = governor;
    this.#explained = new ExplainedWords(world, meaning !== false, governor);
  }

  /** What the variable is divided by: "people per household". */
  get denominator(): UnderstoodVariable | undefined {
    return this.#denominator;
  }

  /**
   * @param phrases those that were read; some divide variables, some belong to the name of one
   * @param about what is meant where no words are left
   */
  read(
    asked: AskedText,
    phrases: readonly ReadPhrase[],
    about: string | undefined,
  ): UnderstoodVariable[] {
    this.#stems = new Set(stemsIn(asked.text).map(({ stem }) => stem));
    const per = phrases.find(({ perCapita }) => perCapita === true)?.span.text;
    const all = partsOf(asked, phrases);
    const divisor = this.#divisorIn(asked, all.flat());
    const parts = divisor === undefined ? all : withoutRun(asked, all, divisor);
    const read = this.#readParts(asked, parts, phrases, about, per);
    if (divisor !== undefined) this.#divide(asked, read, divisor);
    return read;
  }

  #readParts(
    asked: AskedText,
    parts: readonly Run[][],
    phrases: readonly ReadPhrase[],
    about: string | undefined,
    per: string | undefined,
  ): UnderstoodVariable[] {
    const runs = parts.flat();
    if (runs.length === 0) return about === undefined ? [] : this.#foundAbout(about, per);
    const all = parts.map((part) => this.#foundIn(asked, part, per));
    const distinct = new Set(all.flatMap(([best]) => best?.dcid ?? []));
    const whole = this.#foundIn(asked, runs, per);
    const isEachNamed = all.every(([best]) => best !== undefined && best.score >= surely);
    const isName = !phrases.some(isDividing) && isNameOf(asked, runs, whole[0], isEachNamed);
    const isDivided = distinct.size === parts.length && !isName;
    const found = isDivided ? all.flat() : whole;
    // "The oldest population" is about age, not about how many people there are.
    const isOfPeople = about !== undefined && about !== population && this.#isPopulation(found);
    const meant = isOfPeople ? this.#found(about, found[0]?.span, per) : found;
    return meant.filter((variable, at) =>
      this.#takeSaid(asked, (isDivided && parts[at]) || runs, variable),
    );
  }

  /**
   * The words after "per", unless one variable has them in its name beside others: "income per household". "Visits of
   * clinics per clinic" has them in what is divided.
   */
  #divisorIn(asked: AskedText, runs: readonly Run[]): Run | undefined {
    const divisor = runAfterPer(asked, runs);
    if (divisor === undefined) return undefined;
    const text = asked.written(divisor.from, divisor.to);
    // "Per 100000 people" is no quotient of two variables.
    if (/\d/.test(text)) return undefined;
    const [whole] = this.#foundIn(asked, runs, undefined);
    // "Nurses per bed" may be a variable where beds are none.
    const isPer =
      whole !== undefined && ownText(whole).toLowerCase().includes(`per ${text.toLowerCase()}`);
    if (isPer) return undefined;
    const divided = new Set(stemsIn(asked.written(0, divisor.from)).map(({ stem }) => stem));
    const isOne =
      whole !== undefined &&
      isNamed(text, whole) &&
      !stemsIn(text).every(({ stem }) => divided.has(stem)) &&
      whole.dcid !== this.#foundIn(asked, [divisor], undefined)[0]?.dcid;
    return isOne ? undefined : divisor;
  }

  /** One amount is divided by another. Otherwise the words after "per" are not read. */
  #divide(asked: AskedText, [variable, ...others]: UnderstoodVariable[], divisor: Run): void {
    const [by] = this.#foundIn(asked, [divisor], undefined);
    if (variable === undefined || others.length > 0 || by === undefined) return;
    if (
      by.dcid === variable.dcid ||
      by.only !== undefined ||
      ![variable, by].every((one) => isAmountOf(this.#world, one))
    )
      return;
    if (this.#takeSaid(asked, [divisor], by)) this.#denominator = by;
  }

  /** Takes the words of a variable that it explains. Without any that says what is measured it is not meant. */
  #takeSaid(asked: AskedText, runs: readonly Run[], variable: UnderstoodVariable): boolean {
    const words = placesIn(runs);
    const plain = words.map((at) => asked.plainAt(at)).join(" ");
    // "People not in poverty" is about no number of people in poverty, or of anything like them.
    if (isDenied(plain) && !deniesIn(variable)) return false;
    const text = words.map((at) => asked.written(at, at + 1)).join(" ");
    const unexplained = this.#explained.unexplainedIn(text, variable);
    // A rate is about people in any case.
    const isOfPeople = (at: number) =>
      peopleWords.includes(asked.plainAt(at)) && !isAmountOf(this.#world, variable);
    const said = words.filter(
      (at) => !unexplained.has(asked.written(at, at + 1)) || isOfPeople(at),
    );
    const rest = said.map((at) => asked.written(at, at + 1)).join(" ");
    if (!this.#isMeant(rest, variable)) return false;
    for (const at of said) asked.take(at, at + 1);
    return true;
  }

  /** Whether the words that say what is measured, without such as "number of" and "rate", mean the variable. */
  #isMeant(said: string, variable: UnderstoodVariable): boolean {
    const text = measuredIn(said);
    if (countsPeople(said) && !isAmountOf(this.#world, variable)) return false;
    const alone = this.#similarity(text, variable.dcid, false);
    // "Home value" is a little like the number of households. "Median" and "per capita" say nothing of what is measured.
    const isNear = variable.score >= hardly && alone >= hardlyAlone;
    return alone > 0 && (isNear || sharesWord(text, variable));
  }

  #foundAbout(about: string, per: string | undefined): UnderstoodVariable[] {
    return this.#found(about, undefined, per).filter((variable) => this.#isMeant(about, variable));
  }

  #isPopulation([found, ...others]: readonly UnderstoodVariable[]): boolean {
    return others.length === 0 && found?.dcid === this.#search(population)[0]?.dcid;
  }

  #foundIn(asked: AskedText, runs: readonly Run[], per: string | undefined): UnderstoodVariable[] {
    const text = writtenIn(asked, runs);
    const [{ from, to } = { from: 0, to: 0 }] = runs;
    const span = asked.span(from, to);
    const [found] = this.#found(text, span, per);
    const score = found?.score ?? 0;
    // "Population in dixie" is like nothing: without a place that nobody knows it is.
    const [before = ""] = score < fairly ? text.split(placed) : [];
    const [other] = this.#found(before, span, per);
    const best = other !== undefined && other.score > score + otherwise ? other : found;
    return best === undefined ? [] : [best];
  }

  /** Whether words are a part of the whole name of a variable, of two words or more: "lost days". Searched when it is asked first. */
  namesIn(asked: AskedText): IsInName {
    const own = partsOf(asked, []).flat();
    let names: readonly Run[] | undefined;
    return (from, to) => {
      names ??= this.#namesAmong(asked, own);
      return names.some((name) => name.from <= from && to <= name.to);
    };
  }

  #namesAmong(asked: AskedText, runs: readonly Run[]): Run[] {
    return this.#search(writtenIn(asked, runs), true)
      .slice(0, othersMax)
      .flatMap(({ name = "" }) => {
        const own = new AskedText(name, noWord, isNoNode);
        const { length } = own.words;
        const plain = own.plain(0, length);
        const froms = length < 2 ? [] : [...asked.words.keys()];
        return froms
          .filter((from) => asked.plain(from, from + length) === plain)
          .map((from) => ({ from, to: from + length }));
      });
  }

  /** Variables that are nearest to the words that were not read. */
  nearest(asked: AskedText, phrases: readonly ReadPhrase[]): Meant[] {
    const text = writtenIn(asked, partsOf(asked, phrases).flat());
    return this.#search(text, true).slice(0, nearestMax);
  }

  /** Variables that are no answer, or about a part alone, and others that are as near. */
  near(variables: readonly UnderstoodVariable[], isRead: boolean): Meant[] {
    const some = variables.filter(({ only }) => !isRead || only !== undefined);
    const all = some.map(({ dcid, score }) => ({ ...this.variableOf(dcid), score }));
    const near = [
      ...all.map(({ span: _, others: __, ...one }) => one),
      ...some.flatMap(({ others }) => others),
    ];
    const isFirst = ({ dcid }: Meant, at: number) =>
      near.findIndex((one) => one.dcid === dcid) === at;
    return near.filter(isFirst).slice(0, Math.max(nearestMax, some.length));
  }

  variableOf(dcid: string): UnderstoodVariable {
    const node = this.#world.graph.dictionary.nodeOf(dcid);
    const known = node === undefined ? { dcid } : this.#world.graph.named(node);
    return { ...known, score: 1, others: [] };
  }

  /** @param per words such as "per capita", which may be part of the name of a variable */
  #found(text: string, span: Span | undefined, per: string | undefined): UnderstoodVariable[] {
    const plain = this.#plain(text);
    const [divided] = per === undefined ? [] : this.#search(`${text} ${per}`);
    const isOwn =
      divided !== undefined &&
      isPerCapita(divided) &&
      divided.score >= (plain[0]?.score ?? 0) - near;
    const found = startingWith(isOwn ? divided : wholeOf(plain, per), plain);
    const meant = partMeant(this.#world.graph, text, found);
    if (meant === undefined) return [];
    const { variable, only } = meant;
    const others = found.filter(({ dcid }) => dcid !== variable.dcid).slice(0, othersMax);
    const part = only.length > 0 ? { only } : {};
    return [{ ...(span !== undefined && { span }), ...variable, others, ...part }];
  }

  /** Variables by all words; by those without "average" and such, where these are nearer to one. One that explains all comes first. */
  #plain(text: string) {
    const plain = this.#search(text);
    const score = plain[0]?.score ?? 0;
    const named = score >= surely ? [] : this.#search(withoutGeneral(measuredIn(text)));
    const found = (named[0]?.score ?? 0) > score ? named : plain;
    const least = (found[0]?.score ?? 0) - nearWhole;
    const whole = found.find(
      (one) => one.score >= least && this.#explained.unexplainedIn(text, one).size === 0,
    );
    return startingWith(whole, found);
  }

  /** How many words of the question are in the names of a variable. */
  #saidOf(variable: Meant): number {
    const own = new Set(stemsIn(ownText(variable)).map(({ stem }) => stem));
    return [...this.#stems].filter((stem) => own.has(stem)).length;
  }

  #similarity(text: string, dcid: string, isLoose = true): number {
    const wanted = this.#world.graph.dictionary.nodeOf(dcid);
    const how = { meaning: this.#meaning, governor: this.#governor, isLoose };
    const subjects = subjectsOf(this.#world, this.#governor);
    const [found] = subjects.search(text, (node) => node === wanted, how);
    return found?.score ?? 0;
  }

  #search(text: string, isLoose = false): (Meant & { readonly score: number })[] {
    const { graph, observations } = this.#world;
    const hasData = (node: TermId) => observations.seriesCountOf(node) > 0;
    const own = graph.dictionary.nodeOf(text);
    if (own !== undefined && hasData(own)) return [{ ...graph.named(own), score: 1 }];
    const how = { meaning: this.#meaning, governor: this.#governor, isLoose };
    const found = subjectsOf(this.#world, this.#governor)
      .search(text, hasData, how)
      .map(({ node, score }) => ({ ...graph.named(node), score }))
      .filter((variable) => !isOpposite(text, variable));
    const least = (found[0]?.score ?? 0) - tied;
    const first = found.filter(({ score }) => score >= least);
    first.sort((a, b) => this.#saidOf(b) - this.#saidOf(a));
    return [...first, ...found.slice(first.length)];
  }
}

const noWord = (): undefined => undefined;
const isNoNode = (): boolean => false;

const writtenIn = (asked: AskedText, runs: readonly Run[]): string =>
  runs.map(({ from, to }) => asked.written(from, to)).join(" ");

/** The words without those for a statistic and without such as "of". */
const measuredIn = (text: string): string =>
  text
    .split(" ")
    .filter((word) => !isFiller(word.toLowerCase()) && !statisticWords.has(word.toLowerCase()))
    .join(" ");

/** "The elderly population" is a number of people, and no median of their ages. "The average income of people" is none. */
function countsPeople(said: string): boolean {
  const words = said.toLowerCase().split(" ");
  const [last = "", before = ""] = words.toReversed();
  const isCounted = last === population || peopleWords.includes(last);
  return (
    isCounted &&
    /^\p{L}/u.test(before) &&
    !isFiller(before) &&
    !words.some((word) => word === "per" || statisticWords.has(word))
  );
}

const withoutGeneral = (text: string): string =>
  text
    .split(" ")
    .filter((word) => !generalWords.has(word.toLowerCase()))
    .join(" ");

function startingWith<One extends Meant>(first: One | undefined, all: readonly One[]): One[] {
  return first === undefined ? [...all] : [first, ...all.filter(({ dcid }) => dcid !== first.dcid)];
}

/** Where nobody asks for values per person, one that is nearly as similar and is not per person. */
function wholeOf<Found extends Meant & { readonly score: number }>(
  found: readonly Found[],
  per: string | undefined,
): Found | undefined {
  const [best] = found;
  if (per !== undefined || best === undefined || !isPerCapita(best)) return undefined;
  return found.find((one) => !isPerCapita(one) && one.score >= best.score - nearWhole);
}

/** Whether a variable is a value per person already. */
export const isPerCapita = (variable: Meant): boolean =>
  /per ?(?:capita|person|head)/i.test(ownText(variable));

/** Whether all words are in the name or the dcid of a variable. */
export function isNamed(text: string, variable: Meant): boolean {
  const own = searchWordsOf(ownText(variable));
  return [...searchWordsOf(text)].every((word) => own.has(word));
}

/** Whether a variable says "unemployed" where "employment" is asked, "without insurance" where "insured" is, or the reverse. */
function isOpposite(asked: string, variable: Meant): boolean {
  const own = stemsIn(ownText(variable));
  return stemsIn(inPlainWords(asked)).some(({ stem, isNot }) => {
    const alike = own.filter((one) => one.stem === stem);
    return alike.length > 0 && alike.every((one) => one.isNot !== isNot);
  });
}

/** Whether one word is the beginning of a word of a variable, or as good as that: "employment", "employed". */
function sharesWord(text: string, variable: Meant): boolean {
  const own = stemsIn(ownText(variable));
  return stemsIn(text).some(({ stem }) => own.some((one) => one.stem === stem));
}

/** Whether a variable is about those who have or are something not. */
const deniesIn = (variable: Meant): boolean =>
  isDenied(ownText(variable)) || /\bun\p{L}{5}/iu.test(ownText(variable));

/** Beginnings of words without "un", and whether they are denied. */
function stemsIn(text: string): readonly { readonly stem: string; readonly isNot: boolean }[] {
  const isDeniedAll = isDenied(text);
  return [...searchWordsOf(text)].map((word) => {
    const isNot = /^un\p{L}{5}/u.test(word);
    return { stem: stemOf(isNot ? word.slice(2) : word), isNot: isNot || isDeniedAll };
  });
}

/**
 * Whether words are the name of one variable: "male and female population" is not that of either. Where each part is the
 * name of one, "births and deaths" are not those "of foreigners".
 */
function isNameOf(
  asked: AskedText,
  runs: readonly Run[],
  variable: UnderstoodVariable | undefined,
  isEachNamed: boolean,
): boolean {
  if (variable === undefined || variable.score < surely) return false;
  // "Population and median age" has the words of "median age of population", and asks for two.
  if (!/\b(?:and|or|with|than)\b|,/i.test(ownText(variable))) return false;
  const text = writtenIn(asked, runs);
  const said = searchWordsOf(text);
  const isWhole = [...searchWordsOf(variable.name ?? "")].every((word) => said.has(word));
  return isNamed(text, variable) && (isWhole || !isEachNamed);
}
