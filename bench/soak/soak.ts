/**
 * `npm run bench soak`: two million requests of all kinds, with texts that change, must leave a process
 * with the memory that it had after the first hundred thousand; 500 openings, some of which fail,
 * must leave no descriptor, no thread and no file; servers that are ended under load must cut no
 * answer. Prints memory over time.
 *
 *     --requests N    default 2,000,000
 *     --seconds N     ends sooner, after so many seconds of requests
 *     --openings N    default 500
 *     --stops N       servers that get SIGTERM under load; default 10
 *     --seed N        other requests; default 1
 *     --scale T|S|M|L size of the world; default T: requests count here, not rows
 *
 * Exits with 1 when a limit is broken, or when a request is answered as our own mistake.
 */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attach, open } from "../library.ts";
import { runChild } from "../machine/child.ts";
import { settle, settledMemory } from "../machine/memory.ts";
import { prepareWorld } from "../prepared-world.ts";
import { Client } from "./client.ts";
import { Draw } from "./draw.ts";
import { leftoverFaults, leftoversIn, untold } from "./leftovers.ts";
import { makeSnapshots, removeWritten, threadedWaysIn, walk, waysIn } from "./openings.ts";
import {
  baselineOf,
  baselineRequests,
  growthFaults,
  type Sample,
  sampleHeader,
  sampleLine,
} from "./samples.ts";
import { type SoakOptions, soakOptionsOf } from "./soak-options.ts";
import type { SoakWorldTask } from "./soak-world-process.ts";
import { soakStops } from "./stops.ts";

/** Of so many requests every kind has its share. */
const requestsForAll = 20_000;

const options = soakOptionsOf(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), "pocket-commons-soak-"));
const temporary = join(folder, "tmp");
mkdirSync(temporary);
// Whatever the library writes for a while is written where we count.
process.env["TMPDIR"] = temporary;
try {
  const faults = [
    ...(await soakRequests(options)),
    ...(await soakOpenings(options)),
    ...(await soakStops(folder, options.stops)),
  ];
  for (const fault of faults) console.error(`BROKEN ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function soakRequests({ scale, requests, seconds, seed }: SoakOptions): Promise<string[]> {
  const snapshot = join(folder, "world.pocket");
  const task: SoakWorldTask = { folder, scale, snapshot };
  // In a process of its own, so that what loading leaves behind is not in our memory.
  await runChild(new URL("./soak-world-process.js", import.meta.url), task);
  const { plan } = prepareWorld(folder, scale, []);
  const commons = await open(snapshot, { read: "all" });
  const shared = attach(commons.share());
  const client = new Client(commons, shared, new Draw(plan, seed));

  console.log(sampleHeader);
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  const samples: Sample[] = [];
  const every = Math.min(baselineRequests, Math.ceil(requests / 5));
  let sent = 0;
  let sampledAt = 0;
  while (sent < requests && elapsed() < seconds) {
    await client.sendOne();
    sent += 1;
    const isDue = sent % every === 0 || elapsed() - sampledAt > seconds / 10;
    if (!isDue && sent < requests) continue;
    samples.push(await sampleNow(sent, elapsed()));
    console.log(sampleLine(samples.at(-1)!));
    sampledAt = elapsed();
  }
  samples.push(await sampleNow(sent, elapsed()));
  const { counts, faults } = client.tally;
  for (const [what, count] of [...counts].sort())
    console.log(`${String(count).padStart(12)}  ${what}`);
  const baseline = baselineOf(samples);
  console.log(`compared with memory after ${baseline.requests} requests`);
  const silent = sent < requestsForAll ? [] : client.unanswered();
  return [...faults, ...silent, ...growthFaults(baseline, samples.at(-1)!)];
}

async function sampleNow(requests: number, seconds: number): Promise<Sample> {
  const { rss, heapUsed, external } = await settledMemory();
  return { requests, seconds, heap: heapUsed, external, rss };
}

async function soakOpenings({ openings }: SoakOptions): Promise<string[]> {
  const place = join(folder, "openings");
  mkdirSync(place);
  await makeSnapshots(place);
  const ways = waysIn(place);
  const faults: string[] = [];
  const go = async (each: (typeof ways)[number]) => {
    const fault = await walk(each);
    if (fault !== undefined && !faults.includes(fault)) faults.push(fault);
  };
  // The first round begins what a process begins once.
  for (const way of ways) await go(way);
  removeWritten(place);
  await settle();
  const before = leftoversIn(place, temporary);
  console.log(sampleLine(await sampleNow(0, 0)));
  for (let count = 0; count < openings; count++) {
    await go(ways[count % ways.length]!);
    if ((count + 1) % 250 === 0) console.log(sampleLine(await sampleNow(count + 1, 0)));
  }
  for (const way of openings === 0 ? [] : threadedWaysIn(place)) await go(way);
  removeWritten(place);
  await settle();
  const after = leftoversIn(place, temporary);
  for (const kind of untold(after)) console.log(`SKIPPED ${kind}`);
  const told = (left: typeof after) =>
    `${left.descriptors} descriptors, ${left.tasks} threads, ${left.files.length} files`;
  console.log(`${openings} openings: ${told(before)} before, ${told(after)} after`);
  return [...faults, ...leftoverFaults(before, after)];
}
