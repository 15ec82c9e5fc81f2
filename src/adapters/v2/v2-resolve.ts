/**
 * `/v2/resolve`: from names, identifiers, coordinates and questions to nodes (behaviour: resolve).
 */

import { CommonsError, ExpressionError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import type { Arc, Filter } from "../../expr-parser/ast.ts";
import type { Governor } from "../../options/governor.ts";
import type { Coordinate } from "../../resolve/place-shapes.ts";
import { flag, type ParamsOf, required, text, texts } from "../../router/fields.ts";
import { type ShownSubject, shownSubject } from "../../search/subject-texts.ts";
import { aboutProperty } from "../../stats/facet-fields.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import { EnginePart } from "../../world/engine-part.ts";
import type { World } from "../../world/world.ts";
import type { AnswerForm } from "../edge/endpoint.ts";
import { nilMarshal } from "../edge/rpc-error.ts";
import { readRelation } from "../reads/lowered-arc.ts";
import type { V2Candidate, V2ResolvedEntity, V2ResolveResponse } from "../v2-shapes.ts";

export const resolveParams = {
  // Empty only when the caller sent an empty list; a missing list is refused before.
  nodes: required(texts("nodes"), nilMarshal),
  property: text("property"),
  resolver: text("resolver"),
  target: text("target"),
  expandTopics: flag("expand_topics"),
};
export type V2ResolveParams = ParamsOf<typeof resolveParams>;

export const resolvePart = new EnginePart<typeof import("../../resolve/resolve-part.ts")>(
  "resolve",
  async () => await import("../../resolve/resolve-part.ts"),
);

/** Texts that are searched for in one request (behaviour: resolve 4.1). */
const searchedMax = 5000;

/**
 * @throws CommonsError `REQUEST` for wrong parameters, for a text that is not a coordinate where one is
 * expected, and for too many texts to search for or none
 */
export function v2Resolve(
  world: World,
  params: V2ResolveParams,
  governor: Governor,
  { today = false, meaning }: AnswerForm = {},
): V2ResolveResponse {
  const { expandTopics } = params;
  const question = { ...readResolveQuestion(params), expandTopics, today, meaning };
  const entities = resolved[question.kind](world, params.nodes, question, governor);
  return entities.length === 0 ? {} : { entities };
}

/** How candidates are found and shown. */
interface IndicatorForm extends Pick<V2ResolveParams, "expandTopics"> {
  readonly today: boolean;
  readonly meaning: boolean | undefined;
}

type Resolve = (
  world: World,
  nodes: readonly string[],
  question: ResolveQuestion & IndicatorForm,
  governor: Governor,
) => V2ResolvedEntity[];

const resolved: Readonly<Record<ResolveQuestion["kind"], Resolve>> = {
  identifier: (world, nodes, { input, output }, governor) =>
    resolvePart
      .require()
      .matchIdentifiers(world, nodes, input, output, governor)
      .map(({ text, values }) => ({
        node: text,
        candidates: values.map((dcid) => ({ dcid })),
      })),

  coordinate: (world, nodes, { types }, governor) =>
    eachOnce(nodes, governor, (node) => candidatesAt(world, coordinateOf(node), types, governor)),

  name: (world, nodes, { types }, governor) => {
    const texts = nodes.filter((text) => text !== "");
    if (texts.length === 0) throw new CommonsError("REQUEST", "empty input");
    checkCount(texts);
    const { dictionary } = world.graph;
    const { placesNamed } = resolvePart.require();
    return eachOnce(texts, governor, (text) =>
      placesNamed(world, text, types, undefined, governor).map((place) => ({
        dcid: dictionary.textOf(place),
      })),
    );
  },

  indicator: (world, nodes, { types, today, meaning, expandTopics }, governor) => {
    checkCount(nodes);
    const { indicatorTypes, searchIndicators } = resolvePart.require();
    const wanted = indicatorTypes.filter((type) => types.length === 0 || types.includes(type));
    // Nothing else is an indicator.
    if (wanted.length === 0) return [];
    return eachOnce(nodes, governor, (question) =>
      searchIndicators(world, question, wanted, { meaning, governor }).map(
        ({ node, shown, type, score, sentence }) => ({
          dcid: shown.dcid,
          metadata: { score: score.toFixed(today ? 8 : 4), sentence },
          typeOf: [type],
          ...(today && shownOf(shown, type)),
          ...(expandTopics && type === "Topic" && childrenOf(world, node, governor)),
        }),
      ),
    );
  },
};

/** What today's service adds to an indicator. */
function shownOf({ name, properties }: ShownSubject, type: string): Partial<V2Candidate> {
  const observationProperties = properties.length === 0 ? [aboutProperty] : [...properties];
  return {
    ...(name !== undefined && { name }),
    ...(type !== "Topic" && { observationProperties }),
  };
}

/** What is in a topic, as candidates. */
function childrenOf(world: World, topic: TermId, governor: Governor): Partial<V2Candidate> {
  const members = resolvePart.require().topicMembers(world.graph, topic);
  governor.rows(members.length);
  const children = members.map(({ node, type }) => {
    const shown = shownSubject(world.graph, node);
    return { dcid: shown.dcid, typeOf: [type], ...shownOf(shown, type) };
  });
  return children.length > 0 ? { children } : {};
}

/** Bytes of an input and of a candidate in an answer, about. */
const bytesPerInput = 96;
const bytesPerCandidate = 160;

/** An entity for each input in request order; an input that is repeated is resolved once. */
function eachOnce(
  nodes: readonly string[],
  governor: Governor,
  resolve: (node: string) => V2Candidate[],
): V2ResolvedEntity[] {
  const known = new Map<string, V2Candidate[]>();
  return nodes.map((node) => {
    let candidates = known.get(node);
    if (candidates === undefined) {
      // A search takes longer than a look at the clock.
      governor.look();
      candidates = resolve(node);
      known.set(node, candidates);
    }
    governor.rows(1 + candidates.length);
    governor.bytes(bytesPerInput + node.length + candidates.length * bytesPerCandidate);
    return candidates.length === 0 ? { node } : { node, candidates };
  });
}

function checkCount({ length }: readonly string[]): void {
  if (length <= searchedMax) return;
  throw new CommonsError(
    "REQUEST",
    `exceeded max number of entities per request (${searchedMax}): ${length}`,
  );
}

function coordinateOf(node: string): Coordinate {
  const coordinate = resolvePart.require().parseCoordinate(node);
  if (coordinate === undefined) {
    throw new CommonsError("REQUEST", `invalid coordinate expression: ${excerpt(node)}`);
  }
  return coordinate;
}

function candidatesAt(
  world: World,
  coordinate: Coordinate,
  types: readonly string[],
  governor: Governor,
): V2Candidate[] {
  const places = resolvePart.require().typedPlacesAt(world, coordinate, types, governor);
  return places.map(({ place, type }): V2Candidate => {
    const dcid = world.graph.dictionary.textOf(place);
    return type === "" ? { dcid } : { dcid, dominantType: type };
  });
}

/** The question of a request whose parameters were all checked (behaviour: resolve 1). */
export interface ResolveQuestion {
  /** How the nodes of the request are to be understood. */
  readonly kind: "indicator" | "name" | "coordinate" | "identifier";
  /** Property whose values the request gives. */
  readonly input: string;
  /** Property whose values it wants; `dcid` for the nodes themselves. */
  readonly output: string;
  /** Types of the `typeOf` filter, distinct; empty: any. */
  readonly types: readonly string[];
}

/** As a filter: no node is of it. */
const noType: readonly string[] = [""];

const targets = ["custom_only", "base_only", "base_and_custom"];
const resolvers = ["indicator", "place", "topic"];

const defaults = { property: "<-description->dcid", resolver: "place", target: "base_and_custom" };

/** The documentation spells the second one in both ways (behaviour: resolve 1.4). */
const searched: ReadonlyMap<string, ResolveQuestion["kind"]> = new Map([
  ["description", "name"],
  ["geoCoordinate", "coordinate"],
  ["geoCoordinates", "coordinate"],
]);

/** @throws CommonsError `REQUEST` that names every wrong parameter */
export function readResolveQuestion(params: V2ResolveParams): ResolveQuestion {
  const resolver = params.resolver || defaults.resolver;
  const faults: string[] = [];
  if (!targets.includes(params.target || defaults.target)) {
    faults.push(`Invalid 'target': valid values are ${quoted(targets)}`);
  }
  if (!resolvers.includes(resolver)) {
    faults.push(`Invalid 'resolver': valid values are ${quoted(resolvers)}`);
  }
  let question: ResolveQuestion | undefined;
  try {
    question = questionOf(params.property || defaults.property, resolver);
  } catch (error) {
    faults.push(`Invalid 'property' expression: ${reasonOf(error)}`);
  }
  if (question === undefined || faults.length > 0) {
    throw new CommonsError("REQUEST", `Invalid inputs in request. ${faults.join(". ")}`);
  }
  return question;
}

function questionOf(property: string, resolver: string): ResolveQuestion {
  const { arcs } = readRelation(property);
  const [incoming, outgoing] = arcs;
  if (incoming === undefined || outgoing === undefined || arcs.length > 2) {
    const expected = "must define exactly two parts (incoming and outgoing arcs)";
    throw new CommonsError("REQUEST", `${expected}. Found ${arcs.length} parts`);
  }
  if (incoming.direction !== "in" || outgoing.direction !== "out") {
    throw new CommonsError(
      "REQUEST",
      "must start with an incoming arc and end with an outgoing arc",
    );
  }
  const input = propertyOf(incoming, "input");
  const output = propertyOf(outgoing, "output");
  const types = typesOf([...incoming.filter, ...itemFilter(incoming)]);
  if (resolver === "indicator" || resolver === "topic") {
    checkIndicator(input, output);
    const areTopics = types.length === 0 || types.includes("Topic");
    const sought = resolver === "indicator" ? types : areTopics ? ["Topic"] : noType;
    return { kind: "indicator", input, output, types: sought };
  }
  const kind = searched.get(input) ?? "identifier";
  if (kind !== "identifier" && output !== "dcid") {
    throw new CommonsError(
      "REQUEST",
      `given input property '${excerpt(input)}', output property can only be 'dcid'`,
    );
  }
  return { kind, input, output, types };
}

function propertyOf({ labels }: Arc, side: string): string {
  if (labels.kind === "any") return "*";
  const [item] = labels.kind === "some" ? labels.items : [];
  if (item === undefined || (labels.kind === "some" && labels.items.length > 1)) {
    throw new CommonsError("REQUEST", `${side} property must be provided`);
  }
  return item.name;
}

function itemFilter({ labels }: Arc): Filter {
  return labels.kind === "some" ? (labels.items[0]?.filter ?? []) : [];
}

function typesOf(filter: Filter): readonly string[] {
  const [first] = filter;
  if (filter.length > 1) throw new CommonsError("REQUEST", "only 'typeOf' filter is supported");
  if (first === undefined) return [];
  if (first.key !== "typeOf") {
    throw new CommonsError(
      "REQUEST",
      `invalid filter key '${excerpt(first.key)}'. Only 'typeOf' filter is supported`,
    );
  }
  return [...new Set(first.values)];
}

function checkIndicator(input: string, output: string): void {
  const only = "indicator resolution only supports";
  if (input !== "description")
    throw new CommonsError("REQUEST", `${only} 'description' as input property`);
  if (output !== "dcid") throw new CommonsError("REQUEST", `${only} 'dcid' as output property`);
}

/**
 * Errors of the parser are printed as the parts of the real service report errors to each other.
 */
function reasonOf(error: unknown): string {
  if (error instanceof ExpressionError) {
    return `rpc error: code = InvalidArgument desc = ${error.message}`;
  }
  if (error instanceof CommonsError && error.code === "REQUEST") return error.message;
  throw error;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(", ");
}
