/** Observations: a few variables about everything, and many about a few places. */

import { cityOf, type Places } from "./places.ts";
import type { Random } from "./random.ts";
import type { WorldSize } from "./scales.ts";
import { type Source, sources } from "./sources.ts";
import type { StatementTee } from "./statements.ts";

/** A variable and an entity that it is observed of. */
export type ObservedPair = readonly [variable: string, entity: string];

/** What there is to ask about. */
export interface ObservedPlan {
  /** Variables that are observed of every country, and every state and county at home. */
  readonly coreVariables: readonly string[];
  /** Some pairs of the other variables. */
  readonly observedPairs: readonly ObservedPair[];
}

/** Years in which most of the series of core variables have a point, if they are yearly. */
export const coreYears = { first: 2012, count: 5 } as const;

/** Of 100 entities, how many the first source of a core variable has, and how many the others. */
const coverage = { first: 95, others: 60 };
/** Of 100 core variables, how many have a second and a third source. */
const furtherSources = [55, 20];
const sourcesPerVariable = 1.7;
const pairsKept = 8000;

/** Makes exactly the wanted observations. */
export function makeObservations(
  random: Random,
  out: StatementTee,
  size: WorldSize,
  variables: readonly string[],
  places: Places,
): ObservedPlan {
  const maker = new SeriesMaker(random, out, size, places);
  const coreCount = maker.coreCount();
  const coreVariables = variables.slice(0, coreCount);
  maker.makeCore(coreVariables);
  return { coreVariables, observedPairs: maker.makeRest(variables.slice(coreCount)) };
}

/** Every country, and every state and county of the United States. */
export function wellObserved({ countries, states, counties }: Places): string[] {
  return [...countries, ...states, ...counties];
}

class SeriesMaker {
  readonly #random: Random;
  readonly #out: StatementTee;
  readonly #size: WorldSize;
  readonly #places: Places;
  readonly #entities: readonly string[];

  constructor(random: Random, out: StatementTee, size: WorldSize, places: Places) {
    this.#random = random;
    this.#out = out;
    this.#size = size;
    this.#places = places;
    this.#entities = wellObserved(places);
  }

  /** So many that theirs are somewhat more than half of the observations. */
  coreCount(): number {
    const { observations, coreLength } = this.#size;
    const perVariable = this.#entities.length * coreLength * sourcesPerVariable * 0.8;
    return Math.max(10, Math.round((observations * 0.55) / perVariable));
  }

  /** Files come by source, place and variable, so the rows do too. */
  makeCore(variables: readonly string[]): void {
    const chosen = variables.map((_, at) => this.#sourcesOf(at));
    for (const [number, source] of sources.entries()) {
      const measured = variables.filter((_, at) => chosen[at]!.includes(number));
      const isFirst = new Set(variables.filter((_, at) => chosen[at]![0] === number));
      for (const entity of this.#entities) {
        for (const variable of measured) {
          const percent = isFirst.has(variable) ? coverage.first : coverage.others;
          if (this.#random.below(100) >= percent) continue;
          const length = this.#size.coreLength - this.#random.below(3);
          this.#series(variable, entity, source, 2010 + (number % 3), length);
        }
      }
    }
  }

  /** Pass by pass another source of each variable, of a few places each. */
  makeRest(variables: readonly string[]): ObservedPair[] {
    const pairs: ObservedPair[] = [];
    for (let pass = 0; !this.#isFull(); pass++) {
      for (const [at, variable] of variables.entries()) {
        this.#makeRun(variable, sources[(at * 7 + pass) % sources.length]!, pairs);
      }
    }
    return pairs;
  }

  #makeRun(variable: string, source: Source, pairs: ObservedPair[]): void {
    const random = this.#random;
    const { count, at } = this.#somePlaces();
    const first = random.below(count);
    // Mostly a handful of places, sometimes a hundred.
    const length = 3 + Math.floor(1 / (random.fraction() + 0.01));
    for (let step = 0; step < length && !this.#isFull(); step++) {
      const entity = at((first + step * 3) % count);
      this.#series(variable, entity, source, 2000 + random.below(8), 3 + random.below(18));
      if (random.fraction() * this.#size.observations < pairsKept * 25) {
        pairs.push([variable, entity]);
      }
    }
  }

  #somePlaces(): { readonly count: number; readonly at: (number: number) => string } {
    const places = this.#places;
    const kind = this.#random.below(10);
    if (kind < 5) return { count: places.cityCount, at: (number) => cityOf(places, number) };
    const list = kind < 8 ? this.#entities : places.countiesAbroad;
    return { count: list.length, at: (number) => list[number]! };
  }

  /** Numbers of the sources of a core variable, the best one first. */
  #sourcesOf(variable: number): readonly number[] {
    const numbers = new Set([variable % sources.length]);
    for (const [step, percent] of furtherSources.entries()) {
      if (this.#random.below(100) >= percent) continue;
      numbers.add((variable * 11 + step * 17 + 5) % sources.length);
    }
    return [...numbers];
  }

  #series(variable: string, entity: string, source: Source, first: number, length: number): void {
    const isMonthly = source.period === "P1M";
    for (let step = 0; step < length && !this.#isFull(); step++) {
      const date = isMonthly ? monthOf(first + 8, step) : String(first + step);
      this.#out.observation(variable, entity, source, date, this.#value());
    }
  }

  #isFull(): boolean {
    return this.#out.observations >= this.#size.observations;
  }

  /** Counts and decimals; some of these end in a zero, which a number alone would not print. */
  #value(): string {
    const random = this.#random;
    return random.oneIn(3)
      ? `${random.below(100)}.${random.below(97)}`
      : String(random.below(1_000_003));
  }
}

/** So many months after a January. */
function monthOf(year: number, month: number): string {
  return `${year + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
}
