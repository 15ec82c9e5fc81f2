/** Tools that ask the graph. */
import type { ArcEntry, Commons, RelationExpression } from "../index.ts";
import type { Given } from "./arguments.ts";
import { pageOf } from "./pages.ts";

export function getNode(commons: Commons, given: Given): object {
  const nodes = given.texts("nodes");
  const property = given.text("property") as RelationExpression;
  const nextToken = given.text("next_token");
  const { data = {}, nextToken: next } = commons.node({
    nodes,
    property,
    ...(nextToken !== undefined && { nextToken }),
  });
  const rows = Object.entries(data).flatMap(([dcid, { arcs = {} }]) =>
    Object.entries(arcs).flatMap(([name, { nodes: entries = [] }]) =>
      entries.map((entry) => ({ dcid, name, entry })),
    ),
  );
  // The pages of the endpoint are longer than what a model can read.
  const { rows: shown, ...page } = pageOf(rows, given.count("offset"));
  const values = new Map(Object.keys(data).map((dcid) => [dcid, new Map<string, ArcEntry[]>()]));
  for (const { dcid, name, entry } of shown) {
    const ofNode = values.get(dcid);
    ofNode?.set(name, [...(ofNode.get(name) ?? []), entry]);
  }
  const described = Object.entries(data).map(([dcid, { properties }]) => {
    const ofNode = Object.fromEntries(values.get(dcid) ?? []);
    return [dcid, properties === undefined ? { values: ofNode } : { properties }] as const;
  });
  const unknown = nodes.filter((dcid) => commons.graph.dictionary.nodeOf(dcid) === undefined);
  return {
    nodes: Object.fromEntries(described),
    ...page,
    // What is left of this page comes first.
    ...(page.next === undefined && next !== undefined && { nextToken: next }),
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
