/** What Arrow says about itself, number by number: messages, lists, fields and batches that are forged. */
import { expect, test } from "vitest";
import { requireSoundLists } from "../../../../src/load/sheets/arrow-rows.ts";
import { rowsOf } from "../held-rows.ts";

/** Fields of a table, by their places. */
type Slots = Readonly<Record<number, number>>;

/** Tables and lists one after the other, as Arrow writes them. */
class Flat {
  readonly view = new DataView(new ArrayBuffer(4_096));
  end = 0;

  int(value: number): number {
    this.view.setInt32(this.end, value, true);
    this.end += 4;
    return this.end - 4;
  }

  long(at: number, value: number): void {
    this.view.setBigInt64(at, BigInt(value), true);
  }

  point(from: number, to: number): void {
    this.view.setInt32(from, to - from, true);
  }

  /** @returns where the table begins, and its slots of eight bytes. */
  table(...fields: readonly number[]): { at: number; slots: Slots } {
    const size = Math.max(2, ...fields) + 2;
    const names = this.end;
    const at = names + size;
    this.view.setInt16(names, size, true);
    this.end = at + 4 + fields.length * 8;
    const places = fields.map((field, of): [number, number] => {
      this.view.setInt16(names + field, 4 + of * 8, true);
      return [field, at + 4 + of * 8];
    });
    this.view.setInt32(at, at - names, true);
    return { at, slots: Object.fromEntries(places) };
  }

  /** A list to which `from` points. @returns where its entries begin */
  list(from: number, count: number, bytes = 0): number {
    this.point(from, this.end);
    this.int(count);
    this.end += bytes;
    return this.end - bytes;
  }

  tableAt(from: number, ...fields: readonly number[]): Slots {
    const { at, slots } = this.table(...fields);
    this.point(from, at);
    return slots;
  }

  /** A message with a table at its beginning. */
  message(kind: number, fill: (header: number, body: number) => void, isLong = true): void {
    if (isLong) this.int(-1);
    const size = this.int(0);
    const { 6: type, 8: header, 10: body } = this.tableAt(this.int(0), 6, 8, 10);
    this.view.setUint8(type!, kind);
    fill(header!, body!);
    this.view.setInt32(size, this.end - size - 4, true);
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.view.buffer, 0, this.end);
  }
}

function problemOf(bytes: Uint8Array, isFile = false): string {
  try {
    requireSoundLists(bytes, isFile);
    return "sound";
  } catch (error) {
    return (error as Error).message;
  }
}

/** A stream of one message and its end. */
function streamOf(kind: number, fill: (flat: Flat, header: number, body: number) => void): Flat {
  const flat = new Flat();
  flat.message(kind, (header, body) => fill(flat, header, body));
  flat.int(0);
  return flat;
}

const tooLong = "a list is longer than its file";
const wrongSize = "a message has no such size";
const tooMany = "says more rows than it can hold";

/** A schema with one field, of which these places are there. */
const withField = (fields: readonly number[], fill: (flat: Flat, field: Slots) => void) =>
  streamOf(1, (flat, header) => {
    const { 6: list } = flat.tableAt(header, 6);
    fill(flat, flat.tableAt(flat.list(list!, 1, 4), ...fields));
  });

