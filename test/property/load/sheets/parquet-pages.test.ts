/** Pages of Parquet: levels and lengths in all the ways in which programs write them. */
import fc from "fast-check";
import type { ColumnMetaData, SchemaTree } from "hyparquet";
import { expect, test } from "vitest";
import { requireSoundPages } from "../../../../src/load/sheets/parquet-pages.ts";
import { thrift, varint } from "../../../unit/load/sheets/parquet-bytes.ts";
import { runs } from "../../runs.ts";

const { numRuns } = runs(2000);

/** Numbers of so many bits, one after the other, the least bit first. */
function packedBits(numbers: readonly number[], width: number): number[] {
  const bits = numbers.flatMap((one) =>
    Array.from({ length: width }, (_, at) => Math.floor(one / 2 ** at) % 2),
  );
  return Array.from({ length: Math.ceil(bits.length / 8) }, (_, byte) =>
    bits.slice(byte * 8, byte * 8 + 8).reduce((sum, bit, at) => sum + bit * 2 ** at, 0),
  );
}

/** Runs of one number, and groups of eight, as `isPacked` says in turn. */
function runsOf(numbers: readonly number[], width: number, isPacked: readonly boolean[]): number[] {
  const bytes: number[] = [];
  for (let at = 0, turn = 0; at < numbers.length; turn++) {
    if (isPacked[turn % isPacked.length]) {
      const size = 8 * (1 + (turn % 2));
      const group = Array.from({ length: size }, (_, of) => numbers[at + of] ?? 0);
      bytes.push(...varint((size / 8) * 2 + 1), ...packedBits(group, width));
      at += size;
    } else {
      const last = numbers.findIndex((one, of) => of > at && one !== numbers[at]);
      const size = (last < 0 ? numbers.length : last) - at;
      const little = Array.from(
        { length: Math.ceil(width / 8) },
        (_, of) => numbers[at]! >> (8 * of),
      );
      bytes.push(...varint(size * 2), ...little.map((one) => one & 255));
      at += size;
    }
  }
  return bytes;
}

const zigzag = (value: number) => varint(value < 0 ? -value * 2 - 1 : value * 2);

/** Numbers as differences, in blocks of parts. */
function deltasOf(numbers: readonly number[], parts: number, isCut: boolean): number[] {
  const size = 8;
  const bytes = [...varint(size * parts), ...varint(parts), ...varint(numbers.length)];
  bytes.push(...zigzag(numbers[0]!));
  const steps = numbers.slice(1).map((one, at) => one - numbers[at]!);
  for (let at = 0; at < steps.length; at += size * parts) {
    const block = steps.slice(at, at + size * parts);
    const least = Math.min(...block);
    const groups = Array.from({ length: parts }, (_, of) =>
      block.slice(of * size, of * size + size).map((one) => one - least),
    );
    const widths = groups.map((group) => 32 - Math.clz32(Math.max(0, ...group)));
    bytes.push(...zigzag(least), ...widths);
    for (const [of, group] of groups.entries()) {
      const whole =
        group.length === 0 || isCut
          ? group
          : [...group, ...Array<number>(size - group.length).fill(0)];
      bytes.push(...packedBits(whole, widths[of]!));
    }
  }
  return bytes;
}

/** A column within so many others that may be empty, and with so many lists. */
function treeOf(definition: number, repetition: number): { tree: SchemaTree; path: string[] } {
  const path: string[] = [];
  const leaf = { element: { name: "" }, children: [] as SchemaTree[], count: 1, path: [] };
  let node = leaf;
  for (let level = 0; level < definition; level++) {
    const repetitionType = level < repetition ? ("REPEATED" as const) : ("OPTIONAL" as const);
    const child = {
      element: { name: `n${level}`, repetition_type: repetitionType },
      children: [],
      count: 1,
      path: [],
    };
    node.children.push({ element: { name: "other" }, children: [], count: 1, path: [] }, child);
    path.push(`n${level}`);
    node = child;
  }
  return { tree: leaf, path };
}

function problemOf(
  bytes: readonly number[],
  values: number,
  { definition = 0, repetition = 0, type = "INT32" as ColumnMetaData["type"] },
): string {
  const { tree, path } = treeOf(definition, repetition);
  const meta: ColumnMetaData = {
    type,
    codec: "UNCOMPRESSED",
    encodings: [],
    path_in_schema: path,
    num_values: BigInt(values),
    total_uncompressed_size: 1n,
    total_compressed_size: 1n,
    data_page_offset: 4n,
  };
  try {
    const rows = repetition === 0 ? values : 1;
    requireSoundPages(Uint8Array.from(bytes), meta, { rows, tree, compressors: {} });
    return "sound";
  } catch (error) {
    return (error as Error).message;
  }
}

