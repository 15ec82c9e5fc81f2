/** A small world that mocks answer from, and requests to it. */

import { world } from "../../../src/index.ts";

/** The address of the real service. */
export const root = "https://api.datacommons.org";

export const california = () =>
  world()
    .place("geoId/06", "California", "State", "country/USA")
    .place("country/USA", "United States of America", "Country")
    .series("Count_Person", "geoId/06", { 2023: 38_965_193 });

export const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "X-API-Key": "k" },
  body: JSON.stringify(body),
});

export const node = (nodes: readonly string[], property = "->name") => post({ nodes, property });
