/** Properties of nodes, as the website's routes give them. */

import { closure } from "../engine.ts";
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

/** The dcids, and the texts of what has none: each once, although several provenances may say it. */
export const textsOf = (entries: readonly ArcEntry[] = []): string[] => {
  const texts = entries.map(({ dcid, value }) => dcid ?? value);
  return [...new Set(texts.filter((text) => text !== undefined))];
};

/** As many as `+` takes (behaviour: node 4.4). */
const hopsMax = 10;

/** Dcids of the places of a type, or of `[one,another]`, inside of a place; of the type itself, all nodes that have it. */
export function descendants(commons: Commons, place: string, type: string): string[] {
  if (place === type) return textsOf(entriesOf(commons, [place], "<-", "typeOf").get(place));
  const { graph } = commons.engine;
  const nodeOf = (dcid: string) => graph.dictionary.nodeOf(dcid.trim());
  const around = graph.dictionary.nodeOf(place);
  const contained = graph.predicateOf("containedInPlace");
  if (around === undefined || contained === undefined) return [];
  const types = /^\[(.*)\]$/.exec(type)?.[1]?.split(",") ?? [type];
  const known = types.map(nodeOf).filter((one) => one !== undefined);
  // Dcids alone: the entries of an answer have names and types, too, page by page.
  const isOfType = [{ predicate: graph.predicateOf("typeOf"), values: new Set(known) }];
  const nodes = commons.governed((governor) =>
    closure(graph, around, "in", contained, hopsMax, isOfType, governor),
  );
  return Array.from(nodes, (node) => graph.dictionary.textOf(node));
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

/** The members that hold something: no empty text or list, no `false`, no 0. */
export function present<Members extends object>(members: Members): Present<Members> {
  const held = Object.entries(members).filter(
    ([, value]) => !!value && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(held) as Present<Members>;
}

type Present<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> };
