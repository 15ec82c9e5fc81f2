/** A few places, what they contain and what is observed about them: the world of the v0 tests. */

import { type TripleRow, worldOf } from "./small-world.ts";

export const geo = "dc/base/Geo";

const triples: TripleRow[] = [
  ["country/USA", "typeOf", "Country", geo],
  ["country/USA", "name", "=United States", geo],
  ["geoId/06", "typeOf", "State", geo],
  ["geoId/06", "typeOf", "AdministrativeArea1", geo],
  ["geoId/06", "name", "=California", geo],
  ["geoId/06", "name", "=Kalifornien", geo],
  ["geoId/06", "containedInPlace", "country/USA", geo],
  ["geoId/06", "linkedContainedInPlace", "Earth", geo],
  ["geoId/06", "landmark", "bridge/GoldenGate"],
  ["geoId/06", "landmark", "=a bridge"],
  ["geoId/06001", "typeOf", "County", geo],
  ["geoId/06001", "name", "=Alameda County", geo],
  ["geoId/06001", "containedInPlace", "geoId/06", geo],
  ["geoId/0600", "typeOf", "City", geo],
  ["geoId/0600", "typeOf", "Neighborhood", geo],
  ["geoId/0600", "containedInPlace", "geoId/06001", geo],
  ["geoId/0600", "containedInPlace", "geoId/06", geo],
  ["geoId/0601", "typeOf", "City", geo],
  ["geoId/0601", "containedInPlace", "geoId/06001", geo],
  ["epa/1", "location", "geoId/06", geo],
  ["epa/1", "typeOf", "Station", geo],
  ["dc/g/Self", "specializationOf", "dc/g/Self", geo],
  ["ring/a", "containedInPlace", "ring/b", geo],
  ["ring/b", "containedInPlace", "ring/a", geo],
  ["ring/a", "typeOf", "Ring", geo],
  ["ring/b", "typeOf", "Ring", geo],
  ["__proto__", "name", "=odd", geo],
];

export const places = worldOf(triples, [
  ["Count_Person", "geoId/06", "2020", "39"],
  ["Area", "geoId/06", "2020", "1"],
  ["Count_Person", "geoId/06", "2020", "38", { importName: "Other" }],
  ["__proto__", "__proto__", "2020", "1"],
]);
