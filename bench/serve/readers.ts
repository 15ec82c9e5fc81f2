/**
 * `npm run bench readers`: many readers of one server, and how long simple questions take when a few readers ask
 * heavy ones. Prints the median and the 99th percentile of simple questions, alone, beside heavy ones, and beside as
 * many programs of low priority that only compute: what these cost is the machine's, not the server's.
 *
 *     --scale S       T, S, M, L; default S
 *     --data FOLDER   keep the world there for the next run
 *     --readers N     default 100
 *     --heavy N       how many of them ask heavy questions; default 4
 *     --pause N       milliseconds between an answer and the next question of a reader; default 200
 *     --seconds N     of each phase; default 10
 *     --workers N     of the server; default 2
 *     --far N         the world lies behind nginx and a delay of N milliseconds
 *     --check         exit with 1 when the percentile is more than 3 times that alone
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setPriority, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Questions } from "../contest/questions.ts";
import { isScale } from "../data/scales.ts";
import { open } from "../library.ts";
import { prepareWorld } from "../prepared-world.ts";
import { startNginx, startWire } from "../remote/servers.ts";
import { Listener } from "./listener.ts";

const { values: given } = parseArgs({
  options: {
    scale: { type: "string", default: "S" },
    data: { type: "string" },
    readers: { type: "string", default: "100" },
    heavy: { type: "string", default: "4" },
    pause: { type: "string", default: "200" },
    seconds: { type: "string", default: "10" },
    workers: { type: "string", default: "2" },
    far: { type: "string" },
    check: { type: "boolean", default: false },
  },
});
const { scale } = given;
if (!isScale(scale)) throw new Error(`there is no scale ${scale}`);
const [readers, heavy, pause, seconds] = [
  given.readers,
  given.heavy,
  given.pause,
  given.seconds,
].map(Number) as [number, number, number, number];
const slowedMax = 3;
const rounds = 4;
/** Never the same again: the server keeps answers. */
let count = 0;
const query = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
const command = fileURLToPath(new URL("../../../dist/cli.js", import.meta.url));

const folder = resolve(given.data ?? mkdtempSync(join(tmpdir(), "pocket-commons-readers-")));
try {
  const { files, questions } = prepareWorld(folder, scale, []);
  const path = join(folder, "world.pocket");
  if (!existsSync(path)) await (await open([files.triples, files.observations])).save(path);
  const ratio = await (given.far === undefined
    ? measure(path, questions, [])
    : measureFar(path, questions, Number(given.far)));
  if (given.check && ratio > slowedMax) process.exitCode = 1;
} finally {
  if (given.data === undefined) rmSync(folder, { recursive: true });
}

async function measureFar(path: string, questions: Questions, delay: number): Promise<number> {
  const nginx = await startNginx(dirname(path));
  const wire = await startWire(nginx.port, delay);
  const cacheDir = mkdtempSync(join(tmpdir(), "pocket-commons-readers-cache-"));
  const options = join(cacheDir, "store.json");
  writeFileSync(options, JSON.stringify({ cacheDir: join(cacheDir, "blocks") }));
  try {
    const source = `http://127.0.0.1:${wire.port}/world.pocket`;
    return await measure(source, questions, ["--store", options]);
  } finally {
    await wire.stop();
    await nginx.stop();
    rmSync(cacheDir, { recursive: true });
  }
}

async function measure(
  source: string,
  questions: Questions,
  options: readonly string[],
): Promise<number> {
  const { workers } = given;
  const args = [command, "serve", source, "--port", "0", "--json", "--workers", workers];
  const server = await Listener.start([...args, ...options]);
  try {
    const simple = simpleQuestions(questions);
    const all = heavyQuestions(questions);
    const others = readers - heavy;
    // The first of their kind read what all of them need.
    await phase(server.url, simple, others, all, heavy, seconds);
    const found = { alone: [], beside: [], computing: [], heavy: [] } as Record<string, number[]>;
    // In turns, since a server gets faster as it gets older.
    for (let round = 0; round < rounds; round++) {
      const part = seconds / rounds;
      const alone = await phase(server.url, simple, readers, [], 0, part);
      const beside = await phase(server.url, simple, others, all, heavy, part);
      const computing = await besidePrograms(heavy, () =>
        phase(server.url, simple, others, [], 0, part),
      );
      found["alone"]!.push(...alone.simple);
      found["beside"]!.push(...beside.simple);
      found["computing"]!.push(...computing.simple);
      found["heavy"]!.push(...beside.heavy);
    }
    print("simple, alone", found["alone"]!);
    print(`simple, beside ${heavy} heavy`, found["beside"]!);
    print(`simple, beside ${heavy} programs`, found["computing"]!);
    print("heavy", found["heavy"]!);
    const ratio = at(found["beside"]!, 0.99) / at(found["alone"]!, 0.99);
    console.log(`p99 beside heavy questions is ${ratio.toFixed(2)} times that alone (3)`);
    return ratio;
  } finally {
    await server.stop();
  }
}

