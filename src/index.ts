/** Pocket Commons: Data Commons from files, in this process, with no network. */

export {
  attach,
  type LintOptions,
  lint,
  type OpenOptions,
  open,
  proposeColumns,
  type Source,
} from "./commons/with-files.ts";
// biome-ignore lint/performance/noReExportAll: the names are listed there.
export * from "./everywhere.ts";
export {
  type LintCounter,
  type LintFinding,
  type LintReport,
  type OddSeries,
  type OddSeriesCheck,
  type OfficialEntry,
  type OfficialLevel,
  type OfficialReport,
  type OfficialSeries,
  type OfficialSeriesCheck,
  type OtherSources,
  toReportJson,
} from "./lint/lint-report.ts";
export type {
  ColumnProposal,
  ColumnRole,
  ColumnsProposal,
  EntityName,
  KnownColumns,
} from "./propose/proposal.ts";
