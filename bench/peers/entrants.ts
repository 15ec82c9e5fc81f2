/** Who can take part. */

import type { Contestant } from "./contestant.ts";
import { duckDbPackage } from "./duckdb.ts";
import { isInstalled } from "./installed.ts";
import { n3Package } from "./n3-store.ts";
import { sqlitePackage } from "./sqlite.ts";

export type EntrantName =
  | "pocket"
  | "pocket_2"
  | "sqlite"
  | "sqlite_plain"
  | "duckdb"
  | "n3"
  | "maps";

/** Tables that one process loads. */
export type Part = "triples" | "both";

export interface Entrant {
  readonly title: string;
  /** Ratios are of ours to the best peer; a reference is shown beside them. */
  readonly kind: "ours" | "peer" | "reference";
  /** Package that must be installed in this folder. */
  readonly package?: string;
  /** One process each. Questions are asked where the last one is loaded. */
  readonly parts: readonly Part[];
  /** Only loads: with more threads the answers come from the same columns. */
  readonly isLoadOnly?: boolean;
  /** Heap in MB where Node's own limit is too small. */
  readonly heap?: number;
  /** @param store path of its files, without an ending */
  enter(store: string): Promise<Contestant>;
}

export const entrants: Readonly<Record<EntrantName, Entrant>> = {
  pocket: {
    title: "Pocket Commons",
    kind: "ours",
    parts: ["triples", "both"],
    enter: async (store) => new (await import("./pocket.ts")).Pocket(store, 1),
  },
  pocket_2: {
    title: "Pocket Commons, 2 threads",
    kind: "ours",
    parts: ["triples", "both"],
    isLoadOnly: true,
    enter: async (store) => new (await import("./pocket.ts")).Pocket(store, 2),
  },
  sqlite: {
    title: "SQLite, tuned",
    kind: "peer",
    package: sqlitePackage,
    parts: ["both"],
    heap: 8000,
    enter: async (store) => new (await import("./tuned-sqlite.ts")).TunedSqlite(store),
  },
  sqlite_plain: {
    title: "SQLite, plain",
    kind: "peer",
    package: sqlitePackage,
    parts: ["triples"],
    enter: async (store) => new (await import("./plain-sqlite.ts")).PlainSqlite(store),
  },
  duckdb: {
    title: "DuckDB",
    kind: "peer",
    package: duckDbPackage,
    parts: ["both"],
    enter: async (store) => new (await import("./duckdb.ts")).DuckDb(store),
  },
  n3: {
    title: "N3.js",
    kind: "peer",
    package: n3Package,
    parts: ["triples"],
    heap: 18_000,
    enter: async () => new (await import("./n3-store.ts")).N3Store(),
  },
  maps: {
    title: "plain Maps",
    kind: "reference",
    parts: ["both"],
    heap: 18_000,
    enter: async () => new (await import("./plain-maps.ts")).PlainMaps(),
  },
};

export const entrantNames = Object.keys(entrants) as EntrantName[];

export function isReady({ package: name }: Entrant): boolean {
  return name === undefined || isInstalled(name);
}
