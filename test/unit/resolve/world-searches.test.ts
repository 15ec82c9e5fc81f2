import { expect, test } from "vitest";
import { LimitError } from "../../../src/errors/errors.ts";
import { Governor, MadeInSteps } from "../../../src/options/governor.ts";
import { parseCoordinate } from "../../../src/resolve/place-shapes.ts";
import { placesAt, placesNamed } from "../../../src/resolve/world-searches.ts";
import { searchIndicators } from "../../../src/search/subjects.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";

test("an index is built within the limits of those who ask, each from where the last one stopped", () => {
  const places = Array.from({ length: 5000 }, (_, at) => `place/${at}`);
  const world = worldOf(
    places.flatMap((place, at): TripleRow[] => [
      [place, "typeOf", "City"],
      [place, "name", `=Town ${at}`],
      [
        place,
        "geoJsonCoordinates",
        '={"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,0]]]}',
      ],
      [`v/${at}`, "typeOf", "StatisticalVariable"],
      [`v/${at}`, "name", `=Count of ${at}`],
    ]),
  );
  /** Refuses at each look but the first few. */
  class Looks extends Governor {
    left = 3;

    override look(): void {
      this.left -= 1;
      if (this.left < 0) throw new LimitError("no time left");
    }
  }
  const searches: readonly ((governor: Governor) => unknown[])[] = [
    (governor) => placesNamed(world, "town 4999", [], undefined, governor),
    (governor) => placesAt(world, parseCoordinate("1#1.5")!, governor),
    (governor) => searchIndicators(world, "count of 4999", ["StatisticalVariable"], { governor }),
  ];
  for (const search of searches) {
    let refused = 0;
    for (let found = 0; found === 0; ) {
      try {
        found = search(new Looks()).length;
      } catch (error) {
        expect(error).toBeInstanceOf(LimitError);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(1);
    expect(() => search(new Looks())).not.toThrow();
  }
});

test("an index that could not be built is begun again", () => {
  let isDamaged = true;
  const index = new MadeInSteps(function* () {
    yield;
    if (isDamaged) throw new Error("damaged");
    return 7;
  });
  expect(() => index.finished()).toThrow("damaged");
  isDamaged = false;
  expect(index.finished()).toBe(7);
});

test("every world has answers of its own", () => {
  const area = '={"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,0]]]}';
  const full = worldOf([
    ["a", "typeOf", "City"],
    ["a", "name", "=Alpha"],
    ["a", "geoJsonCoordinates", area],
    ["v", "typeOf", "StatisticalVariable"],
    ["v", "name", "=Alpha"],
  ]);
  const empty = worldOf([["a", "name", "=Alpha"]]);
  const coordinate = parseCoordinate("1#1.5")!;
  for (const [world, count] of [
    [full, 1],
    [empty, 0],
    [full, 1],
  ] as const) {
    expect(placesAt(world, coordinate)).toHaveLength(count);
    expect(placesNamed(world, "alpha", [])).toHaveLength(count);
    expect(searchIndicators(world, "alpha", ["StatisticalVariable"])).toHaveLength(count);
  }
});
