/** Variables that measure the same: one variable has one dcid, and one dcid is one variable. */

import { shown } from "../../load/bytes/diagnostics.ts";
import { ownCopy } from "../../load/bytes/native.ts";
import { FirstNodes } from "../../load/mcf/tmcf.ts";
import { parseComplexValue } from "../../load/values/complex-value.ts";
import type { PropertyValue } from "../../load/values/mcf-value.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import type { CheckedWorld } from "../checked-world.ts";
import type { WorldLog } from "../lint-log.ts";
import type { SourceBlock } from "../source-blocks.ts";
import type { CheckedBlock } from "./schema-checks.ts";
import { describingProperties } from "./schema-names.ts";

/** Compares the blocks of variables. */
export class VariableIdentities {
  readonly #contentOf = new Map<string, string>();
  readonly #dcidOf = new Map<string, string>();

  /** @param checked a sound block with all that a variable measures. */
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
    const ownDcid = ownCopy(dcid);
    this.#contentOf.set(ownDcid, content);
    this.#dcidOf.set(content, ownDcid);
  }
}

/** What a variable measures, as one text for any order of its lines. */
function contentOf(values: readonly PropertyValue[]): string {
  const parts = values
    .filter(({ property }) => !describingProperties.has(property))
    .map(({ property, text }) => JSON.stringify([property, nodeOf(text)]));
  return [...new Set(parts)].sort(compareUtf8).join("");
}

/** [Years 10] and [10 Years] are one node. */
function nodeOf(text: string): string {
  const node = parseComplexValue(text);
  return "dcid" in node ? node.dcid : text;
}

/** An observation of a template that measures what one above it does. */
export interface RepeatedVariable {
  readonly file: string;
  readonly line: number;
  readonly entity: string;
  readonly variable: string;
  readonly firstLine: number;
}

/** In these, two observations of a template may differ whose variable was copied. */
const copied: ReadonlySet<string> = new Set(["value", "unit", "scalingFactor"]);
/** These, a copy may lack. Where both have them, one variable is measured in two ways. */
const measuring: ReadonlySet<string> = new Set(["measurementMethod", "observationPeriod"]);

type Block = SourceBlock["block"];

function isNoOtherWay(block: Block, other: Block): boolean {
  return block.values.every(
    ({ property, text }) =>
      !measuring.has(property) ||
      other.values.some((one) => one.property === property && one.text === text),
  );
}

/** Finds nodes of templates that measure one variable in the same way. */
export class TemplateVariables {
  readonly repeated: RepeatedVariable[] = [];
  /** Per template: nodes that are alike, and those that are measured in any way. */
  readonly #first = new Map<string, readonly [FirstNodes<Block>, FirstNodes<Block>]>();

  check({ file, block }: SourceBlock): void {
    const variable = block.values.find(({ property }) => property === "variableMeasured");
    if (variable?.kind !== "reference") return;
    const [alike, any] = this.#first.get(file) ?? [
      new FirstNodes<Block>(),
      new FirstNodes<Block>(),
    ];
    this.#first.set(file, [alike, any]);
    const same = alike.before(block, ({ property }) => !copied.has(property));
    const other = any.before(
      block,
      ({ property }) => !copied.has(property) && !measuring.has(property),
    );
    const first = same ?? (other !== undefined && isNoOtherWay(block, other) ? other : undefined);
    if (first === undefined) return;
    const { text, line } = variable;
    const of = { file, line, entity: block.name, variable: text, firstLine: first.line };
    this.repeated.push(of);
  }
}

/** Properties that an importer adds to each variable. */
const importing: ReadonlySet<string> = new Set(["includedIn", "searchDescription"]);

/** A variable has one value of each. */
const singleProperties = ["populationType", "measuredProperty", "statType"] as const;

/** Values that an importer assumes. */
const defaults: Readonly<Record<string, string>> = {
  populationType: "Thing",
  statType: "measuredValue",
};

/**
 * Compares variables of custom folders in the loaded graph: their importer completes the properties
 * of their blocks.
 * @param variables their dcids, each once.
 */
export function checkTwins(
  variables: Iterable<string>,
  { own: { graph } }: CheckedWorld,
  log: WorldLog,
): void {
  const first = new Map<string, string>();
  for (const variable of variables) {
    const node = graph.dictionary.nodeOf(variable);
    if (node !== undefined) reportSeveral(variable, node);
    const content = node === undefined ? undefined : measuredBy(node);
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

  /** A block further down that says another value adds it. */
  function reportSeveral(variable: string, node: TermId): void {
    for (const property of singleProperties) {
      const all = graph.linked(node, property).map((term) => graph.dictionary.textOf(term));
      // What the importer adds contradicts nothing.
      const values = all.filter((value) => value !== variable && value !== defaults[property]);
      if (values.length < 2) continue;
      log.addToWorld({
        level: "error",
        counter: "Sanity_SameDcidForDifferentStatVars",
        message: () =>
          `${shown(variable)} has several values of ${property}, ${values.map(shown).join(", ")}: are two variables meant?`,
        target: () => ({
          about: "otherValue",
          subject: variable,
          predicate: property,
          objects: values,
        }),
      });
    }
  }

  /** undefined for a variable that measures itself: no other one is the same. */
  function measuredBy(node: TermId): string | undefined {
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
    return JSON.stringify(parts.sort());
  }
}
