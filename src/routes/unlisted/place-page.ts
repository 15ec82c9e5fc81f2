/** `/v1/internal/page/place`: what lies in a place and around it, and how many people live there. */

import type { Commons } from "../../index.ts";
import { type ParamsOf, required, text } from "../../router/fields.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import { entriesOf, firstTexts, present, textsOf } from "../node-values.ts";
import { parentsOf, typesOf } from "../website/website-places.ts";

const noCategory = { code: "invalidArgument", message: "category should not be empty" } as const;

export const placePageFields = {
  category: required(text("category"), noCategory),
  node: required(text("node")),
};

/** Places that are shown of those in a place. */
const shownMax = 5;

const population = "Count_Person";

export function placePage(commons: Commons, { node }: ParamsOf<typeof placePageFields>): object {
  const children = textsOf(entriesOf(commons, [node], "<-", "containedInPlace").get(node));
  const types = typesOf(commons, children);
  const names = firstTexts(commons, children);
  const parentPlaces = (parentsOf(commons, [node]).get(node) ?? []).map(({ dcid }) => dcid);
  const people = populationsOf(commons, [...new Set([node, ...parentPlaces, ...children])]);
  const peopleIn = (dcid: string) => people.get(dcid)?.value ?? 0;
  const byType = new Map<string, string[]>();
  for (const child of children) {
    const type = types.get(child) ?? "";
    byType.set(type, [...(byType.get(type) ?? []), child]);
  }
  const [most] = [...byType].sort(([a, x], [b, y]) => y.length - x.length || compareUtf8(a, b));
  const [childPlacesType, ofType = []] = most ?? [];
  const childPlaces = ofType.toSorted((a, b) => peopleIn(b) - peopleIn(a)).slice(0, shownMax);
  const allChildPlaces = [...byType].map(([type, dcids]) => {
    const places = dcids.map((dcid) =>
      present({ dcid, name: names.get(dcid), pop: peopleIn(dcid) }),
    );
    return [type, { places }] as const;
  });
  const shown = [node, ...parentPlaces, ...childPlaces];
  const latestPopulation = shown.flatMap((dcid) => {
    const point = people.get(dcid);
    return point === undefined ? [] : [[dcid, point] as const];
  });
  return present({
    ...(children.length > 0 && { allChildPlaces: Object.fromEntries(allChildPlaces) }),
    childPlacesType,
    childPlaces,
    parentPlaces,
    ...(latestPopulation.length > 0 && { latestPopulation: Object.fromEntries(latestPopulation) }),
  });
}

/** The latest number of people of places that have one. */
function populationsOf(commons: Commons, entities: readonly string[]) {
  const answer = commons.v1.bulkObservationPoint({ entities, variables: [population] });
  const found = answer.observationsByVariable?.[0]?.observationsByEntity ?? [];
  return new Map(
    found.flatMap(({ entity, pointsByFacet: [point] = [] }) =>
      point === undefined ? [] : [[entity, { date: point.date, value: point.value }] as const],
    ),
  );
}
