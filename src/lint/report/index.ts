/** Door of the report: findings are counted, kept and told. */
export {
  byPlace,
  FindingLog,
  type KeptFinding,
  type ObservationPart,
  type Target,
  type WorldLog,
} from "./finding-log.ts";
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
