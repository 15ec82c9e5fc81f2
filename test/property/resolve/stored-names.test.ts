/** A snapshot answers a search by name from its sections as a world in memory does from an index of all names. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { StoredNames } from "../../../src/resolve/place-names.ts";
import { placesNamed } from "../../../src/resolve/world-searches.ts";
import { storedColumnsOf } from "../../../src/snapshot/stored-columns.ts";
import { contentsOf, worldFrom } from "../../../src/snapshot/world-contents.ts";
import { FrozenColumns } from "../../../src/store/columns/column-source.ts";
import { infoOf, type World } from "../../../src/world/world.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { anyCharacter } from "../any-character.ts";
import { hostileTexts } from "../hostile-texts.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(150);

// Few words, so that names are shared, contained in one another and equal without their spaces.
const word = fc.oneof(
  { arbitrary: fc.constantFrom("new", "New", "york", "CA", "ca", "US-CA", "94043"), weight: 8 },
  {
    arbitrary: fc.constantFrom("Ünion", "U\u0308nion", "İ", "ΣΑΣ", "𐐀", "𐐨", "\u212a", "a@de"),
    weight: 3,
  },
  { arbitrary: fc.constantFrom(...hostileTexts), weight: 1 },
  { arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 2 }), weight: 1 },
);
const separator = fc.constantFrom(" ", ",", ", ", "\u00a0", "\t", "");
const text = fc
  .array(fc.tuple(word, separator), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.flat().join(""));
const property = fc.constantFrom(
  ...["name", "name", "alternateName", "nameWithLanguage", "shortDisplayName"],
  ...["abbreviation", "isoCode", "countryAlpha3Code", "description"],
);
const type = fc.constantFrom("City", "State", "Hamlet", "Farm", "StatisticalVariable", "=City");
const at = fc.nat({ max: 7 });
const dcidOf = (place: number) => (place === 7 ? "zip/94043" : `p/${place}`);

const triples = fc
  .record({
    types: fc.array(fc.tuple(at, type), { minLength: 3, maxLength: 10 }),
    names: fc.array(fc.tuple(at, property, text), { minLength: 3, maxLength: 14 }),
    references: fc.array(fc.tuple(at, property, at), { maxLength: 2 }),
    inside: fc.array(fc.tuple(at, at), { maxLength: 6 }),
    classes: fc.subarray([
      ["Hamlet", "subClassOf", "Village2"],
      ["Village2", "subClassOf", "Place"],
      ["Place", "subClassOf", "Village2"],
      ["Farm", "subClassOf", "City"],
    ] as TripleRow[]),
  })
  .map(({ types, names, references, inside, classes }): TripleRow[] => [
    ...types.map(([place, one]): TripleRow => [dcidOf(place), "typeOf", one]),
    ...names.map(([place, one, name]): TripleRow => [dcidOf(place), one, `=${name}`]),
    ...references.map(([place, one, to]): TripleRow => [dcidOf(place), one, dcidOf(to)]),
    ...inside.map(
      ([place, outer]): TripleRow => [dcidOf(place), "containedInPlace", dcidOf(outer)],
    ),
    ...classes,
  ]);
const people = fc.array(fc.tuple(at, fc.nat({ max: 3 })), { maxLength: 4 });
const countOf = ([place, count]: [number, number]): ObservationRow => [
  "Count_Person",
  dcidOf(place),
  "2020",
  `${count * 1000}`,
];
const types = fc.constantFrom([], ["City"], ["State", "City"], ["Nothing"]);

/** The world as a snapshot has it. */
function stored(world: World, isFar: boolean, isSearched = true): World {
  const source = new FrozenColumns();
  const columns = storedColumnsOf(world);
  for (const [name, column] of columns) source.keep(name, column);
  const contents = contentsOf(world, infoOf(world, new DiagnosticLog().summary()));
  const has = (name: string) =>
    columns.has(name) && (isSearched || !name.startsWith("far.search."));
  return worldFrom(Object.assign(source, { isFar, has }), structuredClone(contents), "f").world;
}

test("names mean the same in a snapshot as in memory, in the same order", () => {
  let found = 0;
  fc.assert(
    fc.property(
      triples,
      people,
      fc.array(text, { maxLength: 3 }),
      types,
      (rows, counts, more, only) => {
        const world = worldOf(rows, counts.map(countOf));
        const places = [stored(world, true), stored(world, false)];
        for (const { graph } of places) expect(StoredNames.of(graph)).toBeDefined();
        const old = stored(world, true, false);
        expect(StoredNames.of(old.graph)).toBeUndefined();
        places.push(old);
        const names = rows.flatMap(([, , object]) =>
          object.startsWith("=") ? [object.slice(1), object.slice(1).toUpperCase()] : [],
        );
        const pairs = names.slice(0, 4).map((name, one) => `${name}, ${names.at(-1 - one)}`);
        const all = ["", "94043", "CA", "\ud800", ...more, ...names, ...pairs];
        for (const asked of new Set(all)) {
          const expected = placesNamed(world, asked, only);
          found += expected.length;
          for (const place of places) expect(placesNamed(place, asked, only)).toEqual(expected);
          const within = world.graph.dictionary.nodeOf("p/1");
          if (within === undefined) continue;
          const inside = placesNamed(world, asked, only, within);
          for (const place of places) {
            expect(placesNamed(place, asked, only, within)).toEqual(inside);
          }
        }
      },
    ),
    { numRuns },
  );
  expect(found).toBeGreaterThan(0);
});