test.each<[what: string, made: Flat, problem: string]>([
  ["nothing", new Flat(), "sound"],
  ["no fields", streamOf(1, (flat, header) => flat.tableAt(header)), "sound"],
  [
    "metadata to its last byte",
    streamOf(1, (flat, header) => flat.list(flat.tableAt(header, 8)[8]!, 2, 4)),
    "sound",
  ],
  [
    "metadata beyond its last byte",
    streamOf(1, (flat, header) => flat.list(flat.tableAt(header, 8)[8]!, 3, 4)),
    tooLong,
  ],
  [
    "fields beyond its last byte",
    streamOf(1, (flat, header) => flat.list(flat.tableAt(header, 6)[6]!, 2)),
    tooLong,
  ],
  [
    "fewer fields than none",
    streamOf(1, (flat, header) => flat.list(flat.tableAt(header, 6)[6]!, -1)),
    "sound",
  ],
  [
    "metadata of a field beyond its last byte",
    withField([16], (flat, field) => flat.list(field[16]!, 2)),
    tooLong,
  ],
  [
    "children beyond its last byte",
    withField([14], (flat, field) => flat.list(field[14]!, 2)),
    tooLong,
  ],
  ...([13, 14, 15] as const).map((kind): [string, Flat, string] => [
    `a type ${kind}, of which only that of unions has a list`,
    withField([8, 10], (flat, field) => {
      flat.view.setUint8(field[8]!, kind);
      flat.list(flat.tableAt(field[10]!, 6)[6]!, 9);
    }),
    kind === 14 ? tooLong : "sound",
  ]),
  [
    "a union without a type",
    withField([8], (flat, field) => flat.view.setUint8(field[8]!, 14)),
    "sound",
  ],
  [
    "a type without a kind",
    withField([10], (flat, field) => flat.list(flat.tableAt(field[10]!, 6)[6]!, 9)),
    "sound",
  ],
])("a schema with %s: %#", (_, { bytes }, problem) => {
  expect(problemOf(bytes)).toBe(problem);
});

/** Fields within each other, each with so many children, which are the same one. */
const nested = (depth: number, children: number) =>
  withField([14], (flat, field) => {
    let last = field[14]!;
    for (let at = 0; at < depth; at++) {
      const entries = flat.list(last, children, children * 4);
      const { at: child, slots } = flat.table(14);
      for (let of = 0; of < children; of++) flat.point(entries + of * 4, child);
      last = slots[14]!;
    }
    flat.list(last, 0);
  });

test.each<[depth: number, children: number, problem: string]>([
  [64, 1, "sound"],
  [65, 1, "fields are too deep"],
  [5, 2, "sound"],
  [12, 2, tooLong],
])("fields %d deep, each %d times, are %s", (depth, children, problem) => {
  expect(problemOf(nested(depth, children).bytes)).toBe(problem);
});

/** A batch of so many rows, with these lists, as it is or within a dictionary. */
function batchOf(
  rows: number,
  lists: Slots = {},
  fields: readonly number[] = [6],
  isWithin = false,
) {
  return streamOf(isWithin ? 2 : 3, (flat, header) => {
    const start = isWithin ? flat.tableAt(header, 6)[6]! : header;
    const batch = flat.tableAt(start, ...fields);
    if (batch[6] !== undefined) flat.long(flat.list(batch[6], 1, 16), rows);
    for (const [field, count] of Object.entries(lists)) flat.list(batch[Number(field)]!, count);
  });
}
const { end: batchSize } = batchOf(0);
const { end: dictionarySize } = batchOf(0, {}, [6], true);
const { end: packedSize } = batchOf(0, {}, [6, 10]);

test.each<[what: string, made: Flat, problem: string]>([
  ["a bit for each row", batchOf(batchSize * 8), "sound"],
  ["less than a bit for each row", batchOf(batchSize * 8 + 1), tooMany],
  ["more rows than 32 bits say", batchOf(2 ** 32), tooMany],
  ["a bit for each row of a dictionary", batchOf(dictionarySize * 8, {}, [6], true), "sound"],
  ["less than that", batchOf(dictionarySize * 8 + 1, {}, [6], true), tooMany],
  ["rows that are compressed", batchOf(packedSize * 8 + 1, {}, [6, 10]), "sound"],
  ["rows that are compressed beyond all", batchOf(2 ** 40, {}, [6, 10]), tooMany],
  ["no list", batchOf(0, {}, []), "sound"],
  ["parts beyond its last byte", batchOf(0, { 8: 1 }, [8]), tooLong],
  ["further counts beyond its last byte", batchOf(0, { 12: 1 }, [12]), tooLong],
  ["a dictionary without a batch", streamOf(2, (flat, header) => flat.tableAt(header)), "sound"],
])("a batch with %s", (_, { bytes }, problem) => {
  expect(problemOf(bytes)).toBe(problem);
});

/** A schema of which a list is too long, so that it shows whether it is looked at. */
const wrongSchema = (flat: Flat) =>
  flat.message(1, (header) => flat.list(flat.tableAt(header, 6)[6]!, 9_999));

