/** `/v3/node_search`: nodes by words of their names. */

import { areLookedUp } from "../../catalog/names-begun.ts";
import type { Commons } from "../../index.ts";
import { type ParamsOf, text, texts } from "../../router/fields.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import { entriesOf, present, textsOf } from "../node-values.ts";

export const nodeSearchFields = { query: text("query"), types: texts("types") };

const resultsMax = 100;

interface NamedNode {
  readonly name: string;
  readonly node: number;
}

/**
 * Nodes whose name has all words of the query: first those whose name is the query, then by name and by dcid.
 */
export function nodeSearch(
  commons: Commons,
  { query, types }: ParamsOf<typeof nodeSearchFields>,
): object {
  const wanted = [...wordsOf(query)];
  if (wanted.length === 0) return {};
  const { dictionary } = commons.engine.graph;
  const found = (
    areLookedUp(commons.engine.graph)
      ? lookedUp(commons, query, wanted, types)
      : namedSo(commons, wanted, new Set(types))
  ).sort(
    (a, b) =>
      Number(b.name === query) - Number(a.name === query) ||
      compareUtf8(a.name, b.name) ||
      a.node - b.node,
  );
  const dcids = new Map(
    found.slice(0, resultsMax).map(({ name, node }) => [dictionary.textOf(node), name]),
  );
  const typesOf = entriesOf(commons, [...dcids.keys()], "->", "typeOf");
  const results = [...dcids].map(([dcid, name]) => ({
    node: present({ name, types: textsOf(typesOf.get(dcid)), dcid }),
  }));
  return present({ results });
}

/** @param types of which a node must have one; of an empty set any will do */
function namedSo(
  commons: Commons,
  wanted: readonly string[],
  types: ReadonlySet<string>,
): NamedNode[] {
  const { graph } = commons.engine;
  const { dictionary } = graph;
  const predicate = graph.predicateOf("name");
  if (predicate === undefined) return [];
  const isWanted = (node: number) =>
    types.size === 0 ||
    graph.typesOfSet(graph.typeSetOf(node)).some((type) => types.has(dictionary.textOf(type)));
  return commons.governed((governor) => {
    const found = new Map<number, NamedNode>();
    for (const row of graph.rowsOfPredicate(predicate)) {
      governor.rows(1);
      const name = dictionary.textOf(graph.out.terms[row] as number);
      const words = wordsOf(name);
      if (!wanted.every((word) => words.has(word))) continue;
      const node = graph.subjectOf(row);
      if (!found.has(node) && isWanted(node)) found.set(node, { name, node });
    }
    return [...found.values()];
  });
}

/** The same of a large world elsewhere: variables and topics, and what is called as the query or begins with it. */
function lookedUp(
  commons: Commons,
  query: string,
  wanted: readonly string[],
  types: readonly string[],
): NamedNode[] {
  const { dictionary } = commons.engine.graph;
  const { lines } = commons.catalog.search({ text: query, meaning: false, limit: resultsMax });
  const named = lines.flatMap(({ dcid, name = "" }) => {
    const words = wordsOf(name);
    return wanted.every((word) => words.has(word)) ? [{ dcid, name }] : [];
  });
  const typesOf = entriesOf(
    commons,
    types.length > 0 ? named.map(({ dcid }) => dcid) : [],
    "->",
    "typeOf",
  );
  return named
    .filter(
      ({ dcid }) =>
        types.length === 0 || textsOf(typesOf.get(dcid)).some((type) => types.includes(type)),
    )
    .map(({ dcid, name }) => ({ name, node: dictionary.nodeOf(dcid) as number }));
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu));
