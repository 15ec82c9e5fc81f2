/** Properties of nodes, as the website's routes give them. */
import type { Commons, RelationExpression } from "../index.ts";
import type { ArcEntry, V2NodeResponse } from "../wire.ts";

/** What a property leads to, for each node that the answer names. */
export function entriesOf(
  commons: Commons,
  dcids: readonly string[],
  arrow: "->" | "<-",
  property: string,
  filter = "",
): Map<string, readonly ArcEntry[]> {
  const arcs = arcsOf(commons, dcids, `${arrow}${property}${filter}`);
  return new Map([...arcs].map(([dcid, byProperty]) => [dcid, byProperty.get(property) ?? []]));
}

/** What the properties of an expression lead to, for each node that the answer names: of all pages. */
export function arcsOf(
  commons: Commons,
  dcids: readonly string[],
  expression: RelationExpression,
): Map<string, ReadonlyMap<string, readonly ArcEntry[]>> {
  const found = new Map<string, Map<string, ArcEntry[]>>();
  if (dcids.length === 0) return found;
  let nextToken: string | undefined = "";
  while (nextToken !== undefined) {
    const page: V2NodeResponse = commons.v2.node({ nodes: dcids, property: expression, nextToken });
    for (const [dcid, { arcs = {} }] of Object.entries(page.data ?? {})) {
      const ofNode = found.get(dcid) ?? new Map<string, ArcEntry[]>();
      found.set(dcid, ofNode);
      for (const [property, { nodes = [] }] of Object.entries(arcs)) {
        const before = ofNode.get(property);
        if (before === undefined) ofNode.set(property, [...nodes]);
        else before.push(...nodes);
      }
    }
    nextToken = page.nextToken;
  }
  return found;
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
