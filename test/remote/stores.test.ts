/** A world in any store gives the answers of the same world in memory. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Commons, open, type PlainRequest } from "../../src/index.ts";
import { openRemote, type RemoteCommons } from "../../src/remote/remote-commons.ts";
import { RemoteError } from "../../src/remote/stores/block-store.ts";
import { casesRoot } from "../reference/reference-data.ts";
import { randomRequests } from "./random-requests.ts";
import { exampleRequests, hostileRequests, sampleRequests } from "./requests.ts";
import { snapshotOf } from "./stored-world.ts";
import { type RunningStore, stores } from "./stores/all-stores.ts";

/** Random requests of each combination of blocks and caches. */
const randomCount = Math.ceil(Number(process.env["STORE_REQUESTS"] || 600) / 6);

const started: Record<string, RunningStore | string> = {};
for (const [name, start] of Object.entries(stores)) {
  started[name] = await start().catch((error: Error) => {
    process.stdout.write(`SKIPPED ${name}: ${error.message}\n`);
    return error.message;
  });
}
const running = Object.entries(started).filter(
  (entry): entry is [string, RunningStore] => typeof entry[1] !== "string",
);

let local: Commons;

beforeAll(async () => {
  local = await open("data-samples/us-states");
});

afterAll(async () => {
  for (const [, store] of running) await store.stop();
});

/** Answers that differ, as one text each. */
async function differences(
  remote: RemoteCommons,
  from: Commons,
  requests: readonly PlainRequest[],
): Promise<string[]> {
  const different: string[] = [];
  for (const request of requests) {
    const { url, ...init } = request;
    const expected = from.service().answer(request, { timeout: 60_000 });
    const answer = await remote.fetch(url, init as RequestInit);
    const body = await answer.text();
    if (answer.status === expected.status && body === expected.body) continue;
    different.push(`${url} ${request.body ?? ""}: ${answer.status} ${body.slice(0, 200)}`);
  }
  return different;
}

const options = { timeout: 60_000, maxReadBytes: 2 ** 30 };

describe.each(running)("a world in %s", (_, store) => {
  test("answers every example, the requests of documents, and hostile ones", async () => {
    await store.put("sample", snapshotOf(local, 4096));
    const remote = await openRemote(store.blocks("sample"), options);
    const requests = [...exampleRequests(), ...sampleRequests(), ...hostileRequests()];
    expect(await differences(remote, local, requests)).toEqual([]);
    remote.close();
  });

  test("answers page after page, whoever gave the page before", async () => {
    await store.put("pages", snapshotOf(local, 512));
    const remote = await openRemote(store.blocks("pages"), options);
    const question = {
      nodes: ["country/USA", "geoId/06"],
      property: "<-containedInPlace",
    } as const;
    let pages = 0;
    for (let nextToken: string | undefined, isFirst = true; isFirst || nextToken; isFirst = false) {
      const request = nextToken === undefined ? question : { ...question, nextToken };
      const expected = local.v2.node(request);
      expect(await remote.v2.node(request)).toEqual(expected);
      nextToken = expected.nextToken;
      pages++;
    }
    expect(pages).toBeGreaterThan(0);
    remote.close();
  });

  test.each([512, 4096, 16_384])(
    "answers at random in blocks of %i bytes",
    async (blockBytes) => {
      await store.put("random", snapshotOf(local, blockBytes));
      for (const [seed, maxCacheBytes] of [2 * blockBytes, 256 << 20].entries()) {
        const remote = await openRemote(store.blocks("random"), { ...options, maxCacheBytes });
        const requests = randomRequests(local, randomCount, blockBytes + seed);
        expect(await differences(remote, local, requests)).toEqual([]);
        remote.close();
      }
    },
    3_600_000,
  );

  test("is pinned: another world in its place is an error", async () => {
    await store.put("pinned", snapshotOf(local, 512));
    const remote = await openRemote(store.blocks("pinned"), options);
    const other = await open({ "a.mcf": "Node: dcid:other\ntypeOf: dcs:State" });
    await store.put("pinned", snapshotOf(other, 512));
    const error: unknown = await remote.v2.node({ nodes: ["geoId/06"], property: "->name" }).then(
      () => undefined,
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ fault: "replaced" });
    remote.close();
  });

  test.runIf(existsSync(casesRoot))(
    "answers the visible cases of each world",
    async () => {
      const lines = readFileSync(join(casesRoot, "cases/visible.jsonl"), "utf8").split("\n");
      const cases = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Case);
      for (const world of readdirSync(join(casesRoot, "worlds"))) {
        const requests = cases.filter((one) => one.world === world).map(requestOf);
        if (requests.length === 0) continue;
        const commons = await open(join(casesRoot, "worlds", world));
        await store.put("case", snapshotOf(commons, 512));
        const remote = await openRemote(store.blocks("case"), options);
        expect(await differences(remote, commons, requests)).toEqual([]);
        remote.close();
      }
    },
    600_000,
  );
});

/** A case of the conformance material, as far as it is asked here. */
interface Case {
  readonly world: string;
  readonly method: string;
  readonly path: string;
  readonly request: Readonly<Record<string, unknown>>;
}

function requestOf({ method, path, request }: Case): PlainRequest {
  const headers = { "x-api-key": "k" };
  if (method === "POST") return { method, url: path, headers, body: JSON.stringify(request) };
  const query = Object.entries(request).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return { url: `${path}?${new URLSearchParams(query)}`, headers };
}
