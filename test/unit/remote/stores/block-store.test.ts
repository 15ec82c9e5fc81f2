/** Rows and keys that somebody forged. */

import { expect, test } from "vitest";
import { openRemote } from "../../../../src/remote/remote-commons.ts";
import { postgresBlocks } from "../../../../src/remote/stores/postgres-blocks.ts";
import { redisBlocks } from "../../../../src/remote/stores/redis-blocks.ts";
import { errorOf } from "../../../remote/stored-world.ts";

test("an object whose blocks are of a few bytes is refused, before they are read", async () => {
  const row = { id: "1", length: 2 ** 30, block_bytes: 1 };
  const database = postgresBlocks({ query: async () => ({ rows: [row] }) }, "us");
  const about = new TextEncoder().encode(JSON.stringify({ length: 2 ** 30, blockBytes: 1 }));
  const redis = redisBlocks({ send: async () => about }, "us/v1.pocket");
  for (const [store, message] of [
    [database, "its blocks cannot be so short"],
    [redis, "the pointer to the versions is damaged"],
  ] as const) {
    const error = await errorOf(openRemote(store));
    expect(error).toMatchObject({ fault: "damaged", message: expect.stringContaining(message) });
  }
});
