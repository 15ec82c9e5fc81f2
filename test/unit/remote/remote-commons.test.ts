import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { openRemote, type RemoteCommons } from "../../../src/remote/remote-commons.ts";
import { storedColumnsOf } from "../../../src/snapshot/stored-columns.ts";
import { columnsOf } from "../../../src/snapshot/world-contents.ts";
import { exampleRequests, hostileRequests, sampleRequests } from "../../remote/requests.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

let local: Commons;

beforeAll(async () => {
  local = await open("data-samples/us-states");
});

describe.each([
  ["in blocks of 512 bytes", 512, storedColumnsOf],
  ["in blocks of 4,096 bytes", 4096, storedColumnsOf],
  ["without sections for readers far away, in blocks of 64 KiB", 65_536, columnsOf],
] as const)("a world %s", (_, blockBytes, toColumns) => {
  let store: MemoryStore;
  let remote: RemoteCommons;

  beforeAll(async () => {
    store = new MemoryStore(snapshotOf(local, blockBytes, toColumns));
    remote = await openRemote(store, { timeout: 60_000 });
  });

  const requests = [...exampleRequests(), ...sampleRequests(), ...hostileRequests()];
  test.each(requests.map((request) => [request.url, request] as const))(
    "answers %s as in memory",
    async (_, { url, ...init }) => {
      const asked = init as RequestInit;
      const expected = await local.fetch(url, asked);
      const answer = await remote.fetch(url, asked);
      expect(answer.status).toBe(expected.status);
      expect(await answer.text()).toBe(await expected.text());
    },
  );
});
