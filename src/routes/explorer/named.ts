/** What every line of a list begins with. */
import type { Graph } from "../../engine.ts";

export interface Named {
  readonly dcid: string;
  readonly name?: string;
}

export const nameOf = ({ dcid, name }: Named): Named =>
  name === undefined ? { dcid } : { dcid, name };

export function namedNode(graph: Graph, node: number): Named {
  const { dictionary } = graph;
  const name = graph.nameOf(node);
  const known = name < dictionary.termCount ? { name: dictionary.textOf(name) } : {};
  return { dcid: dictionary.textOf(node), ...known };
}

/** In the order of the texts that are shown. */
export const byName = (a: Named, b: Named): number =>
  (a.name ?? a.dcid) < (b.name ?? b.dcid) ? -1 : 1;
