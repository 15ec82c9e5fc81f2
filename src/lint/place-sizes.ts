/**
 * A place whose whole series are shares, among percentages of all other places, or the other way round: no change
 * within its series shows it. Amounts are not compared, since places are of any size.
 */
import { shown } from "../load/bytes/diagnostics.ts";
import type { FacetEntry } from "../stats/facets.ts";

interface Measured {
  readonly entity: string;
  readonly facet: FacetEntry;
  readonly points: readonly { readonly date: string; readonly value: number | string }[];
}

interface OddPlace<Of> {
  readonly series: Of;
  readonly said: string;
}

interface Sized<Of> {
  readonly series: Of;
  readonly size: number;
}

/** The smallest two and the largest two of the series of one facet, ascending. */
interface Ends<Of> {
  /** Minus infinity if one of them cannot be compared. */
  count: number;
  least: readonly Sized<Of>[];
  most: readonly Sized<Of>[];
}

const placesMin = 3;
/** The others are at most so many times each other. */
const alike = 5;
/** How far a hundred times a share may lie outside of the others. */
const near = 1.25;
const percentMax = 100;

/** The series of one variable, of which only those at the ends are kept. */
export class PlaceSizes<Of extends Measured> {
  readonly #ends = new Map<string, Ends<Of>>();

  add(series: Of): void {
    const { facet, points } = series;
    if (facet.scalingFactor !== "" || (facet.unit !== "" && facet.unit !== "Percent")) return;
    const ends = this.#ends.get(facet.facetId) ?? { count: 0, least: [], most: [] };
    this.#ends.set(facet.facetId, ends);
    const own = { series, size: meanOf(points) };
    ends.count += own.size > 0 ? 1 : Number.NEGATIVE_INFINITY;
    if (ends.count < 0) return;
    ends.least = [...ends.least, own].sort((a, b) => a.size - b.size).slice(0, 2);
    ends.most = [...ends.most, own].sort((a, b) => a.size - b.size).slice(-2);
  }

  odd(): OddPlace<Of>[] {
    return Array.from(this.#ends.values()).flatMap(({ count, least, most }) => {
      const [[one, two], [last, first]] = [least, most];
      if (count <= placesMin || !one || !two || !last || !first) return [];
      if (first.size > percentMax) return [];
      // Shares among shares, and percentages among percentages, may be of any size.
      const [arePercent, areShares] = [two.size > 1, last.size <= 1];
      const others = `those of ${count - 1} other places, as`;
      if (arePercent && isAmong(one.size * 100, two.size, first.size))
        return [said(one.series, two.series, `1/100 of ${others}`, "shares")];
      return areShares && isAmong(first.size / 100, one.size, last.size)
        ? [said(first.series, last.series, `100 times ${others}`, "percentages")]
        : [];
    });
  }
}

function said<Of extends Measured>(
  series: Of,
  usual: Of,
  about: string,
  what: string,
): OddPlace<Of> {
  const [own, other] = [series.points[0]!, usual.points[0]!];
  const those = `${other.value} of ${shown(usual.entity)}`;
  const text = `all its values, as ${own.value} at ${own.date}, are about ${about} ${those}: are they ${what}?`;
  return { series, said: text };
}

function isAmong(size: number, from: number, to: number): boolean {
  return to <= alike * from && size >= from / near && size <= to * near;
}

/** NaN for a series that has a text. */
function meanOf(points: Measured["points"]): number {
  let sum = 0;
  for (const { value } of points) sum += typeof value === "number" ? value : Number.NaN;
  return sum / points.length;
}
