/** Eurostat's tables of tabs: all dimensions in the first cell, times as headings, flags beside values. */
import { dateOf, isDated, quoted } from "./headings.ts";
import type { LaidColumn, Layout, LayoutRole, Tell } from "./layout.ts";

const key = /^([\w-]+(?:,[\w-]+)*)\\(?:TIME_PERIOD|time)$/i;

const roles: Readonly<Record<string, LayoutRole>> = {
  freq: "period",
  geo: "entity",
  unit: "unit",
};

/** `8822267 b` → `8822267`; `:` says that there is no value. */
function valueIn(cell: string, tell: Tell): string {
  const text = cell.trim();
  if (text === "") return "";
  const space = text.indexOf(" ");
  const [value, flags] =
    space < 0 ? [text, ""] : [text.slice(0, space), text.slice(space + 1).trim()];
  if (/^[a-z]+$/i.test(flags)) tell(`flags '${flags}' of values`);
  else if (flags !== "") return text;
  if (value !== ":") return value;
  tell("cells ':', which say that there is no value");
  return "";
}

export const eurostat: Layout = {
  about: "Eurostat: TSV of the bulk download and the API",
  recognised: "a first heading such as `freq,unit,sex,geo\\TIME_PERIOD`, with cells parted by tabs",
  reading:
    "the first cell is divided into its dimensions; `:` is no value; flags (`b`, `p`, `e`) are counted",
  example:
    "freq,unit,sex,geo\\TIME_PERIOD\t2019 \t2020 \nA,NR,F,FR\t34.7 \t34.9 p\nA,NR,M,FR\t32.5 b\t: \n",
  isHeader: ([first = ""]) => key.test(first.trim()),
  lay(header) {
    const keys = key.exec((header[0] ?? "").trim())![1]!.split(",");
    const times = header.slice(1);
    const odd = times.find((one) => !isDated(one));
    if (odd !== undefined) return { expected: "times as headings", found: odd };
    if (times.length === 0) return { expected: "headings parted by tabs", found: quoted(header) };
    const dates = times.map((heading, at): LaidColumn => {
      return { heading: dateOf(heading), role: "value", at: keys.length + at, cell: valueIn };
    });
    const dimensions = keys.map((heading, at): LaidColumn => {
      return { heading, role: roles[heading.toLowerCase()] ?? "dimension", at };
    });
    const split = (cells: readonly string[]) => {
      const parts = cells[0]!.split(",");
      if (parts.length === keys.length) {
        return [...parts.map((part) => part.trim()), ...cells.slice(1)];
      }
      return `expected ${keys.length} parts in the first cell, as in ${quoted(keys)}, found '${cells[0]}'`;
    };
    const variable = (file: string) => file.replace(/^estat_/i, "");
    return { columns: [...dimensions, ...dates], width: header.length, split, variable };
  },
};
