/** Values at the end of several properties, and all arcs of a node. */
import type { Commons } from "../../index.ts";
import type { ArcEntry } from "../../wire.ts";
import { arcsOf, entriesOf } from "../node-values.ts";
import { Refusal } from "../route.ts";

/** A chain of arrows and properties, each with filters or none: `->name`, `<-typeOf{typeOf:Class}`. */
const link = /(->|<-)(\w+)((?:\{\w+:\w+\})*)/g;

/** The values at the end of a chain, of each node at its beginning. */
export function chainedValues(
  commons: Commons,
  { dcids, expression }: { readonly dcids: readonly string[]; readonly expression: string },
): object {
  let reached = new Map<string, readonly ArcEntry[]>(dcids.map((dcid) => [dcid, [{ dcid }]]));
  const links = [...expression.matchAll(link)];
  if (links.length === 0) return {};
  for (const [, arrow, property = "", filter = ""] of links) {
    const nodes = [...new Set([...reached.values()].flat().map(({ dcid }) => dcid ?? ""))];
    const known = nodes.filter((dcid) => dcid !== "");
    const values = entriesOf(commons, known, arrow as "->" | "<-", property, filter);
    reached = new Map(
      [...reached].map(([dcid, entries]) => [
        dcid,
        entries.flatMap((entry) => values.get(entry.dcid ?? "") ?? []),
      ]),
    );
  }
  return Object.fromEntries(reached);
}

/**
 * All arcs of a node, by property.
 *
 * @param rest the direction, a slash and a dcid
 */
export function triples(commons: Commons, { rest }: { readonly rest: string }): object {
  const [, direction, dcid = ""] = /^(in|out)\/(.+)$/su.exec(rest) ?? [];
  if (direction === undefined) {
    throw new Refusal(400, "Invalid direction provided, please use 'in' or 'out'");
  }
  const arcs = arcsOf(commons, [dcid], direction === "out" ? "->*" : "<-*").get(dcid);
  return Object.fromEntries(arcs ?? []);
}
