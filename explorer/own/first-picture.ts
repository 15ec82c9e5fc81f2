/** The picture with which a table of a user begins. */
import { childTypes, node } from "../backend/world.ts";
import { linkTo } from "../shell/route.ts";

interface Start {
  readonly places: readonly string[];
  readonly variables: readonly string[];
  readonly dateCount: number;
}

/** Lines over dates. Of one date, a map of the places around them; where nothing is around them, points. */
export async function firstPicture({ places, variables, dateCount }: Start): Promise<string> {
  const [variable = ""] = variables;
  const around = dateCount === 1 ? await placeAround(places) : undefined;
  return around === undefined
    ? linkTo("timeline", { place: places, variable: variables })
    : linkTo("map", { ...around, variable });
}

/** The place that holds the most places of a type which the first place has. */
async function placeAround([first = ""]: readonly string[]) {
  const { data = {} } = await node([first], "->[containedInPlace, typeOf]");
  const arcs = (Object.hasOwn(data, first) ? data[first]?.arcs : undefined) ?? {};
  const dcids = (property: string) =>
    (arcs[property]?.nodes ?? []).flatMap(({ dcid }) => dcid ?? []);
  const types = new Set(dcids("typeOf"));
  const found = await Promise.all(
    dcids("containedInPlace").map(async (place) =>
      (await childTypes(place))
        .filter(({ type }) => types.has(type))
        .map(({ type, count }) => ({ place, type, count })),
    ),
  );
  const [best] = found.flat().sort((a, b) => b.count - a.count);
  return best && { place: best.place, type: best.type };
}
