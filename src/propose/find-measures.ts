/** Columns that say how values are measured: powers of ten, periods, methods. */
import type { TableColumns } from "../load/described/column-option.ts";
import { multiplierOf, powerIn, powerInWords } from "../load/described/multipliers.ts";
import { arePowers, furtherColumn, periodOf } from "./codes/code-lists.ts";
import type { ColumnProfile } from "./column-profile.ts";
import type { ColumnRole, Problem, Scale } from "./proposal.ts";

interface FoundMeasures {
  readonly columns: Pick<TableColumns, "observationPeriod" | "measurementMethod">;
  readonly scales: readonly Scale[];
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
  const times = first("multiplier");
  const scales = valueHeadings.flatMap((heading): Scale[] => {
    const multiplier = multiplierOf(heading);
    return multiplier === 1 ? [] : [{ heading, multiplier }];
  });
  if (times !== undefined) scales.push(...multiplierIn(times, uses, problems));
  const columns = {
    ...measuredBy("observationPeriod", first("period"), uses),
    ...measuredBy("measurementMethod", first("method"), uses),
  };
  return { columns, scales, uses, problems };
}

/** A scale in words multiplies values, and one in other texts or numbers measures something. */
function isOther({ heading, codes }: ColumnProfile): boolean {
  if (!/scale|magnitude/i.test(heading)) return false;
  return codes.every((code) => powerInWords(code) === undefined);
}

/** @param isPower whether a number is a power of ten, and no factor. */
export function multiplierIn(
  profile: ColumnProfile,
  uses: Use[],
  problems: Problem[],
  isPower = arePowers(profile.heading),
): Scale[] {
  const { heading, codes } = profile;
  const isUnclear = (code: string) => !isPower && /^\d{1,2}$/.test(code);
  const odd = codes.find((code) => powerIn(code) === undefined || isUnclear(code));
  if (odd !== undefined) {
    const cause = isUnclear(odd) ? "may be a factor or a power of ten" : "is no power of ten";
    const problem = `'${heading}' says what values are multiplied by: '${odd}' ${cause}`;
    problems.push({ problem, cures: [] });
    return [];
  }
  const isOne = codes.every((code) => powerIn(code) === 0);
  const reason = isOne
    ? "values are multiplied by 1"
    : `each value is multiplied by the power of ten of its row, as ${codes[0]}`;
  uses.push({ profile, role: "multiplier", reason });
  return isOne ? [] : [{ heading, multiplier: heading }];
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
