/** Which further columns are parts of the variable, and what their codes mean. */
import { propertyOf } from "../load/described/bound-columns.ts";
import type { CodeMeaning, DimensionColumn } from "../load/described/column-option.ts";
import { dcidOfName } from "../load/described/made-dcids.ts";
import { areKindsOfNumbers, furtherColumn, isWhole } from "./codes/code-lists.ts";
import { type ColumnProfile, headings, isNamesake } from "./column-profile.ts";
import { cellAt, functionBetween } from "./obstacles.ts";
import type { ProposedTable } from "./proposed-table.ts";

interface FoundDimension {
  readonly profile: ColumnProfile;
  readonly column: DimensionColumn;
  /** The column with the names of its codes. */
  readonly label: ColumnProfile | undefined;
  readonly reason: string;
}

const codesMax = 200;
const codeLengthMax = 80;

/**
 * @param free columns without a role.
 * @param apart headings of columns in which rows differ that are about one entity, variable and date.
 */
export function findDimensions(
  free: readonly ColumnProfile[],
  apart: ReadonlySet<string>,
  table: Pick<ProposedTable, "sample" | "positionOf">,
): FoundDimension[] {
  const candidates = free.filter((one) => isDimension(one, apart));
  const chosen = candidates.filter((one) => !candidates.some((code) => areNames(one, code, table)));
  return chosen.map((profile) => {
    const label = free.find((other) => areNames(other, profile, table));
    return { profile, label, ...dimensionOf(profile, label, table) };
  });
}

/** @param label the names of its codes. */
export function dimensionOf(
  profile: ColumnProfile,
  label: ColumnProfile | undefined,
  { sample, positionOf }: Pick<ProposedTable, "sample" | "positionOf">,
): Pick<FoundDimension, "column" | "reason"> {
  const property = furtherColumn(profile.heading)?.property;
  const at = positionOf(profile);
  const nameAt = label && positionOf(label);
  const wholes = sample.rows.filter((row) => nameAt !== undefined && isWhole(cellAt(row, nameAt)));
  const values = {
    ...meaningsOf(profile, isKnown(profile), label !== undefined),
    ...Object.fromEntries(wholes.map((row) => [cellAt(row, at), ""])),
  };
  const column = {
    ...(property === undefined ? {} : { property }),
    ...(Object.keys(values).length === 0 ? {} : { values }),
    ...(label === undefined ? {} : { name: label.heading }),
  };
  const first = profile.codes.find((code) => (meaningOf(values[code]) ?? code) !== "") ?? "";
  const said = meaningOf(values[first]) ?? first;
  const example = said === first ? said : `${said} of ${first}`;
  const part = `part of the variable: ${property ?? propertyOf(profile.heading)}`;
  const reason = first === "" ? `${part}; all rows are about all of it` : `${part}, as ${example}`;
  return { column, reason };
}

/** Whether a column has the names of the codes of another one. */
function areNames(
  label: ColumnProfile,
  code: ColumnProfile,
  { sample, positionOf }: Pick<ProposedTable, "sample" | "positionOf">,
): boolean {
  return (
    label.numbers < 0.2 &&
    !label.codes.every(looksLikeCode) &&
    code.codes.every(looksLikeCode) &&
    isNamesake(code.heading, label.heading) &&
    functionBetween(sample.rows, positionOf(code), positionOf(label))
  );
}

function meaningOf(value: string | CodeMeaning | undefined): string | undefined {
  return typeof value === "object" ? value.value : value;
}

function isKnown({ heading }: ColumnProfile): boolean {
  return furtherColumn(heading)?.role === "dimension";
}

function isDimension(profile: ColumnProfile, apart: ReadonlySet<string>): boolean {
  const { heading, codes, numbers, dates, dcids } = profile;
  if (isKnown(profile)) return codes.some((code) => !isWhole(code));
  const isCoded = headings.code.test(heading);
  const isText =
    (isCoded || (numbers < 0.2 && dates < 0.5)) &&
    codes.every((code) => code.length <= codeLengthMax);
  // Dcids beside those of the entity are a second one.
  const isOther = headings.place.test(heading) || headings.id.test(heading) || dcids > 0.8;
  const isCounted = headings.counted.test(heading) && codes.some((code) => !isWhole(code));
  const separates = apart.has(heading) || areKindsOfNumbers(codes) || isCounted;
  return separates && isText && !isOther && codes.length <= codesMax;
}

/** What is known about codes; others are listed as they stand, to be edited. */
function meaningsOf(
  { heading, codes }: ColumnProfile,
  isListed: boolean,
  isLabelled: boolean,
): Record<string, string | CodeMeaning> {
  const known = furtherColumn(heading);
  const isTotal = (code: string) => (isListed ? isWhole(code) : bareTotal.test(code));
  const hasTotal = codes.some(isTotal);
  const isOneToOne = new Set(codes.map(dcidOfName)).size === codes.length;
  const meanings = codes.flatMap((code): [string, string | CodeMeaning][] => {
    const meaning = known?.meaningOf?.(code);
    if (meaning !== undefined) return [[code, meaning]];
    if (isTotal(code) || (!hasTotal && isAllOf(code, heading))) return [[code, ""]];
    if (!isOneToOne || codes.length > codesMax) return [];
    const value = dcidOfName(code);
    return [[code, value === code || isLabelled ? value : { value, name: code }]];
  });
  return Object.fromEntries(meanings);
}

const bareTotal = /^_[TZ]$|^total$/i;

/** `All trades` below `Trade`, `All industries` below `Industry`, `All kinds of shops` below `Kind of shop`. */
function isAllOf(code: string, heading: string): boolean {
  const [first, ...said] = wordsIn(code).filter((word) => !/^(?:of|the|in)$/.test(word));
  const own = new Set(wordsIn(heading).flatMap(pluralsOf));
  return first === "all" && said.length > 0 && said.every((word) => own.has(word));
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const pluralsOf = (word: string): string[] => [
  ...[word, `${word}s`, `${word}es`],
  word.replace(/y$/, "ies"),
];

/** A code has no blanks and no small letters, or digits alone. */
export function looksLikeCode(cell: string): boolean {
  return /^[^\s\p{Ll}]+$/u.test(cell) || /^[\w.-]*\d[\w.-]*$/.test(cell);
}
