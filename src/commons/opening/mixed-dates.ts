/** Dates with and without hyphens in one series: answers compare texts, so that `20200101` is later than `2020-06-01`. */

import type { DiagnosticLog } from "../../load/bytes/diagnostics.ts";
import type { World } from "../../world/world.ts";

const hyphened = 1;
const compact = 2;

/** Reports the first series that has both, and how many more there are. */
export function reportMixedDates(
  { graph: { dictionary }, observations }: World,
  file: string,
  log: DiagnosticLog,
): void {
  const forms = Uint8Array.from(observations.dates(), formOf);
  if (!forms.includes(compact) || !forms.includes(hyphened)) return;
  const kind = {
    level: "warning",
    counter: "StatsCheck_Inconsistent_Date_Granularity",
    line: undefined,
  } as const;
  let count = 0;
  for (let series = 0; series < observations.seriesCount; series++) {
    const [one, other] = mixedIn(series, observations, forms);
    if (one === undefined || other === undefined) continue;
    const variable = dictionary.textOf(observations.variableOf(series));
    const entity = dictionary.textOf(observations.entityOf(series));
    const message = () =>
      `dates with and without hyphens in one series: '${one}' and '${other}', of variable '${variable}', ` +
      `entity '${entity}'; answers compare dates as texts, so '${other}' is later than all of its year with hyphens; ` +
      "lint names file and line";
    if (count++ === 0) log.report(file, { ...kind, message });
  }
  if (count > 1) {
    log.report(file, { ...kind, message: () => `${count - 1} more of this kind` }, count - 1);
  }
}

function formOf(date: string): number {
  if (date.includes("-")) return hyphened;
  return date.length > 4 ? compact : 0;
}

/** A date with hyphens, and one without them. */
function mixedIn(
  series: number,
  observations: World["observations"],
  forms: Uint8Array,
): readonly (string | undefined)[] {
  const found: (string | undefined)[] = [undefined, undefined];
  const { start, end } = observations.pointsOf(series);
  for (let point = start; point < end; point++) {
    const code = observations.dateCodeAt(point);
    const form = forms[code] ?? 0;
    if (form !== 0) found[form - 1] ??= observations.dateOfCode(code);
  }
  return found;
}
