/** Variables of a question: what is left of its words, divided where it is about several. */

import type { Governor } from "../options/governor.ts";
import { abbreviations, inPlainWords } from "../search/everyday-words.ts";
import { subjectsOf } from "../search/subjects.ts";
import { searchWordsOf, spacedWords } from "../search/words.ts";
import { isAmount, measuredOf } from "../stats/amounts.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import type { ReadPhrase } from "./asked-phrases.ts";
import {
  isDividing,
  isFiller,
  isJoining,
  partsOf,
  placesIn,
  type Run,
  runAfterPer,
  withoutRun,
} from "./asked-runs.ts";
import type { AskedText } from "./asked-text.ts";
import { ownMeasures, population, statisticWords } from "./phrases.ts";
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
/** Without words that say something else than the variable, the rest is so much more similar to it. */
const otherwise = 0.09;
/** Without one of several such words, the rest is more similar by less. */
const doubtful = 0.03;
/** Variables that are no less similar than this are equally similar. */
const tied = 0.06;
const nearestMax = 3;
const placed = / (?:in|within|across|around|near) /i;

export class VariableReader {
  readonly #world: World;
  readonly #meaning: boolean | undefined;
  readonly #governor: Governor;
  #hasOthers = false;
  #denominator: UnderstoodVariable | undefined;
  /** Of all words of the question: of variables that are equally similar, the one that has more of them is meant. */
  #stems: ReadonlySet<string> = new Set();

  constructor(world: World, meaning: boolean | undefined, governor: Governor) {
    this.#world = world;
    this.#meaning = meaning;
    this.#governor = governor;
  }

  /** Whether words among those of the variables say something else: they may be a place that nobody knows. */
  get hasOtherWords(): boolean {
    return this.#hasOthers;
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
    const isName = !phrases.some(isDividing) && isNameOf(asked, runs, whole[0]);
    const isDivided = distinct.size === parts.length && !isName;
    const found = isDivided ? all.flat() : whole;
    // "The oldest population" is about age, not about how many people there are.
    const isOfPeople = about !== undefined && about !== population && this.#isPopulation(found);
    const meant = isOfPeople ? this.#found(about, found[0]?.span, per) : found;
    return meant.filter((variable, at) =>
      this.#takeSaid(asked, (isDivided && parts[at]) || runs, variable),
    );
  }

