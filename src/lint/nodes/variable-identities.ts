/** One variable has one dcid, and one dcid is one variable: told by what variables measure. */
import { type PropertyValue, parseComplexValue, shown } from "../../load/index.ts";
import { compareUtf8 } from "../../store/index.ts";
import type { CheckedBlock } from "./checked-block.ts";
import { describingProperties } from "./vocabulary.ts";

export class VariableIdentities {
  readonly #contentOf = new Map<string, string>();
  readonly #dcidOf = new Map<string, string>();

  /** @param checked a sound block that says all of what a variable measures. */
  check({ source, report }: CheckedBlock): void {
    const { dcid, block } = source;
    if (dcid === undefined) return;
    const content = contentOf(block.values);
    const known = this.#contentOf.get(dcid);
    if (known !== undefined && known !== content) {
      const message = `another variable has the dcid ${shown(dcid)}`;
      report("error", "Sanity_SameDcidForDifferentStatVars", message);
      return;
    }
    const other = this.#dcidOf.get(content);
    if (other !== undefined && other !== dcid) {
      const message = `it measures the same as ${shown(other)}`;
      report("error", "Sanity_DifferentDcidsForSameStatVar", message);
      return;
    }
    // A slice of a block would keep the whole block alive.
    const ownDcid = Buffer.from(dcid, "utf8").toString("utf8");
    this.#contentOf.set(ownDcid, content);
    this.#dcidOf.set(content, ownDcid);
  }
}

/** What it measures, whatever the order of its lines. */
function contentOf(values: readonly PropertyValue[]): string {
  const parts = values
    .filter(({ property }) => !describingProperties.has(property))
    .map(({ property, kind, text }) =>
      JSON.stringify([property, kind === "complex" ? nodeOf(text) : text]),
    );
  return [...new Set(parts)].sort(compareUtf8).join("");
}

/** [Years 10] and [10 Years] are one node. */
function nodeOf(complex: string): string {
  const node = parseComplexValue(complex);
  return "dcid" in node ? node.dcid : complex;
}
