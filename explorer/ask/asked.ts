/** What was asked, and what of its reading was corrected: the fields of the address. */
import type { Corrections } from "../backend/world.ts";
import { goTo, linkTo } from "../shell/route.ts";

export interface Asked {
  readonly q: string;
  /** What follows replaces what was read; empty where it was not corrected. */
  readonly place: readonly string[];
  readonly variable: readonly string[];
  /** `latest`, `all`, a date, or a range: `2010..2020`, `2010..`, `..2020`. */
  readonly date: string;
  /** A kind, and after a space its order. */
  readonly intent: string;
  /** `capita` or `none`. */
  readonly per: string;
}

export function askedIn(fields: URLSearchParams): Asked {
  const field = (name: string) => fields.get(name) ?? "";
  return {
    q: field("q"),
    place: fields.getAll("place"),
    variable: fields.getAll("variable"),
    date: field("date"),
    intent: field("intent"),
    per: field("per"),
  };
}

export const askAgain = (asked: Asked): void => goTo(linkTo("ask", { ...asked }));

export function correctionsOf({ place, variable, date, intent, per }: Asked): Corrections {
  const [kind = "", order = ""] = intent.split(" ");
  return {
    ...(place.length > 0 && { places: place }),
    ...(variable.length > 0 && { variables: variable }),
    ...(date !== "" && { date: wantedDate(date) }),
    ...(kind !== "" && { intent: kind as NonNullable<Corrections["intent"]> }),
    ...(order !== "" && { order: order as NonNullable<Corrections["order"]> }),
    ...(per !== "" && { perCapita: per === "capita" }),
  };
}

type Wanted = NonNullable<Corrections["date"]>;

function wantedDate(text: string): Wanted {
  const [from = "", to] = text.split("..");
  if (to === undefined) return text;
  return { ...(from !== "" && { from }), ...(to !== "" && { to }) };
}

/** As the address has it. */
export const dateText = (date: Wanted): string =>
  typeof date === "string" ? date : `${date.from ?? ""}..${date.to ?? ""}`;
