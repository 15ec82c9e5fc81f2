/**
 * `/v2/resolve`: from names, identifiers, coordinates and questions to nodes (behaviour: resolve).
 */

import { excerpt, RequestError } from "../../errors/index.ts";
import type { Governor } from "../../governor/index.ts";
import type { Coordinate } from "../../resolve/index.ts";
import type { World } from "../../world/index.ts";
import { EnginePart } from "../edge/index.ts";
import type {
  V2Candidate,
  V2ResolvedEntity,
  V2ResolveParams,
  V2ResolveResponse,
} from "../wire/index.ts";
import { type ResolveQuestion, readResolveQuestion } from "./resolve-question.ts";

export const resolvePart = new EnginePart<typeof import("../../resolve/index.ts")>(
  "resolve",
  async () => await import("../../resolve/index.ts"),
);

/** Texts that are searched for in one request (behaviour: resolve 4.1). */
const searchedMax = 5000;

/**
 * @throws RequestError for wrong parameters, for a text that is not a coordinate where one is
 * expected, and for too many texts to search for or none
 */
export function v2Resolve(
  world: World,
  params: V2ResolveParams,
  governor: Governor,
): V2ResolveResponse {
  const question = readResolveQuestion(params);
  const entities = resolved[question.kind](world, params.nodes, question, governor);
  return entities.length === 0 ? {} : { entities };
}

type Resolve = (
  world: World,
  nodes: readonly string[],
  question: ResolveQuestion,
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
    if (texts.length === 0) throw new RequestError("empty input");
    checkCount(texts);
    const { dictionary } = world.graph;
    const { placesNamed } = resolvePart.require();
    return eachOnce(texts, governor, (text) =>
      placesNamed(world, text, types, undefined, governor).map((place) => ({
        dcid: dictionary.textOf(place),
      })),
    );
  },

  indicator: (world, nodes, { types }, governor) => {
    checkCount(nodes);
    const { indicatorTypes, searchIndicators } = resolvePart.require();
    const wanted = indicatorTypes.filter((type) => types.length === 0 || types.includes(type));
    // Nothing else is an indicator.
    if (wanted.length === 0) return [];
    const { dictionary } = world.graph;
    return eachOnce(nodes, governor, (question) =>
      searchIndicators(world, question, wanted, governor).map(
        ({ node, type, score, sentence }) => ({
          dcid: dictionary.textOf(node),
          metadata: { score: score.toFixed(4), sentence },
          typeOf: [type],
        }),
      ),
    );
  },
};

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
  throw new RequestError(`exceeded max number of entities per request (${searchedMax}): ${length}`);
}

function coordinateOf(node: string): Coordinate {
  const coordinate = resolvePart.require().parseCoordinate(node);
  if (coordinate === undefined) {
    throw new RequestError(`invalid coordinate expression: ${excerpt(node)}`);
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
