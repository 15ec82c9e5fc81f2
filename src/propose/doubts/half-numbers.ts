/** Columns in which fewer than half of the cells are numbers: they would not be read. */
import { furtherColumn } from "../codes/code-lists.ts";
import { headings, placeTypeOf } from "../column-profile.ts";
import type { ReadTable } from "../obstacles.ts";
import { optionOf, type Problem } from "../proposal.ts";

/** Fewer are numbers among texts. */
const least = 0.2;

/** `1200` above more cells such as `secret`: nobody would miss the numbers. */
export function halfNumbers({ sample, profiles, roleOf, known }: ReadTable): Problem | undefined {
  const isLaid = sample.layout !== undefined && sample.layout.table.isJudged !== true;
  if ((known.columns ?? known.value) !== undefined || isLaid) return undefined;
  const found = profiles.find(
    ({ heading, numbers }) =>
      heading !== "" &&
      numbers >= least &&
      numbers < 0.5 &&
      roleOf(heading) === "not read" &&
      known.only?.[heading] === undefined &&
      !namesNoValues(heading),
  );
  if (found === undefined) return undefined;
  const { heading, cells, codes } = found;
  const isNumber = (cell: string) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(cell);
  const texts = codes.find((cell) => !isNumber(cell));
  const problem = `'${heading}' has numbers, as '${cells.find(isNumber)}', and more other cells, as '${texts}', and would not be read: leave these cells empty, or --value names the column that is read`;
  const values = profiles.filter((one) => roleOf(one.heading) === "value");
  return { problem, cures: values.slice(0, 3).map((one) => optionOf("value", one.heading)) };
}

/** Whether a heading is that of places, dates, codes, positions or notes. */
export function namesNoValues(heading: string): boolean {
  const forms = [headings.position, headings.code, headings.id, headings.numberedPlace];
  const isNamed = [...forms, headings.place, headings.date].some((form) => form.test(heading));
  return isNamed || placeTypeOf(heading) !== undefined || furtherColumn(heading) !== undefined;
}
