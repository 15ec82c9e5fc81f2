/** Tables of Parquet: cells of each type, and files that contradict themselves. */

import { gzipSync } from "node:zlib";
import { type FileMetaData, parquetMetadata, type SchemaElement } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { describe, expect, test } from "vitest";
import { type Cell, StoredNumber } from "../../../../src/load/held/cells.ts";
import { openParquet } from "../../../../src/load/sheets/parquet-rows.ts";
import { memoryInput } from "../inputs.ts";

type Column = readonly [element: SchemaElement, data: readonly unknown[]];
type Options = Partial<Parameters<typeof parquetWriteBuffer>[0]>;

function written(columns: readonly Column[], options: Options = {}): Uint8Array {
  const columnData = columns.map(([{ name }, data]) => ({ name, data: data as unknown[] }));
  const schema = [
    { name: "root", num_children: columns.length },
    ...columns.map(([element]) => element),
  ];
  const plain = { columnData, schema, statistics: false, ...options };
  return new Uint8Array(parquetWriteBuffer(plain));
}

type Change = (said: FileMetaData) => void;

/** The file with another description of itself. */
function forged(content: Uint8Array, change: Change): Uint8Array {
  const said = parquetMetadata(content, { geoparquet: false });
  change(said);
  const writer = new ByteWriter();
  writer.appendBytes(content.subarray(0, content.length - 8 - said.metadata_length));
  writeMetadata(writer, said);
  writer.appendBytes(new TextEncoder().encode("PAR1"));
  return new Uint8Array(writer.getBuffer());
}

async function cellsOf(content: Uint8Array): Promise<readonly (readonly Cell[])[]> {
  const { tables = [] } = (await openParquet(memoryInput("a.parquet", content))) as {
    tables?: readonly { rows: () => AsyncIterable<readonly Cell[]> }[];
  };
  const rows: (readonly Cell[])[] = [];
  for await (const row of tables[0]!.rows()) {
    rows.push(row.map((cell) => (cell instanceof StoredNumber ? `number ${cell}` : cell)));
  }
  expect(tables.length).toBe(1);
  return rows;
}

const optional = (more: Omit<SchemaElement, "name">): SchemaElement => ({
  name: "a",
  repetition_type: "OPTIONAL",
  ...more,
});
const midnight = { date: "2020-01-01", time: "00:00:00" };
const time = (unit: "MILLIS" | "MICROS" | "NANOS") =>
  ({ type: "TIMESTAMP", isAdjustedToUTC: true, unit }) as const;
const raw: Change = ({ schema }) => {
  schema[1]!.converted_type = "DECIMAL";
  schema[1]!.scale = 2;
};

