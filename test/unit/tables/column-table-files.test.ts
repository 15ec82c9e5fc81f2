/** Tables as files of columns, read back by other packages. */
import { type Table as ArrowTable, tableFromIPC } from "@uwdata/flechette";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { describe, expect, test } from "vitest";
import { open, type Table, type TableQuestion } from "../../../src/index.ts";
import { unlimited } from "../../../src/options/governor.ts";
import { tableOf } from "../../../src/tables/table-of.ts";
import { tableFrom } from "../../oracle/tables/table-from.ts";

const commons = await open({
  "obs.csv": `entity,variable,date,value,unit,measurement_method
geo/a,Jobs,2019,10,,Census
geo/b,Jobs,2020,-5.25,Kilo,
geo/b,Jobs,2021,n/a,Kilo,
geo/b,Jobs,2022,1e300,Kilo,
geo/\u{1f600}é,Jobs,2022,9,,
geo/b,People,2022,0,,
`,
});
const all: TableQuestion = {
  entities: ["geo/b", "geo/a", "geo/\u{1f600}é"],
  variables: ["Jobs", "People", "none"],
  date: "all",
  names: true,
};
const tableFor = (question: Partial<TableQuestion>) =>
  tableOf(commons.engine, { ...all, ...question }, unlimited);
const few = tableFor({});

const tables: readonly (readonly [string, Table])[] = [
  ["records", few],
  ["records per capita", tableFor({ denominator: "People" })],
  ["a column per date", tableFor({ shape: "dates" })],
  ["a column per variable", tableFor({ shape: "variables" })],
  ["no rows", tableFor({ entities: [] })],
  ["rows in another order", few.sorted("value", "descending").head(4)],
];

async function fromParquet(table: Table): Promise<unknown[]> {
  const { buffer } = await table.parquet();
  return await parquetReadObjects({ file: buffer as ArrayBuffer });
}

/** Texts and numbers in long runs and short ones, some of them null, as many as one byte of a run and more. */
const mixtures = [3, 8, 9, 64, 130, 700].flatMap((length) =>
  [1, 2, 5, 20, length].map((every): readonly [string, Table] => {
    const at = (row: number) => Math.floor(row / Math.ceil(length / every)) % 9;
    const rows = Array.from({ length }, (_, row) => ({
      ...{ same: "x", text: row % every === 0 ? null : `t${at(row)}`, each: `${row}` },
      ...{ runs: at(row) < 4 ? `r${at(row) % 2}` : null, none: null },
      ...{ number: row % every === 1 ? null : row / 4, few: at(row) === 2 ? null : at(row) },
    }));
    return [`${length} rows, ${every} changes`, tableFrom(rows)];
  }),
);

describe("Parquet", () => {
  test.each(tables)("of %s holds the same cells", async (_name, table) => {
    expect(await fromParquet(table)).toEqual(table.toJSON());
  });

  test.each(mixtures)(
    "of %s holds the same cells, and says how long its parts are",
    async (_, table) => {
      expect(await fromParquet(table)).toEqual(table.toJSON());
      const { buffer } = await table.parquet();
      const { row_groups: groups } = parquetMetadata(buffer as ArrayBuffer);
      for (const { columns, num_rows: count, total_byte_size: size, ...group } of groups) {
        expect(count).toBe(BigInt(table.length));
        const parts = columns.map((column) => column.meta_data!);
        const sumOf = (name: "total_uncompressed_size" | "total_compressed_size") =>
          parts.reduce((sum, part) => sum + part[name], 0n);
        expect(size).toBe(sumOf("total_uncompressed_size"));
        expect(group.total_compressed_size).toBe(sumOf("total_compressed_size"));
        let end = 4n;
        for (const [at, part] of parts.entries()) {
          expect(part.dictionary_page_offset ?? part.data_page_offset).toBe(end);
          expect(columns[at]!.file_offset).toBe(end);
          expect(part.num_values).toBe(count);
          // Snappy makes a text of a few bytes longer by less than a sixth and some bytes.
          expect(Number(part.total_uncompressed_size)).toBeGreaterThan(
            (Number(part.total_compressed_size) * 5) / 6 - 32,
          );
          end += part.total_compressed_size;
        }
      }
    },
  );

  test("has groups of rows that several threads can read", async () => {
    const rows = Uint32Array.from({ length: 300_000 }, (_, row) => row % few.length);
    const { buffer } = await few.take(rows).parquet();
    const file = buffer as ArrayBuffer;
    const { row_groups: groups, num_rows: count } = parquetMetadata(file);
    expect([count, groups.map((group) => group.num_rows)]).toEqual([300_000n, [262_144n, 37_856n]]);
    expect(file.byteLength).toBeLessThan(300_000 * (8 + 2));
    const [rowStart, rowEnd] = [262_144, 262_154];
    expect(await parquetReadObjects({ file, rowStart, rowEnd })).toEqual(
      few.take(rows.slice(rowStart, rowEnd)).toJSON(),
    );
  });

  test("keeps its columns and their types without a row", async () => {
    const bytes = await tableFor({ entities: [] }).parquet();
    const { schema } = parquetMetadata(bytes.buffer as ArrayBuffer);
    expect(schema.slice(1).map(({ name, type }) => [name, type])).toEqual(
      few.columns.map(({ name, kind }) => [name, kind === "text" ? "BYTE_ARRAY" : "DOUBLE"]),
    );
  });
});

describe("Arrow", () => {
  test.each(tables)("of %s holds the same cells", async (_name, table) => {
    for (const format of ["file", "stream"] as const) {
      const read = tableFromIPC(await table.arrow(format));
      expect(read.names).toEqual(table.columns.map(({ name }) => name));
      expect(read.toArray()).toEqual(table.toJSON());
    }
    const arrow = await table.arrowTable();
    expect(arrow.names).toEqual(table.columns.map(({ name }) => name));
    expect(arrow.numRows).toBe(table.length);
    expect(arrow.toArray()).toEqual(table.toJSON());
  });

  test("is the table's own arrays, where these are as Arrow has them", async () => {
    const arrow = await few.arrowTable<ArrowTable>();
    const arrayOf = (name: string) => arrow.getChild(name).data[0]!.values as Float64Array;
    const value = few.column("value");
    expect(arrayOf("value").buffer).toBe(value?.kind === "number" && value.values.buffer);
    for (const name of ["entity", "variable", "date", "facetId"]) {
      const column = few.column(name);
      expect(arrayOf(name).buffer, name).toBe(column?.kind === "text" && column.codes.buffer);
    }
  });

  test("does not change the table, and a second file is the first one", async () => {
    const before = few.toJSON();
    const first = await few.arrow();
    expect(await few.arrow()).toEqual(first);
    expect(few.toJSON()).toEqual(before);
  });

  test("has each text of a column once in its dictionary", async () => {
    const read = tableFromIPC(await tableFor({ facet: "all" }).arrow());
    const [batch] = read.getChild("unit").data;
    expect(Reflect.get(batch!, "dictionary").toArray()).toEqual(["Kilo"]);
  });
});
