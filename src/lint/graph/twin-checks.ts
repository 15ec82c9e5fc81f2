/**
 * Variables of custom folders that measure the same. Their blocks say only a part of what they
 * measure: their importer completes the rest, so the loaded graph is asked.
 */
import { shown } from "../../load/index.ts";
import type { TermId } from "../../store/index.ts";
import { describingProperties } from "../nodes/index.ts";
import type { WorldLog } from "../report/index.ts";
import type { CheckedWorld } from "./checked-world.ts";

/** What an importer says of each variable. */
const importing: ReadonlySet<string> = new Set(["includedIn", "searchDescription"]);

/** What an importer takes for granted. */
const defaults: Readonly<Record<string, string>> = {
  populationType: "Thing",
  statType: "measuredValue",
};

/** @param variables dcids of custom folders' variables, each once. */
export function checkTwins(
  variables: Iterable<string>,
  { own: { graph } }: CheckedWorld,
  log: WorldLog,
): void {
  const first = new Map<string, string>();
  for (const variable of variables) {
    const node = graph.dictionary.nodeOf(variable);
    const content = node === undefined ? undefined : contentOf(node);
    if (content === undefined) continue;
    const other = first.get(content);
    if (other === undefined) first.set(content, variable);
    else {
      log.addToWorld({
        level: "error",
        counter: "Sanity_DifferentDcidsForSameStatVar",
        message: () => `${shown(variable)} measures the same as ${shown(other)}`,
        target: () => ({ about: "node", node: variable }),
      });
    }
  }

  /** undefined for a variable that measures itself: no other one is the same. */
  function contentOf(node: TermId): string | undefined {
    const { dictionary, out } = graph;
    const { start, end } = out.rows(node);
    const values = new Map<string, Set<string>>();
    for (let row = start; row < end; row++) {
      const property = dictionary.textOf(graph.predicates[out.predicates[row]!]!);
      if (describingProperties.has(property) || importing.has(property)) continue;
      const texts = values.get(property) ?? new Set();
      values.set(property, texts.add(dictionary.textOf(out.terms[row]!)));
    }
    const measured = values.get("measuredProperty");
    if (measured === undefined || measured.has(dictionary.textOf(node))) return undefined;
    for (const [property, text] of Object.entries(defaults)) {
      if (!values.has(property)) values.set(property, new Set([text]));
    }
    const parts = Array.from(values, ([property, texts]) => [property, ...[...texts].sort()]);
    return JSON.stringify(parts.sort(([left = ""], [right = ""]) => (left < right ? -1 : 1)));
  }
}
