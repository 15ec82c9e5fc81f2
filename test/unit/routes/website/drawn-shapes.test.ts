/** Boundaries: which property has them, which texts are shapes, which way round their rings go. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { nodeShapes, placeShapes, shapesOf } from "../../../../src/routes/website/drawn-shapes.ts";
import { runs } from "../../../property/runs.ts";
import { square } from "./small-world.ts";

const quoted = (value: unknown) => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `"${text.replaceAll('"', '\\"')}"`;
};
const squareAt = (west: number) => ({ type: "Polygon", coordinates: [square(west, 0)] });

/** What is drawn for a text. */
async function drawn(text: unknown): Promise<unknown> {
  const world = await open({ "a.mcf": `Node: dcid:n\nshape: ${quoted(text)}\n` });
  const { features } = nodeShapes(world, ["n", "nothing"], "shape") as {
    readonly features: readonly { readonly geometry: unknown }[];
  };
  expect(features.length).toBeLessThan(2);
  return features[0]?.geometry;
}

test("each type of places is drawn with shapes as simple as the website takes for it", async () => {
  const types = {
    Country: 3,
    State: 3,
    AdministrativeArea1: 3,
    EurostatNUTS1: 2,
    EurostatNUTS2: 2,
    County: 1,
    AdministrativeArea2: 1,
    AdministrativeArea3: 1,
    EurostatNUTS3: 1,
    City: 0,
  };
  const kinds = ["", "DP1", "DP2", "DP3"];
  const shapes = kinds.map((kind, at) => `shape${kind}: ${quoted(squareAt(at))}`).join("\n");
  const world = await open({
    "a.mcf": Object.keys(types)
      .map(
        (type) =>
          `Node: dcid:${type}1\ntypeOf: dcs:${type}\ncontainedInPlace: dcid:all\n${shapes}\n`,
      )
      .join("\n"),
  });
  for (const [type, kind] of Object.entries(types)) {
    const ring = square(kind, 0).reverse();
    const properties = { property: "shape", nameProperty: "name" };
    expect(placeShapes(world, { place: "all", type }, properties)).toEqual({
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          id: `${type}1`,
          properties: { name: "", geoDcid: `${type}1` },
          geometry: { type: "MultiPolygon", coordinates: [[ring]] },
        },
      ],
      properties: { currentGeo: "all" },
    });
  }
  const nothing = { property: "shape", nameProperty: "" };
  expect(placeShapes(world, { place: "all", type: "Town" }, nothing)).toEqual({});
});

test("what has no text is passed over, and what has one that cannot be drawn is counted", async () => {
  const world = await open({
    "a.mcf": `Node: dcid:a\nshape: ${quoted(squareAt(0))}\n\nNode: dcid:b\nname: "B"\n\nNode: dcid:c\nshape: "c"\n`,
  });
  const wanted = { type: "County", property: "shape", nameProperty: "" };
  const { features, unread } = shapesOf(world, ["a", "b", "c"], wanted);
  expect([features.map(({ id }) => id), unread]).toEqual([["a"], 1]);
});

const ring = square(0, 0).reverse();
const lines = { type: "MultiLineString", coordinates: [[[0, 0]], "as it is"] };
const heights = ring.map(([x, y], at) => [x, y, at % 2 === 0 ? null : 7]);
const multi = (...coordinates: unknown[]) => ({ type: "MultiPolygon", coordinates });
const polygon = (...coordinates: unknown[]) => ({ type: "Polygon", coordinates });

test.each<[about: string, text: unknown, geometry: unknown]>([
  ["lines stay as they are", lines, lines],
  ["a polygon is one of several", polygon(ring), multi([ring])],
  ["several polygons", multi([ring], [square(3, 0)]), multi([ring], [square(3, 0).reverse()])],
  ["heights that are no numbers", polygon(heights), multi([heights])],
  ["a ring without positions", polygon([]), multi([[]])],
  ["no ring", polygon(), undefined],
  ["one of two polygons without a ring", multi([ring], []), undefined],
  ["no polygon", multi(), undefined],
  ["a ring that is no list", polygon(ring, "ring"), undefined],
  ["a position that is no list", polygon([...ring, "00"]), undefined],
  ["one of the positions with one number", polygon([...ring, [0]]), undefined],
  ["one of the positions with a text", polygon([["0", 0], ...ring]), undefined],
  ["a number after a text", polygon([["0", 0, 5], ...ring]), undefined],
  ["coordinates that are no list", { type: "Polygon", coordinates: "x" }, undefined],
  ["polygons that are no list", { type: "MultiPolygon", coordinates: {} }, undefined],
  ["no coordinates", { type: "MultiPolygon" }, undefined],
  ["a point", { type: "Point", coordinates: [0, 0] }, undefined],
  ["a line", { type: "LineString", coordinates: [[ring]] }, undefined],
  ["null", "null", undefined],
  ["a number", "5", undefined],
  ["no JSON", "{", undefined],
])("of shapes: %s", async (_, text, geometry) => {
  expect(await drawn(text)).toEqual(geometry);
});

/** Twice the area, positive where the corners go round against the clock. */
const doubleArea = (corners: readonly (readonly number[])[]) =>
  corners.reduce((sum, [x = 0, y = 0], at) => {
    const [nextX = 0, nextY = 0] = corners[(at + 1) % corners.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);

const coordinate = fc.integer({ min: -180, max: 180 });
const triangles = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 3 })
  .filter((corners) => doubleArea(corners) !== 0)
  .map((corners) => [...corners, corners[0] ?? [0, 0]]);

test("every ring goes round with the clock and has the corners that it had", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(triangles, { minLength: 1, maxLength: 3 }), async (rings) => {
      const { coordinates } = (await drawn(polygon(...rings))) as {
        readonly coordinates: readonly (readonly (readonly number[][])[])[];
      };
      const [made = []] = coordinates;
      const wanted = rings.map((sent) => (doubleArea(sent) < 0 ? sent : sent.toReversed()));
      expect(made).toEqual(wanted);
      expect(made.every((found) => doubleArea(found) < 0)).toBe(true);
    }),
    runs(200),
  );
});
