/** Pocket Commons: Data Commons from files, in this process, with no network. */

export {
  attach,
  diff,
  type LintOptions,
  lint,
  type OpenOptions,
  open,
  proposeColumns,
  type Source,
} from "./commons/with-files.ts";
export type {
  DiffChange,
  DiffCounts,
  Difference,
  DiffKind,
  DiffOptions,
  WorldDiff,
} from "./diff/world-diff.ts";
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
