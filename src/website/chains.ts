/** Values behind several properties, and all arcs of a node. */
import type { ArcEntry, Commons } from "../index.ts";
import { arcsOf, entriesOf } from "./nodes.ts";
import { type Fields, WebsiteError } from "./request.ts";

/** A chain of arrows and properties, each with filters or none: `->name`, `<-typeOf{typeOf:Class}`. */
const link = /(->|<-)(\w+)((?:\{\w+:\w+\})*)/g;

/** The values at the end of a chain, of each node at its beginning. */
export function chainedValues(commons: Commons, fields: Fields): object {
  const dcids = fields.requiredTexts("dcids");
  let reached = new Map<string, readonly ArcEntry[]>(dcids.map((dcid) => [dcid, [{ dcid }]]));
  const links = [...fields.required("propExpr").matchAll(link)];
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

/** All arcs of a node, by property. */
export function triples(commons: Commons, rest: string): object {
  const [, direction, dcid = ""] = /^(in|out)\/(.+)$/su.exec(rest) ?? [];
  if (direction === undefined) {
    throw new WebsiteError(400, "Invalid direction provided, please use 'in' or 'out'");
  }
  const arcs = arcsOf(commons, [dcid], direction === "out" ? "->*" : "<-*").get(dcid);
  return Object.fromEntries(arcs ?? []);
}
