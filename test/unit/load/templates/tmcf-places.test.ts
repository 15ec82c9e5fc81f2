/** Which tables need not be read for the world in which places are looked up. */
import { expect, test } from "vitest";
import { Progress } from "../../../../src/load/bytes/index.ts";
import { DiagnosticLog } from "../../../../src/load/report/index.ts";
import { readTemplate, waitsForPlaces } from "../../../../src/load/templates/index.ts";
import { memoryInput } from "../inputs.ts";

const observation = (about: string) =>
  `Node: E:t->O\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:v\n` +
  `observationAbout: ${about}\nobservationDate: C:t->date\nvalue: C:t->value\n\n`;
const place = "Node: E:t->P\ntypeOf: dcs:City\nname: C:t->place\n\n";

test.each([
  ["places and observations about them", place + observation("E:t->P"), true],
  ["places alone", place, true],
  ["an observation about an entity with a dcid", place + observation("dcid:geoId/06"), false],
  ["a place whose type is a column", place.replace("dcs:City", "C:t->type"), false],
  ["a place with a dcid", `${place}dcid: C:t->id\n\n`.replace("\n\n", "\n"), false],
  [
    "a population, whose dcid is made",
    place.replace("dcs:City", "dcs:StatisticalPopulation"),
    false,
  ],
])("%s", async (_name, text, waits) => {
  const input = memoryInput("t.tmcf", Buffer.from(text));
  const template = await readTemplate(input, new DiagnosticLog(), new Progress(0));
  expect(waitsForPlaces(template)).toBe(waits);
});
