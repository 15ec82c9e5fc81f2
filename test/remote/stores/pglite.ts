/** Snapshots in PGlite, a PostgreSQL in the same process. It is too heavy to be installed for all. */

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type PostgresClient, postgresBlocks } from "../../../src/remote/stores/postgres-blocks.ts";
import { postgresTarget } from "../../../src/remote/versions/postgres-target.ts";
import { putInto } from "../stored-world.ts";
import type { RunningStore } from "./all-stores.ts";
import { Skipped } from "./processes.ts";

type Database = PostgresClient & { close(): Promise<void> };

export async function startPglite(): Promise<RunningStore> {
  const folder = process.env["POCKET_COMMONS_STORES"] ?? "";
  let path: string;
  try {
    path = createRequire(pathToFileURL(join(folder, "x.js"))).resolve("@electric-sql/pglite");
  } catch {
    throw new Skipped("there is no @electric-sql/pglite in the folder POCKET_COMMONS_STORES");
  }
  const { PGlite } = (await import(pathToFileURL(path).href)) as { PGlite: new () => Database };
  const client = new PGlite();
  return {
    put: (name, bytes) => putInto(postgresTarget(client, "put"), name, bytes),
    target: (name) => postgresTarget(client, name),
    blocks: (name) => postgresBlocks(client, `put/${name}`),
    published: (name) => postgresBlocks(client, name),
    stop: () => client.close(),
  };
}
