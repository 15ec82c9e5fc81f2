/**
 * `npm run bench huge -- parts`: a world in parts with more observations than one file can hold. Each part is written,
 * built and checked one after another, in a process of its own; then all are joined, opened and asked.
 *
 *     --parts N         default 22
 *     --variables N     of each part; default 1000
 *     --entities N      default 10,000. A part has variables × entities × 20 observations: 200 million
 *     --folder PATH     where the world stays. A run goes on with the parts that are there
 *     --short           a small world, in seconds
 *     --check           exit with 1 when something takes more than wanted
 */

import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runChild } from "../machine/child.ts";
import { duration, megabytes, table } from "../report/table.ts";
import type { AskedParts, Made, PartsTask } from "./parts-process.ts";
import { type PartsShape, rowsOfPart } from "./parts-world.ts";

/** One file with the rows of one part takes six rounds; parts may take two more. */
const wanted = { peak: 4 * 2 ** 30, first: 1000, rounds: 8 };
const oneFileMax = 2 ** 32;
/** Of a row: bytes of its text, and of its part. */
const [textBytes, partBytes] = [46, 6];
/** The heap holds what is read at once, not the part. */
const heap = 2048;
const short = { parts: 3, variables: 10, entities: 500 };

/** @param temporary folder for a world, unless the arguments name another one */
export async function partsBeyondOneFile(
  temporary: string,
  args: readonly string[],
): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      parts: { type: "string", default: "22" },
      variables: { type: "string", default: "1000" },
      entities: { type: "string", default: "10000" },
      folder: { type: "string" },
      short: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
    },
  });
  const given = {
    parts: Number(values.parts),
    variables: Number(values.variables),
    entities: Number(values.entities),
  };
  const shape = values.short ? short : given;
  const wrong = Object.entries(shape).find(([, count]) => !(count >= 1));
  if (wrong !== undefined) throw new Error(`--${wrong[0]} is a number from 1 on`);
  const folder = values.folder ?? temporary;
  mkdirSync(folder, { recursive: true });
  requireSameShape(folder, shape);
  requireRoom(folder, shape);
  const rows = shape.parts * rowsOfPart(shape);
  const what = `${rows.toLocaleString("en-US")} observations in ${shape.parts} parts`;
  console.log(rows > oneFileMax ? `${what}: more than one file holds` : what);
  const missed = await measure(folder, shape);
  for (const one of missed) console.error(`MISSED ${one}`);
  if (values.check && missed.length > 0) process.exitCode = 1;
}

/** @throws Error for a folder with parts of another world */
function requireSameShape(folder: string, shape: PartsShape): void {
  const path = join(folder, `${shape.parts}-${shape.variables}-${shape.entities}.shape`);
  if (existsSync(path)) return;
  if (existsSync(join(folder, "graph.pocket"))) {
    throw new Error(`${folder} has the parts of another world: name another folder`);
  }
  writeFileSync(path, "");
}

/** @throws Error when the parts and the rows of one have no room */
function requireRoom(folder: string, shape: PartsShape): void {
  const { bavail, bsize } = statfsSync(folder);
  const left = Array.from({ length: shape.parts }, (_, part) => part).filter(
    (part) => !existsSync(recordPath(folder, part)),
  ).length;
  const needed = rowsOfPart(shape) * (left * partBytes + textBytes);
  if (bavail * bsize > needed) return;
  throw new Error(`${folder} has no room for ${megabytes(needed)}: name another one by --folder`);
}

const recordPath = (folder: string, part: number): string => join(folder, `part-${part}.json`);

async function measure(folder: string, shape: PartsShape): Promise<string[]> {
  const path = new URL("./parts-process.js", import.meta.url);
  const run = async <Result>(task: Partial<PartsTask>): Promise<Result> =>
    await runChild<Result>(path, { folder, ...shape, ...task }, { heap });
  if (!existsSync(join(folder, "graph.pocket"))) await run<Made>({ kind: "graph" });
  const built: Made[] = [];
  for (let part = 0; part < shape.parts; part++) {
    const record = recordPath(folder, part);
    if (!existsSync(record)) {
      const made = await run<Made>({ kind: "build", part });
      // It is there whole, or not at all.
      writeFileSync(`${record}.new`, JSON.stringify(made));
      renameSync(`${record}.new`, record);
    }
    const made = JSON.parse(readFileSync(record, "utf8")) as Made;
    built.push(made);
    const [seconds, peak] = [made.seconds.toFixed(1), megabytes(made.peak)];
    console.log(`part ${part}: ${megabytes(made.bytes)}, built in ${seconds} s, peak ${peak}`);
  }
  const joined = await run<Made>({ kind: "join" });
  const asked = await run<AskedParts>({ kind: "ask" });
  const rows = shape.parts * rowsOfPart(shape);
  if (asked.observations !== rows) throw new Error(`there are ${asked.observations}, not ${rows}`);
  const peak = Math.max(...built.map((one) => one.peak));
  const bytes = built.reduce(
    (sum, one) => sum + one.bytes,
    statSync(join(folder, "graph.pocket")).size,
  );
  const found: readonly (readonly [string, string, string, boolean])[] = [
    ["most memory to build a part", megabytes(peak), megabytes(wanted.peak), peak <= wanted.peak],
    ["graph and parts", megabytes(bytes), "", true],
    ["index", megabytes(joined.bytes), "", true],
    ["joined in", `${joined.seconds.toFixed(1)} s, peak ${megabytes(joined.peak)}`, "", true],
    [
      "first answer",
      duration(asked.firstAnswer),
      duration(wanted.first),
      asked.firstAnswer <= wanted.first,
    ],
    ["LATEST of 100 entities, of each part", duration(asked.latest), "", true],
    [
      "from afar: rounds of the first",
      `${asked.rounds.first}`,
      `${wanted.rounds}`,
      asked.rounds.first <= wanted.rounds,
    ],
    ["from afar: rounds of the next", `${asked.rounds.latest}`, "", true],
  ];
  console.log(
    table(
      ["", "found", "at most"],
      found.map((row) => row.slice(0, 3) as string[]),
      1,
    ),
  );
  return found.filter(([, , , isReached]) => !isReached).map(([what]) => what);
}
