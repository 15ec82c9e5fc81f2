/** A proposal for a file in a layout of a publisher, which pages load apart from all other proposals. */

import { DiagnosticLog } from "../load/bytes/diagnostics.ts";
import { sampleTable } from "../load/described/table-sample.ts";
import type { TableProposer } from "../load/load-plan.ts";
import { proposeOne } from "./propose-file.ts";

const layoutRows = 50;

/** Nobody needs to look at the proposal. */
export const proposeLaidFile: TableProposer = async (input) => {
  const form = { findsHeader: true, rowsMax: layoutRows };
  const sample = await sampleTable(input, {}, new DiagnosticLog(), form);
  if (sample.layout === undefined && sample.broken === undefined) return undefined;
  const { columns, problems } = await proposeOne(input, {});
  return columns === undefined ? { problem: problems.join("; ") } : { columns };
};
