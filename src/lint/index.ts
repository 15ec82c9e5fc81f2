/** Door of lint: checks sources, and reports findings with their places. */
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
} from "./lint-report.ts";
export { type LintOptions, lint } from "./lint-sources.ts";
