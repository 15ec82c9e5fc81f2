/** Tools that ask the graph. */
import type { Commons, RelationExpression } from "../index.ts";
import type { Given } from "./arguments.ts";
import { pageOf, rowsMax } from "./pages.ts";

export function getNode(commons: Commons, given: Given): object {
  const nodes = given.texts("nodes");
  const property = given.text("property") as RelationExpression;
  const nextToken = given.text("next_token");
  const { data = {}, nextToken: next } = commons.node({
    nodes,
    property,
    ...(nextToken !== undefined && { nextToken }),
  });
  // The pages of the endpoint are longer than what a model can read.
  let left = rowsMax;
  let total = 0;
  const shown = Object.entries(data).map(([dcid, { arcs, properties }]) => {
    if (properties !== undefined) return [dcid, { properties }] as const;
    const values = Object.entries(arcs ?? {}).map(([name, { nodes: entries = [] }]) => {
      const cut = entries.slice(0, left);
      left -= cut.length;
      total += entries.length;
      return [name, cut] as const;
    });
    return [dcid, { values: Object.fromEntries(values) }] as const;
  });
  const unknown = nodes.filter((dcid) => commons.graph.dictionary.nodeOf(dcid) === undefined);
  return {
    nodes: Object.fromEntries(shown),
    total,
    ...(total > rowsMax && {
      note: `${total - rowsMax} values are left out: ask for fewer nodes or for one property`,
    }),
    ...(next !== undefined && { nextToken: next }),
    ...(unknown.length > 0 && {
      unknown,
      hint: "nothing is known of these dcids: find them by resolve_places, search_indicators or sparql",
    }),
  };
}

export function runSparql(commons: Commons, given: Given): object {
  const query = given.text("query") ?? "";
  const { header, rows = [] } = commons.sparql({ query }, { dialect: "extended" });
  const { rows: shown, ...rest } = pageOf(rows, given.count("offset"));
  const values = shown.map(({ cells }) => cells.map(({ value }) => value));
  return { columns: header, rows: values, ...rest };
}
