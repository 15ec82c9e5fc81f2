/** Why `/v2/resolve` finds nothing. */

import {
  type ResolveQuestion,
  readResolveQuestion,
  type V2ResolveParams,
} from "../adapters/v2/v2-resolve.ts";
import { matchIdentifiers } from "../resolve/identifiers.ts";
import { parseCoordinate } from "../resolve/place-shapes.ts";
import { placesNamed, typedPlacesAt } from "../resolve/world-searches.ts";
import { indicatorTypes, searchIndicators } from "../search/subjects.ts";
import { noTerm, type TermId } from "../store/texts/dictionary.ts";
import { explainFilter } from "./explain-filter.ts";
import { type Context, quoted } from "./story.ts";

type Explain = (context: Context, texts: readonly string[], question: ResolveQuestion) => void;

export function explainResolve(context: Context, params: V2ResolveParams): void {
  const { story } = context;
  const question = readResolveQuestion(params);
  const texts = [...new Set(params.nodes)];
  if (!story.step("texts in the request", texts.length)) {
    story.end("nothingAsked", "the request has no text to resolve");
    return;
  }
  explanations[question.kind](context, texts, question);
}

const identifier: Explain = ({ world, story, names, governor }, texts, { input, output }) => {
  const { graph } = world;
  const predicate = graph.predicateOf(input);
  const isDcid = input === "dcid";
  if (!(isDcid || story.step(`triples with the property ${quoted([input])}`, countOf(predicate)))) {
    const reason = `no triple has the property ${quoted([input])}`;
    story.end("unknownProperty", reason, names.nearProperties([input]));
    return;
  }
  const found = matchIdentifiers(world, texts, input, "dcid", governor);
  const matched = new Set(found.map((match) => match.text));
  const lost = texts.filter((text) => !matched.has(text));
  if (!story.step(`texts that some node has as ${quoted([input])}`, found.length, lost)) {
    const reason = `no node has ${quoted(lost)} as ${quoted([input])}`;
    const near = isDcid ? names.nearDcids(lost) : names.nearTerms(lost, values());
    story.end("unknownText", reason, near);
    return;
  }
  const nodes = found.flatMap((match) => match.values);
  const left = matchIdentifiers(world, texts, input, output, governor);
  if (story.step(`of them lead to a ${quoted([output])}`, left.length)) return;
  const there = new Set<TermId>();
  for (const dcid of nodes) {
    governor.work(8);
    const node = graph.dictionary.nodeOf(dcid) ?? noTerm;
    for (const one of node === noTerm ? [] : graph.predicatesOf(node, "out")) {
      there.add(graph.predicates[one] as TermId);
    }
  }
  const reason = `the nodes that were found have no ${quoted([output])}`;
  story.end("noSuchProperty", reason, names.nodes(there, "property"));

  function countOf(one: number | undefined): number {
    if (one === undefined) return 0;
    const { start, end } = graph.rowsByPredicate(one);
    return end - start;
  }

  function* values(): Generator<TermId> {
    if (predicate === undefined) return;
    const { start, end } = graph.rowsByPredicate(predicate);
    governor.work(end - start);
    for (const row of graph.rowsOfPredicate(predicate)) yield graph.out.terms[row] as TermId;
  }
};

const name: Explain = (context, texts, { types }) => {
  const { world, story, names, governor } = context;
  const given = texts.filter((text) => text !== "");
  const find = (wanted: readonly string[]) =>
    given.map((text) => {
      governor.look();
      return placesNamed(world, text, wanted, undefined, governor);
    });
  const all = find([]);
  const lost = given.filter((_, at) => all[at]?.length === 0);
  if (!story.step("texts that name a place", given.length - lost.length, lost)) {
    story.end("unknownText", `no place has the name ${quoted(lost)}`, names.nearNames(lost));
    return;
  }
  if (types.length === 0) return;
  const left = find(types).filter((places) => places.length > 0);
  if (story.step("of them are of the type", left.length)) return;
  explainFilter(context, typeFilter(types), all.flat());
};

const coordinate: Explain = (context, texts, { types }) => {
  const { world, story, governor } = context;
  const found = texts.map((text) => {
    governor.look();
    const place = parseCoordinate(text);
    return place === undefined ? [] : typedPlacesAt(world, place, [], governor);
  });
  const lost = texts.filter((_, at) => found[at]?.length === 0);
  if (!story.step("coordinates within a known area", texts.length - lost.length, lost)) {
    story.end("noMatch", `no known area holds ${quoted(lost)}`);
    return;
  }
  if (types.length === 0) return;
  const all = found.flat();
  const left = all.filter(({ type }) => types.includes(type));
  if (story.step("places that count as of the type", left.length)) return;
  const places = all.map(({ place }) => place);
  explainFilter(context, typeFilter(types), places);
};

const indicator: Explain = ({ world, story, names, governor }, texts, { types }) => {
  const wanted = indicatorTypes.filter((type) => types.length === 0 || types.includes(type));
  if (!story.step("types that indicators have", wanted.length, types)) {
    const known = indicatorTypes.filter((type) => names.isType(type));
    const nodes = known.flatMap((type) => world.graph.dictionary.nodeOf(type) ?? []);
    const reason = `an indicator is a StatisticalVariable or a Topic, not ${quoted(types)}`;
    story.end("filteredOut", reason, names.nodes(nodes, "type"));
    return;
  }
  const lost = texts.filter((text) => {
    governor.look();
    return searchIndicators(world, text, wanted, { governor }).length === 0;
  });
  if (story.step("texts that something is about", texts.length - lost.length, lost)) return;
  const reason = `no variable or topic has a word of ${quoted(lost)}`;
  story.end("unknownText", reason, names.nearVariables(lost));
};

const explanations: Readonly<Record<ResolveQuestion["kind"], Explain>> = {
  identifier,
  name,
  coordinate,
  indicator,
};

function typeFilter(types: readonly string[]) {
  return [{ key: "typeOf", values: types }];
}
