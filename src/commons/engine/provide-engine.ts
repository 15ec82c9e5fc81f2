/** All parts of the engine at once: in Node nothing is awaited but files. */

import { provideLateResponses } from "../../adapters/edge/late-response.ts";
import { v0Part } from "../../adapters/v0/endpoints.ts";
import { v1Part } from "../../adapters/v1/endpoints.ts";
import { resolvePart } from "../../adapters/v2/v2-resolve.ts";
import { sparqlPart } from "../../adapters/v2/v2-sparql.ts";
import { searchPart } from "../../catalog/catalog.ts";
import { structurePart } from "../../snapshot/snapshot.ts";
import type { Commons } from "../commons.ts";
import { partsHere } from "./parts-here.ts";

/** Doors call it whose synchronous methods answer every question. */
export function provideEngine(): void {
  if (partsHere !== undefined) {
    sparqlPart.provide(partsHere.sparql);
    resolvePart.provide(partsHere.resolve);
    searchPart.provide(partsHere.search);
    structurePart.provide(partsHere.structure);
    v1Part.provide(partsHere.v1);
    v0Part.provide(partsHere.v0);
  }
  provideLateResponses();
}

/** @returns the same Commons, which answers every question at once */
export async function withEngine(commons: Commons): Promise<Commons> {
  if (partsHere === undefined) await commons.ready();
  return commons;
}