describe("cells of a column", () => {
  test.each<[what: string, element: SchemaElement, data: readonly unknown[], cells: Cell[]]>([
    [
      "texts",
      optional({ type: "BYTE_ARRAY", converted_type: "UTF8" }),
      ["é", undefined, ""],
      ["é", undefined, ""],
    ],
    ["bytes, which are texts", optional({ type: "BYTE_ARRAY" }), [Uint8Array.of(97, 98)], ["ab"]],
    ["truths", optional({ type: "BOOLEAN" }), [true, undefined, false], [true, undefined, false]],
    ["whole numbers", optional({ type: "INT32" }), [7, undefined, -1], [7, undefined, -1]],
    ["long numbers", optional({ type: "INT64" }), [2n ** 60n, undefined], [2n ** 60n, undefined]],
    ["parts", optional({ type: "DOUBLE" }), [0.1, undefined], [0.1, undefined]],
    [
      "JSON",
      optional({ type: "BYTE_ARRAY", converted_type: "JSON" }),
      [{ b: [1, "x"] }, undefined],
      ['{"b":[1,"x"]}', undefined],
    ],
    [
      "thousandths of seconds",
      optional({ type: "INT64", converted_type: "TIMESTAMP_MILLIS" }),
      [new Date("2020-01-01T00:00:00.250Z"), undefined],
      [{ date: "2020-01-01", time: "00:00:00.25" }, undefined],
    ],
    [
      "millionths of seconds",
      optional({ type: "INT64", logical_type: time("MICROS") }),
      [1_577_836_800_000_001n, undefined],
      [{ date: "2020-01-01", time: "00:00:00.000001" }, undefined],
    ],
    [
      "billionths of seconds",
      optional({ type: "INT64", logical_type: time("NANOS") }),
      [1_577_836_800_000_000_001n, undefined],
      [{ date: "2020-01-01", time: "00:00:00.000000001" }, undefined],
    ],
  ])("%s", async (_, element, data, cells) => {
    expect(await cellsOf(written([[element, data]]))).toEqual([
      ["a"],
      ...cells.map((one) => [one]),
    ]);
  });

  test("days are moments at midnight", async () => {
    const days: Change = ({ schema }) => {
      schema[1]!.converted_type = "DATE";
    };
    const content = written([[optional({ type: "INT32" }), [18_262, undefined, -1]]]);
    expect(await cellsOf(forged(content, days))).toEqual([
      ["a"],
      [midnight],
      [undefined],
      [{ date: "1969-12-31", time: "00:00:00" }],
    ]);
  });

  test.each<[kind: string, element: SchemaElement, data: readonly unknown[]]>([
    ["short numbers", optional({ type: "INT32" }), [12_345, undefined, -5]],
    ["long numbers", optional({ type: "INT64" }), [12_345n, undefined, -5n]],
    [
      "bytes of a fixed length",
      optional({ type: "FIXED_LEN_BYTE_ARRAY", type_length: 3 }),
      [Uint8Array.of(0, 48, 57), undefined, Uint8Array.of(255, 255, 251)],
    ],
    [
      "bytes",
      optional({ type: "BYTE_ARRAY" }),
      [Uint8Array.of(48, 57), undefined, Uint8Array.of(251)],
    ],
  ])("decimals in %s are exact", async (_, element, data) => {
    const content = written([[element, data]]);
    expect(await cellsOf(forged(content, raw))).toEqual([
      ["a"],
      ["number 123.45"],
      [undefined],
      ["number -0.05"],
    ]);
  });

  test("a decimal that says no scale is whole", async () => {
    const content = written([[optional({ type: "INT32" }), [12_345]]]);
    const whole: Change = ({ schema }) => {
      schema[1]!.converted_type = "DECIMAL";
      schema[1]!.logical_type = { type: "DECIMAL", precision: 9, scale: 2 };
    };
    expect(await cellsOf(forged(content, whole))).toEqual([["a"], [12_345n]]);
  });

  test("lists are JSON, and count as one column beside others", async () => {
    const schema: SchemaElement[] = [
      { name: "root", num_children: 3 },
      { name: "a", type: "INT32", repetition_type: "REQUIRED" },
      { name: "b", repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      { name: "element", type: "INT64", repetition_type: "OPTIONAL" },
      { name: "c", type: "INT32", repetition_type: "REQUIRED" },
    ];
    const columnData = [
      { name: "a", data: [1, 2] },
      { name: "b", data: [[3n, null], null] },
      { name: "c", data: [5, 6] },
    ];
    const content = new Uint8Array(parquetWriteBuffer({ columnData, schema, statistics: false }));
    const rows = [
      ["a", "b", "c"],
      [1, '["3",null]', 5],
      [2, undefined, 6],
    ];
    expect(await cellsOf(content)).toEqual(rows);
    const asDecimals: Change = (said) => {
      said.schema[2]!.converted_type = "DECIMAL";
    };
    expect((await cellsOf(forged(content, asDecimals))).map(([, list]) => list)).toEqual([
      "b",
      '{"list":[{"element":"3"},{"element":null}]}',
      undefined,
    ]);
  });
});

const numbers: Column = [optional({ type: "INT32" }), [1, 2, 2, 2, 2, 2, 2]];

describe("rows", () => {
  test.each<[how: string, options: Options]>([
    ["in one group", {}],
    ["in several groups", { rowGroupSize: 3 }],
    ["in pages without compression", { codec: "UNCOMPRESSED" }],
    ["in many pages", { pageSize: 8 }],
  ])("%s", async (_, options) => {
    const content = written(
      [numbers, [{ name: "b", type: "DOUBLE" }, [0, 1, 2, 3, 4, 5, 6]]],
      options,
    );
    expect(await cellsOf(content)).toEqual([
      ["a", "b"],
      [1, 0],
      ...[1, 2, 3, 4, 5, 6].map((b) => [2, b]),
    ]);
  });

  test("in columns that are compressed in several ways", async () => {
    const gzip = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes));
    const [element, data] = numbers;
    const columnData = (["GZIP", "SNAPPY", "UNCOMPRESSED", "GZIP"] as const).map((codec, at) => ({
      name: `c${at}`,
      data: data as unknown[],
      codec,
    }));
    const schema = [
      { name: "root", num_children: 4 },
      ...columnData.map(({ name }) => ({ ...element, name })),
    ];
    const content = parquetWriteBuffer({ columnData, schema, compressors: { GZIP: gzip } });
    expect(await cellsOf(new Uint8Array(content))).toEqual([
      ["c0", "c1", "c2", "c3"],
      ...data.map((one) => [one, one, one, one]),
    ]);
  });

  test("with shapes of places, which are bytes like others", async () => {
    const geo = { version: "1.0.0", columns: { a: { encoding: "WKB", geometry_types: [] } } };
    const kvMetadata = [{ key: "geo", value: JSON.stringify(geo) }];
    const column: Column = [optional({ type: "BYTE_ARRAY" }), [Uint8Array.of(97, 98)]];
    expect(await cellsOf(written([column], { kvMetadata }))).toEqual([["a"], ["ab"]]);
  });

  test("in groups of which one is empty", async () => {
    const empty: Change = (said) => {
      const [group] = said.row_groups;
      const columns = group!.columns.map((column) => ({
        ...column,
        meta_data: { ...column.meta_data!, num_values: 0n },
      }));
      said.row_groups.unshift({ ...group!, num_rows: 0n, columns });
    };
    expect(await cellsOf(forged(written([numbers]), empty))).toEqual([
      ["a"],
      ...numbers[1].map((one) => [one]),
    ]);
  });

  test("are none of a table that has only its heading", async () => {
    expect(await cellsOf(written([[optional({ type: "INT32" }), []]]))).toEqual([["a"]]);
  });
});

