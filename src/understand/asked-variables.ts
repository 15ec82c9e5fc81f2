/** Variables of a question: what is left of its words, divided where it is about several. */

import type { Governor } from "../governor/governor.ts";
import { subjectsOf } from "../search/subjects.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import type { ReadPhrase } from "./asked-phrases.ts";
import type { AskedText } from "./asked-text.ts";
import { canBeDivided } from "./divisible.ts";
import { joiningWords, openingWords, population, statisticWords } from "./phrases.ts";
import type { Meant, Span, UnderstoodVariable } from "./understanding.ts";

const othersMax = 10;
/** Words that are so similar are the name of one variable, even with "and" between them. */
const surely = 0.85;
/** How much less similar one may be that is per person already. */
const near = 0.05;
const nearestMax = 3;
const jointWords = new Set(["and", "or", "with", "than"]);

/** Words next to each other that no other part has. */
interface Run {
  readonly from: number;
  readonly to: number;
}

export class VariableReader {
  readonly #world: World;
  readonly #meaning: boolean | undefined;
  readonly #governor: Governor;

  constructor(world: World, meaning: boolean | undefined, governor: Governor) {
    this.#world = world;
    this.#meaning = meaning;
    this.#governor = governor;
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
    const parts = partsOf(asked, phrases);
    const runs = parts.flat();
    const per = phrases.find(({ perCapita }) => perCapita === true)?.span.text;
    if (runs.length === 0) return about === undefined ? [] : this.#found(about, undefined, per);
    const all = parts.map((part) => this.#foundIn(asked, part, per));
    const distinct = new Set(all.flatMap(([best]) => best?.dcid ?? []));
    const whole = this.#foundIn(asked, runs, per);
    const isName = !phrases.some(isDividing) && (whole[0]?.score ?? 0) >= surely;
    const isDivided = distinct.size > 1 && distinct.size === parts.length && !isName;
    const found = isDivided ? all.flat() : whole;
    // "The oldest population" is about age, not about how many people there are.
    const isOfPeople = about !== undefined && about !== population && this.#isPopulation(found);
    const meant = isOfPeople ? this.#found(about, found[0]?.span, per) : found;
    if (meant.length > 0) takeSaid(asked, runs, meant);
    return meant;
  }

  #isPopulation([found, ...others]: readonly UnderstoodVariable[]): boolean {
    return others.length === 0 && found?.dcid === this.#search(population)[0]?.dcid;
  }

