/** What the map shows. */
import { goTo, linkTo } from "../shell/route.ts";

export interface MapChoice {
  readonly place: string;
  readonly type: string;
  readonly variable: string;
  /** Of the other axis of dots; empty: there is none. */
  readonly other: string;
  /** A type of events, which are shown instead of values; empty: values are. */
  readonly event: string;
  /** Empty: the latest of each place; of events, the latest month. */
  readonly date: string;
  /** An earlier date, since which changes are shown instead of values; empty: values are. */
  readonly since: string;
}

export function showMap(choice: MapChoice, replace = false): void {
  goTo(linkTo("map", { ...choice }), { replace });
}

export const placesIn = ({ place, type }: MapChoice) =>
  `${place}<-containedInPlace+{typeOf:${type}}` as const;
