/** Where the index of a world in parts is divided, so that the index of the next version has most pieces, too. */

import type { SectionEntry } from "../snapshot/header.ts";
import { checksumsName } from "../snapshot/header.ts";
import type { ColumnSource } from "../store/columns/column-source.ts";
import { eachNode } from "./index-of-parts.ts";

/** Entities are divided into about so many ranges, each with about as many variables as the others. */
const rangesWanted = 64;
/** Rows that lie at fixed places are divided after so many bytes. */
const stepBytes = 1 << 15;
/** Columns that are divided at entities: what one entity gets moves no row of another range. */
const [variablesName, countsName] = ["observations.entityVariables", "parts.entityCounts"];

/**
 * Ends of pieces, ascending. The first piece has what readers read first, and the checksums: both change each time.
 *
 * @param columns of the index
 * @param fileBytes its length
 */
export function endsInIndex(
  sections: readonly SectionEntry[],
  columns: ColumnSource,
  fileBytes: number,
): readonly number[] {
  const ends = new Set([fileBytes]);
  const place = sections.findIndex(({ name }) => name === checksumsName);
  for (const { name, offset, byteLength } of sections.slice(place + 1)) {
    ends.add(offset);
    if (name === variablesName || name === countsName) continue;
    for (let at = stepBytes; at < byteLength; at += stepBytes) ends.add(offset + at);
  }
  const offsetOf = (wanted: string) => sections.find(({ name }) => name === wanted)?.offset ?? 0;
  const [variables, counts] = [columns.column(variablesName), columns.column(countsName)];
  const [firstVariable, firstCount] = [offsetOf(variablesName), offsetOf(countsName)];
  // A power of two: that of the next version is hardly ever another one.
  const rows = 2 ** Math.ceil(Math.log2(Math.max(1, variables.length / rangesWanted)));
  let row = 0;
  eachNode(columns.column("observations.entityPositions.bits"), (node, at) => {
    const count = counts[at] ?? 0;
    if (fractionOf(node) < count / rows) {
      ends.add(firstVariable + row * variables.BYTES_PER_ELEMENT);
      ends.add(firstCount + at * counts.BYTES_PER_ELEMENT);
    }
    row += count;
  });
  return [...ends].sort((one, other) => one - other);
}

/**
 * A number from 0 to 1 without a pattern: whether an entity begins a range does not depend on what entities there
 * are beside it.
 */
function fractionOf(node: number): number {
  let bits = Math.imul(node + 1, 0x9e37_79b1);
  bits = Math.imul(bits ^ (bits >>> 15), 0x85eb_ca6b);
  return ((bits ^ (bits >>> 13)) >>> 0) / 2 ** 32;
}
