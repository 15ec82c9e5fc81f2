/** Numbers whose signs may part thousands or decimals, or are others than the caller says. */
import { decimalIn } from "../column-profile.ts";
import type { ReadTable } from "../obstacles.ts";
import { optionOf, type Problem } from "../proposal.ts";
import { namesNoValues } from "./half-numbers.ts";

/** `7.5` in more cells than `7,5`, where the caller says that decimals have a comma: `1.234` beside them would be 1234. */
export function otherDecimal({ profiles, roleOf, known, sample }: ReadTable): Problem | undefined {
  const { decimal } = known;
  if (decimal === undefined) return undefined;
  const other = decimal === "," ? "." : ",";
  const values = profiles.filter(({ heading }) => roleOf(heading) === "value");
  const isChosen = (known.columns ?? known.value) !== undefined;
  for (const [at, profile] of profiles.entries()) {
    const { heading } = profile;
    const isUnread = !isChosen && roleOf(heading) === "not read" && !namesNoValues(heading);
    if (!isUnread && !values.includes(profile)) continue;
    const cells = (sample.typed?.texts ?? sample.rows).map((row) => row[at] ?? "");
    const signs = cells.map(decimalIn);
    const count = (sign: string) => signs.filter((one) => one === sign).length;
    if (count(other) <= count(decimal)) continue;
    const row = signs.indexOf(other);
    const problem = `'${cells[row]}' in line ${sample.lines[row]} of '${heading}' has its decimals after '${other}', and '${decimal}' is said`;
    const named = isUnread ? values.slice(0, 3).map((one) => optionOf("value", one.heading)) : [];
    return { problem, cures: [optionOf("decimal", other), ...named] };
  }
  return undefined;
}

/** Numbers that may have thousands or decimals. */
export function unclearDecimal(table: ReadTable): Problem | undefined {
  const unclear = table.unclearNumber ?? pointedThousands(table) ?? besideBothSigns(table);
  if (unclear === undefined) return undefined;
  const problem = `'${unclear}' may have thousands or decimals, and others like it: --decimal says which sign is before decimals`;
  return { problem, cures: [optionOf("decimal", ","), optionOf("decimal", ".")] };
}

/** `1,250` beside `1.5` and `2,5`: the column has decimals after either sign. */
function besideBothSigns({ profiles, roleOf, known, sample }: ReadTable): string | undefined {
  if ((known.decimal ?? known.columns ?? sample.layout) !== undefined) return undefined;
  for (const { heading, cells } of profiles) {
    if (roleOf(heading) !== "value") continue;
    const signs = cells.map(decimalIn);
    if (signs.includes(".") && signs.includes(",") && signs.includes("either"))
      return cells[signs.indexOf("either")];
  }
  return undefined;
}

/** `1.010` above `1020` and `2010`: by its size among the others, its point parts thousands. */
function pointedThousands(table: ReadTable): string | undefined {
  const { profiles, roleOf, known, sample, decimal } = table;
  if (decimal === "," || (known.decimal ?? known.columns ?? sample.layout) !== undefined)
    return undefined;
  for (const [at, { heading, cells }] of profiles.entries()) {
    if (roleOf(heading) !== "value") continue;
    const texts = sample.typed?.texts?.map((row) => row[at]) ?? cells;
    const pointed = texts.filter((cell = "") => cell.includes("."));
    const whole = cells.filter((cell) => /^\d[\d,]*$/.test(cell));
    if (
      pointed.length === 0 ||
      !pointed.every((cell = "") => /^[1-9]\d{0,2}(?:\.\d{3})+$/.test(cell))
    )
      continue;
    const sizes = whole.map((cell) => Number(cell.replaceAll(",", ""))).sort((a, b) => a - b);
    const usual = sizes[sizes.length >> 1] ?? 0;
    const small = pointed.find((cell = "") => Number.parseFloat(cell) * 10 < usual);
    if (small !== undefined) return small;
  }
  return undefined;
}
