import { describe, expect, test } from "vitest";
import { readPolygons } from "../../../../src/store/graph/polygons.ts";

const square = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];
const polygon = (...coordinates: unknown[]) => JSON.stringify({ type: "Polygon", coordinates });

describe("readPolygons", () => {
  test("reads a polygon with its hole and box", () => {
    const hole = square.map(([x, y]) => [x! / 4 + 1, y! / 4 + 1]);
    expect(readPolygons(polygon(square, hole))).toEqual([
      { rings: [square, hole], west: 0, south: 0, east: 4, north: 4 },
    ]);
  });

  test("reads the polygons of a multipolygon one by one", () => {
    const far = square.map(([x, y]) => [x! + 10, y! - 10]);
    const text = JSON.stringify({ type: "MultiPolygon", coordinates: [[square], [far]] });
    expect(readPolygons(text)).toMatchObject([
      { west: 0, north: 4 },
      { west: 10, south: -10, east: 14, north: -6 },
    ]);
  });

  test("drops altitudes and closes open rings", () => {
    const open = square.slice(0, 4).map(([x, y]) => [x, y, 100]);
    expect(readPolygons(polygon(open))[0]?.rings).toEqual([square]);
  });

  test("continues beyond ±180 where the shorter way crosses the antimeridian", () => {
    const crossing = [
      [179, 0],
      [-179, 0],
      [-179, 1],
      [179, 1],
      [179, 0],
    ];
    const hole = [
      [-179.8, 0.2],
      [-179.2, 0.2],
      [-179.2, 0.8],
      [-179.8, 0.2],
    ];
    const [read] = readPolygons(polygon(crossing, hole));
    expect(read).toMatchObject({ west: 179, east: 181 });
    expect(read?.rings[0]?.map(([x]) => x)).toEqual([179, 181, 181, 179, 179]);
    expect(read?.rings[1]?.[1]).toEqual([180.8, 0.2]);
  });

  test("leaves whole turns and rings round a pole as they are written", () => {
    const world = [
      [-180, -90],
      [180, -90],
      [180, 90],
      [-180, 90],
      [-180, -90],
    ];
    const round = [
      [-120, 80],
      [0, 80],
      [120, 80],
      [-120, 80],
    ];
    for (const ring of [world, round]) {
      expect(readPolygons(polygon(ring))[0]?.rings).toEqual([ring]);
    }
  });

  test("passes over a malformed polygon and keeps the others", () => {
    const coordinates = [
      [square],
      [
        [
          [0, 0],
          ["1", 0],
          [1, 1],
          [0, 0],
        ],
      ],
      "x",
      [],
    ];
    expect(readPolygons(JSON.stringify({ type: "MultiPolygon", coordinates }))).toHaveLength(1);
  });

  test.each([
    ["no JSON", "{"],
    ["nothing", ""],
    ["null", "null"],
    ["a number", "1"],
    ["a list", "[]"],
    ["a point", '{"type":"Point","coordinates":[1,2]}'],
    ["no coordinates", '{"type":"Polygon"}'],
    ["coordinates that are no list", '{"type":"MultiPolygon","coordinates":{"length":1}}'],
    ["an empty polygon", polygon()],
    ["an empty ring", polygon([])],
    [
      "a line",
      polygon([
        [0, 0],
        [1, 1],
        [0, 0],
      ]),
    ],
    ["a position that is not a list", polygon([0, 1, 2, 0])],
    ["a position without latitude", polygon([[0], [1], [2], [0]])],
    ["an endless number", '{"type":"Polygon","coordinates":[[[0,0],[1e999,0],[1,1],[0,0]]]}'],
    [
      "a malformed hole",
      polygon(square, [
        [0, 0],
        [1, null],
        [1, 1],
        [0, 0],
      ]),
    ],
    ["lists a hundred thousand deep", `{"coordinates":${"[".repeat(1e5)}${"]".repeat(1e5)}}`],
    ["a type that is inherited", '{"__proto__":{"type":"Polygon"},"coordinates":[]}'],
  ])("has no polygons in %s", (_what, text) => {
    expect(readPolygons(text)).toEqual([]);
  });
});
