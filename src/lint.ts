/** Checks of sources, what differs between worlds, and proposals of what columns mean. */

export { diff, fix, type LintOptions, lint, proposeColumns } from "./commons/with-files.ts";
export type {
  DiffChange,
  DiffCounts,
  Difference,
  DiffKind,
  DiffOptions,
  DiffProgress,
  WorldDiff,
} from "./diff/world-diff.ts";
export type { FixedFile, FixReport } from "./lint/fixes/fix-sources.ts";
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
export type { Cure } from "./load/bytes/diagnostics.ts";
export type {
  CodedColumn,
  CodedPlace,
  CodeMeaning,
  ConstantText,
  DateColumn,
  DatesOf,
  DcidColumn,
  DimensionColumn,
  EntityColumn,
  MeasureColumn,
  NameColumn,
  VariableCodes,
  VariableColumn,
} from "./load/described/column-option.ts";
export type {
  ColumnProposal,
  ColumnRole,
  ColumnsProposal,
  EntityName,
  KnownColumns,
} from "./propose/proposal.ts";
