/**
 * Parts of the engine that are there at once. The build makes a bundle of each import, which Node loads
 * when the part is first used (`build/parts-here.mjs`).
 */

import * as search from "../../catalog/search-part.ts";
import * as resolve from "../../resolve/resolve-part.ts";
import * as sparql from "../../sparql/sparql-part.ts";

/** Undefined where a program was bundled without the parts: it imports them, as pages do. */
export const partsHere:
  | {
      readonly search: () => typeof search;
      readonly resolve: () => typeof resolve;
      readonly sparql: () => typeof sparql;
    }
  | undefined = { search: () => search, resolve: () => resolve, sparql: () => sparql };
