/** Snapshots in a PostgreSQL of Debian. */

import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { type PostgresClient, postgresBlocks } from "../../../src/remote/stores/postgres-blocks.ts";
import { postgresTarget } from "../../../src/remote/versions/postgres-target.ts";
import { putInto } from "../stored-world.ts";
import type { RunningStore } from "./all-stores.ts";
import { freePort, Place, programOf, until, userOf } from "./processes.ts";

const debian = "/usr/lib/postgresql";

interface Pool extends PostgresClient {
  end(): Promise<void>;
  on(event: "error", listener: () => void): void;
}

export interface RunningPostgres extends RunningStore {
  readonly client: PostgresClient;
  readonly port: number;
}

export async function startPostgres(): Promise<RunningPostgres> {
  const versions = await Promise.resolve()
    .then(() => readdirSync(debian))
    .catch(() => []);
  const folders = versions.map((version) => `${debian}/${version}/bin`).join(":");
  const program = programOf("postgres", folders);
  const initialise = programOf("initdb", folders);
  const user = userOf("postgres");
  const place = new Place(user);
  const port = await freePort();
  const data = `${place.folder}/data`;
  const initial = ["-D", data, "-U", "pocket", "--auth=trust", "-E", "UTF8", "--no-sync"];
  execFileSync(initialise, initial, { stdio: "pipe", cwd: place.folder, ...user });
  const settings = ["listen_addresses=127.0.0.1", "fsync=off", "shared_buffers=16MB"];
  const options = settings.flatMap((setting) => ["-c", setting]);
  place.start(program, ["-D", data, "-p", `${port}`, "-k", place.folder, ...options], user);
  const { Pool } = createRequire(import.meta.url)("pg") as {
    Pool: new (options: object) => Pool;
  };
  const client = new Pool({ host: "127.0.0.1", port, user: "pocket", database: "postgres" });
  client.on("error", () => {});
  await until(() => client.query("SELECT 1", []), "PostgreSQL");
  return {
    client,
    port,
    put: (name, bytes) => putInto(postgresTarget(client, "put"), name, bytes),
    target: (name) => postgresTarget(client, name),
    blocks: (name) => postgresBlocks(client, `put/${name}`),
    published: (name) => postgresBlocks(client, name),
    stop: async () => {
      await client.end();
      await place.stop();
    },
  };
}
