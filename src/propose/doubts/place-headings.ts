/** Places as headings: rows are about all of them, and about no other place. */
import { countryNamed, isCodeOfPlaces } from "../codes/places-by-code.ts";
import type { ReadTable } from "../obstacles.ts";
import { type Problem, placesAcross } from "../proposal.ts";

export function placeHeadings(table: ReadTable): Problem | undefined {
  const { known, sample } = table;
  const all = numericHeadings(table);
  const named = all.filter((one) => countryNamed(one, true) !== undefined);
  const places = isCodeOfPlaces(all) ? all : named;
  const isSaid = (known.columns ?? sample.layout) !== undefined;
  return isSaid || places.length < 2 ? undefined : placesAcross(places, known);
}

/** Headings of numbers, whether they are read or not. */
export function numericHeadings({ profiles, roleOf }: ReadTable): string[] {
  return profiles.flatMap(({ heading, numbers }) => {
    const role = roleOf(heading);
    return role === "value" || (role === "not read" && numbers > 0) ? [heading] : [];
  });
}
