/** Which dates a map or a scatter shows. */
import type { Dates } from "../backend/world.ts";
import type { Observation } from "../parts/observations.ts";
import { type MapChoice, showMap } from "./map-choice.ts";
import { dateOptions, datesApart, shownDates } from "./which-dates.ts";

interface DateFieldProps {
  readonly choice: MapChoice;
  readonly dates: Dates;
  /** What can be chosen beside one year for all and the latest. */
  readonly single: Parameters<typeof dateOptions>[1];
}

export function DateField({ choice, dates, single }: DateFieldProps) {
  const which = shownDates(choice.date, dates);
  const options = dateOptions(dates, single);
  return (
    <select
      class="select"
      aria-label="Date"
      value={which}
      onChange={({ currentTarget }) => showMap({ ...choice, date: currentTarget.value })}
    >
      {!options.some(({ value }) => value === which) && <option value={which}>{which}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** What is not to be compared without a thought. */
export function DatesNote({ observations }: { readonly observations: readonly Observation[] }) {
  const text = datesApart(observations);
  return text !== "" && <p class="quiet note">{text}</p>;
}
