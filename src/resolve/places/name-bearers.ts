/** What a search by name asks of the names of a world. */

import type { TermId } from "../../store/index.ts";
import type { Named } from "../texts/index.ts";

/** Who bears a name: an index in memory, or the sections of a snapshot. */
export interface NameBearers {
  isPlace(term: TermId): boolean;
  /** Adds the places that have a name with a key, or a code if there is one. */
  collect(key: string, code: string | undefined, named: Named): void;
}
