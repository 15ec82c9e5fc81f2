/** Places: Earth, countries, states, counties, cities. */

import { describePlace, placeName } from "./names.ts";
import type { Random } from "./random.ts";
import { provenances } from "./sources.ts";
import type { StatementTee } from "./statements.ts";

export const unitedStates = "country/USA";

/** Dcids in the order of their making. */
export interface Places {
  readonly countries: readonly string[];
  /** Of the United States only. */
  readonly states: readonly string[];
  readonly counties: readonly string[];
  /** Of all countries. */
  readonly cities: readonly string[];
}

const stateCount = 51;
const countyCount = 3143;
const countryCount = 200;
/** No place has more triples than this. */
const placeTriplesMax = 16;

interface Kind {
  readonly types: readonly string[];
  readonly noun: string;
}

const kinds = {
  earth: { types: ["Place"], noun: "planet" },
  country: { types: ["Country"], noun: "country" },
  state: { types: ["AdministrativeArea1", "State"], noun: "state" },
  county: { types: ["AdministrativeArea2", "County"], noun: "county" },
  city: { types: ["City"], noun: "city" },
  town: { types: ["City", "Town"], noun: "town" },
} as const satisfies Record<string, Kind>;

/** Makes places until the world has exactly `triplesMax` triples. */
export class PlaceMaker {
  readonly #random: Random;
  readonly #out: StatementTee;
  readonly #triplesMax: number;
  readonly #states: string[] = [];
  readonly #counties: string[] = [];
  readonly #otherCounties: { readonly county: string; readonly state: string }[] = [];
  readonly #cities: string[] = [];
  #wikidataNumber = 1000;

  constructor(random: Random, out: StatementTee, triplesMax: number) {
    this.#random = random;
    this.#out = out;
    this.#triplesMax = triplesMax;
  }

  make(): Places {
    this.#place("Earth", kinds.earth, [], "Earth");
    const countries = countryCodes(scaled(this.#triplesMax, 5000, 5, countryCount)).map(
      (code) => `country/${code}`,
    );
    for (const country of countries) {
      this.#place(country, kinds.country, ["Earth"]);
      if (country === unitedStates) this.#makeStates(country);
      else this.#makeRegions(country);
    }
    this.#makeCities();
    return { countries, states: this.#states, counties: this.#counties, cities: this.#cities };
  }

  #makeStates(country: string): void {
    const counties = scaled(this.#triplesMax, 60, 600, countyCount);
    for (let number = 1; number <= stateCount; number++) {
      const state = `geoId/${digits(number, 2)}`;
      this.#states.push(state);
      this.#place(state, kinds.state, [country]);
      const share = Math.floor((counties * number) / stateCount) - this.#counties.length;
      for (let part = 0; part < share; part++) {
        const county = `${state}${digits(part * 2 + 1, 3)}`;
        this.#counties.push(county);
        this.#place(county, kinds.county, [state], `${placeName(this.#random)} County`);
        this.#out.attribute(county, "geoId", county.slice("geoId/".length), provenances.places);
      }
    }
  }

  /** States and counties of another country. */
  #makeRegions(country: string): void {
    for (let left = 6 + this.#random.below(10); left > 0; left--) {
      const state = this.#nextWikidataDcid();
      this.#place(state, kinds.state, [country]);
      for (let parts = 1 + this.#random.below(10); parts > 0; parts--) {
        const county = this.#nextWikidataDcid();
        this.#otherCounties.push({ county, state });
        this.#place(county, kinds.county, [state]);
      }
    }
  }

  /** Every third city lies in the United States. What is left at the end are further names. */
  #makeCities(): void {
    const random = this.#random;
    while (this.#out.triples + placeTriplesMax <= this.#triplesMax) {
      const number = this.#cities.length;
      const isAbroad = number % 3 !== 0;
      const abroad = random.pick(this.#otherCounties);
      const county = isAbroad ? abroad.county : random.pick(this.#counties);
      const state = isAbroad ? abroad.state : county.slice(0, "geoId/00".length);
      const dcid = isAbroad ? this.#nextWikidataDcid() : `${state}${digits(number, 6)}`;
      const parents = random.oneIn(5) ? [county, state] : [county];
      this.#cities.push(dcid);
      this.#place(dcid, random.oneIn(10) ? kinds.town : kinds.city, parents);
    }
    for (let city = 0; this.#out.triples < this.#triplesMax; city++) {
      const name = `${placeName(random)} ${city}`;
      this.#out.attribute(this.#cities[city]!, "alternateName", name, provenances.places);
    }
  }

  #place(dcid: string, { types, noun }: Kind, parents: readonly string[], given?: string): void {
    const random = this.#random;
    const out = this.#out;
    const name = given ?? placeName(random);
    for (const type of types) out.link(dcid, "typeOf", type, provenances.places);
    out.attribute(dcid, "name", name, provenances.places);
    for (const parent of parents) {
      out.link(dcid, "containedInPlace", parent, provenances.places);
    }
    out.attribute(dcid, "latitude", decimal(random, 90), provenances.places);
    out.attribute(dcid, "longitude", decimal(random, 180), provenances.places);
    if (random.oneIn(30)) {
      out.attribute(dcid, "description", describePlace(name, noun, random), provenances.places);
    }
    // A second publisher, who repeats some of what the first one said.
    const wikidataId = dcid.startsWith("wikidataId/")
      ? dcid.slice("wikidataId/".length)
      : this.#nextWikidataId();
    out.attribute(dcid, "wikidataId", wikidataId, provenances.wikidata);
    if (random.oneIn(4)) out.attribute(dcid, "name", name, provenances.wikidata);
    if (random.oneIn(6)) out.link(dcid, "typeOf", types[0]!, provenances.wikidata);
    if (random.oneIn(3)) {
      out.attribute(dcid, "timeZone", `UTC${random.below(25) - 12}`, provenances.wikidata);
    }
  }

  #nextWikidataId(): string {
    this.#wikidataNumber += 1 + this.#random.below(40);
    return `Q${this.#wikidataNumber}`;
  }

  #nextWikidataDcid(): string {
    return `wikidataId/${this.#nextWikidataId()}`;
  }
}

/** One per `each` triples, within limits. */
export function scaled(triples: number, each: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(triples / each)));
}

/** USA, then three letters each. */
function countryCodes(count: number): string[] {
  return Array.from({ length: count }, (_, number) => {
    const letters = [number / 676, number / 26, number].map((part) => 65 + (part % 26));
    return number === 0 ? "USA" : String.fromCharCode(...letters);
  });
}

function digits(number: number, count: number): string {
  return String(number).padStart(count, "0");
}

/** Degrees within ± `max`, with up to four decimals. */
function decimal(random: Random, max: number): string {
  return String((random.below(max * 20_000) - max * 10_000) / 10_000);
}
