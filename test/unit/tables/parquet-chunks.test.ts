/** What the end of a Parquet file says about each column. */
import { parquetMetadata } from "hyparquet";
import { expect, test } from "vitest";
import { tableFrom } from "../../oracle/tables/table-from.ts";

test("each chunk has its type, encodings and codec, and tells where it stands", async () => {
  const table = tableFrom([
    { text: "a", number: 1 },
    { text: null, number: null },
    { text: "b", number: 3 },
  ]);
  const { buffer } = await table.parquet();
  const file = buffer as ArrayBuffer;
  const { row_groups: groups, schema, created_by: by, num_rows: rows } = parquetMetadata(file);
  expect([by, rows, groups.length]).toEqual(["pocket-commons", 3n, 1]);
  expect(schema).toMatchObject([
    { name: "root", num_children: 2 },
    { name: "text", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" },
    { name: "number", type: "DOUBLE", repetition_type: "OPTIONAL" },
  ]);
  const [text, number] = groups[0]!.columns.map(({ meta_data: about }) => about!);
  expect(text).toMatchObject({
    ...{ type: "BYTE_ARRAY", path_in_schema: ["text"], codec: "SNAPPY", num_values: 3n },
    ...{ encodings: ["PLAIN", "RLE", "RLE_DICTIONARY"], dictionary_page_offset: 4n },
  });
  expect(number).toMatchObject({
    ...{ type: "DOUBLE", path_in_schema: ["number"], codec: "UNCOMPRESSED", num_values: 3n },
    ...{ encodings: ["PLAIN", "RLE"] },
    ...{ data_page_offset: 4n + text!.total_compressed_size },
  });
  expect(number).not.toHaveProperty("dictionary_page_offset", expect.anything());
  expect(number!.total_uncompressed_size).toBe(number!.total_compressed_size);
  // Texts are a dictionary page and a page of codes.
  expect(text!.data_page_offset).toBeGreaterThan(4n);
  expect(text!.data_page_offset).toBeLessThan(number!.data_page_offset);
});
