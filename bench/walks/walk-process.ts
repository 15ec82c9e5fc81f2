/** One call in a process of its own: which files of a compiled `src` have code that runs for it. */

import { once } from "node:events";
import { createServer } from "node:http";
import { Session } from "node:inspector";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import type * as Library from "../../src/index.ts";
import type * as Remote from "../../src/remote.ts";
import type * as World from "../../src/world/world.ts";
import { answerParent, childTask } from "../machine/child.ts";
import { faceOf } from "../older-face.ts";

export type WalkName =
  | "node"
  | "nodeByFetch"
  | "observation"
  | "sparql"
  | "mcf"
  | "tmcf"
  | "remote";

export interface WalkTask {
  readonly walk: WalkName;
  /** URL of the folder with the compiled modules of `src`; it ends with a slash. */
  readonly modules: string;
  /** Folder of the sample. */
  readonly sample: string;
}

/** Files, as paths below `src`. */
export interface Walk {
  /** Those of the first call in the process. */
  readonly first: readonly string[];
  /** Those of a call after many. */
  readonly later: readonly string[];
  /** Those of the first call that run while a loaded world is frozen. */
  readonly freeze: readonly string[];
}

type Call = () => unknown;

const { walk, modules, sample } = childTask<WalkTask>();
const library: typeof Library = await import(`${modules}index.js`);
const session = new Session();
session.connect();
/** Files that ran since they were asked for, before a freeze and in it. */
const beforeFreeze = new Set<string>();
const inFreeze = new Set<string>();

const call = await prepare(walk);
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
const first = await filesOf(call);
const freeze = [...inFreeze];
const isLong = walk === "mcf" || walk === "tmcf" || walk === "remote";
for (let times = isLong ? 5 : 200; times > 0; times--) await call();
const later = await filesOf(call);
answerParent({ first, later, freeze } satisfies Walk);

/** @returns the call; what it needs is opened already, and nothing else */
async function prepare(name: WalkName): Promise<Call> {
  switch (name) {
    case "mcf":
      return await loading("counties-and-cities.mcf");
    case "tmcf":
      return await loading("labor.tmcf", "labor.csv");
    case "remote":
      return await remoteNode();
    default:
      return asking(name, faceOf(await library.open(sample)));
  }
}

function asking(
  name: Exclude<WalkName, "mcf" | "tmcf" | "remote">,
  commons: Library.Commons,
): Call {
  switch (name) {
    case "node":
      return () => commons.v2.node({ nodes: ["geoId/06"], property: "->name" });
    case "nodeByFetch":
      return () => textOf(commons.fetch("/v2/node?key=k&nodes=geoId/06&property=-%3Ename"));
    case "observation": {
      const select = ["variable", "entity", "date", "value"] as const;
      const variable = { dcids: ["Count_Person"] };
      const entity = { dcids: ["geoId/06"] };
      return () => commons.v2.observation({ variable, entity, date: "LATEST", select });
    }
    case "sparql": {
      const query = "SELECT ?name WHERE { ?state typeOf State . ?state name ?name } LIMIT 10";
      const init = { method: "POST", body: JSON.stringify({ query }) };
      return () => textOf(commons.fetch("/v2/sparql?key=k", init));
    }
  }
}

/** Opens files of the sample with one thread, and notes what runs while the world is frozen. */
async function loading(...names: readonly string[]): Promise<Call> {
  const { WorldBuilder }: typeof World = await import(`${modules}world/world.js`);
  const { freezing } = WorldBuilder.prototype;
  WorldBuilder.prototype.freezing = function* (options) {
    take(beforeFreeze);
    const frozen = yield* freezing.call(this, options);
    take(inFreeze);
    return frozen;
  };
  const files = names.map((name) => `${sample}/${name}`);
  return () => library.open(files, { threads: 1 });
}

/** Opens a snapshot at the other end of a connection and asks for a node. */
async function remoteNode(): Promise<Call> {
  const bytes = await bytesOf(await library.open(sample));
  const { httpBlocks, openRemote }: typeof Remote = await import(`${modules}remote.js`);
  const server = createServer(({ headers: { range } }, response) => {
    const [start, end] =
      /(\d+)-(\d+)/
        .exec(range ?? "")
        ?.slice(1)
        .map(Number) ?? [];
    const part = start === undefined ? bytes : bytes.subarray(start, end! + 1);
    const partial = { "content-range": `bytes ${start}-${end}/${bytes.length}` };
    response.writeHead(start === undefined ? 200 : 206, { etag: '"sample"', ...partial });
    response.end(part);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return async () => {
    const commons = await openRemote(httpBlocks(`http://127.0.0.1:${port}/sample`));
    await faceOf(commons as never).v2.node({ nodes: ["geoId/06"], property: "->name" });
  };
}

async function bytesOf(commons: Library.Commons): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const target = new Writable({
    write(part: Uint8Array, _encoding, done) {
      parts.push(part);
      done();
    },
  });
  await commons.save(target);
  return Buffer.concat(parts);
}

/** @throws Error unless the answer is one */
async function textOf(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

async function filesOf(run: Call): Promise<string[]> {
  beforeFreeze.clear();
  inFreeze.clear();
  take(new Set());
  await run();
  const files = new Set([...beforeFreeze, ...inFreeze]);
  take(files);
  return [...files].sort();
}

/**
 * Adds the files of `src` with a function that ran since the last time. The first function of a script
 * is its top level, which runs when the module is imported and is no part of a call.
 */
function take(files: Set<string>): void {
  session.post("Profiler.takePreciseCoverage", (error, { result }) => {
    if (error !== null) throw error;
    for (const { url, functions } of result) {
      if (!url.startsWith(modules)) continue;
      const ran = functions.some(
        ({ functionName, ranges: [whole] }) =>
          whole!.count > 0 && whole!.startOffset > 0 && functionName !== "<static_initializer>",
      );
      if (ran) files.add(url.slice(modules.length).replace(/\.js$/, ".ts"));
    }
  });
}
