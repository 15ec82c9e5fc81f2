/** Adjectives of places, each beside a type. */
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";

const adjectives: Readonly<Record<string, string>> = {
  African: "Africa",
  American: "United States",
  Asian: "Asia",
  Australian: "Australia",
  Brazilian: "Brazil",
  British: "United Kingdom",
  Canadian: "Canada",
  Chinese: "China",
  European: "Europe",
  French: "France",
  German: "Germany",
  Indian: "India",
  Italian: "Italy",
  Japanese: "Japan",
  Mexican: "Mexico",
  "North American": "North America",
  Oceanian: "Oceania",
  Russian: "Russia",
  "South African": "South Africa",
  "South American": "South America",
  Spanish: "Spain",
};

const places = Object.values(adjectives).map((name, at) => ({ dcid: `place/${at}`, name }));
const world = await open({
  "graph.csv": [
    "subject_id,predicate,object_id,object_value",
    "Cats,typeOf,StatisticalVariable,",
    "Cats,name,,Cats",
    ...places.flatMap(({ dcid, name }) => [
      `${dcid},typeOf,Country,`,
      `${dcid},name,,${name}`,
      `${dcid}/city,typeOf,City,`,
      `${dcid}/city,containedInPlace,${dcid},`,
    ]),
  ].join("\n"),
  "observations.csv": [
    "entity,variable,date,value",
    ...places.map(({ dcid }, at) => `${dcid}/city,Cats,2020,${at}`),
  ].join("\n"),
});

test.each(Object.entries(adjectives))("%s cities are those in %s", async (adjective, name) => {
  const { places: read, unread, answer } = await world.understand(`cats in ${adjective} cities`);
  expect(read).toMatchObject([{ isSet: true, type: "City", within: { name } }]);
  expect([unread, answer?.rowCount]).toEqual([[], 1]);
});
