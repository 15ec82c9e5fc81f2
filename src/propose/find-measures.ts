/** Columns that say how values are measured: powers of ten, periods, methods. */
import type { TableColumns } from "../load/described/column-option.ts";
import { multiplierOf, powerIn, powerInWords } from "../load/described/multipliers.ts";
import { arePowers, furtherColumn, periodOf } from "./codes/code-lists.ts";
import type { ColumnProfile } from "./column-profile.ts";
import type { ColumnRole, Problem } from "./proposal.ts";

interface FoundMeasures {
  readonly columns: Pick<TableColumns, "multiplier" | "observationPeriod" | "measurementMethod">;
  readonly uses: readonly {
    readonly profile: ColumnProfile;
    readonly role: ColumnRole;
    readonly reason: string;
  }[];
  readonly problems: readonly Problem[];
}

export type Use = FoundMeasures["uses"][number];

/** @param valueHeadings of the values of a table with one value per row: others have their own words. */
export function findMeasures(
  free: readonly ColumnProfile[],
  valueHeadings: readonly string[],
): FoundMeasures {
  const first = (role: ColumnRole) =>
    free.find((one) => furtherColumn(one.heading)?.role === role && !isOther(one));
  const uses: Use[] = [];
  const problems: Problem[] = [];
  const own = valueHeadings.map(multiplierOf).find((times) => times !== 1) ?? 1;
  const times = first("multiplier");
  const columns = {
    ...(own === 1 ? {} : { multiplier: own }),
    ...(times === undefined ? {} : multiplierIn(times, own, uses, problems)),
    ...measuredBy("observationPeriod", first("period"), uses),
    ...measuredBy("measurementMethod", first("method"), uses),
  };
  return { columns, uses, problems };
}

/** A scale in words multiplies values, and one in other texts or numbers measures something. */
function isOther({ heading, codes }: ColumnProfile): boolean {
  if (!/^(?:scale|magnitude)$/i.test(heading)) return false;
  return codes.every((code) => powerInWords(code) === undefined);
}

/**
 * @param own what the heading of the values says.
 * @param isPower whether a number is a power of ten, and no factor.
 */
export function multiplierIn(
  profile: ColumnProfile,
  own: number,
  uses: Use[],
  problems: Problem[],
  isPower = arePowers(profile.heading),
): Pick<TableColumns, "multiplier"> {
  const { heading, codes } = profile;
  const isUnclear = (code: string) => !isPower && /^\d{1,2}$/.test(code);
  const odd = codes.find((code) => powerIn(code) === undefined || isUnclear(code));
  const isTwice = own !== 1 && codes.some((code) => powerIn(code) !== 0);
  if (odd !== undefined || isTwice) {
    const cause =
      odd === undefined
        ? "the heading of the values, too"
        : isUnclear(odd)
          ? `'${odd}' may be a factor or a power of ten`
          : `'${odd}' is no power of ten`;
    problems.push({
      problem: `'${heading}' says what values are multiplied by: ${cause}`,
      cures: [],
    });
    return {};
  }
  const [code = "", ...others] = codes;
  const times = own * 10 ** (powerIn(code) ?? 0);
  const each = `each value is multiplied by the power of ten of its row, as ${code}`;
  const reason = others.length === 0 ? `values are multiplied by ${times}` : each;
  uses.push({ profile, role: "multiplier", reason });
  return others.length > 0 ? { multiplier: heading } : times === 1 ? {} : { multiplier: times };
}

export function measuredBy(
  member: "observationPeriod" | "measurementMethod",
  profile: ColumnProfile | undefined,
  uses: Use[],
): Pick<TableColumns, "observationPeriod" | "measurementMethod"> {
  if (profile === undefined) return {};
  const { heading, codes } = profile;
  const meaningOf = member === "observationPeriod" ? periodOf : undefined;
  const known = codes.flatMap((code) => {
    const value = meaningOf?.(code);
    return value === undefined ? [] : [[code, value] as const];
  });
  const role = member === "observationPeriod" ? "period" : "method";
  uses.push({ profile, role, reason: `${member} of values, as ${known[0]?.[1] ?? codes[0]}` });
  const values = Object.fromEntries(known);
  return { [member]: known.length === 0 ? heading : { column: heading, values } };
}
