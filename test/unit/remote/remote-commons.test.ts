import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { openRemote, type RemoteCommons } from "../../../src/remote/index.ts";
import { exampleRequests, hostileRequests, sampleRequests } from "../../remote/requests.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

let local: Commons;

beforeAll(async () => {
  local = await open("data-samples/us-states");
});

describe.each([512, 4096, 65_536])("a world in blocks of %i bytes", (blockBytes) => {
  let store: MemoryStore;
  let remote: RemoteCommons;

  beforeAll(async () => {
    store = new MemoryStore(snapshotOf(local, blockBytes));
    remote = await openRemote(store, { deadline: 60_000 });
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
