/** What a user says about the columns of a table: fields of a form, and ways out of a problem. */
import type { ColumnsProposal, KnownColumns } from "../backend/messages.ts";

/** Fields by the option of the command that has their meaning. */
export const labels = {
  entity: "Rows are about",
  name: "Rows are about",
  prefix: "Text before each id",
  type: "Type of the places",
  within: "Place around them",
  create: "Ids of new places begin with",
  date: "Dates",
  variable: "Variable",
  value: "Values",
  unit: "Unit",
  decimal: "Sign before decimals",
  header: "Line of the header",
  only: "Only rows with",
  multiplier: "Values are multiplied by",
  sheet: "Sheet",
  "day-first": "Day before month",
  "month-first": "Month before day",
} as const;

type Option = keyof typeof labels;

const isOption = (name: string): name is Option => Object.hasOwn(labels, name);

/** A text that names options of the command, with the labels of the fields. A field lists headings itself. */
export const withLabels = (text: string): string =>
  text.replace(/--([a-z-]+)(?: HEADING\b(?!=))?/g, (all, name: string) =>
    isOption(name) ? `“${labels[name]}”` : all,
  );

interface Cure {
  readonly label: string;
  readonly known: KnownColumns;
}

/**
 * A way out of all problems: options as a shell takes them, such as `--only sex=_T --day-first`.
 * Undefined where an option is no field of the form, or waits for a value that only the user knows.
 */
export function cureOf(text: string, known: KnownColumns): Cure | undefined {
  const parts: string[] = [];
  let cured = known;
  for (const [, name = "", word] of text.matchAll(optionPattern)) {
    const value = word === undefined ? undefined : plainText(word);
    if (!isOption(name)) return undefined;
    const next = withOption(cured, name, value);
    if (next === undefined) return undefined;
    cured = next;
    parts.push(value === undefined ? labels[name] : `${labels[name]} ${value}`);
  }
  return parts.length === 0 ? undefined : { label: parts.join(", "), known: cured };
}

const optionPattern = /--([a-z-]+)(?:\s+(?!--)((?:'[^']*'|\\'|[^\s'])+))?/g;

/** What a shell makes of a word. */
const plainText = (word: string): string =>
  word.replace(/'([^']*)'|\\'/g, (_all, inner: string | undefined) => inner ?? "'");

function withOption(
  known: KnownColumns,
  name: Option,
  value: string | undefined,
): KnownColumns | undefined {
  if (name === "day-first" || name === "month-first") {
    return { ...known, dayFirst: name === "day-first" };
  }
  if (value === undefined || (name !== "sheet" && /^[A-Z]+$/.test(value))) return undefined;
  if (name === "only") {
    const at = value.indexOf("=");
    return { ...known, only: { ...known.only, [value.slice(0, at)]: value.slice(at + 1) } };
  }
  const isNumber = name === "header" || name === "multiplier";
  return { ...known, [name]: isNumber ? Number(value) : value };
}

/** Without what is empty: the table says it. */
export const withField = (
  known: KnownColumns,
  fields: Partial<Record<keyof KnownColumns, string>>,
): KnownColumns =>
  Object.fromEntries(Object.entries({ ...known, ...fields }).filter(([, value]) => value !== ""));

/** Headings with a role. */
export const headingsOf = ({ found }: ColumnsProposal, role: string): readonly string[] =>
  found.filter((one) => one.role === role).map(({ heading }) => heading);

/** Whether rows are about names, which are looked up. */
export function isNamed({ columns, found }: ColumnsProposal, known: KnownColumns): boolean {
  if (known.name !== undefined) return true;
  if (known.entity !== undefined) return false;
  const entity = columns?.entity;
  if (typeof entity === "object") return "name" in entity;
  return found.some(({ role, reason }) => role === "entity" && reason.startsWith("names"));
}
