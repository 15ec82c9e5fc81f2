import { expect, test } from "vitest";
import { loadTexts } from "../load-texts.ts";

const templateEnding = `Node: E:T->E
typeOf: dcs:City
dcid: C:T->id
geoJsonCoordinates: C:T->geo
`;

/** A text as Python's csv writes it. */
const written = (text: string) => `"${text.replaceAll('"', '""')}"`;

test("GeoJSON that Python wrote as a quoted text is one value", async () => {
  const json = '{"type": "Polygon", "coordinates": [[[1.5, 2], [3, 4], [5, 6], [1.5, 2]]]}';
  const text = `"${json.replaceAll('"', '\\"')}"`;
  const cell = written(text);
  expect(cell.slice(0, 14)).toBe('"""{\\""type\\""');
  const { sink, diagnostics } = await loadTexts({
    "a.tmcf": templateEnding,
    "a.csv": `id,geo\nx,${cell}\ny,${cell}\n`,
  });
  expect(diagnostics).toEqual([]);
  const shapes = sink.triples.filter(({ predicate }) => predicate === "geoJsonCoordinates");
  expect(shapes.map(({ object }) => JSON.parse(object) as unknown)).toEqual([json, json]);
});
