/** Door of the checks: sources in, findings with their places out. */
export { type LintOptions, lint } from "./lint.ts";
export type {
  LintCounter,
  LintFinding,
  LintReport,
  OddSeries,
  OddSeriesCheck,
  OtherSources,
} from "./report/index.ts";
export {
  type OfficialEntry,
  type OfficialLevel,
  type OfficialReport,
  type OfficialSeries,
  type OfficialSeriesCheck,
  toReportJson,
} from "./report/index.ts";
