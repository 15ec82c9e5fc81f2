/** Names for requests: known ones, unknown ones, and texts that no request had before. */

import { cityOf } from "../data/places.ts";
import { Random } from "../data/random.ts";
import { coreYears } from "../data/series.ts";
import type { WorldPlan } from "../data/world.ts";

/** One in so many names does not occur in the world. */
const unknownOneIn = 10;

export class Draw {
  readonly random: Random;
  readonly #plan: WorldPlan;
  #serial = 0;

  /** The same names in the same order for the same seed. */
  constructor(plan: WorldPlan, seed: number) {
    this.#plan = plan;
    this.random = new Random(seed);
  }

  /** A text that was never drawn before and means nothing: letters and digits. */
  fresh(): string {
    this.#serial += 1;
    return `n${this.#serial.toString(36)}`;
  }

  place(): string {
    const { random } = this;
    if (random.oneIn(unknownOneIn)) return `geoId/${this.fresh()}`;
    const { countries, counties, countiesAbroad, cityCount } = this.#plan;
    const kind = random.below(6);
    if (kind === 0) return random.pick(countries);
    if (kind === 1) return this.state();
    if (kind === 2) return random.pick(counties);
    if (kind === 3) return random.pick(countiesAbroad);
    return cityOf(this.#plan, random.below(cityCount));
  }

  /** A place that has parts, some dozen of them. */
  state(): string {
    return this.random.pick(this.#plan.states);
  }

  variable(): string {
    const { random } = this;
    if (random.oneIn(unknownOneIn)) return `Count_${this.fresh()}`;
    const { coreVariables, variables } = this.#plan;
    return random.pick(random.oneIn(3) ? variables : coreVariables);
  }

  places(most: number): string[] {
    return this.#some(most, () => this.place());
  }

  variables(most: number): string[] {
    return this.#some(most, () => this.variable());
  }

  date(): string {
    const { random } = this;
    if (random.oneIn(unknownOneIn)) return this.fresh();
    return random.pick(["LATEST", String(coreYears.first + random.below(coreYears.count))]);
  }

  type(): string {
    const known = ["City", "County", "State", "Country", "StatisticalVariable"];
    return this.random.oneIn(unknownOneIn) ? `Type_${this.fresh()}` : this.random.pick(known);
  }

  property(): string {
    const known = ["name", "typeOf", "containedInPlace", "latitude", "geoId", "wikidataId"];
    return this.random.oneIn(3) ? `p${this.fresh()}` : this.random.pick(known);
  }

  /** A relation expression; most were never seen. */
  relation(): string {
    const { random } = this;
    const kind = random.below(6);
    if (kind === 0) return random.pick(["->", "<-", "->*"]);
    if (kind === 1) return `->${this.property()}`;
    if (kind === 2) return `->[${this.#some(4, () => this.property()).join(", ")}]`;
    if (kind === 3) return `<-containedInPlace{typeOf:${this.type()}}`;
    if (kind === 4) return `<-containedInPlace+{typeOf:[${this.type()}, T${this.fresh()}]}`;
    // One that is none, of a text that is new.
    return `->${this.property()}{${this.fresh()}`;
  }

  #some<Item>(most: number, make: () => Item): Item[] {
    return Array.from({ length: 1 + this.random.below(most) }, make);
  }
}
