/**
 * `npm run bench serve`: the server against a bare listener of Node and against the library itself,
 * side by side, and then under load for a while. Needs `wrk`; without it, prints SKIPPED.
 *
 *     --rounds N     pairs of measurements; default 5, the median counts
 *     --seconds N    of each; default 3
 *     --minutes N    of requests at half of the rate, while memory is watched; default 0
 *     --check        exit with 1 when a row misses its reach
 *
 * q1 is the name of a node; its reach is half of the rate of a listener that answers a constant of the
 * same size. The server keeps answers; the second row asks questions that it never had. o2 is the latest value of 3,143 counties; its reach is 0.6 of the rate of `commons.fetch`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { median } from "../contest/figures.ts";
import { open } from "../library.ts";
import { runChild } from "../machine/child.ts";
import { prepareWorld } from "../prepared-world.ts";
import { type Asking, ask, rateOf } from "./clients.ts";
import { Listener } from "./listener.ts";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    minutes: { type: "string", default: "0" },
    check: { type: "boolean" },
  },
});
const [rounds, seconds, minutes] = [given.rounds, given.seconds, given.minutes].map(Number) as [
  number,
  number,
  number,
];
const command = fileURLToPath(new URL("../../../dist/cli.js", import.meta.url));
const bareProcess = fileURLToPath(new URL("./bare-process.js", import.meta.url));
const inProcess = new URL("./in-process.js", import.meta.url);
/** Growth of memory that a server may have after its first minute. */
const growthMax = 32 << 20;

const folder = mkdtempSync(join(tmpdir(), "pocket-commons-serve-"));
try {
  const faults = await measure();
  for (const fault of faults) console.error(`BROKEN ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(): Promise<readonly string[]> {
  const source = join(folder, "world.pocket");
  mkdirSync(folder, { recursive: true });
  const { files, questions } = prepareWorld(folder, "S", []);
  await (await open([files.triples, files.observations])).save(source);
  const [{ variable, place }] = questions.o2_expression as [{ variable: string; place: string }];
  const [{ node }] = questions.q1 as unknown as [{ node: string }];
  const query = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  const q1 = `/v2/node?${query([
    ["nodes", node],
    ["property", "->name"],
  ])}`;
  const o2 = `/v2/observation?${query([
    ["variable.dcids", variable],
    ["entity.expression", `${place}<-containedInPlace+{typeOf:County}`],
    ["date", "LATEST"],
    ...["variable", "entity", "date", "value"].map((field) => ["select", field] as const),
  ])}`;
  const server = await Listener.start([command, "serve", source, "--port", "0", "--json"]);
  const body = await (await fetch(server.url + q1)).text();
  const bare = await Listener.start([bareProcess, JSON.stringify({ body })]);
  try {
    const faults = await rates(server, bare, source, q1, o2);
    return [...faults, ...(await underLoad(server, [...Array<string>(50).fill(q1), o2]))];
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
}

async function rates(
  server: Listener,
  bare: Listener,
  source: string,
  q1: string,
  o2: string,
): Promise<readonly string[]> {
  if ((await rateOf(server.url + q1, seconds)) === undefined) {
    console.log("SKIPPED rates: wrk is not installed");
    return [];
  }
  // A key that changes makes another question of it, which was never answered before.
  const once = join(folder, "once.lua");
  const written = `local at = 0\nrequest = function()\n  at = at + 1\n  return wrk.format("GET", "${q1}&key=" .. at)\nend\n`;
  writeFileSync(once, written);
  const taken: Record<"bare" | "q1" | "once" | "direct" | "o2", number[]> = {
    bare: [],
    q1: [],
    once: [],
    direct: [],
    o2: [],
  };
  for (let round = 0; round < rounds; round++) {
    taken.bare.push((await rateOf(bare.url, seconds)) ?? 0);
    taken.q1.push((await rateOf(server.url + q1, seconds)) ?? 0);
    taken.once.push((await rateOf(server.url, seconds, once)) ?? 0);
    taken.direct.push(await runChild<number>(inProcess, { source, path: o2, seconds }));
    taken.o2.push((await rateOf(server.url + o2, seconds)) ?? 0);
  }
  const ratio = (ours: readonly number[], theirs: readonly number[]) =>
    median(ours.map((rate, at) => rate / (theirs[at] ?? 1)));
  const rows = [
    { name: "q1 of a bare listener", ours: taken.q1, theirs: taken.bare, reach: 0.5 },
    {
      name: "q1, never the same, of a bare listener",
      ours: taken.once,
      theirs: taken.bare,
      reach: 0,
    },
    { name: "o2 of commons.fetch", ours: taken.o2, theirs: taken.direct, reach: 0.6 },
  ];
  for (const { name, ours, theirs, reach } of rows) {
    const [a, b] = [median(ours).toFixed(0), median(theirs).toFixed(0)];
    console.log(`${name}: ${a} of ${b} a second, ${ratio(ours, theirs).toFixed(2)} (${reach})`);
  }
  if (given.check !== true) return [];
  return rows
    .filter(({ ours, theirs, reach }) => ratio(ours, theirs) < reach)
    .map(({ name }) => `${name}: the reach is missed`);
}

/** Half of the rate that eight clients reach, for so many minutes; then the server is ended under load. */
async function underLoad(server: Listener, paths: readonly string[]): Promise<readonly string[]> {
  const faults: string[] = [];
  const full: Asking = { answers: 0, faults: [] };
  const clients = 8;
  const everywhere = (asking: Asking, until: () => boolean, perSecond?: number) =>
    Promise.all(
      Array.from({ length: clients }, () => ask(server.url, paths, asking, until, perSecond)),
    );
  const within = (milliseconds: number) => {
    const end = performance.now() + milliseconds;
    return () => performance.now() > end;
  };
  await everywhere(full, within(3000));
  const perClient = full.answers / 3 / clients / 2;
  if (minutes > 0) {
    const half: Asking = { answers: 0, faults: [] };
    const asked = everywhere(half, within(minutes * 60_000), perClient);
    const memory: number[] = [];
    for (let minute = 1; minute <= minutes; minute++) {
      await setTimeout(60_000 - 20);
      memory.push(server.memory);
      if (minute % 5 === 0 || minute === 1 || minute === minutes) {
        console.log(
          `${minute} min: ${half.answers} answers, ${(server.memory / 1e6).toFixed(0)} MB`,
        );
      }
    }
    await asked;
    const growth = (memory.at(-1) ?? 0) - (memory[0] ?? 0);
    console.log(`half load: ${half.answers} answers, growth ${(growth / 1e6).toFixed(1)} MB`);
    if (growth > growthMax) faults.push("memory grew");
    faults.push(...half.faults);
  }
  const last: Asking = { answers: 0, faults: [] };
  const asked = everywhere(last, () => false);
  await setTimeout(1000);
  const code = await server.stop();
  await asked;
  console.log(
    `SIGTERM under load: ${last.answers} answers, ${last.faults.length} lost, exit ${code}`,
  );
  return [...faults, ...full.faults, ...last.faults];
}
