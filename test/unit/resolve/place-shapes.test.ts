import { describe, expect, test } from "vitest";
import { MadeInSteps } from "../../../src/options/governor.ts";
import { PlaceShapes } from "../../../src/resolve/place-shapes.ts";
import type { Graph } from "../../../src/store/graph/graph.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { sized } from "../../property/runs.ts";

type Ring = [number, number][];

/** A rectangle as a closed ring. */
const box = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const shape = (type: string, coordinates: unknown) => `=${JSON.stringify({ type, coordinates })}`;

const triples: TripleRow[] = [
  ["outer", "geoJsonCoordinates", shape("Polygon", [box(0, 0, 10, 10)])],
  ["inner", "geoJsonCoordinates", shape("Polygon", [box(2, 2, 4, 4)])],
  ["ring", "geoJsonCoordinates", shape("Polygon", [box(0, 0, 10, 10), box(4, 4, 6, 6)])],
  [
    "islands",
    "geoJsonCoordinates",
    shape("MultiPolygon", [[box(20, 0, 21, 1)], [box(30, 0, 31, 1), box(30.2, 0.2, 30.8, 0.8)]]),
  ],
  ["simple", "geoJsonCoordinatesDP2", shape("Polygon", [box(40, 0, 41, 1)])],
  ["simple", "geoJsonCoordinatesDP1", shape("Polygon", [box(42, 0, 43, 1)])],
  ["simple", "geoJsonCoordinatesDP3", shape("Polygon", [box(44, 0, 45, 1)])],
  ["parts", "geoJsonCoordinatesDP3", shape("Polygon", [box(50, 0, 51, 1)])],
  ["parts", "geoJsonCoordinatesDP3", shape("Polygon", [box(52, 0, 53, 1)])],
  ["fiji", "geoJsonCoordinates", shape("Polygon", [[...box(177, -20, -178, -16)]])],
  ["east", "geoJsonCoordinates", shape("Polygon", [box(170, 40, 180, 50)])],
  ["west", "geoJsonCoordinates", shape("Polygon", [box(-180, 40, -170, 50)])],
  ["beyond", "geoJsonCoordinates", shape("Polygon", [box(175, 60, 190, 65)])],
  ["world", "geoJsonCoordinates", shape("Polygon", [box(-180, 70, 180, 90)])],
  [
    "spike",
    "geoJsonCoordinates",
    shape("Polygon", [
      [
        [60, 0],
        [66, 0],
        [69, 0],
        [67, 0],
        [67, 3],
        [60, 0],
      ],
    ]),
  ],
  ["broken", "geoJsonCoordinates", "={not json"],
  ["reference", "geoJsonCoordinates", "outer"],
];
const shapesOf = (graph: Graph) => new MadeInSteps(() => PlaceShapes.of(graph)).finished();

const { graph } = worldOf(triples);
const shapes = shapesOf(graph);
const at = (latitude: number, longitude: number) =>
  shapes.at({ latitude, longitude }).map((place) => graph.dictionary.textOf(place));

describe("PlaceShapes", () => {
  test("finds every place whose area holds the coordinate, ascending", () => {
    expect(at(3, 3)).toEqual(["inner", "outer", "ring"]);
    expect(at(9, 9)).toEqual(["outer", "ring"]);
    expect(at(-1, 3)).toEqual([]);
  });

  test("leaves holes out", () => {
    expect(at(5, 5)).toEqual(["outer"]);
    expect(at(0.5, 30.5)).toEqual([]);
    expect(at(0.1, 30.5)).toEqual(["islands"]);
  });

  test("looks at each polygon of a multipolygon", () => {
    expect(at(0.5, 20.5)).toEqual(["islands"]);
    expect(at(0.5, 25)).toEqual([]);
  });

  test("counts borders as inside: sides, corners, and the borders of holes", () => {
    expect(at(0, 5)).toEqual(["outer", "ring"]);
    expect(at(10, 10)).toEqual(["outer", "ring"]);
    expect(at(4, 5)).toEqual(["outer", "ring"]);
    expect(at(4, 4)).toEqual(["inner", "outer", "ring"]);
  });

  test("counts borders that turn back along a latitude", () => {
    expect([at(0, 68), at(0, 69), at(0, 70)]).toEqual([["spike"], ["spike"], []]);
  });

  test("takes simplified outlines only where the exact one is missing, the finest first", () => {
    expect([at(0.5, 40.5), at(0.5, 42.5), at(0.5, 44.5)]).toEqual([[], ["simple"], []]);
    expect([at(0.5, 50.5), at(0.5, 52.5)]).toEqual([["parts"], ["parts"]]);
  });

  test("knows areas that cross the antimeridian, however they are written", () => {
    expect([at(-18, 179), at(-18, -179), at(-18, 180), at(-18, -180)]).toEqual(
      Array(4).fill(["fiji"]),
    );
    expect([at(-18, 176), at(-18, -177), at(-18, 0)]).toEqual([[], [], []]);
    expect([at(62, 176), at(62, -171)]).toEqual([["beyond"], ["beyond"]]);
  });

  test("at ±180 finds what lies on either side", () => {
    expect(at(45, 180)).toEqual(["east", "west"]);
    expect(at(45, -180)).toEqual(["east", "west"]);
  });

  test("keeps bands round the whole earth", () => {
    expect([at(80, 0), at(90, 17), at(69, 0)]).toEqual([["world"], ["world"], []]);
  });

  test("a latitude beyond the poles is nowhere", () => {
    expect(at(95, 3)).toEqual([]);
  });
});

test("a world without shapes has no place at any coordinate", () => {
  const empty = shapesOf(worldOf([["a", "name", "=A"]]).graph);
  expect(empty.at({ latitude: 0, longitude: 0 })).toEqual([]);
});

test("many positions cost what few do: only edges at the latitude are tested exactly", () => {
  const count = sized(10_000, 50_000);
  const coast: Ring = Array.from({ length: count }, (_, at) => {
    const angle = (at / count) * 2 * Math.PI;
    const radius = 40 + Math.sin(at / 7);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const round = shapesOf(
    worldOf([["island", "geoJsonCoordinates", shape("Polygon", [coast])]]).graph,
  );
  const started = performance.now();
  for (let longitude = -30; longitude <= 30; longitude += 2) {
    expect(round.at({ latitude: 1.5, longitude })).toHaveLength(1);
    expect(round.at({ latitude: 1.5, longitude: longitude + 90 })).toHaveLength(0);
  }
  expect(performance.now() - started).toBeLessThan(5000);
});
