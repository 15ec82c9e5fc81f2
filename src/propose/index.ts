/** Door of the proposals: what the columns of a table probably hold. */
export type { ColumnProposal, ColumnRole, ColumnsProposal, KnownColumns } from "./proposal.ts";
export { proposeFor, sampleFile } from "./propose.ts";
