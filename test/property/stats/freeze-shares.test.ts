/** Observations of several builders, frozen in any number of shares, are those of one builder. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { noId, type Sink } from "../../../src/load/statements/sink.ts";
import { columnsOf } from "../../../src/snapshot/world-contents.ts";
import { unsetSource } from "../../../src/stats/facet-fields.ts";
import { freezeWith } from "../../../src/store/columns/column-source.ts";
import { doWorldShares, type Freeze, WorldBuilder } from "../../../src/world/world.ts";
import { runs } from "../runs.ts";

const row = fc.record({
  variable: fc.constantFrom("v", "w", "v", "x"),
  entity: fc.constantFrom("a", "b", "c", "a"),
  unit: fc.constantFrom("", "M", "K"),
  dates: fc.array(fc.constantFrom("2019", "2020", "2020-05", "2021"), {
    minLength: 1,
    maxLength: 4,
  }),
  value: fc.constantFrom("1", "2.50", "70000", "0.1234567890123456", "12345678901", "some", "007"),
});

type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

function write(sink: Sink, { variable, entity, unit, dates, value }: Row): void {
  const facet = sink.facet({ provenance: noId, ...unsetSource, unit });
  for (const date of dates) {
    sink.observation(sink.node(variable), sink.node(entity), facet, sink.date(date), value);
  }
}

/** The last facet comes first. */
const ranking = {
  score: () => 0,
  compare: (a: { facet: { unit: string } }, b: { facet: { unit: string } }) =>
    a.facet.unit < b.facet.unit ? 1 : a.facet.unit > b.facet.unit ? -1 : 0,
};

function outcomeOf({ world, ...found }: Freeze) {
  return {
    columns: Object.fromEntries(columnsOf(world)),
    facets: world.observations.facets,
    found,
  };
}

test("whatever the shares, whoever collected what", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(row, { maxLength: 6 }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      (chunkRuns, builderCount, threads, isRanked) => {
        const whole = new WorldBuilder();
        const builders = Array.from({ length: builderCount }, () => new WorldBuilder());
        for (const [number, rows] of chunkRuns.entries()) {
          const builder = builders[number % builderCount]!;
          builder.begin(number + 1);
          for (const one of rows) {
            write(whole, one);
            write(builder, one);
          }
        }
        const [own, ...others] = builders;
        const given = isRanked ? { ranking } : {};
        const divided = own!.freezing({
          ...given,
          others: others.map((other) => other.collect()),
          threads,
          dividedMin: 1,
        });
        const found = outcomeOf(freezeWith(divided, doWorldShares));
        expect(found).toEqual(outcomeOf(whole.freeze(given.ranking)));
      },
    ),
    runs(200),
  );
});
