/** Puts a snapshot where many can read it. */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { type CliCommand, text, textOption } from "../command.ts";
import { UsageError } from "../io.ts";
import { postgresClient } from "../opened-world.ts";

export const publishCommand: CliCommand = {
  usage: "publish <snapshot>",
  about: "put a snapshot into a database; the source of readers is then postgres:NAME",
  options: [
    {
      flags: "--postgres <name>",
      about: "the name in PostgreSQL; PGHOST, PGUSER and so on lead to the database",
    },
  ],
  examples: ["pocket-commons publish world.pocket --postgres world-2026-11"],
  run: async ([source], options) => {
    const name = textOption(options, "postgres");
    if (name === undefined) throw new UsageError("say where: --postgres <name>");
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
