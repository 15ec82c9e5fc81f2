/** Tables read by any number of threads are what one reads from begin to end. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Texts } from "../../unit/load/load-texts.ts";
import { runs } from "../runs.ts";
import { type Division, expectSameInChunks } from "./pretended-threads.ts";

/** A table of other cells may have no chunks. */
const soundCell = fc.constantFrom(
  ...["a", "b", "c", "2020", "", '"x, y"', '"x\ny"', 'x"', '"a""b"', "3.50", "maybe"],
);
const cell = fc.oneof(soundCell, fc.stringMatching(/^[ab ,"\n\rä]{0,5}$/));

const kinds = {
  triples: ["subject_id", "predicate", "object_id", "object_value", "provenance"],
  observations: ["variable", "entity", "date", "value", "unit", "is_dc_aggregate", "properties"],
} as const;

/** With a manifest for observations: a table of them with properties is one of a database otherwise. */
function filesOf(kind: keyof typeof kinds, rows: readonly (readonly string[])[]): Texts {
  const file = { "a.csv": rows.map((texts) => texts.join(",")).join("\n") };
  if (kind === "triples") return file;
  return { ...file, "manifest.json": JSON.stringify({ observations: ["a.csv"] }) };
}

/** Mostly as many rows as have several chunks, so that few cases see some. */
const rowsOf = <Row>(row: fc.Arbitrary<Row>) =>
  fc.oneof(fc.array(row, { maxLength: 5 }), {
    weight: 3,
    arbitrary: fc.array(row, { minLength: 6, maxLength: 25 }),
  });

test("wrong properties of one row and the next are reported, in one chunk and in two", async () => {
  const row = ["a", "b", "2020", "1", "", "", "3.50"];
  const division: Division = { threads: 1, chunkBytes: 8, delay: () => 0 };
  await expectSameInChunks(filesOf("observations", [kinds.observations, row, row, row]), division);
});

describe.each(["triples", "observations"] as const)("%s", (kind) => {
  test("that a table has a header and no rows is reported by chunks as well", async () => {
    const division: Division = { threads: 1, chunkBytes: 8, delay: () => 0 };
    await expectSameInChunks(filesOf(kind, [kinds[kind]]), division);
  });

  test("are the same for any number of threads and chunks", async () => {
    const columns = kinds[kind];
    const size = { minLength: columns.length, maxLength: columns.length };
    const rows = fc
      .constantFrom(soundCell, soundCell, cell)
      .chain((one) => rowsOf(fc.array(one, size)));
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 8, max: 200 }),
        fc.infiniteStream(fc.nat(3)),
        async (cells, threads, chunkBytes, delays) => {
          const division = { threads, chunkBytes, delay: () => delays.next().value };
          await expectSameInChunks(filesOf(kind, [columns, ...cells]), division);
        },
      ),
      runs(50),
    );
  });

  test("of sound rows are divided", async () => {
    const row = kinds[kind].map(() => "1");
    const division: Division = { threads: 2, chunkBytes: 40, delay: () => 0 };
    const rows = Array.from({ length: 20 }, () => row);
    const chunks = await expectSameInChunks(filesOf(kind, [kinds[kind], ...rows]), division);
    expect(chunks).toBeGreaterThan(5);
  });
});
