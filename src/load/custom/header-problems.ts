/** What is wrong with the first line of a table of a custom folder, as far as that line shows it. */
import { type FileLog, shown, withoutHidden } from "../bytes/diagnostics.ts";
import { looksLikeDcid, withoutNamespace } from "../values/mcf-value.ts";
import { isAcceptedDate } from "../values/observation-dates.ts";
import { hasThousands, isPlainNumber } from "../values/observation-parts.ts";
import { type InputEntry, roleOf } from "./input-entries.ts";

/** @param isLacking whether the config names columns that the header does not have. */
export function headerProblem(
  header: readonly string[],
  { importType, mappings }: InputEntry,
  isLacking: boolean,
): string | undefined {
  if ((isLacking || mappings.length === 0) && isRowOfData(header)) {
    return `its first line is a row of data, ${shown(header.join(", "))}: write a line with the names of the columns above it`;
  }
  const doubled = header.find((name, at) => name !== "" && header.indexOf(name) < at);
  if (doubled !== undefined) return `column ${shown(doubled)} is there twice`;
  const [only = ""] = header;
  const delimiter = header.length === 1 ? /[;\t|]/.exec(only)?.[0] : undefined;
  if (delimiter !== undefined) {
    return `its cells are parted by ${shown(delimiter === "\t" ? "tab" : delimiter)} and not by commas; save it as comma-separated CSV`;
  }
  const filled = header.filter((name) => name !== "");
  const [title = ""] = filled;
  const isTitle = filled.length === 1 && (header.length > 1 || title.includes(" "));
  return isTitle && importType === "observations"
    ? `its first line with text holds ${shown(title)} alone; the first line names the columns: take titles above it out`
    : undefined;
}

/** Names that look like others: what names the column elsewhere does not find it. */
export function reportHidden(header: readonly string[], line: number, log: FileLog): void {
  for (const name of header) {
    const seen = withoutHidden(name);
    if (seen === name) continue;
    const message = () =>
      `the name of column ${shown(name)} has characters that nobody sees: is ${shown(seen)} meant?`;
    log.report({ level: "warning", counter: "CSV_HeaderFailure", line, message });
  }
}

/** How the format of a table contradicts its mappings. */
export function formProblem(
  { form, mappings, line }: InputEntry,
  path: string,
): string | undefined {
  if (form !== "variablePerColumn") return undefined;
  const of = mappings.filter(({ key }) => ["variable", "value"].includes(String(roleOf(key))));
  if (of.length === 0) return undefined;
  const names = of.map(({ column }) => shown(column)).join(" and ");
  return `line ${line} of ${path} says "format": "variablePerColumn", and its columnMappings name ${names} as column of variables or values, which only tables with "format": "variablePerRow" have: change one of the two`;
}

/** A question for the end of a message about columns of which the header has none. */
export function dataHint(header: readonly string[], wanted: Iterable<string>): string {
  const isNone = Array.from(wanted).every((name) => !header.includes(name));
  return isNone && header.some(isNumberOrDate)
    ? "; this line looks like a row of data: is the line with the names of the columns missing?"
    : "";
}

/** Whether all cells are numbers, dates and ids of places: columns may have years as names, but not all of them. */
function isRowOfData(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== "");
  const isData = (cell: string) => isNumberOrDate(cell) || isId(cell);
  return cells[0] !== "" && filled.every(isData) && filled.some(isNumberOrDate);
}

function isNumberOrDate(cell: string): boolean {
  return isPlainNumber(cell) || isAcceptedDate(cell) || hasThousands(cell);
}

function isId(cell: string): boolean {
  return looksLikeDcid(withoutNamespace(cell));
}
