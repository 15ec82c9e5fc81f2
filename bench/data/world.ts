/** A world as Data Commons has them, made of nothing but a size: every run makes the same one. */

import { isCity, PlaceMaker, type Places } from "./places.ts";
import { Random } from "./random.ts";
import type { WorldSize } from "./scales.ts";
import { makeObservations, type ObservedPlan } from "./series.ts";
import { type Statements, StatementTee } from "./statements.ts";
import { makeSchema, makeVariables } from "./variables.ts";

/** What there is to ask about. */
export interface WorldPlan extends Places, ObservedPlan {
  readonly size: WorldSize;
  readonly variables: readonly string[];
}

const seed = 20_240_229;

/** Statements are passed on one by one; none is kept. */
export function generateWorld(size: WorldSize, takers: readonly Statements[]): WorldPlan {
  const random = new Random(seed);
  const out = new StatementTee(takers);
  makeSchema(out);
  const variables = makeVariables(random, out, size.variables);
  const places = new PlaceMaker(random, out, size).make();
  const observed = makeObservations(random, out, size, variables, places);
  return { ...places, ...observed, size, variables };
}

/** Types of which a page may be asked, and who is of them. */
export const pagedTypes: Readonly<Record<string, (plan: WorldPlan, dcid: string) => boolean>> = {
  County: ({ counties, countiesAbroad }, dcid) =>
    counties.includes(dcid) || countiesAbroad.includes(dcid),
  City: isCity,
  StatisticalVariable: ({ variables }, dcid) => variables.includes(dcid),
};
