/** Why a column is not read. */
import { type ColumnProfile, placeTypeOf } from "./column-profile.ts";
import type { ColumnProposal } from "./proposal.ts";

/** Most cells of a column look like what it holds. */
const most = 0.8;

export function leftOut({ heading, cells, numbers }: ColumnProfile): ColumnProposal {
  return { heading, role: "not read", reason: reasonOf() };

  function reasonOf(): string {
    if (heading === "") return "it has no heading";
    if (cells.length === 0) return "it is empty";
    if (numbers >= most) return "numbers that measure nothing, or one too many";
    if (placeTypeOf(heading) !== undefined) return "names; another column says what rows are about";
    return `texts, as ${cells[0]}, that are neither ids, names, dates nor units`;
  }
}