test.each<[what: string, fill: (flat: Flat) => void, problem: string]>([
  ["of a kind without lists", (flat) => flat.message(4, () => {}), "sound"],
  [
    "of the old form",
    (flat) => flat.message(1, (header) => flat.list(flat.tableAt(header, 6)[6]!, 9_999), false),
    tooLong,
  ],
  [
    "after another one",
    (flat) => {
      flat.message(4, () => {});
      wrongSchema(flat);
    },
    tooLong,
  ],
  [
    "after the body of another one",
    (flat) => {
      flat.message(4, (_, body) => flat.long(body, 16));
      flat.end += 16;
      wrongSchema(flat);
    },
    tooLong,
  ],
  [
    "within the body of another one, which is none",
    (flat) => {
      let size = 0;
      flat.message(4, (_, body) => {
        size = body;
      });
      const body = flat.end;
      wrongSchema(flat);
      flat.long(size, flat.end - body);
    },
    "sound",
  ],
  [
    "with a body of a size below 0",
    (flat) => flat.message(4, (_, body) => flat.long(body, -1)),
    wrongSize,
  ],
  [
    "of a size below 0",
    (flat) => {
      flat.int(-1);
      flat.int(-2);
    },
    wrongSize,
  ],
  [
    "of a size beyond its last byte",
    (flat) => {
      flat.message(4, () => {});
      // The end of the stream takes four bytes.
      flat.view.setInt32(4, flat.end - 8 + 5, true);
    },
    wrongSize,
  ],
  [
    "after the end",
    (flat) => {
      flat.int(0);
      wrongSchema(flat);
    },
    "sound",
  ],
])("a message %s", (_, fill, problem) => {
  const flat = new Flat();
  fill(flat);
  flat.int(0);
  expect(problemOf(flat.bytes)).toBe(problem);
});

/** A file: messages, and their places in a footer with these lists. */
function fileOf(fields: readonly number[], fill: (flat: Flat, footer: Slots) => void): Flat {
  const flat = new Flat();
  const start = flat.int(0);
  const footer = flat.tableAt(start, ...fields);
  fill(flat, footer);
  flat.int(flat.end);
  flat.end += 6;
  return flat;
}

test.each<[what: string, made: Flat, problem: string]>([
  ["nothing", fileOf([], () => {}), "sound"],
  [
    "a schema with a list too long",
    fileOf([6], (flat, footer) => flat.list(flat.tableAt(footer[6]!, 6)[6]!, 99)),
    tooLong,
  ],
  ...[8, 10].flatMap((field): [string, Flat, string][] => [
    [
      `a list ${field} too long`,
      fileOf([field], (flat, footer) => flat.list(footer[field]!, 1)),
      tooLong,
    ],
    [
      `a list ${field} of messages`,
      fileOf([field], (flat, footer) => {
        const at = flat.list(footer[field]!, 2, 48);
        for (const entry of [at, at + 24]) flat.long(entry, flat.end);
        flat.message(4, () => {});
      }),
      "sound",
    ],
    [
      `a list ${field} of messages, of which the second has a list too long`,
      fileOf([field], (flat, footer) => {
        const at = flat.list(footer[field]!, 2, 48);
        flat.long(at, flat.end);
        flat.message(4, () => {});
        flat.long(at + 24, flat.end);
        wrongSchema(flat);
      }),
      tooLong,
    ],
  ]),
  ["metadata too long", fileOf([12], (flat, footer) => flat.list(footer[12]!, 3)), tooLong],
  ["metadata to its end", fileOf([12], (flat, footer) => flat.list(footer[12]!, 2)), "sound"],
])("a file with %s", (_, { bytes }, problem) => {
  expect(problemOf(bytes, true)).toBe(problem);
});

test("what is forged is refused with its name and its cause", async () => {
  const flat = new Flat();
  wrongSchema(flat);
  flat.int(0);
  await expect(rowsOf("a.arrow", flat.bytes)).rejects.toMatchObject({
    code: "LOAD",
    file: "a.arrow",
    message: `a.arrow: is no Arrow that can be read (${tooLong})`,
    cause: { message: tooLong },
  });
});

test("a stream may lack its end, and a message end where it does", () => {
  const flat = new Flat();
  flat.message(4, () => {});
  expect(problemOf(flat.bytes)).toBe("sound");
});
