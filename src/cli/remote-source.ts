/** Worlds that lie elsewhere: named by an address, or by their name in a database. */

import type { Commons } from "../index.ts";
import type { BlockStore, PostgresClient, RemoteCommons } from "../remote.ts";
import { UsageError } from "./io.ts";
import type { SourceOptions } from "./sources.ts";

/** A world here or elsewhere: what either answers is awaited. */
export type AnyCommons = Commons | RemoteCommons;

export function isRemote(source: string): boolean {
  return /^(?:https?|postgres):/i.test(source);
}

/** @throws UsageError for options of loading, and for several sources */
export async function openRemoteSource(
  sources: readonly string[],
  options: SourceOptions,
): Promise<RemoteCommons> {
  const [source = "", ...others] = sources;
  if (others.length > 0) throw new UsageError("a world that lies elsewhere is asked alone");
  const { provenance, allowOutside, strict } = options;
  if (provenance !== undefined || allowOutside === true || strict === true) {
    throw new UsageError("a world that lies elsewhere was loaded before: no options of loading");
  }
  const { httpBlocks, openRemote, postgresBlocks } = await import("../remote.ts");
  let blocks: BlockStore;
  let end = async () => {};
  const [, name] = /^postgres:(?:\/\/)?(.*)$/i.exec(source) ?? [];
  if (name === undefined) blocks = httpBlocks(source);
  else {
    const client = await postgresClient();
    blocks = postgresBlocks(client, name);
    end = () => client.end();
  }
  const { dialect, keys, isServed } = options;
  try {
    return await openRemote(blocks, {
      ...(dialect === undefined ? {} : { dialect }),
      ...(keys === undefined ? { requireKey: false } : { keys }),
      ...(isServed === true ? { reopen: true } : { bytesMax: 2 ** 30 }),
    });
  } catch (error) {
    await end();
    throw error;
  }
}

/** Whatever the environment (`PGHOST`, `PGUSER` and the others) leads to. */
export async function postgresClient(): Promise<PostgresClient & { end(): Promise<void> }> {
  const { Pool } = await import("pg").catch(() => {
    throw new UsageError("this needs the package 'pg': npm install pg");
  });
  // Idle connections do not keep the command alive.
  return new Pool({ allowExitOnIdle: true });
}
