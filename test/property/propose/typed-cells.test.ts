/** Numbers that a file stores as numbers are never read by the decimal sign of the texts beside them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tryTable } from "../../gallery.ts";
import { runs } from "../runs.ts";
import { arrowOf, odsParts, parquetOf, xlsxParts, zipped } from "./table-forms.ts";

type Table = readonly (readonly string[])[];

const jsonOf = (rows: Table) => {
  const cells = rows.map((row) =>
    row.map((cell) => (/^\d+(?:\.\d+)?$/.test(cell) ? cell : JSON.stringify(cell))),
  );
  return `[${cells.map((row) => `[${row.join(",")}]`).join(",")}]`;
};

const forms: readonly (readonly [ending: string, make: (rows: Table) => Uint8Array])[] = [
  ["xlsx", (rows) => zipped(xlsxParts(rows))],
  ["ods", (rows) => zipped(odsParts(rows))],
  ["parquet", parquetOf],
  ["arrow", arrowOf],
  ["json", (rows) => new TextEncoder().encode(jsonOf(rows))],
];

/** How a text writes a share of tenths: with a point, or as in most of Europe. */
const shareTexts: readonly ((tenths: number) => string)[] = [
  (tenths) => `${tenths / 10} %`,
  (tenths) => `${String(tenths / 10).replace(".", ",")} %`,
];

const numbers = fc.array(
  fc.integer({ min: 1, max: 9_999_999 }).map((thousandths) => thousandths / 1000),
  { minLength: 3, maxLength: 3 },
);
const shares = fc.array(
  fc.integer({ min: 1, max: 999 }).filter((tenths) => tenths % 10 !== 0),
  { minLength: 3, maxLength: 3 },
);
const countries = [
  ["France", "FRA"],
  ["Kenya", "KEN"],
  ["Japan", "JPN"],
] as const;

describe.each(forms)("in .%s", (ending, make) => {
  test("a number has its value, whatever sign is before the decimals of texts", async () => {
    await fc.assert(
      fc.asyncProperty(
        numbers,
        shares,
        fc.constantFrom(...shareTexts),
        async (all, tenths, text) => {
          const rows = countries.map(([name], at) => [
            name,
            "2020",
            `${all[at]}`,
            text(tenths[at]!),
          ]);
          const table = [["Country", "Year", "Doctors", "Share"], ...rows];
          const found = await tryTable(`a.${ending}`, Buffer.from(make(table)), {});
          if ("problems" in found) throw new Error(found.problems.join("; "));
          const valuesOf = (variable: string) =>
            countries.map(([, code]) => {
              const isIt = ({ entity, series }: (typeof found)[number]) =>
                entity === `country/${code}` && series.startsWith(`${variable} `);
              return Number(found.find(isIt)?.value);
            });
          expect(valuesOf("Doctors")).toEqual(all);
          expect(valuesOf("Share")).toEqual(tenths.map((one) => one / 10));
        },
      ),
      runs(100),
    );
  });
});
