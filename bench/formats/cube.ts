/** Observations that every format can hold: entities × dates × variables, each with a value. */

import { Random } from "../data/random.ts";

/** Ten of each, so that a table with a variable per column has ten of them. */
const [variableCount, dateCount] = [10, 10];
const firstYear = 2010;
const valueMax = 100_000;

export class Cube {
  readonly variables: readonly string[];
  readonly dates: readonly string[];
  readonly entities: readonly string[];
  readonly #values: readonly string[];

  /** @param observations at least; a round number of entities has them */
  constructor(observations: number) {
    const random = new Random(7);
    const entityCount = Math.ceil(observations / variableCount / dateCount);
    this.variables = numbered(variableCount, (at) => `Count_Thing_${at}`);
    this.dates = numbered(dateCount, (at) => String(firstYear + at));
    this.entities = numbered(entityCount, (at) => `geoId/${String(at).padStart(6, "0")}`);
    this.#values = numbered(this.size, (at) => (random.fraction() * valueMax).toFixed(at % 3));
  }

  get size(): number {
    return variableCount * dateCount * this.entities.length;
  }

  valueOf(variable: number, entity: number, date: number): string {
    return this.#values[(entity * dateCount + date) * variableCount + variable]!;
  }

  /** A line per observation, in the order of series. */
  *long(
    lineOf: (variable: string, entity: string, date: string, value: string) => string,
  ): Generator<string> {
    for (const [variable, name] of this.variables.entries()) {
      for (const [entity, place] of this.entities.entries()) {
        for (const [date, year] of this.dates.entries()) {
          yield lineOf(name, place, year, this.valueOf(variable, entity, date));
        }
      }
    }
  }

  /** A line per entity and date, with a value for each variable. */
  *wide(
    lineOf: (entity: string, date: string, values: readonly string[]) => string,
  ): Generator<string> {
    for (const [entity, place] of this.entities.entries()) {
      for (const [date, year] of this.dates.entries()) {
        const values = this.variables.map((_name, at) => this.valueOf(at, entity, date));
        yield lineOf(place, year, values);
      }
    }
  }
}

function numbered(count: number, textOf: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => textOf(at));
}
