import { expect, test } from "vitest";
import {
  parseCoordinate,
  placesAt,
  placesNamed,
  searchIndicators,
} from "../../../src/resolve/index.ts";
import { worldOf } from "../../oracle/small-world.ts";

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
