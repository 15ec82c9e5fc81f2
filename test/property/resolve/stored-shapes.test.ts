/** A snapshot answers a search by coordinate from its sections as a world in memory does from an index of all areas. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { StoredShapes } from "../../../src/resolve/place-shapes.ts";
import { placesAt } from "../../../src/resolve/world-searches.ts";
import { storedColumnsOf } from "../../../src/snapshot/stored-columns.ts";
import { contentsOf, worldFrom } from "../../../src/snapshot/world-contents.ts";
import { FrozenColumns } from "../../../src/store/columns/column-source.ts";
import { infoOf, type World } from "../../../src/world/world.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { hostileTexts } from "../hostile-texts.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(150);

// Few numbers, so that points meet corners, borders and the antimeridian; and some that no map has.
const longitude = fc.oneof(
  { arbitrary: fc.integer({ min: -6, max: 6 }), weight: 6 },
  { arbitrary: fc.constantFrom(-180, -179, 179, 180, 0.1234567, -0.00000051), weight: 3 },
  { arbitrary: fc.constantFrom(1e300, -1e300, 3000, -3000, 540), weight: 1 },
);
const latitude = fc.oneof(
  { arbitrary: fc.integer({ min: -6, max: 6 }), weight: 8 },
  { arbitrary: fc.constantFrom(90, -90, 0.1234567, -0.00000051, 3000, 1e300, -1e300), weight: 1 },
);
const position = fc.tuple(longitude, latitude);
const ring = fc
  .array(position, { minLength: 3, maxLength: 6 })
  .map((positions) => [...positions, positions[0]!]);
const polygon = fc.array(ring, { minLength: 1, maxLength: 2 });
const shape = fc.oneof(
  { arbitrary: polygon.map((coordinates) => ({ type: "Polygon", coordinates })), weight: 3 },
  {
    arbitrary: fc
      .array(polygon, { maxLength: 3 })
      .map((coordinates) => ({ type: "MultiPolygon", coordinates })),
    weight: 3,
  },
  { arbitrary: fc.constant({ type: "Point", coordinates: [1, 1] }), weight: 1 },
);
const text = fc.oneof(
  { arbitrary: shape.map((one) => `=${JSON.stringify(one)}`), weight: 9 },
  { arbitrary: fc.constantFrom(...hostileTexts).map((one) => `=${one}`), weight: 1 },
  { arbitrary: fc.constantFrom("p/0", "p/9"), weight: 1 },
);
const property = fc.constantFrom(
  ...["geoJsonCoordinates", "geoJsonCoordinates", "geoJsonCoordinatesDP1"],
  ...["geoJsonCoordinatesDP3", "name"],
);
const triples = fc
  .array(fc.tuple(fc.nat({ max: 5 }), property, text), { minLength: 1, maxLength: 9 })
  .map((rows) => rows.map(([at, one, value]): TripleRow => [`p/${at}`, one, value]));

/** The world as a snapshot has it. */
function stored(world: World, isFar: boolean): World {
  const source = new FrozenColumns();
  const columns = storedColumnsOf(world);
  for (const [name, column] of columns) source.keep(name, column);
  const contents = contentsOf(world, infoOf(world, new DiagnosticLog().summary()));
  const has = (name: string) => columns.has(name);
  return worldFrom(Object.assign(source, { isFar, has }), structuredClone(contents), "f").world;
}

test("coordinates lie in the same places in a snapshot as in memory", () => {
  let found = 0;
  fc.assert(
    fc.property(triples, fc.array(position, { minLength: 6, maxLength: 6 }), (rows, points) => {
      const world = worldOf(rows);
      const places = [stored(world, true), stored(world, false)];
      for (const { graph } of places) expect(StoredShapes.of(graph)).toBeDefined();
      for (const [x, y] of points) {
        const coordinate = { longitude: Math.max(-180, Math.min(180, x)), latitude: y };
        const expected = placesAt(world, coordinate);
        found += expected.length;
        for (const place of places) expect(placesAt(place, coordinate)).toEqual(expected);
      }
    }),
    { numRuns },
  );
  expect(found).toBeGreaterThan(0);
});

test("the same holds where there are many groups of areas", () => {
  const side = 40;
  const rows = Array.from({ length: side * side }, (_, at): TripleRow => {
    const [x, y] = [(at % side) - 20, Math.floor(at / side) - 20];
    const border = [
      [x, y],
      [x + 1.5, y],
      [x + 1.5, y + 1.5],
      [x, y],
    ];
    return [
      `p/${at}`,
      "geoJsonCoordinates",
      `=${JSON.stringify({ type: "Polygon", coordinates: [border] })}`,
    ];
  });
  const world = worldOf(rows);
  const far = stored(world, true);
  for (let at = 0; at < 200; at++) {
    const coordinate = { longitude: ((at * 7) % 45) - 22.25, latitude: ((at * 11) % 43) - 21.5 };
    expect(placesAt(far, coordinate)).toEqual(placesAt(world, coordinate));
  }
});
