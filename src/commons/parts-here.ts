/**
 * Parts of the engine that are there at once. The build makes a bundle of each import, which Node loads
 * when the part is first used (`build/parts-here.mjs`).
 */

import * as v0 from "../adapters/v0/v0-part.ts";
import * as v1 from "../adapters/v1/v1-part.ts";
import * as search from "../catalog/search-part.ts";
import * as resolve from "../resolve/resolve-part.ts";
import * as structure from "../snapshot/walk-world.ts";
import * as sparql from "../sparql/sparql-part.ts";

/** Undefined where a program was bundled without the parts: it imports them, as pages do. */
export const partsHere:
  | {
      readonly search: () => typeof search;
      readonly resolve: () => typeof resolve;
      readonly sparql: () => typeof sparql;
      readonly structure: () => typeof structure;
      readonly v1: () => typeof v1;
      readonly v0: () => typeof v0;
    }
  | undefined = {
  search: () => search,
  resolve: () => resolve,
  sparql: () => sparql,
  structure: () => structure,
  v1: () => v1,
  v0: () => v0,
};
