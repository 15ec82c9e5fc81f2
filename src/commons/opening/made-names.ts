/** Ids that custom folders number by themselves, from 1 on: a world and a folder may mean different things by one of them. */
import type { DiagnosticLog } from "../../load/bytes/diagnostics.ts";
import type { Graph } from "../../store/graph/graph.ts";

const made = [
  ["c/p/", "provenances"],
  ["custom/statvar_", "variables"],
] as const;

/** Two names of such an id: what one of both says would be cited, or counted, as the other one's. */
export function reportMadeNames(graph: Graph, file: string, log: DiagnosticLog): void {
  for (const [prefix, what] of made) {
    for (let number = 1; ; number++) {
      const node = graph.dictionary.nodeOf(`${prefix}${number}`);
      if (node === undefined) break;
      const names = graph.linked(node, "name").map((name) => graph.dictionary.textOf(name));
      if (names.length < 2) continue;
      const message = () =>
        `'${prefix}${number}' stands for ${names.length} ${what}, '${names.join("', '")}': their values are mixed, and ` +
        "each may be cited as another one's; open the folders together, not the snapshot of one of them";
      log.report(file, {
        level: "error",
        counter: "Sanity_MadeIdsMixed",
        line: undefined,
        message,
      });
    }
  }
}
