/**
 * Writes `data-samples/us-states/boundaries.mcf`: outlines of the states, and of the counties that the
 * sample has, from the cartographic boundary files of the U.S. Census Bureau (1:10,000,000, public
 * domain) as the package `us-atlas` brings them. Lines are simplified together, so that neighbours
 * still meet, and have three decimals, about 100 metres.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { feature } from "topojson-client";
import { presimplify, quantile, simplify } from "topojson-simplify";

const folder = "data-samples/us-states";
const known = new Set(
  readFileSync(`${folder}/counties-and-cities.mcf`, "utf8").match(/(?<=^Node: dcid:geoId\/)\d+$/gm),
);

/** The share of points that stay, and the property that the website asks for the type. */
const layers = [
  { name: "states", keep: 0.6, property: "geoJsonCoordinatesDP3", has: (id) => Number(id) <= 56 },
  { name: "counties", keep: 1, property: "geoJsonCoordinatesDP1", has: (id) => known.has(id) },
];

const head = `# SPDX-License-Identifier: Apache-2.0
# Boundaries of states and counties as GeoJSON, made by \`node build/boundaries/boundaries.mjs\` from the cartographic
# boundary files of the U.S. Census Bureau, which are in the public domain.
`;

writeFileSync(`${folder}/boundaries.mcf`, [head, ...layers.flatMap(blocksOf)].join("\n"));

function blocksOf({ name, keep, property, has }) {
  const file = `node_modules/us-atlas/${name}-10m.json`;
  const lines = presimplify(JSON.parse(readFileSync(file, "utf8")));
  const topology = keep === 1 ? lines : simplify(lines, quantile(lines, keep));
  const { features } = feature(topology, topology.objects[name]);
  return features
    .filter(({ id }) => has(id))
    .sort((a, b) => a.id.localeCompare(b.id))
    .map(({ id, geometry }) => {
      const text = JSON.stringify(JSON.stringify(rounded(geometry)));
      return `Node: dcid:geoId/${id}\n${property}: ${text}\n`;
    });
}

/** As RFC 7946 wants them: outer rings against the clock. */
function rounded({ type, coordinates }) {
  const polygons = (type === "Polygon" ? [coordinates] : coordinates)
    .map((rings) => rings.map(ringOf).filter((ring) => ring.length >= 4))
    .filter((rings) => rings.length > 0);
  const [first] = polygons;
  return polygons.length === 1
    ? { type: "Polygon", coordinates: first }
    : { type: "MultiPolygon", coordinates: polygons };
}

function ringOf(ring) {
  // `presimplify` leaves the weight of each point after its position.
  const points = ring.map(([x, y]) => [x, y].map((value) => Math.round(value * 1000) / 1000));
  const once = points.filter(
    ([x, y], at) => at === 0 || x !== points[at - 1][0] || y !== points[at - 1][1],
  );
  return once.reverse();
}
