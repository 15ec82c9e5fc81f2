/** Places as headings: rows are about all of them, and about no other place. */
import { countryNamed, isCodeOfPlaces } from "../codes/places-by-code.ts";
import { quoted, type ReadTable } from "../obstacles.ts";
import type { Problem } from "../proposal.ts";

export function placeHeadings({ profiles, roleOf, known }: ReadTable): Problem | undefined {
  const all = profiles.flatMap(({ heading }) => (roleOf(heading) === "value" ? [heading] : []));
  const named = all.filter((one) => countryNamed(one, true) !== undefined);
  const places = isCodeOfPlaces(all) ? all : named;
  if (places.length < 2 || known.columns !== undefined) return undefined;
  const problem = `columns of values are places, ${quoted(places.slice(0, 3))}: the table needs one row for each, with a column of places`;
  return { problem, cures: [] };
}
