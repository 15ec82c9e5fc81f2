/** The reads of `/v2/observation`. */

import { unitedStates } from "../data/places.ts";
import type { Random } from "../data/random.ts";
import { coreYear } from "../data/series.ts";
import type { WorldPlan } from "../data/world.ts";
import type { Case } from "../harness.ts";
import { existenceLines, pointLines } from "../lines.ts";
import { observationCase } from "./asking.ts";

const select = ["date", "value"] as const;

const wellObserved = ({ countries, states, counties }: WorldPlan) => [
  ...countries,
  ...states,
  ...counties,
];

const distinct = (items: readonly string[], random: Random, count: number) => [
  ...new Set(Array.from({ length: count }, () => random.pick(items))),
];

interface Point {
  readonly variable: string;
  readonly entity: string;
}

interface Latest {
  readonly variable: string;
  readonly entities: readonly string[];
}

interface Grid {
  readonly variables: readonly string[];
  readonly entities: readonly string[];
}

export const observationCases: readonly Case[] = [
  observationCase<Point>({
    name: "o1",
    title: "one series, all its facets",
    argumentsOf: (plan, random) => {
      const entities = wellObserved(plan);
      return Array.from({ length: 1000 }, () => ({
        variable: random.pick(plan.coreVariables),
        entity: random.pick(entities),
      }));
    },
    requestsOf: ({ variable, entity }) => [
      { variable: { dcids: [variable] }, entity: { dcids: [entity] }, select },
    ],
    lines: pointLines,
    expected: (naive, { variable, entity }) => naive.pointsOf([variable], [entity], ""),
  }),
  observationCase<Latest>({
    name: "o2",
    title: "LATEST of all counties, by dcid",
    argumentsOf: ({ coreVariables, counties }) =>
      coreVariables.map((variable) => ({ variable, entities: counties })),
    requestsOf: ({ variable, entities }) => [
      { date: "LATEST", variable: { dcids: [variable] }, entity: { dcids: entities }, select },
    ],
    lines: pointLines,
    expected: (naive, { variable, entities }) => naive.pointsOf([variable], entities, "LATEST"),
  }),
  observationCase<string>({
    name: "o2_expression",
    title: "LATEST of all counties, by expression",
    argumentsOf: ({ coreVariables }) => coreVariables,
    requestsOf: (variable) => [
      {
        date: "LATEST",
        variable: { dcids: [variable] },
        entity: { expression: `${unitedStates}<-containedInPlace+{typeOf:County}` },
        select,
      },
    ],
    lines: pointLines,
    expected: (naive, variable) => naive.latestWithin(variable, unitedStates, "County"),
  }),
  observationCase<Grid>({
    name: "o3",
    title: "one date, 10 variables × 50 entities",
    argumentsOf: (plan, random) => {
      const entities = wellObserved(plan);
      return Array.from({ length: 40 }, () => ({
        variables: plan.coreVariables.slice(0, 10),
        entities: distinct(entities, random, 50),
      }));
    },
    requestsOf: ({ variables, entities }) => [
      {
        date: String(coreYear),
        variable: { dcids: variables },
        entity: { dcids: entities },
        select,
      },
    ],
    lines: pointLines,
    expected: (naive, { variables, entities }) =>
      naive.pointsOf(variables, entities, `${coreYear}`),
  }),
  observationCase<string>({
    name: "o4",
    title: "variables of an entity",
    argumentsOf: (plan, random) =>
      Array.from({ length: 1000 }, () => random.pick(random.pick([plan.counties, plan.cities]))),
    requestsOf: (entity) => [{ entity: { dcids: [entity] }, select: ["variable", "entity"] }],
    lines: existenceLines,
    expected: (naive, entity) => naive.variablesOf(entity),
  }),
];
