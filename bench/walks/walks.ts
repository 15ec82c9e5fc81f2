/**
 * `npm run bench walks`: through how many files of `src` a reader of the code follows one call.
 *
 *     --list WALK         names the files of one walk, with their lines
 *     --against REVISION  beside them, the figures of another revision, or of a folder with its files
 *     --limits            exits with 1 when a walk is longer than its limit
 *
 * A file counts if at least one of its functions runs during the call; the top level of a module,
 * which runs when it is imported, does not count. V8's precise coverage says so, over the modules as
 * tsc compiles them, one for each file. "First" is the first call in a process, and "later" the same
 * call after 200 others (after five others, where the call opens something). Loads use one thread.
 * "Freeze" is how many files of the first call run while the loaded world is frozen. Some of these
 * run before or after, too. The walk of a load ends when `open` has returned.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { checkOut, runIn } from "../against/revision.ts";
import { runChild } from "../machine/child.ts";
import { orDash, table } from "../report/table.ts";
import type { Walk, WalkName, WalkTask } from "./walk-process.ts";

interface WalkRow {
  readonly title: string;
  /** The most files that a call may take, the first one or a later one. */
  readonly limit?: number;
}

const walks: Readonly<Record<WalkName, WalkRow>> = {
  node: { title: "`commons.v2.node()`: a property of a place", limit: 16 },
  nodeByFetch: { title: "the same by `fetch`" },
  observation: { title: "`commons.v2.observation()`: the latest value", limit: 18 },
  sparql: { title: "a SPARQL query by `fetch`", limit: 26 },
  mcf: { title: "opening an MCF file", limit: 34 },
  tmcf: { title: "opening a template and its table", limit: 38 },
  remote: { title: "`openRemote` and `node()`" },
};

const { values: given } = parseArgs({
  options: {
    list: { type: "string" },
    against: { type: "string" },
    limits: { type: "boolean", default: false },
  },
});
const project = fileURLToPath(new URL("../../../", import.meta.url));
const processModule = new URL("./walk-process.js", import.meta.url);

if (given.list !== undefined) await list(given.list);
else await compare();

async function list(name: string): Promise<void> {
  if (!isWalk(name)) throw new Error(`there are the walks ${Object.keys(walks).join(", ")}`);
  const { first, later, freeze } = await walkOf(name, project);
  const mark = (files: readonly string[], file: string) => (files.includes(file) ? "yes" : "");
  const rows = [...new Set([...first, ...later])].sort().map((file) => {
    const lines = readFileSync(join(project, "src", file), "utf8").split("\n").length - 1;
    return [file, mark(first, file), mark(later, file), mark(freeze, file), String(lines)];
  });
  console.log(table(["file", "first", "later", "freeze", "lines"], rows, 4));
}

async function compare(): Promise<void> {
  const { against } = given;
  const temporary = mkdtempSync(join(tmpdir(), "pocket-commons-walks-"));
  try {
    const before = against === undefined ? undefined : compiled(against, join(temporary, "other"));
    const heads = ["walk", "what", "limit", "first", "later", "freeze"];
    const rows: string[][] = [];
    for (const name of Object.keys(walks).filter(isWalk)) {
      const { title, limit } = walks[name];
      const own = await walkOf(name, project);
      const others = before === undefined ? [] : figures(await walkOf(name, before));
      rows.push([name, title, orDash(limit, String), ...figures(own), ...others]);
      const longest = Math.max(own.first.length, own.later.length);
      if (!given.limits || longest <= (limit ?? longest)) continue;
      console.error(`TOO LONG ${name}: ${longest} files, at most ${limit}`);
      process.exitCode = 1;
    }
    const otherHeads = ["first", "later", "freeze"].map((head) => `${head} in ${against}`);
    console.log(table([...heads, ...(before === undefined ? [] : otherHeads)], rows, 2));
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

function isWalk(name: string): name is WalkName {
  return Object.hasOwn(walks, name);
}

function figures({ first, later, freeze }: Walk): string[] {
  return [first, later, freeze].map((files) => (files.length === 0 ? "–" : String(files.length)));
}

/** @param root a folder with the compiled modules of a revision */
async function walkOf(walk: WalkName, root: string): Promise<Walk> {
  const modules = pathToFileURL(join(root, ".bench", "src", "/")).href;
  // The same files for all revisions.
  const sample = join(project, "data-samples", "us-states");
  return await runChild<Walk>(processModule, { walk, modules, sample } satisfies WalkTask);
}

/** @returns the folder of a revision, whose modules are compiled */
function compiled(revision: string, folder: string): string {
  const isFolder = existsSync(join(revision, "tsconfig.json"));
  const root = isFolder ? resolve(revision) : folder;
  if (!isFolder) checkOut(revision, root);
  if (!existsSync(join(root, ".bench", "src", "index.js"))) {
    runIn(root, process.execPath, "node_modules/typescript/bin/tsc", "-p", "bench/tsconfig.json");
  }
  return root;
}
