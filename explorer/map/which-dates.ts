/** Which dates a map and a scatter show: one year for all places, or the latest of each. */
import type { Dates } from "../backend/world.ts";
import { counted } from "../parts/format.ts";
import { grouped } from "../parts/observations.ts";

/** `same`: one year for all. `latest`: of each place its own. Else a date, or a year of several variables. */
export type WhichDates = "same" | "latest" | (string & {});

export type Year = Dates["years"][number];

/**
 * The latest of the years with more than nine of ten places; where no year has so many, the one with the
 * most.
 */
export function sameYear({ years, places }: Dates): Year | undefined {
  const wide = years.find((year) => isWide(year, places));
  return wide ?? years.toSorted((a, b) => b.count - a.count)[0];
}

const isWide = ({ count }: Year, places: number): boolean => (places - count) * 10 < places;

/** One year for all is shown unless that loses a tenth of the places. */
export function shownDates(chosen: string, dates: Dates): WhichDates {
  if (chosen !== "") return chosen;
  const year = sameYear(dates);
  return year !== undefined && isWide(year, dates.places) ? "same" : "latest";
}

/** The date of each variable: of the year for all, or of a year that was chosen. */
export function datesIn(which: WhichDates, dates: Dates): readonly string[] | undefined {
  const year = which === "same" ? sameYear(dates) : dates.years.find((one) => one.year === which);
  return year?.dates;
}

interface DateOption {
  readonly value: WhichDates;
  readonly label: string;
}

/** What a list of dates offers; `single` are other dates, the latest first. */
export function dateOptions(
  dates: Dates,
  single: readonly { readonly date: string; readonly count: number }[],
): readonly DateOption[] {
  const year = sameYear(dates);
  const all = dates.places;
  const same =
    year === undefined
      ? []
      : [
          {
            value: "same",
            label: `Same year for all: ${year.year} (${year.count} of ${counted(all, "place")})`,
          },
        ];
  return [
    ...same,
    { value: "latest", label: `Latest of each place (${counted(all, "place")})` },
    ...single.map(({ date, count }) => ({
      value: date,
      label: `${date} (${counted(count, "place")})`,
    })),
  ];
}

interface Dated {
  readonly date: string;
  readonly entity: string;
  readonly variableName: string;
}

/** How many places have which date of each variable, where dates differ; empty where they do not. */
export function datesApart(observations: readonly Dated[]): string {
  if (new Set(observations.map(({ date }) => date)).size < 2) return "";
  const byVariable = [...grouped(observations, ({ variableName }) => variableName)];
  const texts = byVariable.map(([name, ofVariable]) =>
    byVariable.length === 1 ? datesOf(ofVariable) : `${name}: ${datesOf(ofVariable)}`,
  );
  return `Dates differ: ${texts.join("; ")}.`;
}

function datesOf(observations: readonly Dated[]): string {
  const counts = Array.from(
    grouped(observations, ({ date }) => date),
    ([date, ofDate]) => [date, new Set(ofDate.map(({ entity }) => entity)).size] as const,
  );
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? 1 : -1));
  const shown = sorted
    .slice(0, apartMax)
    .map(([date, count]) => `${date} (${counted(count, "place")})`);
  const rest =
    sorted.length > apartMax ? ` and ${counted(sorted.length - apartMax, "other date")}` : "";
  return `${shown.join(", ")}${rest}`;
}

const apartMax = 4;
