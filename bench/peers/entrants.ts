/** Who can take part. */

import type { Scale } from "../data/scales.ts";
import { flechettePackage } from "./arrow-columns.ts";
import type { Contestant } from "./contestant.ts";
import { duckDbPackage } from "./duckdb/connection.ts";
import { hyparquetPackage } from "./hyparquet.ts";
import { isInstalled } from "./installed.ts";
import { n3Package } from "./n3-store.ts";
import { oxigraphPackage } from "./oxigraph.ts";
import { sqlitePackage } from "./sqlite.ts";

export type EntrantName =
  | "pocket"
  | "pocket_2"
  | "pocket_rdf"
  | "sqlite"
  | "sqlite_plain"
  | "duckdb"
  | "duckdb_parquet"
  | "hyparquet"
  | "arrow"
  | "oxigraph"
  | "n3"
  | "maps";

/** Tables that one process loads. */
export type Part = "triples" | "both";

export interface Entrant {
  readonly title: string;
  /** Ratios are of ours to the best peer; a reference is shown beside them. */
  readonly kind: "ours" | "peer" | "reference";
  /** Packages that must be installed in this folder. */
  readonly packages?: readonly string[];
  /** Loads N-Triples, which only small worlds are written as. */
  readonly isSmallOnly?: boolean;
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
  pocket_rdf: {
    title: "Pocket Commons, N-Triples",
    kind: "ours",
    parts: ["triples"],
    isLoadOnly: true,
    isSmallOnly: true,
    enter: async (store) => new (await import("./pocket.ts")).Pocket(store, 1, "N-Triples"),
  },
  sqlite: {
    title: "SQLite, tuned",
    kind: "peer",
    packages: [sqlitePackage],
    parts: ["both"],
    heap: 8000,
    enter: async (store) => new (await import("./tuned-sqlite.ts")).TunedSqlite(store),
  },
  sqlite_plain: {
    title: "SQLite, plain",
    kind: "peer",
    packages: [sqlitePackage],
    parts: ["triples"],
    enter: async (store) => new (await import("./plain-sqlite.ts")).PlainSqlite(store),
  },
  duckdb: {
    title: "DuckDB",
    kind: "peer",
    packages: [duckDbPackage],
    parts: ["both"],
    enter: async (store) => new (await import("./duckdb/in-memory.ts")).DuckDb(store),
  },
  duckdb_parquet: {
    title: "DuckDB over Parquet",
    kind: "peer",
    packages: [duckDbPackage],
    parts: ["both"],
    enter: async (store) => new (await import("./duckdb/over-parquet.ts")).DuckDbOverParquet(store),
  },
  hyparquet: {
    title: "hyparquet",
    kind: "peer",
    packages: [duckDbPackage, hyparquetPackage],
    parts: ["both"],
    enter: async (store) => new (await import("./hyparquet.ts")).HyparquetFiles(store),
  },
  arrow: {
    title: "Arrow columns",
    kind: "peer",
    packages: [flechettePackage],
    parts: ["both"],
    heap: 18_000,
    enter: async () => new (await import("./arrow-columns.ts")).ArrowColumns(),
  },
  oxigraph: {
    title: "Oxigraph",
    kind: "peer",
    packages: [oxigraphPackage],
    parts: ["triples"],
    isSmallOnly: true,
    enter: async () => new (await import("./oxigraph.ts")).OxigraphStore(),
  },
  n3: {
    title: "N3.js",
    kind: "peer",
    packages: [n3Package],
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

export function isReady({ packages = [] }: Entrant): boolean {
  return packages.every(isInstalled);
}

export function fitsScale({ isSmallOnly = false }: Entrant, scale: Scale): boolean {
  return !isSmallOnly || scale === "T" || scale === "S";
}
