/** What a newcomer sees first: how much there is, of what and when, and where to begin. */

import { mostObservedFirst, type Start, yearsStep } from "../../catalog/start.ts";
import type { CatalogType } from "../../engine.ts";
import type { Commons } from "../../index.ts";
import { withoutDoubles } from "./child-types.ts";

export interface Home {
  readonly counts: Omit<Commons["info"], "diagnostics">;
  readonly levels: Commons["info"]["diagnostics"]["levels"];
  /** The first, those with the most observed nodes first. */
  readonly types: readonly CatalogType[];
  readonly typeTotal: number;
  readonly coverage: Coverage;
}

export interface Coverage {
  /** Ascending, without holes. */
  readonly years: readonly number[];
  /** Observations about nodes of a type, per year. */
  readonly rows: readonly {
    readonly type: string;
    readonly name?: string;
    readonly counts: readonly number[];
  }[];
  /** Every how many series were counted: 1 is all of them. */
  readonly step: number;
}

const typesMax = 40;
const coverageRowsMax = 12;
const yearsMax = 150;

const homes = new WeakMap<Commons, Home>();

export function homeOf(commons: Commons): Home {
  const known = homes.get(commons);
  if (known !== undefined) return known;
  const { diagnostics, ...counts } = commons.info;
  const types = mostObservedFirst(commons.catalog.types());
  const home = {
    counts,
    levels: diagnostics.levels,
    types: types.slice(0, typesMax),
    typeTotal: types.length,
    coverage: coverageOf(commons, types),
  };
  homes.set(commons, home);
  return home;
}

function coverageOf(commons: Commons, types: readonly CatalogType[]): Coverage {
  const sets = commons.catalog.years();
  const all = sets.flatMap((set) => set.years);
  const last = all.reduce((one, other) => Math.max(one, other), 0);
  const first = all.reduce((one, other) => Math.min(one, other), last);
  const from = Math.max(first, last - yearsMax + 1);
  const years =
    all.length === 0 ? [] : Array.from({ length: last - from + 1 }, (_, at) => from + at);
  const typesIn = sets.map((set) => set.types);
  const observed = new Map(types.map(({ dcid, observedCount }) => [dcid, observedCount]));
  const single = new Set(withoutDoubles(typesIn, observed));
  const rows = types
    .filter(({ dcid, observedCount }) => observedCount > 0 && single.has(dcid))
    .slice(0, coverageRowsMax)
    .map(({ dcid, name }) => {
      const ofType = sets.filter((set) => set.types.includes(dcid));
      const counts = years.map((year) =>
        ofType.reduce((sum, set) => sum + (set.counts[set.years.indexOf(year)] ?? 0), 0),
      );
      return { type: dcid, ...(name === undefined ? {} : { name }), counts };
    });
  return { years, rows, step: yearsStep(commons.engine) };
}

/** Null where nothing was observed. */
export const startOf = ({ catalog }: Commons): Start | null => catalog.start() ?? null;