  /** The words after "per", unless one variable has them in its name beside others: "income per household". */
  #divisorIn(asked: AskedText, runs: readonly Run[]): Run | undefined {
    const divisor = runAfterPer(asked, runs);
    if (divisor === undefined) return undefined;
    const text = asked.written(divisor.from, divisor.to);
    const [whole] = this.#foundIn(asked, runs, undefined);
    const isOne =
      whole !== undefined &&
      isNamed(text, whole) &&
      whole.dcid !== this.#foundIn(asked, [divisor], undefined)[0]?.dcid;
    return isOne ? undefined : divisor;
  }

  /** One amount is divided by another. Otherwise the words after "per" are not read. */
  #divide(asked: AskedText, [variable, ...others]: UnderstoodVariable[], divisor: Run): void {
    // "Per 100000 people" is no quotient of two variables.
    const isNumber = /\d/.test(asked.written(divisor.from, divisor.to));
    const [by] = isNumber ? [] : this.#foundIn(asked, [divisor], undefined);
    if (variable === undefined || others.length > 0 || by === undefined) return;
    if (
      by.dcid === variable.dcid ||
      by.only !== undefined ||
      ![variable, by].every((one) => this.isDivisible(one))
    )
      return;
    if (this.#takeSaid(asked, [divisor], by)) this.#denominator = by;
  }

  /** Takes the words of a variable, but not those that it lacks. Without any other it is not meant. */
  #takeSaid(asked: AskedText, runs: readonly Run[], variable: UnderstoodVariable): boolean {
    const words = placesIn(runs);
    const plain = words.map((at) => asked.plainAt(at));
    // "People not in poverty" is about no number of people in poverty, or of anything like them.
    if ((isDenied(plain.join(" ")) && !deniesIn(variable)) || lacks(plain, variable)) return false;
    const others = this.#othersIn(asked, words, variable);
    if (others.length > 0) this.#hasOthers = true;
    const said = words.filter(
      (at) => !others.includes(at) && !isUnsaid(asked.plainAt(at), variable),
    );
    const text = said.map((at) => asked.written(at, at + 1)).join(" ");
    if (!this.#isMeant(text, variable)) return false;
    for (const at of said) asked.take(at, at + 1);
    return true;
  }

  /** Whether the words that say what is measured, without such as "number of" and "rate", mean the variable. */
  #isMeant(said: string, variable: UnderstoodVariable): boolean {
    const text = measuredIn(said);
    const alone = this.#similarity(text, variable.dcid, false);
    // "Home value" is a little like the number of households. "Median" and "per capita" say nothing of what is measured.
    const isNear = variable.score >= hardly && alone >= hardlyAlone;
    return alone > 0 && (isNear || sharesWord(text, variable));
  }

  /** Which words say something else than the variable that is nearest: "solar" of "solar electricity" if that is all electricity. */
  #othersIn(
    asked: AskedText,
    words: readonly number[],
    variable: UnderstoodVariable,
  ): readonly number[] {
    const said = words.filter((at) => !isUnsaid(asked.plainAt(at), variable));
    const nearBy = (chosen: (at: number) => boolean) => {
      const text = said.filter(chosen).map((at) => asked.written(at, at + 1));
      return this.#similarity(text.join(" "), variable.dcid);
    };
    const unnamed = said.filter(
      (at) =>
        !isJoining(asked, at) &&
        !statisticWords.has(asked.plainAt(at)) &&
        !isNamed(asked.written(at, at + 1), variable),
    );
    if (unnamed.length === 0) return [];
    const all = nearBy(() => true);
    const others = unnamed.filter((at) => nearBy((one) => one !== at) > all + doubtful);
    return nearBy((at) => !others.includes(at)) > all + otherwise ? others : [];
  }

  #foundAbout(about: string, per: string | undefined): UnderstoodVariable[] {
    return this.#found(about, undefined, per).filter((variable) => this.#isMeant(about, variable));
  }

  #isPopulation([found, ...others]: readonly UnderstoodVariable[]): boolean {
    return others.length === 0 && found?.dcid === this.#search(population)[0]?.dcid;
  }

  #foundIn(asked: AskedText, runs: readonly Run[], per: string | undefined): UnderstoodVariable[] {
    const text = runs.map(({ from, to }) => asked.written(from, to)).join(" ");
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

  /** Variables that are nearest to the words that were not read. */
  nearest(asked: AskedText, phrases: readonly ReadPhrase[]): Meant[] {
    const runs = partsOf(asked, phrases).flat();
    const text = runs.map(({ from, to }) => asked.written(from, to)).join(" ");
    return this.#search(text, true).slice(0, nearestMax);
  }

  /** What is about a part alone, and others that are as near. */
  parts(variables: readonly UnderstoodVariable[]): Meant[] {
    const { graph } = this.#world;
    return variables.flatMap(({ dcid, score, only, others }) => {
      const node = graph.dictionary.nodeOf(dcid);
      if (only === undefined || node === undefined) return [];
      return [{ ...graph.named(node), score }, ...others].slice(0, nearestMax);
    });
  }

  variableOf(dcid: string): UnderstoodVariable {
    const node = this.#world.graph.dictionary.nodeOf(dcid);
    const known = node === undefined ? { dcid } : this.#world.graph.named(node);
    return { ...known, score: 1, others: [] };
  }

  /** Whether a value of it can be divided by people. Its first series says the unit. */
  isDivisible({ dcid }: Meant): boolean {
    const { graph, observations } = this.#world;
    const node = graph.dictionary.nodeOf(dcid);
    const { start = 0, end = 0 } = node === undefined ? {} : observations.seriesOfVariable(node);
    const units = start < end ? [observations.facetOf(start).unit] : [];
    return isAmount(measuredOf(graph, dcid, units));
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

  /** Variables by all words; by those without "average" and such, where these are nearer to one. */
  #plain(text: string) {
    const plain = this.#search(text);
    if ((plain[0]?.score ?? 0) >= surely) return withSaid(text, plain);
    const named = this.#search(measuredIn(text));
    return withSaid(text, (named[0]?.score ?? 0) > (plain[0]?.score ?? 0) ? named : plain);
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

/** The words without those for a statistic and without such as "of". */
const measuredIn = (text: string): string =>
  text
    .split(" ")
    .filter((word) => !isFiller(word.toLowerCase()) && !statisticWords.has(word.toLowerCase()))
    .join(" ");

function startingWith<One extends Meant>(first: One | undefined, all: readonly One[]): One[] {
  return first === undefined ? [...all] : [first, ...all.filter(({ dcid }) => dcid !== first.dcid)];
}

/** First one that has the words of a statistic, such as "rate", where the best lacks them and it is nearly as similar. */
function withSaid<Found extends Meant & { readonly score: number }>(
  text: string,
  found: readonly Found[],
): Found[] {
  const words = text.toLowerCase().split(" ");
  const lacksOne = (one: Found) => words.some((word) => isUnsaid(word, one));
  const [best] = found;
  const saying =
    best !== undefined && lacksOne(best)
      ? found.find((one) => one.score >= best.score - nearWhole && !lacksOne(one))
      : undefined;
  return startingWith(saying, found);
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

/** The words of its dcid and its name. */
const ownText = ({ dcid, name = "" }: Meant): string => `${spacedWords(dcid)} ${name}`;

/** Whether all words are in the name or the dcid of a variable. */
function isNamed(text: string, variable: Meant): boolean {
  const own = searchWordsOf(ownText(variable));
  return [...searchWordsOf(text)].every((word) => own.has(word));
}

/** Whether words say what is measured, and the variable measures something else: "households in poverty", and income. */
const lacks = (words: readonly string[], variable: Meant): boolean =>
  ownMeasures.some(([word, said]) => words.includes(word) && !said.test(ownText(variable)));

/** Whether a word asks for what the variable does not have in its name: a statistic, or what an abbreviation stands for. */
function isUnsaid(word: string, variable: Meant & { readonly score: number }): boolean {
  const long = variable.score < surely ? abbreviations.get(word) : undefined;
  const wanted = long === undefined ? statisticWords.get(word) : new RegExp(`${word}|${long}`, "i");
  return wanted?.test(ownText(variable)) === false;
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

const isDenied = (text: string): boolean => /\b(?:no|not|non|without)\b/i.test(text);

/** Whether a variable is about those who have or are something not. */
const deniesIn = (variable: Meant): boolean =>
  isDenied(ownText(variable)) || /\bun\p{L}{5}/iu.test(ownText(variable));

/** Beginnings of words without "un", and whether they are denied. */
function stemsIn(text: string): readonly { readonly stem: string; readonly isNot: boolean }[] {
  const isDeniedAll = isDenied(text);
  return [...searchWordsOf(text)].map((word) => {
    const isNot = /^un\p{L}{5}/u.test(word);
    return { stem: (isNot ? word.slice(2) : word).slice(0, 5), isNot: isNot || isDeniedAll };
  });
}

/** Whether words are the name of one variable: "male and female population" is not that of either. */
function isNameOf(
  asked: AskedText,
  runs: readonly Run[],
  variable: UnderstoodVariable | undefined,
): boolean {
  if (variable === undefined || variable.score < surely) return false;
  // "Population and median age" has the words of "median age of population", and asks for two.
  if (!/\b(?:and|or|with|than)\b|,/i.test(ownText(variable))) return false;
  return runs.every(({ from, to }) => isNamed(asked.written(from, to), variable));
}
