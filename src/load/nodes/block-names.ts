/** Which node a block is about, and whether the block needs local names of other blocks. */

import { type FileLog, type Finding, shown } from "../bytes/diagnostics.ts";
import { ownCopy } from "../bytes/native.ts";
import { dcidOf, type NodeBlock, type PropertyValue } from "../values/mcf-value.ts";
import { isObservation } from "../values/observation-parts.ts";

/** The file that blocks come from. */
export interface BlockSource {
  readonly log: FileLog;
  /** Provisional id of the provenance node, or `noId`. */
  readonly provenance: number;
  /** Further prefixes of a dcid that the file declares. */
  readonly prefixes: ReadonlySet<string>;
  /** Whether the blocks are rows of a table, whose template says their properties. */
  readonly isTemplate?: boolean;
}

/**
 * The dcid of the `dcid` line, else the one in the name; undefined for a local name alone. If lines
 * disagree, the last one counts under a name that is a dcid, and the first under any other
 * (behaviour: inputs 2.2): an error either way.
 */
export function identityOf(block: NodeBlock, source: BlockSource): string | undefined {
  const implicit = dcidOf(block.name, source.prefixes);
  let chosen: PropertyValue | undefined;
  for (const value of block.values) {
    if (value.property !== "dcid" || !isDcid(value, block, source)) continue;
    if (chosen === undefined) chosen = value;
    else if (chosen.text !== value.text) {
      const isNext = implicit !== undefined && value.line !== chosen.line;
      const [kept, dropped]: PropertyValue[] = isNext ? [value, chosen] : [chosen, value];
      source.log.report(secondDcid(kept!, dropped!, block));
      chosen = kept!;
    }
  }
  return chosen?.text ?? (implicit === "" ? undefined : implicit);
}

function isDcid(value: PropertyValue, block: NodeBlock, { log }: BlockSource): boolean {
  const { kind, text, line } = value;
  if (text !== "" && kind !== "complex" && kind !== "local") return true;
  const message = () => `${shown(text)} is not a dcid: node ${shown(block.name)}`;
  log.report({ level: "error", counter: "Sanity_MissingOrEmpty", suffix: "dcid", line, message });
  return false;
}

function secondDcid(kept: PropertyValue, dropped: PropertyValue, { name }: NodeBlock): Finding {
  const message = () =>
    `node ${shown(name)} has two dcids; it is loaded as ${shown(kept.text)} and not as ${shown(dropped.text)}`;
  return { level: "error", counter: "Sanity_MultipleDcidValues", line: dropped.line, message };
}

/** Plain data; lines count from 1 in the chunk. */
export interface DeferredBlocks {
  readonly blocks: readonly NodeBlock[];
  /** They are those of one row of a table. */
  readonly isRow: boolean;
}

/** Whether a block gives or needs a local name. Nothing refers to an observation without a dcid. */
export function hasLocalNames(block: NodeBlock, { prefixes }: BlockSource): boolean {
  const { name, values } = block;
  if (values.some(({ kind }) => kind === "local")) return true;
  // A prefix alone is no dcid.
  if (dcidOf(name, prefixes)) return false;
  return !isObservation(block) || values.some(({ property }) => property === "dcid");
}

/** The same blocks with the lines of the file. @param before lines before the chunk */
export function placedBlocks(blocks: readonly NodeBlock[], before: number): NodeBlock[] {
  return blocks.map((block) => ({
    ...block,
    line: block.line + before,
    values: block.values.map((value) => ({ ...value, line: value.line + before })),
  }));
}

// A Map takes 2^24 entries and then throws.
const mapEntriesMax = 2 ** 23;

/** More than one dcid was given under the name. */
export const ambiguous = "";

export class LocalNames {
  readonly #entriesMax: number;
  #maps: Map<string, string>[] = [new Map()];

  constructor(entriesMax: number = mapEntriesMax) {
    this.#entriesMax = entriesMax;
  }

  /** The dcid, AMBIGUOUS, or undefined for a name without one. */
  dcidOf(name: string): string | undefined {
    for (const map of this.#maps) {
      const dcid = map.get(name);
      if (dcid !== undefined) return dcid;
    }
    return undefined;
  }

  /**
   * Gives a name its dcid; a second, different dcid makes it AMBIGUOUS.
   * @returns the dcid it had before.
   */
  add(name: string, dcid: string): string | undefined {
    for (const map of this.#maps) {
      const known = map.get(name);
      if (known === undefined) continue;
      if (known !== dcid) map.set(name, ambiguous);
      return known;
    }
    let last = this.#maps.at(-1)!;
    if (last.size >= this.#entriesMax) {
      last = new Map();
      this.#maps.push(last);
    }
    const ownName = ownCopy(name);
    last.set(ownName, dcid === name ? ownName : ownCopy(dcid));
    return undefined;
  }

  clear(): void {
    this.#maps = [new Map()];
  }
}
