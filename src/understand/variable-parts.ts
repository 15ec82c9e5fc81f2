/** Variables about a part of people or things: what their constraints say, and which of them a question means. */

import { inPlainWords } from "../search/everyday-words.ts";
import { searchWordsOf, spacedWords } from "../search/words.ts";
import type { Graph } from "../store/graph/graph.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { stemOf } from "./explained-words.ts";
import type { ConstraintValue, Meant } from "./understanding.ts";

type Found = Meant & { readonly score: number };

/** Variables that agree in all of these are about parts of the same. */
const describing = [
  ...["populationType", "measuredProperty", "statType"],
  ...["measurementQualifier", "measurementDenominator"],
];
/** A variable that is so much more similar than others of its constraint is meant, whatever its words are. */
const surelyMeant = 0.15;
/** The whole is meant, where it is so nearly as similar as a part. */
const nearlyAs = 0.06;

interface Part<Of> {
  readonly variable: Of;
  readonly of: string;
  readonly constraints: ReadonlyMap<string, TermId>;
}

/** A variable, and values of its constraints that nobody said. */
interface Meaning<Of> {
  readonly variable: Of;
  /** None where another variable has the total, or where this one is far more similar than its brothers. */
  readonly only: readonly ConstraintValue[];
}

/**
 * Of the variables that were found the one whose constraints have the most words of the question, and of these the one
 * with the fewest others. Without constraints, the best one is meant.
 */
export function partMeant<Of extends Found>(
  graph: Graph,
  text: string,
  found: readonly Of[],
): Meaning<Of> | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const best = partOf(graph, first);
  if (best.constraints.size === 0) return { variable: first, only: [] };
  const family = found.map((one) => partOf(graph, one)).filter(({ of }) => of === best.of);
  const said = new Set(searchWordsOf(inPlainWords(text)));
  const isSaid = (property: string, value: TermId) =>
    isValueSaid(graph, value, valuesOf(family, property), said);
  const saidIn = ({ constraints }: Part<Of>) =>
    [...constraints].filter(([property, value]) => isSaid(property, value)).length;
  const most = Math.max(...family.map(saidIn));
  const [part = best, ...others] = family.filter((one) => saidIn(one) === most);
  const near = part.variable.score - nearlyAs;
  const whole = others.find(
    (one) => one.constraints.size < part.constraints.size && one.variable.score >= near,
  );
  const meant = whole ?? part;
  const unsaid = [...meant.constraints].filter(([property, value]) => !isSaid(property, value));
  const hasTotal = others.some((one) => one.constraints.size === most);
  const only = hasTotal
    ? []
    : unsaid.filter(([property, value]) => isAsNear(meant, family, property, value));
  return { variable: meant.variable, only: only.map((one) => shownOf(graph, one)) };
}

function partOf<Of extends Found>(graph: Graph, variable: Of): Part<Of> {
  const node = graph.dictionary.nodeOf(variable.dcid);
  const constraints = graph.linked(node, "constraintProperties").flatMap((property) => {
    const name = graph.dictionary.textOf(property);
    const [value] = graph.linked(node, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const of = describing.map((property) => graph.linked(node, property).join(" ")).join("|");
  return { variable, of, constraints: new Map(constraints) };
}

const valuesOf = (family: readonly Part<Found>[], property: string): readonly TermId[] => [
  ...new Set(family.flatMap(({ constraints }) => constraints.get(property) ?? [])),
];

/** Whether a question has all numbers of a value, or a word of it that other values lack. */
function isValueSaid(
  graph: Graph,
  value: TermId,
  values: readonly TermId[],
  said: ReadonlySet<string>,
): boolean {
  const words = wordsOf(graph, value);
  const numbers = words.filter((word) => /^\d+$/.test(word));
  if (numbers.length > 0) return numbers.every((word) => said.has(word));
  const others = new Set(
    values.flatMap((other) => (other === value ? [] : wordsOf(graph, other).map(stemOf))),
  );
  const own = words.map(stemOf).filter((stem) => !others.has(stem));
  return [...said].some((word) => own.includes(stemOf(word)));
}

const wordsOf = (graph: Graph, value: TermId): readonly string[] => [
  ...searchWordsOf(
    `${spacedWords(graph.dictionary.textOf(value))} ${graph.nameTextOf(value) ?? ""}`,
  ),
];

/** Whether others of a constraint are as similar to the question, or nearly so. */
function isAsNear(
  { variable: { score } }: Part<Found>,
  family: readonly Part<Found>[],
  property: string,
  value: TermId,
): boolean {
  return family.some(({ constraints, variable }) => {
    const other = constraints.get(property);
    return other !== undefined && other !== value && variable.score > score - surelyMeant;
  });
}

function shownOf(graph: Graph, [property, value]: readonly [string, TermId]): ConstraintValue {
  const dcid = graph.dictionary.textOf(value);
  return { property, value: dcid, name: graph.nameTextOf(value) ?? spacedWords(dcid) };
}
