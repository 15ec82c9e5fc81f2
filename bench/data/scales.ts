/** How large a world is. */

export interface WorldSize {
  /** Distinct rows of subject, predicate and object. */
  readonly triples: number;
  readonly observations: number;
  readonly variables: number;
  readonly countries: number;
  /** Counties and cities of the United States. */
  readonly counties: number;
  readonly cities: number;
  /** Counties that a state of another country has at most. */
  readonly countiesAbroad: number;
  /** Points that a series of a core variable has at most. */
  readonly coreLength: number;
}

/** T is for tests and smoke runs. */
export type Scale = "T" | "S" | "M" | "L";

const full = { countries: 200, counties: 3143, cities: 29_000 };

export const worldSizes: Readonly<Record<Scale, WorldSize>> = {
  T: {
    triples: 30_000,
    observations: 40_000,
    variables: 200,
    countries: 20,
    counties: 600,
    cities: 500,
    countiesAbroad: 2,
    coreLength: 5,
  },
  S: {
    ...full,
    triples: 1_000_000,
    observations: 1_000_000,
    variables: 5000,
    countiesAbroad: 12,
    coreLength: 10,
  },
  M: {
    ...full,
    triples: 10_000_000,
    observations: 10_000_000,
    variables: 25_000,
    countiesAbroad: 60,
    coreLength: 14,
  },
  L: {
    ...full,
    triples: 50_000_000,
    observations: 50_000_000,
    variables: 60_000,
    countiesAbroad: 120,
    coreLength: 14,
  },
};

export function isScale(text: string): text is Scale {
  return Object.hasOwn(worldSizes, text);
}
