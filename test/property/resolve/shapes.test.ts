import fc from "fast-check";
import { expect, test } from "vitest";
import { MadeInSteps } from "../../../src/options/governor.ts";
import { PlaceShapes } from "../../../src/resolve/place-shapes.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(100);

type Position = readonly [x: number, y: number];
type Polygon = readonly (readonly Position[])[];

// Small whole numbers, so that points meet corners and borders and all products are exact.
const whole = fc.integer({ min: -6, max: 6 });
const position: fc.Arbitrary<Position> = fc.tuple(whole, whole);
const ring = fc
  .array(position, { minLength: 3, maxLength: 9 })
  .map((positions): Position[] => [...positions, positions[0]!]);
const polygon: fc.Arbitrary<Polygon> = fc.array(ring, { minLength: 1, maxLength: 3 });
const half = fc.integer({ min: -13, max: 13 }).map((twice) => twice / 2);
const point: fc.Arbitrary<Position> = fc.tuple(half, half);

/** A shape's text with every longitude moved by `shift` and brought back into -180 … 180. */
function shapeOf(polygons: readonly Polygon[], shift = 0): string {
  const coordinates = polygons.map((rings) =>
    rings.map((positions) => positions.map(([x, y]) => [turned(x + shift), y])),
  );
  return `=${JSON.stringify({ type: "MultiPolygon", coordinates })}`;
}

const turned = (x: number) => (x > 180 ? x - 360 : x < -180 ? x + 360 : x);

function placesAt(shapes: readonly string[], [x, y]: Position, shift = 0): string[] {
  const { graph } = worldOf(
    shapes.map((text, at): TripleRow => [`p/${at}`, "geoJsonCoordinates", text]),
  );
  const found = new MadeInSteps(() => PlaceShapes.of(graph))
    .finished()
    .at({ latitude: y, longitude: turned(x + shift) });
  return found.map((place) => graph.dictionary.textOf(place));
}

/** Even-odd rule over all rings, borders inside: every edge is looked at. */
function holds(rings: Polygon, [x, y]: Position): boolean {
  let crossings = 0;
  for (const positions of rings) {
    for (const [at, [x1, y1]] of positions.slice(0, -1).entries()) {
      const [x2, y2] = positions[at + 1]!;
      const turn = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
      const isBeside = x >= Math.min(x1, x2) && x <= Math.max(x1, x2);
      const isLevel = y >= Math.min(y1, y2) && y <= Math.max(y1, y2);
      if (turn === 0 && isBeside && isLevel) return true;
      if (y1 > y !== y2 > y && turn > 0 === y2 > y1) crossings++;
    }
  }
  return crossings % 2 === 1;
}

const shapes = fc.array(fc.array(polygon, { minLength: 1, maxLength: 2 }), {
  minLength: 1,
  maxLength: 4,
});

test("places hold the points that looking at every edge finds inside", () => {
  fc.assert(
    fc.property(shapes, point, (places, at) => {
      const expected = places.flatMap((polygons, number) =>
        polygons.some((rings) => isInBox(rings, at) && holds(rings, at)) ? [`p/${number}`] : [],
      );
      expect(
        placesAt(
          places.map((polygons) => shapeOf(polygons)),
          at,
        ),
      ).toEqual(expected);
    }),
    { numRuns },
  );
});

test("a shape on the antimeridian holds what it holds elsewhere", () => {
  fc.assert(
    fc.property(shapes, point, (places, at) => {
      const here = placesAt(
        places.map((polygons) => shapeOf(polygons)),
        at,
      );
      const there = placesAt(
        places.map((polygons) => shapeOf(polygons, 180)),
        at,
        180,
      );
      expect(there).toEqual(here);
    }),
    { numRuns },
  );
});

/** What sticks out of its border is no hole. */
function isInBox([border]: Polygon, [x, y]: Position): boolean {
  const xs = border!.map(([at]) => at);
  const ys = border!.map(([, at]) => at);
  const isBeside = x >= Math.min(...xs) && x <= Math.max(...xs);
  return isBeside && y >= Math.min(...ys) && y <= Math.max(...ys);
}
