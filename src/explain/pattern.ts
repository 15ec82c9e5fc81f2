/** Why a pattern of a query has no match, though nothing else is asked. */

import {
  dcidProperty,
  observationType,
  oldTypeProperty,
  type Pattern,
  type PatternEnd,
  type Plan,
  placeTypes,
  typeProperty,
} from "../sparql/index.ts";
import type { TermId } from "../store/index.ts";
import type { World } from "../world/index.ts";
import type { Suggestion } from "./explanation.ts";
import type { KnownNames } from "./known-names.ts";
import { onlyText, textOfPattern } from "./query-items.ts";
import { quoted, type Story } from "./story.ts";
import type { Telling } from "./telling.ts";

export function explainPattern(telling: Telling, plan: Plan, pattern: Pattern): void {
  const { world, story, names } = telling;
  const { subject, predicate, object } = pattern;
  const property = onlyText(predicate);
  const isObservation = subject.kind === "variable" && plan.observations.has(subject.variable);
  if (isObservation && property !== undefined) {
    endOfObservation(telling, property, object, textOfPattern(pattern, plan));
    return;
  }
  const unknown = unknownOf(world, pattern);
  if (unknown !== undefined) {
    endOfUnknown(unknown, story, names);
    return;
  }
  const reason = `all names in ${textOfPattern(pattern, plan)} are known, but no triple is so`;
  story.end("noMatch", reason, [...thereFor(telling, pattern)]);
}

type Unknown = {
  readonly kind: "unknownDcid" | "unknownProperty" | "unknownType" | "unknownText";
} & {
  readonly texts: readonly string[];
};

/** The first end of a pattern whose constants the world lacks. */
function unknownOf({ graph }: World, { subject, predicate, object }: Pattern): Unknown | undefined {
  const { dictionary } = graph;
  const isNode = (text: string): boolean => dictionary.nodeOf(text) !== undefined;
  const isTerm = (text: string): boolean =>
    isNode(text) || dictionary.literalOf(text) !== undefined;
  if (lacks(subject, isNode)) return { kind: "unknownDcid", texts: textsOf(subject) };
  const property = onlyText(predicate);
  if (property === dcidProperty) {
    return lacks(object, isNode) ? { kind: "unknownDcid", texts: textsOf(object) } : undefined;
  }
  const isType = property === typeProperty || property === oldTypeProperty;
  const wanted = isType ? typeProperty : property;
  if (wanted !== undefined && graph.predicateOf(wanted) === undefined) {
    return { kind: "unknownProperty", texts: [wanted] };
  }
  const isPlace = isType && onlyText(object) === placeTypes[0];
  if (!lacks(object, isTerm) || isPlace) return undefined;
  return { kind: isType ? "unknownType" : "unknownText", texts: textsOf(object) };
}

function lacks(end: PatternEnd, isKnown: (text: string) => boolean): boolean {
  return end.kind === "constants" && !end.texts.some(isKnown);
}

function textsOf(end: PatternEnd): readonly string[] {
  return end.kind === "constants" ? end.texts : [];
}

function endOfUnknown({ kind, texts }: Unknown, story: Story, names: KnownNames): void {
  const said = quoted(texts);
  switch (kind) {
    case "unknownDcid":
      story.end(kind, `no node has the dcid ${said}`, names.nearDcids(texts));
      return;
    case "unknownProperty":
      story.end(kind, `no triple has the property ${said}`, names.nearProperties(texts));
      return;
    case "unknownType":
      story.end(kind, `no node has the type ${said}`, names.nearTypes(texts));
      return;
    case "unknownText":
      story.end(kind, `no triple leads to ${said}`, names.nearDcids(texts));
  }
}

const listedMax = 10;

/** Values or properties of the subject, or types where a type was asked for. */
function* thereFor(
  { world: { graph }, names, governor }: Telling,
  { subject, predicate }: Pattern,
): Generator<Suggestion> {
  const property = onlyText(predicate);
  if (property === typeProperty || property === oldTypeProperty) {
    yield* names.nodes(names.types(), "type");
  }
  const nodes = textsOf(subject).flatMap((text) => graph.dictionary.nodeOf(text) ?? []);
  for (const node of nodes.slice(0, listedMax)) {
    governor.work(listedMax);
    const number = property === undefined ? undefined : graph.predicateOf(property);
    const values = number === undefined ? [] : graph.valuesOf(node, number);
    yield* names.nodesOrTexts(values, "value");
    if (values.length > 0) continue;
    const predicates = graph.predicatesOf(node, "out").map((one) => graph.predicates[one]);
    yield* names.nodes(predicates as TermId[], "property");
  }
}

function endOfObservation(
  { world: { graph, observations }, story, names, governor }: Telling,
  property: string,
  object: PatternEnd,
  text: string,
): void {
  const texts = textsOf(object);
  const said = quoted(texts);
  if (property === typeProperty && onlyText(object) === observationType) {
    story.end("noData", "the world has no observations");
    return;
  }
  if (texts.length > 0 && property === "variableMeasured") {
    const reason = `there are no observations of the variable ${said}`;
    story.end("unknownVariable", reason, names.nearVariables(texts));
    return;
  }
  if (texts.length > 0 && property === "observationAbout") {
    const isKnown = texts.some((one) => graph.dictionary.nodeOf(one) !== undefined);
    const reason = isKnown ? `nothing was observed about ${said}` : `no node has the dcid ${said}`;
    story.end(isKnown ? "noData" : "unknownDcid", reason, names.nearDcids(texts));
    return;
  }
  if (texts.length > 0 && property === "observationDate") {
    const found: Suggestion[] = [];
    for (let series = 0; series < Math.min(observations.seriesCount, listedMax); series++) {
      governor.work(4);
      const code = observations.lastDateOf(series);
      found.push({ kind: "date", value: observations.dateOfCode(code) });
    }
    story.end("otherDates", `nothing was observed at ${said}`, found);
    return;
  }
  story.end("noMatch", `no observation has ${text}`);
}
