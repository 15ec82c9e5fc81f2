/** Groups of texts that begin alike, at the sizes and depths at which the sort changes its way. */

import { describe, expect, test } from "vitest";
import { LooseTextBuilder } from "../../../../src/store/texts/text-table-builder.ts";

/** The texts of the frozen table, and for each given text the one at its rank. */
function frozen(texts: readonly Buffer[]): { stored: Buffer[]; ranked: Buffer[] } {
  const builder = new LooseTextBuilder();
  const ids = texts.map((text) => builder.addBytes(text, 0, text.length));
  const { table, ranks } = builder.freeze();
  const stored = Array.from({ length: table.count }, (_, id) => {
    let text = Buffer.alloc(0);
    table.bytesOf(id, (bytes, start, end) => {
      text = Buffer.from(bytes.slice(start, end));
    });
    return text;
  });
  return { stored, ranked: ids.map((id) => stored[ranks[id]!]!) };
}

function expectSorted(texts: readonly Buffer[]): void {
  const { stored, ranked } = frozen(texts);
  const expected = [...new Set(texts.map((text) => text.toString("hex")))].sort();
  expect(stored.map((text) => text.toString("hex"))).toEqual(expected);
  expect(texts.findIndex((text, at) => !ranked[at]!.equals(text))).toBe(-1);
}

/** Numbers that look random and are the same every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const sizes = [2, 24, 25, 63, 64, 300];

describe.each([0, 2, 5, 12, 13, 30])("texts that agree in %i bytes", (depth) => {
  const prefix = Buffer.alloc(depth, "prefix");

  test("are sorted, few or many, short and long among each other", () => {
    for (const size of sizes) {
      const next = numbers(size + depth);
      const tails = Array.from({ length: size }, () =>
        Buffer.from(Array.from({ length: next(20) }, () => [0, 97, 98, 255][next(4)]!)),
      );
      expectSorted(tails.map((tail) => Buffer.concat([prefix, tail])));
    }
  });

  test("are sorted where all are short", () => {
    for (const size of sizes) {
      const next = numbers(size + depth);
      const texts = Array.from({ length: size }, () => {
        const tail = Array.from({ length: next(7) }, () => [0, 97, 98, 255][next(4)]!);
        return Buffer.from([...prefix.subarray(0, 5), ...tail]);
      });
      expectSorted(texts);
    }
  });

  test("are sorted where all are long, and differ late or early", () => {
    for (const size of sizes) {
      for (const common of [0, 5, 20]) {
        const next = numbers(size + common);
        const texts = Array.from({ length: size }, () => {
          const tail = Buffer.from(Array.from({ length: 4 + next(9) }, () => 97 + next(3)));
          return Buffer.concat([prefix, Buffer.alloc(13 + common, "x"), tail]);
        });
        expectSorted(texts);
      }
    }
  });

  test("are sorted by length where only zeros follow", () => {
    for (const size of sizes) {
      const texts = Array.from({ length: size }, (_, at) =>
        Buffer.concat([prefix, Buffer.alloc((at * 7) % size)]),
      );
      expectSorted(texts);
      // Beside others that go on after the zeros, and each twice.
      const longer = texts.map((text) => Buffer.concat([text, Buffer.from("z")]));
      expectSorted([...texts, ...longer, ...texts]);
    }
  });
});
