/** `/v2/agent/resolve_places`, and places as searches name them. */

import type { Commons } from "../../index.ts";
import { type ParamsOf, text, texts } from "../../router/fields.ts";
import { entriesOf, firstTexts, present, textsOf } from "../node-values.ts";
import { refused } from "../route.ts";

// Lists as agents get them: columns named once, and rows of values.

export interface ToolTable {
  readonly columns?: readonly string[];
  /** Left out where there is none. */
  readonly rows?: readonly (readonly unknown[])[];
}

export const tableOf = (
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): ToolTable => ({ columns, ...present({ rows }) });

export interface AgentNode {
  readonly dcid: string;
  readonly name?: string;
  readonly typeOf?: readonly string[];
}

/** Names and types of nodes. */
export function nodesOf(
  commons: Commons,
  dcids: readonly string[],
): ReadonlyMap<string, Required<AgentNode>> {
  const names = firstTexts(commons, dcids);
  const types = entriesOf(commons, dcids, "->", "typeOf");
  return new Map(
    dcids.map((dcid) => {
      const typeOf = textsOf(types.get(dcid));
      return [dcid, { dcid, name: names.get(dcid) ?? "", typeOf }];
    }),
  );
}

/** Without what is empty. */
export const shown = ({ dcid, name = "", typeOf = [] }: AgentNode): AgentNode => ({
  dcid,
  ...present({ name, typeOf }),
});

const targets: readonly string[] = ["base_and_custom", "base_only", "custom_only"];

/**
 * Checks `target`, which chooses between two graphs. There is one graph here, so it has no effect.
 *
 * @throws CommonsError for any other text
 */
export function checkTarget(target: string): void {
  if (target === "" || targets.includes(target)) return;
  const known = targets.join("', '");
  const message = `invalid target: ${target}, valid values are '${known}'`;
  throw refused("invalidArgument", message);
}

/** Dcids of the places of each text, the best first. The dcid of a node is a place, too. */
export function candidatesOf(
  commons: Commons,
  texts: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const { dictionary } = commons.engine.graph;
  const found = new Map<string, readonly string[]>(
    texts.map((text) => [text, isNode(commons, text) ? [text] : []]),
  );
  const names = texts.filter((text) => found.get(text)?.length === 0);
  if (names.length === 0) return found;
  for (const { node, candidates = [] } of commons.v2.resolve({ nodes: names }).entities ?? []) {
    const dcids = candidates.map(({ dcid }) => dcid).filter((dcid) => dcid !== undefined);
    found.set(
      node,
      dcids.filter((dcid) => dictionary.nodeOf(dcid) !== undefined),
    );
  }
  return found;
}

/** A node with a type: any text that was loaded may be in the dictionary. */
function isNode({ engine: { graph } }: Commons, dcid: string): boolean {
  const node = graph.dictionary.nodeOf(dcid);
  return node !== undefined && graph.typeSetOf(node) !== 0;
}

export const placeFields = {
  places: texts("places"),
  dcids: texts("place_dcids"),
  target: text("target"),
};

/** A row for each place of each text, and one without a dcid for a text that has none. */
export function resolvePlaces(
  commons: Commons,
  { places: names, dcids, target }: ParamsOf<typeof placeFields>,
) {
  checkTarget(target);
  const texts = [...new Set([...names, ...dcids])];
  const found = candidatesOf(commons, texts);
  const nodes = nodesOf(commons, [...new Set([...found.values()].flat())]);
  const rows = texts.flatMap((text) => {
    const places = found.get(text) ?? [];
    if (places.length === 0) return [[text, "", "", []]];
    return places.map((dcid) => [text, dcid, nodes.get(dcid)?.name, nodes.get(dcid)?.typeOf]);
  });
  const resolvedPlaces = tableOf(["query", "dcid", "name", "typeOf"], rows);
  return { status: "SUCCESS", resolvedPlaces };
}
