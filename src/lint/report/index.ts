/** Door of the report: findings are counted, kept and told. */
export {
  byPlace,
  type KeptFinding,
  LintLog,
  type ObservationPart,
  type Target,
  type WorldLog,
} from "./lint-log.ts";
export type {
  LintCounter,
  LintFinding,
  LintReport,
  OddSeries,
  OddSeriesCheck,
  OtherSources,
} from "./report.ts";
export {
  type OfficialEntry,
  type OfficialLevel,
  type OfficialReport,
  type OfficialSeries,
  type OfficialSeriesCheck,
  toReportJson,
} from "./report-json.ts";
