/** The axis of quarterly values: months would say that each value is of one month. */
import type { LinePoint } from "./plots.ts";

/** Last months of quarters, two of them next to each other: `2023-03`, `2023-06`. */
function areQuarters(points: readonly LinePoint[]): boolean {
  const there = new Set(points.map(({ date }) => date.getUTCFullYear() * 12 + date.getUTCMonth()));
  const areNext = Array.from(there).some((month) => there.has(month + 3));
  return areNext && points.every(({ dateText }) => /^\d{4}-(?:03|06|09|12)$/.test(dateText));
}

/** Undefined for other dates. */
export function quarterTicks(points: readonly LinePoint[], width: number) {
  if (!areQuarters(points)) return undefined;
  const dates = [...new Set(points.map(({ date }) => Number(date)))].sort((a, b) => a - b);
  const step = [1, 2, 4, 8, 20, 40, 80].find((one) => dates.length / one <= width / 90) ?? 200;
  const ticks = dates.filter((_, at) => at % step === 0).map((date) => new Date(date));
  const tickFormat = (date: Date) => `Q${(date.getUTCMonth() + 1) / 3} ${date.getUTCFullYear()}`;
  return { ticks, tickFormat };
}
