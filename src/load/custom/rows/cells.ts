/** What the cells of a custom folder's tables mean (behaviour: inputs 5.3). */

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const dateForms: readonly RegExp[] = [
  /^(?<year>\d{4})(?:[-/](?<month>\d{1,2})(?:[-/](?<day>\d{1,2}))?)?(?:[T ].*)?$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<first>\d{1,2})[-/.](?<second>\d{1,2})[-/.](?<year>\d{4})(?: .*)?$/,
  /^(?<name>[A-Za-z]{3,9})\.? (?:(?<day>\d{1,2}),? )?(?<year>\d{4})(?:,? .*)?$/,
  /^(?<day>\d{1,2}) (?<name>[A-Za-z]{3,9})\.?,? (?<year>\d{4})(?:,? .*)?$/,
];

/**
 * The day, month or year in which an event was: a date as a table may write it, month before day
 * where either is possible. Undefined if it is not a date, or coarser than the period.
 */
export function periodOf(date: string, period: "day" | "month" | "year"): string | undefined {
  for (const form of dateForms) {
    const found = form.exec(date)?.groups;
    if (found === undefined) continue;
    const [month, day] = monthAndDay(found);
    const isDate = (month ?? 1) >= 1 && (month ?? 1) <= 12 && (day ?? 1) >= 1 && (day ?? 1) <= 31;
    if (!isDate) continue;
    const parts = [found["year"]!, ...[month, day].flatMap((part) => part ?? [])];
    const count = { year: 1, month: 2, day: 3 }[period];
    if (parts.length < count) return undefined;
    return parts
      .slice(0, count)
      .map((part) => String(part).padStart(2, "0"))
      .join("-");
  }
  return undefined;
}

function monthAndDay(
  found: Readonly<Record<string, string | undefined>>,
): readonly [number | undefined, number | undefined] {
  const { first, second, name, month, day } = found;
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  if (first !== undefined) {
    const parts = [Number(first), Number(second)] as const;
    return parts[0] > 12 ? [parts[1], parts[0]] : parts;
  }
  if (name === undefined) return [number(month), number(day)];
  return [months.indexOf(name.slice(0, 3).toLowerCase()) + 1, number(day)];
}
