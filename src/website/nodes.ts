/** Properties of nodes, as the website's routes give them. */
import type { ArcEntry, Commons } from "../index.ts";

/** What a property leads to, for each node that the answer names. */
export function entriesOf(
  commons: Commons,
  dcids: readonly string[],
  arrow: "->" | "<-",
  property: string,
  filter = "",
): Map<string, readonly ArcEntry[]> {
  if (dcids.length === 0) return new Map();
  const expression = `${arrow}${property}${filter}` as const;
  const { data = {} } = commons.node({ nodes: dcids, property: expression });
  return new Map(
    Object.entries(data).map(([dcid, { arcs = {} }]) => [
      dcid,
      Object.hasOwn(arcs, property) ? (arcs[property]?.nodes ?? []) : [],
    ]),
  );
}

/** The dcids, and the texts of what has none. */
export const textsOf = (entries: readonly ArcEntry[] = []): string[] =>
  entries.map(({ dcid, value }) => dcid ?? value).filter((text) => text !== undefined);

/** Dcids of the places of a type inside of a place; of the type itself, all nodes that have it. */
export function descendants(commons: Commons, place: string, type: string): string[] {
  const entries =
    place === type
      ? entriesOf(commons, [place], "<-", "typeOf")
      : entriesOf(commons, [place], "<-", "containedInPlace+", `{typeOf:${type}}`);
  return textsOf(entries.get(place));
}

/** The first value of a property of each node; "" where there is none. */
export function firstTexts(
  commons: Commons,
  dcids: readonly string[],
  property = "name",
): Map<string, string> {
  const entries = entriesOf(commons, dcids, "->", property);
  return new Map(dcids.map((dcid) => [dcid, textsOf(entries.get(dcid))[0] ?? ""]));
}
