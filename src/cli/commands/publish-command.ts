/** Puts a snapshot where many can read it. */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { type CliCommand, text } from "../command.ts";
import { UsageError } from "../io.ts";
import { postgresClient, postgresName } from "../opened-world.ts";

export const publishCommand: CliCommand = {
  usage: "publish <snapshot> <target>",
  about: "put a snapshot into a database, as postgres:NAME",
  details:
    "Readers give the target as their source. PGHOST, PGUSER and so on lead to the database.",
  groups: ["reports"],
  examples: ["pocket-commons publish world.pocket postgres:world-2026-11"],
  run: async ([source, target]) => {
    const name = postgresName(text(target));
    if (name === undefined || name === "") {
      throw new UsageError(`the target is postgres:NAME, not '${text(target)}'`);
    }
    const { size } = await stat(text(source));
    const { publish } = await import("../../remote.ts");
    const client = await postgresClient();
    try {
      await publish(client, name, createReadStream(text(source)));
    } finally {
      await client.end();
    }
    return {
      json: { name, bytes: size },
      rows: { columns: ["name", "bytes"], rows: [[name, String(size)]] },
      text: [`published ${size} bytes as postgres:${name}`],
    };
  },
};
