/** Places as headings: rows are about all of them, and about no other place. */
import { countryNamed, isCodeOfPlaces } from "../codes/places-by-code.ts";
import type { ColumnProfile } from "../column-profile.ts";
import type { ReadTable } from "../obstacles.ts";
import { type Problem, placesAcross } from "../proposal.ts";

export function placeHeadings({ profiles, roleOf, known, sample }: ReadTable): Problem | undefined {
  const isOpen = ({ heading, numbers }: ColumnProfile) =>
    roleOf(heading) === "value" || (roleOf(heading) === "not read" && numbers > 0);
  const all = profiles.filter(isOpen).map(({ heading }) => heading);
  const named = all.filter((one) => countryNamed(one, true) !== undefined);
  const places = isCodeOfPlaces(all) ? all : named;
  const isSaid = (known.columns ?? sample.layout) !== undefined;
  return isSaid || places.length < 2 ? undefined : placesAcross(places, known);
}
