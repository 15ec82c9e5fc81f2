/** Observations: a few variables about everything, and many about a few places. */

import type { Places } from "./places.ts";
import type { Random } from "./random.ts";
import { type Source, sources } from "./sources.ts";
import type { StatementTee } from "./statements.ts";

/** Variables that are observed of every country, state and county of the United States. */
export const coreCount = 12;
/** A year in which most of the series of core variables have a point. */
export const coreYear = 2022;

const lastYear = 2023;
/** Of 100 entities, how many the first, second and third source of a core variable knows. */
const coverage = [98, 60, 20];

/** Makes observations until the world has exactly `observationsMax`. */
export function makeObservations(
  random: Random,
  out: StatementTee,
  variables: readonly string[],
  places: Places,
  observationsMax: number,
): void {
  const maker = new SeriesMaker(random, out, observationsMax);
  maker.makeCore(variables.slice(0, coreCount), [
    ...places.countries,
    ...places.states,
    ...places.counties,
  ]);
  maker.makeRest(variables.slice(coreCount), [places.cities, places.cities, places.counties]);
}

class SeriesMaker {
  readonly #random: Random;
  readonly #out: StatementTee;
  readonly #observationsMax: number;

  constructor(random: Random, out: StatementTee, observationsMax: number) {
    this.#random = random;
    this.#out = out;
    this.#observationsMax = observationsMax;
  }

  /** About six of ten observations. Files come by source, so the rows do too. */
  makeCore(variables: readonly string[], entities: readonly string[]): void {
    const share = coverage.reduce((sum, percent) => sum + percent, 0) / 100;
    const dates = (this.#observationsMax * 0.6) / (entities.length * variables.length * share);
    const length = Math.max(2, Math.round(dates));
    const yearly = sources.filter(({ period }) => period !== "P1M");
    for (const [number, source] of yearly.entries()) {
      for (const [at, variable] of variables.entries()) {
        // Source 3v is the first of variable v, the next two are its others.
        const percent = coverage[modulo(number - at * coverage.length, yearly.length)];
        if (percent === undefined) continue;
        for (const entity of entities) {
          if (this.#random.below(100) >= percent) continue;
          // Some publishers are a year behind with some places.
          const end = lastYear - (this.#random.oneIn(6) ? 1 : 0);
          this.#series(variable, entity, source, end, length - this.#random.below(2));
        }
      }
    }
  }

  /** Runs of a few places each; pass by pass, another source of each variable. */
  makeRest(variables: readonly string[], pools: readonly (readonly string[])[]): void {
    for (const source of sources) {
      for (const variable of variables) {
        const pool = this.#random.pick(pools);
        const first = this.#random.below(pool.length);
        const count = Math.min(pool.length, 1 + this.#random.below(24));
        for (let step = 0; step < count; step++) {
          if (this.#isFull()) return;
          const entity = pool[(first + step) % pool.length]!;
          this.#series(variable, entity, source, lastYear, 1 + this.#random.below(12));
        }
      }
    }
    throw new Error("more observations are wanted than the variables have sources");
  }

  #series(variable: string, entity: string, source: Source, end: number, length: number): void {
    const isMonthly = source.period === "P1M";
    for (let step = length - 1; step >= 0 && !this.#isFull(); step--) {
      const date = isMonthly ? monthOf(end, step) : String(end - step);
      this.#out.observation(variable, entity, source, date, this.#value());
    }
  }

  #isFull(): boolean {
    return this.#out.observations >= this.#observationsMax;
  }

  /** Counts, decimals, and a few that a number alone would not print as they were written. */
  #value(): string {
    const random = this.#random;
    switch (random.below(4)) {
      case 0:
        return String(random.below(100_000) / 1000);
      case 1:
        return (random.below(10_000) / 10).toFixed(1);
      case 2:
        return String(random.below(1000));
      default:
        return String(random.below(10_000_000));
    }
  }
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

/** The month that lies `stepsBack` before December. */
function monthOf(year: number, stepsBack: number): string {
  return `${year}-${String(12 - stepsBack).padStart(2, "0")}`;
}
