/** What a template shows about its rows: whether places are looked up, and when they can be. */
import { describe, expect, test } from "vitest";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import {
  asksForPlaces,
  hasNameless,
  readTemplate,
  type Template,
  waitsForPlaces,
} from "../../../../src/load/mcf/tmcf.ts";
import { memoryInput } from "../inputs.ts";

const observation = (about: string) =>
  `Node: E:t->O\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:v\n` +
  `observationAbout: ${about}\nobservationDate: C:t->date\nvalue: C:t->value\n\n`;
const place = "Node: E:t->P\ntypeOf: dcs:City\nname: C:t->place\n\n";

const withDcid = "Node: E:t->N\ntypeOf: dcs:Thing\ndcid: C:t->id\n\n";

async function templateOf(text: string): Promise<Template> {
  const input = memoryInput("t.tmcf", Buffer.from(text));
  return await readTemplate(input, new DiagnosticLog(), new Progress(0));
}

describe("rows wait for places", () => {
  test.each([
    ["places and observations about them", place + observation("E:t->P"), true],
    ["places alone", place, true],
    ["a place of two types", place.replace("dcs:City", "dcs:City, dcs:Thing"), true],
    ["an observation about an entity with a dcid", place + observation("dcid:geoId/06"), false],
    ["an observation about a cell", place + observation("C:t->id"), false],
    ["an observation about a node with a dcid", place + withDcid + observation("E:t->N"), false],
    [
      "a node with a dcid that is near a place",
      `${place}${withDcid.trim()}\nnear: E:t->P\n`,
      false,
    ],
    ["a place whose type is a column", place.replace("dcs:City", "C:t->type"), false],
    ["a place of a type and a column", place.replace("dcs:City", "dcs:City, C:t->type"), false],
    ["a place with a dcid", `${place}dcid: C:t->id\n\n`.replace("\n\n", "\n"), false],
    [
      "a population, whose dcid is made",
      place.replace("dcs:City", "dcs:StatisticalPopulation"),
      false,
    ],
  ])("%s", async (_name, text, waits) => {
    expect(waitsForPlaces(await templateOf(text))).toBe(waits);
  });
});

test.each([
  ["a place", place, true],
  ["a node with a dcid", withDcid, false],
  ["an observation", observation("dcid:x"), false],
  ["a place beside a node with a dcid", withDcid + place, true],
])("rows may hold nodes without a dcid: %s", async (_name, text, has) => {
  expect(hasNameless(await templateOf(text))).toBe(has);
});

test.each([
  ["a city by its name", place, true],
  ["a city by an identifier", place.replace("name", "geoId"), true],
  ["something of a type that a column tells", place.replace("dcs:City", "C:t->type"), true],
  ["a city that is a thing, too", place.replace("dcs:City", "dcs:Thing, dcs:City"), true],
  ["a city of which nothing tells which", place.replace("name", "note"), false],
  ["a thing by its name", place.replace("dcs:City", "dcs:Thing"), false],
  ["a city with a dcid", `${place.trim()}\ndcid: C:t->id\n`, false],
  ["a node that refers to a city", `${withDcid.trim()}\ncity: dcs:City\nname: C:t->name\n`, false],
])("places are looked up: %s", async (_name, text, asks) => {
  expect(asksForPlaces(await templateOf(text))).toBe(asks);
});
