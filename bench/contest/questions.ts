/** Arguments of all rows, made from the plan of a world alone: the same for every contestant. */

import { cityOf, unitedStates } from "../data/places.ts";
import { Random } from "../data/random.ts";
import { coreYears, wellObserved } from "../data/series.ts";
import { variableKinds } from "../data/variables.ts";
import { pagedTypes, type WorldPlan } from "../data/world.ts";
import type { Argument, Grid, RowName, VariableKind } from "./rows.ts";

export type Questions = { readonly [Name in RowName]: readonly Argument<Name>[] };

const seed = 7_071_067;
const manyCount = 2000;
const fewCount = 40;

export function questionsOf(plan: WorldPlan): Questions {
  const random = new Random(seed);
  const { countries, counties, coreVariables } = plan;
  const core = wellObserved(plan);
  const nodes = someNodes(plan, random);
  const many = <Item>(make: (at: number) => Item) =>
    Array.from({ length: manyCount }, (_, at) => make(at));
  const few = <Item>(make: () => Item) => Array.from({ length: fewCount }, make);
  const pair = (at: number): Argument<"o1"> =>
    at % 4 === 3 && plan.observedPairs.length > 0
      ? random.pick(plan.observedPairs)
      : [random.pick(coreVariables), random.pick(core)];
  const grid = (): Grid => {
    const first = random.below(Math.max(1, coreVariables.length - 10));
    return {
      variables: coreVariables.slice(first, first + 10),
      entities: distinct(core, random, 50),
      date: String(coreYears.first + random.below(coreYears.count)),
    };
  };
  const variables = coreVariables.slice(0, 10);
  const someCountries = countries.slice(0, fewCount);
  return {
    q1: many(() => random.pick(nodes)),
    q2: many(() => random.pick(nodes)),
    q3: Object.keys(pagedTypes),
    q4: [unitedStates],
    q5: few(() => distinct(nodes, random, 100)),
    o1: many(pair),
    o2: variables.map((variable) => ({ variable, entities: counties })),
    o2_expression: variables.map((variable) => ({ variable, place: unitedStates })),
    o3: few(grid),
    o4: many((at) => pair(at)[1]),
    o5: variables,
    o6: [null],
    s1: someCountries,
    s1_new: someCountries,
    s2: kindsOfVariables(),
    s3: [unitedStates],
  };
}

/** The counties are one list, in memory too. */
export function writeQuestions(questions: Questions): string {
  const [first] = questions.o2;
  return JSON.stringify({
    ...questions,
    o2: questions.o2.map(({ variable }) => variable),
    counties: first!.entities,
  });
}

export function readQuestions(text: string): Questions {
  const { counties, o2, ...questions } = JSON.parse(text) as Omit<Questions, "o2"> & {
    readonly o2: readonly string[];
    readonly counties: readonly string[];
  };
  return { ...questions, o2: o2.map((variable) => ({ variable, entities: counties })) };
}

/** Mostly cities, as in the world itself, and a good share of the places that are asked for most. */
function someNodes(plan: WorldPlan, random: Random): string[] {
  const large = [...plan.countries, ...plan.states, ...plan.counties, ...plan.countiesAbroad];
  return Array.from({ length: manyCount * 2 }, (_, at) =>
    at % 5 === 0 ? random.pick(large) : cityOf(plan, random.below(plan.cityCount)),
  );
}

function kindsOfVariables(): VariableKind[] {
  const { populations, properties, genders } = variableKinds;
  return populations.flatMap((population) =>
    properties.flatMap((property) => genders.map((gender) => ({ population, property, gender }))),
  );
}

function distinct(items: readonly string[], random: Random, count: number): string[] {
  return [...new Set(Array.from({ length: count }, () => random.pick(items)))];
}
