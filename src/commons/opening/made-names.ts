/** Ids that custom folders number by themselves, from 1 on: worlds and folders may mean different things by one of them. */
import { LoadError } from "../../errors/errors.ts";
import type { Graph } from "../../store/graph/graph.ts";

/** By the type of what is numbered: what a reader calls it. */
const numbered = {
  Provenance: "provenances",
  Source: "sources",
  StatisticalVariable: "variables",
  Property: "properties",
  Class: "types",
} as const;
const made = /(?:^c\/(?:p|s|prop|e|n)\/|\/statvar_)\d+$/;
/** A number is the same thing where all of these agree. */
const said = ["name", "url"] as const;

/**
 * Refuses such an id of which one of the worlds that were joined says less than all together: values of one would be cited,
 * or counted, as those of another.
 *
 * @throws LoadError
 */
export function refuseMixedIds(joined: Graph, bases: readonly Graph[], file: string): void {
  for (const [type, what] of Object.entries(numbered)) {
    for (const node of joined.linked(joined.dictionary.nodeOf(type), "typeOf", "in")) {
      const dcid = joined.dictionary.textOf(node);
      if (!made.test(dcid)) continue;
      for (const property of said) {
        const all = textsOf(joined, dcid, property);
        const isMixed = bases.some((base) => {
          const { length } = textsOf(base, dcid, property);
          return length > 0 && length < all.length;
        });
        if (isMixed) throw mixed(dcid, what, all, file);
      }
    }
  }
}

function textsOf(graph: Graph, dcid: string, property: string): string[] {
  const { dictionary } = graph;
  return graph.linked(dictionary.nodeOf(dcid), property).map((text) => dictionary.textOf(text));
}

function mixed(dcid: string, what: string, texts: readonly string[], file: string): LoadError {
  const names = `'${dcid}' stands for ${texts.length} ${what}, '${texts.join("', '")}'`;
  const cure =
    "their values would be mixed, and cited as another one's; open the folders together, not the snapshot of one of them";
  return new LoadError(`${names}: ${cure}`, { file });
}
