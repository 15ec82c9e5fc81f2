/** A cache between readers and a store keeps slices of objects while versions change. */

import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Commons, open, type PlainRequest } from "../../src/index.ts";
import { openRemote } from "../../src/remote/remote-commons.ts";
import { httpBlocks } from "../../src/remote/stores/http-blocks.ts";
import { makeCurrent, publish, versionsOf } from "../../src/remote/versions/publish.ts";
import { divided } from "../unit/parts/small-parts.ts";
import { randomOf } from "./random-requests.ts";
import { snapshotOf } from "./stored-world.ts";
import { startNginx } from "./stores/nginx.ts";
import { Skipped } from "./stores/processes.ts";

const requestCount = Number(process.env["CACHE_REQUESTS"] || 1000);
/** The requests are spread over this time. */
const seconds = Number(process.env["CACHE_SECONDS"] || 0);
const seed = Number(process.env["FAULT_SEED"] || 1);
const readers = 6;
const [places, variables] = [1500, 4];
const kinds = 3;
const changes = Math.max(20, Math.floor(seconds / 30));

/** Every name and every value is another one for another kind. */
async function worldOf(kind: number): Promise<Commons> {
  const nodes = Array.from({ length: places }, (_, at) => {
    const inside = at === 0 ? "" : `containedInPlace: dcid:place/0\n`;
    return `Node: dcid:place/${at}\ntypeOf: dcs:City\nname: "Place ${at} of ${kind}"\n${inside}`;
  });
  const rows = Array.from({ length: places * variables }, (_, at) => {
    const [place, variable] = [Math.floor(at / variables), at % variables];
    return `place/${place},v${variable},${2000 + (at % 3)},${at}.${kind}\n`;
  });
  const own = Array.from(
    { length: variables },
    (_, at) => `Node: dcid:v${at}\ntypeOf: dcs:StatisticalVariable\n`,
  );
  const provenance = `Node: dcid:dc/base/rows\ntypeOf: dcs:Provenance\nname: "Rows ${kind}"\n`;
  return await open({
    "a.mcf": [...nodes, ...own, provenance].join("\n"),
    "rows.csv": `entity,variable,date,value\n${rows.join("")}`,
  });
}

const nginx = await startNginx().catch((error: unknown) => {
  if (!(error instanceof Skipped)) throw error;
  process.stdout.write(`SKIPPED a cache before a store: ${error.message}\n`);
  return undefined;
});
afterAll(() => nginx?.stop());

let worlds: readonly Commons[] = [];
beforeAll(async () => {
  worlds = await Promise.all(Array.from({ length: kinds }, (_, kind) => worldOf(kind)));
});

function requestOf(random: () => number): PlainRequest {
  const below = (end: number) => Math.floor(random() * end);
  const some = (most: number) => Array.from({ length: 1 + below(most) }, () => below(places));
  const nodes = some(30).map((at) => `place/${at}`);
  const bodies = [
    () => ["node", { nodes, property: "->[name,typeOf]" }],
    () => ["node", { nodes: ["place/0"], property: "<-containedInPlace+{typeOf:City}" }],
    () => [
      "observation",
      {
        select: ["variable", "entity", "date", "value", "facet"],
        variable: { dcids: Array.from({ length: variables }, (_, at) => `v${at}`) },
        entity: { dcids: nodes },
        date: ["", "LATEST", "2001"][below(3)],
      },
    ],
  ] as const;
  const [name, body] = bodies[below(bodies.length)]!();
  return {
    method: "POST",
    url: `https://api.datacommons.org/v2/${name}`,
    headers: { "x-api-key": "k" },
    body: JSON.stringify(body),
  };
}

