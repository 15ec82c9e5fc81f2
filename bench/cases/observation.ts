/** The reads of `/v2/observation`. */

import { existenceLines, pointLines } from "../answers/lines.ts";
import type { Argument } from "../contest/rows.ts";
import { observationCase } from "./asking.ts";
import type { Case } from "./harness.ts";

const select = ["date", "value"] as const;

export const observationCases: readonly Case[] = [
  observationCase<Argument<"o1">>({
    name: "o1",
    title: "one series, all its facets",
    argumentsOf: ({ o1 }) => o1,
    requestsOf: ([variable, entity]) => [
      { variable: { dcids: [variable] }, entity: { dcids: [entity] }, select },
    ],
    lines: pointLines,
    expected: (naive, [variable, entity]) => naive.pointsOf([variable], [entity], ""),
  }),
  observationCase<Argument<"o2">>({
    name: "o2",
    title: "LATEST of all counties, by dcid",
    argumentsOf: ({ o2 }) => o2,
    requestsOf: ({ variable, entities }) => [
      { date: "LATEST", variable: { dcids: [variable] }, entity: { dcids: entities }, select },
    ],
    lines: pointLines,
    expected: (naive, { variable, entities }) => naive.pointsOf([variable], entities, "LATEST"),
  }),
  observationCase<Argument<"o2_expression">>({
    name: "o2_expression",
    title: "LATEST of all counties, by expression",
    argumentsOf: ({ o2_expression }) => o2_expression,
    requestsOf: ({ variable, place }) => [
      {
        date: "LATEST",
        variable: { dcids: [variable] },
        entity: { expression: `${place}<-containedInPlace+{typeOf:County}` },
        select,
      },
    ],
    lines: pointLines,
    expected: (naive, { variable, place }) => naive.latestWithin(variable, place, "County"),
  }),
  observationCase<Argument<"o3">>({
    name: "o3",
    title: "one date, 10 variables × 50 entities",
    argumentsOf: ({ o3 }) => o3,
    requestsOf: ({ variables, entities, date }) => [
      { date, variable: { dcids: variables }, entity: { dcids: entities }, select },
    ],
    lines: pointLines,
    expected: (naive, { variables, entities, date }) => naive.pointsOf(variables, entities, date),
  }),
  observationCase<string>({
    name: "o4",
    title: "variables of an entity",
    argumentsOf: ({ o4 }) => o4,
    requestsOf: (entity) => [{ entity: { dcids: [entity] }, select: ["variable", "entity"] }],
    lines: existenceLines,
    expected: (naive, entity) => naive.variablesOf(entity),
  }),
];
