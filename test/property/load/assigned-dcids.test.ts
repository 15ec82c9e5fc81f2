/** Dcids that nodes get by what they say do not depend on the order in which they say it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodedFingerprint } from "../../../src/ids/fingerprint.ts";
import { populationId } from "../../../src/ids/observation-id.ts";
import { loadTexts } from "../../unit/load/load-texts.ts";
import { anyCharacter } from "../any-character.ts";
import { hostileTexts } from "../hostile-texts.ts";
import { runs } from "../runs.ts";

const anyText = fc.oneof(
  fc.constantFrom(...hostileTexts, "\ud800", "a\udfff"),
  fc.string({ unit: anyCharacter, maxLength: 200 }),
);

test("any text has a fingerprint of at most thirteen digits, the same each time", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const digits = encodedFingerprint(text);
      expect(digits).toMatch(/^[0-9bcdfghjklmnpqrstvwxyze]{1,13}$/);
      expect(encodedFingerprint(text)).toBe(digits);
    }),
    runs(500),
  );
});

test("the order of constraints does not count, their texts do", () => {
  const constraint = fc.tuple(anyText, anyText);
  const constraints = fc.uniqueArray(constraint, { selector: ([name]) => name, minLength: 1 });
  fc.assert(
    fc.property(constraints, anyText, (pairs, location) => {
      const key = { populationType: "Person", location, memberOf: "" };
      const id = populationId({ ...key, constraints: new Map(pairs) });
      expect(populationId({ ...key, constraints: new Map(pairs.toReversed()) })).toBe(id);
      const [[name, value] = ["", ""]] = pairs;
      const other = new Map(pairs).set(name, `${value.toWellFormed()}.`);
      expect(populationId({ ...key, constraints: other })).not.toBe(id);
    }),
    runs(300),
  );
});

/** Lines of a few nodes that name one another, in no order. */
const word = fc.constantFrom("x", "__proto__", "constructor", "é", "\u{10000}");
const place = fc.record({ id: fc.constantFrom("isoCode", "geoId", "wikidataId"), text: word });
const nodes = fc.record({ places: fc.array(place, { minLength: 1, maxLength: 3 }), sex: word });

function blocksOf({ places, sex }: { places: { id: string; text: string }[]; sex: string }) {
  const blocks = places.flatMap(({ id, text }, at) => {
    const name = at === 0 ? "__proto__" : `P${at}`;
    return [
      [`Node: ${name}`, "typeOf: Place", `${id}: "${text}"`],
      [`Node: Pop${at}`, "typeOf: dcs:StatisticalPopulation", "populationType: Person"],
      [`Node: Pop${at}`, `location: l:${name}`, `gender: dcid:${sex}`],
      [
        `Node: Obs${at}`,
        "typeOf: Observation",
        `observedNode: l:Pop${at}`,
        "observationDate: 2020",
        "measuredProperty: count",
        `measuredValue: ${at}`,
      ],
    ];
  });
  return blocks;
}

test("the order of blocks, of lines and of files does not count", async () => {
  const order = fc.integer({ min: 0, max: 2 ** 30 });
  await fc.assert(
    fc.asyncProperty(nodes, order, fc.boolean(), async (all, seed, areFiles) => {
      const blocks = blocksOf(all);
      const expected = await loadTexts({ "a.mcf": textOf(blocks) });
      const lines = blocks.map(([name, ...rest]) => [name!, ...shuffled(rest, seed)]);
      const other = shuffled(lines, seed + 1);
      const texts = areFiles
        ? Object.fromEntries(other.map((block, at) => [`${at}.mcf`, textOf([block])]))
        : { "a.mcf": textOf(other) };
      const found = await loadTexts(texts);
      expect(found.sink.lines).toEqual(expected.sink.lines);
      const observed = expected.sink.lines.filter((line) => line.includes(" observedNode dc/p/"));
      expect(observed.length).toBeGreaterThan(0);
    }),
    runs(30),
  );
});

const textOf = (blocks: readonly (readonly string[])[]): string =>
  blocks.map((block) => block.join("\n")).join("\n\n");

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const left = [...items];
  const out: T[] = [];
  for (let state = seed; left.length > 0; state = (state * 31 + 7) % 1_000_003) {
    out.push(...left.splice(state % left.length, 1));
  }
  return out;
}
