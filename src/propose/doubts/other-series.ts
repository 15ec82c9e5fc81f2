/**
 * A text that separates series, though no two rows collide: `primary` in 2019 and `secondary` in 2020 of one
 * place would be one series.
 */
import { furtherColumn } from "../codes/code-lists.ts";
import { type ColumnProfile, headings } from "../column-profile.ts";
import { functionBetween, isUnread, type ReadTable } from "../obstacles.ts";
import { type ColumnRole, onlyOption, optionOf, type Problem } from "../proposal.ts";

/** More are texts about single rows. */
const codesMax = 12;
const lengthMax = 40;

/** Who says it, and where it is written, are of the row. */
const ofTheRow =
  /source|reference|link|url|quelle|fuente|provider|publisher|data ?set|\bby\b|author|contact|version|vintage/i;

export function otherSeries(table: ReadTable): Problem | undefined {
  const { sample, profiles, roleOf, known } = table;
  if (known.columns !== undefined || sample.layout !== undefined) return undefined;
  const columnOf = (role: ColumnRole) =>
    profiles.findIndex(({ heading }) => roleOf(heading) === role);
  const [entity, date, variable] = [columnOf("entity"), columnOf("date"), columnOf("variable")];
  if (entity < 0 || date < 0) return undefined;
  const found = profiles.find((profile, at) => {
    if (!mayTellApart(profile, table)) return false;
    const isOf = (other: number) => functionBetween(sample.rows, other, at);
    // One cell of a place says something about the place, one of a date or a variable something about that.
    return !isOf(entity) && !isOf(date) && !(variable >= 0 && isOf(variable));
  });
  if (found === undefined) return undefined;
  const { heading, codes } = found;
  const [one = "", other = ""] = codes;
  const values = profiles.filter((other) => roleOf(other.heading) === "value");
  const isOpen = variable < 0 && known.variable === undefined && values.length === 1;
  const asVariables = isOpen ? "--variable makes a variable of each; the" : "The";
  const problem = `'${heading}' differs between rows of one place, as '${one}' and '${other}', and would not be read: are these several series? ${asVariables} file that --propose writes makes it a part of the variable, and leaves it out without its member ${JSON.stringify(heading)} of dimensions; --only reads one of them, and no other row`;
  const cures = [
    "--propose map.json",
    ...(isOpen ? [optionOf("variable", heading)] : []),
    onlyOption(heading, one),
  ];
  return { problem, cures, dimensions: { [heading]: {} } };
}

function mayTellApart(profile: ColumnProfile, { roleOf, known }: ReadTable): boolean {
  const { heading, cells, codes, numbers, dates } = profile;
  const isOther =
    !isUnread(roleOf(heading)) ||
    known.only?.[heading] !== undefined ||
    furtherColumn(heading) !== undefined ||
    [ofTheRow, headings.place, headings.id, headings.written, headings.date].some((form) =>
      form.test(heading),
    );
  const isClass = codes.length > 1 && codes.length <= codesMax && codes.length * 2 <= cells.length;
  const isText = numbers === 0 && dates === 0 && codes.every((code) => code.length <= lengthMax);
  return heading !== "" && !isOther && isClass && isText;
}
