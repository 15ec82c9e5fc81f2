/** Series as they are, as an index, or as change per year. */
import { type Period, periodOf, stepBack, textOfPeriod } from "../../src/tables/verbs/periods.ts";

/** `index`: 100 at the first date that all series have. `change`: in percent since the year before. */
export type As = "" | "index" | "change";

export const waysToShow: readonly (readonly [As, string])[] = [
  ["", "Values"],
  ["index", "As an index"],
  ["change", "Change per year"],
];

interface Dated {
  readonly date: string;
  readonly value: number | null;
}

/** Numbers made from those of series. */
export interface Made {
  /** What the numbers are; empty where nothing was made. */
  readonly label: string;
  /** Undefined where nothing was made. */
  readonly of: ((one: Dated) => number | null) | undefined;
  /** Why no number could be made. */
  readonly why: string;
}

/** @param series of one variable, each with its dates */
export function madeOf(series: readonly (readonly Dated[])[], as: As): Made {
  if (as === "index") return indexOf(series);
  if (as === "change")
    return { label: "change since the year before in %", of: changeOf(series), why: "" };
  return { label: "", of: undefined, why: "" };
}

function indexOf(series: readonly (readonly Dated[])[]): Made {
  const maps = series.map((one) => new Map(one.map(({ date, value }) => [date, value])));
  const base = [...(maps[0]?.keys() ?? [])]
    .filter((date) => maps.every((one) => (one.get(date) ?? 0) !== 0))
    .sort()[0];
  if (base === undefined) {
    const why =
      "No date has a number of all places, so there is no index: choose other places or sources.";
    return { label: "index", of: () => null, why };
  }
  const made = new Map(
    series.flatMap((one, at) =>
      one.map((dated) => {
        const start = maps[at]?.get(base) ?? 0;
        return [dated, dated.value === null ? null : (dated.value / start) * 100] as const;
      }),
    ),
  );
  return { label: `index, ${base} = 100`, of: (one) => made.get(one) ?? null, why: "" };
}

function changeOf(series: readonly (readonly Dated[])[]): (one: Dated) => number | null {
  const made = new Map<Dated, number>();
  for (const one of series) {
    const values = new Map(one.map(({ date, value }) => [date, value]));
    for (const dated of one) {
      const before = values.get(yearBefore(dated.date) ?? "") ?? 0;
      // A change from 0 is no percentage.
      if (dated.value === null || before === 0) continue;
      made.set(dated, ((dated.value - before) / Math.abs(before)) * 100);
    }
  }
  return (one) => made.get(one) ?? null;
}

/** Undefined for a text that is no date, and for 29 February. */
function yearBefore(date: string): string | undefined {
  let period: Period;
  try {
    period = periodOf(date);
  } catch {
    return undefined;
  }
  const at = stepBack(period.unit, "1y")(period.at);
  return at === undefined ? undefined : textOfPeriod({ unit: period.unit, at });
}
