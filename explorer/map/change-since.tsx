/** A map of changes: of each place, from an earlier date to the one that is shown, by numbers of one source. */
import { type Dates, type TableQuestion, table } from "../backend/world.ts";
import { type Observation, observationsIn } from "../parts/observations.ts";
import { type MapChoice, showMap } from "./map-choice.ts";

export interface Changes {
  readonly since: string;
  /** What the places had then. */
  readonly before: readonly Observation[];
  /** Observations of now whose values are changes in percent, where there is a number of both dates. */
  readonly shown: readonly Observation[];
}

/** Undefined where values are shown. @param question of `now` */
export async function changesSince(
  since: string,
  now: readonly Observation[],
  question: TableQuestion,
  signal: AbortSignal,
): Promise<Changes | undefined> {
  if (since === "" || now.length === 0) return undefined;
  const answer = await table({ ...question, date: since, facet: "all" }, signal);
  return changesOf(since, now, observationsIn(answer));
}

/** Numbers of different sources are not compared, and a change from 0 is no percentage. */
export function changesOf(
  since: string,
  now: readonly Observation[],
  then: readonly Observation[],
): Changes {
  const keyOf = ({ entity, facetId }: Observation) => `${facetId} ${entity}`;
  const known = new Map(then.map((one) => [keyOf(one), one]));
  const pairs = now.flatMap((one) => {
    const before = known.get(keyOf(one));
    return before === undefined || one.date <= since
      ? []
      : [{ one, before: { ...before, citations: one.citations } }];
  });
  return {
    since,
    before: pairs.map(({ before }) => before),
    shown: pairs.flatMap(({ one, before: { value: start } }) =>
      one.value === null || start === null || start === 0
        ? []
        : [
            {
              ...one,
              value: ((one.value - start) / Math.abs(start)) * 100,
              unit: "%",
              date: `${since} to ${one.date}`,
            },
          ],
    ),
  };
}

interface SinceFieldProps {
  readonly choice: MapChoice;
  readonly dates: Dates;
  /** The latest date that is shown. */
  readonly last: string;
}

export function SinceField({ choice, dates, last }: SinceFieldProps) {
  const { since } = choice;
  const earlier = dates.dates.filter(({ date }) => date < last);
  if (earlier.length === 0 && since === "") return null;
  return (
    <select
      class="select"
      aria-label="Values or change"
      value={since}
      onChange={({ currentTarget }) => showMap({ ...choice, since: currentTarget.value })}
    >
      <option value="">Values</option>
      {since !== "" && !earlier.some(({ date }) => date === since) && (
        <option value={since}>Change since {since}</option>
      )}
      {earlier.map(({ date }) => (
        <option key={date} value={date}>
          Change since {date}
        </option>
      ))}
    </select>
  );
}
