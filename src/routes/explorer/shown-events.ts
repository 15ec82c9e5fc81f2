/** Events at a place, as the map shows them. */
import type { Commons } from "../../index.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import { eventsIn, eventTypesAt, measureOf, monthsOf } from "../unlisted/events.ts";

export type EventTypes = ReturnType<typeof eventTypesAt>;

interface ShownEvent {
  readonly dcid: string;
  /** Empty where it has none. */
  readonly name: string;
  readonly date: string;
  /** How great it is, with its unit in front: `SquareKilometer2.5`; empty where nobody says. */
  readonly size: string;
  /** Degrees; undefined where its place is not known. */
  readonly point?: { readonly latitude?: number; readonly longitude?: number } | undefined;
}

export interface Events {
  /** With events of the type, ascending. */
  readonly months: readonly string[];
  /** Whose events these are. */
  readonly month: string;
  /** At most a hundred of one place, the greatest of types that have a measure; by date, of one date the greatest first. */
  readonly events: readonly ShownEvent[];
}

interface Wanted {
  readonly place: string;
  readonly type: string;
  /** Empty: the latest that has events. */
  readonly month: string;
}

export const eventTypesOf = (commons: Commons, { place }: { readonly place: string }): EventTypes =>
  eventTypesAt(commons, place);

export function eventsOf(commons: Commons, { place, type, month: asked }: Wanted): Events {
  const months = monthsOf(commons, place, type);
  const month = asked || (months.at(-1) ?? "");
  const measure = measureOf(type);
  const found = eventsIn(commons, place, { type, month, filter: undefined });
  const events = found.map(({ dcid, dates = [], geoLocations = [], propVals }) => ({
    dcid,
    name: propVals["name"]?.vals[0] ?? "",
    date: dates[0] ?? "",
    size: propVals[measure]?.vals[0] ?? "",
    point: geoLocations[0]?.point,
  }));
  return { months, month, events: events.sort((a, b) => compareUtf8(a.date, b.date)) };
}