/** They have the priority of threads for heavy questions. */
async function besidePrograms<Result>(count: number, run: () => Promise<Result>): Promise<Result> {
  const programs = Array.from({ length: count }, (): ChildProcess => {
    const program = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
    if (program.pid !== undefined) setPriority(program.pid, 15);
    return program;
  });
  try {
    return await run();
  } finally {
    for (const program of programs) program.kill();
  }
}

interface Asked {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
}

function simpleQuestions({ q1, o1 }: Questions): () => Asked {
  const names = q1.map(
    (node) =>
      [
        ["nodes", node],
        ["property", "->name"],
      ] as const,
  );
  const values = o1.map(
    ([variable, entity]) =>
      [
        ["variable.dcids", variable],
        ["entity.dcids", entity],
        ["date", "LATEST"],
        ...["variable", "entity", "date", "value"].map((field) => ["select", field] as const),
      ] as const,
  );
  return () => {
    const number = count++;
    const isName = number % 2 === 0;
    const pairs = (isName ? names : values)[number % names.length]!;
    return {
      method: "GET",
      path: `/v2/${isName ? "node" : "observation"}?${query([...pairs, ["key", `${number}`]])}`,
    };
  };
}

/** Some end at the limit of a request, and some have an answer. */
function heavyQuestions({ o2_expression }: Questions): () => Asked {
  const place = o2_expression[0]?.place;
  const variables = o2_expression.slice(0, 2).map(({ variable }) => variable);
  const sparql = (text: string): Asked => ({
    method: "POST",
    path: "/v2/sparql",
    body: JSON.stringify({ query: `${text} LIMIT ${1000 + count++}` }),
  });
  const counties = (): Asked => {
    const expression = `${place}<-containedInPlace+{typeOf:County}`;
    const fields = ["variable", "entity", "date", "value"];
    const pairs = [
      ...variables.map((variable) => ["variable.dcids", variable] as const),
      ["entity.expression", expression] as const,
      ...fields.map((field) => ["select", field] as const),
      ["key", `${count++}`] as const,
    ];
    return { method: "GET", path: `/v2/observation?date=&${query(pairs)}` };
  };
  const all = [
    () => sparql("SELECT DISTINCT ?a ?b WHERE { ?a typeOf City . ?b typeOf City } ORDER BY ?b"),
    () => sparql("SELECT ?a ?n WHERE { ?a typeOf City . ?a name ?n } ORDER BY DESC(?n)"),
    () => sparql("SELECT DISTINCT ?p WHERE { ?a name ?n . ?a containedInPlace ?p } ORDER BY ?p"),
    counties,
  ];
  let at = 0;
  return () => all[at++ % all.length]!();
}

async function phase(
  url: string,
  simple: () => Asked,
  simpleCount: number,
  heavyOnes: (() => Asked) | readonly [],
  heavyCount: number,
  forSeconds: number,
): Promise<{ readonly simple: number[]; readonly heavy: number[] }> {
  const taken = { simple: [] as number[], heavy: [] as number[] };
  const end = performance.now() + forSeconds * 1000;
  const agent = new Agent({ keepAlive: true });
  const read = async (next: () => Asked, into: number[], wait: number) => {
    // Readers do not come all at once.
    await setTimeout(Math.random() * wait);
    while (performance.now() < end) {
      const started = performance.now();
      const status = await send(url, next(), agent);
      if (!(status === 200 || status === 504 || status === 429))
        throw new Error(`status ${status}`);
      into.push(performance.now() - started);
      await setTimeout(wait * (0.5 + Math.random()));
    }
  };
  await Promise.all([
    ...Array.from({ length: simpleCount }, () => read(simple, taken.simple, pause)),
    ...Array.from({ length: heavyCount }, () => read(heavyOnes as () => Asked, taken.heavy, 0)),
  ]);
  agent.destroy();
  return taken;
}

function send(url: string, { method, path, body }: Asked, agent: Agent): Promise<number> {
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const asking = request(url + path, { method, agent, headers }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    asking.once("error", reject);
    asking.end(body);
  });
}

function at(taken: readonly number[], share: number): number {
  const sorted = [...taken].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function print(what: string, taken: readonly number[]): void {
  const [half, most] = [at(taken, 0.5), at(taken, 0.99)].map((one) => one.toFixed(1));
  console.log(`${what}: ${taken.length} answers, median ${half} ms, p99 ${most} ms`);
}
