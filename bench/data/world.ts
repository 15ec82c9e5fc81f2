/** A world as Data Commons has them, made of nothing but a size: every run makes the same one. */

import { PlaceMaker, type Places, scaled } from "./places.ts";
import { Random } from "./random.ts";
import { coreCount, makeObservations } from "./series.ts";
import { type Statements, StatementTee } from "./statements.ts";
import { makeSchema, makeVariables } from "./variables.ts";

export interface WorldSize {
  /** Distinct rows of subject, predicate, object and provenance. */
  readonly triples: number;
  readonly observations: number;
}

/** What there is to ask about. */
export interface WorldPlan extends Places {
  readonly size: WorldSize;
  readonly variables: readonly string[];
  /** Variables with observations of every country, state and county. */
  readonly coreVariables: readonly string[];
}

const seed = 20_240_229;
/** Below this the counties alone would be too many. */
const triplesMin = 20_000;

export function generateWorld(size: WorldSize, takers: readonly Statements[]): WorldPlan {
  if (!(size.triples >= triplesMin)) throw new Error(`a world has at least ${triplesMin} triples`);
  const random = new Random(seed);
  const out = new StatementTee(takers);
  makeSchema(out);
  const variables = makeVariables(random, out, scaled(size.triples, 200, 100, 20_000));
  const places = new PlaceMaker(random, out, size.triples).make();
  makeObservations(random, out, variables, places, size.observations);
  return { ...places, size, variables, coreVariables: variables.slice(0, coreCount) };
}
