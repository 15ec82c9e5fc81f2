/** What the map shows. */
import { goTo, linkTo } from "../shell/route.ts";

export interface MapChoice {
  readonly place: string;
  readonly type: string;
  readonly variable: string;
  /** Of the other axis of dots; empty: there is none. */
  readonly other: string;
  /** Empty: the latest of each place. */
  readonly date: string;
}

export function showMap(choice: MapChoice, replace = false): void {
  goTo(linkTo("map", { ...choice }), { replace });
}

export const placesIn = ({ place, type }: MapChoice) =>
  `${place}<-containedInPlace+{typeOf:${type}}` as const;
