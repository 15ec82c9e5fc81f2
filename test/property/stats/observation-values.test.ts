/** Whatever is written as a value reads back exactly, whatever stands beside it in its series. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noId } from "../../../src/load/statements/sink.ts";
import { unsetSource } from "../../../src/stats/facet-fields.ts";
import type { ObservationTable } from "../../../src/stats/read/observations.ts";
import { WorldBuilder } from "../../../src/world/world.ts";
import { naiveValue } from "../../oracle/stats/naive-observations.ts";
import { hostileTexts } from "../hostile-texts.ts";
import { runs } from "../runs.ts";

const facet = {
  provenance: noId,
  ...unsetSource,
};

/** Kinds of numbers that one source writes alike. */
const styles: fc.Arbitrary<string>[] = [
  fc.integer({ min: -130, max: 130 }).map(String),
  fc.integer({ min: -33_000, max: 33_000 }).map(String),
  fc.integer({ min: -2_147_483_700, max: 2_147_483_700 }).map(String),
  fc.maxSafeInteger().map(String),
  fc.tuple(fc.integer({ min: -20_000, max: 20_000 }), fc.nat(4)).map(([n, d]) => fixed(n, d)),
  fc.tuple(fc.integer(), fc.nat(15)).map(([n, d]) => fixed(n, d)),
  fc.integer({ min: -40_000, max: 40_000 }).map((n) => fixed(n, 2)),
  fc.integer({ min: -40_000, max: 40_000 }).map((n) => String(n / 100)),
  fc.integer({ min: -40_000, max: 40_000 }).map((n) => withPoint(n / 100)),
  fc.double({ noNaN: true }).map(String),
  fc.double({ noNaN: true, min: -1e17, max: 1e17 }).map(withPoint),
  fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((value) => value.toFixed(3)),
  fc.constantFrom("NaN", "Infinity", "-Infinity", "-0", "-0.0", "0.0", "007", "1e5", "1E+400", " "),
  fc.constantFrom("45.10", "+5", ".5", "5.", "1,234", "9007199254740993", "0.1000000000000000055"),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
  fc.string({ unit: fc.constantFrom(..."0019.-+eE"), minLength: 1, maxLength: 20 }),
  fc.constantFrom(...hostileTexts.slice(1), "\ud800", "\u0663"),
];

function fixed(digits: number, decimals: number): string {
  return (digits / 10 ** decimals).toFixed(decimals);
}

/** As Python prints a float. */
function withPoint(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

const anyValue = fc.oneof(...styles);
/** Values of one series: of one style, of two, or of all. */
const values = fc.oneof(
  fc.nat(styles.length - 1).chain((style) => fc.array(styles[style]!, arrayOf(20))),
  fc
    .tuple(fc.nat(styles.length - 1), fc.nat(styles.length - 1))
    .chain(([a, b]) => fc.array(fc.oneof(styles[a]!, styles[b]!), arrayOf(20))),
  fc.array(anyValue, arrayOf(8)),
);

function arrayOf(maxLength: number) {
  return { minLength: 1, maxLength };
}

/** A world of one variable with a series per entity, loaded as texts or as bytes. */
function frozen(series: readonly (readonly string[])[], asBytes: boolean): ObservationTable {
  const builder = new WorldBuilder();
  const of = builder.facet(facet);
  for (const [entity, texts] of series.entries()) {
    for (const [date, text] of texts.entries()) {
      const ids = [
        builder.node("v"),
        builder.node(`e${String(entity).padStart(4, "0")}`),
        of,
        builder.date(String(1000 + date)),
      ] as const;
      const bytes = Buffer.from(`7${text}7`);
      if (asBytes && builder.observationOf(...ids, bytes, 1, bytes.length - 1)) continue;
      builder.observation(...ids, text);
    }
  }
  return builder.freeze().world.observations;
}

describe("any values", () => {
  const check = (read: (observations: ObservationTable, written: string[]) => void) =>
    fc.assert(
      fc.property(fc.array(values, arrayOf(6)), fc.boolean(), (series, asBytes) => {
        const written = series.flat().map((text) => text.toWellFormed());
        read(frozen(series, asBytes), written);
      }),
      runs(200),
    );

  test("read back as they were written", () => {
    check((observations, written) => {
      const texts = written.map((_, point) => observations.textOf(point));
      expect(texts).toEqual(written);
    });
  });

  test("are the numbers that they mean", () => {
    check((observations, written) => {
      const read = written.map((_, point) => observations.valueOf(point));
      expect(read).toEqual(written.map(naiveValue));
      const numbers = written.map((_, point) => observations.numberAt(point));
      expect(numbers).toEqual(
        written.map(naiveValue).map((one) => (typeof one === "number" ? one : Number.NaN)),
      );
    });
  });

  test("are found in any order", () => {
    fc.assert(
      fc.property(fc.array(values, arrayOf(6)), fc.array(fc.nat(200)), (series, points) => {
        const written = series.flat().map((text) => text.toWellFormed());
        const observations = frozen(series, false);
        const asked = points.map((point) => point % written.length);
        expect(asked.map((point) => observations.textOf(point))).toEqual(
          asked.map((point) => written[point]),
        );
      }),
      runs(100),
    );
  });
});
