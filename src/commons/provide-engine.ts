/** All parts of the engine at once: in Node nothing is awaited but files. */

import { provideLateResponses } from "../adapters/edge/late-response.ts";
import { resolvePart } from "../adapters/v2/v2-resolve.ts";
import { sparqlPart } from "../adapters/v2/v2-sparql.ts";
import { searchPart } from "../catalog/catalog.ts";
import * as search from "../catalog/search-part.ts";
import * as resolve from "../resolve/resolve-part.ts";
import { querySparql } from "../sparql/run/evaluate.ts";

/** Doors call it whose synchronous methods answer every question. */
export function provideEngine(): void {
  sparqlPart.provide({ querySparql });
  resolvePart.provide(resolve);
  searchPart.provide(search);
  provideLateResponses();
}
