/** Places: Earth, continents, countries, states, counties, cities. */

import { describePlace, placeName } from "./names.ts";
import { type Random, scattered } from "./random.ts";
import type { WorldSize } from "./scales.ts";
import { provenances } from "./sources.ts";
import type { StatementTee } from "./statements.ts";

export const unitedStates = "country/USA";

/** Dcids in the order of their making. Cities are too many for a list: see `cityOf`. */
export interface Places {
  readonly countries: readonly string[];
  /** Of the United States only. */
  readonly states: readonly string[];
  readonly counties: readonly string[];
  readonly countiesAbroad: readonly string[];
  readonly cityCount: number;
  /** The first cities are those of the United States. */
  readonly cityCountAtHome: number;
}

const continents = ["africa", "asia", "europe", "northamerica", "oceania", "southamerica"];
const stateCount = 51;
/** No place has more triples than this. */
const placeTriplesMax = 12;
/** Numbers of Wikidata begin here, far from each other. */
const stateNumbers = 3_000_000;
const countyNumbers = 5_000_000;
const cityNumbers = 100_000_000;
const firstGeoId = 10_000;

/** The city of a number below `cityCount`. */
export function cityOf(places: Places, number: number): string {
  if (number >= places.cityCountAtHome) {
    return `wikidataId/Q${cityNumbers + number * 3 + scattered(number, 3)}`;
  }
  return `${stateOf(countyAround(places, number))}${firstGeoId + number}`;
}

/** Is it the dcid of one of the cities? */
export function isCity(places: Places, dcid: string): boolean {
  const [, geoId, wikidata] = /^(?:geoId\/\d\d(\d+)|wikidataId\/Q(\d+))$/.exec(dcid) ?? [];
  const number =
    geoId === undefined
      ? Math.floor((Number(wikidata) - cityNumbers) / 3)
      : Number(geoId) - firstGeoId;
  return number >= 0 && number < places.cityCount && cityOf(places, number) === dcid;
}

/** The county of a city of the United States. */
function countyAround({ counties }: Pick<Places, "counties">, city: number): string {
  return counties[scattered(city, counties.length)]!;
}

function stateOf(county: string): string {
  return county.slice(0, "geoId/00".length);
}

/** Makes places until the world has exactly the wanted triples. */
export class PlaceMaker {
  readonly #random: Random;
  readonly #out: StatementTee;
  readonly #size: WorldSize;
  readonly #states: string[] = [];
  readonly #counties: string[] = [];
  readonly #countiesAbroad: string[] = [];
  readonly #statesAbroad: string[] = [];
  #made = 0;

  constructor(random: Random, out: StatementTee, size: WorldSize) {
    this.#random = random;
    this.#out = out;
    this.#size = size;
  }

  make(): Places {
    this.#place("Earth", "Place", [], "Earth");
    for (const continent of continents) this.#place(continent, "Continent", ["Earth"], continent);
    const codes = countryCodes(this.#size.countries);
    const countries = codes.map((code) => `country/${code}`);
    for (const [number, country] of countries.entries()) {
      this.#place(country, "Country", [continents[number % continents.length]!]);
      this.#out.attribute(country, "isoCode", codes[number]!, provenances.places);
      if (country === unitedStates) this.#makeStates(country);
      else this.#makeRegions(country, number);
    }
    const places = {
      countries,
      states: this.#states,
      counties: this.#counties,
      countiesAbroad: this.#countiesAbroad,
      cityCount: Number.POSITIVE_INFINITY,
      cityCountAtHome: this.#size.cities,
    };
    return { ...places, cityCount: this.#makeCities(places) };
  }

  #makeStates(country: string): void {
    for (let number = 1; number <= stateCount; number++) {
      const state = `geoId/${digits(number, 2)}`;
      this.#states.push(state);
      this.#place(state, "State", [country]);
      const share = Math.floor((this.#size.counties * number) / stateCount);
      for (let part = 0; this.#counties.length < share; part++) {
        const county = `${state}${digits(part * 2 + 1, 3)}`;
        this.#counties.push(county);
        this.#place(county, "County", [state], `${placeName(this.#random)} County`);
        this.#geoId(county);
      }
    }
  }

  /** States and counties of another country. */
  #makeRegions(country: string, number: number): void {
    const states = 6 + this.#random.below(16);
    for (let at = 0; at < states; at++) {
      const state = `wikidataId/Q${stateNumbers + number * 1000 + at}`;
      this.#place(state, "State", [country], `${placeName(this.#random)} Province`);
      const counties = 1 + this.#random.below(this.#size.countiesAbroad);
      for (let part = 0; part < counties; part++) {
        const county = `wikidataId/Q${countyNumbers + number * 100_000 + at * 1000 + part}`;
        this.#countiesAbroad.push(county);
        this.#statesAbroad.push(state);
        this.#place(county, "County", [state], `${placeName(this.#random)} District`);
      }
    }
  }

  /** What is left at the end are further names. @returns how many cities there are. */
  #makeCities(places: Places): number {
    const random = this.#random;
    const out = this.#out;
    let number = 0;
    for (; out.triples + placeTriplesMax <= this.#size.triples; number++) {
      const isAtHome = number < places.cityCountAtHome;
      const abroad = random.below(this.#countiesAbroad.length);
      const county = isAtHome ? countyAround(places, number) : this.#countiesAbroad[abroad]!;
      const state = isAtHome ? stateOf(county) : this.#statesAbroad[abroad]!;
      const city = cityOf(places, number);
      this.#place(city, "City", random.oneIn(5) ? [county, state] : [county]);
      if (number % 20 === 7) out.link(city, "typeOf", "Town", provenances.places);
      if (isAtHome) this.#geoId(city);
    }
    for (let city = 0; out.triples < this.#size.triples; city++) {
      const name = `${placeName(random)} ${city}`;
      out.attribute(cityOf(places, city), "alternateName", name, provenances.places);
    }
    return number;
  }

  #place(dcid: string, type: string, parents: readonly string[], given?: string): void {
    const random = this.#random;
    const out = this.#out;
    const name = given ?? placeName(random);
    out.link(dcid, "typeOf", type, provenances.places);
    out.attribute(dcid, "name", name, provenances.places);
    for (const parent of parents) {
      out.link(dcid, "containedInPlace", parent, provenances.places);
    }
    out.attribute(dcid, "latitude", decimal(random, 75), provenances.places);
    out.attribute(dcid, "longitude", decimal(random, 180), provenances.places);
    if (random.below(100) < 3) {
      out.attribute(dcid, "description", describePlace(name, type, random), provenances.places);
    }
    const wikidataId = `Q${1000 + this.#made++ * 7 + random.below(7)}`;
    out.attribute(dcid, "wikidataId", wikidataId, provenances.wikidata);
  }

  #geoId(place: string): void {
    this.#out.attribute(place, "geoId", place.slice("geoId/".length), provenances.places);
  }
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

/** Degrees within ± `max`, with four decimals. */
function decimal(random: Random, max: number): string {
  return (random.fraction() * 2 * max - max).toFixed(4);
}