test.skipIf(nginx === undefined)(
  "no answer is wrong or mixed of two versions, and readers that follow hardly fail",
  async () => {
    const { target, cached } = nginx as Required<NonNullable<typeof nginx>>;
    const place = target("cached");
    const partOf = Array.from({ length: variables }, (_, at) => at % 2);
    /** Each world as one file, and in parts. */
    const forms = worlds.flatMap((world) => {
      const { graph, index, parts } = divided(world, partOf, undefined, 1024);
      return [
        { snapshot: snapshotOf(world, 1024), parts: [] },
        { snapshot: graph, parts: [index, ...parts] },
      ];
    });
    let version = 0;
    const publishNext = async () => {
      const { snapshot, parts } = forms[version % forms.length]!;
      await publish(place, snapshot, { version: `v${version++}`, parts, keep: 3 });
    };
    await publishNext();

    const random = randomOf(seed);
    /** A network that breaks now and then. */
    const faulty: typeof fetch = async (...given) => {
      const fault = random();
      if (fault < 0.005) throw new TypeError("connection reset");
      const response = await fetch(...given);
      if (fault > 0.01 || !response.ok) return response;
      const bytes = new Uint8Array(await response.arrayBuffer());
      const { status, headers } = response;
      return new Response(bytes.subarray(0, Math.floor(random() * bytes.length)), {
        status,
        headers,
      });
    };
    const served = worlds.map((world) => world.service());
    const wrong: string[] = [];
    const failed: string[] = [];
    const seen = new Set<number>();
    let left = requestCount;
    const begun = performance.now();
    /** One reader goes on when the next version is there; the others read meanwhile. */
    const change = async () => {
      await publishNext();
      if (version % 5 > 0) return;
      const [, before] = (await versionsOf(place)).versions;
      if (before !== undefined) await makeCurrent(place, before.name);
    };
    let changed = Promise.resolve();
    const read = async () => {
      const remote = await openRemote(httpBlocks(cached("cached"), { fetch: faulty }), {
        follow: 100,
        maxCacheBytes: 1 << 17,
        timeout: 20_000,
      });
      while (left-- > 0) {
        if (left % Math.ceil(requestCount / changes) === 0) {
          changed = changed.then(change);
          await changed;
        }
        const due = begun + ((requestCount - left) / requestCount) * seconds * 1000;
        if (due > performance.now()) await setTimeout(due - performance.now());
        const request = requestOf(random);
        const { url, ...init } = request;
        const answer = await remote.fetch(url, init as RequestInit);
        const body = await answer.text();
        const isGiven = answer.status === 200;
        const kind = isGiven ? served.findIndex((one) => one.answer(request).body === body) : -1;
        if (kind >= 0) seen.add(kind);
        else if (isGiven) wrong.push(`${request.body}: ${body.slice(0, 300)}`);
        else failed.push(`${answer.status} ${body.slice(0, 200)}`);
      }
      remote.close();
    };
    await Promise.all(Array.from({ length: readers }, read));
    process.stdout.write(
      `Through a cache: ${requestCount} requests in ${version} versions, ${wrong.length} wrong, ${failed.length} failed, ${Math.round((performance.now() - begun) / 1000)} s\n`,
    );
    expect(wrong).toEqual([]);
    expect(failed.length, failed.slice(0, 5).join("\n")).toBeLessThanOrEqual(
      Math.max(3, requestCount / 1000),
    );
    expect(seen.size).toBe(kinds);
    // The cache has answered.
    const { current, versions } = await versionsOf(place);
    const { snapshot } = versions.find(({ name }) => name === current)!;
    const object = cached("cached").replace("world.json", snapshot.address);
    const range = { headers: { range: "bytes=0-99" } };
    await (await fetch(object, range)).arrayBuffer();
    const again = await fetch(object, range);
    expect([again.status, again.headers.get("x-cache")]).toEqual([206, "HIT"]);
    expect(again.headers.get("cache-control")).toContain("immutable");
    expect((await fetch(cached("cached"))).headers.get("cache-control")).toBe("no-cache");
  },
  3_600_000 + seconds * 1000,
);