  #foundIn(asked: AskedText, runs: readonly Run[], per: string | undefined): UnderstoodVariable[] {
    const text = runs.map(({ from, to }) => asked.written(from, to)).join(" ");
    const longest = runs.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
    return this.#found(text, asked.span(longest.from, longest.to), per);
  }

  /** Variables that are nearest to the words that were not read. */
  nearest(asked: AskedText, phrases: readonly ReadPhrase[]): Meant[] {
    const runs = partsOf(asked, phrases).flat();
    const text = runs.map(({ from, to }) => asked.written(from, to)).join(" ");
    return text === "" ? [] : this.#search(text, true).slice(0, nearestMax);
  }

  variableOf(dcid: string): UnderstoodVariable {
    const node = this.#world.graph.dictionary.nodeOf(dcid);
    const known = node === undefined ? { dcid } : this.#world.graph.named(node);
    return { ...known, score: 1, others: [] };
  }

  /** Whether a value of it can be divided by people. Its first series says the unit. */
  isDivisible({ dcid, name = "" }: Meant): boolean {
    const { graph, observations } = this.#world;
    const node = graph.dictionary.nodeOf(dcid);
    const [statType] = node === undefined ? [] : graph.linked(node, "statType");
    const { start = 0, end = 0 } = node === undefined ? {} : observations.seriesOfVariable(node);
    return canBeDivided({
      dcid,
      name,
      statType: statType === undefined ? "" : graph.dictionary.textOf(statType),
      units: start < end ? [observations.facetOf(start).unit] : [],
    });
  }

  /** @param per words such as "per capita", which may be part of the name of a variable */
  #found(text: string, span: Span | undefined, per: string | undefined): UnderstoodVariable[] {
    const plain = this.#plain(text);
    const [divided] = per === undefined ? [] : this.#search(`${text} ${per}`);
    const isOwn =
      divided !== undefined &&
      isPerCapita(divided) &&
      divided.score >= (plain[0]?.score ?? 0) - near &&
      // The words that divide are in many names, and say nothing of what is measured.
      this.#search(text, true).some(({ dcid }) => dcid === divided.dcid);
    const [best, ...others] = isOwn
      ? [divided, ...plain.filter(({ dcid }) => dcid !== divided.dcid)]
      : plain;
    if (best === undefined) return [];
    return [{ ...(span !== undefined && { span }), ...best, others: others.slice(0, othersMax) }];
  }

  /** Variables by all words; by those without "average" and such, where these are nearer to one. */
  #plain(text: string) {
    const plain = this.#search(text);
    const words = text.split(" ").filter((word) => {
      const plain = word.toLowerCase();
      return !statisticWords.has(plain) && !joiningWords.has(plain);
    });
    if (words.length === 0 || (plain[0]?.score ?? 0) >= surely) return plain;
    const named = this.#search(words.join(" "));
    return (named[0]?.score ?? 0) > (plain[0]?.score ?? 0) ? named : plain;
  }

  #search(text: string, isLoose = false): (Meant & { readonly score: number })[] {
    const { observations } = this.#world;
    const hasData = (node: TermId) => observations.seriesCountOf(node) > 0;
    const how = { meaning: this.#meaning, governor: this.#governor, isLoose };
    return subjectsOf(this.#world, this.#governor)
      .search(text, hasData, how)
      .map(({ node, score }) => ({ ...this.#world.graph.named(node), score }));
  }
}

/** Whether a variable is a value per person already. */
export const isPerCapita = ({ dcid, name = "" }: Meant): boolean =>
  /per ?(?:capita|person|head)/i.test(`${dcid} ${name}`);

/** Whether a word asks for a statistic that none of the variables has in its name. */
const isUnsaid = (word: string, variables: readonly Meant[]): boolean =>
  statisticWords.get(word)?.test(variables.map(({ dcid, name }) => `${dcid} ${name}`).join(" ")) ===
  false;

function takeSaid(asked: AskedText, runs: readonly Run[], variables: readonly Meant[]): void {
  for (const { from, to } of runs) {
    for (let at = from; at < to; at++) {
      if (!isUnsaid(asked.plainAt(at), variables)) asked.take(at, at + 1);
    }
  }
}

const isDividing = ({ kind }: ReadPhrase): boolean =>
  kind === "comparison" || kind === "correlation";

/**
 * Words that no other part has, without such as "what is the" at both ends. They are divided at "and", commas, and
 * phrases that compare.
 */
function partsOf(asked: AskedText, phrases: readonly ReadPhrase[]): Run[][] {
  const joints = new Set(phrases.filter(isDividing).map(({ from }) => from));
  const parts: Run[][] = [[]];
  let start = 0;
  const close = (end: number) => {
    const run = trimmed(asked, { from: start, to: end });
    if (run.from < run.to) parts.at(-1)?.push(run);
    start = end + 1;
  };
  for (let at = 0; at < asked.words.length; at++) {
    const isJoint = joints.has(at) || (asked.isFree(at) && jointWords.has(asked.plainAt(at)));
    const hasComma = asked.hasCommaBefore(at);
    if (hasComma && start < at) {
      close(at);
      start = at;
    }
    if (isJoint || !asked.isFree(at)) close(at);
    if (isJoint || hasComma) parts.push([]);
  }
  close(asked.words.length);
  return parts.filter((part) => part.length > 0);
}

function trimmed(asked: AskedText, run: Run): Run {
  let { from, to } = run;
  // "How did", "how does".
  if (asked.plainAt(from) === "how" && from + 1 < to && isJoining(asked, from + 1)) from++;
  while (from < to && isJoining(asked, from)) from++;
  while (to > from && isJoining(asked, to - 1)) to--;
  let isAny = false;
  for (let at = from; at < to; at++)
    if (!isJoining(asked, at) && !openingWords.has(asked.plainAt(at))) isAny = true;
  return isAny ? { from, to } : { from, to: from };
}

const isJoining = (asked: AskedText, at: number): boolean => joiningWords.has(asked.plainAt(at));
