/** All parts of the engine at once: in Node nothing is awaited but files. */

import { provideLateResponses, resolvePart, sparqlPart } from "../adapters/index.ts";
import * as resolve from "../resolve/index.ts";
import { querySparql } from "../sparql/index.ts";

/** Doors call it whose synchronous methods answer every question. */
export function provideEngine(): void {
  sparqlPart.provide({ querySparql });
  resolvePart.provide(resolve);
  provideLateResponses();
}