const chunkOf = ({ row_groups: [group] }: FileMetaData) => group!.columns[0]!;

describe("a file is refused", () => {
  test.each<[how: string, change: Change, problem: string]>([
    [
      "with another number of rows than its groups",
      (said) => {
        said.num_rows = 8n;
      },
      "says two numbers of its rows",
    ],
    [
      "with more rows than it can hold",
      (said) => {
        said.num_rows = said.row_groups[0]!.num_rows = 10_000_001n;
      },
      "says more rows than it can hold",
    ],
    [
      "with as many rows as are no burden, and fewer values",
      (said) => {
        said.num_rows = said.row_groups[0]!.num_rows = 10_000_000n;
      },
      "is no Parquet that can be read (a column is shorter than others)",
    ],
    [
      "with as many rows as its size allows, and fewer values",
      (said) => {
        said.key_value_metadata = [{ key: "long", value: "x".repeat(5_100) }];
        said.num_rows = said.row_groups[0]!.num_rows = 10_000_001n;
      },
      "is no Parquet that can be read (a column is shorter than others)",
    ],
    [
      "without a column",
      (said) => {
        said.schema = [{ name: "root", num_children: 0 }];
        said.row_groups[0]!.columns = [];
      },
      "has no column",
    ],
    [
      "with a group of fewer rows than none",
      (said) => {
        said.num_rows = said.row_groups[0]!.num_rows = -1n;
      },
      "is damaged",
    ],
    [
      "with a column that lies nowhere",
      (said) => {
        delete chunkOf(said).meta_data;
      },
      "is damaged",
    ],
    [
      "with more values in a group than memory holds",
      (said) => {
        chunkOf(said).meta_data!.num_values = 134_217_729n;
      },
      "has more than 134217728 values in a group of rows: write smaller groups",
    ],
    [
      "with as many values as memory holds, and fewer rows",
      (said) => {
        chunkOf(said).meta_data!.num_values = 134_217_728n;
      },
      "is no Parquet that can be read (a column is shorter than others)",
    ],
    [
      "with columns that expand without end",
      (said) => {
        chunkOf(said).meta_data!.total_uncompressed_size = 2n ** 40n;
      },
      "expands too much",
    ],
    [
      "with a column that points beyond its end",
      (said) => {
        chunkOf(said).meta_data!.total_compressed_size = 100_000n;
      },
      "is cut off, or points beyond its end",
    ],
  ])("%s", async (_, change, problem) => {
    const reading = cellsOf(forged(written([numbers]), change));
    await expect(reading).rejects.toThrow(
      expect.objectContaining({
        code: "LOAD",
        file: "a.parquet",
        message: `a.parquet: ${problem}`,
      }),
    );
  });

  test("with what its package found, as the cause", async () => {
    const cause = expect.objectContaining({ message: "it ends too early" });
    await expect(cellsOf(new Uint8Array(64))).rejects.toMatchObject({ cause });
  });

  test.each<[how: string, content: Uint8Array, problem: string]>([
    ["that is empty", new Uint8Array(0), "is cut off, or points beyond its end"],
    ["of seven bytes", new Uint8Array(7), "is cut off, or points beyond its end"],
    [
      "of another kind",
      new Uint8Array(64).fill(0),
      "is no Parquet that can be read (it ends too early)",
    ],
  ])("%s", async (_, content, problem) => {
    await expect(cellsOf(content)).rejects.toThrow(
      expect.objectContaining({
        code: "LOAD",
        file: "a.parquet",
        message: `a.parquet: ${problem}`,
      }),
    );
  });
});
