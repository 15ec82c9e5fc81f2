/** Series of the Swiss National Bank and of the Bundesbank. */
import { powerInWords } from "../described/multipliers.ts";
import { plainColumns, quoted, without } from "./headings.ts";
import type { LaidColumn, Layout } from "./layout.ts";

export const snb: Layout = {
  about: "Swiss National Bank: cubes of its data portal",
  recognised:
    "`Date`, `D0`, further numbered dimensions, and `Value`, below `CubeId` and `PublishingDate`",
  reading:
    "`D0`, `D1`, … are dimensions; the file names the variable, as `rendoblim` of `snb-data-rendoblim-en-all-….csv`, or `--variable` does; no column says the place, so `--entity country/CHE` does",
  example: `"CubeId";"rendoblim"
"PublishingDate";"2024-06-03 14:30"

"Date";"D0";"Value"
"2024-04";"1J";"1.142"
"2024-05";"1J";""
`,
  isHeader: ([date, ...others]) =>
    date === "Date" &&
    others.length > 1 &&
    others.every((one, at) => one === (at === others.length - 1 ? "Value" : `D${at}`)),
  lay: (header) => ({
    columns: plainColumns(
      header,
      [
        [/^Date$/, "date"],
        [/^Value$/, "value"],
      ],
      "dimension",
    ),
    width: header.length,
    variable: (file) => /^snb-data-([a-z\d]+)-/i.exec(file)?.[1],
  }),
};

/** What the rows above the first date say of each series, in German and in English. */
const aboutRows = { unit: /^(?:einheit|unit)$/i, power: /^(?:dimension|unit multiplier)$/i };

const isDate = (cell: string): boolean => /^\d{4}(?:-|$)/.test(cell);

export const bundesbank: Layout = {
  about: "Deutsche Bundesbank: series of its time series database, in German and English",
  recognised: "an empty first heading, and each series beside its `…_FLAGS`",
  reading:
    "the rows above the first date have the title, the unit and the power of ten of a series; `.` is no value; comments are left out; no column says the place, so `--entity country/DEU` does",
  example: `"";BBEX3.M.USD.EUR.BB.AC.A02;BBEX3.M.USD.EUR.BB.AC.A02_FLAGS
"";Referenzkurs der EZB;
Einheit;USD;
Dimension;Eins;
Stand vom;03.06.2024 16:01:17 Uhr;
2024-04;1,0728;
2024-05;.;Kein Wert vorhanden
`,
  isHeader: ([first, ...others]) =>
    first === "" &&
    others.length > 1 &&
    others.every((one, at) => one !== "" && (at % 2 === 0 || one === `${others[at - 1]}_FLAGS`)),
  lay(header, below, after = []) {
    const end = after.findIndex(([cell = ""]) => isDate(cell.trim()));
    const above = end < 0 ? after : after.slice(0, end);
    const said = (form: RegExp) => above.find(([cell = ""]) => form.test(cell.trim()));
    const [units, powers] = [said(aboutRows.unit), said(aboutRows.power)];
    const columns = header.map((heading, at): LaidColumn => {
      if (at === 0) return { heading: "Date", role: "date", at };
      if (at % 2 === 0) return { heading, role: "note", at };
      // `USD (US-Dollar)`
      const unit = (units?.[at] ?? "").replace(/ *\(.*\)$/, "").trim();
      const power = powerOf(powers?.[at]?.trim() ?? "");
      const name = below[at]?.trim() || heading;
      return { heading, role: "value", at, name, unit, power, cell: without(".") };
    });
    const odd = columns.find(({ power }) => power !== undefined && Number.isNaN(power));
    if (odd !== undefined || units === undefined) {
      const expected = "rows with the unit and the power of ten of each series";
      return { expected, found: quoted(odd === undefined ? header : (powers ?? [])) };
    }
    const leaves = ([cell = ""]: readonly string[]) =>
      isDate(cell.trim()) ? undefined : "rows about the series: title, unit, comments";
    return { columns, width: header.length, leaves };
  },
};

/** NaN for a word of no known meaning. */
function powerOf(word: string): number {
  return /^(?:eins?|one|)$/i.test(word) ? 0 : (powerInWords(word) ?? Number.NaN);
}
