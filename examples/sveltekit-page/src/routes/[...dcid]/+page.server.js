import { error } from "@sveltejs/kit";
import { commons } from "$lib/server/commons.js";

export function load({ params }) {
  const dcid = params.dcid || "country/USA";
  const name = commons.name(dcid);
  if (name === undefined) error(404, `no place ${dcid}`);
  const within = commons.entities(`${dcid}<-containedInPlace`);
  return {
    name,
    people: commons.latest("Count_Person", dcid),
    places: within.map((place) => ({ dcid: place, name: commons.name(place) ?? place })),
  };
}
