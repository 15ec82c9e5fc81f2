/** Answers about populations and their observations into statements. */

import type {
  V0PlaceObsResponse,
  V0PopObsResponse,
  V0PropertyValue,
} from "../../adapters/index.ts";
import { unpacked } from "./payload.ts";
import type { Statements } from "./statements.ts";

type Params = Readonly<Record<string, unknown>>;

interface Payload {
  readonly payload: string;
}

/** Two that are alike in all that is told are one in a world. */
const alike = "observations of populations come without their dcids";

export function foldPopObs(
  { dcid }: Params,
  { payload }: Payload,
  into: Statements,
): string | undefined {
  const node = String(dcid);
  const { name, populations = {}, observations } = unpacked(payload) as V0PopObsResponse;
  into.mention({ dcid: node, ...(name === undefined ? {} : { name }) });
  for (const [population, about] of Object.entries(populations)) {
    into.populations.named(population, node, about);
  }
  into.populations.observed(node, observations);
  return alike;
}

export function foldPlaceObs(
  { placeType, populationType, pvs }: Params,
  { payload }: Payload,
  into: Statements,
): string | undefined {
  const { places = [] } = unpacked(payload) as V0PlaceObsResponse;
  const constraints = (pvs ?? []) as readonly V0PropertyValue[];
  for (const { place, name, observations } of places) {
    into.mention({
      dcid: place,
      types: [String(placeType)],
      ...(name === undefined ? {} : { name }),
    });
    into.populations.unnamed(place, String(populationType), constraints, observations);
  }
  return alike;
}