/** A page of the second version. */
const page = (
  values: number,
  empty: number,
  parts: { r: number[]; d: number[]; rest: number[] },
  encoding = 0,
) => {
  const { r, d, rest } = parts;
  const all = [...r, ...d, ...rest];
  const own = { 1: values, 2: empty, 3: 1, 4: encoding, 5: d.length, 6: r.length, 7: 0 };
  return [...thrift({ 1: 3, 2: all.length, 3: all.length, 8: own }), ...all];
};

const widthOf = (level: number) => 32 - Math.clz32(level);

test("levels in runs and in groups of eight are counted as they are", () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 3 }));
  const ways = fc.array(fc.boolean(), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      sizes,
      ways,
      fc.infiniteStream(fc.nat()),
      fc.integer({ min: 1, max: 60 }),
      ([definition, lists], isPacked, random, count) => {
        const repetition = Math.min(definition, lists);
        const next = (most: number) => (random.next().value as number) % (most + 1);
        const levels = Array.from({ length: count }, () =>
          next(2) === 0 ? next(definition) : definition,
        );
        const repeated = Array.from({ length: count }, () => next(repetition));
        const d = runsOf(levels, widthOf(definition), isPacked);
        const r = repetition === 0 ? [] : runsOf(repeated, widthOf(repetition), isPacked);
        const empty = levels.filter((one) => one !== definition).length;
        const of = { definition, repetition };
        const read = (said: number, parts = { r, d, rest: [] as number[] }) =>
          problemOf(page(count, said, parts), count, of);
        expect(read(empty)).toBe("sound");
        expect(read(empty === 0 ? 1 : empty - 1)).toBe("a page says two numbers of empty cells");
        if (empty < count) expect(read(empty + 1)).toBe("a page says two numbers of empty cells");
        const cut = (part: number[]) => part.slice(0, -1);
        const early = /^(?:it ends too early|a size is beyond its end)$/;
        expect(read(empty, { r, d: cut(d), rest: [0] })).toMatch(early);
        if (repetition > 0) expect(read(empty, { r: cut(r), d, rest: [0] })).toMatch(early);
      },
    ),
    { numRuns },
  );
});

test("lengths as differences are added up as they are", () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 4 }), fc.boolean(), (numbers, parts, isCut) => {
      const bytes = deltasOf(numbers, parts, false);
      const sum = numbers.reduce((all, one) => all + one, 0);
      const read = (rest: number) =>
        problemOf(
          page(
            numbers.length,
            0,
            { r: [], d: [], rest: [...bytes, ...Array<number>(rest).fill(97)] },
            6,
          ),
          numbers.length,
          { type: "BYTE_ARRAY" },
        );
      expect(read(sum)).toBe("sound");
      expect(read(sum + 1)).toBe("sound");
      if (sum > 0) expect(read(sum - 1)).toBe("a size is beyond its end");
      // Numbers may end where their page does.
      const last = deltasOf(numbers, parts, isCut);
      expect(
        problemOf(page(numbers.length, 0, { r: [], d: [], rest: last }, 5), numbers.length, {}),
      ).toBe("sound");
    }),
    { numRuns },
  );
});

test("texts that begin like the one before are as long as they say", () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 }), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(texts, fc.nat(), (all, random) => {
      const shared = all.map((text, at) => {
        const before = all[at - 1] ?? "";
        let size = 0;
        while (size < before.length && text[size] === before[size] && size < text.length) size++;
        return size;
      });
      const own = all.map((text, at) => text.length - shared[at]!);
      const read = (said: readonly number[]) => {
        const rest = [...deltasOf(said, 2, false), ...deltasOf(own, 2, false)];
        rest.push(...Array<number>(own.reduce((sum, one) => sum + one, 0)).fill(97));
        return problemOf(page(all.length, 0, { r: [], d: [], rest }, 7), all.length, {
          type: "BYTE_ARRAY",
        });
      };
      expect(read(shared)).toBe("sound");
      const odd = random % all.length;
      const before = odd === 0 ? 0 : all[odd - 1]!.length;
      expect(read(shared.with(odd, before + 1))).toBe(
        "a text begins with more than the text before",
      );
      expect(read(shared.with(odd, -1))).toBe("a text has a length below 0");
    }),
    { numRuns },
  );
});
