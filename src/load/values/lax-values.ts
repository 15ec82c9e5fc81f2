/**
 * The right-hand side of an MCF line in a custom folder, as the official importer's parser reads it:
 * cells of a CSV row that never fail. Quotes are doubled, a backslash is a character, what follows a
 * closing quote belongs to the value, and a quote may stay open (behaviour: inputs 5.6).
 */
import { dcidOf, isNumber, type TypedValue, trim, valuesMax } from "./mcf-value.ts";

interface LaxValue {
  readonly text: string;
  /** It began with a quote: only the three standard prefixes make a reference of it. */
  readonly isQuoted: boolean;
}

const localPrefix = "l:";

/** Cuts at commas outside of quotes and drops empty values. */
export function laxValues(text: string): LaxValue[] {
  const values: LaxValue[] = [];
  let at = 0;
  while (at <= text.length && values.length <= valuesMax) {
    while (text[at] === " ") at += 1;
    const isQuoted = text[at] === '"';
    const cell = isQuoted ? quotedCell(text, at + 1) : bareCell(text, at);
    const value = trim(cell.text);
    if (value !== "") values.push({ text: withoutPair(value), isQuoted });
    at = cell.end + 1;
  }
  return values;
}

interface Cell {
  readonly text: string;
  /** Where its comma stands, or the end of the text. */
  readonly end: number;
}

function bareCell(text: string, start: number): Cell {
  const comma = text.indexOf(",", start);
  const end = comma < 0 ? text.length : comma;
  return { text: text.slice(start, end), end };
}

function quotedCell(text: string, start: number): Cell {
  let inside = "";
  let at = start;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { text: inside + text.slice(at), end: text.length };
    inside += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      const rest = bareCell(text, quote + 1);
      return { text: inside + rest.text, end: rest.end };
    }
    inside += '"';
    at = quote + 2;
  }
}

/** Without one pair of quotes around it, which doubled quotes may have left. */
function withoutPair(text: string): string {
  return text.length > 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** Complex values are texts to the importer. */
export function typeLaxValue(
  { text, isQuoted }: LaxValue,
  isReference: boolean,
  prefixes: ReadonlySet<string>,
): TypedValue {
  const dcid = isQuoted ? dcidOf(text) : dcidOf(text, prefixes);
  if (dcid !== undefined) return { kind: "reference", text: dcid };
  if (text.startsWith(localPrefix) && !isQuoted) {
    return { kind: "local", text: text.slice(localPrefix.length) };
  }
  if (isReference) return { kind: "reference", text };
  return { kind: isNumber(text) ? "number" : "text", text };
}
