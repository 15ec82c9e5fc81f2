/**
 * `npm run bench hostile`: asks a world of 1 million triples and as many observations what it must
 * not try to answer in full, each in a process of its own, and prints what that took. Before that it
 * sends a server heads, lengths and codings that lie.
 *
 *     --data FOLDER   keep the world there for the next run
 *     --only TEXT     attacks whose names hold this
 *     --short         one attack of each kind: a minute
 *
 * Exits with 1 when a request takes more than 2 seconds (and 0.1 per megabyte of its body) or its
 * process more than 512 MB, three times one after the other, or when it is answered as our own mistake.
 */

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { open } from "../library.ts";
import { reasonOf, runChild } from "../machine/child.ts";
import { prepareWorld } from "../prepared-world.ts";
import { type Attack, attacksOn } from "./attacks.ts";
import type { HostileAnswer, HostileTask } from "./hostile-process.ts";
import { attackServer } from "./raw-attacks.ts";

const timeMax = 2000;
/** To read a long body before its deadline begins; milliseconds per megabyte. */
const readingTime = 100;
const peakMax = 512e6;
/** After these a request is given up. */
const timeout = 60_000;
/** A machine may halt for a moment: what is bad must be so each time. */
const triesMax = 3;

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    only: { type: "string", default: "" },
    short: { type: "boolean", default: false },
  },
});
const folder = values.data ?? mkdtempSync(join(tmpdir(), "pocket-commons-hostile-"));
try {
  const { plan, files } = prepareWorld(folder, "S", []);
  const snapshot = join(folder, "world.pocket");
  if (!existsSync(snapshot)) {
    await (await open([files.triples, files.observations, files.provenances])).save(snapshot);
  }
  const { countries, states, counties, coreVariables, variables } = plan;
  const places = ["country/USA", ...countries, ...states, ...counties];
  const victims = { places, variables: [...new Set([...coreVariables, ...variables])] };
  const chosen = attacksOn(victims, values.short).filter(({ name }) => name.includes(values.only));
  if (!(await attackServer(snapshot, values.only))) process.exitCode = 1;
  for (const attack of chosen) await show(attack, snapshot);
} finally {
  if (values.data === undefined) rmSync(folder, { recursive: true });
}

async function show(attack: Attack, snapshot: string): Promise<void> {
  // Bodies are longer than arguments of processes may be.
  const taskFile = join(folder, "attack.json");
  const task: HostileTask = { snapshot, attack };
  writeFileSync(taskFile, JSON.stringify(task));
  for (let left = triesMax - 1; left >= 0; left--) {
    const outcome = await measure(attack, taskFile, left === 0);
    if (outcome === "ok") return;
    if (outcome === "BAD") break;
  }
  process.exitCode = 1;
}

type Outcome = "ok" | "again" | "BAD";

/** Prints a line. @param isLast what takes too much is not measured again */
async function measure(attack: Attack, taskFile: string, isLast: boolean): Promise<Outcome> {
  const print = (outcome: Outcome, ...parts: readonly (string | number)[]): Outcome => {
    const size = `${(attack.body.length / 1000).toFixed(1)} kB`.padStart(11);
    console.log(outcome.padEnd(5), size, ...parts);
    return outcome;
  };
  try {
    const path = new URL("./hostile-process.js", import.meta.url);
    const answer = await runChild<HostileAnswer>(path, taskFile, { timeout });
    const { time, processor, peak, status, length, text } = answer;
    const longest = timeMax + (attack.body.length / 1e6) * readingTime;
    const isTooMuch = Math.min(time, processor) > longest || peak > peakMax;
    const figures = [
      `${time.toFixed(0)} ms`.padStart(9),
      `${processor.toFixed(0)} ms cpu`.padStart(12),
      `${(peak / 1e6).toFixed(0)} MB`.padStart(8),
    ];
    const said = status === 200 ? `${length} characters` : firstLine(text);
    const isBad = isMistake(answer) || (isTooMuch && isLast);
    const outcome = isBad ? "BAD" : isTooMuch ? "again" : "ok";
    return print(outcome, ...figures, status, attack.name, "·", said);
  } catch (error) {
    return print("BAD", attack.name, "·", reasonOf(error));
  }
}

/** An internal error that no rule of the service asks for. */
function isMistake({ status, text }: HostileAnswer): boolean {
  return status === 500 && text.includes('"internal error"');
}

function firstLine(text: string): string {
  return /"message": "(.*)/.exec(text)?.[1]?.slice(0, 100) ?? text.slice(0, 100);
}
